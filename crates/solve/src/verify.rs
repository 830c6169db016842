//! Proves a table by looking at every position and at the successors that its moves lead to.
//! Nothing that made the table is used here, only the numbering of positions and the game's own
//! moves.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quintet_core::position::state_index::StateIndex;
use quintet_core::types::Move;

use crate::parallel;
use crate::tablebase::Values;

/// A position whose value or rank does not follow from those of its successors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("position {state}: margin {value}, rank {rank}, but {reason}")]
pub struct Unproved {
    /// The number of the position.
    pub state: u64,
    /// The margin in the table.
    pub value: i32,
    /// The rank in the table.
    pub rank: u32,
    /// The contradiction.
    pub reason: Contradiction,
}

/// An error in an entry of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// The game is over with another margin.
    #[error("the game is over with {0}")]
    End(i32),
    /// The best move has another value.
    #[error("its best move gets {0}")]
    Value(i32),
    /// The successors give another rank.
    #[error("by its moves the rank is {0}")]
    Rank(u32),
}

/// The number of positions that a thread takes at a time.
const PORTION: u64 = 1 << 14;

/// Checks all positions and returns the one with the lowest number that is not proved, if there is
/// one; `None` if `go_on`, which receives the number of positions done, returned `false`.
pub fn prove(
    states: &dyn StateIndex,
    values: &Values,
    threads: usize,
    go_on: &(dyn Fn(u64) -> bool + Sync),
) -> Option<Result<(), Unproved>> {
    let next = AtomicU64::new(0);
    let ended = AtomicBool::new(false);
    let first: Mutex<Option<Unproved>> = Mutex::new(None);
    parallel::run(threads, || {
        let mut successors = Vec::new();
        loop {
            let from = next.fetch_add(PORTION, Ordering::Relaxed);
            if from >= states.len() || ended.load(Ordering::Relaxed) {
                return;
            }
            if !go_on(from) {
                ended.store(true, Ordering::Relaxed);
            }
            for state in from..(from + PORTION).min(states.len()) {
                if let Err(unproved) = check(states, values, state, &mut successors) {
                    let mut first = first.lock().expect("no thread panics");
                    if first.as_ref().is_none_or(|earlier| earlier.state > state) {
                        *first = Some(unproved);
                    }
                    ended.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
    match first.into_inner().expect("no thread panics") {
        Some(unproved) => Some(Err(unproved)),
        None if ended.into_inner() => None,
        None => Some(Ok(())),
    }
}

/// Checks one position.
fn check(
    states: &dyn StateIndex,
    values: &Values,
    state: u64,
    successors: &mut Vec<(Move, u64)>,
) -> Result<(), Unproved> {
    successors.clear();
    states.successors(state, successors);
    let (value, rank) = values.get(state);
    let next = successors.iter().map(|&(_, next)| values.get(next));
    let margin = if successors.is_empty() { states.margin(state) } else { 0 };
    follows((value, rank), margin, next).map_err(|reason| Unproved { state, value, rank, reason })
}

/// Checks that the margin and rank of a position follow from those of its successors, each for its
/// own side to move; `margin` is that of a position without successors.
fn follows(
    (value, rank): (i32, u32),
    margin: i32,
    next: impl ExactSizeIterator<Item = (i32, u32)>,
) -> Result<(), Contradiction> {
    if next.len() == 0 {
        return if (value, rank) == (margin, 0) { Ok(()) } else { Err(Contradiction::End(margin)) };
    }
    let (mut best, mut least, mut most) = (i32::MIN, u32::MAX, 0);
    for (value, rank) in next {
        if -value > best {
            (best, least, most) = (-value, rank, rank);
        } else if -value == best {
            (least, most) = (least.min(rank), most.max(rank));
        }
    }
    if value != best {
        return Err(Contradiction::Value(best));
    }
    let wanted = match best {
        0 => 0,
        1.. => least + 1,
        _ => most + 1,
    };
    if rank == wanted { Ok(()) } else { Err(Contradiction::Rank(wanted)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_ranks_follow_from_the_successors() {
        let check = |entry, next: &[(i32, u32)]| follows(entry, 2, next.iter().copied());
        assert_eq!(check((2, 0), &[]), Ok(()));
        assert_eq!(check((2, 1), &[]), Err(Contradiction::End(2)));
        // A win takes the shortest way, a loss the longest.
        assert_eq!(check((3, 5), &[(-3, 6), (-3, 4), (1, 0)]), Ok(()));
        assert_eq!(check((-3, 7), &[(3, 6), (3, 4), (4, 9)]), Ok(()));
        assert_eq!(check((3, 4), &[(-3, 6), (-3, 4)]), Err(Contradiction::Rank(5)));
        assert_eq!(check((2, 5), &[(-3, 4)]), Err(Contradiction::Value(3)));
        assert_eq!(check((0, 0), &[(0, 0), (1, 3)]), Ok(()));
    }
}
