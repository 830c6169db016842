//! Bounds and symmetries for exact solvers.

use super::Position;
use crate::types::{Move, Seat};

/// A position as bit sets, without its side to move: points are bits, numbered in the
/// order of [`Geometry::points`](crate::board::Geometry::points). Exchanging the two sets exchanges
/// the colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planes {
    /// The points with Black's stones, and with White's; a neutral stone is in both sets or in
    /// none.
    pub sets: [u32; 2],
    /// Everything else, seen by the side to move; no symmetry changes it.
    pub rest: u64,
}

/// Methods for exact solvers. Every method has a default; the facts about a whole game are in
/// [`SolvingInfo`](crate::setup::SolvingInfo).
pub trait Solvable: Position {
    /// Returns a lower and an upper bound of the margin for Black with best play.
    fn value_bounds(&self) -> [f64; 2] {
        [f64::NEG_INFINITY, f64::INFINITY]
    }

    /// Returns the margin for Black twice if the game is over, otherwise
    /// [`Solvable::value_bounds`].
    #[inline]
    fn known_bounds(&self) -> [f64; 2] {
        self.outcome().map_or_else(|| self.value_bounds(), |outcome| [outcome.margin.points(); 2])
    }

    /// Returns a margin that a side has at the end however the game goes on, if a count of the stones
    /// shows one.
    fn guaranteed_margin(&self, _seat: Seat) -> f64 {
        f64::NEG_INFINITY
    }

    /// Returns the position as bit sets, on boards of at most 32 points, if the game supports it.
    fn planes(&self) -> Option<Planes> {
        None
    }

    /// Forgets what can matter only for moves out of turn.
    fn normalize_turn(&mut self) {}

    /// Returns whether the latest move was irreversible: no earlier board can occur again.
    fn is_irreversible(&self) -> bool {
        false
    }

    /// Plays a move and forgets what can matter only for moves out of turn.
    #[inline]
    fn advance(&mut self, mv: Move) {
        self.play_unchecked(mv);
        self.normalize_turn();
    }

    /// Plays moves out of turn, each by `seat` if its bit in `own` is set, otherwise by the other
    /// side.
    fn play_for(&mut self, seat: Seat, moves: &[Move], own: u32) {
        for (i, &mv) in moves.iter().enumerate() {
            self.set_to_move(if own >> i & 1 == 1 { seat } else { seat.other() });
            self.play_unchecked(mv);
        }
    }
}
