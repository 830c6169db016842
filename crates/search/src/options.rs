//! The options of a search.

use std::time::Duration;

use quintet_core::time::{SystemTime, TimeSource};

use crate::limits::{Interrupt, Limits, Restriction, Urgency};

/// The default of [`SearchOptions::wide_root`] for analysis, that of KataGo's
/// `analysisWideRootNoise`.
pub const ANALYSIS_WIDE_ROOT: f32 = 0.04;

/// The options of a search: limits, reports and restrictions.
#[derive(Clone, Copy)]
pub struct SearchOptions<'a> {
    /// When to stop.
    pub limits: Limits,
    /// How much longer than the time limit the search may go on while it is not clear which move is
    /// best.
    pub reserve: Duration,
    /// Whether time that the search does not use is lost: then it uses all of it, which serves the
    /// tree that the next search goes on from, unless the game is as good as decided.
    pub fixed_time: bool,
    /// How long to search between pauses, in which the thread can do something else
    /// ([`Search::run_in_slices`](crate::Search::run_in_slices)); `None`: without a pause. A batch of
    /// simulations is not divided. Pauses change no move.
    pub slice: Option<Duration>,
    /// How often to report; `None`: never.
    pub report_every: Option<Duration>,
    /// Whether reports contain the ownership of all points.
    pub ownership: bool,
    /// Whether they also contain it for each root move.
    pub move_ownership: bool,
    /// Whether to use up the limits although no other move can become the best: for the statistics
    /// of a report.
    pub to_the_limit: bool,
    /// The share of the visits that goes to the less visited of the leading root moves, from 0 to
    /// 1, so that a report has useful numbers about more than one move. 0 for a search that plays.
    pub wide_root: f32,
    /// Moves excluded near the root. With any, no kept tree is used or kept.
    pub restrictions: &'a [Restriction],
    /// Stops the search from another thread.
    pub interrupt: &'a Interrupt,
    /// The clock.
    pub time: &'a dyn TimeSource,
}

impl<'a> SearchOptions<'a> {
    /// Returns the options of a search for a move: no reports, no limits, no restrictions.
    pub fn new(interrupt: &'a Interrupt) -> SearchOptions<'a> {
        SearchOptions {
            limits: Limits::default(),
            reserve: Duration::ZERO,
            fixed_time: false,
            slice: None,
            report_every: None,
            ownership: false,
            move_ownership: false,
            to_the_limit: false,
            wide_root: 0.0,
            restrictions: &[],
            interrupt,
            time: &SystemTime,
        }
    }

    /// Returns whether a search that began at `started` has to stop immediately, within a batch of
    /// simulations: it is interrupted, or its time and the reserve are used up.
    pub fn is_over(&self, started: Duration) -> bool {
        let Limits { visits, time } = self.limits;
        let is_interrupted = match self.interrupt.urgency() {
            Urgency::None => false,
            // The search has some time left if only visits limit it.
            Urgency::Soon => time.is_some() || visits.is_none(),
            Urgency::Now => true,
        };
        is_interrupted || time.is_some_and(|time| self.time.since(started) >= time.saturating_add(self.reserve))
    }
}
