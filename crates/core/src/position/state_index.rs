//! Indices of all positions of a game, for retrograde analysis, layered iteration and tablebases.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU32};

use super::Planes;
use crate::diagram::Diagram;
use crate::types::{Move, Seat};

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
    fn predecessors(&self, states: &[u32], found: &mut Vec<u32>);

    /// Appends the legal moves of the position of [`StateIndex::diagram`] and the positions that
    /// they lead to.
    fn successors(&self, state: u64, found: &mut Vec<(Move, u64)>);

    /// Returns the index of a position; `None` if it is not reachable and has no index.
    fn index_of(&self, diagram: &Diagram) -> Option<u64>;

    /// Returns a position with this index and Black to move.
    fn diagram(&self, state: u64) -> Diagram;
}

/// The largest number of indexed positions; the highest bit of a 32-bit index is reserved.
pub const MAX_STATES: u64 = 1 << 31;

/// The boards of a game with captures in which each move adds a stone, in *layers* such that nearly
/// every move leads to the next layer.
///
/// Each board has a 32-bit word with the results that each player can force in its positions, in an
/// encoding of the game. Words are grouped into blocks. All words are 0 at first: neither player
/// can force any result. A sweep over a block updates its words from those of their successors.
/// Results only improve; when a sweep over all blocks changes nothing, they are the best ones that
/// can be forced.
pub trait LayeredBoards: Send + Sync {
    /// Returns the number of words.
    fn len(&self) -> u64;

    /// Returns whether there are none, which is never the case.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the blocks of each layer. Several threads can sweep over the blocks of one layer at
    /// once.
    fn layers(&self) -> &[Vec<u32>];

    /// Updates the words of a block from their successors and returns the number of changed words.
    ///
    /// If `ranks` is not empty it has one word for each board, in which every changed result
    /// records the number of the sweep.
    fn sweep(&self, block: u32, ends: &[AtomicU32], ranks: &[AtomicU32], sweep: u8) -> u64;

    /// Marks the position at which play begins as reached.
    fn mark_start(&self, planes: Planes, seat: Seat, reached: &[AtomicU8]);

    /// Marks the successors of the reached positions of a block and returns the number of new
    /// marks.
    fn mark_successors(&self, block: u32, reached: &[AtomicU8]) -> u64;

    /// Counts the reached positions of a block.
    fn count(&self, block: u32, ends: &[AtomicU32], reached: &[AtomicU8]) -> Counts;

    /// Returns the best results that the side to move and its opponent can force, as margins
    /// without komi for each.
    ///
    /// Returns `None` for a position without a word, whose successors have words.
    fn ends(&self, planes: Planes, seat: Seat, ends: &[AtomicU32]) -> Option<[Option<i32>; 2]>;

    /// Returns the sweeps that found these results; `None` if [`LayeredBoards::ends`] is `None`.
    fn ranks(&self, planes: Planes, seat: Seat, ranks: &[AtomicU32]) -> Option<[u8; 2]>;
}

/// Numbers of positions, counting those that a symmetry or an exchange of the colours maps to each
/// other once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// All positions.
    pub positions: u64,
    /// The positions whose value is open: the best results of the two players do not meet.
    pub open: u64,
}
