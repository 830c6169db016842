//! Errors of the reader.

use quintet_core::diagram::DiagramError;
use quintet_core::setup::SetupError;

/// The size of the largest file that is read, in bytes.
pub const LARGEST: u64 = 16 << 20;

/// A file that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}", if *.line > 0 { format!("line {line}: ") } else { String::new() })]
pub struct SgfError {
    /// The line of the file, from 1; 0 if the error concerns the file as a whole.
    pub line: usize,
    /// The problem at that line.
    pub problem: SgfProblem,
}

/// The reason why a file cannot be read.
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
    /// A character is out of place.
    #[error("'{0}' does not belong here")]
    Unexpected(String),
    /// A property that decides the game occurs twice in a node, with two values.
    #[error("{0} stands in a node twice, with two values")]
    Twice(String),
    /// The file is a game of chess, Othello or the like.
    #[error("GM[{0}] is another game; read are GM[1], and GM[0] with one of our games in RU")]
    OtherGame(String),
    /// The game does not have this size or rule.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A property does not take this value.
    #[error("{property}[{value}] cannot be read; it takes {accepted}")]
    Value {
        property: String,
        value: String,
        /// The accepted values.
        accepted: &'static str,
    },
    /// The game does not have this kind of stone.
    #[error("{0} does not go with {1}")]
    Foreign(String, &'static str),
    /// Two moves in a node.
    #[error("two moves in one node")]
    TwoMoves,
    /// More moves than any game has.
    #[error("a game of more than {0} moves")]
    Long(usize),
    /// More nodes than any game has.
    #[error("a game of more than {0} nodes")]
    Nodes(usize),
    /// A move without a kind of stone in a game whose players have no own stones.
    #[error("move {0} does not say what stone it is; QK takes {1}")]
    NoKind(usize, String),
    /// A move is illegal or off the board.
    #[error("move {0}, {1}, is illegal")]
    Illegal(usize, String),
    /// The set-up position is impossible.
    #[error("the set-up position cannot be: {0}")]
    Diagram(DiagramError),
}
