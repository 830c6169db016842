//! The result of a search. Every value is seen by the side to move at the root unless stated
//! otherwise.

use std::time::Duration;

use quintet_core::types::{Move, Seat};

/// A proven value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Proof {
    /// The side to move loses against best play.
    Loss,
    /// Neither side can do better than draw.
    Draw,
    /// The side to move wins with best play.
    Win,
}

/// A move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The number of simulations through this move.
    pub visits: u64,
    /// Expected result from 0 (loss) to 1 (win), a draw counting one half.
    pub win_rate: f64,
    /// Expected margin for the side to move, in points; 0 if no simulation tried the move and
    /// nothing else is known.
    pub lead: f64,
    /// The prior probability of the move.
    pub prior: f64,
    /// The value, if proven.
    pub proof: Option<Proof>,
    /// The principal variation, starting with this move.
    pub pv: Vec<Move>,
    /// The number of simulations through each move of the variation.
    pub pv_visits: Vec<u64>,
    /// Like [`Report::ownership`], over the simulations through this move; empty unless requested.
    pub ownership: Vec<f32>,
}

impl Candidate {
    /// Returns a cautious estimate of [`Candidate::win_rate`]: two standard deviations below it, at
    /// least 0.
    pub fn lower_bound(&self) -> f64 {
        let visits = self.visits.max(1) as f64;
        (self.win_rate - 2.0 * (self.win_rate * (1.0 - self.win_rate) / visits).max(0.0).sqrt()).clamp(0.0, 1.0)
    }
}

/// The state of a search at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The side to move at the root.
    pub seat: Seat,
    /// The legal moves that were considered, best first.
    pub candidates: Vec<Candidate>,
    /// The number of simulations at the root, including those of a kept tree.
    pub visits: u64,
    /// The number of simulations of this search alone.
    pub simulations: u64,
    /// Expected result from 0 to 1.
    pub win_rate: f64,
    /// The value of the position, if proven.
    pub proof: Option<Proof>,
    /// For each cell of the bounding rectangle the probability of belonging to Black at the end,
    /// less that of belonging to White: −1 to +1.
    pub ownership: Vec<f32>,
    /// Time since the search began.
    pub time: Duration,
}

impl Report {
    /// Returns the report of a position without anything to search.
    pub fn empty(seat: Seat) -> Report {
        Report {
            seat,
            candidates: Vec::new(),
            visits: 0,
            simulations: 0,
            win_rate: 0.5,
            proof: None,
            ownership: Vec::new(),
            time: Duration::ZERO,
        }
    }
    /// Puts the candidate of a move first. If a short search has not considered it, it is added
    /// with the expected result of the position; `prior` returns its prior probability.
    pub fn put_first(&mut self, mv: Move, prior: &dyn Fn(Move) -> f64) {
        let known = self.candidates.iter().position(|candidate| candidate.mv == mv);
        let at = known.unwrap_or_else(|| {
            self.candidates.push(Candidate {
                mv,
                visits: 0,
                win_rate: self.win_rate,
                lead: self.candidates.first().map_or(0.0, |best| best.lead),
                prior: prior(mv),
                proof: None,
                pv: vec![mv],
                pv_visits: vec![0],
                ownership: Vec::new(),
            });
            self.candidates.len() - 1
        });
        self.candidates[..=at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::board::Point;

    #[test]
    fn a_move_that_no_simulation_tried_has_the_expected_result_of_the_position() {
        let mut report = Report { win_rate: 0.1, ..Report::empty(Seat::White) };
        let [searched, chosen] = [3, 7].map(|point| Move::place(0, Point(point)));
        report.put_first(searched, &|_| 0.5);
        report.candidates[0].lead = -21.0;
        report.put_first(chosen, &|_| 0.25);
        let found: Vec<_> = report.candidates.iter().map(|found| (found.mv, found.win_rate, found.lead)).collect();
        assert_eq!(found, [(chosen, 0.1, -21.0), (searched, 0.1, -21.0)]);
        report.put_first(searched, &|_| 0.5);
        assert_eq!(report.candidates.iter().map(|found| found.mv).collect::<Vec<_>>(), [searched, chosen]);
    }
}
