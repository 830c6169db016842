//! Matches that `quintet match` plays or has played, read from their directories.
//!
//! `directory` reads the directory of a match, `replay` shows its games move by move;
//! [`MatchWatcher`] sends a page what changes. A page without a server has no matches
//! (`no_matches`).

#[cfg(feature = "server")]
mod directory;
mod error;
#[cfg(not(feature = "server"))]
mod no_matches;
#[cfg(feature = "server")]
mod replay;
#[cfg(feature = "server")]
mod watcher;

pub use error::MatchError;
#[cfg(not(feature = "server"))]
pub use no_matches::MatchWatcher;
#[cfg(feature = "server")]
pub use watcher::MatchWatcher;
