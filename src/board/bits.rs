//! Sets of points in as many machine words as a board needs: copied by value, told in ascending order.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::cpu::BitOps;
use super::{MAX_POINTS, Point};

/// A set of points of any board, 80 bytes large.
///
/// ```
/// use quintet::board::{Point, PointSet};
///
/// let mut set: PointSet = [Point(70), Point(3)].into_iter().collect();
/// assert!(set.insert(Point(5)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Point(3), Point(5), Point(70)]);
/// assert!(set.contains(Point(70)) && !set.contains(Point(4)));
/// ```
pub type PointSet = Bits<{ MAX_POINTS.div_ceil(64) }>;

/// A set of the points below `64 * W`: small enough to be copied at every move. Points are given as such, or as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The set without points.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The points below `count`.
    #[inline(always)]
    pub fn first(count: usize) -> Bits<W> {
        Bits(std::array::from_fn(|i| match count.saturating_sub(i * 64) {
            left @ 0..64 => (1 << left) - 1,
            _ => u64::MAX,
        }))
    }

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: impl Into<usize>) -> bool {
        let index = point.into();
        self.0[word::<W>(index)] >> (index % 64) & 1 == 1
    }

    /// Adds a point; tells whether it was new.
    #[inline]
    pub fn insert(&mut self, point: impl Into<usize>) -> bool {
        let index = point.into();
        let new = !self.contains(index);
        self.0[word::<W>(index)] |= 1 << (index % 64);
        new
    }

    /// Takes a point out; tells whether it was there.
    #[inline]
    pub fn remove(&mut self, point: impl Into<usize>) -> bool {
        let index = point.into();
        let there = self.contains(index);
        self.0[word::<W>(index)] &= !(1 << (index % 64));
        there
    }

    /// The lowest point.
    #[inline]
    pub fn lowest(&self) -> Option<usize> {
        let i = self.0.iter().position(|word| *word != 0)?;
        Some(i * 64 + self.0[i].trailing_zeros() as usize)
    }

    /// The highest point.
    #[inline]
    pub fn highest(&self) -> Option<usize> {
        let i = self.0.iter().rposition(|word| *word != 0)?;
        Some(i * 64 + 63 - self.0[i].leading_zeros() as usize)
    }

    /// The set of only that point with `n` points of this set below it. This set must have more than `n`.
    #[inline(always)]
    pub fn nth<B: BitOps>(&self, mut n: u32, bits: B) -> Bits<W> {
        let mut i = 0;
        while i + 1 < W && n >= self.0[i].count_ones() {
            n -= self.0[i].count_ones();
            i += 1;
        }
        let mut one = Bits::EMPTY;
        one.0[i] = bits.nth_bit(self.0[i], n);
        one
    }

    /// How many points the set has.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set has no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// The set with every point moved down by `by` (1 to 63); those below 0 are lost.
    #[inline]
    pub fn down(&self, by: u32) -> Bits<W> {
        Bits(std::array::from_fn(|i| {
            let above = if i + 1 < W { self.0[i + 1] << (64 - by) } else { 0 };
            self.0[i] >> by | above
        }))
    }

    /// The set with every point moved up by `by` (1 to 63); those past the last word are lost.
    #[inline]
    pub fn up(&self, by: u32) -> Bits<W> {
        Bits(std::array::from_fn(|i| {
            let below = if i > 0 { self.0[i - 1] >> (64 - by) } else { 0 };
            self.0[i] << by | below
        }))
    }

    /// The 64 bits from `start` on, those past the last word 0.
    #[inline(always)]
    pub fn word_from(&self, start: usize) -> u64 {
        let (i, bit) = (word::<W>(start), start % 64);
        let above = if i + 1 < W { self.0[i + 1] << 1 << (63 - bit) } else { 0 };
        self.0[i] >> bit | above
    }

    /// Adds the points of a word, counted from `start`; those past the last word are lost.
    #[inline(always)]
    pub fn insert_word(&mut self, start: usize, points: u64) {
        let (i, bit) = (word::<W>(start), start % 64);
        self.0[i] |= points << bit;
        if i + 1 < W {
            self.0[i + 1] |= points >> 1 >> (63 - bit);
        }
    }

    /// The points in ascending order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<W> {
        let words = self.0;
        let (mut i, mut rest) = (0, words[0]);
        std::iter::from_fn(move || {
            while rest == 0 {
                i += 1;
                rest = *words.get(i)?;
            }
            let point = Point((i * 64) as u16 + rest.trailing_zeros() as u16);
            rest &= rest - 1;
            Some(point)
        })
    }

    /// Calls `visit` for each point in ascending order.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(Point)) {
        for (i, &word) in self.0.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                visit(Point((i * 64) as u16 + rest.trailing_zeros() as u16));
                rest &= rest - 1;
            }
        }
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Bits::EMPTY
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Bits<W>;

    #[inline]
    fn bitand(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;

    #[inline]
    fn bitor(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Bits<W>;

    #[inline]
    fn bitxor(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;

    /// All points below `64 * W` that are not in the set, those beyond the board too.
    #[inline]
    fn not(self) -> Bits<W> {
        Bits(self.0.map(|word| !word))
    }
}

impl<const W: usize> FromIterator<Point> for Bits<W> {
    fn from_iter<T: IntoIterator<Item = Point>>(points: T) -> Self {
        let mut set = Bits::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

/// Which word holds a point; known at compile time where there is but one.
#[inline]
fn word<const W: usize>(index: usize) -> usize {
    if W == 1 { 0 } else { index / 64 }
}

/// A hash of words, good in every bit: each step multiplies to 128 bits and folds the halves together.
#[inline]
pub fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product >> 64) as u64 ^ product as u64
    };
    let mut key = 0x9e37_79b9_7f4a_7c15;
    for word in words {
        key = fold(key ^ word, 0xd1b5_4a32_d192_ed03).wrapping_add(0xaef1_7502_108e_f2d9);
    }
    fold(key, 0x8cb9_2ba7_2f3d_8dd7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_points_in_order() {
        let points = [0, 63, 64, 127, 100].map(Point);
        let set: Bits<2> = points.into_iter().collect();
        let mut found = Vec::new();
        set.for_each(|point| found.push(point));
        assert_eq!(found, [0, 63, 64, 100, 127].map(Point));
        assert_eq!(set.iter().collect::<Vec<_>>(), found);
        assert_eq!(set.count(), 5);
        let mut all: PointSet = [624, 0, 300].map(Point).into_iter().collect();
        assert_eq!(all.iter().collect::<Vec<_>>(), [0, 300, 624].map(Point));
        assert_eq!(
            [all.insert(Point(7)), all.insert(Point(7)), all.remove(Point(7)), all.remove(Point(7))],
            [true, false, true, false]
        );
    }

    #[test]
    fn sets_move_across_the_borders_of_words() {
        let set: Bits<3> = [3, 63, 64, 130].map(Point).into_iter().collect();
        let up: Bits<3> = [8, 68, 69, 135].map(Point).into_iter().collect();
        assert_eq!(set.up(5), up);
        assert_eq!(up.down(5), set);
        assert_eq!(set.down(4), [59, 60, 126].map(Point).into_iter().collect());
        assert_eq!(set.up(62), [65, 125, 126].map(Point).into_iter().collect());
    }

    #[test]
    fn sets_that_differ_in_a_few_points_have_different_hashes() {
        let mut seen = std::collections::HashSet::new();
        for a in 0..64 {
            for b in 0..=a {
                for c in 0..64 {
                    assert!(seen.insert(hash([1 << a | 1 << b, 1 << c])), "{a} {b} {c}");
                }
            }
        }
        // Half the bits, on average, should change with any one bit of the input.
        for bit in 0..128 {
            let words = |flip: u128| {
                let x = (0x0123_4567_89ab_cdef_u128 << 40) ^ flip;
                hash([x as u64, (x >> 64) as u64])
            };
            let changed = (words(0) ^ words(1 << bit)).count_ones();
            assert!((14..50).contains(&changed), "bit {bit} changes {changed} bits");
        }
    }
}
