//! Random games of Bracket, plain and with bridges held.

use rand::Rng as _;

use quintet_core::board::Bits;
use quintet_core::position::{MoveObserver, PlayoutObserver};
use quintet_core::random::{Rng, random_below};
use quintet_core::types::{Move, Seat};
use quintet_system::cpu::{BitOps, Kernel};

use super::Bracket;
use super::score::Lead;

/// A game of random moves. Only the owners of the cells matter, not the order in which they were
/// filled.
pub struct RandomGame<'a, O: MoveObserver, const W: usize> {
    pub position: &'a mut Bracket<W>,
    pub rng: &'a mut Rng,
    pub observer: &'a mut O,
}

impl<O: MoveObserver, const W: usize> Kernel for RandomGame<'_, O, W> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> f64 {
        let RandomGame { position, rng, observer } = self;
        let (mover, empty) = (position.to_move, position.empty());
        let half = u32::from(position.empty).div_ceil(2);
        let chosen = random_subset(empty, half, rng, bits);
        let rest = empty & !chosen;

        position.stones[mover.index()] = position.stones[mover.index()] | chosen;
        position.stones[mover.other().index()] = position.stones[mover.other().index()] | rest;
        if position.empty % 2 == 1 {
            position.to_move = mover.other();
        }
        position.empty = 0;

        let mut others = rest.iter();
        for cell in chosen.iter() {
            observer.played(mover, Move::place(0, position.point(cell)));
            if let Some(other) = others.next() {
                observer.played(mover.other(), Move::place(0, position.point(other)));
            }
        }
        Lead(position).run(bits)
    }
}

/// Returns a uniformly random subset of `size` points.
///
/// Starts from a random half of the points and adds or removes points until the size is right.
#[inline(always)]
fn random_subset<B: BitOps, const W: usize>(set: Bits<W>, size: u32, rng: &mut Rng, bits: B) -> Bits<W> {
    let all = set.count();
    let mut chosen = Bits(set.0.map(|word| word & rng.next_u64()));
    let mut count = chosen.count();
    while count < size {
        chosen = chosen | (set & !chosen).nth(random_below(rng, all - count), bits);
        count += 1;
    }
    while count > size {
        chosen = chosen & !chosen.nth(random_below(rng, count), bits);
        count -= 1;
    }
    chosen
}

/// A random game in which bridges hold: each side gets one of the two empty cells of a bridge.
///
/// Playouts of Hex programs do the same: if the opponent intrudes on one of the cells, the answer
/// is the other.
pub struct BridgeGame<'a, 'b, const W: usize> {
    pub position: &'a mut Bracket<W>,
    pub rng: &'a mut Rng,
    pub observer: PlayoutObserver<'b>,
}

impl<const W: usize> Kernel for BridgeGame<'_, '_, W> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> f64 {
        let BridgeGame { position, rng, mut observer } = self;
        let empty = position.empty();
        let mut free = empty;
        let mut random = rng.next_u64();
        for stones in position.stones {
            position.board.bridges(stones, empty, |one, other| {
                if free.contains(one) && free.contains(other) {
                    free.remove(one);
                    free.remove(other);
                    // The move of the side to move is reported first, so that the moves are a legal
                    // game.
                    let seat = position.to_move.index();
                    let [cell, answer] = if (random & 1) as usize == seat { [one, other] } else { [other, one] };
                    random = random.rotate_right(1);
                    for (cell, seat) in [(cell, seat), (answer, 1 - seat)] {
                        position.stones[seat].insert(cell);
                        observer.played(Seat::BOTH[seat], Move::place(0, position.board.points[cell]));
                        position.empty -= 1;
                    }
                }
            });
        }
        RandomGame { position, rng, observer: &mut observer }.run(bits)
    }
}
