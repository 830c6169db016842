//! The updates of the server.

use std::collections::BTreeMap;

use quintet_core::types::Seat;
use serde::Serialize;

use super::changes::StateChanges;
use super::game::{BoardView, GameView, StonesView};
use super::matches::{LessonView, Match, MatchLine, Playing, Replay};
use super::puzzles::PuzzleLine;
use super::request::Seats;
use super::sharing::InvitationsView;
use super::thought::{ExactValues, ThoughtView};

/// An update of the server.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "say", rename_all = "kebab-case")]
pub enum Update {
    /// The greeting, which is the first message of every connection.
    Hello(Hello),
    /// The board of the states that follow.
    Board(BoardView),
    /// The state of the game.
    State(Box<GameView>),
    /// The state of the game, as changes of the state before.
    Changes(StateChanges),
    /// The state of a search, several times per second.
    Thinking(ThoughtView),
    /// Exact values, several times per second while they are computed.
    Exact(ExactValues),
    /// The board of a new game, or the reason why there is none.
    Preview(Preview),
    /// The reason why a request was refused; nothing has changed.
    Refused {
        /// One sentence.
        text: String,
    },
    Note {
        /// One sentence.
        text: String,
    },
    /// A note that stays until it is closed.
    Warning {
        /// One or more sentences.
        text: String,
    },
    /// The game with all its variations, whenever it has changed: the page keeps it, in case that
    /// the program ends.
    Backup(Backup),
    /// The invitations of the game.
    Invitations(InvitationsView),
    /// A file to save.
    File {
        name: String,
        text: String,
    },
    /// The lesson of a game.
    Lesson(LessonView),
    /// The puzzles of a game, easiest first.
    Puzzles {
        /// The game's id.
        game: &'static str,
        /// One line per puzzle.
        puzzles: Vec<PuzzleLine>,
    },
    Matches {
        /// One line per match.
        matches: Vec<MatchLine>,
    },
    Match(Box<Match>),
    /// The games of a match that are being played.
    Playing {
        /// The match's index.
        index: usize,
        /// The games, in the order of their numbers.
        playing: Vec<Playing>,
    },
    /// A game of a match, move by move.
    Replay(Replay),
    /// The end of the session.
    Ended {
        /// The reason, in a sentence.
        text: String,
    },
}

/// A game as the page keeps it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Backup {
    /// The game as SGF.
    pub sgf: String,
    /// Its players.
    pub seats: Seats,
    /// The game in a few words.
    pub text: String,
}

/// The greeting: the games, players and defaults to choose from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    /// The id by which the page returns to its session after it lost the connection.
    pub session: String,
    /// The id of this run of the program: sessions of other runs are gone.
    pub run: String,
    /// Whether the page has returned to a session.
    pub resumed: bool,
    /// Whether there is a game to show: an earlier one, or one that was given on the command line.
    pub playing: bool,
    /// `true` for a page that was invited: it has this game alone.
    pub guest: bool,
    /// The version of the program.
    pub version: &'static str,
    /// The build of the page that belongs to this program.
    pub build: String,
    pub games: Vec<GameChoice>,
    /// The possible players, persons first.
    pub players: Vec<PlayerChoice>,
    /// The clocks to choose from.
    pub clocks: Vec<ClockChoice>,
    /// Whether there are matches.
    pub matches: bool,
    /// The defaults of a new game.
    pub defaults: Defaults,
}

/// The defaults of a new game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Defaults {
    /// The game's id.
    pub game: String,
    pub size: String,
    pub rules: BTreeMap<String, String>,
    pub komi: f64,
    /// The blocked points.
    pub blocked: Vec<String>,
    /// The level of the built-in engine.
    pub level: Option<u8>,
    /// The number of visits per move.
    pub visits: Option<u64>,
    /// The seconds per move.
    pub seconds: Option<f64>,
}

/// A game to choose.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameChoice {
    /// The name in the protocol.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// `true` for a relative of another game.
    pub relative: bool,
    /// The game in a sentence.
    pub summary: &'static str,
    /// The path of the picture of a position, an SVG document.
    pub picture: String,
    /// The meaning of what is drawn beside its stones.
    pub signs: &'static str,
    /// The smallest size.
    pub least: u16,
    /// The largest size.
    pub most: u16,
    /// The default size.
    pub size: u16,
    /// The unit of sizes, in words.
    pub size_text: &'static str,
    /// Whether width and height may differ.
    pub rectangular: bool,
    /// Whether the game has komi.
    pub komi: bool,
    /// Whether points can be blocked.
    pub blocking: bool,
    /// Whether the game has handicap stones.
    pub handicap: bool,
    /// The names of Black and White.
    pub seats: [&'static str; 2],
    /// The side that begins, `b` or `w`.
    pub first: Seat,
    pub puzzles: usize,
    /// The number of the tasks of its lesson.
    pub tasks: usize,
    /// The rules to choose.
    pub rules: Vec<RuleChoice>,
}

/// A rule with its values.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RuleChoice {
    /// The name in the protocol.
    pub name: &'static str,
    /// Its meaning.
    pub about: &'static str,
    /// The values with their meanings, the default first.
    pub values: Vec<(&'static str, &'static str)>,
}

/// A player to choose.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerChoice {
    /// The value of `seat-b` and `seat-w`.
    pub name: String,
    /// Its description.
    pub about: String,
    /// Whether `visits` and `seconds` apply.
    pub bounded: bool,
    /// The level, if the player is the built-in engine at one.
    pub level: Option<u8>,
}

/// A clock to choose.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClockChoice {
    /// The value of `clock`.
    pub name: String,
    /// Its description.
    pub about: String,
}

/// The board of a new game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Preview {
    /// The board; absent if there is none.
    pub board: Option<BoardView>,
    /// The stones on it.
    pub scene: StonesView,
    /// The reason why there is none.
    pub error: Option<String>,
}
