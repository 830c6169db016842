//! Sets of cells as bits of machine words.

use super::cell::Cell;

/// A set of cells; `W` words have a bit for every cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    /// The empty set.
    pub const EMPTY: Self = CellSet([0; W]);

    /// The sets of one cell, for changes of all words at once.
    const ONE: &[[Self; 64]; W] = &{
        let mut ones = [[Self::EMPTY; 64]; W];
        let mut cell = 0;
        while cell < 64 * W {
            ones[cell / 64][cell % 64].0[cell / 64] = 1 << (cell % 64);
            cell += 1;
        }
        ones
    };

    /// Whether all words are written at each change: a load of several words stalls if one of them
    /// was just written alone.
    const WRITES_ALL_WORDS: bool = W <= 4;

    #[inline(always)]
    fn place(cell: usize) -> (usize, u64) {
        ((cell / 64) & (W - 1), 1 << (cell % 64))
    }

    /// Returns the set of one cell.
    #[inline(always)]
    pub fn of(cell: usize) -> Self {
        let (word, bit) = Self::place(cell);
        if Self::WRITES_ALL_WORDS {
            return Self::ONE[word][cell % 64];
        }
        let mut one = Self::EMPTY;
        one.0[word] = bit;
        one
    }

    /// Adds a cell; returns whether it was not in the set.
    #[inline(always)]
    pub fn insert(&mut self, cell: usize) -> bool {
        let (word, bit) = Self::place(cell);
        let is_new = self.0[word] & bit == 0;
        if Self::WRITES_ALL_WORDS {
            self.add(&Self::of(cell));
        } else {
            self.0[word] |= bit;
        }
        is_new
    }

    /// Removes a cell; returns whether it was in the set.
    #[inline(always)]
    pub fn remove(&mut self, cell: usize) -> bool {
        let (word, bit) = Self::place(cell);
        let was_in = self.0[word] & bit != 0;
        if Self::WRITES_ALL_WORDS {
            for (word, one) in self.0.iter_mut().zip(Self::of(cell).0) {
                *word &= !one;
            }
        } else {
            self.0[word] &= !bit;
        }
        was_in
    }

    /// Adds all cells of another set.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }

    /// Returns the cells that are in both sets.
    #[inline(always)]
    pub fn and(self, other: &Self) -> Self {
        CellSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Returns the set with all neighbours of its cells; `S` is the length of a row.
    #[inline(always)]
    pub fn grown<const S: usize>(self) -> Self {
        let up = |i: usize, by: usize| self.0[i] << by | if i > 0 { self.0[i - 1] >> (64 - by) } else { 0 };
        let down = |i: usize, by: usize| self.0[i] >> by | if i + 1 < W { self.0[i + 1] << (64 - by) } else { 0 };
        CellSet(std::array::from_fn(|i| self.0[i] | up(i, 1) | down(i, 1) | up(i, S) | down(i, S)))
    }

    /// Returns whether the set has no cells.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns the number of cells.
    #[inline(always)]
    pub fn len(&self) -> u16 {
        self.0.iter().map(|word| word.count_ones() as u16).sum()
    }

    /// Returns the cells in ascending order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        (0..W).flat_map(move |word| {
            let mut left = self.0[word];
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let at = left.trailing_zeros() as usize;
                    left &= left - 1;
                    (word * 64 + at) as Cell
                })
            })
        })
    }

    /// Returns the lowest cell; 0 if there is none.
    #[inline(always)]
    pub fn first(&self) -> Cell {
        for (word, &bits) in self.0.iter().enumerate() {
            if bits != 0 {
                return (word * 64) as Cell + bits.trailing_zeros() as Cell;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_in_order_and_once_each_from_all_words() {
        let mut set = CellSet::<4>::EMPTY;
        assert_eq!([200, 3, 64, 3, 127].map(|cell| set.insert(cell)), [true, true, true, false, true]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 127, 200]);
        assert_eq!((set.len(), set.first()), (4, 3));
        assert!(set.remove(3) && !set.remove(3));
        assert_eq!((set.len(), set.first()), (3, 64));
        let mut other = CellSet::<4>::EMPTY;
        assert_eq!(other.first(), 0, "an empty set has no first cell");
        other.insert(255);
        set.add(&other);
        assert_eq!(set.iter().last(), Some(255));
    }

    #[test]
    fn a_set_grows_by_the_neighbours_of_its_cells_across_words() {
        let mut set = CellSet::<2>::of(63);
        set.insert(30);
        let grown: Vec<Cell> = set.grown::<10>().iter().collect();
        assert_eq!(grown, [20, 29, 30, 31, 40, 53, 62, 63, 64, 73]);
        assert_eq!(set.grown::<10>().and(&set), set);
        assert!(!set.is_empty() && set.and(&CellSet::of(64)).is_empty());
    }

    #[test]
    fn both_ways_of_writing_words_give_the_same_sets() {
        let (mut few, mut many) = (CellSet::<4>::EMPTY, CellSet::<16>::EMPTY);
        for cell in [5, 70, 255, 70, 128] {
            assert_eq!(few.insert(cell), many.insert(cell));
        }
        assert_eq!([few.remove(70), few.remove(71)], [many.remove(70), many.remove(71)]);
        assert_eq!(few.iter().collect::<Vec<_>>(), [5, 128, 255]);
        assert!(few.iter().eq(many.iter()));
    }
}
