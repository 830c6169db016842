//! Sets of points as fixed-size bit sets.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::{MAX_POINTS, Point};
use quintet_system::cpu::BitOps;

/// A set of points of any board, 80 bytes in size.
///
/// ```
/// use quintet_core::board::{Point, PointSet};
///
/// let mut set: PointSet = [Point(70), Point(3)].into_iter().collect();
/// assert!(set.insert(Point(5)));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Point(3), Point(5), Point(70)]);
/// assert!(set.contains(Point(70)) && !set.contains(Point(4)));
/// ```
pub type PointSet = Bits<{ MAX_POINTS.div_ceil(64) }>;

/// A set of points with indices below `64 * W`, copied by value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The empty set.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// Returns the set of all points below `count`.
    #[inline(always)]
    pub fn first(count: usize) -> Bits<W> {
        let mut words = [u64::MAX; W];
        for (i, word) in words.iter_mut().enumerate() {
            let left = count.saturating_sub(i * 64);
            if left < 64 {
                *word = (1 << left) - 1;
            }
        }
        Bits(words)
    }

    /// Returns whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: impl Into<usize>) -> bool {
        let index = point.into();
        self.0[word::<W>(index)] >> (index % 64) & 1 == 1
    }

    /// Adds a point and returns whether it is new.
    #[inline]
    pub fn insert(&mut self, point: impl Into<usize>) -> bool {
        let index = point.into();
        let new = !self.contains(index);
        self.0[word::<W>(index)] |= 1 << (index % 64);
        new
    }

    /// Removes a point and returns whether it was in the set.
    #[inline]
    pub fn remove(&mut self, point: impl Into<usize>) -> bool {
        let index = point.into();
        let there = self.contains(index);
        self.0[word::<W>(index)] &= !(1 << (index % 64));
        there
    }

    /// Returns the lowest point.
    #[inline]
    pub fn lowest(&self) -> Option<usize> {
        let i = self.0.iter().position(|word| *word != 0)?;
        Some(i * 64 + self.0[i].trailing_zeros() as usize)
    }

    /// Returns the highest point.
    #[inline]
    pub fn highest(&self) -> Option<usize> {
        let i = self.0.iter().rposition(|word| *word != 0)?;
        Some(i * 64 + 63 - self.0[i].leading_zeros() as usize)
    }

    /// Returns the set of the single point that has `n` points of this set below it. This set must
    /// have more than `n` points.
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

    /// Returns the number of points.
    #[inline]
    pub fn count(&self) -> u32 {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones();
        }
        count
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// Returns the set with every point shifted down by `by` (1 to 63); points below 0 are dropped.
    #[inline]
    pub fn down(&self, by: u32) -> Bits<W> {
        let mut words = [0; W];
        for (i, word) in words.iter_mut().enumerate() {
            let above = if i + 1 < W { self.0[i + 1] << (64 - by) } else { 0 };
            *word = self.0[i] >> by | above;
        }
        Bits(words)
    }

    /// Returns the set with every point shifted up by `by` (1 to 63); points beyond the last word
    /// are dropped.
    #[inline]
    pub fn up(&self, by: u32) -> Bits<W> {
        let mut words = [0; W];
        for (i, word) in words.iter_mut().enumerate() {
            let below = if i > 0 { self.0[i - 1] >> (64 - by) } else { 0 };
            *word = self.0[i] << by | below;
        }
        Bits(words)
    }

    /// Returns the 64 bits from `start` on; bits beyond the last word are 0.
    #[inline(always)]
    pub fn word_from(&self, start: usize) -> u64 {
        let (i, bit) = (word::<W>(start), start % 64);
        let above = if i + 1 < W { self.0[i + 1] << 1 << (63 - bit) } else { 0 };
        self.0[i] >> bit | above
    }

    /// Adds the points of a word that begins at `start`; points beyond the last word are dropped.
    #[inline(always)]
    pub fn insert_word(&mut self, start: usize, points: u64) {
        let (i, bit) = (word::<W>(start), start % 64);
        self.0[i] |= points << bit;
        if i + 1 < W {
            self.0[i + 1] |= points >> 1 >> (63 - bit);
        }
    }

    /// Returns the points in ascending order.
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
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word &= other;
        }
        Bits(words)
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Bits<W>;

    #[inline]
    fn bitor(self, other: Bits<W>) -> Bits<W> {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word |= other;
        }
        Bits(words)
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Bits<W>;

    #[inline]
    fn bitxor(self, other: Bits<W>) -> Bits<W> {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word ^= other;
        }
        Bits(words)
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;

    /// Returns all points below `64 * W` that are not in the set, including those beyond the board.
    #[inline]
    fn not(self) -> Bits<W> {
        let mut words = self.0;
        for word in &mut words {
            *word = !*word;
        }
        Bits(words)
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

/// Returns the index of the word that contains a point, a compile-time constant for `W` = 1.
#[inline]
fn word<const W: usize>(index: usize) -> usize {
    if W == 1 { 0 } else { index / 64 }
}

/// Returns a hash of words in which every bit depends on all input bits.
///
/// Each step multiplies to 128 bits and combines the halves by exclusive or (as wyhash does).
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
    fn points_are_iterated_in_ascending_order() {
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
    fn shifts_cross_word_boundaries() {
        let set: Bits<3> = [3, 63, 64, 130].map(Point).into_iter().collect();
        let up: Bits<3> = [8, 68, 69, 135].map(Point).into_iter().collect();
        assert_eq!(set.up(5), up);
        assert_eq!(up.down(5), set);
        assert_eq!(set.down(4), [59, 60, 126].map(Point).into_iter().collect());
        assert_eq!(set.up(62), [65, 125, 126].map(Point).into_iter().collect());
    }

    #[test]
    fn hashes_have_no_collisions_of_small_differences_and_avalanche() {
        let mut seen = std::collections::HashSet::new();
        for a in 0..64 {
            for b in 0..=a {
                for c in 0..64 {
                    assert!(seen.insert(hash([1 << a | 1 << b, 1 << c])), "{a} {b} {c}");
                }
            }
        }
        // On average, half of the bits should change with any single input bit.
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
