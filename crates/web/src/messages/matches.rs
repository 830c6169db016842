//! Matches, lessons, and games to replay.

use quintet_core::types::Seat;
use serde::Serialize;

use super::game::{BoardView, Insight, StonesView};
use super::puzzles::TaskLine;

/// A game move by move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Replay {
    /// Its number in its match; 0 if it belongs to none.
    pub number: u64,
    /// Whether it is being played.
    pub live: bool,
    pub title: String,
    pub board: BoardView,
    /// The starting position and the position after each move.
    pub frames: Vec<Frame>,
    /// The game as SGF.
    pub sgf: String,
}

/// A position of a replay.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Frame {
    /// The move that led to it; empty at the start.
    pub word: String,
    /// The player of the move, `b` or `w`.
    pub seat: Seat,
    /// The stones on the board.
    #[serde(flatten)]
    pub scene: StonesView,
    /// The comment.
    pub text: String,
    /// The side to move, or the result, in words.
    pub status: String,
}

/// The rules of a game and a short game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LessonView {
    /// The game's id.
    pub game: &'static str,
    /// The rules, one paragraph each.
    pub rules: &'static [&'static str],
    /// The game in a few pictures.
    pub steps: Vec<LessonStep>,
    /// The tasks, in their order.
    pub tasks: Vec<TaskLine>,
    /// Advice for the first games.
    pub advice: &'static [&'static str],
    /// The short game.
    pub replay: Replay,
}

/// A picture of "how to play": a position of the short game with a sentence.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LessonStep {
    /// The index of the position in [`Replay::frames`].
    pub frame: usize,
    /// The drawings beside its stones.
    pub insight: Insight,
    /// The sentence.
    pub text: &'static str,
}

/// A match in the list of matches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchLine {
    pub name: String,
    /// Its state, in one line.
    pub text: String,
    /// The numbers of games played and of all games.
    pub games: [u64; 2],
    /// Whether it is being played.
    pub running: bool,
    /// Whether its sequential test has ended, and the match with it.
    pub decided: bool,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Match {
    pub index: usize,
    /// Its line in the list.
    #[serde(flatten)]
    pub line: MatchLine,
    /// The game, in words.
    pub title: String,
    /// The standings: a header, then one row per engine.
    pub table: Vec<Vec<String>>,
    /// The curves: titles and SVG markup.
    pub curves: Vec<(String, String)>,
    /// The finished games, latest first.
    pub played: Vec<Played>,
}

/// A game of a match that is being played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Playing {
    pub number: u64,
    /// The engine with the black stones.
    pub black: String,
    /// The engine with the white stones.
    pub white: String,
    /// The number of its moves so far.
    pub moves: usize,
}

/// A finished game of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Played {
    pub number: u64,
    /// The engine with the black stones.
    pub black: String,
    /// The engine with the white stones.
    pub white: String,
    pub result: String,
    /// The reason for its end.
    pub reason: String,
    pub moves: usize,
}
