//! The errors of requests about matches.

use quintet_record::setup_words::ReadSetupError;

/// An error in a request about matches.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// There is no match of this number.
    #[error("there is no such match")]
    NoMatch,
    /// The match has no game of this number.
    #[error("there is no such game")]
    NoGame,
    /// The game was played by a setup that this version does not know.
    #[error(transparent)]
    Setup(#[from] ReadSetupError),
    /// The record has a word that is not a move.
    #[error("a move cannot be read")]
    UnreadableMove,
    /// The record has an illegal move; the number counts from 1.
    #[error("move {0} is illegal by the rules of this version")]
    IllegalMove(usize),
}
