//! The traits that a game implements, one for each kind of client.
//!
//! - [`Position`]: the rules. A game that implements it alone can be played over every protocol.
//! - [`Heuristics`]: playouts, priors and features for the search.
//! - [`Solvable`]: bounds and symmetries for exact solvers.
//! - [`Presentation`]: explanations and drawings for people.
//!
//! The last three have a default for every method, so that `impl Heuristics for MyGame {}` is
//! enough. [`AnyPosition`] is all of them together, as a trait object: search, solver and protocols
//! are written against it and are compiled once for all games.
//!
//! A value of these types is a *position*: everything that decides which moves are legal now,
//! except the earlier boards. Those belong to [`crate::game::Game`].

mod any;
mod first_plays;
mod heuristics;
mod perft;
mod presentation;
mod solvable;
pub mod state_index;

pub use any::{AnyPosition, Step};
pub use first_plays::{FirstPlays, FirstPlaysOf};
pub use heuristics::{Heuristics, MoveObserver, PlayoutObserver, Prior, run_playout};
pub use perft::perft;
pub use presentation::{Decision, Marks, Presentation, Tint};
pub use solvable::{Planes, Solvable};

use crate::board::Point;
use crate::diagram::Diagram;
use crate::types::{Margin, Move, Outcome, Seat, Stone};

/// The effect of repeated positions by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Repetition has no effect.
    Ignored,
    /// A position that occurred before ends the game as a draw.
    Draw,
    /// A move that would restore an earlier position is illegal.
    Illegal,
}

/// A position of a two-player game with perfect information: the rules.
///
/// Equality and [`Position::key`] cover everything that decides which moves are legal and how the
/// game ends: stones, side to move, barred cells, latest captures, passes; not komi, and not the
/// earlier boards.
///
/// ```
/// use quintet_core::board::Point;
/// use quintet_core::setup::Setup;
/// use quintet_core::types::Move;
///
/// for info in quintet_games::GAMES {
///     let setup = Setup::new(info).with_size(5).unwrap();
///     let mut position = setup.start();
///     position.play_unchecked(Move::place(0, Point(0)));
///     let occupied = setup.geometry().points().filter(|&point| position.stone(point).is_some());
///     assert_eq!(occupied.count(), 1);
/// }
/// ```
pub trait Position: Send + Sync {
    /// Returns the position as a diagram, from which the game makes an equal position.
    fn diagram(&self) -> Diagram;

    /// Returns the stone on a point of the board.
    fn stone(&self, point: Point) -> Option<Stone>;

    /// Returns the side to move.
    fn to_move(&self) -> Seat;

    /// Gives the turn to `seat`; everything else stays.
    fn set_to_move(&mut self, seat: Seat);

    /// Sets komi, in points for White. Games without komi do nothing.
    fn set_komi(&mut self, _komi: f64) {}

    /// Returns the result if the game has ended, apart from repetition.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns whether the game has ended, apart from repetition.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Returns the margin for Black as the board stands, if it is known before the end.
    fn score(&self) -> Option<Margin> {
        self.outcome().map(|outcome| outcome.margin)
    }

    /// Appends all legal moves of the side to move in ascending order; none after the end.
    ///
    /// Positional superko, which needs the earlier boards, is left to [`crate::game::Game`].
    fn legal_moves(&self, moves: &mut Vec<Move>);

    /// Returns whether the side to move may play `mv`. Any [`Move`] value is a valid argument.
    fn is_legal(&self, mv: Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&mv)
    }

    /// Returns the number of legal moves.
    fn count_legal(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Plays a legal move.
    ///
    /// An illegal move leaves a position that no rule describes, or panics; it never breaks memory
    /// safety.
    fn play_unchecked(&mut self, mv: Move);

    /// Forgets the passes that ended the game, so that play can go on from the same board with the
    /// same side to move, as after a dispute about the result. Returns whether that is possible;
    /// `false` leaves the position as it was.
    ///
    /// A game that ends with [`Ending::TWO_PASSES`](crate::types::Ending::TWO_PASSES) implements
    /// it and returns `true` exactly then.
    fn resume(&mut self) -> bool {
        false
    }

    /// Returns the hash of the position, equal for equal positions of equal setups.
    ///
    /// Games usually update it move by move.
    fn key(&self) -> u64 {
        self.recomputed_key()
    }

    /// Computes the hash from scratch, to test [`Position::key`].
    fn recomputed_key(&self) -> u64 {
        self.diagram().key()
    }

    /// Returns the effect of repeated positions, which does not change during a game.
    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    /// Returns the key that identifies the position for rules about repetition after the latest
    /// move, which `mover` played (`None` at the start of the game); `None` if it is not recorded.
    fn occurrence(&self, _mover: Option<Seat>) -> Option<u64> {
        None
    }

    /// Restores internal orders (of lists of empty points, for example) to those of a fresh
    /// position equal to this one, so that a search with the same seed does not depend on the moves
    /// that led here.
    fn normalize(&mut self) {}
}
