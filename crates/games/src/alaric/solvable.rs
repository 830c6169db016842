//! Exact values: the numbering of all positions, and the bounds of margins.

use quintet_core::position::state_index::StateIndex;
use quintet_core::position::{Planes, Solvable};
use quintet_core::setup::Setup;
use quintet_core::types::Seat;

use super::state_index::AlaricIndex;
use super::{Alaric, Cells, Outline, Ring, Row};

/// Indexes the positions of a setup; `None` if they are too many.
pub fn states(setup: &Setup) -> Option<Box<dyn StateIndex>> {
    Some(match setup.choice() {
        Outline::Ring => Box::new(AlaricIndex::<Ring>::new(setup)?),
        Outline::Line => Box::new(AlaricIndex::<Row>::new(setup)?),
    })
}

/// Returns whether there are at most `limit` positions, by an upper bound: there are fewer than
/// three times those of the stones alone, symmetric ones counted once. Their number is the mean, over
/// all symmetries, of the boards that a symmetry does not change: all for the identity, at most
/// 3^(n/2 + 1) for any other.
pub fn can_index_states(setup: &Setup, limit: u64) -> bool {
    let n = u32::from(setup.width());
    let symmetries = if setup.choice::<Outline>() == Outline::Ring { 2 * u64::from(n) } else { 2 };
    n <= 30 && 3 * (3u64.pow(n) / symmetries + 3u64.pow(n / 2 + 1)) <= limit
}

impl<C: Cells> Solvable for Alaric<C> {
    /// Nobody can have more stones than there are cells.
    fn value_bounds(&self) -> [f64; 2] {
        let cells = f64::from(self.cells.count());
        [-cells, cells]
    }

    #[inline]
    fn planes(&self) -> Option<Planes> {
        if self.waiting.bars != 0 || self.cells.count() > 32 {
            return None;
        }
        let bars = self.mover.bars as u32;
        let sets = [Seat::Black, Seat::White].map(|seat| self.side(seat).stones as u32 | bars);
        Some(Planes { sets, rest: 0 })
    }
}
