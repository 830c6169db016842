//! What the page and the server say to each other over the socket: JSON objects, one a message.
//!
//! A message of the page has a field `do` that says what is wanted, one of the server a field `say` that says what
//! it tells; [`Request`] and [`Update`] list them all, and `page/messages.js` holds the same as types for the page's
//! scripts. Moves are the words of GTP (`D4`, `cancer@D4`, `pass`, `swap-pieces`), positions those of
//! `quintet-position`. Cells are told by their index in [`Board::cells`]. The page knows no rule of any game: it is told
//! what is legal, and why the rest is not.
//!
//! Every value says by whose eyes it is seen. Rates are expected results from 0 (loss) to 1 (win), a draw counting
//! one half; margins and leads are points.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What the page asks for.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Request {
    /// Begin a new game.
    New(NewGame),
    /// Show the empty board of a new game without beginning it; answered by [`Update::Preview`].
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
    /// The reverse of [`Request::Undo`].
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
    /// Ask for the game as SGF; answered by [`Update::File`].
    Save,
    /// Ask for a picture of the position; answered by [`Update::File`].
    Picture,
    /// Ask for the lesson of a game; answered by [`Update::Lesson`].
    Lesson {
        /// The game's id.
        game: String,
    },
    /// Ask for the matches, and again whenever one of them has new games; answered by [`Update::Matches`].
    Matches,
    /// Ask for a match, and again whenever it has new games; answered by [`Update::Match`] and [`Update::Playing`].
    Match {
        /// Its index.
        index: usize,
    },
    /// Ask for a game of a match, move by move, and again for one that is being played whenever it has new moves; answered
    /// by [`Update::Film`].
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

/// Who plays the seats: `person`, or the name of an engine as [`Hello::players`] lists it.
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

/// What the server tells.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "say", rename_all = "kebab-case")]
pub enum Update {
    /// What there is: the first message of every connection.
    Hello(Hello),
    /// The board that the states after it are of.
    Board(Board),
    /// The game as it stands; told after every change.
    State(Box<State>),
    /// The state of a search, several times a second while it runs.
    Thinking(Thinking),
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
    Lesson(Lesson),
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
    pub games: Vec<Game>,
    /// Who can play a seat, persons first.
    pub players: Vec<PlayerLine>,
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
pub struct Game {
    /// The word of the protocol.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it is about, in a sentence.
    pub summary: &'static str,
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
    /// The rules that can be chosen.
    pub rules: Vec<Rule>,
}

/// A rule with its values.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rule {
    /// The word of the protocol.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// The values, the default first, each with what it means.
    pub values: Vec<(&'static str, &'static str)>,
}

/// Somebody who can play a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerLine {
    /// The value of `seat-b` and `seat-w`.
    pub name: String,
    /// In words.
    pub about: String,
    /// Whether `visits` and `seconds` bound it.
    pub bounded: bool,
}

/// An empty board. Lengths are in pixels of the picture, y growing downwards.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Board {
    /// Left, top, width and height of the picture.
    pub view: [f64; 4],
    /// The markup of the board without stones.
    pub svg: String,
    /// SVG symbols of stones and marks, drawn round (0, 0): `stone-red`, `ghost-red`, `ring-whole`, `bar` and so on.
    pub symbols: String,
    /// The radius of stones.
    pub stone: f64,
    /// The corners of a cell round its middle; none where a circle of [`Board::reach`] will do.
    pub outline: Vec<[f64; 2]>,
    /// How far from its middle a cell reaches.
    pub reach: f64,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// A cell of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Cell {
    /// Its vertex.
    pub name: String,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// Its row from the bottom, from 0.
    pub row: u16,
}

/// What stands on a board and what the latest move did.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Scene {
    /// A letter a cell, as in position lines: `x` black, `o` white, `r` red, `c` cancer, `%` blocked, `.` empty.
    pub stones: String,
    /// The cells that the latest move itself filled.
    pub last: Vec<usize>,
    /// The cells that came to be filled by themselves, the nearest first.
    pub fell: Vec<usize>,
    /// Cells that were emptied, with what stood there.
    pub taken: Vec<(usize, char)>,
    /// Empty cells that a rule keeps the seat to move from just now.
    pub barred: Vec<usize>,
}

/// The game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// The node of the tree that is looked at.
    pub node: usize,
    /// The game's id.
    pub game: &'static str,
    /// Game, size and rules in words.
    pub title: String,
    /// The position line.
    pub position: String,
    /// What stands on the board.
    #[serde(flatten)]
    pub scene: Scene,
    /// `b` or `w`.
    pub to_move: char,
    /// Whether it is over.
    pub over: bool,
    /// Whose turn it is, or the result, in words.
    pub status: String,
    /// The latest move and what it did, in words, for those who don't see the board.
    pub news: String,
    /// The kinds of stone that can be picked, with where they may be put.
    pub kinds: Vec<Kind>,
    /// Why a kind may not be put on a cell: [`Kind::why`] holds indices into this list.
    pub reasons: Vec<String>,
    /// Whether passing is legal; absent where the game has no pass.
    pub pass: Option<bool>,
    /// Whether swapping is legal; absent where the game has no swap.
    pub swap: Option<bool>,
    /// What can be seen beside the stones.
    pub insight: Insight,
    /// Stones captured by Black's and by White's moves.
    pub captured: [u32; 2],
    /// The score as it stands, in words, where the game can tell it.
    pub score: Option<String>,
    /// Why the game ended as it did; empty before.
    pub reason: String,
    /// The line that is looked at, from the start on.
    pub line: Vec<Step>,
    /// How many moves of the line are played on the board that is shown.
    pub at: usize,
    /// Whether the board shown is not the end of the game's own line.
    pub aside: bool,
    /// Other moves that were tried here.
    pub branches: Vec<(usize, String)>,
    /// Who plays: Black's and White's seat.
    pub seats: [Seat; 2],
    /// Whether a person may play now.
    pub yours: bool,
    /// Whether the engine whose turn it is waits for [`Request::Go`].
    pub waiting: bool,
    /// Whether engines leave all moves to the person.
    pub trying: bool,
    /// Whether positions are analysed.
    pub analysing: bool,
    /// Whether exact values are worked out.
    pub exact: bool,
    /// What went wrong with engines, not yet mended.
    pub faults: Vec<Fault>,
    /// Whether a move can be taken back, and played again.
    pub can: [bool; 2],
}

/// A kind of stone.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Kind {
    /// The word before the `@`: `own`, `cancer`, `white` and so on.
    pub name: &'static str,
    /// The stone that then stands on the board.
    pub stone: &'static str,
    /// A number a cell: −1 where it may be put, else an index into [`State::reasons`].
    pub why: Vec<i32>,
}

/// What a game has to show of a position beside its stones.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Insight {
    /// Short texts on cells: `eye` and `c` (where a cancer stone captures) in Cancer; in Bracket the size of each group, on
    /// one of its cells.
    pub labels: Vec<(usize, String)>,
    /// Cells that count for a seat as the board stands, `b` or `w`.
    pub counted: Vec<(char, Vec<usize>)>,
}

/// A move of the line that is looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// The node that it leads to.
    pub node: usize,
    /// `b` or `w`.
    pub seat: char,
    /// The move.
    pub word: String,
    /// What is known of the position after it, seen by Black.
    pub value: Option<Value>,
    /// How much of the win rate the move gave away, where that is known and much.
    pub mistake: Option<f64>,
    /// How many other moves were tried in its place.
    pub others: usize,
}

/// What a search thinks of a position, seen by Black.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Value {
    /// The expected result.
    pub rate: f64,
    /// The expected margin, in games that count points.
    pub lead: Option<f64>,
    /// Whether it is proven: then the rate is exact.
    pub exact: bool,
    /// Simulations.
    pub visits: u64,
}

/// Who plays a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Seat {
    /// The seat's name in this game.
    pub name: &'static str,
    /// The seat's own stone.
    pub stone: &'static str,
    /// `person`, or the engine's name.
    pub player: String,
}

/// What went wrong with an engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fault {
    /// `b` or `w`.
    pub seat: char,
    /// The engine's name.
    pub engine: String,
    /// What happened, in a sentence.
    pub text: String,
    /// The last lines that were said, and its last words on stderr.
    pub traffic: Vec<String>,
}

/// The state of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Thinking {
    /// The node that is thought about.
    pub node: usize,
    /// What for: `move`, `analysis`, `hint` or `review`.
    pub purpose: &'static str,
    /// Who thinks.
    pub player: String,
    /// Whether it is over.
    pub done: bool,
    /// How far a review has come, from 0 to 1.
    pub progress: Option<f64>,
    /// Seconds since it began.
    pub seconds: f64,
    /// Simulations so far.
    pub visits: u64,
    /// The expected result for the seat to move; absent where an engine doesn't tell.
    pub rate: Option<f64>,
    /// The position's value in words, where it is proven or solved.
    pub exact: Option<String>,
    /// The best moves, the best first.
    pub moves: Vec<Candidate>,
    /// How surely each cell is Black's at the end, from −1 to 1; may be empty.
    pub ownership: Vec<f32>,
}

/// A move that a search looked at, seen by the seat to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Candidate {
    /// The move.
    pub word: String,
    /// Its cell, and its stone.
    pub cell: Option<usize>,
    /// Its stone.
    pub stone: Option<&'static str>,
    /// Simulations.
    pub visits: u64,
    /// The expected result.
    pub rate: f64,
    /// The expected margin, in games that count points.
    pub lead: Option<f64>,
    /// `win`, `draw` or `loss` where it is proven.
    pub proof: Option<&'static str>,
    /// What is expected to follow, this move first.
    pub pv: Vec<Ply>,
}

/// A move of an expected line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ply {
    /// The move.
    pub word: String,
    /// Its cell.
    pub cell: Option<usize>,
    /// Its stone.
    pub stone: Option<&'static str>,
}

/// The exact values of a position's moves, each as a fresh start, as far as they are known.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExactValues {
    /// The node of the position.
    pub node: usize,
    /// Whether no more will come to be known.
    pub done: bool,
    /// Seconds since the work began.
    pub seconds: f64,
    /// How many legal moves there are.
    pub total: usize,
    /// The position's value in words, where it is known.
    pub value: Option<String>,
    /// The moves whose values are known, the best first.
    pub moves: Vec<ExactMove>,
}

/// A move with its exact value.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExactMove {
    /// The move.
    pub word: String,
    /// Its cell.
    pub cell: Option<usize>,
    /// Its stone.
    pub stone: Option<&'static str>,
    /// The value for the seat to move: `+3`, `0`, `−2`; `win`, `draw` or `loss` where winners alone are known.
    pub text: String,
    /// Whether it keeps the position's value.
    pub best: bool,
    /// In how many plies the better side can force it, where that is known.
    pub plies: Option<u32>,
}

/// The board of a game that could be begun.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Preview {
    /// The board; absent where there can't be one.
    pub board: Option<Board>,
    /// The stones on it.
    pub scene: Scene,
    /// Why there can't be one.
    pub error: Option<String>,
}

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
    pub board: Board,
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
    pub scene: Scene,
    /// What there is to say.
    pub text: String,
    /// Whose turn it is, or the result, in words.
    pub status: String,
}

/// The rules of a game, with its short game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lesson {
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
