//! Evaluations of a network for games on the squares of a rectangle.

use std::ops::RangeInclusive;

use quintet_core::network::{Evaluation, Network};

use crate::networks;

/// The numbers of rows and columns for which networks are used: they were not trained on smaller
/// boards, where search does without.
const SIZES: RangeInclusive<usize> = 7..=25;

/// Returns the evaluation of a position on a board of this width and height, seen by the side to
/// move, which receives `komi`; `None` on boards of sizes for which networks are not used.
/// `add_inputs` appends the inputs of each point.
pub fn evaluate(
    network: &Network,
    size: (usize, usize),
    komi: f64,
    add_inputs: impl FnOnce(&mut Vec<u16>),
) -> Option<Evaluation> {
    let is_used = SIZES.contains(&size.0) && SIZES.contains(&size.1);
    is_used.then(|| networks::evaluate(network, size, komi, add_inputs))
}
