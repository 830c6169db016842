//! Values, best moves and lines of single positions.

use std::cmp::Reverse;

use quintet_core::position::{AnyPosition, Planes};
use quintet_core::types::{Move, Seat};

use super::LayeredIteration;
use crate::play::{PositionPool, after, legal_moves, normalized};
use crate::solution::{Ends, LONGEST_LINE, Solution};
use crate::value_scale::seen_by;

/// The best ends that the side to move and the other side can force, each for itself; `None` for a
/// side that can force none.
pub type Forced = [Option<i32>; 2];

impl LayeredIteration {
    /// Returns what can be forced in a position.
    pub(super) fn forced(&self, position: &dyn AnyPosition) -> Forced {
        self.forced_in(&*normalized(position), &mut PositionPool::default())
    }

    /// Returns what can be forced in a position after [`normalize_turn`].
    ///
    /// [`normalize_turn`]: quintet_core::position::Solvable::normalize_turn
    pub(super) fn forced_in(&self, position: &dyn AnyPosition, pool: &mut PositionPool) -> Forced {
        let seat = position.to_move();
        if let Some(outcome) = position.outcome() {
            let black = self.scale.value_of(outcome.margin.points());
            let own = if seat == Seat::Black { black } else { -black };
            return [Some(own), Some(-own)];
        }
        let planes = position.planes().expect("boards in layers are small");
        match self.boards.ends(planes, seat, &self.state.ends) {
            Some(ends) => ends.map(|end| end.map(|margin| margin * self.scale.steps())),
            None => self.forced_by_moves(position, pool),
        }
    }

    /// Returns what can be forced in a position according to what can be forced after each of its
    /// moves.
    pub(super) fn forced_by_moves(&self, position: &dyn AnyPosition, pool: &mut PositionPool) -> Forced {
        let mut after = Vec::new();
        for mv in legal_moves(position) {
            let next = pool.successor(position, mv);
            after.push(self.forced_in(&*next, pool));
            pool.give_back(next);
        }
        let own = after.iter().filter_map(|[_, other]| *other).max();
        let other = after.iter().map(|[own, _]| *own).min().flatten();
        [own, other]
    }

    /// Returns whether the best ends of the two sides do not meet.
    pub(super) fn is_open(&self, [own, other]: Forced) -> bool {
        own.is_none() || own != other.map(|other| -other)
    }

    /// Returns the bounds of a position's value for its side to move.
    pub(super) fn bounds(&self, position: &dyn AnyPosition) -> [i32; 2] {
        let seat = position.to_move();
        let [own, other] = self.forced(position);
        if self.is_done {
            let endless = self.scale.endless() * seat.sign();
            let value = match [own, other] {
                [Some(own), _] if f64::from(own) > endless => own,
                [_, Some(other)] if f64::from(-other) < endless => -other,
                _ => endless as i32,
            };
            return [value; 2];
        }
        let [low, high] = seen_by(self.scale.bounds(position), seat);
        [own.map_or(low, |own| own.max(low)), other.map_or(high, |other| high.min(-other))]
    }

    /// Returns the moves that keep a position's value.
    fn keeping(&self, position: &dyn AnyPosition) -> Vec<Move> {
        let value = self.bounds(position);
        let mut moves = legal_moves(position);
        moves.retain(|&mv| self.bounds(&*after(position, mv)).map(|bound| -bound) == value);
        moves
    }

    /// Returns what is known about a position.
    pub fn solution(&self, position: &dyn AnyPosition) -> Solution {
        let bounds = seen_by(self.bounds(position), position.to_move()).map(|bound| self.scale.margin(bound));
        let solution = Solution::bounds(bounds, self.scale.has_margins(), self.boards.len(), self.begun);
        if !self.is_done {
            return solution;
        }
        let line = if self.state.ranks.is_empty() { Vec::new() } else { self.line(position.boxed_clone()) };
        Solution { best: self.keeping(position), line, ends: Some(self.ends(position)), ..solution }
    }

    fn ends(&self, position: &dyn AnyPosition) -> Ends {
        let score = |end: Option<i32>| end.map(|end| (end / self.scale.steps(), None));
        let [own, other] = self.forced(position).map(score);
        if position.to_move() == Seat::Black { [own, other] } else { [other, own] }
    }

    /// Returns the iterations that found what the side to move, and the other side, can force in a
    /// position.
    fn ranks(&self, position: &dyn AnyPosition) -> [u8; 2] {
        let position = normalized(position);
        if self.state.ranks.is_empty() || position.is_over() {
            return [0; 2];
        }
        let planes = position.planes().expect("boards in layers are small");
        if let Some(ranks) = self.boards.ranks(planes, position.to_move(), &self.state.ranks) {
            return ranks;
        }
        let forced = self.forced(&*position);
        let ranks_if_kept = |mv| {
            let next = after(&*position, mv);
            let [own, other] = self.forced(&*next);
            ([other, own] == forced).then(|| self.ranks(&*next))
        };
        let ranks: Vec<[u8; 2]> = legal_moves(&*position).into_iter().filter_map(ranks_if_kept).collect();
        let own = ranks.iter().map(|[_, other]| *other).min().unwrap_or(0);
        let other = ranks.iter().map(|[own, _]| *own).max().unwrap_or(0);
        [own, other]
    }

    /// Returns best play, to the end of the game or until a position repeats. The better side takes
    /// the moves that lead to what was found in earlier iterations, and among these to fuller
    /// boards, so that it makes progress.
    fn line(&self, mut position: Box<dyn AnyPosition>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = vec![position.key()];
        while !position.is_over() && line.len() < LONGEST_LINE {
            let Some((mv, next)) = self.best_move(&*position, &seen) else { break };
            let repeats = seen.contains(&next.key());
            position = next;
            line.push(mv);
            if repeats {
                break;
            }
            seen.push(position.key());
        }
        line
    }

    /// Returns the move of a line of best play, and the position after it.
    fn best_move(&self, position: &dyn AnyPosition, seen: &[u64]) -> Option<(Move, Box<dyn AnyPosition>)> {
        let [value, _] = self.bounds(position);
        let leads = f64::from(value) >= self.scale.endless() * position.to_move().sign();
        let moves = self.keeping(position).into_iter().map(|mv| {
            let next = after(position, mv);
            let stones = next.planes().map_or(0, |Planes { sets: [black, white], .. }| (black | white).count_ones());
            let rank = (self.ranks(&*next)[usize::from(leads)], u32::MAX - stones);
            (seen.contains(&next.key()), rank, mv, next)
        });
        let best = match leads {
            true => moves.min_by_key(|(repeats, rank, ..)| (*repeats, *rank)),
            false => moves.min_by_key(|(repeats, rank, ..)| (*repeats, Reverse(*rank))),
        };
        best.map(|(_, _, mv, next)| (mv, next))
    }
}
