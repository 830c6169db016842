//! The playouts and features of Cascade, and the shortest rest of a game.

use quintet_core::position::{Heuristics, PlayoutObserver, Position as _, Prior};
use quintet_core::random::Rng;
use quintet_core::types::Move;
use quintet_core::weights::Weights;
use quintet_network::Expectation;
use quintet_system::cpu::dispatch;

use super::greedy::GreedyGame;
use super::playout::random_game;
use super::{Cascade, features};
use crate::networks::append_priors;

impl<const W: usize> Heuristics for Cascade<W> {
    /// Filling downwards never reaches the squares of the two upper edges. Filling both ways never
    /// lengthens the outline of the filled squares, which a placed stone lengthens by 4 at most.
    fn plies_to_end(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        let (filled, width) = (self.filled(), u32::from(self.width));
        let top_row = !self.board().down(width);
        let plies = if self.both {
            let beside = (filled & filled.down(1) & !self.last_column()).count();
            let above = (filled & filled.down(width)).count();
            width.saturating_sub((2 * filled.count() - beside - above) / 2)
        } else {
            (!filled & (self.last_column() | top_row) & self.board()).count()
        };
        plies.max(1)
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        features::append(self, moves, features);
    }

    fn inputs(&self, inputs: &mut Vec<u16>) {
        self.add_inputs(inputs);
    }

    fn priors(&self, weights: &Weights, moves: &[Move], priors: &mut Vec<Prior>) -> Option<Expectation> {
        append_priors(self, Cascade::evaluate, weights, moves, priors)
    }

    fn playout(&mut self, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        match observer {
            PlayoutObserver::None => random_game(self, rng, &mut ()),
            mut others => random_game(self, rng, &mut others),
        }
    }

    fn informed_playout(&mut self, _weights: &Weights, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        dispatch(GreedyGame { position: self, rng, observer })
    }
}
