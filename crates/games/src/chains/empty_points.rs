//! The list of empty points that a playout draws its moves from.

use super::cell::Cell;

/// Receives the points that a capture empties. `()` ignores them.
pub trait CaptureSink {
    /// Called for each cell that was emptied.
    fn add(&mut self, cell: Cell);
}

impl CaptureSink for () {
    #[inline]
    fn add(&mut self, _: Cell) {}
}

/// The empty points of a board; their order depends on the captures so far.
pub struct EmptyPoints<const N: usize> {
    cells: [Cell; N],
    count: usize,
}

impl<const N: usize> Default for EmptyPoints<N> {
    fn default() -> Self {
        EmptyPoints { cells: [0; N], count: 0 }
    }
}

impl<const N: usize> EmptyPoints<N> {
    /// Returns the number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns all points.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        self.cells[..self.count].iter().copied()
    }

    /// Returns the point at an index.
    #[inline]
    pub fn get(&self, index: usize) -> Cell {
        self.cells[index & (N - 1)]
    }

    /// Removes the point at an index; the last point takes its place.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        self.count -= 1;
        self.cells[index & (N - 1)] = self.cells[self.count & (N - 1)];
    }
}

impl<const N: usize> CaptureSink for EmptyPoints<N> {
    #[inline]
    fn add(&mut self, cell: Cell) {
        self.cells[self.count & (N - 1)] = cell;
        self.count += 1;
    }
}
