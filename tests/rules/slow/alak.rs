//! The rules of Alak, implemented literally: Go on a line, with liberties. What is barred, and the
//! end of a game, are as in Alaric.

use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Move, Seat, Stone};

use super::alaric::Alaric;
use super::{Board, Cell, Rules, Shows, Slow, Why};

pub struct Alak {
    alaric: Alaric,
    /// `true` with `edge=open`: a run at the end of the line has a liberty beyond it.
    open: bool,
}

impl Alak {
    pub fn new(setup: &Setup) -> Alak {
        Alak { alaric: Alaric::new(setup), open: setup.rule("edge") == "open" }
    }
}

impl Rules for Alak {
    fn empty(&self) -> Board {
        Board { steps: &[(1, 0), (-1, 0)], ..self.alaric.empty() }
    }

    fn may(&self, game: &Slow, seat: Seat, mv: Move) -> Result<(), Why> {
        self.alaric.may(game, seat, mv)
    }

    fn after(&self, game: &Slow, seat: Seat, mv: Move) -> Board {
        let (_, cell) = game.placement(mv).unwrap();
        let [own, enemy] = [seat, seat.other()].map(|seat| [Stone::Black, Stone::White][seat.index()]);
        let mut board = game.board().clone();
        board.set(cell, Some(own));
        let beside = board.neighbours(cell).into_iter().filter(|&n| board.get(n) == Some(enemy));
        let is_at_an_end = |&(x, _): &Cell| x == 0 || x == board.width - 1;
        let is_free = |run: &[Cell]| board.has_liberty(run) || self.open && run.iter().any(is_at_an_end);
        let runs = beside.map(|n| board.group(n)).filter(|run| !is_free(run));
        runs.collect::<Vec<_>>().concat().into_iter().for_each(|cell| board.set(cell, None));
        board
    }

    fn result(&self, game: &Slow) -> Option<(f64, Ending)> {
        self.alaric.result(game)
    }

    fn state(&self, game: &Slow) -> String {
        self.alaric.state(game)
    }

    fn shows(&self) -> Shows {
        self.alaric.shows()
    }
}
