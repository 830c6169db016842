//! Who owns the points of the board at the end of simulations.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

use quintet_core::board::{Geometry, Point};
use quintet_core::position::AnyPosition;
use quintet_core::types::{Move, Seat};
use rustc_hash::FxHashMap;

use crate::simulation::EndObserver;

/// The owners of the cells at the end of simulations: of all, and of those that began with each
/// root move.
pub(crate) struct Ownership {
    points: Vec<Point>,
    all: Balance,
    moves: FxHashMap<Move, Balance>,
}

impl Ownership {
    /// Counts for all simulations, and separately for those that begin with one of `moves`.
    pub fn new(geometry: &Geometry, moves: &[Move]) -> Ownership {
        Ownership {
            points: geometry.points().collect(),
            all: Balance::new(geometry),
            moves: moves.iter().map(|&mv| (mv, Balance::new(geometry))).collect(),
        }
    }

    /// Counts the end of a simulation that began with `first`.
    pub fn count(&self, first: Option<Move>, position: &dyn AnyPosition) {
        self.all.count(&self.points, position);
        if let Some(balance) = first.and_then(|mv| self.moves.get(&mv)) {
            balance.count(&self.points, position);
        }
    }

    /// Returns the balance of each cell, from −1 (White) to +1 (Black).
    pub fn balance(&self) -> Vec<f32> {
        self.all.shares()
    }

    /// Returns the same over the simulations that began with a move; empty if they were not
    /// counted.
    pub fn balance_after(&self, mv: Move) -> Vec<f32> {
        self.moves.get(&mv).map_or_else(Vec::new, Balance::shares)
    }
}

/// Counts some of the simulations of a thread: every `interval`-th.
#[derive(Clone, Copy)]
pub(crate) struct OwnershipSampler<'a> {
    ownership: Option<&'a Ownership>,
    interval: u64,
    simulations: u64,
}

impl<'a> OwnershipSampler<'a> {
    /// Creates a sampler; without `ownership` nothing is counted.
    pub fn new(ownership: Option<&'a Ownership>, interval: u64) -> OwnershipSampler<'a> {
        OwnershipSampler { ownership, interval, simulations: 0 }
    }
}

impl EndObserver for OwnershipSampler<'_> {
    fn is_next_due(&mut self) -> bool {
        let is_due = self.simulations.is_multiple_of(self.interval);
        self.simulations += 1;
        is_due && self.ownership.is_some()
    }

    fn observe(&mut self, first: Option<Move>, position: &dyn AnyPosition) {
        if let Some(ownership) = self.ownership {
            ownership.count(first, position);
        }
    }
}

/// For each cell of the bounding rectangle: Black's simulations less White's.
struct Balance {
    balance: Vec<AtomicI32>,
    simulations: AtomicU32,
}

impl Balance {
    fn new(geometry: &Geometry) -> Balance {
        let cells = usize::from(geometry.width()) * usize::from(geometry.height());
        Balance { balance: (0..cells).map(|_| AtomicI32::new(0)).collect(), simulations: AtomicU32::new(0) }
    }

    fn count(&self, points: &[Point], position: &dyn AnyPosition) {
        self.simulations.fetch_add(1, Ordering::Relaxed);
        for &point in points {
            if let Some(owner) = position.owner(point) {
                let balance = if owner == Seat::Black { 1 } else { -1 };
                self.balance[point.index()].fetch_add(balance, Ordering::Relaxed);
            }
        }
    }

    fn shares(&self) -> Vec<f32> {
        let simulations = self.simulations.load(Ordering::Relaxed).max(1) as f32;
        let share = |balance: &AtomicI32| (balance.load(Ordering::Relaxed) as f32 / simulations).clamp(-1.0, 1.0);
        self.balance.iter().map(share).collect()
    }
}
