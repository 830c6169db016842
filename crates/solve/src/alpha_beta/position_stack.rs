//! The positions of the current line, one for each ply, in boxes that are used again and again.

use quintet_core::position::AnyPosition;
use quintet_core::types::Move;

/// A position for each ply. The one after a line's last position is scratch memory for its
/// successors.
pub struct PositionStack(Vec<Box<dyn AnyPosition>>);

impl PositionStack {
    pub fn new(root: &dyn AnyPosition) -> PositionStack {
        PositionStack(vec![root.boxed_clone()])
    }

    /// Sets the position at ply 0.
    pub fn set_root(&mut self, root: &dyn AnyPosition) {
        self.0[0].copy_from(root);
    }

    /// Returns the position at a ply.
    #[inline]
    pub fn at(&self, ply: usize) -> &dyn AnyPosition {
        &*self.0[ply]
    }

    /// Makes sure that the position at a ply can have successors.
    #[inline]
    pub fn reserve_successor(&mut self, ply: usize) {
        if self.0.len() <= ply + 1 {
            self.0.push(self.0[ply].clone());
        }
    }

    /// Sets the position at the next ply to the successor by a legal move.
    pub fn play(&mut self, ply: usize, mv: Move) {
        let (position, next) = self.successor(ply);
        next.copy_from(position);
        next.advance(mv);
    }

    /// Does the same, and returns that position and the static bounds of its margin
    /// for Black.
    #[inline]
    pub fn glance(&mut self, ply: usize, mv: Move) -> (&dyn AnyPosition, [f64; 2]) {
        let (position, next) = self.successor(ply);
        let bounds = next.advance_from(position, mv);
        (next, bounds)
    }

    #[inline]
    fn successor(&mut self, ply: usize) -> (&dyn AnyPosition, &mut dyn AnyPosition) {
        let (line, next) = self.0.split_at_mut(ply + 1);
        (&*line[ply], &mut *next[0])
    }
}
