//! How likely a stone is where it has these eight points around it: what was learnt for priors, for playouts to choose by.

use std::sync::OnceLock;

use super::INFO;
use super::features::{AROUND, TABLES};
use crate::games::chains::neighbourhoods::Neighbourhoods;
use crate::weights::Weights;

/// A weight of 1 in the unit in which they are kept.
const UNIT: f32 = 8.0;

/// The weight of every neighbourhood, seen by Black and by White: in eighths, 1 to 255.
pub struct Likelihoods(Box<[[u8; 2]; 1 << 16]>);

impl Likelihoods {
    /// By the weights that are in use; the table is made at its first use.
    pub fn get() -> &'static Likelihoods {
        static TABLE: OnceLock<Likelihoods> = OnceLock::new();
        TABLE.get_or_init(|| Likelihoods::of(Weights::of(&INFO)))
    }

    fn of(weights: &Weights) -> Likelihoods {
        debug_assert_eq!(TABLES[AROUND].name, "around");
        let learnt = weights.prior(AROUND);
        let rounded = |class: u16| {
            let weight = weights.factor(i32::from(learnt[usize::from(class)]));
            (UNIT * weight).round().clamp(1.0, 255.0) as u8
        };
        let classes = Neighbourhoods::on_board();
        let mut table = Box::new([[0; 2]; 1 << 16]);
        for (around, entry) in table.iter_mut().enumerate() {
            *entry = [0, 1].map(|colour| rounded(classes.class(around as u16, colour)));
        }
        Likelihoods(table)
    }

    /// The weight of a stone of this colour where that is around it: two bits for each of the eight points.
    #[inline(always)]
    pub fn weight(&self, around: u16, colour: u8) -> u32 {
        self.0[usize::from(around)][usize::from(colour & 1)].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chains::neighbourhoods::around;

    #[test]
    fn a_cut_is_likelier_than_filling_an_own_corner_whoever_plays() {
        let learnt = Likelihoods::get();
        for (colour, cut, own) in [(0, "xo. o.", "xxx x."), (1, "ox. x.", "ooo o.")] {
            let [cut, own] = [cut, own].map(|text| learnt.weight(around(&format!("{text} ...")), colour));
            assert!(cut > 2 * own, "{cut} against {own}");
        }
    }

    #[test]
    fn without_learnt_weights_all_neighbourhoods_are_alike() {
        let even = Likelihoods::of(&Weights::zero(&INFO));
        assert!(even.0.iter().flatten().all(|&weight| f32::from(weight) == UNIT));
    }
}
