//! The arrangement of the cells, a circle or a row with two ends, and the runs that a new stone
//! captures.

use quintet_core::setup::Setup;

use super::Edge;

/// The cells of a board and their arrangement. A cell is a bit, `A1` the lowest; there are at most
/// 52.
pub trait Cells: Copy + PartialEq + Send + Sync + 'static {
    /// `true` for a line with two ends, `false` for a ring.
    const HAS_ENDS: bool = false;

    /// Returns the cells of a setup.
    fn new(setup: &Setup) -> Self;

    /// Returns the number of cells.
    fn count(self) -> u32;

    /// Returns the cell at this distance up from `A1` (negative: down) as a single bit; `None`
    /// beyond the ends of a row.
    fn at(self, cell: i32) -> Option<u64> {
        Some(1 << cell.rem_euclid(self.count() as i32))
    }

    /// Returns whether there is a wall at this distance up from `A1`, which bounds a run as a stone
    /// does.
    fn is_wall(self, _cell: i32) -> bool {
        false
    }

    /// Returns the stones of `theirs` that a new stone on the single bit `cell` captures. `mine`
    /// includes that stone.
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64;
}

/// A circle of at most 32 cells: two copies fit in a word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ring {
    n: u8,
}

/// A circle of any size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WideRing {
    n: u8,
}

/// A row with two ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    n: u8,
    /// Whether the ends bound a run as a stone of the capturing side does.
    wall: bool,
}

/// Returns the run of `theirs` that begins directly above the single bit `at` if a bit of `mine`
/// ends it, else nothing.
#[inline]
fn bounded_above(mine: u64, theirs: u64, at: u64) -> u64 {
    // The carry propagates through the run and stops at its end: the run and the cell after it are
    // the bits that change.
    let changed = theirs ^ theirs.wrapping_add(at << 1);
    if changed & mine != 0 { changed & theirs } else { 0 }
}

/// Returns the run of `theirs` that begins directly below the single bit `at` if a bit of `mine`
/// ends it, else nothing. Some bit below `at` must not be in `theirs`.
#[inline]
fn bounded_below(mine: u64, theirs: u64, at: u64) -> u64 {
    let end = 1 << (63 - (!theirs & (at - 1)).leading_zeros());
    if mine & end != 0 { at - (end << 1) } else { 0 }
}

impl Cells for Ring {
    fn new(setup: &Setup) -> Ring {
        Ring { n: setup.width() as u8 }
    }

    #[inline]
    fn count(self) -> u32 {
        self.n.into()
    }

    /// Works on two copies of the circle in a row: looks upwards from the new stone of the first
    /// copy, and downwards from that of the second.
    #[inline]
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64 {
        let n = self.count();
        let (mine, theirs) = (mine | mine << n, theirs | theirs << n);
        let captured = bounded_above(mine, theirs, cell) | bounded_below(mine, theirs, cell << n);
        (captured | captured >> n) & ((1 << n) - 1)
    }
}

impl Cells for WideRing {
    fn new(setup: &Setup) -> WideRing {
        WideRing { n: setup.width() as u8 }
    }

    #[inline]
    fn count(self) -> u32 {
        self.n.into()
    }

    /// Rotates the circle until the new stone is bit 0, and cuts it there: the new stone is both
    /// ends of the row.
    #[inline]
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64 {
        let (n, cell) = (self.count(), cell.trailing_zeros());
        let all = (1 << n) - 1;
        let rotate = |cells: u64, by: u32| (cells >> by | cells << (n - by)) & all;
        let (mine, theirs) = (rotate(mine, cell) | 1 << n, rotate(theirs, cell));
        rotate(bounded_above(mine, theirs, 1) | bounded_below(mine, theirs, 1 << n), n - cell)
    }
}

impl Cells for Row {
    const HAS_ENDS: bool = true;

    fn new(setup: &Setup) -> Row {
        Row { n: setup.width() as u8, wall: setup.choice::<Edge>() == Edge::Wall }
    }

    #[inline]
    fn count(self) -> u32 {
        self.n.into()
    }

    fn at(self, cell: i32) -> Option<u64> {
        (0..self.count() as i32).contains(&cell).then(|| 1 << cell)
    }

    fn is_wall(self, cell: i32) -> bool {
        self.wall && self.at(cell).is_none()
    }

    /// Shifts the row up by a bit, so that there is one beyond either end: a wall, or nothing.
    #[inline]
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64 {
        let walls = if self.wall { 2 << self.n | 1 } else { 0 };
        let (mine, theirs, cell) = (mine << 1 | walls, theirs << 1, cell << 1);
        (bounded_above(mine, theirs, cell) | bounded_below(mine, theirs, cell)) >> 1
    }
}
