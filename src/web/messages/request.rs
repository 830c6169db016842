//! What the page asks for.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What the page asks for.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum PageRequest {
    /// Begin a new game.
    New(NewGame),
    /// Show the empty board of a new game without beginning it; answered by [`super::Update::Preview`].
    Preview(NewGame),
    /// Play a move for the seat to move.
    Play {
        /// The move.
        word: String,
        /// The node on which the page saw the board; a move for an older one is not played.
        node: usize,
    },
    /// Take a move back: where a person plays an engine, to the person's latest turn.
    Undo,
    /// The reverse of [`PageRequest::Undo`].
    Redo,
    /// Look at another node of the tree; engines wait from then on.
    Goto {
        /// The node.
        node: usize,
    },
    /// Back to the end of the game's own line.
    Return,
    /// The person whose turn it is (or the only one) gives up.
    Resign,
    /// Ask what our engine would play.
    Hint,
    /// End the thinking that goes on; the engine whose turn it is then waits.
    Stop,
    /// Let waiting engines play on.
    Go,
    /// Say who plays the seats from now on.
    Seats(Seats),
    /// Exchange who plays which seat.
    Flip,
    /// Try moves without engines answering, or no longer.
    Try {
        /// Whether.
        on: bool,
    },
    /// Analyse each position that is looked at, or no longer.
    Analyse {
        /// Whether.
        on: bool,
    },
    /// Work out the exact values of all moves in each position that is looked at, or no longer.
    Exact {
        /// Whether.
        on: bool,
    },
    /// Value all positions of the line, for the graph and its mistakes.
    Review,
    /// Open a position line with a fresh history.
    Open {
        /// The line.
        position: String,
    },
    /// Open an SGF file.
    Load {
        /// Its text.
        sgf: String,
    },
    /// Ask for the game as SGF; answered by [`super::Update::File`].
    Save,
    /// Ask for a picture of the position; answered by [`super::Update::File`].
    Picture,
    /// Ask for the lesson of a game; answered by [`super::Update::Lesson`].
    Lesson {
        /// The game's id.
        game: String,
    },
    /// Ask for the matches, and again whenever one of them has new games; answered by [`super::Update::Matches`].
    Matches,
    /// Ask for a match, and again whenever it has new games; answered by [`super::Update::Match`] and [`super::Update::Playing`].
    Match {
        /// Its index.
        index: usize,
    },
    /// Ask for a game of a match, move by move, and again for one that is being played whenever it has new moves; answered
    /// by [`super::Update::Film`].
    Film {
        /// The match's index.
        index: usize,
        /// The game's number.
        number: u64,
    },
    /// No longer tell of new games.
    Unwatch,
}

/// A game to be begun.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NewGame {
    /// The game's id.
    pub game: String,
    /// `9`, or `9x7` where the sides differ.
    pub size: String,
    /// The rules, by name; those left out are at their defaults.
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
    /// Points that White is given.
    #[serde(default)]
    pub komi: f64,
    /// Blocked points.
    #[serde(default)]
    pub blocked: Vec<String>,
    /// Handicap stones; fewer than 2 are none.
    #[serde(default)]
    pub handicap: usize,
    /// Who plays.
    #[serde(flatten)]
    pub seats: Seats,
}

/// Who plays the seats: `person`, or the name of an engine as [`super::Hello::players`] lists it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seats {
    /// Black's seat (Red's in Cancer).
    pub seat_b: String,
    /// White's seat.
    pub seat_w: String,
    /// Simulations a move, for `quintet` and for given engines.
    #[serde(default)]
    pub visits: Option<u64>,
    /// Seconds a move, for the same.
    #[serde(default)]
    pub seconds: Option<f64>,
}
