//! Iterates over all positions of a board until the best ends that each side can force do not
//! change any more.
//!
//! A side can force an end that is reached, or one that its moves lead to whatever the other side
//! does; endless play is no end. Each iteration goes from the fullest boards to the empty one, and
//! every board takes over what its successors have. Nearly all of these have one more stone, so
//! that few iterations are needed, for what returns to emptier boards by captures. When nothing
//! changes any more, the ends are the best that can be forced; if those of the two sides do not
//! meet, the value depends on the value of endless play.
//!
//! The result does not depend on the number of threads.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_solve::huge_pages;

use crate::boards::StoicalBoards;
use crate::{after, legal_moves, normalized, run};

/// The best ends that two sides can force, each for itself, as scores without komi; `None` for a
/// side that can force none.
pub type Forced = [Option<i32>; 2];

/// All positions of a board, and what can be forced in them.
pub struct Iteration {
    pub(crate) setup: Setup,
    pub(crate) boards: StoicalBoards,
    /// The word of each board: what each side can force.
    pub(crate) ends: Vec<AtomicU32>,
    pub(crate) threads: usize,
}

impl Iteration {
    /// Iterates until nothing changes any more, and calls `report` after each iteration with the
    /// number of changed boards.
    pub fn run(setup: &Setup, boards: StoicalBoards, threads: usize, report: impl Fn(u64)) -> Iteration {
        let ends = huge_pages::zeroed(boards.count_words() as usize);
        let iteration = Iteration { setup: setup.clone(), boards, ends, threads };
        loop {
            let changed = iteration.over_blocks(true, |block| iteration.boards.sweep(block, &iteration.ends));
            report(changed);
            if changed == 0 {
                return iteration;
            }
        }
    }

    /// Calls `work` for each block, layer by layer, from the last or from the first, and returns
    /// the sum of its results.
    pub(crate) fn over_blocks(&self, from_last: bool, work: impl Fn(u32) -> u64 + Sync) -> u64 {
        let layers = self.boards.layers();
        let total = AtomicU64::new(0);
        for i in 0..layers.len() {
            let blocks = &layers[if from_last { layers.len() - 1 - i } else { i }];
            let next = AtomicUsize::new(0);
            run(self.threads.min(blocks.len()), || {
                while let Some(&block) = blocks.get(next.fetch_add(1, Relaxed)) {
                    total.fetch_add(work(block), Relaxed);
                }
            });
        }
        total.into_inner()
    }

    /// Returns what Black and White can force in a position.
    pub fn ends(&self, position: &dyn AnyPosition) -> Forced {
        let [own, other] = self.forced(&*normalized(position));
        if position.to_move() == Seat::Black { [own, other] } else { [other, own] }
    }

    /// Returns what the side to move and the other side can force in a position after
    /// [`normalize_turn`](quintet_core::position::Solvable::normalize_turn).
    pub(crate) fn forced(&self, position: &dyn AnyPosition) -> Forced {
        let seat = position.to_move();
        if let Some(outcome) = position.outcome() {
            let own = (outcome.margin.points() + self.setup.komi()).round() as i32 * seat.sign() as i32;
            return [Some(own), Some(-own)];
        }
        let planes = position.planes().expect("the board is small");
        self.boards.ends(planes, seat, &self.ends).unwrap_or_else(|| self.forced_by_moves(position))
    }

    /// Returns the same according to what can be forced after each move.
    pub(crate) fn forced_by_moves(&self, position: &dyn AnyPosition) -> Forced {
        let moves = legal_moves(position).into_iter();
        let after: Vec<Forced> = moves.map(|mv| self.forced(&*after(position, mv))).collect();
        let own = after.iter().filter_map(|[_, other]| *other).max();
        let other = after.iter().map(|[own, _]| *own).min().flatten();
        [own, other]
    }

    /// Returns the value of a position for Black, endless play being a draw.
    pub fn value(&self, position: &dyn AnyPosition) -> f64 {
        let margin = |score: i32| f64::from(score) - self.setup.komi();
        match self.ends(position) {
            [Some(black), _] if margin(black) > 0.0 => margin(black),
            [_, Some(white)] if margin(-white) < 0.0 => margin(-white),
            _ => 0.0,
        }
    }

    /// Returns the moves that keep a position's value.
    pub fn best(&self, position: &dyn AnyPosition) -> Vec<Move> {
        let mut moves = legal_moves(position);
        moves.retain(|&mv| self.value(&*after(position, mv)) == self.value(position));
        moves
    }
}

/// Returns whether the best ends of two sides do not meet.
pub(crate) fn is_open([own, other]: Forced) -> bool {
    own.is_none() || own != other.map(|other| -other)
}
