//! All moves as first: which seat first placed what on each point, in the rest of a simulation.
//! (Gelly and Silver, *Combining online and offline knowledge in UCT*, 2007.)

use crate::board::MAX_POINTS;
use crate::game::{Action, Move, Seat, Trace};

/// The first placement on every point; cleared in no time.
pub(crate) struct FirstPlacements {
    /// For each point the simulation in which it was filled, the kind of stone and the seat.
    points: Box<[u32; MAX_POINTS]>,
    /// The simulation, shifted past kind and seat.
    now: u32,
}

/// Bits of an entry that tell the kind of stone (three) and the seat (one).
const KIND_AND_SEAT_BITS: u32 = 4;

impl FirstPlacements {
    pub fn new() -> FirstPlacements {
        FirstPlacements { points: Box::new([0; MAX_POINTS]), now: 1 << KIND_AND_SEAT_BITS }
    }

    /// Forgets all placements.
    pub fn clear(&mut self) {
        self.now = self.now.wrapping_add(1 << KIND_AND_SEAT_BITS);
        if self.now == 0 {
            *self = FirstPlacements::new();
        }
    }

    #[inline]
    fn entry(&self, seat: Seat, kind: u8) -> u32 {
        self.now | u32::from(kind & 7) << 1 | seat.index() as u32
    }

    /// Notes a move that came before all those noted so far.
    pub fn precede(&mut self, seat: Seat, mv: Move) {
        if let Action::Place { kind, point } = mv.action() {
            self.points[point.index()] = self.entry(seat, kind);
        }
    }

    /// Whether the first stone on its point was that of this move of `seat`.
    #[inline]
    pub fn contains(&self, seat: Seat, mv: Move) -> bool {
        match mv.action() {
            Action::Place { kind, point } => self.points[point.index()] == self.entry(seat, kind),
            Action::Pass | Action::Swap => false,
        }
    }
}

impl Trace for FirstPlacements {
    #[inline]
    fn played(&mut self, seat: Seat, mv: Move) {
        if let Action::Place { kind, point } = mv.action() {
            let entry = self.entry(seat, kind);
            let first = &mut self.points[point.index()];
            if *first < self.now {
                *first = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    #[test]
    fn only_the_first_placement_on_a_point_counts() {
        let (mv, other) = (Move::place(0, Point(7)), Move::place(2, Point(7)));
        let mut first = FirstPlacements::new();
        first.played(Seat::White, mv);
        first.played(Seat::Black, mv);
        first.played(Seat::White, other);
        first.played(Seat::White, Move::PASS);
        assert!(first.contains(Seat::White, mv));
        assert!(!first.contains(Seat::Black, mv) && !first.contains(Seat::White, other));
        first.precede(Seat::White, other);
        assert!(first.contains(Seat::White, other) && !first.contains(Seat::White, mv));
        first.clear();
        assert!(!first.contains(Seat::White, other));
    }
}
