//! The requests of the page.

use std::collections::BTreeMap;

use quintet_record::tree::NodeId;
use serde::{Deserialize, Serialize};

/// A request of the page.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum PageRequest {
    /// Begins a new game.
    New(NewGame),
    /// Asks for the empty board of a new game without beginning it; answered by
    /// [`super::Update::Preview`].
    Preview(NewGame),
    /// Plays a move for the side to move.
    Play {
        /// The move.
        word: String,
        /// The node that the page shows; a move for an older one is refused.
        node: NodeId,
    },
    /// Takes moves back: against an engine up to the person's latest turn, otherwise one.
    Undo,
    /// Plays moves again that were taken back.
    Redo,
    /// Shows another node of the tree, where engines wait.
    Goto {
        node: NodeId,
    },
    /// Asks for the invitations of the game; answered by [`super::Update::Invitations`].
    Invite {
        /// The origin of the page, such as `http://192.168.0.7:8080`, with which the links begin.
        origin: String,
    },
    EndInvitations,
    /// Begins the game again with the sides exchanged; a person on the other side is asked first.
    Rematch,
    /// Answers an offer of the other player.
    Answer {
        /// `true` if it is accepted.
        accept: bool,
    },
    /// Shows the latest position of the game.
    Return,
    /// Has the game go on from the position that is shown.
    PlayOn,
    /// Shows an earlier game again; the present one becomes an earlier game.
    Resume {
        /// The number of the game.
        id: u64,
    },
    /// Resigns for the person to move, or for the only person.
    Resign,
    /// Asks for a hint.
    Hint,
    /// Stops the engines; the engine to move waits.
    Stop,
    /// Lets waiting engines play on.
    Go,
    /// Changes the players.
    Seats(Seats),
    /// Exchanges the players of Black and White.
    Flip,
    /// Switches trying moves for both sides on or off.
    Try {
        /// Whether it is switched on.
        on: bool,
    },
    /// Switches the analysis of each position that is shown on or off.
    Analyse {
        /// Whether it is switched on.
        on: bool,
    },
    /// Switches the exact values of all moves of each position that is shown on or off.
    Exact {
        /// Whether it is switched on.
        on: bool,
    },
    /// Searches all positions of the current line, for the graph and the mistakes.
    Review,
    /// Opens a position line as a new game.
    Open {
        /// The line.
        position: String,
    },
    /// Opens a game as SGF. A file is sent as a binary message with its bytes, so that the server
    /// decodes it.
    Load {
        /// Its text.
        sgf: String,
        /// The players that go on with it; absent for two persons.
        #[serde(default)]
        seats: Option<Seats>,
    },
    /// Asks for the game as SGF; answered by [`super::Update::File`].
    Save,
    /// Asks for a picture of the position; answered by [`super::Update::File`].
    Picture,
    /// Asks for the game as an animated picture; answered by [`super::Update::File`].
    Animation,
    /// Asks for a page that replays the game; answered by [`super::Update::File`].
    ReplayPage,
    /// Asks for the lesson of a game; answered by [`super::Update::Lesson`].
    Lesson {
        /// The game's id.
        game: String,
    },
    /// Asks for the puzzles of a game; answered by [`super::Update::Puzzles`].
    Puzzles {
        /// The game's id.
        game: String,
    },
    /// Opens a puzzle as a new game.
    Puzzle {
        /// The game's id.
        game: String,
        /// The puzzle's id.
        id: String,
    },
    /// Takes a wrong try to solve a puzzle back.
    Retry,
    /// Shows the solution of a puzzle.
    Solution,
    /// Asks for the list of matches, now and at each change; answered by
    /// [`super::Update::Matches`].
    Matches,
    /// Asks for a match, now and at each change; answered by [`super::Update::Match`] and
    /// [`super::Update::Playing`].
    Match {
        index: usize,
    },
    /// Asks for a game of a match, now and at each new move; answered by [`super::Update::Replay`].
    Replay {
        /// The match's index.
        index: usize,
        /// The game's number.
        number: u64,
    },
    /// Ends the updates about matches.
    Unwatch,
}

/// A new game.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewGame {
    /// The game's id.
    pub game: String,
    /// The size: `9`, or `9x7` if the sides differ.
    pub size: String,
    /// The rules by name; missing ones have their defaults.
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
    /// The komi, in points for White.
    #[serde(default)]
    pub komi: f64,
    /// The blocked points.
    #[serde(default)]
    pub blocked: Vec<String>,
    /// The number of handicap stones; fewer than 2 are none.
    #[serde(default)]
    pub handicap: usize,
    /// The clock, as one of [`super::Hello::clocks`]; absent without one.
    #[serde(default)]
    pub clock: Option<String>,
    /// The players.
    #[serde(flatten)]
    pub seats: Seats,
}

/// The players: `person`, or the name of an engine of [`super::Hello::players`].
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Seats {
    /// The player of Black (Red in Cancer).
    pub seat_b: String,
    /// The player of White.
    pub seat_w: String,
    /// The number of visits per move, for `quintet` and external engines.
    #[serde(default)]
    pub visits: Option<u64>,
    /// The seconds per move, for the same engines.
    #[serde(default)]
    pub seconds: Option<f64>,
}
