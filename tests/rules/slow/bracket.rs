//! The rules of Bracket, implemented literally.

use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Move, Seat, Stone};

use super::{Board, HEX, Rules, Shows, Slow, Why};

pub struct Bracket {
    width: u16,
    hexagon: bool,
    smallest: bool,
}

impl Bracket {
    pub fn new(setup: &Setup) -> Bracket {
        Bracket {
            width: setup.width(),
            hexagon: setup.rule("shape") == "hexagon",
            smallest: setup.rule("scoring") == "smallest",
        }
    }

    /// Returns the sizes of a colour's groups that touch both a smaller and a larger group of the
    /// other colour.
    pub fn bracketed(&self, board: &Board, stone: Stone) -> Vec<usize> {
        let mut sizes = Vec::new();
        for group in board.groups(Some(stone)) {
            let around = group.iter().flat_map(|&cell| board.neighbours(cell));
            let touched = around.filter(|&cell| board.get(cell).is_some_and(|other| other != stone));
            let sizes_around: Vec<usize> = touched.map(|cell| board.group(cell).len()).collect();
            if sizes_around.iter().any(|&s| s < group.len()) && sizes_around.iter().any(|&s| s > group.len()) {
                sizes.push(group.len());
            }
        }
        sizes.sort();
        if !self.smallest {
            sizes.reverse();
        }
        sizes
    }

    /// Returns Black's margin on a full board.
    pub fn margin(&self, board: &Board) -> i64 {
        let black = self.bracketed(board, Stone::White);
        let white = self.bracketed(board, Stone::Black);
        for i in 0..black.len().max(white.len()) {
            let entry = |list: &[usize]| list.get(i).map_or(0, |&size| size as i64);
            if entry(&black) != entry(&white) {
                return entry(&black) - entry(&white);
            }
        }
        0
    }
}

impl Rules for Bracket {
    fn empty(&self) -> Board {
        let mut board = Board::new(self.width, self.width, HEX);
        let side = i32::from(self.width / 2 + 1);
        if self.hexagon {
            let width = i32::from(self.width);
            board.exists = (0..width * width).map(|i| (i % width - i / width).abs() < side).collect();
        }
        board
    }

    fn may(&self, game: &Slow, _seat: Seat, mv: Move) -> Result<(), Why> {
        game.placement(mv).map(|_| ())
    }

    fn after(&self, game: &Slow, seat: Seat, mv: Move) -> Board {
        let (_, cell) = game.placement(mv).unwrap();
        let mut board = game.board().clone();
        board.set(cell, Some(if seat == Seat::Black { Stone::Black } else { Stone::White }));
        board
    }

    fn result(&self, game: &Slow) -> Option<(f64, Ending)> {
        let board = game.board();
        let full = board.cells().into_iter().all(|cell| board.get(cell).is_some());
        full.then(|| (self.margin(board) as f64, Ending::FULL_BOARD))
    }

    fn state(&self, _game: &Slow) -> String {
        String::new()
    }

    fn shows(&self) -> Shows {
        Shows { endings: vec!["full board"], ..Shows::default() }
    }
}
