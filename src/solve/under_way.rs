//! What the threads of a forward search look at just now, so that each can begin with something else.
//!
//! Before a thread searches a move that isn't the first, it asks whether another is at it, and puts it off if so; when
//! it comes back the answer is often in the table (T. Kerrigan, *Simplified ABDADA*, 2012, after J.-C. Weill, *The ABDADA
//! distributed minimax search algorithm*, 1996).

use std::sync::atomic::{AtomicU64, Ordering};

/// Far more places than positions are looked at, so that few of them share one.
const PLACES: usize = 1 << 14;

/// The questions that are looked at. Two that share a place hide each other, which costs time and nothing else.
pub struct UnderWay(Vec<AtomicU64>);

impl Default for UnderWay {
    fn default() -> Self {
        UnderWay(bytemuck::zeroed_vec(PLACES))
    }
}

impl UnderWay {
    /// What stands for a value that is asked for in the position of this key.
    pub fn question(key: u64, value: i32) -> u64 {
        key ^ (value as u64) << 48
    }

    fn place(&self, question: u64) -> &AtomicU64 {
        // The table takes the low bits.
        &self.0[(question >> 48) as usize % PLACES]
    }

    /// Whether a thread looks at it.
    pub fn contains(&self, question: u64) -> bool {
        self.place(question).load(Ordering::Relaxed) == question
    }

    /// A thread begins to look at it.
    pub fn enter(&self, question: u64) {
        self.place(question).store(question, Ordering::Relaxed);
    }

    /// It is done.
    pub fn leave(&self, question: u64) {
        if self.contains(question) {
            self.place(question).store(0, Ordering::Relaxed);
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

    #[test]
    fn another_value_asked_for_in_the_same_position_is_another_question() {
        let under_way = UnderWay::default();
        under_way.enter(UnderWay::question(7, 1));
        assert!(under_way.contains(UnderWay::question(7, 1)));
        assert!(!under_way.contains(UnderWay::question(7, 0)) && !under_way.contains(UnderWay::question(7, -1)));
    }
}
