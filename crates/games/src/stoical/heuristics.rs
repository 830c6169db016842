//! Stoical Go for playouts and search.

use quintet_core::board::Point;
use quintet_core::position::{Heuristics, PlayoutObserver, Prior};
use quintet_core::random::Rng;
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;
use quintet_network::Expectation;

use super::Stoical;
use super::likelihoods::Likelihoods;
use crate::chains::playout::play_on_copies;
use crate::chains::{EMPTY, LibertyBoard};

impl<const S: usize, const N: usize, const W: usize> Heuristics for Stoical<S, N, W> {
    fn plies_to_end(&self) -> u32 {
        2 - u32::from(self.passes)
    }

    fn prior(&self, mv: Move) -> f32 {
        let Some(point) = mv.point() else {
            // A second pass ends the game, which is worth a look.
            return if self.passes == 1 { 1.0 } else { 0.02 };
        };
        let neighbours = self.board.neighbours(self.board.cell(point));
        if self.board.is_eye(&neighbours, self.to_move as u8) {
            return 0.01;
        }
        if self.board.preview(&neighbours).any_dead(self.to_move.other() as u8) { 4.0 } else { 1.0 }
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        self.add_features(&LibertyBoard::new(&self.board), moves, features);
    }

    fn inputs(&self, inputs: &mut Vec<u16>) {
        self.add_inputs(&LibertyBoard::new(&self.board), inputs);
    }

    fn priors(&self, weights: &Weights, moves: &[Move], priors: &mut Vec<Prior>) -> Option<Expectation> {
        self.add_priors(weights, moves, priors)
    }

    fn playout(&mut self, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        play_on_copies(self, rng, |position, rng| match observer {
            PlayoutObserver::None => position.play_uniformly(rng, &mut ()),
            mut others => position.play_uniformly(rng, &mut others),
        })
    }

    fn informed_playout(&mut self, weights: &Weights, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        let likelihoods = weights.derived(Likelihoods::of);
        self.play_informed(likelihoods, rng, observer)
    }

    fn owner(&self, point: Point) -> Option<Seat> {
        let cell = self.board.cell(point);
        match self.board.content(cell) {
            0 => Some(Seat::Black),
            1 => Some(Seat::White),
            EMPTY => self.board.region_owner(cell),
            _ => None,
        }
    }
}
