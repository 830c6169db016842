//! Small helpers for positions.

use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::Move;

/// Returns the legal moves of the side to move.
pub fn legal_moves(position: &dyn AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Returns the position after a legal move.
pub fn after(position: &dyn AnyPosition, mv: Move) -> Box<dyn AnyPosition> {
    let mut next = position.boxed_clone();
    next.play_unchecked(mv);
    next
}

/// Returns a copy that has forgotten what can matter only for moves out of turn.
pub fn normalized(position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
    let mut position = position.boxed_clone();
    position.normalize_turn();
    position
}

/// Returns the position of a diagram, or the start.
///
/// # Errors
/// Returns an error if the diagram is no position of the game.
pub fn start_position(setup: &Setup, diagram: Option<&Diagram>) -> Result<Box<dyn AnyPosition>, DiagramError> {
    diagram.map_or_else(|| Ok(setup.start()), |diagram| setup.position(diagram))
}

/// Boxes of positions that can be used again, so that walks over many positions do not allocate for
/// each.
#[derive(Default)]
pub struct PositionPool(Vec<Box<dyn AnyPosition>>);

impl PositionPool {
    /// Returns a copy of a position.
    pub fn copy(&mut self, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
        match self.0.pop() {
            Some(mut copy) => {
                copy.copy_from(position);
                copy
            }
            None => position.boxed_clone(),
        }
    }

    /// Returns the position after a legal move, without what can matter only for moves out of turn.
    pub fn successor(&mut self, position: &dyn AnyPosition, mv: Move) -> Box<dyn AnyPosition> {
        let mut next = self.copy(position);
        next.advance(mv);
        next
    }

    /// Takes back a box that is not needed any more.
    pub fn give_back(&mut self, position: Box<dyn AnyPosition>) {
        self.0.push(position);
    }
}
