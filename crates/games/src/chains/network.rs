//! Evaluations of a network for games on the squares of a rectangle.

use std::ops::RangeInclusive;

use quintet_core::network::{Evaluation, Grid, Network, NetworkInput};
use quintet_core::types::Move;
use quintet_core::weights::OCTAVE;

/// The numbers of rows and columns for which networks are used: they were not trained on smaller
/// boards, where search does without.
const SIZES: RangeInclusive<usize> = 7..=25;

/// Converts natural logarithms to the unit of weights.
const OCTAVES: f32 = OCTAVE as f32 / std::f32::consts::LN_2;

/// Returns the evaluation of a position on a board of a width and a height, seen by the side to
/// move, which receives `komi`; `None` on boards of sizes for which networks are not used.
/// `add_inputs` appends the inputs of each point.
pub fn evaluate(
    network: &Network,
    (width, height): (usize, usize),
    komi: f64,
    add_inputs: impl FnOnce(&mut Vec<u16>),
) -> Option<Evaluation> {
    if !SIZES.contains(&width) || !SIZES.contains(&height) {
        return None;
    }
    let mut inputs = Vec::with_capacity(width * height);
    add_inputs(&mut inputs);
    Some(network.evaluate(&NetworkInput { grid: Grid { width, height }, inputs: &inputs, komi: komi as f32 }))
}

/// Returns the sums of the moves' table entries with the network's policy added.
pub fn with_policy(
    sums: impl Iterator<Item = i32>,
    moves: &[Move],
    evaluation: Option<&Evaluation>,
) -> impl Iterator<Item = i32> {
    let policy = move |mv: Move| match (evaluation, mv.point()) {
        (Some(evaluation), Some(point)) => (evaluation.policy[point.index()] * OCTAVES) as i32,
        _ => 0,
    };
    sums.zip(moves).map(move |(sum, &mv)| sum + policy(mv))
}
