//! The rules of Stoical Go, implemented literally, with all ko rules.

use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Move, Seat, Stone};

use super::{Board, Cell, Rules, SQUARE, Shows, Slow, Turn, Why};

pub struct Stoical {
    width: u16,
    height: u16,
    blocked: Vec<usize>,
    ko: &'static str,
    draws: bool,
}

fn stone(seat: Seat) -> Stone {
    match seat {
        Seat::Black => Stone::Black,
        Seat::White => Stone::White,
    }
}

/// Returns the area score: stones, and empty regions that touch one colour only.
pub fn area(board: &Board, stone: Stone) -> usize {
    let mut area = board.count(stone);
    for region in board.groups(None) {
        let around = region.iter().flat_map(|&cell| board.neighbours(cell)).filter_map(|cell| board.get(cell));
        let coloured: Vec<Stone> = around.filter(|s| *s != Stone::Blocked).collect();
        if !coloured.is_empty() && coloured.iter().all(|&s| s == stone) {
            area += region.len();
        }
    }
    area
}

impl Stoical {
    pub fn new(setup: &Setup) -> Stoical {
        Stoical {
            width: setup.width(),
            height: setup.height(),
            blocked: setup.blocked().iter().map(|point| point.index()).collect(),
            ko: setup.rule("ko"),
            draws: setup.rule("repetition") == "draw",
        }
    }

    /// Returns the board after a placement and its captures, and the number of captured stones.
    fn placed(&self, board: &Board, seat: Seat, cell: Cell) -> (Board, u32) {
        let mut board = board.clone();
        board.set(cell, Some(stone(seat)));
        let enemy = board.groups(Some(stone(seat.other())));
        let dead: Vec<Cell> = enemy.into_iter().filter(|group| !board.has_liberty(group)).flatten().collect();
        dead.iter().for_each(|&cell| board.set(cell, None));
        (board, dead.len() as u32)
    }

    /// Returns the violation of the ko rule by a play that captures `taken` stones and leaves
    /// `after`.
    fn ko(&self, game: &Slow, seat: Seat, taken: u32, after: &Board) -> Result<(), Why> {
        let other: Option<&Turn> = game.latest(seat.other());
        let before = other.map_or(0, |turn| turn.captured);
        let banned = |banned: bool| if banned { Err(Why::Banned) } else { Ok(()) };
        match self.ko {
            "stoical" => banned(taken > 0 && before > 0),
            "bigger" => banned(taken > 0 && before > 0 && taken <= before),
            "snapback" => banned(taken > 0 && before > 0 && !(before == 1 && taken >= 2)),
            // The board before the opponent's move may not be restored at once.
            "simple" => match game.turns.last() {
                Some(turn) if turn.seat != seat && turn.mv != Move::PASS && turn.before == *after => Err(Why::Ko),
                _ => Ok(()),
            },
            "positional" => {
                let earlier = game.turns[game.fresh..].iter().map(|turn| &turn.before).chain([game.board()]);
                if earlier.into_iter().any(|board| board == after) { Err(Why::Superko) } else { Ok(()) }
            }
            other => panic!("no ko rule is {other}"),
        }
    }
}

impl Rules for Stoical {
    fn empty(&self) -> Board {
        let mut board = Board::new(self.width, self.height, SQUARE);
        self.blocked.iter().for_each(|&i| board.stones[i] = Some(Stone::Blocked));
        board
    }

    fn may(&self, game: &Slow, seat: Seat, mv: Move) -> Result<(), Why> {
        if mv == Move::PASS {
            return Ok(());
        }
        let (_, cell) = game.placement(mv)?;
        let (after, taken) = self.placed(game.board(), seat, cell);
        if !after.has_liberty(&after.group(cell)) {
            return Err(Why::NoLiberty);
        }
        self.ko(game, seat, taken, &after)
    }

    fn after(&self, game: &Slow, seat: Seat, mv: Move) -> Board {
        match game.placement(mv) {
            Ok((_, cell)) => self.placed(game.board(), seat, cell).0,
            Err(_) => game.board().clone(),
        }
    }

    fn result(&self, game: &Slow) -> Option<(f64, Ending)> {
        let (turn, earlier) = game.turns.split_last()?;
        if turn.mv == Move::PASS {
            let two = earlier.last().is_some_and(|before| before.mv == Move::PASS);
            return two.then(|| (self.score(game).unwrap(), Ending::TWO_PASSES));
        }
        let again =
            || earlier.iter().skip(game.fresh).any(|before| before.seat == turn.seat && before.after == turn.after);
        (self.draws && again()).then_some((0.0, Ending::REPETITION))
    }

    fn score(&self, game: &Slow) -> Option<f64> {
        let board = game.board();
        Some(area(board, Stone::Black) as f64 - area(board, Stone::White) as f64 - game.komi)
    }

    fn state(&self, game: &Slow) -> String {
        let seats = Seat::BOTH.map(|seat| self.caught(game, seat));
        format!("{seats:?} pass:{} {}", game.turns.last().is_some_and(|t| t.mv == Move::PASS), self.ko_board(game))
    }

    fn state_in_turn(&self, game: &Slow) -> String {
        let other = self.caught(game, game.to_move().other());
        format!("{other:?} pass:{} {}", game.turns.last().is_some_and(|t| t.mv == Move::PASS), self.ko_board(game))
    }

    fn shows(&self) -> Shows {
        let why = match self.ko {
            "simple" => Why::Ko,
            "positional" => Why::Superko,
            _ => Why::Banned,
        };
        let mut endings = vec!["two passes"];
        if self.draws && self.ko != "positional" {
            endings.push("repetition");
        }
        Shows { endings, refused: vec![Why::NoLiberty, why], captures: true, games: None }
    }

    fn complete(&self, board: &mut Board) -> bool {
        board.all_live()
    }
}

impl Stoical {
    /// Returns the state that decides whether the other side may capture.
    fn caught(&self, game: &Slow, seat: Seat) -> u32 {
        let captured = game.latest(seat).map_or(0, |turn| turn.captured);
        match self.ko {
            "bigger" => captured,
            "stoical" => captured.min(1),
            "snapback" => captured.min(2),
            _ => 0,
        }
    }

    /// Returns the cell that simple ko forbids to the opponent of the latest mover, if any.
    fn ko_board(&self, game: &Slow) -> String {
        let seat = game.to_move();
        if self.ko != "simple" || game.ended().is_some() {
            return String::new();
        }
        let cells = game.board().cells();
        let ko = cells.into_iter().find(|&cell| self.may(game, seat, Move::place(0, game.point(cell))) == Err(Why::Ko));
        format!("{ko:?}")
    }
}
