//! A game that was read from a file.

use quintet_core::game::Game;
use quintet_core::types::{Move, Seat};

use crate::tree::GameTree;

/// A game that was read from a file. All its moves are legal.
#[derive(Clone, Debug)]
pub struct Record {
    /// The moves with all variations, and everything else that the file says.
    pub tree: GameTree,
    /// Warnings about parts of the file that were not understood or are wrong, a line each.
    pub warnings: Vec<String>,
}

impl Record {
    /// Returns the game at the end of the main line, since the stones that were set up last.
    pub fn replay(&self) -> Game {
        self.tree.game_at(self.tree.end())
    }

    /// Returns the moves of the main line.
    pub fn moves(&self) -> Vec<(Seat, Move)> {
        self.tree.moves(self.tree.end())
    }
}
