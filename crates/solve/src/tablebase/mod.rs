//! Tables of values on disk, in a canonical format: every run writes the same bytes.
//!
//! A table is a text header of 1024 bytes, padded with zero bytes; then a signed byte for each
//! position, its margin for the side to move; then an unsigned byte for each position, its rank (0
//! if the margin is 0); then, for every block of 2²⁰ bytes of all that, the last one shorter, its
//! SHA-256 sum. The lines of the header:
//!
//! ```text
//! quintet table 1
//! alaric 7 board=ring edge=open
//! states 526
//! ```
//!
//! `FILE.json` next to it describes it for people and programs: game, size, rules, the number of
//! positions with each margin, the longest rank, the value of the start, and the sum of the whole
//! file.
//!
//! **Ranks.** In a game where positions can repeat, values that agree with those of their
//! successors prove nothing by themselves: they can support each other in a circle. So every margin
//! but 0 has a rank, the plies in which the better side forces it. A won position has a move to a
//! lost one of the same margin whose rank is lower by one, and none to a lower rank or a better
//! margin; all moves of a lost one lead to won ones, those of the same margin to lower ranks. So
//! ranks decrease along the better side's moves, and the game ends. Positions with margin 0 that
//! are not over have a move to another such position, and none to a lost one: the set of them and
//! of the won ones is closed for the side that stays in it.

mod checksum;
mod values;

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use quintet_core::position::state_index::MAX_STATES;
use quintet_core::setup::Setup;
use quintet_system::atomic_file::beside;
use serde::{Deserialize, Serialize};

pub use checksum::check_sums;
pub use values::Values;

use crate::setup_name;

/// The version of the format.
pub const VERSION: u32 = 1;

/// Bytes of the header.
pub const HEADER: usize = 1024;

/// Bytes of a block with a sum of its own.
pub const BLOCK: usize = 1 << 20;

/// Bytes of a sum.
const SUM: usize = 32;

/// A file is no table, or not the expected one.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// The first line is not that of a table.
    #[error("{0} is no table of values: its first line isn't 'quintet table {VERSION}'")]
    Format(PathBuf),
    /// The table has an unknown version.
    #[error("{0} is a table of version {1}; version {VERSION} is read")]
    Version(PathBuf, String),
    /// The table is of another game, size or rule.
    #[error("{0} is a table of '{1}', not of '{2}'")]
    Other(PathBuf, String, String),
    /// The number of positions is missing or no number.
    #[error("{0} does not say its number of positions: its third line isn't 'states' and a number to {MAX_STATES}")]
    NoStates(PathBuf),
    /// The number of positions is not that of the game.
    #[error("{0} is for {1} positions; there are {2}")]
    States(PathBuf, u64, u64),
    /// The file is too short or too long.
    #[error("{0} has {1} bytes; a table of {2} positions has {3}")]
    Length(PathBuf, u64, u64, u64),
    /// A sum is wrong.
    #[error("{0}: the sum of block {1} (bytes {2} to {3}) is wrong")]
    Sum(PathBuf, usize, usize, usize),
    /// The description cannot be read.
    #[error("{0}: {1}")]
    Sidecar(PathBuf, serde_json::Error),
    /// The sum in the description is not that of the table.
    #[error("{path}: its checksum is {stated}, that of the table is {found}")]
    SidecarSum {
        /// The path of the description.
        path: PathBuf,
        /// The sum in the description.
        stated: String,
        /// The sum of the table.
        found: String,
    },
}

/// Returns the number of bytes of a table.
pub fn size(states: u64) -> u64 {
    let body = HEADER as u64 + 2 * states;
    body + body.div_ceil(BLOCK as u64) * SUM as u64
}

/// The description next to a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sidecar {
    /// The version of the format.
    pub version: u32,
    /// The setup, as in the header.
    pub setup: String,
    /// The number of positions in the table.
    pub states: u64,
    /// The margin of the starting position for the side that begins, and its rank.
    pub start: [i32; 2],
    /// The longest rank.
    pub longest: u32,
    /// Margins for the side to move, with the number of positions that have each.
    pub margins: Vec<(i32, u64)>,
    /// Bytes of the table.
    pub bytes: u64,
    /// The SHA-256 sum of the table.
    pub sha256: String,
}

/// Returns the path of the description of a table.
pub fn sidecar_path(table: &Path) -> PathBuf {
    beside(table, ".json")
}

/// The header of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The name of the setup; see [`crate::setup_name`].
    pub setup: String,
    /// The number of positions.
    pub states: u64,
}

impl Header {
    /// Reads the header of a table. It is compared with the length of the file, since to number the
    /// positions of a large board, only to find that they are not in the file, would take long.
    ///
    /// # Errors
    /// Returns an error if the file is no table of this version, or has not the length that its
    /// header states.
    pub fn read(path: &Path) -> Result<Header, TableError> {
        let failed = |error| TableError::Io(path.to_owned(), error);
        let format = || TableError::Format(path.to_owned());
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        file.take(HEADER as u64).read_to_end(&mut bytes).map_err(failed)?;
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = text.lines();
        let version = lines.next().and_then(|line| line.strip_prefix("quintet table ")).ok_or_else(format)?;
        if version != VERSION.to_string() {
            return Err(TableError::Version(path.to_owned(), version.chars().take(20).collect()));
        }
        let setup = lines.next().unwrap_or_default().to_owned();
        let states = lines.next().and_then(|line| line.strip_prefix("states "));
        let states = states.and_then(|number| number.parse().ok()).filter(|states| *states <= MAX_STATES);
        let states = states.ok_or_else(|| TableError::NoStates(path.to_owned()))?;
        if lines.next().is_some() || bytes[end..].iter().any(|&byte| byte != 0) {
            return Err(format());
        }
        if length != size(states) {
            return Err(TableError::Length(path.to_owned(), length, states, size(states)));
        }
        Ok(Header { setup, states })
    }

    /// Fails unless the header is that of a setup with this many positions.
    ///
    /// # Errors
    /// [`TableError::Other`] or [`TableError::States`].
    fn expect(&self, path: &Path, setup: &Setup, states: u64) -> Result<(), TableError> {
        let name = setup_name::format(setup);
        if self.setup != name {
            return Err(TableError::Other(path.to_owned(), self.setup.clone(), name));
        }
        if self.states != states {
            return Err(TableError::States(path.to_owned(), self.states, states));
        }
        Ok(())
    }
}
