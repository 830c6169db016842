//! The fixed places of handicap stones.

use quintet_core::board::{Geometry, Point};

/// Returns the number of stones that have fixed places on a board: that of GNU Go and of the GTP
/// standard.
pub fn most_fixed(geometry: &Geometry) -> usize {
    match geometry.width() {
        width if width != geometry.height() => 0,
        width if width >= 9 && width % 2 == 1 => 9,
        7.. => 4,
        _ => 0,
    }
}

/// Returns the fixed places of `count` stones, 2 to [`most_fixed`]: the corners on the third line,
/// on the fourth from size 12, then the middles of the sides; odd numbers from 5 have the centre.
pub fn fixed_places(geometry: &Geometry, count: usize) -> Vec<Point> {
    let size = i32::from(geometry.width());
    let low = if size > 11 { 3 } else { 2 };
    let (high, middle) = (size - 1 - low, size / 2);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let centre = (count >= 5 && count % 2 == 1).then_some((middle, middle));
    let others = corners.into_iter().chain(sides).take(count - usize::from(centre.is_some()));
    others.chain(centre).filter_map(|(x, y)| geometry.at(x, y)).collect()
}
