//! The rules of Redstone, implemented literally from the rule sheet.

use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Move, Seat, Stone};

use super::{Board, Cell, Rules, SQUARE, Shows, Slow, Why};

pub struct Redstone {
    width: u16,
    height: u16,
    pie: bool,
}

impl Redstone {
    pub fn new(setup: &Setup) -> Redstone {
        Redstone { width: setup.width(), height: setup.height(), pie: setup.rule("pie") == "on" }
    }
}

fn placed(game: &Slow, seat: Seat, kind: u8, cell: Cell) -> Board {
    let mut board = game.board().clone();
    let stone = match (kind, seat) {
        (0, Seat::Black) => Stone::Black,
        (0, Seat::White) => Stone::White,
        _ => Stone::Red,
    };
    board.set(cell, Some(stone));
    board
}

/// Returns the black and white stones of the groups without liberties.
fn bounded(board: &Board) -> Vec<Cell> {
    let stones = board.cells().into_iter();
    let coloured = stones.filter(|&cell| matches!(board.get(cell), Some(Stone::Black | Stone::White)));
    coloured.filter(|&cell| !board.has_liberty(&board.group(cell))).collect()
}

impl Rules for Redstone {
    fn empty(&self) -> Board {
        Board::new(self.width, self.height, SQUARE)
    }

    fn may(&self, game: &Slow, seat: Seat, mv: Move) -> Result<(), Why> {
        if mv == Move::SWAP {
            // As White's first turn, after a black stone.
            let may = self.pie
                && seat == Seat::White
                && game.board().stones.iter().flatten().eq([&Stone::Black])
                && game.turns[game.fresh..].iter().all(|turn| turn.seat == Seat::Black);
            return if may { Ok(()) } else { Err(Why::NoSwap) };
        }
        let (kind, cell) = game.placement(mv)?;
        let captures = !bounded(&placed(game, seat, kind, cell)).is_empty();
        // A red stone captures; every placement that captures is a red stone.
        match (kind, captures) {
            (0, true) => Err(Why::NoLiberty),
            (1, false) => Err(Why::Idle),
            _ => Ok(()),
        }
    }

    fn after(&self, game: &Slow, seat: Seat, mv: Move) -> Board {
        if mv == Move::SWAP {
            let mut board = game.board().clone();
            board.stones.iter_mut().flatten().for_each(|stone| *stone = Stone::White);
            return board;
        }
        let (kind, cell) = game.placement(mv).unwrap();
        let mut board = placed(game, seat, kind, cell);
        bounded(&board).into_iter().for_each(|cell| board.set(cell, None));
        board
    }

    fn result(&self, game: &Slow) -> Option<(f64, Ending)> {
        let turn = game.turns.last().filter(|turn| turn.captured > 0)?;
        let winner = match [Stone::Black, Stone::White].map(|stone| turn.after.count(stone)) {
            [0, 0] => turn.seat,
            [0, _] => Seat::White,
            [_, 0] => Seat::Black,
            _ => return None,
        };
        Some((winner.sign(), Ending::new("annihilation")))
    }

    fn state(&self, game: &Slow) -> String {
        format!("{:?}", game.outcome().map(|(margin, _)| margin))
    }

    fn shows(&self) -> Shows {
        let refused = vec![Why::NoLiberty, Why::Idle, Why::NoSwap];
        Shows { endings: vec!["annihilation"], refused, captures: true, games: None }
    }

    fn complete(&self, board: &mut Board) -> bool {
        bounded(board).is_empty()
    }
}
