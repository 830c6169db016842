//! Unconditional life: what can't be taken from a colour that passes for ever (Benson, "Life in the game of Go", 1976).

use num_traits::PrimInt;

use super::Chains;

/// The points of a board, as a set in a word that has a bit for each, with its walls and edges.
struct Grid<W> {
    points: W,
    /// The points that have one to the left, and to the right.
    left: W,
    right: W,
    width: usize,
}

impl<W: PrimInt> Grid<W> {
    fn new(width: usize, height: usize, walls: W) -> Grid<W> {
        let column = (0..height).fold(W::zero(), |set, y| set | W::one() << (y * width));
        let rest = W::zero().count_zeros() as usize - width * height;
        let points = !W::zero() >> rest & !walls;
        Grid { points, left: !column, right: !(column << (width - 1)), width }
    }

    /// The points beside those of a set.
    fn beside(&self, set: W) -> W {
        let rows = set << self.width | set >> self.width;
        ((set & self.left) >> 1 | (set & self.right) << 1 | rows) & self.points
    }

    /// The connected parts of a set.
    fn parts(&self, mut set: W) -> impl Iterator<Item = W> + '_ {
        std::iter::from_fn(move || {
            if set.is_zero() {
                return None;
            }
            let mut part = W::one() << set.trailing_zeros() as usize;
            loop {
                let more = (part | self.beside(part)) & set;
                if more == part {
                    set = set & !part;
                    return Some(part);
                }
                part = more;
            }
        })
    }
}

/// A part of the board without stones of a colour.
#[derive(Clone, Copy)]
struct Region<W> {
    points: W,
    /// Its empty points.
    empty: W,
    beside: W,
}

impl<const S: usize, const N: usize> Chains<S, N> {
    /// By how much the two seats' scores can differ at most, seen by Black, if each seat's safe stones are never taken: a
    /// seat that only passes keeps them, and the points that the other can't fill. Nothing is known of boards of more than
    /// 128 points.
    pub fn safe_bounds(&self) -> Option<[i32; 2]> {
        match self.points() {
            ..=32 => Some(self.safe_bounds_in::<u32>()),
            33..=128 => Some(self.safe_bounds_in::<u128>()),
            _ => None,
        }
    }

    /// The same, with sets of points in words of a type that has room for the board.
    fn safe_bounds_in<W: PrimInt>(&self) -> [i32; 2] {
        let [black, white] = self.sets::<W>();
        let walls = black & white;
        let grid = Grid::new(self.width.into(), self.height.into(), walls);
        let lead = |own: W, other: W| {
            let (safe, spare) = safe(&grid, own & !walls, grid.points & !(own | other));
            2 * safe + spare - grid.points.count_ones() as i32
        };
        [lead(black, white), -lead(white, black)]
    }
}

/// How many points a colour with these stones keeps though it only passes, and how many besides these the other can't get either.
fn safe<W: PrimInt>(grid: &Grid<W>, own: W, empty: W) -> (i32, i32) {
    // Most positions have none that is, and one look shows it.
    let others = grid.points & !own;
    if grid.parts(others).next() == Some(others) {
        return (0, 0);
    }
    let mut chains: Vec<W> = grid.parts(own).collect();
    let mut regions: Vec<Region<W>> = grid
        .parts(others)
        .map(|points| Region { points, empty: points & empty, beside: grid.beside(points) & own })
        .collect();
    loop {
        let before = chains.len();
        chains.retain(|&chain| {
            let beside = grid.beside(chain);
            regions.iter().filter(|region| (region.empty & !beside).is_zero()).count() >= 2
        });
        if chains.len() == before {
            break;
        }
        let alive = chains.iter().fold(W::zero(), |set, &chain| set | chain);
        regions.retain(|region| (region.beside & !alive).is_zero());
    }
    let (mut kept, mut spare) = (0, 0);
    for chain in &chains {
        kept += chain.count_ones() as i32;
    }
    for region in regions.iter().filter(|_| !chains.is_empty()) {
        if region.points.count_ones() == 1 {
            kept += 1;
        } else if chains.iter().any(|&chain| (region.empty & !grid.beside(chain)).is_zero()) {
            // The last of its points would be suicide.
            spare += 1;
        }
    }
    (kept, spare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointSet;
    use crate::words::{Rng, random_below};
    use rand::SeedableRng as _;

    #[test]
    fn words_of_either_size_tell_the_same_of_a_board() {
        let mut rng = Rng::seed_from_u64(1);
        let mut told = 0;
        for _ in 0..2000 {
            let mut board: Chains<10, 128> = Chains::new(6, 5, PointSet::default());
            for cell in board.cells().collect::<Vec<_>>() {
                // Mostly stones of one colour, so that some live.
                match random_below(&mut rng, 7) {
                    0 => {}
                    1 => board.set(cell, 1),
                    _ => board.set(cell, 0),
                }
            }
            let bounds = board.safe_bounds_in::<u32>();
            assert_eq!(bounds, board.safe_bounds_in::<u128>());
            told += u32::from(bounds != [-30, 30]);
        }
        assert!(told > 50, "{told}");
    }
}
