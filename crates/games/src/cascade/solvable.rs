//! Exact values: symmetries, and the bounds of margins.

use quintet_core::position::{Heuristics as _, Planes, Solvable};
use quintet_core::setup::Setup;
use quintet_core::types::Seat;

use super::{Cascade, Fill};

/// Returns the symmetries that keep the rules: the exchange of left and right, and with filling
/// both ways also that of up and down.
pub fn symmetries(setup: &Setup) -> Vec<Vec<u16>> {
    let last = setup.width() * setup.width() - 1;
    let mut symmetries = setup.geometry().symmetries();
    symmetries.retain(|symmetry| symmetry[0] == 0 || setup.choice::<Fill>() == Fill::Both && symmetry[0] == last);
    symmetries
}

impl<const W: usize> Solvable for Cascade<W> {
    /// Every empty square will hold a stone, and placed stones stay. In each of its own remaining
    /// plies a side can place its own colour.
    fn value_bounds(&self) -> [f64; 2] {
        let (lead, empty, plies) = (f64::from(self.lead()), f64::from(self.empty), self.plies_to_end());
        let own = [plies.div_ceil(2), plies / 2].map(|plies| 2.0 * f64::from(plies));
        let [black, white] = if self.to_move == Seat::Black { own } else { [own[1], own[0]] };
        [lead - empty + black, lead + empty - white]
    }

    /// Stones stay, and all empty squares may get the other side's colour.
    fn guaranteed_margin(&self, seat: Seat) -> f64 {
        seat.sign() * f64::from(self.lead()) - f64::from(self.empty)
    }

    /// Red is the exclusive or of White and Black.
    #[inline]
    fn planes(&self) -> Option<Planes> {
        let fits = W == 1 && self.squares() <= 32;
        fits.then(|| Planes { sets: [self.high.0[0] as u32, self.low.0[0] as u32], rest: 0 })
    }
}
