//! The transposition table: bounds for values, shared by threads without locks.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

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

/// A table of a bounded size. Two positions share a place by turns: one keeps what was more work, the other what is newer.
///
/// It begins small, within a processor's cache, and grows when that loses entries: a small search is done sooner so.
pub struct HashTable {
    /// Pairs of words: the key mixed with the data, and the data. What two threads wrote at once is no entry.
    words: Vec<AtomicU64>,
    /// Of the buckets those with numbers up to this are in use, one less than a power of two.
    mask: AtomicUsize,
}

const PLACES: usize = 2;

/// Words of a bucket.
const WORDS: usize = 2 * PLACES;

/// Buckets of a new table, at most: 16 MiB.
const FIRST_BUCKETS: usize = 1 << 19;

/// A table that grows has so many times as many buckets afterwards.
const GROWTH: usize = 4;

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
        let buckets = (bytes / (WORDS as u64 * 8)).max(64);
        let buckets = 1usize << (63 - buckets.leading_zeros());
        // The system zeroes such memory as it is used.
        let words = bytemuck::zeroed_vec(buckets * WORDS);
        HashTable { words, mask: AtomicUsize::new(buckets.min(FIRST_BUCKETS) - 1) }
    }

    fn mask(&self) -> usize {
        self.mask.load(Ordering::Relaxed)
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize & self.mask()) * WORDS
    }

    /// Whether it would be larger after so many entries were lost.
    pub fn would_grow(&self, lost: u64) -> bool {
        lost > (self.mask() / 4) as u64 && self.mask() + 1 < self.words.len() / WORDS
    }

    /// Takes more of its memory into use. No other thread may use it meanwhile.
    pub fn grow(&self) {
        let before = self.mask() + 1;
        let buckets = (GROWTH * before).min(self.words.len() / WORDS);
        self.mask.store(buckets - 1, Ordering::Relaxed);
        for at in (0..before * WORDS).step_by(2) {
            let (key, data) = self.read(at);
            let bucket = self.bucket(key);
            if data != 0 && bucket != at / WORDS * WORDS {
                // Nothing else is there, but for what shared the old bucket.
                self.write(bucket + at % WORDS, key, data);
                self.write(at, 0, 0);
            }
        }
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

    /// Notes what is known of a position; bounds known before stay. Tells whether another position had to make room.
    pub fn put(&self, key: u64, entry: Entry) -> bool {
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
                self.write(bucket + 2 * place, key, pack(joined));
                return false;
            }
            if data == 0 && at.is_none() {
                at = Some(bucket + 2 * place);
            }
        }
        let (_, first) = self.read(bucket);
        let place = at.unwrap_or(if entry.work >= unpack(first).work { bucket } else { bucket + 2 });
        self.write(place, key, pack(entry));
        at.is_none()
    }

    /// All words in use, for a checkpoint.
    pub fn words(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.words[..(self.mask() + 1) * WORDS].iter().map(|word| word.load(Ordering::Relaxed))
    }

    /// A table of so many bytes, but no smaller than what is put into it: the words of another.
    pub fn from_words(words: &[u64], bytes: u64) -> Option<HashTable> {
        let buckets = words.len() / WORDS;
        if !buckets.is_power_of_two() || buckets * WORDS != words.len() {
            return None;
        }
        let table = HashTable::new(bytes.max(words.len() as u64 * 8));
        table.mask.store(buckets - 1, Ordering::Relaxed);
        table.words.iter().zip(words).for_each(|(to, &from)| to.store(from, Ordering::Relaxed));
        Some(table)
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
        let words: Vec<u64> = table.words().collect();
        let copy = HashTable::from_words(&words, 0).unwrap();
        assert_eq!(copy.get(5), table.get(5));
    }

    #[test]
    fn what_was_more_work_outlasts_what_was_less() {
        let table = HashTable::new(0);
        let size = table.mask() as u64 + 1;
        let entry = |work| Entry { low: i16::from(work), work, ..Entry::UNKNOWN };
        table.put(size, entry(9));
        for i in 2..10 {
            table.put(i * size, entry(1));
        }
        assert_eq!(table.get(size), Some(entry(9)));
        assert_eq!(table.get(9 * size), Some(entry(1)));
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_has() {
        let table = HashTable::new(1 << 26);
        let before = table.words().len();
        let keys = (1..=2_000_000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let lost = keys.clone().filter(|&key| table.put(key, Entry { low: key as i16, ..Entry::UNKNOWN })).count();
        assert!(table.would_grow(lost as u64) && !table.would_grow(0));
        let kept: Vec<u64> = keys.clone().filter(|&key| table.get(key).is_some()).collect();
        assert_eq!(kept.len() + lost, 2_000_000);
        table.grow();
        assert_eq!(table.words().len(), GROWTH * before);
        assert!(kept.iter().all(|&key| table.get(key).is_some_and(|entry| entry.low == key as i16)));
        assert_eq!(keys.filter(|&key| table.get(key).is_some()).count(), kept.len());
        assert!(!table.would_grow(u64::MAX), "all of its memory is in use");
    }
}
