//! A second implementation of the games, slow and obvious: boards are lists of cells, groups
//! are found by flood fill, and all boards of a game are kept. It shares no code with the games,
//! only the types for sides, stones and moves.

pub mod alak;
pub mod alaric;
pub mod bracket;
pub mod cancer;
pub mod cascade;
#[cfg(test)]
mod passes;
pub mod redstone;
pub mod stoical;

use quintet_core::board::Point;
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Ending, Move, Seat, Stone};

/// Column and row from 0.
pub type Cell = (i32, i32);

/// The four directions of a square grid.
pub const SQUARE: &[Cell] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The six directions of a hex tiling.
pub const HEX: &[Cell] = &[(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, -1)];

/// A rectangle of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub width: i32,
    pub height: i32,
    pub stones: Vec<Option<Stone>>,
    /// The cells of the board.
    pub exists: Vec<bool>,
    /// The steps to the neighbours of a cell.
    pub steps: &'static [Cell],
}

impl Board {
    pub fn new(width: u16, height: u16, steps: &'static [Cell]) -> Board {
        let count = usize::from(width) * usize::from(height);
        Board {
            width: width.into(),
            height: height.into(),
            stones: vec![None; count],
            exists: vec![true; count],
            steps,
        }
    }

    fn index(&self, (x, y): Cell) -> Option<usize> {
        let inside = x >= 0 && x < self.width && y >= 0 && y < self.height;
        inside.then_some((y * self.width + x) as usize)
    }

    pub fn has(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|i| self.exists[i])
    }

    pub fn get(&self, cell: Cell) -> Option<Stone> {
        self.stones[self.index(cell).expect("a cell on the board")]
    }

    pub fn set(&mut self, cell: Cell, stone: Option<Stone>) {
        let index = self.index(cell).expect("a cell on the board");
        self.stones[index] = stone;
    }

    pub fn is_empty(&self, cell: Cell) -> bool {
        self.has(cell) && self.get(cell).is_none()
    }

    /// Returns all cells of the board.
    pub fn cells(&self) -> Vec<Cell> {
        let all = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        all.filter(|&cell| self.has(cell)).collect()
    }

    pub fn neighbours(&self, (x, y): Cell) -> Vec<Cell> {
        self.steps.iter().map(|(dx, dy)| (x + dx, y + dy)).filter(|&cell| self.has(cell)).collect()
    }

    pub fn count(&self, stone: Stone) -> usize {
        self.stones.iter().filter(|s| **s == Some(stone)).count()
    }

    /// Returns the group of a cell: the connected cells with the same content.
    pub fn group(&self, cell: Cell) -> Vec<Cell> {
        let mut seen = vec![false; self.stones.len()];
        let mut group = vec![cell];
        seen[self.index(cell).unwrap()] = true;
        let mut next = 0;
        while next < group.len() {
            for neighbour in self.neighbours(group[next]) {
                let index = self.index(neighbour).unwrap();
                if !seen[index] && self.get(neighbour) == self.get(cell) {
                    seen[index] = true;
                    group.push(neighbour);
                }
            }
            next += 1;
        }
        group
    }

    /// Returns all groups of a stone (`None`: of empty cells).
    pub fn groups(&self, stone: Option<Stone>) -> Vec<Vec<Cell>> {
        let mut groups: Vec<Vec<Cell>> = Vec::new();
        let mut seen = vec![false; self.stones.len()];
        for cell in self.cells() {
            if self.get(cell) == stone && !seen[self.index(cell).unwrap()] {
                let group = self.group(cell);
                group.iter().for_each(|&c| seen[self.index(c).unwrap()] = true);
                groups.push(group);
            }
        }
        groups
    }

    /// Returns whether the group has a liberty.
    pub fn has_liberty(&self, group: &[Cell]) -> bool {
        group.iter().any(|&cell| self.neighbours(cell).into_iter().any(|n| self.get(n).is_none()))
    }

    /// Returns whether every group of red, black and white stones has a liberty.
    pub fn all_live(&self) -> bool {
        let colours = [Stone::Black, Stone::White, Stone::Red].map(Some);
        colours.iter().all(|&colour| self.groups(colour).iter().all(|group| self.has_liberty(group)))
    }

    /// Returns the number of stones that were on an earlier board and are not on this one.
    fn vanished(before: &Board, after: &Board) -> u32 {
        before.stones.iter().zip(&after.stones).filter(|(b, a)| b.is_some() && a.is_none()).count() as u32
    }
}

/// A move that was played before the end of the game, and its result.
#[derive(Clone, Debug)]
pub struct Turn {
    pub seat: Seat,
    pub mv: Move,
    pub before: Board,
    pub after: Board,
    /// The number of stones that it captured.
    pub captured: u32,
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Why {
    /// The game has no such move or no such cell.
    Nonsense,
    /// The cell is occupied.
    Taken,
    /// The game is over.
    Over,
    /// A group would be left without a liberty (Stoical Go, Cancer's own stones).
    NoLiberty,
    /// A capture is banned, or a cell barred.
    Banned,
    /// Simple ko.
    Ko,
    /// Superko: the board would be repeated.
    Superko,
    /// The side must place a stone of its own first (Cancer).
    OwnFirst,
    /// A neutral stone that neither captures nor, in Cancer, fills an eye.
    Idle,
    /// A swap is not possible now.
    NoSwap,
}

/// The events that occur in random games of some rules, if enough of them are played.
#[derive(Default)]
pub struct Shows {
    /// The reasons of their ends.
    pub endings: Vec<&'static str>,
    /// The reasons why moves are illegal, besides invalid moves and occupied cells.
    pub refused: Vec<Why>,
    /// Whether stones are captured.
    pub captures: bool,
    /// The number of games that it takes, if more than usual.
    pub games: Option<usize>,
}

/// The rules of one game, as functions of the whole game so far.
pub trait Rules: Send {
    /// The board before the first move.
    fn empty(&self) -> Board;
    /// The side that begins.
    fn first(&self) -> Seat {
        Seat::Black
    }
    /// Returns whether a side may play a move, in a game that is not over.
    fn may(&self, game: &Slow, seat: Seat, mv: Move) -> Result<(), Why>;
    /// Returns the board after a legal move.
    fn after(&self, game: &Slow, seat: Seat, mv: Move) -> Board;
    /// Returns Black's margin and the reason if the latest turn ended the game.
    fn result(&self, game: &Slow) -> Option<(f64, Ending)>;
    /// Returns Black's margin on the present board, before the end.
    fn score(&self, _game: &Slow) -> Option<f64> {
        None
    }
    /// All that the legality of later moves depends on, but the earlier boards.
    fn state(&self, game: &Slow) -> String;
    /// Returns the events that must occur in random games: a comparison proves nothing about
    /// others.
    fn shows(&self) -> Shows;
    /// Completes a board that was set up by hand; `false` if it can't stand.
    fn complete(&self, _board: &mut Board) -> bool {
        true
    }
    /// Returns whether the board has an upper and a lower end.
    fn has_down(&self) -> bool {
        false
    }
    /// Like [`Rules::state`], for games in which the sides take turns from now on.
    fn state_in_turn(&self, game: &Slow) -> String {
        self.state(game)
    }
}

/// A game in progress.
pub struct Slow {
    rules: Box<dyn Rules>,
    pub start: Board,
    pub turns: Vec<Turn>,
    /// The number of turns before the latest new start; they do not count for repetition.
    pub fresh: usize,
    /// Passes after the end.
    late: Vec<Seat>,
    result: Option<(f64, Ending)>,
    /// Points for White.
    pub komi: f64,
    size: (u16, u16),
    kinds: u8,
}

/// Returns the second implementation of a game, if there is one.
fn second_implementation(setup: &Setup) -> Option<Box<dyn Rules>> {
    Some(match setup.info().id {
        "alak" => Box::new(alak::Alak::new(setup)),
        "alaric" => Box::new(alaric::Alaric::new(setup)),
        "bracket" => Box::new(bracket::Bracket::new(setup)),
        "cancer" => Box::new(cancer::Cancer::new(setup)),
        "cascade" => Box::new(cascade::Cascade::new(setup)),
        "redstone" => Box::new(redstone::Redstone::new(setup)),
        "stoical" => Box::new(stoical::Stoical::new(setup)),
        _ => return None,
    })
}

#[test]
fn every_game_has_a_second_implementation() {
    for info in quintet_games::GAMES {
        let found = second_implementation(&Setup::new(info)).is_some();
        assert!(
            found,
            "{0} has no second, slow implementation: write tests/rules/slow/{0}.rs, and name it here",
            info.id
        );
    }
}

impl Slow {
    /// Creates a game before its first move.
    pub fn new(setup: &Setup) -> Slow {
        let id = setup.info().id;
        let rules = second_implementation(setup).unwrap_or_else(|| panic!("{id} has no second implementation"));
        Slow::by_rules(rules, setup)
    }

    /// Creates a game of these rules before its first move.
    pub fn by_rules(rules: Box<dyn Rules>, setup: &Setup) -> Slow {
        let mut game = Slow {
            start: rules.empty(),
            rules,
            turns: Vec::new(),
            fresh: 0,
            late: Vec::new(),
            result: None,
            komi: setup.komi(),
            size: (setup.width(), setup.height()),
            kinds: setup.info().kinds.len() as u8,
        };
        game.result = game.rules.result(&game);
        game
    }

    /// Creates a game that begins with a board that was set up by hand; `None` if it can't stand.
    pub fn set_up(setup: &Setup, stones: &[Option<Stone>]) -> Option<Slow> {
        let mut game = Slow::new(setup);
        game.start.stones.copy_from_slice(stones);
        let mut board = game.start.clone();
        if !game.complete(&mut board) {
            return None;
        }
        game.start = board;
        game.result = game.rules.result(&game);
        Some(game)
    }

    /// Returns the events that must occur in random games of these rules.
    pub fn shows(&self) -> Shows {
        self.rules.shows()
    }

    /// Completes a board that was set up by hand; `false` if it can't stand.
    pub fn complete(&self, board: &mut Board) -> bool {
        self.rules.complete(board)
    }

    /// Returns whether the board has an upper and a lower end.
    pub fn has_down(&self) -> bool {
        self.rules.has_down()
    }

    pub fn board(&self) -> &Board {
        self.turns.last().map_or(&self.start, |turn| &turn.after)
    }

    pub fn to_move(&self) -> Seat {
        self.turns.last().map_or(self.rules.first(), |turn| turn.seat.other())
    }

    /// Returns the latest turn of a side.
    pub fn latest(&self, seat: Seat) -> Option<&Turn> {
        self.turns.iter().rev().find(|turn| turn.seat == seat)
    }

    pub fn point(&self, (x, y): Cell) -> Point {
        Point(y as u16 * self.size.0 + x as u16)
    }

    pub fn cell(&self, point: Point) -> Cell {
        (i32::from(point.0 % self.size.0), i32::from(point.0 / self.size.0))
    }

    /// Returns kind and cell of a placement, if the game has them and the cell is empty.
    fn placement(&self, mv: Move) -> Result<(u8, Cell), Why> {
        match mv.action() {
            Action::Place { kind, point } if kind < self.kinds => {
                let cell = self.cell(point);
                match self.board().has(cell) {
                    false => Err(Why::Nonsense),
                    true if self.board().get(cell).is_some() => Err(Why::Taken),
                    true => Ok((kind, cell)),
                }
            }
            _ => Err(Why::Nonsense),
        }
    }

    pub fn verdict(&self, seat: Seat, mv: Move) -> Result<(), Why> {
        if self.is_over() { Err(Why::Over) } else { self.rules.may(self, seat, mv) }
    }

    pub fn is_legal(&self, seat: Seat, mv: Move) -> bool {
        self.verdict(seat, mv).is_ok()
    }

    /// Returns all possible moves on this board, legal or not.
    pub fn conceivable(&self) -> Vec<Move> {
        let points = self.size.0 * self.size.1;
        let places = (0..self.kinds).flat_map(|kind| (0..points).map(move |p| Move::place(kind, Point(p))));
        places.chain([Move::SWAP, Move::PASS]).collect()
    }

    pub fn legal_moves(&self, seat: Seat) -> Vec<Move> {
        self.conceivable().into_iter().filter(|&mv| self.is_legal(seat, mv)).collect()
    }

    /// Plays a move if it is legal, or a pass after the end. Returns whether it was played.
    pub fn play(&mut self, seat: Seat, mv: Move) -> bool {
        if self.is_over() {
            if mv == Move::PASS {
                self.late.push(seat);
            }
            return mv == Move::PASS;
        }
        if !self.is_legal(seat, mv) {
            return false;
        }
        let before = self.board().clone();
        let after = self.rules.after(self, seat, mv);
        let captured = Board::vanished(&before, &after);
        self.turns.push(Turn { seat, mv, before, after, captured });
        self.result = self.rules.result(self);
        true
    }

    pub fn undo(&mut self) {
        if self.late.pop().is_none() {
            self.turns.pop().expect("a move to take back");
            self.result = self.rules.result(self);
        }
    }

    /// Returns the number of moves that can be taken back.
    pub fn plies(&self) -> usize {
        self.turns.len() - self.fresh + self.late.len()
    }

    /// Makes the present board a new start, without earlier boards and counts.
    pub fn set_up_afresh(&mut self) {
        assert!(!self.is_over());
        self.fresh = self.turns.len();
    }

    pub fn is_over(&self) -> bool {
        self.result.is_some()
    }

    /// Returns Black's margin and the reason if the game is over.
    pub fn outcome(&self) -> Option<(f64, Ending)> {
        self.result.map(|(margin, ending)| match ending {
            // Komi may have changed since. A game without a score is drawn, or won, by passes.
            Ending::TWO_PASSES => (self.rules.score(self).unwrap_or(margin), ending),
            _ => (margin, ending),
        })
    }

    /// Returns Black's margin, if the game has a score now.
    pub fn score(&self) -> Option<f64> {
        self.outcome().map(|(margin, _)| margin).or_else(|| self.rules.score(self))
    }

    /// Returns the numbers of stones captured by Black and by White.
    pub fn captured(&self) -> [u32; 2] {
        Seat::BOTH.map(|seat| self.turns[self.fresh..].iter().filter(|t| t.seat == seat).map(|t| t.captured).sum())
    }

    /// All that the legality of later moves depends on, but the earlier boards.
    pub fn state(&self) -> String {
        format!("{} {} {:?}", self.picture(), self.rules.state(self), self.ended())
    }

    /// Like [`Slow::state`], if nobody moves out of turn from now on.
    pub fn state_in_turn(&self) -> String {
        format!("{} {} {:?}", self.picture(), self.rules.state_in_turn(self), self.ended())
    }

    /// Returns the reason of the end, unless it depends on earlier boards.
    pub fn ended(&self) -> Option<Ending> {
        self.result.map(|(_, ending)| ending).filter(|&ending| ending != Ending::REPETITION)
    }

    fn picture(&self) -> String {
        let stones: String = self.board().stones.iter().map(|s| s.map_or('.', Stone::letter)).collect();
        format!("{stones} {}", self.to_move().letter())
    }

    /// Returns the number of sequences of legal moves, with or without passes.
    pub fn perft(&mut self, depth: usize, passes: bool) -> u64 {
        if depth == 0 {
            return 1;
        }
        let seat = self.to_move();
        let mut count = 0;
        for mv in self.legal_moves(seat) {
            if passes || mv != Move::PASS {
                self.play(seat, mv);
                count += self.perft(depth - 1, passes);
                self.undo();
            }
        }
        count
    }
}
