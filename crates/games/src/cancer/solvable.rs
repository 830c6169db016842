//! Cancer for exact solvers.

use quintet_core::position::{Planes, Position as _, Solvable};

use super::Cancer;

impl<const S: usize, const N: usize, const W: usize> Solvable for Cancer<S, N, W> {
    /// Positions in which White may swap have no counterpart with exchanged colours.
    fn planes(&self) -> Option<Planes> {
        if self.may_swap() || self.is_over() {
            return None;
        }
        Some(Planes { sets: self.board.planes()?, rest: 0 })
    }
}
