//! Unconditional life by Benson's algorithm: stones that cannot be captured even if their owner
//! always passes (D. B. Benson, *Life in the game of Go*, 1976).

use num_traits::PrimInt;

use super::ChainBoard;

/// The points of a board on which a stone can stand, with its walls and edges; sets of points are
/// words with a bit for each point.
///
/// A point all of whose neighbours are walls or beyond the edge is not among them: a stone there
/// has no liberty, and nobody owns the point.
struct Grid<W> {
    points: W,
    /// The points that have a left neighbour.
    left: W,
    /// The points that have a right neighbour.
    right: W,
    width: usize,
}

impl<W: PrimInt> Grid<W> {
    fn new(width: usize, height: usize, walls: W) -> Grid<W> {
        let column = (0..height).fold(W::zero(), |set, y| set | W::one() << (y * width));
        let unused = W::zero().count_zeros() as usize - width * height;
        let points = !W::zero() >> unused & !walls;
        let all = Grid { points, left: !column, right: !(column << (width - 1)), width };
        Grid { points: all.neighbours(points), ..all }
    }

    /// Returns the neighbours of the points of a set.
    fn neighbours(&self, set: W) -> W {
        let rows = set << self.width | set >> self.width;
        ((set & self.left) >> 1 | (set & self.right) << 1 | rows) & self.points
    }

    /// Returns the connected components of a set.
    fn components(&self, mut set: W) -> impl Iterator<Item = W> + '_ {
        std::iter::from_fn(move || {
            if set.is_zero() {
                return None;
            }
            let mut component = W::one() << set.trailing_zeros() as usize;
            loop {
                let grown = (component | self.neighbours(component)) & set;
                if grown == component {
                    set = set & !component;
                    return Some(component);
                }
                component = grown;
            }
        })
    }
}

/// A connected region without stones of a colour.
#[derive(Clone, Copy)]
struct Region<W> {
    points: W,
    /// Its empty points.
    empty: W,
    /// The stones of the colour next to it.
    border: W,
}

impl<const S: usize, const N: usize> ChainBoard<S, N> {
    /// Returns bounds of the final area difference, seen by Black, that hold if no side loses its
    /// unconditionally alive stones: a side that only passes keeps them, and the points that the
    /// opponent cannot fill.
    ///
    /// `None` on boards of more than 128 points.
    pub fn benson_bounds(&self) -> Option<[i32; 2]> {
        match self.point_count() {
            ..=32 => Some(self.benson_bounds_in::<u32>()),
            33..=128 => Some(self.benson_bounds_in::<u128>()),
            _ => None,
        }
    }

    /// Returns the same, computed with words of a type that has room for the board.
    fn benson_bounds_in<W: PrimInt>(&self) -> [i32; 2] {
        let [black, white] = self.colour_sets::<W>();
        let walls = black & white;
        let grid = Grid::new(self.width.into(), self.height.into(), walls);
        let least_lead = |own: W, other: W| {
            let (kept, neutral) = count_safe(&grid, own & !walls, grid.points & !(own | other));
            2 * kept + neutral - grid.points.count_ones() as i32
        };
        [least_lead(black, white), -least_lead(white, black)]
    }
}

/// Returns the number of points that a colour with these stones keeps although it only passes, and
/// the number of further points that the opponent cannot get.
fn count_safe<W: PrimInt>(grid: &Grid<W>, own: W, empty: W) -> (i32, i32) {
    // In most positions a colour does not divide the board, and nothing is alive.
    let others = grid.points & !own;
    if grid.components(others).next() == Some(others) {
        return (0, 0);
    }
    let mut chains: Vec<W> = grid.components(own).collect();
    let mut regions: Vec<Region<W>> = grid
        .components(others)
        .map(|points| Region { points, empty: points & empty, border: grid.neighbours(points) & own })
        // Walls alone enclose nothing for this colour.
        .filter(|region| !region.border.is_zero())
        .collect();
    loop {
        let before = chains.len();
        // A chain needs two regions whose empty points are all its liberties.
        chains.retain(|&chain| {
            let liberties = grid.neighbours(chain);
            regions.iter().filter(|region| (region.empty & !liberties).is_zero()).count() >= 2
        });
        if chains.len() == before {
            break;
        }
        let alive = chains.iter().fold(W::zero(), |set, &chain| set | chain);
        regions.retain(|region| (region.border & !alive).is_zero());
    }
    let (mut kept, mut neutral) = (0, 0);
    for chain in &chains {
        kept += chain.count_ones() as i32;
    }
    // All of these touch an unconditionally alive chain, and no other chain of the colour.
    for region in &regions {
        if region.points.count_ones() == 1 {
            kept += 1;
        } else if chains.iter().any(|&chain| (region.empty & !grid.neighbours(chain)).is_zero()) {
            // Filling the last of its points would be suicide.
            neutral += 1;
        }
    }
    (kept, neutral)
}

#[cfg(test)]
mod tests {
    use quintet_core::board::PointSet;
    use quintet_core::random::{random_below, seeded};

    use super::*;

    #[test]
    fn words_of_both_sizes_give_the_same_bounds() {
        let mut rng = seeded(1);
        let mut bounded = 0;
        for _ in 0..2000 {
            let mut board: ChainBoard<10, 128> = ChainBoard::new(6, 5, PointSet::default());
            for cell in board.cells().collect::<Vec<_>>() {
                // Mostly stones of one colour, so that some live.
                match random_below(&mut rng, 7) {
                    0 => {}
                    1 => board.set(cell, 1),
                    _ => board.set(cell, 0),
                }
            }
            let bounds = board.benson_bounds_in::<u32>();
            assert_eq!(bounds, board.benson_bounds_in::<u128>());
            bounded += u32::from(bounds != [-30, 30]);
        }
        assert!(bounded > 50, "{bounded}");
    }
}
