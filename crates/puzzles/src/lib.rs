//! Puzzles: solved positions with one best move, as lines of text ([`puzzle`]), and how they are
//! made ([`make`]); and the tasks of the lessons ([`task`]).

mod fights;
mod maker;
pub mod puzzle;
pub mod task;

pub use maker::{PuzzleOptions, make};
