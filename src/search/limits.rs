//! When a search ends: visits, time, or a call from outside.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use crate::words::{Move, Seat};

/// What bounds a search; whichever bound is met first ends it. Without any bound it runs until interrupted.
///
/// ```
/// use quintet::search::Limits;
///
/// let limits = Limits { visits: Some(10_000), time: None };
/// assert_eq!(limits.or_default(), limits);
/// assert_eq!(Limits::default().or_default().time, Some(std::time::Duration::from_secs(1)));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Simulations at the root, those of a kept tree counted in.
    pub visits: Option<u64>,
    /// Wall-clock time from the start of the search.
    pub time: Option<Duration>,
}

/// The time for a move where nothing bounds it.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl Limits {
    /// These bounds, or a second where there is none.
    pub fn or_default(self) -> Limits {
        match self {
            Limits { visits: None, time: None } => Limits { visits: None, time: Some(DEFAULT_TIME) },
            limits => limits,
        }
    }
}

/// Moves of a seat that a search leaves out near the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Restriction {
    /// Whose.
    pub seat: Seat,
    /// The moves left out, or the only ones that are not.
    pub moves: Vec<Move>,
    /// Whether all *but* these moves are left out.
    pub others: bool,
    /// How many plies of the tree it holds for, from 1: the root's moves alone.
    pub plies: usize,
}

impl Restriction {
    /// Whether a move of `seat`, so many plies after the root, may be looked at.
    pub fn admits(&self, seat: Seat, mv: Move, ply: usize) -> bool {
        seat != self.seat || ply >= self.plies || self.moves.contains(&mv) == self.others
    }
}

/// How soon a running search has to end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Urgency {
    /// No one asked for an end.
    None = 0,
    /// The input has ended: at once where time bounds the search, within 2 seconds where visits alone do.
    Soon = 1,
    /// At once.
    Now = 2,
}

/// A flag by which another thread (the reader of commands) ends a running search.
#[derive(Debug, Default)]
pub struct Interrupt(AtomicU8);

impl Interrupt {
    /// Asks the running search to end; a less urgent call doesn't weaken an earlier one.
    pub fn call(&self, urgency: Urgency) {
        self.0.fetch_max(urgency as u8, Ordering::Relaxed);
    }

    /// Forgets earlier calls.
    pub fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// The most urgent call since the last [`Interrupt::clear`].
    pub fn urgency(&self) -> Urgency {
        match self.0.load(Ordering::Relaxed) {
            0 => Urgency::None,
            1 => Urgency::Soon,
            _ => Urgency::Now,
        }
    }
}
