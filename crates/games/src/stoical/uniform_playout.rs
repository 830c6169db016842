//! Uniform playouts: the first legal placement that fills no own eye, from a random empty point on.

use quintet_core::position::{MoveObserver, Position as _};
use quintet_core::random::Rng;
use quintet_core::types::{Move, Seat};
use rand::Rng as _;

use super::Stoical;
use crate::chains::{Cell, EmptyPoints};

impl<const S: usize, const N: usize, const W: usize> Stoical<S, N, W> {
    /// Returns the index of the first empty point, from the `start`-th on and around, where a stone
    /// of the side to move is legal and fills no own eye. `ME` is the side's colour.
    #[inline(never)]
    fn find_sensible<const ME: u8>(&self, empty_points: &EmptyPoints<N>, start: usize) -> Option<usize> {
        let them = 1 - ME;
        let mut index = start;
        loop {
            let neighbours = self.board.neighbours(empty_points.get(index));
            let chains = self.board.preview(&neighbours);
            // All conditions are computed for every point because branches would be unpredictable.
            let is_sensible = neighbours.has_liberty() | (chains.any_alive(ME) & !self.board.is_eye(&neighbours, ME));
            let is_sensible = if chains.any_dead(them) { self.may_capture(&neighbours) } else { is_sensible };
            if is_sensible {
                return Some(index);
            }
            index = if index + 1 == empty_points.len() { 0 } else { index + 1 };
            if index == start {
                return None;
            }
        }
    }

    /// Plays a random sensible placement for `me`, the side to move; does nothing if there is none.
    /// `random` is uniform over all its values.
    #[inline(always)]
    fn play_random(&mut self, me: Seat, empty_points: &mut EmptyPoints<N>, random: u32) -> Option<Cell> {
        let count = empty_points.len();
        if count == 0 {
            return None;
        }
        let mut index = ((u64::from(random) * count as u64) >> 32) as usize;
        let mut neighbours = self.board.neighbours(empty_points.get(index));
        if !neighbours.has_liberty() | (self.ko.captured_before(me) != 0) {
            index = match me {
                Seat::Black => self.find_sensible::<0>(empty_points, index)?,
                Seat::White => self.find_sensible::<1>(empty_points, index)?,
            };
            neighbours = self.board.neighbours(empty_points.get(index));
        }
        empty_points.remove(index);
        self.place::<false>(&neighbours, me, empty_points);
        Some(neighbours.cell())
    }

    /// Implements `Heuristics::playout`.
    #[inline(always)]
    pub(super) fn play_uniformly<O: MoveObserver>(&mut self, rng: &mut Rng, observer: &mut O) -> f64 {
        let rule = self.ko.rule;
        self.ko.rule = rule.in_playouts();
        let mut empty_points = self.board.empty_points();
        let mut left = 3 * self.board.point_count();
        let mut random = rng.next_u64();
        while left > 0 && !self.is_over() {
            left -= 1;
            let seat = self.to_move;
            // The seat is a constant in each arm, and one random number serves both.
            let played = match seat {
                Seat::Black => {
                    random = rng.next_u64();
                    self.play_random(Seat::Black, &mut empty_points, random as u32)
                }
                Seat::White => self.play_random(Seat::White, &mut empty_points, (random >> 32) as u32),
            };
            match played {
                Some(cell) => observer.played(seat, Move::place(0, self.board.point(cell))),
                None => {
                    observer.played(seat, Move::PASS);
                    self.pass();
                }
            }
        }
        self.ko.rule = rule;
        f64::from(self.board.area_with(&empty_points)) - self.komi
    }
}
