//! The number of positions, and the memory for them.

/// Boards with more empty points would take more memory than there is.
pub const MOST_POINTS: usize = 30;

/// Memory besides the layers, in bytes.
const OVERHEAD: u64 = 4 << 20;

/// Returns the number of ways to choose `chosen` of `of` things.
fn choose(of: usize, chosen: usize) -> u64 {
    (0..chosen).fold(1, |ways, i| ways * (of - i) as u64 / (i as u64 + 1))
}

/// Returns the number of positions with `stones` of these points filled.
fn in_layer(points: usize, stones: usize) -> u64 {
    choose(points, stones) * choose(stones, stones / 2)
}

/// Returns the number of positions that follow from one with this many empty points, itself
/// included.
pub fn positions(points: usize) -> u64 {
    (0..=points).map(|stones| in_layer(points, stones)).sum()
}

/// Returns the number of bytes to solve a position with this many empty points, at most
/// [`MOST_POINTS`].
pub fn memory(points: usize) -> u64 {
    let largest = (0..=points).map(|stones| in_layer(points, stones)).max().unwrap_or(0);
    let layers = 2 * largest / 8;
    let halves = 3_u64.pow(points.div_ceil(2) as u32) * 64;
    // Rows consist of whole words, which matters on small boards.
    layers / 8 * 9 + halves + 4 * in_layer(points, points) + OVERHEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_with_the_stones_that_belong_to_them() {
        // Of two points: none filled 1, one filled 2, both 2; of three: 1, 3, 3 pairs in either
        // colour, and 3 ways for the one of two.
        assert_eq!([positions(2), positions(3)], [5, 13]);
    }
}
