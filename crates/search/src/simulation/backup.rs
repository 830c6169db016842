//! Backup: adds the result of a simulation to the nodes of its path, and to the RAVE statistics
//! (all moves as first, AMAF) of their children.

use std::ops::{Add, AddAssign};

use quintet_core::types::{Seat, winner};

use super::Worker;
use crate::tree::{MARGIN_UNIT, REWARD_UNIT, WIN};

/// Larger margins count as this many points, so that sums cannot overflow.
const LARGEST_MARGIN: f64 = 1e6;

/// The result of a simulation, or the sum of several.
#[derive(Clone, Copy, Default)]
pub(super) struct Sample {
    /// Black's results, in 1/[`WIN`] points.
    pub results: u32,
    /// Margin for Black in the unit of [`Node::margin`](crate::tree::Node::margin).
    pub margin: i64,
}

impl Sample {
    /// Creates the result of a simulation from the margin for Black.
    pub fn new(margin: f64) -> Sample {
        let results = match winner(margin) {
            Some(Seat::Black) => WIN,
            None => WIN / 2,
            Some(Seat::White) => 0,
        };
        Sample { results, margin: (margin.clamp(-LARGEST_MARGIN, LARGEST_MARGIN) * MARGIN_UNIT) as i64 }
    }

    /// Returns the sum of `count` such results.
    pub fn times(self, count: u32) -> Sample {
        Sample { results: self.results * count, margin: self.margin * i64::from(count) }
    }

    /// Returns the results of `seat`, if this is the sum of `count` simulations.
    pub fn results_of(self, seat: Seat, count: u32) -> u32 {
        match seat {
            Seat::Black => self.results,
            Seat::White => WIN * count - self.results,
        }
    }
}

impl Add for Sample {
    type Output = Sample;

    fn add(mut self, other: Sample) -> Sample {
        self += other;
        self
    }
}

impl AddAssign for Sample {
    fn add_assign(&mut self, other: Sample) {
        self.results += other.results;
        self.margin += other.margin;
    }
}

impl Worker<'_> {
    /// Adds a result to the nodes of the path from the `depth`-th on, and as a RAVE sample to all
    /// children of the path's nodes whose move was played in the simulation.
    ///
    /// For RAVE the simulations of a batch count one by one (one sample for several was weaker by
    /// 50 to 90 Elo).
    pub(super) fn back_up(&mut self, sample: Sample, depth: usize) {
        let share = f64::from(self.task.params.margin_share);
        let margin = (sample.margin as f64 / (2.0 * MARGIN_UNIT * self.task.margin_scale)).clamp(-0.5, 0.5);
        let reward = (1.0 - share) * f64::from(sample.results) / f64::from(WIN) + share * (0.5 + margin);
        let reward = (reward * f64::from(REWARD_UNIT)) as u32;
        for i in (1..self.path.len()).rev() {
            let (child, (node, seat)) = (self.path[i].0, self.path[i - 1]);
            if i >= depth {
                child.add_result(sample.results_of(seat, 1), sample.margin);
            }
            self.first.precede(seat, child.mv());
            if node.visits() <= self.task.params.rave_visits {
                let reward = if seat == Seat::Black { reward } else { REWARD_UNIT - reward };
                let first = self.first.of(seat);
                for child in self.task.tree.children(node) {
                    child.add_rave(reward, first.contain(child.mv()));
                }
            }
        }
    }
}
