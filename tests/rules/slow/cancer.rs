//! The rules of Cancer, implemented literally.

use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Move, Seat, Stone};

use super::{Board, Cell, Rules, SQUARE, Shows, Slow, Why};

pub struct Cancer {
    width: u16,
    height: u16,
    eye: &'static str,
    pie: bool,
}

const OWN: u8 = 0;

fn own(seat: Seat) -> Stone {
    match seat {
        Seat::Black => Stone::Red,
        Seat::White => Stone::White,
    }
}

/// Returns the cells of all red and white groups without a liberty.
pub fn bounded(board: &Board) -> Vec<Cell> {
    let groups = [Stone::Red, Stone::White].into_iter().flat_map(|stone| board.groups(Some(stone)));
    groups.filter(|group| !board.has_liberty(group)).flatten().collect()
}

impl Cancer {
    pub fn new(setup: &Setup) -> Cancer {
        Cancer { width: setup.width(), height: setup.height(), eye: setup.rule("eye"), pie: setup.rule("pie") == "on" }
    }

    pub fn is_eye(&self, board: &Board, cell: Cell) -> bool {
        let around = board.neighbours(cell);
        if around.iter().any(|&n| board.get(n).is_none()) {
            return false;
        }
        let coloured: Vec<Cell> = around.iter().copied().filter(|&n| board.get(n) != Some(Stone::Cancer)).collect();
        let Some(&first) = coloured.first() else { return false };
        if coloured.iter().any(|&n| board.get(n) != board.get(first)) {
            return false;
        }
        match self.eye {
            "any" => true,
            "strict" => coloured.len() == around.len(),
            "group" => coloured.iter().all(|n| board.group(first).contains(n)),
            other => panic!("no eye is {other}"),
        }
    }

    /// Returns whether a side has placed its first stone (Red: since the swap).
    fn has_placed(&self, game: &Slow, seat: Seat) -> bool {
        let swapped = game.turns.iter().position(|turn| turn.mv == Move::SWAP);
        if seat == Seat::White && swapped.is_some() {
            return true;
        }
        let turns = &game.turns[swapped.map_or(0, |i| i + 1)..];
        turns.iter().any(|turn| turn.seat == seat && turn.mv.code() >> 10 == u16::from(OWN))
    }

    fn placed(&self, game: &Slow, seat: Seat, kind: u8, cell: Cell) -> Board {
        let mut board = game.board().clone();
        board.set(cell, Some(if kind == OWN { own(seat) } else { Stone::Cancer }));
        board
    }
}

impl Rules for Cancer {
    fn empty(&self) -> Board {
        Board::new(self.width, self.height, SQUARE)
    }

    fn may(&self, game: &Slow, seat: Seat, mv: Move) -> Result<(), Why> {
        if mv == Move::SWAP {
            let board = game.board();
            let one_red = board.stones.iter().flatten().eq([&Stone::Red]);
            let ok = self.pie && seat == Seat::White && one_red && !self.has_placed(game, seat);
            return if ok { Ok(()) } else { Err(Why::NoSwap) };
        }
        let (kind, cell) = game.placement(mv)?;
        if kind != OWN && !self.has_placed(game, seat) {
            return Err(Why::OwnFirst);
        }
        let captures = !bounded(&self.placed(game, seat, kind, cell)).is_empty();
        match (kind, captures) {
            (OWN, true) => Err(Why::NoLiberty),
            (OWN, false) | (_, true) => Ok(()),
            (_, false) if self.is_eye(game.board(), cell) => Ok(()),
            (_, false) => Err(Why::Idle),
        }
    }

    fn after(&self, game: &Slow, seat: Seat, mv: Move) -> Board {
        if mv == Move::SWAP {
            let mut board = game.board().clone();
            for cell in board.cells() {
                if board.get(cell) == Some(Stone::Red) {
                    board.set(cell, Some(Stone::White));
                }
            }
            return board;
        }
        let (kind, cell) = game.placement(mv).unwrap();
        let mut board = self.placed(game, seat, kind, cell);
        bounded(&board).into_iter().for_each(|cell| board.set(cell, None));
        board
    }

    fn result(&self, game: &Slow) -> Option<(f64, Ending)> {
        let turn = game.turns.last()?;
        if turn.captured == 0 {
            return None;
        }
        let red = turn.after.count(Stone::Red);
        let white = turn.after.count(Stone::White);
        let winner = match (red, white) {
            (0, 0) => turn.seat,
            (_, 0) => Seat::Black,
            (0, _) => Seat::White,
            _ => return None,
        };
        Some((if winner == Seat::Black { 1.0 } else { -1.0 }, Ending::new("annihilation")))
    }

    fn state(&self, game: &Slow) -> String {
        let first_turn = Seat::BOTH.map(|seat| !self.has_placed(game, seat));
        match game.outcome() {
            Some((margin, _)) => format!("won {margin}"),
            None => format!("must {first_turn:?}"),
        }
    }

    fn shows(&self) -> Shows {
        let refused = vec![Why::NoLiberty, Why::OwnFirst, Why::Idle, Why::NoSwap];
        Shows { endings: vec!["annihilation"], refused, captures: true, games: None }
    }

    fn complete(&self, board: &mut Board) -> bool {
        board.all_live()
    }
}
