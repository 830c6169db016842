//! A set of points as bits: copied by value, iterated in ascending order.

use super::Point;

const WORDS: usize = super::MAX_POINTS.div_ceil(64);

/// A set of points of any board, 80 bytes large.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The set without points.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// Adds a point; tells whether it was new.
    pub fn insert(&mut self, point: Point) -> bool {
        let new = !self.contains(point);
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
        new
    }

    /// Takes a point out; tells whether it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        let there = self.contains(point);
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
        there
    }

    /// Whether the point is in the set.
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// How many points the set has.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set has no point.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The points in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |w| {
            let mut word = words[w];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros();
                    word &= word - 1;
                    Point((w * 64) as u16 + bit as u16)
                })
            })
        })
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<T: IntoIterator<Item = Point>>(points: T) -> Self {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_points_in_order() {
        let points = [624, 0, 63, 64, 127, 300].map(Point);
        let set: PointSet = points.into_iter().collect();
        let mut sorted = points.to_vec();
        sorted.sort();
        assert_eq!(set.iter().collect::<Vec<_>>(), sorted);
        assert_eq!(set.len(), 6);
    }
}
