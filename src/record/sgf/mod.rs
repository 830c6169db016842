//! Games as SGF files (Smart Game Format, FF\[4\], <https://www.red-bean.com/sgf/>), read and written.
//!
//! A file says `GM[1]`, Go, so that every viewer opens it; `RU` names the game and its rules
//! (`RU[cancer eye=any pie=on]`). A file whose `RU` names a rule set of Go is ordinary Go by the ko rule nearest to it;
//! one that names no game at all is Stoical Go. What Go has no property for stands in private ones, all beginning with Q:
//!
//! | property | meaning |
//! |---|---|
//! | `QK[red]` | beside `B` or `W`: the kind of stone that the seat puts down, where it isn't its own |
//! | `QS[]` | a move: the swap; no seat is named, as only one seat can ever swap |
//! | `QA[red:cd]` | set-up: a stone that is no seat's own (red, cancer, blocked) |
//! | `QT[passes=1]` | set-up: what else legality depends on, as in a position line |
//!
//! `AB` and `AW` set up the seats' own stones (`AB` is red in Cancer), `AE` clears points, `PL` says whose turn it is.
//! Columns are letters from the left, rows from the top: `a`..`z`, `A`..`Z`.

mod parse;
mod read;
mod write;
mod written;

use std::time::SystemTime;

use crate::board::{Geometry, Point, Vertex};
use crate::games;
use crate::history::AnyHistory;
use crate::setup::{Diagram, DiagramError, Setup, SetupError};
use crate::words::{Move, Seat};

pub use read::{LARGEST, Reading, contents, load, read};
pub use write::write;
pub use written::{Written, written};

/// What a file tells about a game beside its moves. All texts are plain; escaping is the writer's business.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// Who played Black (`PB`).
    pub black: Option<String>,
    /// Who played White (`PW`).
    pub white: Option<String>,
    /// The result (`RE`), like `B+3`, `W+R` or `0`; the writer finds out by itself how a finished game ended.
    pub result: Option<String>,
    /// The day (`DT`), like `2026-11-20`.
    pub date: Option<String>,
    /// The match or tournament (`EV`).
    pub event: Option<String>,
    /// The round (`RO`).
    pub round: Option<String>,
    /// A comment on the whole game (`C` of the first node).
    pub comment: Option<String>,
}

/// A game that was read from a file, played through and found legal.
#[derive(Clone, Debug)]
pub struct Record {
    /// Game, size, rules, blocked points, komi.
    pub setup: Setup,
    /// The position that the moves start from.
    pub start: Diagram,
    /// The moves of the main line, as far as they were wanted.
    pub moves: Vec<(Seat, Move)>,
    /// Names, date, result.
    pub notes: Notes,
    /// What the file has that was not understood, or not believed, a line each.
    pub warnings: Vec<String>,
}

impl Record {
    /// The game, played again.
    pub fn replay(&self) -> Box<dyn AnyHistory> {
        let mut game = games::start_from(&self.setup, &self.start).expect("the start was played from when it was read");
        for &(seat, mv) in &self.moves {
            game.play(seat, mv).expect("the moves were legal when they were read");
        }
        game
    }
}

/// A file that can't be read; nothing of it is taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}", if *.line > 0 { format!("line {line}: ") } else { String::new() })]
pub struct SgfError {
    /// Line of the file, from 1; 0 where it is about the file as a whole.
    pub line: usize,
    /// What is wrong there.
    pub problem: SgfProblem,
}

/// Why a file can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SgfProblem {
    /// The file could not be opened or read.
    #[error("cannot read the file: {0}")]
    File(String),
    /// The file is larger than any game.
    #[error("the file is larger than {} MiB", LARGEST >> 20)]
    Large,
    /// The file has no game tree.
    #[error("no game tree; it begins with (;")]
    NoTree,
    /// The file ends too early.
    #[error("the file ends within {0}")]
    Truncated(&'static str),
    /// A character where the syntax has no place for it.
    #[error("'{0}' does not belong here")]
    Unexpected(String),
    /// A property that stands in a node twice.
    #[error("{0} stands in a node twice")]
    Twice(String),
    /// A file of chess, Othello or the like.
    #[error("GM[{0}] is another game; only GM[1] is read")]
    OtherGame(String),
    /// Size or rules that the game hasn't.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A value that the property doesn't take.
    #[error("{property}[{value}] cannot be read; it takes {accepted}")]
    Value {
        /// The property.
        property: String,
        /// Its value.
        value: String,
        /// What it takes.
        accepted: &'static str,
    },
    /// A stone kind or set-up that the game has no use for.
    #[error("{0} does not go with {1}")]
    Foreign(String, &'static str),
    /// Set-up after a move.
    #[error("{0} after move {1}: stones are set up before the first move only")]
    LateSetup(String, usize),
    /// Two moves in a node.
    #[error("two moves in one node")]
    TwoMoves,
    /// More moves than any game has.
    #[error("a game of more than {0} moves")]
    Long(usize),
    /// A move without a kind in a game where seats own no stones.
    #[error("move {0} does not say what stone it is; QK takes {1}")]
    NoKind(usize, String),
    /// A move that the rules forbid, or off the board.
    #[error("move {0}, {1}, is illegal")]
    Illegal(usize, String),
    /// A set-up position that can't be.
    #[error("the set-up position cannot be: {0}")]
    Diagram(DiagramError),
}

/// The day of a moment, in UTC, as `DT` has it: `2026-11-20`.
pub fn date(time: SystemTime) -> String {
    let days = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    // Years are counted from March, so that the leap day is their last; the calendar repeats every 146,097 days.
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02}", year + 400 * cycle)
}

/// The letters of columns and rows.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A point as SGF spells it.
fn spell(geometry: &Geometry, point: Point) -> String {
    let (x, y) = geometry.xy(point);
    [x, geometry.height() - 1 - y].map(|i| char::from(LETTERS[usize::from(i)])).iter().collect()
}

/// The vertex of two SGF letters; it need not lie on the board.
fn unspell(geometry: &Geometry, text: &str) -> Option<Vertex> {
    let &[column, row] = text.as_bytes() else { return None };
    let index = |letter| LETTERS.iter().position(|&l| l == letter).map(|i| i as u32);
    let (x, y) = (index(column)?, index(row)?);
    // Rows below the bottom come out as rows that no board has.
    Some(Vertex { x, y: (u32::from(geometry.height()) - 1).wrapping_sub(y) })
}
