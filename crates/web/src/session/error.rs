//! The errors of requests, as the page shows them.

use crate::matches::MatchError;
use quintet_core::diagram::DiagramError;
use quintet_core::time_control::ParseTimeControlError;
use quintet_record::position_line::ParsePositionError;
use quintet_record::setup_words::ReadSetupError;
use quintet_record::sgf::SgfError;

/// The reason why a request is refused; it leaves the session unchanged.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// The tree has no such node.
    #[error("there is no such move")]
    NoSuchNode,
    #[error("the game is over")]
    GameOver,
    /// It is the turn of an engine.
    #[error("it is {seat}'s turn: {player} plays there")]
    NotYourTurn {
        /// The name of the side to move.
        seat: &'static str,
        /// The name of its player.
        player: String,
    },
    /// It is the turn of another person.
    #[error("it is {0}'s turn")]
    OthersTurn(&'static str),
    /// The page watches.
    #[error("this page watches the game; the players move")]
    Watching,
    /// Two people play, and help would not be fair.
    #[error("two people play: hints, analysis and other moves wait until the game is over")]
    SharedGame,
    /// The request would change the game of two people.
    #[error("two people play this game: neither can do that alone")]
    OnlyTogether,
    /// Only the host may do that.
    #[error("only the host of this game can do that")]
    OnlyHost,
    /// There is no server that others could reach.
    #[error("nobody can be invited to this page")]
    NobodyToInvite,
    /// The other player has offered nothing.
    #[error("there is no offer to answer")]
    NoOffer,
    /// The clock has no times for the position that is shown.
    #[error("the clock has no times for a variation: return to the game, or take moves back")]
    NoTimesLeft,
    /// A clock that cannot be read.
    #[error(transparent)]
    Clock(#[from] ParseTimeControlError),
    /// The page saw an older position.
    #[error("the board has changed in the meantime; look again")]
    OldPosition,
    /// The tree has too many nodes.
    #[error("the game has too many variations; begin a new game")]
    TooManyMoves,
    /// The word is not a move.
    #[error("'{0}' is not a move on this board")]
    NoMove(String),
    /// The move is illegal: the move and the reason.
    #[error("{0}: {1}")]
    IllegalMove(String, &'static str),
    /// There is no earlier game with this number.
    #[error("this game is no longer kept")]
    NoEarlierGame,
    /// There is no move to take back.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// There is no move to play again.
    #[error("there is nothing to redo")]
    NothingToRedo,
    /// A bad number of visits.
    #[error("visits is a number above 0")]
    Visits,
    /// A bad time.
    #[error("seconds is a number above 0, up to 3600")]
    Seconds,
    /// There is no player of this name.
    #[error("there is no player called '{0}'")]
    NoPlayer(String),
    /// The puzzle is not solved yet.
    #[error("solve this first, or see the solution")]
    UnsolvedPuzzle,
    /// A wrong try is shown.
    #[error("take the wrong try back first")]
    WrongTry,
    /// There is no wrong try to take back.
    #[error("there is no wrong try to take back")]
    NoWrongTry,
    /// There is no puzzle of this id.
    #[error("there is no puzzle '{0}'")]
    NoPuzzle(String),
    /// No puzzle is shown.
    #[error("no puzzle is open")]
    NoPuzzleOpen,
    /// There is no such game to learn.
    #[error("there is no such game")]
    NoGame,
    /// A new game that cannot be set up.
    #[error(transparent)]
    NewGame(#[from] NewGameError),
    /// A position line that cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A position that the game does not have.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    /// An SGF file that cannot be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// An error about matches.
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// The reason why a new game cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum NewGameError {
    /// Game, size, rules, komi or blocked points are not accepted.
    #[error(transparent)]
    Setup(#[from] ReadSetupError),
    /// The game, given by its title, has no handicap stones.
    #[error("{0} has no handicap stones")]
    NoHandicap(&'static str),
    /// The board has no places for handicap stones.
    #[error("this board has no places for handicap stones")]
    NoHandicapPlaces,
    /// The board has fewer places for handicap stones.
    #[error("this board has places for 2 to {0} handicap stones")]
    TooManyHandicapStones(usize),
    /// The place of a handicap stone is blocked.
    #[error("{0} is blocked, and a handicap stone belongs there")]
    BlockedHandicapPlace(String),
    /// The stones make no position of the game.
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}
