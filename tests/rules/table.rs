//! A game with drawn boards and moves as words, for tests by hand.

use quintet_core::board::{Geometry, Point, Shape};
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Ending, Move, Seat, Stone};

use crate::setups::setup;

/// The letters of drawings.
const LETTERS: [(char, Stone); 5] =
    [('x', Stone::Black), ('o', Stone::White), ('r', Stone::Red), ('#', Stone::Cancer), ('%', Stone::Blocked)];

/// Returns the rows of a drawing from the top, each from the left, without missing cells. A diamond
/// is drawn standing on `A1`, with the first row going up to the left.
pub fn rows(geometry: &Geometry) -> Vec<Vec<Point>> {
    let (width, height) = (i32::from(geometry.width()), i32::from(geometry.height()));
    let row = |cells: Vec<(i32, i32)>| cells.into_iter().filter_map(|(x, y)| geometry.at(x, y)).collect();
    match geometry.shape() {
        Shape::Diamond => {
            (0..2 * width - 1).rev().map(|sum| row((0..width).rev().map(|x| (x, sum - x)).collect())).collect()
        }
        _ => (0..height).rev().map(|y| row((0..width).map(|x| (x, y)).collect())).collect(),
    }
}

/// Reads a drawing: `.` empty, `x` black, `o` white, `r` red, `#` cancer, `%` blocked; spaces are
/// ignored.
pub fn diagram(setup: &Setup, drawing: &str, to_move: Seat) -> Diagram {
    let mut diagram = Diagram { to_move, ..setup.empty_diagram() };
    let lines: Vec<String> = drawing.lines().map(|line| line.split_whitespace().collect()).collect();
    let lines: Vec<String> = lines.into_iter().filter(|line: &String| !line.is_empty()).collect();
    let rows = rows(&setup.geometry());
    assert_eq!(lines.len(), rows.len(), "rows of {drawing}");
    for (line, row) in lines.iter().zip(&rows) {
        assert_eq!(line.chars().count(), row.len(), "{line} in {drawing}");
        for (letter, point) in line.chars().zip(row) {
            let stone = LETTERS.into_iter().find(|(l, _)| *l == letter).map(|(_, stone)| stone);
            assert!(letter == '.' || stone.is_some(), "{letter} in {drawing}");
            diagram.stones[point.index()] = stone;
        }
    }
    diagram
}

/// A game in progress on a drawn board.
pub struct Table {
    pub history: Game,
}

impl Table {
    /// Creates a game at its start; the setup is a line as for [`setup`].
    pub fn new(line: &str) -> Table {
        Table { history: Game::new(setup(line)) }
    }

    /// Creates a game from a drawing, with the blocked points drawn in it.
    pub fn drawn(line: &str, drawing: &str, to_move: Seat) -> Table {
        let setup = setup(line);
        let diagram = diagram(&setup, drawing, to_move);
        let setup = if setup.info().blocking {
            setup.with_blocked(diagram.points_with(Stone::Blocked).collect()).unwrap()
        } else {
            setup
        };
        let history = Game::from_diagram(setup.clone(), &diagram).unwrap_or_else(|error| panic!("{error}: {drawing}"));
        Table { history }
    }

    /// Reads `b D4`, `w cancer@D4`, `b pass`.
    pub fn read(&self, text: &str) -> (Seat, Move) {
        let (seat, word) = text.split_once(' ').expect("a seat and a move");
        let seat = match seat {
            "b" => Seat::Black,
            "w" => Seat::White,
            other => panic!("no seat is {other}"),
        };
        let mv = self.history.read_word(seat, word);
        (seat, mv.unwrap_or_else(|| panic!("no move is {word}")))
    }

    /// Plays moves, separated by commas.
    pub fn play(&mut self, moves: &str) -> &mut Table {
        for text in moves.split(',').map(str::trim) {
            let (seat, mv) = self.read(text);
            self.history.play(seat, mv).unwrap_or_else(|_| panic!("{text} was refused"));
        }
        self
    }

    /// Asserts that each of these moves is legal.
    #[track_caller]
    pub fn allows(&mut self, moves: &str) -> &mut Table {
        for text in moves.split(',').map(str::trim) {
            let (seat, mv) = self.read(text);
            assert!(self.history.is_legal(seat, mv), "{text} is refused");
        }
        self
    }

    /// Asserts that these moves are illegal and change nothing.
    #[track_caller]
    pub fn refuses(&mut self, moves: &str) -> &mut Table {
        for text in moves.split(',').map(str::trim) {
            let (seat, mv) = self.read(text);
            assert!(!self.history.is_legal(seat, mv), "{text} is allowed");
            let before = (self.drawing(), self.history.to_move(), self.history.moves().len());
            assert!(self.history.play(seat, mv).is_err(), "{text} was played");
            assert_eq!(before, (self.drawing(), self.history.to_move(), self.history.moves().len()));
        }
        self
    }

    /// Returns the board as text, row by row.
    pub fn drawing(&self) -> String {
        let letter = |point: &Point| match self.history.stone(*point) {
            None => '.',
            Some(stone) => LETTERS.iter().find(|(_, s)| *s == stone).unwrap().0,
        };
        let rows = rows(self.history.geometry());
        rows.iter().map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("\n")
    }

    /// Asserts that this is the board.
    #[track_caller]
    pub fn shows(&mut self, drawing: &str) -> &mut Table {
        let lines = drawing.lines().map(|line| line.split_whitespace().collect::<String>());
        let expected: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        assert_eq!(self.drawing(), expected.join("\n"));
        self
    }

    /// Asserts that the game is over with this margin of Black and this reason.
    #[track_caller]
    pub fn ends(&mut self, margin: f64, ending: Ending) -> &mut Table {
        let outcome = self.history.outcome().unwrap_or_else(|| panic!("not over:\n{}", self.drawing()));
        assert_eq!((outcome.margin.points(), outcome.ending), (margin, ending));
        self
    }

    /// Asserts that the game is not over.
    #[track_caller]
    pub fn goes_on(&mut self) -> &mut Table {
        assert_eq!(self.history.outcome(), None);
        self
    }

    /// Returns the words for all legal moves of a side.
    pub fn words(&self, seat: Seat) -> Vec<String> {
        let word = |mv| self.history.word(mv);
        self.history.legal_moves(seat).into_iter().map(word).collect()
    }
}
