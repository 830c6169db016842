//! Matches that `quintet match` plays or has played, read from their directories.
//!
//! `directory` reads the directory of a match, `replay` shows its games move by move;
//! [`MatchWatcher`] sends a page what changes.

mod directory;
mod error;
mod replay;
mod watcher;

pub use error::MatchError;
pub use watcher::MatchWatcher;
