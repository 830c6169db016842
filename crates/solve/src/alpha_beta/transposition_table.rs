//! The transposition table: bounds of values, shared by threads without locks.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use quintet_system::exhaustion;

/// An entry: the value of a position for its side to move is between `low` and `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub low: i16,
    pub high: i16,
    /// The code of the move that was best, or of the refutation.
    pub best: u16,
    /// The logarithm of the number of nodes searched.
    pub work: u8,
}

impl Entry {
    /// An entry without knowledge.
    pub const UNKNOWN: Entry = Entry { low: i16::MIN, high: i16::MAX, best: NO_MOVE, work: 0 };

    #[inline]
    pub fn bounds(self) -> [i32; 2] {
        [self.low.into(), self.high.into()]
    }
}

/// A code that no move has.
pub const NO_MOVE: u16 = 0xfffd;

/// A table of limited size. Each bucket has two entries: one keeps the entry that took more work,
/// the other the newest.
///
/// The table begins small, within a processor's cache, and grows when it loses entries, which makes
/// small searches faster.
pub struct TranspositionTable {
    /// Pairs of words: the key mixed with the data, and the data. If two threads write a pair at
    /// once, the key does not match.
    words: Vec<AtomicU64>,
    /// Buckets up to this number are in use; one less than a power of two.
    mask: AtomicUsize,
}

/// Entries per bucket.
const PLACES: usize = 2;

/// Words per bucket.
const WORDS: usize = 2 * PLACES;

/// The maximum number of buckets of a new table: 16 MiB.
const FIRST_BUCKETS: usize = 1 << 19;

/// The factor by which a table grows.
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

impl TranspositionTable {
    /// Creates a table of at most `bytes` bytes, but of a few thousand at least.
    pub fn new(bytes: u64) -> TranspositionTable {
        let buckets = (bytes / (WORDS as u64 * 8)).max(64);
        let mut buckets = 1usize << (63 - buckets.leading_zeros());
        // The system provides zeroed memory as it is used. Where it limits the memory, a smaller
        // table leaves some for the rest of the program.
        let words = loop {
            match exhaustion::optional(|| bytemuck::try_zeroed_vec(buckets * WORDS)) {
                Ok(words) => break words,
                Err(()) if buckets > 256 => buckets /= 4,
                Err(()) => break bytemuck::zeroed_vec(buckets * WORDS),
            }
        };
        TranspositionTable { words, mask: AtomicUsize::new(buckets.min(FIRST_BUCKETS) - 1) }
    }

    fn mask(&self) -> usize {
        self.mask.load(Ordering::Relaxed)
    }

    fn bucket(&self, key: u64) -> usize {
        (key as usize & self.mask()) * WORDS
    }

    /// Returns whether the table is due to grow after losing this many entries.
    pub fn would_grow(&self, lost: u64) -> bool {
        lost > (self.mask() / 4) as u64 && self.mask() + 1 < self.words.len() / WORDS
    }

    /// Uses more of its memory. No other thread may use the table meanwhile.
    pub fn grow(&self) {
        let before = self.mask() + 1;
        let buckets = (GROWTH * before).min(self.words.len() / WORDS);
        self.mask.store(buckets - 1, Ordering::Relaxed);
        for at in (0..before * WORDS).step_by(2) {
            let (key, data) = self.read(at);
            let bucket = self.bucket(key);
            if data != 0 && bucket != at / WORDS * WORDS {
                // The new bucket has no other entries than those of the old one.
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

    /// Returns the entry of a position.
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

    /// Stores an entry; bounds that are known already stay. Returns whether another position was
    /// replaced.
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

    /// Returns all words in use, for a checkpoint.
    pub fn words(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.words[..(self.mask() + 1) * WORDS].iter().map(|word| word.load(Ordering::Relaxed))
    }

    /// Creates a table of `bytes` bytes, or more if necessary, from the words of another one;
    /// `None` if these are not all words of a table.
    pub fn from_words(words: &[u64], bytes: u64) -> Option<TranspositionTable> {
        let buckets = words.len() / WORDS;
        if !buckets.is_power_of_two() || buckets * WORDS != words.len() {
            return None;
        }
        let table = TranspositionTable::new(bytes.max(words.len() as u64 * 8));
        table.mask.store(buckets - 1, Ordering::Relaxed);
        table.words.iter().zip(words).for_each(|(to, &from)| to.store(from, Ordering::Relaxed));
        Some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_joined_and_belong_to_one_key() {
        let table = TranspositionTable::new(1 << 16);
        table.put(5, Entry { low: -3, ..Entry::UNKNOWN });
        table.put(5, Entry { high: 4, best: 7, work: 2, ..Entry::UNKNOWN });
        assert_eq!(table.get(5), Some(Entry { low: -3, high: 4, best: 7, work: 2 }));
        assert_eq!(table.get(6), None);
        let words: Vec<u64> = table.words().collect();
        let copy = TranspositionTable::from_words(&words, 0).unwrap();
        assert_eq!(copy.get(5), table.get(5));
    }

    #[test]
    fn an_entry_that_took_more_work_outlasts_others() {
        let table = TranspositionTable::new(0);
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
    fn a_table_that_grows_keeps_its_entries() {
        let table = TranspositionTable::new(1 << 26);
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
