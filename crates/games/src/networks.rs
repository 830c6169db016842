//! Evaluations of positions by a network, for games with cells in rows.

use quintet_core::position::{Heuristics, Prior};
use quintet_core::types::{Move, Seat};
use quintet_core::weights::{MAX_SUM, OCTAVE, Weights};
use quintet_network::{Evaluation, Expectation, Grid, Network, NetworkInput};

/// Converts natural logarithms to the unit of weights.
const OCTAVES: f32 = OCTAVE as f32 / std::f32::consts::LN_2;

/// Returns the evaluation of a position on a board of a width and a height, seen by the side to
/// move, which receives `komi`; `None` on boards that are too narrow for a network. `add_inputs`
/// appends the inputs of each point.
pub fn evaluate(
    network: &Network,
    (width, height): (usize, usize),
    komi: f64,
    add_inputs: impl FnOnce(&mut Vec<u16>),
) -> Option<Evaluation> {
    if width < Grid::MIN_WIDTH {
        return None;
    }
    let mut inputs = Vec::with_capacity(width * height);
    add_inputs(&mut inputs);
    Some(network.evaluate(&NetworkInput { grid: Grid { width, height }, inputs: &inputs, komi: komi as f32 }))
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
    evaluation.map(|evaluation| evaluation.for_black(position.to_move() == Seat::Black))
}

/// Returns the sums of the moves' table entries with the network's policy added.
///
/// A network learns only how much the moves differ, so its policy can be off by any number for all
/// of them. The largest sum is moved to just below the greatest that counts, or all good moves could
/// be clamped to the same weight.
pub fn with_policy(sums: impl Iterator<Item = i32>, moves: &[Move], evaluation: Option<&Evaluation>) -> Vec<i32> {
    let Some(evaluation) = evaluation else { return sums.collect() };
    let policy = |mv: Move| mv.point().map_or(0, |point| (evaluation.policy[point.index()] * OCTAVES) as i32);
    let mut sums: Vec<i32> = sums.zip(moves).map(|(sum, &mv)| sum.saturating_add(policy(mv))).collect();
    let most = sums.iter().copied().max().unwrap_or(0);
    // By whole octaves, which changes no digit of the weights.
    let shift = MAX_SUM.saturating_sub(most).div_euclid(OCTAVE) * OCTAVE;
    sums.iter_mut().for_each(|sum| *sum = sum.saturating_add(shift));
    sums
}

#[cfg(test)]
mod tests {
    use quintet_core::random::{random_below, seeded};
    use quintet_core::setup::Setup;
    use quintet_network::{ForwardPass, Kernels, LayersKept, Network};

    use super::*;

    /// A game, the width of its board, and one of its rules or a point that is blocked.
    const SETUPS: [(&str, u16, (&str, &str)); 7] = [
        ("alaric", 31, ("board", "line")),
        ("bracket", 11, ("shape", "hexagon")),
        ("cancer", 9, ("pie", "off")),
        ("cascade", 8, ("fill", "down")),
        ("stoical", 9, ("block", "E5")),
        ("stoical", 9, ("ko", "stoical")),
        ("stoical", 13, ("ko", "positional")),
    ];

    fn shipped((game, width, (rule, choice)): (&str, u16, (&str, &str))) -> (Setup, Weights) {
        let info = crate::find(game).unwrap();
        let board = Setup::new(info).with_size(width).unwrap();
        let setup = match rule {
            "block" => {
                let point = board.geometry().point(choice.parse().unwrap()).unwrap();
                board.with_blocked(std::iter::once(point).collect()).unwrap()
            }
            _ => board.with_rule(rule, choice).unwrap(),
        };
        let weights = info.weights_for(&setup);
        (setup, weights)
    }

    #[test]
    fn a_policy_counts_the_same_if_all_its_logits_are_shifted() {
        let (setup, weights) = shipped(SETUPS[1]);
        let position = setup.start();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let shares = |shift: f32| {
            let logit = |point: usize| shift + (point % 7) as f32;
            let policy = (0..usize::from(setup.width()) * usize::from(setup.height())).map(logit).collect();
            let evaluation = Evaluation { policy, value: 0.5, lead: 0.0 };
            let sums = with_policy(moves.iter().map(|_| 0), &moves, Some(&evaluation));
            let factors: Vec<f32> = sums.into_iter().map(|sum| weights.factor(sum)).collect();
            let total: f32 = factors.iter().sum();
            factors.into_iter().map(|factor| factor / total).collect::<Vec<_>>()
        };
        let expected = shares(0.0);
        for shift in [-100.0, -7.5, 3.0, 9.0, 100.0] {
            assert!(shares(shift).iter().zip(&expected).all(|(a, b)| (a / b - 1.0).abs() < 0.03), "{shift}");
        }
        // Such numbers leave no digits for the differences.
        for shift in [-1e9, 1e9] {
            assert!(shares(shift).iter().all(|share| share.is_finite()), "{shift}");
        }
    }

    #[test]
    fn a_move_that_a_shipped_network_prefers_has_a_larger_prior() {
        for of in SETUPS {
            let (setup, weights) = shipped(of);
            let grid = Grid { width: setup.width().into(), height: setup.height().into() };
            let mut position = setup.start();
            let mut rng = seeded(3);
            for ply in 0..12 {
                let (mut inputs, mut moves, mut features, mut priors) = (vec![], vec![], vec![], vec![]);
                position.legal_moves(&mut moves);
                position.inputs(&mut inputs);
                position.features(&moves, &mut features);
                position.priors(&weights, &moves, &mut priors);
                let komi = -setup.komi() * position.to_move().sign();
                let input = NetworkInput { grid, inputs: &inputs, komi: komi as f32 };
                let policy = weights.network().expect("a network").evaluate(&input).policy;
                let known = weights.sums(&features).map(|sum| sum as f32 / OCTAVES);
                let logit = |mv: &Move| mv.point().map_or(0.0, |point| policy[point.index()]);
                let strengths: Vec<f32> = known.zip(&moves).map(|(known, mv)| known + logit(mv)).collect();
                let most = strengths.iter().copied().fold(f32::MIN, f32::max);
                for (i, j) in (0..moves.len()).flat_map(|i| (0..moves.len()).map(move |j| (i, j))) {
                    // Far below the best all moves have the least prior.
                    if strengths[i] > strengths[j] + 0.2 && strengths[i] > most - 6.0 {
                        assert!(priors[i].weight > priors[j].weight, "{of:?}, ply {ply}: {i} and {j}");
                    }
                }
                position.play(moves[random_below(&mut rng, moves.len() as u32) as usize]).unwrap();
                if position.is_over() {
                    break;
                }
            }
        }
    }

    #[test]
    fn rounded_kernels_hardly_change_what_the_shipped_networks_expect() {
        for of in SETUPS {
            let (game, width, (_, choice)) = of;
            let (setup, weights) = shipped(of);
            let net = weights.network().expect("a network").parameters();
            // The shipped one may hide inputs, which the exact evaluation sees.
            let network = Network::new(net);
            let grid = Grid { width: width.into(), height: setup.height().into() };
            let (kernels, mut exact) = (Kernels::new(net), ForwardPass::new(grid, net.shape(), LayersKept::Last));
            let mut rng = seeded(7);
            let mut position = setup.start();
            for ply in 0..30 {
                let (mut inputs, mut moves) = (Vec::new(), Vec::new());
                position.inputs(&mut inputs);
                let input = NetworkInput { grid, inputs: &inputs, komi: 1.0 };
                let rounded = network.evaluate(&input);
                exact.run(net, &kernels, &input);
                let value = 0.5 + 0.5 * quintet_network::isru(exact.value);
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
