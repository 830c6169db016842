//! The probes that the threads of a search are working on, so that each can begin with something
//! else.
//!
//! Before a thread searches a move other than the first, it checks whether another thread is
//! searching it, and defers it if so; when it comes back, the answer is often in the table (T.
//! Kerrigan, *Simplified ABDADA*, 2012, after J.-C. Weill, *The ABDADA distributed minimax search
//! algorithm*, 1996).

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of slots: far more than positions being searched, so that few of them share one.
const SLOTS: usize = 1 << 14;

/// The probes being searched. Two that share a slot hide each other, which only costs time.
pub struct InProgress(Vec<AtomicU64>);

impl Default for InProgress {
    fn default() -> Self {
        InProgress(bytemuck::zeroed_vec(SLOTS))
    }
}

impl InProgress {
    /// Returns the key of a probe: of a value in a position.
    pub fn probe(key: u64, value: i32) -> u64 {
        key ^ (value as u64) << 48
    }

    fn slot(&self, probe: u64) -> &AtomicU64 {
        // The transposition table uses the low bits.
        &self.0[(probe >> 48) as usize % SLOTS]
    }

    /// Returns whether a thread is searching a probe.
    pub fn contains(&self, probe: u64) -> bool {
        self.slot(probe).load(Ordering::Relaxed) == probe
    }

    /// Records that a thread begins to search a probe.
    pub fn enter(&self, probe: u64) {
        self.slot(probe).store(probe, Ordering::Relaxed);
    }

    /// Records that a probe is done.
    pub fn leave(&self, probe: u64) {
        if self.contains(probe) {
            self.slot(probe).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probe_is_in_progress_until_it_is_done() {
        let in_progress = InProgress::default();
        assert!(!in_progress.contains(7 << 48));
        in_progress.enter(7 << 48);
        assert!(in_progress.contains(7 << 48));
        assert!(!in_progress.contains(7 << 48 | 1), "another one with the same slot");
        in_progress.leave(7 << 48 | 1);
        assert!(in_progress.contains(7 << 48));
        in_progress.leave(7 << 48);
        assert!(!in_progress.contains(7 << 48));
    }

    #[test]
    fn another_value_of_the_same_position_is_another_probe() {
        let in_progress = InProgress::default();
        in_progress.enter(InProgress::probe(7, 1));
        assert!(in_progress.contains(InProgress::probe(7, 1)));
        assert!(!in_progress.contains(InProgress::probe(7, 0)) && !in_progress.contains(InProgress::probe(7, -1)));
    }
}
