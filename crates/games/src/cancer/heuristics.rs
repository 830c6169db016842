//! Cancer for playouts and search.

use quintet_core::board::Point;
use quintet_core::position::{Heuristics, PlayoutObserver, Position, Prior};
use quintet_core::random::Rng;
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;
use quintet_network::Expectation;

use super::Cancer;
use crate::chains::LibertyBoard;
use crate::chains::equivalent_experience::add_learned;
use crate::chains::playout::play_on_copies;
use crate::networks::with_policy;

impl<const S: usize, const N: usize, const W: usize> Heuristics for Cancer<S, N, W> {
    fn plies_to_end(&self) -> u32 {
        // A side without stones may have to place one before it can capture.
        let is_absent = |seat| self.variant.own_first && self.board.stones(seat) == 0;
        match self.is_over() {
            true => 0,
            false if !is_absent(self.to_move) => 1,
            false => 2 + u32::from(is_absent(self.to_move.other())),
        }
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        self.add_features(&LibertyBoard::new(&self.board), moves, features);
    }

    fn inputs(&self, inputs: &mut Vec<u16>) {
        self.add_inputs(&LibertyBoard::new(&self.board), inputs);
    }

    fn priors(&self, weights: &Weights, moves: &[Move], priors: &mut Vec<Prior>) -> Option<Expectation> {
        let board = LibertyBoard::new(&self.board);
        let from = priors.len();
        priors.resize(from + moves.len(), Prior::NEUTRAL);
        let evaluation = weights.network().and_then(|network| self.evaluate(network, &board));
        // The swap, which comes last, has no features and no policy.
        let placements = moves.strip_suffix(&[Move::SWAP]).unwrap_or(moves);
        let (learned, swap) = priors[from..].split_at_mut(placements.len());
        if !weights.is_neutral() || evaluation.is_some() {
            let mut features = Vec::new();
            self.add_features(&board, placements, &mut features);
            let sums = with_policy(weights.sums(&features), placements, evaluation.as_ref());
            add_learned(weights, &sums, learned);
        }
        if let [swap] = swap {
            let placements = learned.iter().map(|prior| prior.weight);
            // One question with two answers, if an evaluation tells them apart: all placements
            // together are one.
            swap.weight = match evaluation {
                Some(_) => placements.sum::<f32>().max(1.0),
                None => placements.fold(1.0, f32::max),
            };
        }
        evaluation.map(|evaluation| evaluation.for_black(self.to_move == Seat::Black))
    }

    fn playout(&mut self, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        play_on_copies(self, rng, |position, rng| match observer {
            PlayoutObserver::None => position.random_game::<false, _>(rng, &mut ()),
            mut others => position.random_game::<false, _>(rng, &mut others),
        })
    }

    fn informed_playout(&mut self, _: &Weights, rng: &mut Rng, mut observer: PlayoutObserver<'_>) -> f64 {
        play_on_copies(self, rng, |position, rng| position.random_game::<true, _>(rng, &mut observer))
    }

    fn owner(&self, point: Point) -> Option<Seat> {
        match self.board.content(self.board.cell(point)) {
            0 => Some(Seat::Black),
            1 => Some(Seat::White),
            _ => None,
        }
    }
}
