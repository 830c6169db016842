//! Puzzles: solved positions with one best move; and the tasks of the lessons.

use quintet_core::types::Seat;
use serde::Serialize;

use super::thought::Ply;

/// A puzzle in the list of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PuzzleLine {
    /// The id, which depends on the position alone.
    pub id: String,
    /// Size and rules.
    pub title: String,
    /// The task, such as `White to move and win by 3`.
    pub task: String,
    /// The side to move, `b` or `w`.
    pub seat: Seat,
    /// The difficulty, from 1 to 5.
    pub stars: u8,
    /// The size of the board.
    pub board: String,
    /// The picture of the position, as an SVG document.
    pub picture: String,
}

/// A task in the lesson of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TaskLine {
    /// The id, by which it is opened as a puzzle.
    pub id: String,
    /// The task, in a sentence.
    pub text: String,
}

/// How far a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzlePhase {
    /// The person is to move.
    Open,
    /// The solver looks for the refutation of a wrong try.
    Checking,
    /// A wrong try and its refutation are shown.
    Wrong,
    /// All moves were found.
    Solved,
    /// The solution is shown.
    Shown,
}

/// The puzzle or task that is shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PuzzleView {
    /// The game's id.
    pub game: &'static str,
    pub id: String,
    /// The game, its size and its rules in words.
    pub title: String,
    pub task: String,
    /// The side that solves it, `b` or `w`.
    pub seat: Seat,
    /// The difficulty, from 1 to 5; 0 for a task.
    pub stars: u8,
    /// The number of a task in its lesson, from 1; 0 for a puzzle.
    pub number: usize,
    /// The number of tasks of the lesson; 0 for a puzzle.
    pub of: usize,
    /// How far it is.
    pub phase: PuzzlePhase,
    /// The number of moves that were found.
    pub found: usize,
    /// The number of moves to find.
    pub length: usize,
    /// The number of wrong tries.
    pub tries: usize,
    /// The result of the latest try, in a sentence; empty before one.
    pub text: String,
    /// The line that refutes the wrong try.
    pub refutation: Vec<Ply>,
    /// The next puzzle of the game, or task of the lesson.
    pub next: Option<String>,
}
