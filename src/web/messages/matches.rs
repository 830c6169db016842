//! Games to step through: those of matches, and of lessons.

use serde::Serialize;

use super::game::{BoardView, StonesView};

/// A game move by move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Film {
    /// Its number in its match; 0 where it is of none.
    pub number: u64,
    /// Whether it is being played just now.
    pub live: bool,
    /// What game it is, in words.
    pub title: String,
    /// The board.
    pub board: BoardView,
    /// The start and the position after each move.
    pub frames: Vec<Frame>,
    /// The game as SGF, to be opened for play.
    pub sgf: String,
}

/// A position of a film.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Frame {
    /// The move that led here; empty at the start.
    pub word: String,
    /// `b` or `w`: who made it.
    pub seat: char,
    /// What stands on the board.
    #[serde(flatten)]
    pub scene: StonesView,
    /// What there is to say.
    pub text: String,
    /// Whose turn it is, or the result, in words.
    pub status: String,
}

/// The rules of a game, with its short game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LessonView {
    /// The game's id.
    pub game: &'static str,
    /// The rules, a paragraph each.
    pub rules: &'static [&'static str],
    /// Words of advice for the first games.
    pub advice: &'static [&'static str],
    /// The short game.
    pub film: Film,
}

/// A match in the list.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchLine {
    /// Its name.
    pub name: String,
    /// How it stands, in a line.
    pub text: String,
    /// Games that have been played, and those that there are to be.
    pub games: [u64; 2],
    /// Whether somebody is playing it just now.
    pub running: bool,
    /// Whether its sequential test has decided, which ends it before all games are played.
    pub decided: bool,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Match {
    /// Its index.
    pub index: usize,
    /// Its line.
    #[serde(flatten)]
    pub line: MatchLine,
    /// What is played, in words.
    pub title: String,
    /// The table: its head, then a row an engine.
    pub table: Vec<Vec<String>>,
    /// Curves: titles and SVG markup.
    pub curves: Vec<(String, String)>,
    /// The games that are over, the latest first.
    pub played: Vec<Played>,
}

/// A game of a match that is being played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Playing {
    /// Its number.
    pub number: u64,
    /// Black's engine.
    pub black: String,
    /// White's engine.
    pub white: String,
    /// How many moves it has so far.
    pub moves: usize,
}

/// A game of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Played {
    /// Its number.
    pub number: u64,
    /// Black's engine.
    pub black: String,
    /// White's engine.
    pub white: String,
    /// The result.
    pub result: String,
    /// Why it ended.
    pub reason: String,
    /// How many moves it had.
    pub moves: usize,
}
