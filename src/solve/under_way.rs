//! What the threads of a forward search look at just now, so that each can begin with something else.
//!
//! Before a thread searches a move that isn't the first, it asks whether another is at it, and puts it off if so; when
//! it comes back the answer is often in the table (T. Kerrigan, *Simplified ABDADA*, 2012, after J.-C. Weill, *The ABDADA
//! distributed minimax search algorithm*, 1996).

use std::sync::atomic::{AtomicU64, Ordering};

/// Far more places than positions are looked at, so that few of them share one.
const PLACES: usize = 1 << 14;

/// The keys of positions that are looked at. Two that share a place hide each other, which costs time and nothing else.
pub struct UnderWay(Vec<AtomicU64>);

impl Default for UnderWay {
    fn default() -> Self {
        UnderWay(bytemuck::zeroed_vec(PLACES))
    }
}

impl UnderWay {
    fn place(&self, key: u64) -> &AtomicU64 {
        // The table takes the low bits.
        &self.0[(key >> 48) as usize % PLACES]
    }

    /// Whether a thread looks at it.
    pub fn contains(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// A thread begins to look at it.
    pub fn enter(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    /// It is done.
    pub fn leave(&self, key: u64) {
        if self.contains(key) {
            self.place(key).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_is_known_until_it_is_done() {
        let under_way = UnderWay::default();
        assert!(!under_way.contains(7 << 48));
        under_way.enter(7 << 48);
        assert!(under_way.contains(7 << 48));
        assert!(!under_way.contains(7 << 48 | 1), "another with the same place");
        under_way.leave(7 << 48 | 1);
        assert!(under_way.contains(7 << 48));
        under_way.leave(7 << 48);
        assert!(!under_way.contains(7 << 48));
    }
}
