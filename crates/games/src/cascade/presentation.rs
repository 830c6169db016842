//! Explanations for people.

use quintet_core::board::Geometry;
use quintet_core::position::Presentation;
use quintet_core::types::Outcome;

use super::Cascade;

impl<const W: usize> Presentation for Cascade<W> {
    fn explain_outcome(&self, _geometry: &Geometry, _outcome: &Outcome) -> String {
        let [black, white] = self.stone_counts();
        format!("The board is full. There are {black} black and {white} white stones.")
    }

    fn explain_score(&self, _geometry: &Geometry) -> Option<String> {
        let [black, white] = self.stone_counts();
        Some(format!("stones: Black {black}, White {white}"))
    }
}
