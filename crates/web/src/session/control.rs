//! Players and phases: who plays, and whether engines play now.

use super::Session;
use super::error::RequestError;
use super::players::Players;
use crate::messages::Seats;

impl Session {
    /// Stops the engines; the engine to move waits.
    pub(super) fn stop(&mut self) {
        self.stop_engines();
        self.thinking.review = None;
        self.phase.set_paused(true);
        self.changed = true;
    }

    /// Lets the players play on.
    pub(super) fn go(&mut self) {
        self.stop_looking_back();
        self.phase.resume();
        self.faults.clear();
        self.changed = true;
    }

    /// Changes the players.
    pub(super) fn change_players(&mut self, seats: &Seats) -> Result<(), RequestError> {
        let players = Players::read(seats, &self.options.engines)?;
        self.set_players(players);
        Ok(())
    }

    /// Sets the players, who play at once.
    pub(super) fn set_players(&mut self, players: Players) {
        self.stop_engines();
        self.players = players;
        self.external.end_all();
        self.faults.clear();
        self.phase.resume();
        self.changed = true;
    }

    /// Exchanges the players of Black and White.
    pub(super) fn flip(&mut self) {
        self.stop_engines();
        self.players.swap();
        self.external.end_all();
        self.faults.clear();
        self.phase.set_paused(false);
        self.changed = true;
    }

    /// Begins or ends trying moves for both sides.
    pub(super) fn explore(&mut self, on: bool) {
        self.stop_engines();
        self.phase.set_exploring(on);
        self.changed = true;
    }
}
