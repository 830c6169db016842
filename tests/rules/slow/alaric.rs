//! The rules of Alaric and Alak, implemented literally.

use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Move, Seat, Stone};

use super::{Board, Cell, Rules, Shows, Slow, Why};

pub struct Alaric {
    n: u16,
    ring: bool,
    wall: bool,
}

fn stone(seat: Seat) -> Stone {
    match seat {
        Seat::Black => Stone::Black,
        Seat::White => Stone::White,
    }
}

/// Returns the cells in one direction of a cell.
enum Sight {
    Cell(Cell),
    End,
}

impl Alaric {
    pub fn new(setup: &Setup) -> Alaric {
        Alaric { n: setup.width(), ring: setup.rule("board") == "ring", wall: setup.rule("edge") == "wall" }
    }

    fn look(&self, (x, _): Cell, step: i32) -> Sight {
        let n = i32::from(self.n);
        match x + step {
            next if self.ring => Sight::Cell(((next + n) % n, 0)),
            next if (0..n).contains(&next) => Sight::Cell((next, 0)),
            _ => Sight::End,
        }
    }

    /// Returns the enemy run next to a new stone, in one direction, if it is bounded.
    fn bounded_run(&self, board: &Board, seat: Seat, cell: Cell, step: i32) -> Vec<Cell> {
        let mut run = Vec::new();
        let mut at = cell;
        loop {
            match self.look(at, step) {
                Sight::End => return if self.wall { run } else { Vec::new() },
                Sight::Cell(next) if board.get(next) == Some(stone(seat.other())) => {
                    run.push(next);
                    at = next;
                }
                Sight::Cell(next) if board.get(next) == Some(stone(seat)) => return run,
                Sight::Cell(_) => return Vec::new(),
            }
        }
    }

    /// Returns the empty cells that a side may not play into after the first `count` turns: those
    /// that the other side vacated since this side's latest move.
    fn barred(&self, game: &Slow, count: usize, seat: Seat) -> Vec<Cell> {
        let turns = &game.turns[..count];
        let board = turns.last().map_or(&game.start, |turn| &turn.after);
        let since = turns.iter().rposition(|turn| turn.seat == seat).map_or(0, |i| i + 1);
        let vacated = |cell: &Cell| {
            turns[since..].iter().any(|turn| turn.before.get(*cell).is_some() && turn.after.get(*cell).is_none())
        };
        board.cells().into_iter().filter(|&cell| board.is_empty(cell)).filter(vacated).collect()
    }
}

impl Rules for Alaric {
    fn empty(&self) -> Board {
        Board::new(self.n, 1, &[])
    }

    fn may(&self, game: &Slow, seat: Seat, mv: Move) -> Result<(), Why> {
        let (_, cell) = game.placement(mv)?;
        if self.barred(game, game.turns.len(), seat).contains(&cell) { Err(Why::Banned) } else { Ok(()) }
    }

    fn after(&self, game: &Slow, seat: Seat, mv: Move) -> Board {
        let (_, cell) = game.placement(mv).unwrap();
        let mut board = game.board().clone();
        board.set(cell, Some(stone(seat)));
        let runs = [1, -1].map(|step| self.bounded_run(&board, seat, cell, step));
        runs.iter().flatten().for_each(|&cell| board.set(cell, None));
        board
    }

    fn result(&self, game: &Slow) -> Option<(f64, Ending)> {
        let now = game.turns.len();
        let position = |count: usize| {
            let board = game.turns[..count].last().map_or(&game.start, |turn| &turn.after);
            let to_move = game.turns[..count].last().map_or(Seat::Black, |turn| turn.seat.other());
            (board, to_move)
        };
        let bars = |count| Seat::BOTH.map(|seat| self.barred(game, count, seat));
        if (game.fresh..now).any(|earlier| position(earlier) == position(now) && bars(earlier) == bars(now)) {
            return Some((0.0, Ending::REPETITION));
        }
        let board = game.board();
        let barred = self.barred(game, now, game.to_move());
        let stuck = board.cells().into_iter().all(|cell| !board.is_empty(cell) || barred.contains(&cell));
        let margin = board.count(Stone::Black) as f64 - board.count(Stone::White) as f64;
        stuck.then_some((margin, Ending::NO_LEGAL_MOVE))
    }

    fn state(&self, game: &Slow) -> String {
        format!("{:?}", Seat::BOTH.map(|seat| self.barred(game, game.turns.len(), seat)))
    }

    fn shows(&self) -> Shows {
        Shows {
            endings: vec!["no legal move", "repetition"],
            refused: vec![Why::Banned],
            captures: true,
            games: Some(400),
        }
    }
}
