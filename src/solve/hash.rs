//! The transposition table: bounds for values, shared by threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position: its value for the seat to move lies between `low` and `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub low: i16,
    pub high: i16,
    /// The code of the move that was best, or that refuted.
    pub best: u16,
    /// How much work it was: the logarithm of the number of nodes.
    pub work: u8,
}

impl Entry {
    /// Nothing is known.
    pub const UNKNOWN: Entry = Entry { low: i16::MIN, high: i16::MAX, best: NO_MOVE, work: 0 };
}

/// The code of no move.
pub const NO_MOVE: u16 = 0xfffd;

/// A table of a fixed size. Two positions share a place by turns: one keeps what was more work, the other what is newer.
pub struct HashTable {
    /// Pairs of words: the key mixed with the data, and the data. What two threads wrote at once is no entry.
    words: Vec<AtomicU64>,
    mask: usize,
}

const PLACES: usize = 2;

fn pack(entry: Entry) -> u64 {
    u64::from(entry.low as u16)
        | u64::from(entry.high as u16) << 16
        | u64::from(entry.best) << 32
        | u64::from(entry.work) << 48
        | 1 << 63
}

fn unpack(data: u64) -> Entry {
    Entry { low: data as i16, high: (data >> 16) as i16, best: (data >> 32) as u16, work: (data >> 48) as u8 }
}

impl HashTable {
    /// A table of at most so many bytes, but of at least some thousand.
    pub fn new(bytes: u64) -> HashTable {
        let buckets = (bytes / (PLACES as u64 * 16)).max(64);
        let buckets = 1usize << (63 - buckets.leading_zeros());
        // The system zeroes such memory as it is used.
        let words = bytemuck::zeroed_vec(buckets * PLACES * 2);
        HashTable { words, mask: buckets - 1 }
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize & self.mask) * PLACES * 2
    }

    fn read(&self, at: usize) -> (u64, u64) {
        let data = self.words[at + 1].load(Ordering::Relaxed);
        (self.words[at].load(Ordering::Relaxed) ^ data, data)
    }

    fn write(&self, at: usize, key: u64, data: u64) {
        self.words[at].store(key ^ data, Ordering::Relaxed);
        self.words[at + 1].store(data, Ordering::Relaxed);
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key);
        for place in 0..PLACES {
            let (found, data) = self.read(bucket + 2 * place);
            if found == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Notes what is known of a position; bounds known before stay.
    pub fn put(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let mut at = None;
        for place in 0..PLACES {
            let (found, data) = self.read(bucket + 2 * place);
            if data != 0 && found == key {
                let old = unpack(data);
                let joined = Entry {
                    low: old.low.max(entry.low),
                    high: old.high.min(entry.high),
                    best: if entry.best == NO_MOVE { old.best } else { entry.best },
                    work: old.work.max(entry.work),
                };
                return self.write(bucket + 2 * place, key, pack(joined));
            }
            if data == 0 && at.is_none() {
                at = Some(bucket + 2 * place);
            }
        }
        let (_, first) = self.read(bucket);
        let at = at.unwrap_or(if entry.work >= unpack(first).work { bucket } else { bucket + 2 });
        self.write(at, key, pack(entry));
    }

    /// All words, for a checkpoint.
    pub fn words(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.words.iter().map(|word| word.load(Ordering::Relaxed))
    }

    /// A table from the words of another of the same size.
    pub fn from_words(words: Vec<u64>) -> Option<HashTable> {
        let buckets = words.len() / (PLACES * 2);
        let fits = buckets.is_power_of_two() && buckets * PLACES * 2 == words.len();
        fits.then(|| HashTable { words: words.into_iter().map(AtomicU64::new).collect(), mask: buckets - 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_come_together_and_stay_with_their_own_key() {
        let table = HashTable::new(1 << 16);
        table.put(5, Entry { low: -3, ..Entry::UNKNOWN });
        table.put(5, Entry { high: 4, best: 7, work: 2, ..Entry::UNKNOWN });
        assert_eq!(table.get(5), Some(Entry { low: -3, high: 4, best: 7, work: 2 }));
        assert_eq!(table.get(6), None);
        let copy = HashTable::from_words(table.words().collect()).unwrap();
        assert_eq!(copy.get(5), table.get(5));
    }

    #[test]
    fn what_was_more_work_outlasts_what_was_less() {
        let table = HashTable::new(0);
        let size = table.mask as u64 + 1;
        let entry = |work| Entry { low: i16::from(work), work, ..Entry::UNKNOWN };
        table.put(size, entry(9));
        (2..10).for_each(|i| table.put(i * size, entry(1)));
        assert_eq!(table.get(size), Some(entry(9)));
        assert_eq!(table.get(9 * size), Some(entry(1)));
    }
}
