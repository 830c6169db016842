//! Evaluations of positions by a network, for games with cells in rows.

use quintet_core::network::{Evaluation, Grid, Network, NetworkInput};
use quintet_core::types::Move;
use quintet_core::weights::OCTAVE;

/// Converts natural logarithms to the unit of weights.
const OCTAVES: f32 = OCTAVE as f32 / std::f32::consts::LN_2;

/// Returns the evaluation of a position on a board of a width and a height, seen by the side to
/// move, which receives `komi`. `add_inputs` appends the inputs of each point.
pub fn evaluate(
    network: &Network,
    (width, height): (usize, usize),
    komi: f64,
    add_inputs: impl FnOnce(&mut Vec<u16>),
) -> Evaluation {
    let mut inputs = Vec::with_capacity(width * height);
    add_inputs(&mut inputs);
    network.evaluate(&NetworkInput { grid: Grid { width, height }, inputs: &inputs, komi: komi as f32 })
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
