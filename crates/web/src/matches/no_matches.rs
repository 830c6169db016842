//! The matches of a page without a server: none.

use std::path::PathBuf;

use super::error::MatchError;
use crate::messages::Update;

/// No matches.
pub struct MatchWatcher;

impl MatchWatcher {
    /// Creates a watcher; there are no directories.
    pub fn new(_: Vec<PathBuf>) -> MatchWatcher {
        MatchWatcher
    }

    /// Returns no changes.
    pub fn changes(&mut self) -> Vec<Update> {
        Vec::new()
    }

    /// Shows an empty list.
    pub fn show_list(&mut self) -> Vec<Update> {
        vec![Update::Matches { matches: Vec::new() }]
    }

    /// Fails: there is no such match.
    pub fn show_match(&mut self, _: usize) -> Result<Vec<Update>, MatchError> {
        Err(MatchError::NoMatch)
    }

    /// Fails: there is no such match.
    pub fn show_game(&mut self, _: usize, _: u64) -> Result<Vec<Update>, MatchError> {
        Err(MatchError::NoMatch)
    }

    /// Shows nothing.
    pub fn hide(&mut self) {}
}
