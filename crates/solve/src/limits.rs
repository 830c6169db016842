//! The limits of a computation, and its progress.

use std::time::Duration;

/// Limits of a computation, and how it is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// The number of threads, at least 1.
    pub threads: usize,
    /// Memory for tables, in bytes.
    pub memory: u64,
    /// Node limit for the alpha-beta search; on reaching it, the search returns the current bounds.
    pub nodes: Option<u64>,
    /// Time limit, counted from the start.
    pub time: Option<Duration>,
    /// Nodes after which a probe without an answer is postponed in favour of the easiest ones,
    /// those next to the bounds. Doubles each time that no probe gets an answer.
    pub patience: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { threads: 1, memory: 256 << 20, nodes: None, time: None, patience: 1 << 27 }
    }
}

/// The progress of a computation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The current lower bound of the value, as in [`Solution`](crate::Solution).
    pub low: f64,
    /// The current upper bound.
    pub high: f64,
    /// The number of positions done.
    pub nodes: u64,
    /// The number of positions in all, if it is known.
    pub of: Option<u64>,
    /// The time since the start.
    pub time: Duration,
}

/// Callback that receives the progress regularly; the computation stops when it returns `false`.
pub type Watch<'a> = &'a (dyn Fn(Progress) -> bool + Sync);
