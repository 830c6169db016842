//! Games of Cascade in which every stone has the colour that gives its seat the most at once.

use super::Cascade;
use crate::board::Point;
use crate::board::cpu::{BitOps, Kernel};
use crate::game::Trace;
use crate::words::{Move, Rng, Seat, random_below};

/// A game of random squares, each filled with one of the colours by which its seat leads most when all has fallen.
pub struct GreedyGame<'a, T: Trace, const W: usize> {
    pub position: &'a mut Cascade<W>,
    pub rng: &'a mut Rng,
    pub trace: &'a mut T,
}

impl<T: Trace, const W: usize> Kernel for GreedyGame<'_, T, W> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> f64 {
        let GreedyGame { position, rng, trace } = self;
        let mut empty = [[0u16; 64]; W];
        let empty = empty.as_flattened_mut();
        let count = usize::from(position.empty);
        let squares = (!position.filled() & position.board()).iter();
        squares.zip(empty.iter_mut()).for_each(|(point, square)| *square = point.0);
        for i in (0..count).rev() {
            empty.swap(i, random_below(rng, i as u32 + 1) as usize);
            let point = Point(empty[i]);
            if !position.filled().contains(point.index()) {
                let kind = position.put_best(point.index());
                trace.played(position.to_move, Move::place(kind, point));
                position.to_move = position.to_move.other();
            }
        }
        position.lead()
    }
}

impl<const W: usize> Cascade<W> {
    /// Puts a stone on a square in the colour by which the seat to move leads most once all has fallen, its own where
    /// that is one of several, and lets all fall. The kind of the stone. The seat to move stays.
    #[inline(always)]
    fn put_best(&mut self, square: usize) -> u8 {
        let own = if self.to_move == Seat::White { 0 } else { 1 };
        // Other than its own: the opponent's colour, then red.
        let mut best = self.clone();
        best.put(square, own);
        let falls = best.falls();
        if !falls {
            *self = best;
            return own;
        }
        best.fill();
        let sign = self.to_move.sign();
        let mut best_kind = own;
        let mut best_lead = best.lead() * sign;
        for kind in [2, 1 - own] {
            let mut other = self.clone();
            other.put(square, kind);
            other.fill();
            let lead = other.lead() * sign;
            if lead > best_lead {
                (best, best_kind, best_lead) = (other, kind, lead);
            }
        }
        *self = best;
        best_kind
    }

    /// Whether a square is to be filled by the rules.
    #[inline(always)]
    fn falls(&self) -> bool {
        let (filled, width) = (self.filled(), self.width.into());
        let down = filled.down(1) & filled.down(width) & !(filled | self.last_column());
        let up = filled.up(1) & filled.up(width) & !(filled | self.first_column()) & self.board();
        !down.is_empty() || (self.both && !up.is_empty())
    }
}
