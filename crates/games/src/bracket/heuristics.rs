//! The playouts and features of Bracket.

use quintet_core::position::{Heuristics, PlayoutObserver, Prior, run_playout};
use quintet_core::random::Rng;
use quintet_core::types::Move;
use quintet_core::weights::Weights;
use quintet_network::Expectation;
use quintet_system::cpu::dispatch;

use super::playout::{BridgeGame, RandomGame};
use super::{Bracket, features};
use crate::networks::append_priors;

impl<const W: usize> Heuristics for Bracket<W> {
    #[inline]
    fn plies_to_end(&self) -> u32 {
        self.empty.into()
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        features::append(self, moves, features);
    }

    fn inputs(&self, inputs: &mut Vec<u16>) {
        self.add_inputs(inputs);
    }

    fn priors(&self, weights: &Weights, moves: &[Move], priors: &mut Vec<Prior>) -> Option<Expectation> {
        append_priors(self, Bracket::evaluate, weights, moves, priors)
    }

    fn playout(&mut self, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        run_playout!(observer, |observer| RandomGame { position: self, rng, observer })
    }

    fn informed_playout(&mut self, _weights: &Weights, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        dispatch(BridgeGame { position: self, rng, observer })
    }
}
