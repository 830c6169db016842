//! A set of positions of one range, most of the time a sparse one: what is empty is skipped in long strides.

/// Words of a block.
const BLOCK: usize = 16;

/// Blocks that a word of the summary stands for.
const SUMMED: usize = 64;

/// A bit a position, and a bit for each block of words that has any.
#[derive(Clone)]
pub struct Marks {
    words: Vec<u64>,
    blocks: Vec<u64>,
}

impl Marks {
    /// No position of so many.
    pub fn new(positions: usize) -> Marks {
        let words = positions.div_ceil(64);
        Marks { words: vec![0; words], blocks: vec![0; words.div_ceil(BLOCK * SUMMED)] }
    }

    /// Adds a position.
    #[inline]
    pub fn insert(&mut self, at: usize) {
        self.words[at / 64] |= 1 << (at % 64);
        let block = at / 64 / BLOCK;
        self.blocks[block / SUMMED] |= 1 << (block % SUMMED);
    }

    /// Takes all positions out.
    pub fn clear(&mut self) {
        for (i, blocks) in self.blocks.iter_mut().enumerate() {
            for block in bits(std::mem::take(blocks)) {
                let first = (i * SUMMED + block) * BLOCK;
                let end = (first + BLOCK).min(self.words.len());
                self.words[first..end].fill(0);
            }
        }
    }

    /// Calls `each` with the positions of a portion, ascending. The first portion has number 0.
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

    /// How many positions a portion stands for.
    pub const STRIDE: usize = SUMMED * BLOCK * 64;
}

/// The bits of a word that are set, ascending.
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

    fn all(marks: &Marks, portions: usize) -> Vec<usize> {
        let mut found = Vec::new();
        (0..portions).for_each(|number| marks.portion(number, |at| found.push(at)));
        found
    }

    #[test]
    fn what_was_marked_is_found_in_order_until_all_is_cleared() {
        let positions = 3 * Marks::STRIDE + 5;
        let mut marks = Marks::new(positions);
        let marked = [0, 63, 64, 1023, 1024, 4096, Marks::STRIDE - 1, 2 * Marks::STRIDE, positions - 1];
        marked.iter().rev().for_each(|&at| marks.insert(at));
        assert_eq!(all(&marks, 4), marked);
        marks.clear();
        assert!(all(&marks, 4).is_empty());
        assert!(marks.words.iter().all(|&word| word == 0));
        marks.insert(70);
        assert_eq!(all(&marks, 4), [70]);
    }
}
