//! Tables of values on disk: a canonical format, the same bytes from every run.
//!
//! A table is a text header of 1024 bytes, padded with zero bytes; then a signed byte for each position, its margin for the
//! seat to move; then an unsigned byte for each, its rank (0 where the margin is 0); then, for every block of 2²⁰ bytes
//! of all that, the last one shorter, its SHA-256 sum. The header's lines:
//!
//! ```text
//! quintet table 1
//! alaric 7 board=ring edge=open
//! states 526
//! ```
//!
//! `FILE.json` beside it describes it for people and programs: game, size, rules, how many positions have each margin, the
//! longest rank, the value of the start, and the sum of the whole file.
//!
//! **What a rank is.** In a game where positions can come again, values that agree with those of their successors
//! prove nothing by themselves: they can hold each other up in a circle. So every margin but 0 has a rank, the plies in which
//! the better side forces it. A won position has a move to a lost one of the same margin whose rank is lower by one, and none
//! to a lower rank or a better margin; all moves of a lost one lead to won ones, those of the same margin to lower ranks. So along
//! the better side's moves ranks fall, and the game ends. Positions with margin 0 that aren't over have a move to another
//! such, and none to a lost one: the set of them and of the won ones is closed for the side that stays in it.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::setup::Setup;

/// The format's version.
pub const VERSION: u32 = 1;

/// Bytes of the header.
pub const HEADER: usize = 1024;

/// Bytes of a block that has a sum of its own.
pub const BLOCK: usize = 1 << 20;

/// Bytes of a sum.
const SUM: usize = 32;

/// Why a file is no table, or not the one that is wanted.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It can't be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// The first line is another one.
    #[error("{0} is no table of values: its first line isn't 'quintet table {VERSION}'")]
    Format(PathBuf),
    /// It is of a version that isn't known here.
    #[error("{0} is a table of version {1}; version {VERSION} is read")]
    Version(PathBuf, String),
    /// It is of another game, size or rule.
    #[error("{0} is a table of '{1}', not of '{2}'")]
    Other(PathBuf, String, String),
    /// The number of positions isn't that of the game.
    #[error("{0} tells of {1} positions; there are {2}")]
    States(PathBuf, String, u64),
    /// It was cut, or something was added.
    #[error("{0} has {1} bytes; a table of {2} positions has {3}")]
    Length(PathBuf, u64, u64, u64),
    /// A bit is wrong.
    #[error("{0}: the sum of block {1} (bytes {2} to {3}) is wrong")]
    Sum(PathBuf, usize, usize, usize),
    /// What stands beside it tells something else.
    #[error("{0}: {1}")]
    Sidecar(PathBuf, String),
}

/// The line that names a setup: `alaric 7 board=ring edge=open`.
pub fn name(setup: &Setup) -> String {
    let size = match (setup.width(), setup.height()) {
        (width, height) if setup.info().rectangular && width != height => format!("{width}x{height}"),
        (width, _) => width.to_string(),
    };
    let rules = setup.rules().map(|(name, value)| format!(" {name}={value}"));
    format!("{} {size}{}", setup.info().id, rules.collect::<String>())
}

/// How many bytes a table of so many positions has.
pub fn size(states: u64) -> u64 {
    let body = HEADER as u64 + 2 * states;
    body + body.div_ceil(BLOCK as u64) * SUM as u64
}

/// What stands beside a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sidecar {
    /// The format's version.
    pub version: u32,
    /// The setup, as in the header.
    pub setup: String,
    /// How many positions the table holds.
    pub states: u64,
    /// The margin of the starting position for the seat that begins, and its rank.
    pub start: [i32; 2],
    /// The longest rank.
    pub longest: u32,
    /// Margins for the seat to move, and how many positions have each.
    pub margins: Vec<(i32, u64)>,
    /// Bytes of the table.
    pub bytes: u64,
    /// The SHA-256 sum of the table.
    pub sha256: String,
}

/// The file that stands beside a table.
pub fn sidecar_path(table: &Path) -> PathBuf {
    let mut name = table.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// Where a table's bytes lie.
enum Bytes {
    Memory(Vec<i8>, Vec<u8>),
    File(Mmap),
}

/// Values and ranks of all positions of a setup.
pub struct Values {
    bytes: Bytes,
    states: usize,
}

impl Values {
    /// Values in memory.
    pub fn new(values: Vec<i8>, ranks: Vec<u8>) -> Values {
        Values { states: values.len(), bytes: Bytes::Memory(values, ranks) }
    }

    /// The margin for the seat to move and the rank of a position.
    ///
    /// # Panics
    /// If there is no such position.
    #[inline]
    pub fn get(&self, state: u64) -> (i32, u32) {
        let state = state as usize;
        assert!(state < self.states);
        match &self.bytes {
            Bytes::Memory(values, ranks) => (values[state].into(), ranks[state].into()),
            Bytes::File(map) => ((map[HEADER + state] as i8).into(), map[HEADER + self.states + state].into()),
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.states as u64
    }

    /// Whether there are none; no game is so.
    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// Writes the table of a setup, and what stands beside it.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn write(&self, path: &Path, setup: &Setup, start: u64) -> Result<Sidecar, TableError> {
        let failed = |error| TableError::Io(path.to_owned(), error);
        let mut out = Summing::new(BufWriter::with_capacity(1 << 20, File::create(path).map_err(failed)?));
        let mut header = format!("quintet table {VERSION}\n{}\nstates {}\n", name(setup), self.states).into_bytes();
        header.resize(HEADER, 0);
        out.write(&header).map_err(failed)?;
        let (mut margins, mut longest) = (vec![0u64; 256], 0);
        let mut part = Vec::with_capacity(BLOCK);
        for rank in [false, true] {
            for state in 0..self.states as u64 {
                let (margin, plies) = self.get(state);
                if rank {
                    longest = longest.max(plies);
                    part.push(plies as u8);
                } else {
                    margins[(margin + 128) as usize] += 1;
                    part.push(margin as i8 as u8);
                }
                if part.len() == BLOCK {
                    out.write(&part).map_err(failed)?;
                    part.clear();
                }
            }
        }
        out.write(&part).map_err(failed)?;
        let sha256 = out.finish().map_err(failed)?;
        let (margin, rank) = self.get(start);
        let counts = (-128..).zip(margins).filter(|(_, count)| *count > 0).collect();
        let sidecar = Sidecar {
            version: VERSION,
            setup: name(setup),
            states: self.states as u64,
            start: [margin, rank as i32],
            longest,
            margins: counts,
            bytes: size(self.states as u64),
            sha256,
        };
        let text = serde_json::to_string_pretty(&sidecar).expect("plain data") + "\n";
        let beside = sidecar_path(path);
        std::fs::write(&beside, text).map_err(|error| TableError::Io(beside, error))?;
        Ok(sidecar)
    }

    /// Maps the table of a setup with so many positions into memory. Its sums are not looked at: [`check_sums`] does.
    ///
    /// # Errors
    /// If it is no table, or not that setup's, or has not the length it should have.
    pub fn open(path: &Path, setup: &Setup, states: u64) -> Result<Values, TableError> {
        let failed = |error| TableError::Io(path.to_owned(), error);
        let (found, told) = header(path)?;
        if found != name(setup) {
            return Err(TableError::Other(path.to_owned(), found, name(setup)));
        }
        if told != states.to_string() {
            return Err(TableError::States(path.to_owned(), told, states));
        }
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        if length != size(states) {
            return Err(TableError::Length(path.to_owned(), length, states, size(states)));
        }
        // SAFETY: the map is read alone. Should another program cut the file meanwhile, this one ends with a signal;
        // tables are written once and then left alone.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) }.map_err(failed)?;
        Ok(Values { bytes: Bytes::File(map), states: states as usize })
    }
}

/// The setup and the number of positions that a table's header tells.
///
/// # Errors
/// If it is no table of this version.
pub fn header(path: &Path) -> Result<(String, String), TableError> {
    let failed = |error| TableError::Io(path.to_owned(), error);
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(HEADER as u64).read_to_end(&mut bytes).map_err(failed)?;
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let text = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = text.lines();
    let version = lines.next().and_then(|line| line.strip_prefix("quintet table "));
    let version = version.ok_or_else(|| TableError::Format(path.to_owned()))?;
    if version != VERSION.to_string() {
        return Err(TableError::Version(path.to_owned(), version.chars().take(20).collect()));
    }
    let setup = lines.next().unwrap_or_default().to_owned();
    let states = lines.next().and_then(|line| line.strip_prefix("states ")).unwrap_or_default().to_owned();
    if lines.next().is_some() || bytes[end..].iter().any(|&byte| byte != 0) {
        return Err(TableError::Format(path.to_owned()));
    }
    Ok((setup, states))
}

/// Reads a table once and compares its blocks with their sums, and the whole with what stands beside it.
///
/// # Errors
/// [`TableError::Sum`] names the first block that is wrong.
pub fn check_sums(path: &Path, states: u64) -> Result<(), TableError> {
    let failed = |error| TableError::Io(path.to_owned(), error);
    let mut file = File::open(path).map_err(failed)?;
    let body = HEADER + 2 * states as usize;
    let (mut whole, mut sums, mut block) = (Sha256::new(), Vec::new(), vec![0; BLOCK]);
    let mut left = body;
    while left > 0 {
        let part = &mut block[..left.min(BLOCK)];
        file.read_exact(part).map_err(failed)?;
        whole.update(&*part);
        sums.push(Sha256::digest(&*part));
        left -= part.len();
    }
    for (i, sum) in sums.iter().enumerate() {
        let mut told = [0; SUM];
        file.read_exact(&mut told).map_err(failed)?;
        whole.update(told);
        if told[..] != sum[..] {
            return Err(TableError::Sum(path.to_owned(), i, i * BLOCK, ((i + 1) * BLOCK).min(body) - 1));
        }
    }
    let beside = sidecar_path(path);
    if let Ok(text) = std::fs::read_to_string(&beside) {
        let wrong = |what: String| TableError::Sidecar(beside.clone(), what);
        let told: Sidecar = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        let sum = hex(&whole.finalize());
        if told.sha256 != sum {
            return Err(wrong(format!("it tells the sum {}, the table has {sum}", told.sha256)));
        }
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes bytes and sums them up.
struct Summing<W: Write> {
    out: W,
    whole: Sha256,
    block: Sha256,
    in_block: usize,
    sums: Vec<u8>,
}

impl<W: Write> Summing<W> {
    fn new(out: W) -> Summing<W> {
        Summing { out, whole: Sha256::new(), block: Sha256::new(), in_block: 0, sums: Vec::new() }
    }

    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.whole.update(bytes);
        self.out.write_all(bytes)?;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.in_block));
            self.block.update(now);
            self.in_block += now.len();
            if self.in_block == BLOCK {
                self.end_block();
            }
            bytes = later;
        }
        Ok(())
    }

    fn end_block(&mut self) {
        self.sums.extend_from_slice(&self.block.finalize_reset());
        self.in_block = 0;
    }

    /// Writes the sums; gives that of all that was written.
    fn finish(mut self) -> io::Result<String> {
        if self.in_block > 0 {
            self.end_block();
        }
        self.whole.update(&self.sums);
        self.out.write_all(&self.sums)?;
        self.out.flush()?;
        Ok(hex(&self.whole.finalize()))
    }
}
