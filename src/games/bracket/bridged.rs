//! Games of Bracket in which bridges hold.

use rand::Rng as _;

use super::{Bracket, RandomGame};
use crate::board::cpu::{BitOps, Kernel};
use crate::game::Trace;
use crate::words::{Move, Rng, Seat};

/// A random game in which bridges hold: of two empty cells between which one of its bridges runs, each seat gets one.
/// (As in the playouts of Hex programs: who is cut off on one of them answers on the other.)
pub struct BridgedGame<'a, T: Trace, const W: usize> {
    pub position: &'a mut Bracket<W>,
    pub rng: &'a mut Rng,
    pub trace: &'a mut T,
}

impl<T: Trace, const W: usize> Kernel for BridgedGame<'_, T, W> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> f64 {
        let BridgedGame { position, rng, trace } = self;
        let empty = position.empty();
        let mut free = empty;
        let mut random = rng.next_u64();
        for stones in position.stones {
            position.board.bridges(stones, empty, |one, other| {
                if free.contains(one) && free.contains(other) {
                    free.remove(one);
                    free.remove(other);
                    // The seat to move is told first, so that the moves are a legal game.
                    let seat = position.to_move.index();
                    let [cell, answer] = if (random & 1) as usize == seat { [one, other] } else { [other, one] };
                    random = random.rotate_right(1);
                    for (cell, seat) in [(cell, seat), (answer, 1 - seat)] {
                        position.stones[seat].insert(cell);
                        trace.played(Seat::BOTH[seat], Move::place(0, position.board.points[cell]));
                        position.empty -= 1;
                    }
                }
            });
        }
        RandomGame { position, rng, trace }.run(bits)
    }
}
