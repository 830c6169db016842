//! Forced cycles of Stoical Go: positions whose value depends on the value of endless play. All
//! boards of up to 21 points are looked at, layer by layer.

pub mod boards;
mod count;
mod iteration;

use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::Move;
use quintet_record::setup_words::{ReadSetupError, SetupWords};

pub use boards::StoicalBoards;
pub use count::can_repeat;
pub use iteration::{Forced, Iteration};

/// Returns the setup of an empty board, without komi.
///
/// # Errors
/// Returns an error if there are no boards of this size.
pub fn empty_board(size: &str) -> Result<Setup, ReadSetupError> {
    let (game, size) = (Some("stoical".to_owned()), Some(size.to_owned()));
    let rules = vec![("repetition".to_owned(), "none".to_owned())];
    SetupWords { game, size, rules, ..SetupWords::default() }.read()
}

/// Returns the legal moves of the side to move.
fn legal_moves(position: &dyn AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Returns the position after a legal move, without what can matter only for moves out of turn.
fn after(position: &dyn AnyPosition, mv: Move) -> Box<dyn AnyPosition> {
    let mut next = position.boxed_clone();
    next.advance(mv);
    next
}

/// Returns a copy without what can matter only for moves out of turn.
fn normalized(position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
    let mut position = position.boxed_clone();
    position.normalize_turn();
    position
}

/// Calls `work` on each of some threads, and waits for all of them. The calls share their work.
fn run(threads: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(&work);
        }
    });
}
