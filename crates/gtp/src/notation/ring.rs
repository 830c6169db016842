//! The layout of a ring of cells on a board that GoGui can show.

use quintet_core::board::Vertex;

/// The layout of a ring on a square board or a tiling of hexagons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RingLayout {
    /// The side of the board.
    pub width: u16,
    /// `true` if the board consists of hexagons, on which only neighbouring cells touch.
    pub hex: bool,
    /// The cells in the order of the ring.
    pub cells: Vec<Vertex>,
}

impl RingLayout {
    /// Returns the index of the cell at a vertex.
    pub fn index(&self, vertex: Vertex) -> Option<usize> {
        self.cells.iter().position(|&cell| cell == vertex)
    }
}

/// Returns the layout of a ring of `n` cells.
///
/// For an even `n` of at least 6 it is a closed walk over hexagons: east^e, north-east^a, north^e,
/// west^e, south-west^a, south^e with n = 4e + 2a, as close to a regular hexagon as possible. For
/// other `n` there is no symmetric ring of hexagons; the cells are the sides of a square.
pub fn layout(n: u16) -> RingLayout {
    if n < 6 || n % 2 == 1 {
        return square(n);
    }
    let e = ((n + 3) / 6).clamp(1, (n - 2) / 4);
    let a = (n - 4 * e) / 2;
    let steps = [(1, 0, e), (1, 1, a), (0, 1, e), (-1, 0, e), (-1, -1, a), (0, -1, e)];
    RingLayout { width: e + a + 1, hex: true, cells: walk(&steps, n) }
}

fn square(n: u16) -> RingLayout {
    let side = (1..).find(|side| n <= (4 * (side - 1)).max(1)).unwrap_or(1);
    let e = side - 1;
    let steps = [(1, 0, e), (0, 1, e), (-1, 0, e), (0, -1, e)];
    RingLayout { width: side, hex: false, cells: walk(&steps, n) }
}

fn walk(steps: &[(i32, i32, u16)], n: u16) -> Vec<Vertex> {
    let (mut x, mut y) = (0_i32, 0_i32);
    let mut cells = vec![Vertex { x: 0, y: 0 }];
    for &(dx, dy, count) in steps {
        for _ in 0..count {
            (x, y) = (x + dx, y + dy);
            cells.push(Vertex { x: x as u32, y: y as u32 });
        }
    }
    cells.truncate(n.into());
    cells
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn even_rings_of_hexagons_are_symmetric_and_touch_only_their_neighbours() {
        for n in (6..=52).step_by(2) {
            let RingLayout { width, hex, cells } = layout(n);
            assert!(hex && cells.len() == usize::from(n));
            let set: HashSet<_> = cells.iter().map(|v| (v.x as i32, v.y as i32)).collect();
            assert_eq!(set.len(), cells.len());
            for &(x, y) in &set {
                assert!(x < width.into() && y < width.into());
                assert!(set.contains(&(y, x)), "{n} is not symmetric");
                let steps = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
                let touching = steps.iter().filter(|(dx, dy)| set.contains(&(x + dx, y + dy))).count();
                assert_eq!(touching, 2, "n={n} ({x}, {y})");
            }
        }
    }

    #[test]
    fn rings_of_hexagons_are_as_regular_as_possible() {
        // Hexagons of side k have 6(k - 1) cells around them, and are 2k - 1 wide.
        for (n, width) in [(6, 3), (12, 5), (18, 7), (24, 9), (48, 17)] {
            assert_eq!(layout(n).width, width, "{n}");
        }
    }

    #[test]
    fn other_rings_are_the_sides_of_a_square() {
        for n in [1, 2, 3, 4, 5, 7, 9, 11, 51] {
            let RingLayout { width, hex, cells } = layout(n);
            assert!(!hex && cells.len() == usize::from(n));
            assert_eq!(cells.iter().collect::<HashSet<_>>().len(), cells.len());
            let edge = u32::from(width) - 1;
            assert!(cells.iter().all(|v| v.x.max(v.y) <= edge && (v.x.min(v.y) == 0 || v.x.max(v.y) == edge)));
        }
    }
}
