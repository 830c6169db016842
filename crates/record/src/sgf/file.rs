//! Files: what of them is read, and their bytes.

use std::io::ErrorKind;
use std::path::Path;

use quintet_core::setup::{GameInfo, Setup};
use quintet_games::GAMES;
use quintet_system::input_file;

use super::error::{LARGEST, SgfError, SgfProblem};
use super::read::read;
use super::record::Record;

/// How to read a file.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// Stops before the move of this number (from 1; the swap and passes are moves). Later moves
    /// are not checked.
    pub stop_before: Option<usize>,
    /// The setup that the caller plays at the moment. A file of Go that names none of our rules is
    /// read with its rules if they fit.
    pub present: Option<&'a Setup>,
    /// The games that `RU` can name.
    pub games: &'a [&'static GameInfo],
}

impl Default for Reading<'_> {
    fn default() -> Self {
        Reading { stop_before: None, present: None, games: GAMES }
    }
}

/// Stops before a move, or reads the whole game.
impl From<Option<usize>> for Reading<'_> {
    fn from(stop_before: Option<usize>) -> Self {
        Reading { stop_before, ..Reading::default() }
    }
}

/// Reads a file, as [`read`] does.
///
/// # Errors
/// Returns [`SgfError`], also if the file cannot be opened or is larger than 16 MiB.
pub fn load<'a>(path: &Path, reading: impl Into<Reading<'a>>) -> Result<Record, SgfError> {
    read(&contents(path)?, reading)
}

/// Returns the bytes of a file of at most [`LARGEST`] bytes.
///
/// # Errors
/// Returns [`SgfProblem::File`] or [`SgfProblem::Large`].
pub fn contents(path: &Path) -> Result<Vec<u8>, SgfError> {
    input_file::read_at_most(path, LARGEST).map_err(|error| {
        let problem = match error.kind() {
            ErrorKind::FileTooLarge => SgfProblem::Large,
            _ => SgfProblem::File(error.to_string()),
        };
        SgfError { line: 0, problem }
    })
}
