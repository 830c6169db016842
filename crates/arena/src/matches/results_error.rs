//! Errors of result files and of their directories.

use std::io;
use std::path::PathBuf;

use super::validation::RecordFault;

/// The error for a result file or directory that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// Reading failed.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// Writing failed.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
    /// A line before the last is not a record.
    #[error("{0}, line {1}: {2}")]
    Line(PathBuf, usize, serde_json::Error),
    /// There are results already.
    #[error("{0} holds results already: continue with --resume, or choose another --out")]
    Exists(PathBuf),
    /// There is no match to resume.
    #[error("{0} holds no match to resume")]
    Nothing(PathBuf),
    /// The directory holds a different match.
    #[error("{0} holds another match: {1} differ")]
    Differs(PathBuf, String),
    /// The match cannot be extended.
    #[error(
        "{0} holds a match of {1} games between two engines, which cannot become {2}: a number that is not smaller \
         is possible, and an odd one can grow only with two engines"
    )]
    Extension(PathBuf, u64, u64),
    /// A line is not the record that it was when it was read first.
    #[error("{0} was changed while it was read")]
    Changed(PathBuf),
    /// A line is a record, but not of a game of this match.
    #[error("{0}, line {1}: {2}")]
    Foreign(PathBuf, usize, Box<RecordFault>),
    /// Another process writes to the directory.
    #[error("{0} is in use by another match")]
    InUse(PathBuf),
}
