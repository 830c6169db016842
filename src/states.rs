//! All positions of a game, symmetric ones together, numbered without gaps: what retrograde analysis, sweeps and tables of
//! values are written against.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU32};

use crate::setup::Diagram;
use crate::words::{Move, Seat};

/// All of a position but whose turn it is, so that it can be turned about: points are bits, numbered in the order of
/// [`Geometry::points`](crate::board::Geometry::points). With the two sets exchanged it is the position with the colours exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planes {
    /// The points with Black's stones, and with White's; what is neither's lies in both, or in none.
    pub sets: [u32; 2],
    /// What else there is, as the seat to move sees it: no symmetry changes it.
    pub rest: u64,
}

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

    /// Tells, for one stretch of these numbers after the other, how long it is and how many legal moves each of its positions
    /// has.
    fn runs(&self, of: Range<u64>, tell: &mut dyn FnMut(u64, u32));

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

/// The boards of a game in which stones are added one by one, but for captures: in *layers*, such that nearly every move leads
/// from a layer to the next.
///
/// A board is a word of 32 bits for what each seat can force in its positions, in the game's own code; words come in blocks. All are 0 at
/// first: neither seat can force any end. A sweep over a block brings into its words what their successors have. Ends only ever
/// become better, and when a sweep over all blocks changes nothing, they are the best that can be forced.
pub trait Boards: Send + Sync {
    /// How many words there are.
    fn len(&self) -> u64;

    /// Whether there are none; no game is so.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The blocks of each layer. Those of one layer can be swept over by several threads at once.
    fn layers(&self) -> &[Vec<u32>];

    /// Brings into a block's words what their successors have; tells how many words that changed. Where there are `ranks`, a word for each,
    /// the place of every end that changes gets the number of the sweep.
    fn sweep(&self, block: u32, ends: &[AtomicU32], ranks: &[AtomicU32], sweep: u8) -> u64;

    /// Notes that play begins at a position.
    fn reach(&self, planes: Planes, seat: Seat, reached: &[AtomicU8]);

    /// Notes what the positions of a block that are reached lead to; tells how many marks that made.
    fn spread(&self, block: u32, reached: &[AtomicU8]) -> u64;

    /// Counts the positions of a block that are reached.
    fn count(&self, block: u32, ends: &[AtomicU32], reached: &[AtomicU8]) -> Counts;

    /// The best ends that the seat to move and the other can force, each for itself, as margins without komi; `None` of a position
    /// that has no word, but whose successors have.
    fn ends(&self, planes: Planes, seat: Seat, ends: &[AtomicU32]) -> Option<[Option<i32>; 2]>;

    /// The sweeps that found these ends; `None` as for these.
    fn ranks(&self, planes: Planes, seat: Seat, ranks: &[AtomicU32]) -> Option<[u8; 2]>;
}

/// How many positions there are, those counted once that symmetry or an exchange of the colours carries into each other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// All.
    pub positions: u64,
    /// Those where the two seats' best ends don't meet.
    pub open: u64,
}
