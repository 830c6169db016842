//! Moves as integers: an action space of fixed size for each board.
//!
//! The placement of a stone of kind `k` on the cell in column `x` and row `y`, all counted from 0,
//! is `(k * height + y) * width + x`. The last two actions are the pass and the swap.

use quintet_core::board::Point;
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Move};

use crate::error::ModuleError;

/// Returns the number of cells of the bounding rectangle.
pub fn cells(setup: &Setup) -> usize {
    usize::from(setup.width()) * usize::from(setup.height())
}

/// Returns the number of actions.
pub fn count(setup: &Setup) -> usize {
    setup.info().kinds.len() * cells(setup) + 2
}

/// Returns the action of a move.
pub fn of(setup: &Setup, mv: Move) -> usize {
    match mv.action() {
        Action::Place { kind, point } => usize::from(kind) * cells(setup) + point.index(),
        Action::Pass => count(setup) - 2,
        Action::Swap => count(setup) - 1,
    }
}

/// Returns the move of an action.
///
/// # Errors
/// Returns an error if the number is no action, or its cell does not exist.
pub fn to_move(setup: &Setup, action: i64) -> Result<Move, ModuleError> {
    let (cells, count) = (cells(setup), count(setup));
    let found = usize::try_from(action).ok().filter(|&found| found < count);
    let found = found.ok_or(ModuleError::Action(action, count - 1))?;
    if found >= count - 2 {
        return Ok(if found == count - 2 { Move::PASS } else { Move::SWAP });
    }
    let point = Point((found % cells) as u16);
    if !setup.geometry().contains(point) {
        return Err(ModuleError::Outside(action));
    }
    Ok(Move::place((found / cells) as u8, point))
}
