//! Lessons and matches.

use super::Session;
use super::error::RequestError;
use crate::lessons;
use crate::messages::Update;
use quintet_games as games;

impl Session {
    /// Sends the lesson of a game.
    pub(super) fn send_lesson(&mut self, game: &str) -> Result<(), RequestError> {
        let info = games::find(game).ok_or(RequestError::NoGame)?;
        self.send(&Update::Lesson(lessons::lesson(info)));
        Ok(())
    }

    /// Sends the list of matches, and again when it changes.
    pub(super) fn show_matches(&mut self) {
        let update = self.matches.show_list();
        self.send(&update);
    }

    /// Sends a match, and again when it changes.
    pub(super) fn show_match(&mut self, index: usize) -> Result<(), RequestError> {
        for update in self.matches.show_match(index)? {
            self.send(&update);
        }
        Ok(())
    }

    /// Sends a game of a match, and again while it has new moves.
    pub(super) fn show_match_game(&mut self, index: usize, number: u64) -> Result<(), RequestError> {
        if let Some(replay) = self.matches.show_game(index, number)? {
            self.send(&Update::Replay(replay));
        }
        Ok(())
    }
}
