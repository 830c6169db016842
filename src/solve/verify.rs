//! Proves a table by looking at every position and at where its moves lead. Nothing that made the table is used here:
//! only the numbering of positions, and the game's own moves.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::table::Values;
use crate::states::States;

/// A position whose value or rank doesn't follow from those of its successors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("position {state}: margin {value}, rank {rank}, but {reason}")]
pub struct Unproved {
    /// The position's number.
    pub state: u64,
    /// The margin that the table tells.
    pub value: i32,
    /// The rank that the table tells.
    pub rank: u32,
    /// What is wrong.
    pub reason: String,
}

/// Positions that a thread takes at a time.
const PORTION: u64 = 1 << 14;

/// Looks at all positions; the one with the lowest number that isn't proved, if there is one. `None` if `go_on`, which
/// is asked now and then with the number of positions done, says no.
pub fn prove(
    states: &dyn States,
    values: &Values,
    threads: usize,
    go_on: &(dyn Fn(u64) -> bool + Sync),
) -> Option<Result<(), Unproved>> {
    let next = AtomicU64::new(0);
    let ended = AtomicBool::new(false);
    let wrong: Mutex<Option<Unproved>> = Mutex::new(None);
    let work = || {
        let mut after = Vec::new();
        loop {
            let from = next.fetch_add(PORTION, Ordering::Relaxed);
            if from >= states.len() || ended.load(Ordering::Relaxed) {
                return;
            }
            if !go_on(from) {
                ended.store(true, Ordering::Relaxed);
            }
            for state in from..(from + PORTION).min(states.len()) {
                after.clear();
                states.after(state, &mut after);
                let told = values.get(state);
                let next = after.iter().map(|&(_, next)| values.get(next));
                let margin = if after.is_empty() { states.margin(state) } else { 0 };
                if let Err(reason) = look_at(told, margin, next) {
                    let mut wrong = wrong.lock().expect("no thread fails");
                    if wrong.as_ref().is_none_or(|earlier| earlier.state > state) {
                        *wrong = Some(Unproved { state, value: told.0, rank: told.1, reason });
                    }
                    ended.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    match wrong.into_inner().expect("no thread fails") {
        Some(wrong) => Some(Err(wrong)),
        None if ended.into_inner() => None,
        None => Some(Ok(())),
    }
}

/// Whether a position's margin and rank follow from those of its successors, each seen by its own seat to move; `margin` is
/// that of a position without successors.
fn look_at(
    (value, rank): (i32, u32),
    margin: i32,
    next: impl ExactSizeIterator<Item = (i32, u32)>,
) -> Result<(), String> {
    if next.len() == 0 {
        return if (value, rank) == (margin, 0) { Ok(()) } else { Err(format!("the game is over with {margin}")) };
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
        return Err(format!("its best move gets {best}"));
    }
    let wanted = match best {
        0 => 0,
        1.. => least + 1,
        _ => most + 1,
    };
    if rank != wanted { Err(format!("by its moves the rank is {wanted}")) } else { Ok(()) }
}
