//! The likelihood of a move by its 3×3 pattern: learned for priors, used by playouts.

use quintet_core::weights::Weights;

use super::features::{PATTERN_TABLE, TABLES};
use crate::chains::pattern_classes::PatternClasses;

/// The number that stands for a weight of 1.
const UNIT: f32 = 8.0;

/// The weight of a move by Black and by White for every pattern: in eighths, 1 to 255.
pub struct Likelihoods(Box<[[u8; 2]; 1 << 16]>);

impl Likelihoods {
    /// Computes the table from weights.
    pub fn of(weights: &Weights) -> Likelihoods {
        debug_assert_eq!(TABLES[PATTERN_TABLE].name, "around");
        let learned = weights.prior(PATTERN_TABLE);
        let rounded = |class: u16| {
            let weight = weights.factor(i32::from(learned[usize::from(class)]));
            (UNIT * weight).round().clamp(1.0, 255.0) as u8
        };
        let classes = PatternClasses::without_walls();
        let mut table = Box::new([[0; 2]; 1 << 16]);
        for (pattern, entry) in table.iter_mut().enumerate() {
            *entry = [0, 1].map(|colour| rounded(classes.class(pattern as u16, colour)));
        }
        Likelihoods(table)
    }

    /// Returns the weight of a move of this colour in a pattern.
    #[inline(always)]
    pub fn weight(&self, pattern: u16, colour: u8) -> u32 {
        self.0[usize::from(pattern)][usize::from(colour & 1)].into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::INFO;
    use super::*;
    use crate::chains::pattern_classes::pattern;

    #[test]
    fn both_sides_cut_more_often_than_they_fill_their_own_corners() {
        let learned = Likelihoods::of(&INFO.shipped_weights());
        for (colour, cut, own) in [(0, "xo. o.", "xxx x."), (1, "ox. x.", "ooo o.")] {
            let [cut, own] = [cut, own].map(|text| learned.weight(pattern(&format!("{text} ...")), colour));
            assert!(cut > 2 * own, "{cut} against {own}");
        }
    }

    #[test]
    fn neutral_weights_make_all_patterns_equally_likely() {
        let neutral = Likelihoods::of(&Weights::zero(INFO.id, &INFO.heuristics));
        assert!(neutral.0.iter().flatten().all(|&weight| f32::from(weight) == UNIT));
    }
}
