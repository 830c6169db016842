//! The state that the threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::in_progress::InProgress;
use super::move_ordering::SharedHistory;
use super::transposition_table::TranspositionTable;

/// The bit of [`Shared::stop`] that ends the search for the answer to the current probe.
const ANSWERED: u8 = 1;

/// The bit that ends it without an answer.
const STOPPED: u8 = 2;

/// Callback that receives the number of nodes regularly; the search ends when it returns
/// `false`.
pub type GoOn<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// The state shared by all threads of a search.
pub struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub in_progress: InProgress,
    pub history: SharedHistory,
    /// The number of nodes: positions made by playing a move.
    nodes: AtomicU64,
    /// [`ANSWERED`], [`STOPPED`] or both while threads return from a probe.
    stop: AtomicU8,
    go_on: GoOn<'a>,
    /// Whether the search has to end.
    is_ended: AtomicBool,
    /// The number of nodes at which the current probe runs out of patience.
    patience: AtomicU64,
    /// The number of entries that the table has lost since it last grew.
    lost: AtomicU64,
}

impl<'a> Shared<'a> {
    /// Creates the state of a search that goes on after `nodes` nodes.
    pub fn new(table: &'a TranspositionTable, nodes: u64, go_on: GoOn<'a>) -> Shared<'a> {
        Shared {
            table,
            in_progress: InProgress::default(),
            history: SharedHistory::default(),
            nodes: AtomicU64::new(nodes),
            stop: AtomicU8::new(0),
            go_on,
            is_ended: AtomicBool::new(false),
            patience: AtomicU64::new(u64::MAX),
            lost: AtomicU64::new(0),
        }
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds nodes, and entries that the table has lost.
    pub fn add(&self, nodes: u64, lost: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.lost.fetch_add(lost, Ordering::Relaxed);
    }

    /// Stops all threads if the search has to end, the probe runs out of patience, or the table has
    /// to grow.
    pub fn check_limits(&self) {
        self.check_stop();
        if self.is_out_of_patience() || self.table_should_grow() {
            self.stop.fetch_or(STOPPED, Ordering::Relaxed);
        }
    }

    /// Stops all threads if the search has to end.
    pub fn check_stop(&self) {
        if !(self.go_on)(self.nodes()) {
            self.is_ended.store(true, Ordering::Relaxed);
            self.stop.fetch_or(STOPPED, Ordering::Relaxed);
        }
    }

    /// Gives the next probe this many nodes.
    pub fn set_patience(&self, nodes: u64) {
        self.patience.store(self.nodes().saturating_add(nodes), Ordering::Relaxed);
    }

    /// Returns whether the nodes of the probe are used up.
    pub fn is_out_of_patience(&self) -> bool {
        self.nodes() >= self.patience.load(Ordering::Relaxed)
    }

    /// Returns whether it is time for a larger table.
    pub fn table_should_grow(&self) -> bool {
        self.table.would_grow(self.lost.load(Ordering::Relaxed))
    }

    /// Makes the table larger. No thread may be searching.
    pub fn grow_table(&self) {
        self.table.grow();
        self.lost.store(0, Ordering::Relaxed);
    }

    /// Returns whether threads have to return from the current probe, with an answer or without.
    #[inline]
    pub fn is_probe_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) != 0
    }

    /// Returns whether threads have to return without an answer: for good, for a larger table, or
    /// out of patience.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) & STOPPED != 0
    }

    /// Lets threads search again after a stop that was not for good.
    pub fn resume(&self) {
        self.stop.store(0, Ordering::Relaxed);
    }

    /// Calls threads back from a probe that has its answer.
    pub fn begin_return(&self) {
        self.stop.fetch_or(ANSWERED, Ordering::Relaxed);
    }

    /// Records that all threads have returned from a probe.
    pub fn end_return(&self) {
        self.stop.fetch_and(!ANSWERED, Ordering::Relaxed);
    }

    /// Returns whether the search has ended for good.
    pub fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
    }
}
