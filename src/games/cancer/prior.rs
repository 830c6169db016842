//! What placements look worth before they were tried.
//!
//! A chain with one liberty is gone at the opponent's next turn, since a cancer stone on it is always legal: so what kills
//! is tried first, then what saves, and what leaves a chain with one liberty last.

use super::{CANCER, Cancer};
use crate::board::Point;
use crate::game::Prior;
use crate::games::chains::{Cell, Fights};
use crate::words::Move;

impl<const S: usize, const N: usize> Cancer<S, N> {
    /// See [`crate::game::Game::priors`].
    pub(super) fn judge<const W: usize>(&self, moves: &[Move], priors: &mut Vec<Prior>) {
        let board = Fights::<S, N, W>::new(&self.board);
        let me = self.to_move as u8;
        for &mv in moves {
            let Some(point) = mv.point() else {
                priors.push(Prior { weight: 1.0, value: 0.5, samples: 0 });
                continue;
            };
            let (won, lost) = self.evidence(&board, point, mv == Move::place(CANCER, point), me);
            let samples = won + lost;
            priors.push(Prior {
                weight: ((1.0 + won) / (1.0 + lost)).sqrt(),
                value: if samples > 0.0 { won / samples } else { 0.0 },
                samples: samples as u32,
            });
        }
    }

    /// Simulations for and against a placement.
    fn evidence<const W: usize>(&self, board: &Fights<S, N, W>, point: Point, cancer: bool, me: u8) -> (f32, f32) {
        let cell = self.board.cell(point);
        let outlook = board.outlook(cell, me);
        let shape = board.shape(cell);
        let (mut won, mut lost) = (0.0, 0.0);
        if cancer {
            match (outlook.captured, outlook.threatened) {
                (0, 0) if shape.touches(1 - me) => won += 2.0,
                (taken, own) if taken > own => won += if taken > own + 1 { 30.0 } else { 15.0 },
                _ => lost += 20.0,
            }
            return (won, lost);
        }
        if outlook.liberties == 1 {
            lost += if outlook.stones > 1 { 20.0 } else { 10.0 };
        } else if outlook.threatened > 0 {
            won += if outlook.liberties > 2 { 15.0 } else { 5.0 };
        }
        if shape.empty_neighbours() == 0 && !shape.touches(1 - me) && outlook.threatened == 0 {
            lost += 5.0;
        }
        for beside in Fights::<S, N, W>::four(cell.into()) {
            let beside = beside as Cell;
            if outlook.liberties > 1 && board.content(beside) == 1 - me && board.chain(beside).count == 2 {
                won += 6.0;
            }
        }
        won += 0.25 * shape.weight(me) as f32;
        won += board.closeness(cell, self.last);
        (won, lost)
    }
}
