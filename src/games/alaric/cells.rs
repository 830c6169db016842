//! How the cells lie, and which runs a new stone captures: a circle, or a row with ends.

use super::Edge;
use crate::setup::Setup;

/// The cells of a game and how they lie. A cell is a bit, `A1` the lowest; there are at most 52.
pub trait Cells: Copy + PartialEq + Send + Sync + 'static {
    /// The cells of a setup.
    fn new(setup: &Setup) -> Self;

    /// How many cells there are.
    fn count(self) -> u32;

    /// The cell so many cells up from `A1` (or down, below 0), as a single bit; `None` beyond an end of a row.
    fn at(self, cell: i32) -> Option<u64> {
        Some(1 << cell.rem_euclid(self.count() as i32))
    }

    /// The stones of `theirs` that leave when a stone has come to the single bit `cell`, which is in `mine`
    /// already.
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64;
}

/// A circle of at most 32 cells: two copies fit a word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ring {
    n: u8,
}

/// A circle of any number of cells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WideRing {
    n: u8,
}

/// A row with two ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    n: u8,
    /// Whether the ends bound a run as a stone of the capturing seat does.
    wall: bool,
}

/// The run of `theirs` that begins right above the single bit `at`, if a bit of `mine` ends it; else nothing.
#[inline]
fn bounded_above(mine: u64, theirs: u64, at: u64) -> u64 {
    // The carry runs through the run and stops at its end: the bits that change are the run and the cell after it.
    let changed = theirs ^ theirs.wrapping_add(at << 1);
    if changed & mine != 0 { changed & theirs } else { 0 }
}

/// The run of `theirs` that begins right below the single bit `at`, if a bit of `mine` ends it; else nothing.
/// Some bit below `at` must not be in `theirs`.
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

    /// The circle is laid out twice in a row; what lies above the new stone is looked for from its first copy, what
    /// lies below from its second.
    #[inline]
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64 {
        let n = self.count();
        let (mine, theirs) = (mine | mine << n, theirs | theirs << n);
        let gone = bounded_above(mine, theirs, cell) | bounded_below(mine, theirs, cell << n);
        (gone | gone >> n) & ((1 << n) - 1)
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

    /// The circle is turned until the new stone is bit 0, and cut there: both ends of the row are the new stone.
    #[inline]
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64 {
        let (n, cell) = (self.count(), cell.trailing_zeros());
        let all = (1 << n) - 1;
        let turn = |cells: u64, by: u32| (cells >> by | cells << (n - by)) & all;
        let (mine, theirs) = (turn(mine, cell) | 1 << n, turn(theirs, cell));
        turn(bounded_above(mine, theirs, 1) | bounded_below(mine, theirs, 1 << n), n - cell)
    }
}

impl Cells for Row {
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

    /// The row moves up by a bit, so that there is one beyond either end: a wall, or nothing.
    #[inline]
    fn captures(self, mine: u64, theirs: u64, cell: u64) -> u64 {
        let walls = if self.wall { 2 << self.n | 1 } else { 0 };
        let (mine, theirs, cell) = (mine << 1 | walls, theirs << 1, cell << 1);
        (bounded_above(mine, theirs, cell) | bounded_below(mine, theirs, cell)) >> 1
    }
}
