//! Positions as symmetries see them.

use quintet_core::position::{Planes, Solvable};

use super::Bracket;

impl<const W: usize> Solvable for Bracket<W> {
    #[inline]
    fn planes(&self) -> Option<Planes> {
        let fits = W == 1 && self.board.points.len() <= 32;
        fits.then(|| Planes { sets: self.stones.map(|stones| stones.0[0] as u32), rest: 0 })
    }
}
