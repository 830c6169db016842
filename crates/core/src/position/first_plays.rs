//! Rapid action value estimation (RAVE, also called AMAF, "all moves as first"): which side first
//! placed which stone on each point in the rest of a simulation. (Gelly and Silver, *Combining
//! online and offline knowledge in UCT*, 2007.)

use super::MoveObserver;
use crate::types::{Move, Seat};

/// The first placement on every point in a simulation. Clearing it takes constant time.
pub struct FirstPlays {
    /// For each point the simulation in which it was filled, the kind of stone and the side.
    points: Box<[u32; POINTS]>,
    /// The simulation, shifted past kind and seat.
    now: u32,
    /// 1 if it matters which side placed a stone, otherwise 0.
    seats: u32,
}

/// The number of points that the code of a [`Move`] distinguishes: more than any board has, so that
/// every index is in bounds.
const POINTS: usize = 1 << POINT_BITS;
const POINT_BITS: u32 = 10;

/// Bits of an entry for the kind of stone (three) and the side (one).
const KIND_AND_SEAT_BITS: u32 = 4;

impl FirstPlays {
    /// Creates an empty record. With `shared`, a stone counts for both sides, whoever placed it.
    pub fn new(shared: bool) -> FirstPlays {
        FirstPlays { points: Box::new([0; POINTS]), now: 1 << KIND_AND_SEAT_BITS, seats: u32::from(!shared) }
    }

    /// Removes all placements.
    pub fn clear(&mut self) {
        self.now = self.now.wrapping_add(1 << KIND_AND_SEAT_BITS);
        if self.now == 0 {
            *self = FirstPlays::new(self.seats == 0);
        }
    }

    /// Records a move that was played before all those recorded so far.
    pub fn precede(&mut self, seat: Seat, mv: Move) {
        if mv.point().is_some() {
            let (point, entry) = entry(self.now, seat.index() as u32 & self.seats, mv);
            self.points[point] = entry;
        }
    }

    /// Returns the first placements of one side.
    #[inline]
    pub fn of(&self, seat: Seat) -> FirstPlaysOf<'_> {
        FirstPlaysOf { points: &self.points, now: self.now, seat: seat.index() as u32 & self.seats }
    }
}

/// The first placements of one side, for looking up many moves.
#[derive(Clone, Copy)]
pub struct FirstPlaysOf<'a> {
    points: &'a [u32; POINTS],
    now: u32,
    seat: u32,
}

impl FirstPlaysOf<'_> {
    /// Returns whether the first stone on the move's point was placed by this move.
    #[inline]
    pub fn contain(self, mv: Move) -> bool {
        let (point, entry) = entry(self.now, self.seat, mv);
        self.points[point] == entry
    }
}

/// Returns the index and the value of the entry for a placement.
///
/// Passes and swaps map to kinds and points that no placement has, and are never recorded: when a
/// pass is played says nothing about its value now.
#[inline]
fn entry(now: u32, seat: u32, mv: Move) -> (usize, u32) {
    let code = u32::from(mv.code());
    let kind = (code >> POINT_BITS) & 7;
    ((code & (POINTS as u32 - 1)) as usize, now | kind << 1 | seat)
}

impl MoveObserver for FirstPlays {
    #[inline]
    fn played(&mut self, seat: Seat, mv: Move) {
        let (point, entry) = entry(self.now, seat.index() as u32 & self.seats, mv);
        let first = &mut self.points[point];
        if *first < self.now && mv.point().is_some() {
            *first = entry;
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
        let mut first = FirstPlays::new(false);
        first.played(Seat::White, mv);
        first.played(Seat::Black, mv);
        first.played(Seat::White, other);
        first.played(Seat::White, Move::PASS);
        assert!(first.of(Seat::White).contain(mv));
        assert!(!first.of(Seat::Black).contain(mv) && !first.of(Seat::White).contain(other));
        first.precede(Seat::White, other);
        assert!(first.of(Seat::White).contain(other) && !first.of(Seat::White).contain(mv));
        first.clear();
        assert!(!first.of(Seat::White).contain(other));
    }

    #[test]
    fn shared_stones_count_for_both_sides() {
        let mv = Move::place(1, Point(7));
        let mut first = FirstPlays::new(true);
        first.played(Seat::White, mv);
        assert!(first.of(Seat::White).contain(mv) && first.of(Seat::Black).contain(mv));
        assert!(!first.of(Seat::Black).contain(Move::place(0, Point(7))));
    }

    #[test]
    fn passes_and_swaps_are_not_recorded() {
        let mut first = FirstPlays::new(false);
        for mv in [Move::PASS, Move::SWAP] {
            first.played(Seat::White, mv);
            first.precede(Seat::White, mv);
            assert!(!first.of(Seat::White).contain(mv) && !first.of(Seat::Black).contain(mv));
        }
    }
}
