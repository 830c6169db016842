//! Moves to be searched, and the result of searching all moves of a position.

use quintet_core::types::Move;

use super::probe::Answer;

/// A move to be searched.
#[derive(Clone, Copy)]
pub struct Child {
    /// Higher ones are searched first.
    pub order: i32,
    pub mv: Move,
    /// Whether other threads are informed that it is being searched, and asked if they search it.
    pub is_shared: bool,
    /// The key of the position after the move.
    pub key: u64,
}

/// The result of searching a position.
#[derive(Clone, Copy)]
pub struct Expansion {
    pub answer: Answer,
    /// The code of the move that gave the answer, or
    /// [`NO_MOVE`](super::transposition_table::NO_MOVE).
    pub best: u16,
}
