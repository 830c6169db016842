//! Limits of a search: visits, time, and interruption from another thread.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use quintet_core::types::{Move, Seat};

/// The limits of a search; the first one reached ends it. Without any it runs until interrupted.
///
/// ```
/// use quintet_search::Limits;
///
/// let limits = Limits { visits: Some(10_000), time: None };
/// assert_eq!(limits.or_default(), limits);
/// assert_eq!(Limits::default().or_default().time, Some(std::time::Duration::from_secs(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// The number of simulations at the root, including those of a kept tree.
    pub visits: Option<u64>,
    /// Wall-clock time from the start of the search.
    pub time: Option<Duration>,
}

/// The time for a move without limits.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl Limits {
    /// Returns these limits, or [`DEFAULT_TIME`] if there are none.
    pub fn or_default(self) -> Limits {
        match self {
            Limits { visits: None, time: None } => Limits { visits: None, time: Some(DEFAULT_TIME) },
            limits => limits,
        }
    }
}

/// Moves of one side that a search excludes near the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Restriction {
    /// The side.
    pub seat: Seat,
    /// The moves that are excluded, or the only ones that are not.
    pub moves: Vec<Move>,
    /// Whether all *other* moves are excluded.
    pub others: bool,
    /// The number of plies that it holds for; 1 means the moves at the root.
    pub plies: usize,
}

impl Restriction {
    /// Returns whether the search may consider a move of `seat`, `ply` plies after the root.
    pub fn admits(&self, seat: Seat, mv: Move, ply: usize) -> bool {
        seat != self.seat || ply >= self.plies || self.moves.contains(&mv) == self.others
    }
}

/// How soon a running search has to stop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Urgency {
    /// It need not stop.
    None = 0,
    /// The input has ended: at once if time limits the search, within 2 seconds if only visits do.
    Soon = 1,
    /// At once.
    Now = 2,
}

/// A flag by which another thread (the reader of commands) stops a running search.
#[derive(Debug, Default)]
pub struct Interrupt(AtomicU8);

impl Interrupt {
    /// Asks the running search to stop; a less urgent call does not weaken an earlier one.
    pub fn call(&self, urgency: Urgency) {
        self.0.fetch_max(urgency as u8, Ordering::Relaxed);
    }

    /// Resets the flag.
    pub fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// Returns the most urgent call since the last [`Interrupt::clear`].
    pub fn urgency(&self) -> Urgency {
        match self.0.load(Ordering::Relaxed) {
            0 => Urgency::None,
            1 => Urgency::Soon,
            _ => Urgency::Now,
        }
    }
}
