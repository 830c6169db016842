//! All moves as first: which seat first placed what on each point, in the rest of a simulation.
//! (Gelly and Silver, *Combining online and offline knowledge in UCT*, 2007.)

use crate::game::Trace;
use crate::words::{Move, Seat};

/// The first placement on every point; cleared in no time.
pub(crate) struct FirstPlacements {
    /// For each point the simulation in which it was filled, the kind of stone and the seat.
    points: Box<[u32; POINTS]>,
    /// The simulation, shifted past kind and seat.
    now: u32,
    /// 1 where it matters which seat placed a stone, 0 where it doesn't.
    seats: u32,
}

/// Points that a [`Move`]'s code tells apart: some more than boards have, so that every index is within bounds.
const POINTS: usize = 1 << POINT_BITS;
const POINT_BITS: u32 = 10;

/// Bits of an entry that tell the kind of stone (three) and the seat (one).
const KIND_AND_SEAT_BITS: u32 = 4;

impl FirstPlacements {
    /// `shared`: a stone is the same whoever places it, so that each seat's moves speak for the other's too.
    pub fn new(shared: bool) -> FirstPlacements {
        FirstPlacements { points: Box::new([0; POINTS]), now: 1 << KIND_AND_SEAT_BITS, seats: u32::from(!shared) }
    }

    /// Forgets all placements.
    pub fn clear(&mut self) {
        self.now = self.now.wrapping_add(1 << KIND_AND_SEAT_BITS);
        if self.now == 0 {
            *self = FirstPlacements::new(self.seats == 0);
        }
    }

    /// Notes a move that came before all those noted so far.
    pub fn precede(&mut self, seat: Seat, mv: Move) {
        if mv.point().is_some() {
            let (point, entry) = entry(self.now, seat.index() as u32 & self.seats, mv);
            self.points[point] = entry;
        }
    }

    /// What one seat placed first.
    #[inline]
    pub fn of(&self, seat: Seat) -> Placements<'_> {
        Placements { points: &self.points, now: self.now, seat: seat.index() as u32 & self.seats }
    }
}

/// What one seat placed first, for looking at many moves.
#[derive(Clone, Copy)]
pub(crate) struct Placements<'a> {
    points: &'a [u32; POINTS],
    now: u32,
    seat: u32,
}

impl Placements<'_> {
    /// Whether the first stone on its point was that of this move.
    #[inline]
    pub fn contain(self, mv: Move) -> bool {
        let (point, entry) = entry(self.now, self.seat, mv);
        self.points[point] == entry
    }
}

/// Where a placement is noted, and as what. Passes and swaps come to kinds and points that no placement has, and
/// are never noted: when a pass comes says nothing of what it is worth now.
#[inline]
fn entry(now: u32, seat: u32, mv: Move) -> (usize, u32) {
    let code = u32::from(mv.code());
    let kind = (code >> POINT_BITS) & 7;
    ((code & (POINTS as u32 - 1)) as usize, now | kind << 1 | seat)
}

impl Trace for FirstPlacements {
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
        let mut first = FirstPlacements::new(false);
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
    fn what_is_the_same_whoever_places_it_counts_for_both() {
        let mv = Move::place(1, Point(7));
        let mut first = FirstPlacements::new(true);
        first.played(Seat::White, mv);
        assert!(first.of(Seat::White).contain(mv) && first.of(Seat::Black).contain(mv));
        assert!(!first.of(Seat::Black).contain(Move::place(0, Point(7))));
    }

    #[test]
    fn passes_and_swaps_are_not_noted() {
        let mut first = FirstPlacements::new(false);
        for mv in [Move::PASS, Move::SWAP] {
            first.played(Seat::White, mv);
            first.precede(Seat::White, mv);
            assert!(!first.of(Seat::White).contain(mv) && !first.of(Seat::Black).contain(mv));
        }
    }
}
