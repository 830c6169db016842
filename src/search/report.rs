//! What a search found out. Every value is seen by the seat to move at the root, unless it says otherwise.

use std::time::Duration;

use crate::words::{Move, Seat};

/// A value that the search has proved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Proof {
    /// The seat loses against best play.
    Loss,
    /// Neither seat can do better than draw.
    Draw,
    /// The seat wins by best play.
    Win,
}

/// A move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Simulations that went through it.
    pub visits: u64,
    /// Expected result from 0 (loss) to 1 (win), a draw counting one half.
    pub win_rate: f64,
    /// Expected margin for the seat, in points; 0 where no simulation tells.
    pub lead: f64,
    /// The share that the prior gives the move, from 0 to 1.
    pub prior: f64,
    /// Its value, where proved.
    pub proof: Option<Proof>,
    /// The principal variation, this move first.
    pub pv: Vec<Move>,
    /// Simulations that went through each move of the variation.
    pub pv_visits: Vec<u64>,
    /// As [`Report::ownership`], over the simulations that went through this move; empty unless it was asked for.
    pub ownership: Vec<f32>,
}

impl Candidate {
    /// A cautious estimate of [`Candidate::win_rate`]: two standard deviations below it, 0 at least.
    pub fn lower_bound(&self) -> f64 {
        let visits = self.visits.max(1) as f64;
        (self.win_rate - 2.0 * (self.win_rate * (1.0 - self.win_rate) / visits).max(0.0).sqrt()).clamp(0.0, 1.0)
    }
}

/// The state of a search at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The seat to move at the root, by whose eyes all values are seen.
    pub seat: Seat,
    /// The legal moves that were looked at, the best first.
    pub candidates: Vec<Candidate>,
    /// Simulations at the root, those of a kept tree counted in.
    pub visits: u64,
    /// Simulations of this search alone.
    pub simulations: u64,
    /// Expected result from 0 to 1.
    pub win_rate: f64,
    /// The value of the position, where proved.
    pub proof: Option<Proof>,
    /// For each cell of the bounding rectangle, how surely it is *Black's* at the end: −1 to +1.
    pub ownership: Vec<f32>,
    /// Time since the search began.
    pub time: Duration,
}

impl Report {
    /// What is known where there is nothing to search.
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
}
