//! Errors of the module, and their Python exceptions.

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use quintet_core::diagram::DiagramError;
use quintet_core::notation::move_words::ParseMoveError;
use quintet_engine::LevelError;
use quintet_record::position_line::ParsePositionError;
use quintet_record::setup_words::ReadSetupError;
use quintet_record::sgf::SgfError;

/// Input that is not accepted. The message says what is wrong and what is accepted.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// There is no such board.
    #[error(transparent)]
    Setup(#[from] ReadSetupError),
    /// The line is not a position.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The board is impossible.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// The file cannot be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// There is no such level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The text is not a move.
    #[error("'{0}' is not a move: {1}")]
    Word(String, ParseMoveError),
    /// The number is not an action.
    #[error("action {0} is out of range; the actions of this board are 0 to {1}")]
    Action(i64, usize),
    /// The action is a cell that does not exist.
    #[error("action {0} is a cell outside the board")]
    Outside(i64),
    /// The move is illegal.
    #[error("illegal move {0}: {1}")]
    Illegal(String, &'static str),
    /// The text is not a side.
    #[error("'{0}' is not a seat; seats are black, white")]
    Seat(String),
    /// Fewer moves were played.
    #[error("cannot undo {0} moves; {1} were played")]
    Undo(i64, usize),
    /// Nothing is left to search.
    #[error("there is no move to search: the game is over")]
    Over,
    /// A number is out of range.
    #[error("{0}: expected a whole number from {1} to {2}")]
    Whole(&'static str, u64, u64),
    /// A time is out of range.
    #[error("seconds: expected a number of seconds above 0")]
    Seconds,
    /// A level has limits of its own.
    #[error("level and {0} can't go together: a level has visits of its own")]
    LevelLimits(&'static str),
}

impl From<ModuleError> for PyErr {
    fn from(error: ModuleError) -> PyErr {
        PyValueError::new_err(error.to_string())
    }
}
