//! The explicit graph of all positions that play can reach from a position, and what each side can
//! force in them: for games whose positions have no numbering, on boards that are small enough.
//!
//! Positions that a symmetry maps to each other, or an exchange of the colours if the game has
//! that, are one. For each it is computed which end each side can force, endless play being worth
//! less than any: margin by margin in descending order, as in [retrograde
//! analysis](crate::retrograde). If the best ends of the two sides do not meet, the value depends
//! on the value of endless play: neither side can end the game without giving something away, so
//! play goes on for ever (a forced cycle).

mod build;
mod decide;
mod query;

use quintet_core::setup::Setup;
use quintet_core::types::Seat;

use crate::symmetry::Symmetries;
use crate::value_scale::ValueScale;
use rustc_hash::FxHashMap;

/// The margin of a position in which no end can be forced, or that is not over.
const NONE: i16 = i16::MIN;

/// The approximate number of bytes for a position, including its edges.
pub const BYTES_PER_POSITION: u64 = 160;

/// Graphs of at most this many positions are computed for a single move.
const SMALL: u64 = 20_000;

/// Estimates may be wrong by this factor.
const UNCERTAINTY: f64 = 3.0;

/// Returns an estimate of the number of positions of a setup, symmetric ones counted once. It takes
/// every point to be empty or to hold a stone of either side: on boards of capture games that were
/// counted, the number is 0.87 to 1.13 times the estimate.
pub fn estimated_positions(setup: &Setup) -> f64 {
    let symmetries = (setup.info().solving.symmetries)(setup).len() + 1;
    2.0 * 3f64.powi(setup.geometry().len() as i32) / symmetries as f64
}

/// Returns whether the positions of a setup are so few that [`Graph::of_small_board`] is likely to
/// find all of them.
pub fn is_small(setup: &Setup) -> bool {
    setup.info().solving.can_repeat && estimated_positions(setup) * UNCERTAINTY <= SMALL as f64
}

/// A position of a graph.
#[derive(Clone, Copy)]
struct Node {
    /// The index of its first edge.
    first_edge: u32,
    /// The number of its edges: one for each legal move, in their order.
    edges: u16,
    /// The margin for the side to move if the game is over, or [`NONE`].
    over: i16,
    /// The best end, for itself, that the side to move and the other side can force, and its plies.
    best: [(i16, u16); 2],
    /// The key of the board without anything else, in graphs of small boards.
    board: u64,
}

impl Node {
    const NEW: Node = Node { first_edge: 0, edges: 0, over: NONE, best: [(NONE, 0); 2], board: 0 };

    fn is_over(&self) -> bool {
        self.over != NONE
    }

    /// Returns whether the best ends of the two sides do not meet.
    fn is_open(&self) -> bool {
        let [own, other] = self.best.map(|(margin, _)| margin);
        own == NONE || other == NONE || own != -other
    }
}

/// The positions that can be reached, and what can be forced in them. The first one is the start.
pub struct Graph {
    scale: ValueScale,
    symmetries: Symmetries,
    /// The number of each position, by its key.
    numbers: FxHashMap<u64, u32>,
    nodes: Vec<Node>,
    /// The successors of all positions.
    edges: Vec<u32>,
}

impl Graph {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there are no positions; there is always one.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn successors(&self, number: u32) -> &[u32] {
        let Node { first_edge, edges, .. } = self.nodes[number as usize];
        &self.edges[first_edge as usize..first_edge as usize + usize::from(edges)]
    }

    /// Returns the value of a position for its side to move, endless play being worth what the
    /// rules say.
    fn value(&self, number: u32, seat: Seat) -> i32 {
        let [own, other] = self.nodes[number as usize].best.map(|(margin, _)| i32::from(margin));
        let endless = self.scale.endless() * seat.sign();
        if own != i32::from(NONE) && f64::from(own) > endless {
            own
        } else if other != i32::from(NONE) && f64::from(-other) < endless {
            -other
        } else {
            endless as i32
        }
    }
}
