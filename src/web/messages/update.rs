//! What the server tells, and what there is to choose from.

use std::collections::BTreeMap;

use serde::Serialize;

use super::game::{BoardView, GameView, StonesView};
use super::matches::{Film, LessonView, Match, MatchLine, Playing};
use super::thought::{ExactValues, ThoughtView};

/// What the server tells.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "say", rename_all = "kebab-case")]
pub enum Update {
    /// What there is: the first message of every connection.
    Hello(Hello),
    /// The board that the states after it are of.
    Board(BoardView),
    /// The game as it stands; told after every change.
    State(Box<GameView>),
    /// The state of a search, several times a second while it runs.
    Thinking(ThoughtView),
    /// Exact values, several times a second while they are worked out.
    Exact(ExactValues),
    /// The empty board that was asked for, or why there can't be one.
    Preview(Preview),
    /// Why something was not done; nothing has changed.
    Refused {
        /// In a sentence.
        text: String,
    },
    /// Something worth knowing.
    Note {
        /// In a sentence.
        text: String,
    },
    /// A file to be kept.
    File {
        /// Its name.
        name: String,
        /// Its text.
        text: String,
    },
    /// The rules of a game and its short game.
    Lesson(LessonView),
    /// All matches.
    Matches {
        /// One line each.
        matches: Vec<MatchLine>,
    },
    /// One match.
    Match(Box<Match>),
    /// The games of a match that are being played.
    Playing {
        /// The match's index.
        index: usize,
        /// The games, by number.
        playing: Vec<Playing>,
    },
    /// A game of a match.
    Film(Film),
    /// The session is over, because nobody used it.
    Ended {
        /// Why, in a sentence.
        text: String,
    },
}

/// What there is to choose from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    /// By which the page finds its session again after its connection was lost.
    pub session: String,
    /// Whether it was found again.
    pub resumed: bool,
    /// The program's version.
    pub version: &'static str,
    /// The games.
    pub games: Vec<GameChoice>,
    /// Who can play a seat, persons first.
    pub players: Vec<PlayerChoice>,
    /// Whether there are matches to watch.
    pub matches: bool,
    /// What a new game is, unless something else is chosen.
    pub defaults: Defaults,
}

/// What a new game is, unless something else is chosen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Defaults {
    /// The game's id.
    pub game: String,
    /// Its size.
    pub size: String,
    /// Its rules.
    pub rules: BTreeMap<String, String>,
    /// Points for White.
    pub komi: f64,
    /// Blocked points.
    pub blocked: Vec<String>,
    /// Simulations a move.
    pub visits: Option<u64>,
    /// Seconds a move.
    pub seconds: Option<f64>,
}

/// A game that can be chosen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameChoice {
    /// The word of the protocol.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it is about, in a sentence.
    pub summary: &'static str,
    /// What is drawn on its board beside stones, and what that means.
    pub signs: &'static str,
    /// The smallest size.
    pub least: u16,
    /// The largest size.
    pub most: u16,
    /// The size by default.
    pub size: u16,
    /// What a size is, in words.
    pub size_text: &'static str,
    /// Whether the sides may differ.
    pub rectangular: bool,
    /// Whether komi counts.
    pub komi: bool,
    /// Whether points can be blocked.
    pub blocking: bool,
    /// Whether handicap stones can be placed.
    pub handicap: bool,
    /// The names of Black's and White's seat.
    pub seats: [&'static str; 2],
    /// The seat that begins, `b` or `w`.
    pub first: char,
    /// The rules that can be chosen.
    pub rules: Vec<RuleChoice>,
}

/// A rule with its values.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RuleChoice {
    /// The word of the protocol.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// The values, the default first, each with what it means.
    pub values: Vec<(&'static str, &'static str)>,
}

/// Somebody who can play a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerChoice {
    /// The value of `seat-b` and `seat-w`.
    pub name: String,
    /// In words.
    pub about: String,
    /// Whether `visits` and `seconds` bound it.
    pub bounded: bool,
}

/// The board of a game that could be begun.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Preview {
    /// The board; absent where there can't be one.
    pub board: Option<BoardView>,
    /// The stones on it.
    pub scene: StonesView,
    /// Why there can't be one.
    pub error: Option<String>,
}
