//! Unconditional life: what can't be taken from a colour that passes for ever (Benson, "Life in the game of Go", 1976).

use super::Chains;

/// The points of a board of at most 32, as a set, with its walls and edges.
struct Grid {
    points: u32,
    /// The points that have one to the left, and to the right.
    left: u32,
    right: u32,
    width: u32,
}

impl Grid {
    fn new(width: u32, height: u32, walls: u32) -> Grid {
        let column = (0..height).fold(0, |set, y| set | 1 << (y * width));
        let points = u32::MAX >> (32 - width * height) & !walls;
        Grid { points, left: !column, right: !(column << (width - 1)), width }
    }

    /// The points beside those of a set.
    fn beside(&self, set: u32) -> u32 {
        let rows = set << self.width | set >> self.width;
        ((set & self.left) >> 1 | (set & self.right) << 1 | rows) & self.points
    }

    /// The connected parts of a set.
    fn parts(&self, mut set: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::from_fn(move || {
            let mut part = set & set.wrapping_neg();
            while part != 0 {
                let more = (part | self.beside(part)) & set;
                if more == part {
                    set &= !part;
                    return Some(part);
                }
                part = more;
            }
            None
        })
    }
}

/// A part of the board without stones of a colour.
#[derive(Clone, Copy)]
struct Region {
    points: u32,
    /// Its empty points.
    empty: u32,
    beside: u32,
}

impl<const S: usize, const N: usize> Chains<S, N> {
    /// By how much the two seats' scores can differ at most, seen by Black, if each seat's safe stones are never taken: a
    /// seat that only passes keeps them, and the points that the other can't fill. Nothing is known of boards of more than
    /// 32 points.
    pub fn safe_bounds(&self) -> Option<[i32; 2]> {
        let [black, white] = self.planes()?;
        let walls = black & white;
        let grid = Grid::new(self.width.into(), self.height.into(), walls);
        let lead = |own: u32, other: u32| {
            let (safe, spare) = safe(&grid, own & !walls, grid.points & !(own | other));
            2 * safe + spare - grid.points.count_ones() as i32
        };
        Some([lead(black, white), -lead(white, black)])
    }
}

/// How many points a colour with these stones keeps though it only passes, and how many besides these the other can't get either.
fn safe(grid: &Grid, own: u32, empty: u32) -> (i32, i32) {
    // Most positions have none that is, and one look shows it.
    let others = grid.points & !own;
    if grid.parts(others).next() == Some(others) {
        return (0, 0);
    }
    let mut chains: Vec<u32> = grid.parts(own).collect();
    let mut regions: Vec<Region> = grid
        .parts(others)
        .map(|points| Region { points, empty: points & empty, beside: grid.beside(points) & own })
        .collect();
    loop {
        let before = chains.len();
        chains.retain(|&chain| {
            let beside = grid.beside(chain);
            regions.iter().filter(|region| region.empty & !beside == 0).count() >= 2
        });
        if chains.len() == before {
            break;
        }
        let alive = chains.iter().fold(0, |set, chain| set | chain);
        regions.retain(|region| region.beside & !alive == 0);
    }
    let (mut kept, mut spare) = (0, 0);
    for chain in &chains {
        kept += chain.count_ones() as i32;
    }
    for region in regions.iter().filter(|_| !chains.is_empty()) {
        if region.points.is_power_of_two() {
            kept += 1;
        } else if chains.iter().any(|&chain| region.empty & !grid.beside(chain) == 0) {
            // The last of its points would be suicide.
            spare += 1;
        }
    }
    (kept, spare)
}
