//! All positions of a game, numbered without gaps, symmetric ones together: what retrograde analysis and tables of
//! values are written against.

use crate::setup::Diagram;
use crate::words::Move;

/// The positions of a setup as the numbers from 0 to [`States::len`].
///
/// Positions that a symmetry of the board carries into each other, or that differ only by which seat is called
/// Black, have one number between them, but for some that are symmetric in themselves: these may have several. So
/// every value told of a position is one for the seat to move.
pub trait States: Send + Sync {
    /// How many there are: at most [`MOST`].
    fn len(&self) -> u64;

    /// Whether there are none; no game is so.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Tells, for one range of numbers after the other from 0 on, how many they are and how many legal moves each of
    /// those positions has.
    fn runs(&self, tell: &mut dyn FnMut(u64, u32));

    /// The margin for the seat to move in a position without legal moves.
    fn margin(&self, state: u64) -> i32;

    /// Appends the positions from which one move leads to any of `states`, once for each such move.
    fn before(&self, states: &[u32], found: &mut Vec<u32>);

    /// Appends the legal moves of the position, as [`States::diagram`] shows it, and where they lead.
    fn after(&self, state: u64, found: &mut Vec<(Move, u64)>);

    /// The number of a position; `None` for one that has none, as play doesn't lead to it.
    fn number(&self, diagram: &Diagram) -> Option<u64>;

    /// A position with this number, Black to move.
    fn diagram(&self, state: u64) -> Diagram;
}

/// More positions than this are not numbered: the highest bit of a 32-bit number is kept free.
pub const MOST: u64 = 1 << 31;
