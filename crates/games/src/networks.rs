//! Evaluations of positions by a network, for games with cells in rows.

use quintet_core::network::{Evaluation, Expectation, Grid, Network, NetworkInput};
use quintet_core::position::{Heuristics, Prior};
use quintet_core::types::Move;
use quintet_core::weights::{OCTAVE, Weights};

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

/// Appends the priors of a position's moves by the tables of weights and the policy of the network,
/// if there is one and it is used for the position: then `evaluate` returns its evaluation.
///
/// Returns what the network expects.
pub fn append_priors<P: Heuristics>(
    position: &P,
    evaluate: impl FnOnce(&P, &Network) -> Option<Evaluation>,
    weights: &Weights,
    moves: &[Move],
    priors: &mut Vec<Prior>,
) -> Option<Expectation> {
    let evaluation = weights.network().and_then(|network| evaluate(position, network));
    let from = priors.len();
    priors.resize(from + moves.len(), Prior::NEUTRAL);
    if !weights.is_neutral() || evaluation.is_some() {
        let mut features = Vec::new();
        position.features(moves, &mut features);
        let sums = with_policy(weights.sums(&features), moves, evaluation.as_ref());
        priors[from..].iter_mut().zip(sums).for_each(|(prior, sum)| prior.weight = weights.factor(sum));
    }
    evaluation.map(|evaluation| evaluation.for_black(position.to_move()))
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

#[cfg(test)]
mod tests {
    use quintet_core::network::{ForwardPass, Kernels, LayersKept};
    use quintet_core::random::{Rng, random_below};
    use quintet_core::setup::Setup;
    use rand::SeedableRng as _;

    use super::*;

    /// A game, the width of its board and one of its rules.
    const SETUPS: [(&str, u16, (&str, &str)); 6] = [
        ("alaric", 31, ("board", "line")),
        ("bracket", 11, ("shape", "hexagon")),
        ("cancer", 9, ("pie", "off")),
        ("stoical", 9, ("ko", "bigger")),
        ("stoical", 9, ("ko", "stoical")),
        ("stoical", 13, ("ko", "positional")),
    ];

    #[test]
    fn rounded_kernels_hardly_change_what_the_shipped_networks_expect() {
        for (game, width, (rule, choice)) in SETUPS {
            let info = crate::find(game).unwrap();
            let setup = Setup::new(info).with_size(width).unwrap().with_rule(rule, choice).unwrap();
            let file = info.rule_weights(&setup);
            let weights = file.map_or_else(|| info.shipped_weights(), |file| info.read_rule_weights(file));
            let network = weights.network().expect("a network");
            let (net, grid) = (network.parameters(), Grid { width: width.into(), height: setup.height().into() });
            let (kernels, mut exact) = (Kernels::new(net), ForwardPass::new(grid, net.shape(), LayersKept::Last));
            let mut rng = Rng::seed_from_u64(7);
            let mut position = (info.position)(&setup, None).unwrap();
            for ply in 0..30 {
                let (mut inputs, mut moves) = (Vec::new(), Vec::new());
                position.inputs(&mut inputs);
                let input = NetworkInput { grid, inputs: &inputs, komi: 1.0 };
                let rounded = network.evaluate(&input);
                exact.run(net, &kernels, &input);
                let value = 0.5 + 0.5 * quintet_core::network::isru(exact.value);
                assert!((rounded.value - value).abs() < 0.02, "{game} {choice}, ply {ply}: {} {value}", rounded.value);
                assert!((rounded.lead - exact.lead()).abs() < 1.0, "{game} {choice}, ply {ply}");
                for (rounded, exact) in rounded.policy.iter().zip(&exact.policy) {
                    assert!((rounded - exact).abs() < 0.1, "{game} {choice}, ply {ply}: {rounded} {exact}");
                }
                position.legal_moves(&mut moves);
                position.play(moves[random_below(&mut rng, moves.len() as u32) as usize]).unwrap();
                if position.is_over() {
                    break;
                }
            }
        }
    }
}
