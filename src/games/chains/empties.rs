//! The list of empty points that a playout takes its moves from.

use super::Cell;

/// Is told which points a capture empties.
pub trait Freed {
    /// This cell was emptied.
    fn add(&mut self, cell: Cell);
}

impl Freed for () {
    #[inline]
    fn add(&mut self, _: Cell) {}
}

/// The empty points of a board, in an order that depends on what was captured when.
pub struct Empties<const N: usize> {
    cells: [Cell; N],
    count: usize,
}

impl<const N: usize> Default for Empties<N> {
    fn default() -> Self {
        Empties { cells: [0; N], count: 0 }
    }
}

impl<const N: usize> Empties<N> {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Cell> {
        self.cells[..self.count].iter().copied()
    }

    /// The `index`-th.
    #[inline]
    pub fn get(&self, index: usize) -> Cell {
        self.cells[index & (N - 1)]
    }

    /// Takes the `index`-th out; the last comes to its place.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        self.count -= 1;
        self.cells[index & (N - 1)] = self.cells[self.count & (N - 1)];
    }
}

impl<const N: usize> Freed for Empties<N> {
    #[inline]
    fn add(&mut self, cell: Cell) {
        self.cells[self.count & (N - 1)] = cell;
        self.count += 1;
    }
}
