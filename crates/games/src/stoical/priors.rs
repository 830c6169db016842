//! Priors: equivalent experience by simple rules, learned weights, and the network.

use quintet_core::position::Prior;
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;
use quintet_network::Expectation;

use super::{Ko, Stoical};
use crate::chains::equivalent_experience::{EquivalentExperience, add_learned};
use crate::chains::{Cell, EMPTY, LibertyBoard};
use crate::networks::with_policy;

impl<const S: usize, const N: usize, const W: usize> Stoical<S, N, W> {
    /// Implements `Heuristics::priors`.
    pub(super) fn add_priors(&self, weights: &Weights, moves: &[Move], priors: &mut Vec<Prior>) -> Option<Expectation> {
        let board = LibertyBoard::<S, N, W>::new(&self.board);
        let from = priors.len();
        for &mv in moves {
            let experience = match mv.point() {
                Some(point) => self.experience(&board, self.board.cell(point)),
                // A second pass ends the game, which is worth a look.
                None if self.passes == 1 => EquivalentExperience { won: 1.0, lost: 1.0 },
                None => EquivalentExperience { won: 0.0, lost: 10.0 },
            };
            priors.push(experience.prior(((1.0 + experience.won) / (1.0 + experience.lost)).sqrt()));
        }
        let evaluation = weights.network().and_then(|network| self.evaluate(network, &board));
        if !weights.is_neutral() || evaluation.is_some() {
            let mut features = Vec::new();
            self.add_features(&board, moves, &mut features);
            let sums = with_policy(weights.sums(&features), moves, evaluation.as_ref());
            add_learned(weights, &sums, &mut priors[from..]);
        }
        evaluation.map(|evaluation| evaluation.for_black(self.to_move == Seat::Black))
    }

    /// Returns the equivalent experience of a placement.
    fn experience(&self, board: &LibertyBoard<S, N, W>, cell: Cell) -> EquivalentExperience {
        let me = self.to_move as u8;
        let them = 1 - me;
        let facts = board.pattern_facts(cell);
        let mut experience = EquivalentExperience::default();
        if facts.is_eye(me) {
            experience.lost += 20.0;
            return experience;
        }
        let effect = board.preview(cell, me);
        if effect.captured > 0 {
            experience.won += if effect.captured > 1 || effect.in_atari > 0 { 30.0 } else { 15.0 };
        } else if effect.liberties == 1 {
            experience.lost += if effect.stones > 1 { 15.0 } else { 10.0 };
        } else if effect.in_atari > 0 {
            experience.won += if effect.liberties > 2 { 15.0 } else { 5.0 };
        }
        // An atari.
        if effect.liberties > 1 {
            for neighbour in LibertyBoard::<S, N, W>::orthogonal(cell.into()) {
                let neighbour = neighbour as Cell;
                if board.content(neighbour) == them && board.chain(neighbour).count == 2 {
                    experience.won += 4.0;
                }
            }
        }
        experience.won += 0.5 * facts.weight(me) as f32;
        experience.won += self.proximity(cell);
        // The first line without stones nearby.
        if board.line(cell) == 0 && !self.has_stones_near(board, cell) {
            experience.lost += 10.0;
        }
        // A capture may not be answered by a capture, so the stone cannot be retaken at once.
        if self.ko.rule == Ko::Stoical && effect.captured > 0 {
            experience.won += 5.0;
        }
        experience
    }

    /// Returns the simulations won for being close to the latest stone.
    fn proximity(&self, cell: Cell) -> f32 {
        if self.last == 0 {
            return 0.0;
        }
        match LibertyBoard::<S, N, W>::distance(cell, self.last) {
            ..=3 => 8.0,
            4 => 6.0,
            5..=6 => 3.0,
            _ => 0.0,
        }
    }

    /// Returns whether a stone is around a cell, or next to a point around it.
    fn has_stones_near(&self, board: &LibertyBoard<S, N, W>, cell: Cell) -> bool {
        let is_stone = |cell: usize| board.content(cell as Cell) < EMPTY;
        LibertyBoard::<S, N, W>::surrounding(cell.into()).any(|near| {
            is_stone(near) || (board.is_on_board(near) && LibertyBoard::<S, N, W>::orthogonal(near).any(is_stone))
        })
    }
}
