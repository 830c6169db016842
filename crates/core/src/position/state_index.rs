//! Indices of all positions of a game, for retrograde analysis and tablebases.

use std::ops::Range;

use crate::diagram::Diagram;
use crate::types::Move;

/// A numbering of the positions of a setup by indices from 0 to [`StateIndex::len`] − 1, without
/// gaps.
///
/// Positions that a symmetry of the board or an exchange of the colours maps to each other share an
/// index, except that some positions that are symmetric themselves may have several. All values are
/// therefore seen by the side to move.
pub trait StateIndex: Send + Sync {
    /// Returns the number of indices, at most [`MAX_STATES`].
    fn len(&self) -> u64;

    /// Returns whether there are none, which is never the case.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `report` for successive runs of positions in a range of indices, with the length of
    /// the run and the number of legal moves of each of its positions.
    fn move_counts(&self, range: Range<u64>, report: &mut dyn FnMut(u64, u32));

    /// Returns the margin for the side to move in a position without legal moves.
    fn margin(&self, state: u64) -> i32;

    /// Appends the positions from which one move leads to any of `states`, once for each such move.
    fn predecessors(&self, states: &[u64], found: &mut Vec<u64>);

    /// Appends the legal moves of the position of [`StateIndex::diagram`] and the positions that
    /// they lead to.
    fn successors(&self, state: u64, found: &mut Vec<(Move, u64)>);

    /// Returns the index of a position; `None` if it is not reachable and has no index.
    fn index_of(&self, diagram: &Diagram) -> Option<u64>;

    /// Returns a position with this index and Black to move.
    fn diagram(&self, state: u64) -> Diagram;
}

/// The largest number of indexed positions: more would need a hundred gigabytes.
pub const MAX_STATES: u64 = 1 << 35;
