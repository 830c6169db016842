//! Puzzles: solved positions with one best move, a line of text each.
//!
//! ```text
//! alaric 7 board=ring edge=open x.o.... b | B1 D1 F1 | B+2 | 3
//! ```
//!
//! The fields are the position line, the solution, the value of the position and the difficulty
//! from 1 to 5. The moves of the solution alternate, the first and last ones are those of the side
//! to move: each of them is the only one that keeps the value. Lines that begin with `#` are
//! comments.

use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::game::Game;
use quintet_core::notation::{decimal, move_words, quote};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Margin, Move, Seat};
use quintet_record::position_line::{self, ParsePositionError};

/// The greatest difficulty.
pub const MOST_STARS: u8 = 5;

/// A line that is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PuzzleError {
    /// The line has another number of fields.
    #[error("a puzzle is: position | solution | value | stars")]
    Fields,
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The game has no such position.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// A move of the solution is not legal.
    #[error("'{0}' is not a legal move there")]
    Move(String),
    /// The solution ends with a move of the opponent, or is empty.
    #[error("a solution begins and ends with a move of the side to move")]
    Length,
    /// The value cannot be read.
    #[error("'{0}' is no value; values are like B+3, W+ or 0")]
    Value(String),
    /// The difficulty cannot be read.
    #[error("'{0}' is no difficulty; it is a number from 1 to {MOST_STARS}")]
    Stars(String),
}

/// The value of a solved position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// The margin for Black.
    Margin(f64),
    /// The winner; `None` is a draw.
    Winner(Option<Seat>),
}

impl Value {
    /// Returns the winner; `None` is a draw.
    pub fn winner(self) -> Option<Seat> {
        match self {
            Value::Margin(margin) => Margin::new(margin).winner(),
            Value::Winner(winner) => winner,
        }
    }

    /// Reads a value as [`Value::text`] writes it.
    fn read(text: &str) -> Option<Value> {
        let (seat, points) = match text.split_at_checked(2)? {
            ("B+", points) => (Seat::Black, points),
            ("W+", points) => (Seat::White, points),
            _ => return None,
        };
        if points.is_empty() {
            return Some(Value::Winner(Some(seat)));
        }
        let points = decimal(points).filter(|points| *points > 0.0)?;
        Some(Value::Margin(points * seat.sign()))
    }

    /// Returns the value as the solver writes it: `B+3`, `W+` or `0`.
    pub fn text(self) -> String {
        match (self, self.winner()) {
            (_, None) => "0".to_owned(),
            (Value::Margin(margin), Some(_)) => Margin::new(margin).to_string(),
            (Value::Winner(_), Some(Seat::Black)) => "B+".to_owned(),
            (Value::Winner(_), Some(Seat::White)) => "W+".to_owned(),
        }
    }
}

/// A solved position with one best move.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The game with its size and rules.
    pub setup: Setup,
    /// The position.
    pub diagram: Diagram,
    /// The solution: moves of both sides in turn.
    pub solution: Vec<Move>,
    /// The value of the position.
    pub value: Value,
    /// The difficulty, from 1 to [`MOST_STARS`].
    pub stars: u8,
}

impl Puzzle {
    /// Reads a line.
    ///
    /// # Errors
    /// Returns an error if the line is not a puzzle, or its solution is not a line of legal moves.
    pub fn read(line: &str) -> Result<Puzzle, PuzzleError> {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [position, solution, value, stars] = fields[..] else { return Err(PuzzleError::Fields) };
        let (setup, diagram) = position_line::read(position)?;
        let mut game = Game::from_diagram(setup.clone(), &diagram)?;
        let mut moves = Vec::new();
        for word in solution.split_whitespace() {
            let seat = game.to_move();
            let mv = game.read_word(seat, word);
            let mv = mv.filter(|&mv| game.play(seat, mv).is_ok());
            moves.push(mv.ok_or_else(|| PuzzleError::Move(quote(word)))?);
        }
        if moves.len() % 2 == 0 {
            return Err(PuzzleError::Length);
        }
        let is_zero = if setup.info().solving.values_are_margins { Value::Margin(0.0) } else { Value::Winner(None) };
        let known = if value == "0" { Some(is_zero) } else { Value::read(value) };
        let value = known.ok_or_else(|| PuzzleError::Value(quote(value)))?;
        let stars = stars.parse::<u8>().ok().filter(|stars| (1..=MOST_STARS).contains(stars));
        let stars = stars.ok_or_else(|| PuzzleError::Stars(quote(fields[3])))?;
        Ok(Puzzle { setup, diagram, solution: moves, value, stars })
    }

    /// Returns the line of the puzzle.
    pub fn write(&self) -> String {
        let geometry = self.setup.geometry();
        let words = self.solution.iter().map(|&mv| move_words::format(self.setup.info(), &geometry, mv));
        let words = words.collect::<Vec<_>>().join(" ");
        format!("{} | {words} | {} | {}", self.position(), self.value.text(), self.stars)
    }

    /// Returns the position line.
    pub fn position(&self) -> String {
        position_line::format(&self.setup, &self.diagram)
    }

    /// Returns a name that depends on the position alone: eight hexadecimal digits.
    pub fn id(&self) -> String {
        // FNV-1a (Fowler, Noll and Vo).
        let hash = self
            .position()
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        format!("{hash:08x}")
    }
}

/// Reads the puzzles of a game, easiest first.
///
/// # Panics
/// Panics if a built-in line is not a puzzle, which a test checks.
pub fn of_game(info: &GameInfo) -> Vec<Puzzle> {
    let lines = info.puzzles.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |line| Puzzle::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    let mut puzzles: Vec<Puzzle> = lines.map(read).collect();
    puzzles.sort_by_key(|puzzle| (puzzle.stars, puzzle.solution.len()));
    puzzles
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "alaric 7 board=ring edge=open ....... b | A1 C1 B1 | W+1 | 2";

    #[test]
    fn a_line_is_read_and_written() {
        let puzzle = Puzzle::read(LINE).unwrap();
        assert_eq!((puzzle.solution.len(), puzzle.value, puzzle.stars), (3, Value::Margin(-1.0), 2));
        assert_eq!(puzzle.write(), LINE);
        let winner = Puzzle::read("bracket 3 shape=hexagon scoring=largest ../.../.. b | A1 | B+ | 1").unwrap();
        assert_eq!(winner.value, Value::Winner(Some(Seat::Black)));
    }

    #[test]
    fn the_id_depends_on_the_position_alone() {
        let puzzle = Puzzle::read(LINE).unwrap();
        let other = Puzzle::read(&LINE.replace("W+1 | 2", "W+2 | 5")).unwrap();
        let turned = Puzzle::read(&LINE.replace(". b", ". w")).unwrap();
        assert_eq!(puzzle.id(), other.id());
        assert_ne!(puzzle.id(), turned.id());
    }

    #[test]
    fn what_is_no_puzzle_is_refused_with_the_reason() {
        for (from, to, reason) in [
            (" | 2", "", "a puzzle is: position | solution | value | stars"),
            ("A1 C1 B1", "A1 A1 B1", "'A1' is not a legal move there"),
            ("A1 C1 B1", "A1 C1", "a solution begins and ends with a move of the side to move"),
            ("W+1", "won", "'won' is no value; values are like B+3, W+ or 0"),
            ("| 2", "| 6", "'6' is no difficulty; it is a number from 1 to 5"),
        ] {
            assert_eq!(Puzzle::read(&LINE.replace(from, to)).unwrap_err().to_string(), reason);
        }
    }
}
