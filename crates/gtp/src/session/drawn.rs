//! The position that a client has drawn last. A client can empty the board and set up its drawing
//! again, in which stones of different kinds look the same.

use quintet_core::diagram::Diagram;
use quintet_core::types::Stone;

use super::Session;

impl Session {
    /// Returns the latest position with stones: that of the game, or of the game before.
    pub fn drawn(&self) -> Option<Diagram> {
        Some(self.game().diagram()).filter(has_stones).or_else(|| self.drawn_before.clone())
    }

    /// Keeps the position of a game that another one replaces.
    pub(super) fn keep_drawn(&mut self) {
        self.drawn_before = self.drawn();
    }
}

fn has_stones(diagram: &Diagram) -> bool {
    diagram.stones.iter().any(|stone| stone.is_some_and(|stone| stone != Stone::Blocked))
}
