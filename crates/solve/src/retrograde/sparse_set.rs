//! A set of positions of one range that skips empty stretches in long strides.

/// Words per block.
const BLOCK: usize = 16;

/// Blocks per word of the summary.
const SUMMED: usize = 64;

/// A bit for each position, and a summary bit for each block of words that has any.
#[derive(Clone)]
pub struct SparseSet {
    words: Vec<u64>,
    blocks: Vec<u64>,
}

impl SparseSet {
    /// The number of positions in a portion.
    pub const STRIDE: usize = SUMMED * BLOCK * 64;

    /// Creates an empty set of positions below `positions`.
    pub fn new(positions: usize) -> SparseSet {
        let words = positions.div_ceil(64);
        SparseSet { words: vec![0; words], blocks: vec![0; words.div_ceil(BLOCK * SUMMED)] }
    }

    /// Adds a position.
    #[inline]
    pub fn insert(&mut self, at: usize) {
        self.words[at / 64] |= 1 << (at % 64);
        let block = at / 64 / BLOCK;
        self.blocks[block / SUMMED] |= 1 << (block % SUMMED);
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        for (i, blocks) in self.blocks.iter_mut().enumerate() {
            for block in bits(std::mem::take(blocks)) {
                let first = (i * SUMMED + block) * BLOCK;
                let end = (first + BLOCK).min(self.words.len());
                self.words[first..end].fill(0);
            }
        }
    }

    /// Calls `each` with the positions of a portion in ascending order. The first portion has
    /// number 0.
    #[inline]
    pub fn portion(&self, number: usize, mut each: impl FnMut(usize)) {
        let Some(&blocks) = self.blocks.get(number) else { return };
        for block in bits(blocks) {
            let first = (number * SUMMED + block) * BLOCK;
            let end = (first + BLOCK).min(self.words.len());
            for (i, &word) in self.words[first..end].iter().enumerate() {
                bits(word).for_each(|bit| each((first + i) * 64 + bit));
            }
        }
    }
}

/// Returns the indices of the set bits in ascending order.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(set: &SparseSet, portions: usize) -> Vec<usize> {
        let mut found = Vec::new();
        (0..portions).for_each(|number| set.portion(number, |at| found.push(at)));
        found
    }

    #[test]
    fn members_are_found_in_order_until_the_set_is_cleared() {
        let positions = 3 * SparseSet::STRIDE + 5;
        let mut set = SparseSet::new(positions);
        let members = [0, 63, 64, 1023, 1024, 4096, SparseSet::STRIDE - 1, 2 * SparseSet::STRIDE, positions - 1];
        members.iter().rev().for_each(|&at| set.insert(at));
        assert_eq!(all(&set, 4), members);
        set.clear();
        assert!(all(&set, 4).is_empty());
        assert!(set.words.iter().all(|&word| word == 0));
        set.insert(70);
        assert_eq!(all(&set, 4), [70]);
    }
}
