//! The rules of Cascade, implemented literally.

use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Move, Seat, Stone};

use super::{Board, Cell, Rules, SQUARE, Shows, Slow, Why};

pub struct Cascade {
    n: u16,
    both: bool,
}

/// Returns the colour that fills a cell next to two colours: theirs if they are equal, or else the
/// third.
fn between(a: Stone, b: Stone) -> Stone {
    if a == b {
        return a;
    }
    [Stone::White, Stone::Black, Stone::Red].into_iter().find(|&third| third != a && third != b).unwrap()
}

/// Returns the stone that an empty cell gets from the two cells above (`up` = 1) or below (−1) it.
pub fn gets(board: &Board, (x, y): Cell, up: i32) -> Option<Stone> {
    let pair = [(x + up, y), (x, y + up)];
    if !board.is_empty((x, y)) || !pair.iter().all(|&cell| board.has(cell)) {
        return None;
    }
    Some(between(board.get(pair[0])?, board.get(pair[1])?))
}

/// Fills downwards until nothing changes, with `both` then upwards, and so on until nothing
/// changes.
pub fn fill(board: &mut Board, both: bool) {
    loop {
        let mut changed = false;
        for &up in if both { &[1, -1][..] } else { &[1] } {
            while let Some((cell, stone)) =
                board.cells().into_iter().find_map(|cell| gets(board, cell, up).map(|s| (cell, s)))
            {
                board.set(cell, Some(stone));
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

impl Cascade {
    pub fn new(setup: &Setup) -> Cascade {
        Cascade { n: setup.width(), both: setup.rule("fill") == "both" }
    }
}

impl Rules for Cascade {
    fn empty(&self) -> Board {
        Board::new(self.n, self.n, SQUARE)
    }

    fn first(&self) -> Seat {
        Seat::White
    }

    fn may(&self, game: &Slow, _seat: Seat, mv: Move) -> Result<(), Why> {
        game.placement(mv).map(|_| ())
    }

    fn after(&self, game: &Slow, _seat: Seat, mv: Move) -> Board {
        let (kind, cell) = game.placement(mv).unwrap();
        let mut board = game.board().clone();
        board.set(cell, Some([Stone::White, Stone::Black, Stone::Red][usize::from(kind)]));
        fill(&mut board, self.both);
        board
    }

    fn result(&self, game: &Slow) -> Option<(f64, Ending)> {
        let board = game.board();
        let full = board.stones.iter().all(Option::is_some);
        let margin = board.count(Stone::Black) as f64 - board.count(Stone::White) as f64;
        full.then_some((margin, Ending::FULL_BOARD))
    }

    fn state(&self, _game: &Slow) -> String {
        String::new()
    }

    fn shows(&self) -> Shows {
        Shows { endings: vec!["full board"], ..Shows::default() }
    }

    fn complete(&self, board: &mut Board) -> bool {
        fill(board, self.both);
        true
    }

    fn has_down(&self) -> bool {
        !self.both
    }
}
