//! What moves look worth before they were tried.
//!
//! Knowledge counts as simulations that were won or lost, as in the Go programs since MoGo (S. Gelly and D. Silver, 2007).

use super::{INFO, Ko, Stoical};
use crate::game::Prior;
use crate::games::chains::evidence::{Evidence, add_learnt};
use crate::games::chains::{Cell, EMPTY, Fights};
use crate::weights::{OCTAVE, Weights};
use crate::words::{Move, Seat};

/// A natural logarithm in the unit of weights.
const OCTAVES: f32 = OCTAVE as f32 / std::f32::consts::LN_2;

impl<const S: usize, const N: usize> Stoical<S, N> {
    /// See [`crate::game::Game::priors`].
    pub(super) fn judge<const W: usize>(&self, moves: &[Move], priors: &mut Vec<Prior>) -> Option<f32> {
        let board = Fights::<S, N, W>::new(&self.board);
        let from = priors.len();
        for &mv in moves {
            let evidence = match mv.point() {
                Some(point) => self.evidence(&board, self.board.cell(point)),
                // The second pass ends the game: it is worth a look.
                None if self.passes == 1 => Evidence { won: 1.0, lost: 1.0 },
                None => Evidence { won: 0.0, lost: 10.0 },
            };
            priors.push(evidence.prior(((1.0 + evidence.won) / (1.0 + evidence.lost)).sqrt()));
        }
        let weights = Weights::of(&INFO);
        let judged = weights.network().and_then(|network| self.judged_by(network, &board));
        if !weights.is_even() || judged.is_some() {
            let mut features = Vec::new();
            self.tell_features(&board, moves, &mut features);
            let more = |mv: Move| match (&judged, mv.point()) {
                (Some(judged), Some(point)) => (judged.moves[point.index()] * OCTAVES) as i32,
                _ => 0,
            };
            let sums = weights.sums(&features).zip(moves).map(|(sum, &mv)| sum + more(mv));
            add_learnt(weights, sums, &mut priors[from..]);
        }
        judged.map(|judged| if self.to_move == Seat::Black { judged.result } else { 1.0 - judged.result })
    }

    fn evidence<const W: usize>(&self, board: &Fights<S, N, W>, cell: Cell) -> Evidence {
        let me = self.to_move as u8;
        let them = 1 - me;
        let shape = board.shape(cell);
        let mut evidence = Evidence::default();
        if shape.is_eye(me) {
            evidence.lost += 20.0;
            return evidence;
        }
        let outlook = board.outlook(cell, me);
        if outlook.captured > 0 {
            evidence.won += if outlook.captured > 1 || outlook.threatened > 0 { 30.0 } else { 15.0 };
        } else if outlook.liberties == 1 {
            evidence.lost += if outlook.stones > 1 { 15.0 } else { 10.0 };
        } else if outlook.threatened > 0 {
            evidence.won += if outlook.liberties > 2 { 15.0 } else { 5.0 };
        }
        // Puts a chain in atari, or takes a liberty of one that has few.
        if outlook.liberties > 1 {
            for beside in Fights::<S, N, W>::four(cell.into()) {
                let beside = beside as Cell;
                if board.content(beside) == them && board.chain(beside).count == 2 {
                    evidence.won += 4.0;
                }
            }
        }
        evidence.won += 0.5 * shape.weight(me) as f32;
        // Where the fight is.
        evidence.won += board.closeness(cell, self.last);
        // The first line where nothing stands.
        if board.line(cell) == 0 && !self.has_stones_near(board, cell) {
            evidence.lost += 10.0;
        }
        // A capture right after a capture isn't legal: what is taken now can't be taken back at once.
        if self.ko_rule == Ko::Stoical && outlook.captured > 0 {
            evidence.won += 5.0;
        }
        evidence
    }

    fn has_stones_near<const W: usize>(&self, board: &Fights<S, N, W>, cell: Cell) -> bool {
        let is_stone = |cell: usize| board.content(cell as Cell) < EMPTY;
        Fights::<S, N, W>::eight(cell.into()).into_iter().any(|beside| {
            is_stone(beside) || (board.is_on_board(beside) && Fights::<S, N, W>::four(beside).into_iter().any(is_stone))
        })
    }
}
