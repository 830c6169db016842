//! Random games, and the features of moves.

use quintet_core::board::Point;
use quintet_core::position::{Heuristics, MoveObserver, PlayoutObserver, Position as _, Prior, run_playout};
use quintet_core::random::{Rng, random_below};
use quintet_core::types::Move;
use quintet_core::weights::Weights;
use quintet_network::Expectation;
use quintet_system::cpu::{BitOps, Kernel};

use super::features;
use super::{Alaric, Cells};
use crate::networks::append_priors;

/// A game of random moves, stopped after three moves per cell.
struct RandomGame<'a, C: Cells, O: MoveObserver> {
    position: &'a mut Alaric<C>,
    rng: &'a mut Rng,
    observer: &'a mut O,
}

impl<C: Cells, O: MoveObserver> Kernel for RandomGame<'_, C, O> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> f64 {
        // Local copies stay in registers.
        let (mut position, mut rng) = (self.position.clone(), self.rng.clone());
        let mut left = 3 * position.cells.count();
        let margin = loop {
            let open = position.open();
            if open == 0 {
                break position.lead();
            }
            if left == 0 {
                break 0.0;
            }
            left -= 1;
            let cell = bits.nth_bit(open, random_below(&mut rng, open.count_ones()));
            self.observer.played(position.to_move, Move::place(0, Point(cell.trailing_zeros() as u16)));
            position.place(cell);
        };
        (*self.position, *self.rng) = (position, rng);
        margin
    }
}

impl<C: Cells> Heuristics for Alaric<C> {
    /// At the end every empty cell was vacated by the latest move, or was barred earlier to a side
    /// that has not moved since. So each other cell that is empty now has to be filled.
    fn plies_to_end(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        (self.empty() & !self.waiting.bars).count_ones().max(1)
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        features::append(self, moves, features);
    }

    fn inputs(&self, inputs: &mut Vec<u16>) {
        self.add_inputs(inputs);
    }

    fn priors(&self, weights: &Weights, moves: &[Move], priors: &mut Vec<Prior>) -> Option<Expectation> {
        append_priors(self, Alaric::evaluate, weights, moves, priors)
    }

    fn playout(&mut self, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        run_playout!(observer, |observer| RandomGame { position: self, rng, observer })
    }
}
