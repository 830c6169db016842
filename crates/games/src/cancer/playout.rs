//! Random games: uniform ones, and informed ones in which sides do not waste stones or eyes while
//! there is something else to do, and see captures more often than by chance.

use quintet_core::position::{MoveObserver, Position as _};
use quintet_core::random::Rng;
use quintet_core::types::{Move, Seat};
use rand::Rng as _;

use super::{CANCER, Cancer, OWN};
use crate::chains::{Cell, EmptyPoints};

/// The number of further points that are examined for captures once there is a place for an own
/// stone. With one or four, play is weaker (docs/research/strength.md).
const CAPTURE_LOOKAHEAD: u32 = 2;

impl<const S: usize, const N: usize, const W: usize> Cancer<S, N, W> {
    /// Plays random moves to the end of the game, `INFORMED` or uniform ones. Returns the winner's
    /// margin, or 0 if the game takes too long.
    #[inline(always)]
    pub(super) fn random_game<const INFORMED: bool, O: MoveObserver>(
        &mut self,
        rng: &mut Rng,
        observer: &mut O,
    ) -> f64 {
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
                    self.play_move::<INFORMED>(Seat::Black, &mut empty_points, random as u32)
                }
                Seat::White => self.play_move::<INFORMED>(Seat::White, &mut empty_points, (random >> 32) as u32),
            };
            let Some((cell, kind)) = played else { break };
            observer.played(seat, Move::place(kind, self.board.point(cell)));
        }
        self.margin()
    }

    #[inline(always)]
    fn play_move<const INFORMED: bool>(
        &mut self,
        me: Seat,
        empty_points: &mut EmptyPoints<N>,
        random: u32,
    ) -> Option<(Cell, u8)> {
        if INFORMED { self.play_sensible(me, empty_points, random) } else { self.play_random(me, empty_points, random) }
    }

    /// Makes a random legal placement for `me`, the side to move: on the first possible point from
    /// a random empty one on. `random` is uniform over all its values.
    #[inline(always)]
    fn play_random(&mut self, me: Seat, empty_points: &mut EmptyPoints<N>, random: u32) -> Option<(Cell, u8)> {
        let count = empty_points.len();
        if count == 0 {
            return None;
        }
        let choice = (random & 1) as u8;
        let start = ((u64::from(random) * count as u64) >> 32) as usize;
        let mut index = start;
        loop {
            let cell = empty_points.get(index);
            let neighbours = self.board.neighbours(cell);
            let [own, cancer] = self.legal_kinds(&neighbours, me, self.board.preview(&neighbours));
            if own | cancer {
                let kind = if own & cancer { choice } else { cancer as u8 };
                empty_points.remove(index);
                self.place::<false>(&neighbours, me, kind, empty_points);
                return Some((cell, kind));
            }
            index = if index + 1 == count { 0 } else { index + 1 };
            if index == start {
                return None;
            }
        }
    }

    /// Makes a random sensible placement for `me`, the side to move: an own stone on the first
    /// sensible point from a random empty one on, unless a sensible cancer stone is found up to
    /// there or soon after. If nothing is sensible, makes any legal placement.
    #[inline(always)]
    fn play_sensible(&mut self, me: Seat, empty_points: &mut EmptyPoints<N>, random: u32) -> Option<(Cell, u8)> {
        let count = empty_points.len();
        if count == 0 {
            return None;
        }
        let (mine, theirs) = (me as u8, me.other() as u8);
        let start = ((u64::from(random) * count as u64) >> 32) as usize;
        let mut index = start;
        let mut own_index = None;
        let mut left = CAPTURE_LOOKAHEAD;
        loop {
            let neighbours = self.board.neighbours(empty_points.get(index));
            let chains = self.board.preview(&neighbours);
            let [own, cancer] = self.legal_kinds(&neighbours, me, chains);
            // A cancer stone should capture stones of the opponent, whatever else it captures, or
            // fill one of its eyes.
            let fills_eye = neighbours.is_enclosed_by(theirs) & !chains.any_dead(mine);
            if cancer & (chains.any_dead(theirs) | fills_eye) {
                return Some(self.play_at(index, CANCER, empty_points));
            }
            // An own eye is not filled.
            if own & (neighbours.has_liberty() | neighbours.touches(theirs)) && own_index.is_none() {
                own_index = Some(index);
            }
            if own_index.is_some() {
                if left == 0 {
                    break;
                }
                left -= 1;
            }
            index = if index + 1 == count { 0 } else { index + 1 };
            if index == start {
                break;
            }
        }
        match own_index {
            Some(index) => Some(self.play_at(index, OWN, empty_points)),
            None => self.play_random(me, empty_points, random),
        }
    }

    /// Places a stone on one of the empty points. Reading its neighbours again costs less than
    /// keeping them.
    #[inline(always)]
    fn play_at(&mut self, index: usize, kind: u8, empty_points: &mut EmptyPoints<N>) -> (Cell, u8) {
        let neighbours = self.board.neighbours(empty_points.get(index));
        empty_points.remove(index);
        self.place::<false>(&neighbours, self.to_move, kind, empty_points);
        (neighbours.cell(), kind)
    }
}
