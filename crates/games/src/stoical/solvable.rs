//! Stoical Go for exact solvers.

use quintet_core::position::{Planes, Solvable};
use quintet_core::types::Seat;

use super::Stoical;
use crate::chains::{EMPTY, WALL};

impl<const S: usize, const N: usize, const W: usize> Solvable for Stoical<S, N, W> {
    /// A side that only passes keeps its unconditionally alive stones. That holds only if
    /// repetition does not draw, because the opponent might restore an earlier board meanwhile.
    ///
    /// An empty board is worth at least 0 to the side to move: a stone gives it that, or it passes,
    /// and a stone gives the opponent no more than it would have given here.
    fn value_bounds(&self) -> [f64; 2] {
        let safe = if self.repetition_draws { None } else { self.board.benson_bounds() };
        // The area difference is at most the number of points.
        let points = self.board.point_count() as i32;
        let [low, high] = safe.unwrap_or([-points, points]).map(|lead| f64::from(lead) - self.komi);
        let is_empty = || self.board.cells().all(|cell| matches!(self.board.content(cell), EMPTY | WALL));
        if self.komi != 0.0 || self.repetition_draws || !is_empty() {
            return [low, high];
        }
        if self.to_move == Seat::Black { [low.max(0.0), high] } else { [low, high.min(0.0)] }
    }

    /// A point that may not be retaken is in both sets, like blocked points.
    fn planes(&self) -> Option<Planes> {
        let mut sets = self.board.planes()?;
        if self.ko.point != 0 {
            let bit = 1 << self.board.point(self.ko.point).0;
            sets = sets.map(|set| set | bit);
        }
        let captured = [self.to_move, self.to_move.other()].map(|seat| u64::from(self.ko.captured[seat.index()]));
        let rest = captured[0] << 32 | captured[1] << 16 | u64::from(self.passes);
        Some(Planes { sets, rest })
    }

    /// The opponent has already answered the latest capture of the side to move.
    fn normalize_turn(&mut self) {
        self.ko.captured[self.to_move.index()] = 0;
    }

    /// Only a capture can restore an earlier board.
    fn is_irreversible(&self) -> bool {
        !self.latest_captured && self.ko.captured_before(self.to_move) == 0
    }
}
