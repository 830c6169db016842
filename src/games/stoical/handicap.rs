//! The usual places of handicap stones.

use crate::board::{Geometry, Point};

/// How many stones have fixed places on a board: GNU Go's numbers, which are the standard's.
pub fn most_fixed(geometry: &Geometry) -> usize {
    match geometry.width() {
        width if width != geometry.height() => 0,
        width if width >= 9 && width % 2 == 1 => 9,
        7.. => 4,
        _ => 0,
    }
}

/// The fixed places of `count` stones, which must be 2 to [`most_fixed`]: corners on the third line, from 12 on the
/// fourth, then the middles of the sides; an odd number from 5 on has the centre.
pub fn fixed_handicap(geometry: &Geometry, count: usize) -> Vec<Point> {
    let size = i32::from(geometry.width());
    let low = if size > 11 { 3 } else { 2 };
    let (high, middle) = (size - 1 - low, size / 2);
    let pairs = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let centre = (count >= 5 && count % 2 == 1).then_some((middle, middle));
    let around = pairs.into_iter().chain(sides).take(count - usize::from(centre.is_some()));
    around.chain(centre).filter_map(|(x, y)| geometry.at(x, y)).collect()
}
