//! Uniform playouts: random games without knowledge, from a random empty point on the first legal placement that fills no own eye.

use rand::Rng as _;

use super::{Ko, Stoical};
use crate::game::{Game as _, Trace};
use crate::games::chains::{Cell, Empties};
use crate::words::{Move, Rng, Seat};

impl<const S: usize, const N: usize> Stoical<S, N> {
    /// Which of the empty points, from the `start`-th on and round to it again, is the first where a stone of the
    /// seat to move, whose colour is `ME`, is legal and fills no eye of its own.
    #[inline(never)]
    fn find_sensible<const ME: u8>(&self, empties: &Empties<N>, start: usize) -> Option<usize> {
        let them = 1 - ME;
        let mut index = start;
        loop {
            let look = self.board.look(empties.get(index));
            let chances = self.board.foresee(&look);
            // All of it is worked out for every point: which of it decides can't be foreseen.
            let sensible = look.has_liberty() | (chances.alive(ME) & !self.board.is_eye(&look, ME));
            let sensible = if chances.dead(them) { self.may_capture(&look) } else { sensible };
            if sensible {
                return Some(index);
            }
            index = if index + 1 == empties.len() { 0 } else { index + 1 };
            if index == start {
                return None;
            }
        }
    }

    /// Plays a random sensible placement for `me`, the seat to move; `None`, and nothing is played, where there
    /// is none. `random` is uniform over all its values.
    #[inline(always)]
    fn turn(&mut self, me: Seat, empties: &mut Empties<N>, random: u32) -> Option<Cell> {
        let count = empties.len();
        if count == 0 {
            return None;
        }
        let mut index = ((u64::from(random) * count as u64) >> 32) as usize;
        let mut look = self.board.look(empties.get(index));
        if !look.has_liberty() | (self.captured[me.other().index()] != 0) {
            index = match me {
                Seat::Black => self.find_sensible::<0>(empties, index)?,
                Seat::White => self.find_sensible::<1>(empties, index)?,
            };
            look = self.board.look(empties.get(index));
        }
        empties.remove(index);
        self.put::<false>(&look, me, empties);
        Some(look.cell())
    }

    /// See [`crate::game::Game::playout`].
    #[inline(always)]
    pub(super) fn play_uniformly<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        let rule = self.ko_rule;
        if rule == Ko::Positional {
            // Playouts don't remember boards: the simple ko rule is the part of the rule that they keep.
            self.ko_rule = Ko::Simple;
        }
        let mut empties = self.board.empties();
        let mut left = 3 * self.board.points();
        let mut random = rng.next_u64();
        while left > 0 && !self.is_over() {
            left -= 1;
            let seat = self.to_move;
            let played = match seat {
                Seat::Black => {
                    random = rng.next_u64();
                    self.turn(Seat::Black, &mut empties, random as u32)
                }
                Seat::White => self.turn(Seat::White, &mut empties, (random >> 32) as u32),
            };
            match played {
                Some(cell) => trace.played(seat, Move::place(0, self.board.point(cell))),
                None => {
                    trace.played(seat, Move::PASS);
                    self.pass();
                }
            }
        }
        self.ko_rule = rule;
        f64::from(self.board.area_with(&empties)) - self.komi
    }
}
