//! The layout of boards in the memory of a network.

use super::winograd::TILE;

/// The number of tiles that are processed together, so that a loaded row of weights is used several
/// times (register blocking).
pub const TILES_PER_BLOCK: usize = 3;

/// The layout of a board with a frame of one cell and padding to whole tiles, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The number of points in a row, at least [`Grid::MIN_WIDTH`].
    pub width: usize,
    /// The number of rows.
    pub height: usize,
}

impl Grid {
    /// The smallest number of points in a row.
    pub const MIN_WIDTH: usize = TILE;

    /// Returns the distance between vertically adjacent cells.
    pub(super) const fn stride(self) -> usize {
        self.width.next_multiple_of(TILE) + 2
    }

    /// Returns the number of cells, including the frame and the padding.
    pub const fn cells(self) -> usize {
        self.stride() * (self.height.next_multiple_of(TILE) + 2)
    }

    /// Returns the cell of the first point of row `y`.
    #[inline(always)]
    pub const fn row(self, y: usize) -> usize {
        (y + 1) * self.stride() + 1
    }

    /// Returns the cells of all points.
    pub fn points(self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(move |y| self.row(y)..self.row(y) + self.width)
    }

    /// Returns the number of tiles that cover all points.
    pub(super) const fn tiles(self) -> usize {
        self.width.div_ceil(TILE) * self.height.div_ceil(TILE)
    }

    /// Returns the number of tiles, rounded up to whole blocks.
    pub(super) const fn slots(self) -> usize {
        self.tiles().next_multiple_of(TILES_PER_BLOCK)
    }

    /// Returns the first column and row of each tile.
    pub(super) fn corners(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.height).step_by(TILE).flat_map(move |y| (0..self.width).step_by(TILE).map(move |x| (x, y)))
    }
}
