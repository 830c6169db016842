//! Counting sequences of moves.

use super::AnyPosition;
use crate::types::Move;

/// Returns the number of sequences of `depth` legal moves, ignoring earlier boards.
///
/// With `bulk`, the moves of the last ply are counted without being played.
///
/// ```
/// use quintet_core::position::perft;
/// use quintet_core::setup::Setup;
///
/// let cascade = Setup::new(quintet_games::find("cascade").unwrap()).with_size(2).unwrap();
/// assert_eq!(perft(&*cascade.start(), 3, true), 594);
/// ```
pub fn perft(position: &dyn AnyPosition, depth: u32, bulk: bool) -> u64 {
    let mut levels: Vec<Box<dyn AnyPosition>> = (0..depth).map(|_| position.boxed_clone()).collect();
    count(position, &mut levels, bulk, &mut Vec::new())
}

/// Counts from a position with one scratch position for each ply; the end of `moves` is free for
/// use.
fn count(position: &dyn AnyPosition, levels: &mut [Box<dyn AnyPosition>], bulk: bool, moves: &mut Vec<Move>) -> u64 {
    let depth = levels.len();
    let Some((next, deeper)) = levels.split_first_mut() else { return 1 };
    if depth == 1 && bulk {
        return position.count_legal() as u64;
    }
    let from = moves.len();
    position.legal_moves(moves);
    let mut sequences = 0;
    for i in from..moves.len() {
        next.copy_from(position);
        next.play_unchecked(moves[i]);
        sequences += count(&**next, deeper, bulk, moves);
    }
    moves.truncate(from);
    sequences
}
