//! Puzzles: solved positions with one best move, as lines of text ([`puzzle`]), and how they are
//! made ([`make`]).

mod fights;
mod maker;
pub mod puzzle;

pub use maker::{PuzzleOptions, make};
