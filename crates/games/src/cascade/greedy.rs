//! Informed playouts: every stone has the colour that gains most at once.

use quintet_core::board::Point;
use quintet_core::position::{MoveObserver as _, PlayoutObserver};
use quintet_core::random::{Rng, random_below};
use quintet_core::types::{Move, Seat};
use quintet_system::cpu::{BitOps, Kernel};

use super::Cascade;

/// A game of random squares, each filled with a colour by which the side to move leads most when
/// all stones have fallen.
pub struct GreedyGame<'a, 'b, const W: usize> {
    pub position: &'a mut Cascade<W>,
    pub rng: &'a mut Rng,
    pub observer: PlayoutObserver<'b>,
}

impl<const W: usize> Kernel for GreedyGame<'_, '_, W> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> f64 {
        let GreedyGame { position, rng, mut observer } = self;
        let mut empty = [[0u16; 64]; W];
        let empty = empty.as_flattened_mut();
        let count = usize::from(position.empty);
        let squares = (!position.filled() & position.board()).iter();
        squares.zip(empty.iter_mut()).for_each(|(point, square)| *square = point.0);
        for i in (0..count).rev() {
            empty.swap(i, random_below(rng, i as u32 + 1) as usize);
            let point = Point(empty[i]);
            if !position.filled().contains(point.index()) {
                let kind = position.place_best(point.index());
                observer.played(position.to_move, Move::place(kind, point));
                position.to_move = position.to_move.other();
            }
        }
        position.lead().into()
    }
}

impl<const W: usize> Cascade<W> {
    /// Puts a stone on a square in the colour by which the side to move leads most when all stones
    /// have fallen, in its own if that is one of several, and fills the board. The side to move
    /// stays. Returns the kind of the stone.
    #[inline(always)]
    fn place_best(&mut self, square: usize) -> u8 {
        let own = if self.to_move == Seat::White { 0 } else { 1 };
        let with = |kind| {
            let mut board = self.clone();
            board.place(square, kind);
            board
        };
        let in_own = with(own);
        if !in_own.fills() {
            *self = in_own;
            return own;
        }
        let mut boards = [in_own, with(2), with(1 - own)];
        Self::fill_alike(&mut boards);
        let [in_own, red, in_others] = boards;
        let (mut best, mut best_kind, mut best_lead) = (&in_own, own, in_own.lead_of(self.to_move));
        for (board, kind) in [(&red, 2), (&in_others, 1 - own)] {
            let lead = board.lead_of(self.to_move);
            if lead > best_lead {
                (best, best_kind, best_lead) = (board, kind, lead);
            }
        }
        *self = best.clone();
        best_kind
    }
}
