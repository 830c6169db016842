//! Errors of whole tasks: solving, writing and proving tables.

use std::path::{Path, PathBuf};

use quintet_core::diagram::DiagramError;

use crate::checkpoint::CheckpointError;
use crate::tablebase::TableError;
use crate::verify::Unproved;

/// A task cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// The diagram is no position of the game.
    #[error(transparent)]
    Position(#[from] DiagramError),
    /// The checkpoint cannot be used.
    #[error("{0}: {1}")]
    Checkpoint(PathBuf, CheckpointError),
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game cannot number its positions, at this size at least.
    #[error("{0} has no numbered positions at this size")]
    NotIndexed(&'static str),
    /// The number of positions, and the MiB that they need.
    #[error("some {0} positions need --memory {1} (MiB)")]
    Memory(u64, u64),
    /// There are no proofs of the position.
    #[error("{0}")]
    NoProof(&'static str),
    /// The work was stopped.
    #[error("stopped; {0}")]
    Stopped(&'static str),
    /// The header of a table does not name a setup.
    #[error("{0}: '{1}' is no setup")]
    NoSetup(PathBuf, String),
    /// An entry of a table is wrong.
    #[error("{0}: {1}")]
    Unproved(PathBuf, Unproved),
}

impl SolverError {
    /// Adds the path to an error about a checkpoint.
    pub(crate) fn checkpoint(path: Option<&Path>, error: CheckpointError) -> SolverError {
        SolverError::Checkpoint(path.unwrap_or(Path::new("")).to_owned(), error)
    }

    /// Creates the error about a number of positions that need this many bytes.
    pub(crate) fn memory(positions: u64, bytes: u64) -> SolverError {
        SolverError::Memory(positions, bytes.div_ceil(1 << 20))
    }
}
