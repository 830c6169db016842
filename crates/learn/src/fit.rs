//! Fits weights by minorization-maximization: moves compete, and a move's strength is the product
//! of its features' strengths. (R. Coulom, *Computing Elo ratings of move patterns in the game of
//! Go*, 2007.)
//!
//! It uses only sums, products and quotients in a fixed order, and rounded logarithms at the end,
//! so that the result is the same on every machine.

use quintet_core::weights::OCTAVE;

use super::samples::Samples;

/// The number of rounds; in each, all tables are fitted in turn.
const ROUNDS: usize = 12;

/// The number of games that every feature is assumed to have won and lost against a move of
/// strength 1: a rare feature stays near 1.
const PRIOR_GAMES: f64 = 2.0;

/// The largest absolute value of an entry: a factor of 64.
const LARGEST: f64 = 6.0 * OCTAVE as f64;

/// How well strengths predict choices.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quality {
    /// The share of choices that are the strongest move; of n strongest moves each counts 1/n.
    pub first: f64,
    /// The geometric mean of the probability of the chosen move, times the number of moves: 1 for
    /// guessing.
    pub gain: f64,
}

/// Returns the entries of tables of these lengths that predict the choices best.
pub fn fit(samples: &Samples, lengths: &[usize]) -> Vec<Vec<i16>> {
    let mut strengths: Vec<Vec<f64>> = lengths.iter().map(|&len| vec![1.0; len]).collect();
    let mut wins: Vec<Vec<f64>> = lengths.iter().map(|&len| vec![PRIOR_GAMES; len]).collect();
    for (moves, played) in samples.iter() {
        let chosen = moves.clone().nth(played).expect("the move that was played");
        chosen.iter().zip(&mut wins).for_each(|(&feature, wins)| wins[usize::from(feature)] += 1.0);
    }
    for _ in 0..ROUNDS {
        for table in 0..lengths.len() {
            let mut rivals: Vec<f64> =
                strengths[table].iter().map(|strength| 2.0 * PRIOR_GAMES / (1.0 + strength)).collect();
            for (moves, _) in samples.iter() {
                let total: f64 = moves.clone().map(|features| strength(&strengths, features)).sum();
                for features in moves {
                    let feature = usize::from(features[table]);
                    rivals[feature] += strength(&strengths, features) / strengths[table][feature] / total;
                }
            }
            for ((strength, wins), rivals) in strengths[table].iter_mut().zip(&wins[table]).zip(&rivals) {
                *strength = wins / rivals;
            }
        }
    }
    let entry = |strength: &f64| (strength.log2() * f64::from(OCTAVE)).round().clamp(-LARGEST, LARGEST) as i16;
    strengths.iter().map(|table| table.iter().map(entry).collect()).collect()
}

/// Returns the product of the strengths of a move's features.
fn strength(strengths: &[Vec<f64>], features: &[u16]) -> f64 {
    features.iter().zip(strengths).map(|(&feature, table)| table[usize::from(feature)]).product()
}

/// Returns how well tables predict choices.
pub fn quality(samples: &Samples, tables: &[Vec<i16>]) -> Quality {
    let (mut first, mut bits) = (0.0, 0.0);
    for (moves, played) in samples.iter() {
        let sums: Vec<i32> = moves
            .map(|features| features.iter().zip(tables).map(|(&f, table)| i32::from(table[usize::from(f)])).sum())
            .collect();
        let largest = sums.iter().copied().max();
        if largest == Some(sums[played]) {
            first += 1.0 / sums.iter().filter(|&&sum| sum == sums[played]).count() as f64;
        }
        let power = |sum: i32| (f64::from(sum) / f64::from(OCTAVE)).exp2();
        let mean = sums.iter().copied().map(power).sum::<f64>() / sums.len() as f64;
        bits += (power(sums[played]) / mean).log2();
    }
    let count = samples.len().max(1) as f64;
    Quality { first: first / count, gain: (bits / count).exp2() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns choices between two moves, in which the one with feature 1 wins `wins` of `games`.
    fn duels(wins: usize, games: usize) -> Samples {
        let mut samples = Samples::new(1);
        (0..games).for_each(|game| samples.add(&[0, 1], usize::from(game < wins)));
        samples
    }

    #[test]
    fn a_feature_that_wins_three_of_four_games_is_three_times_as_strong() {
        let tables = fit(&duels(7500, 10_000), &[2]);
        let ratio = (f64::from(tables[0][1] - tables[0][0]) / f64::from(OCTAVE)).exp2();
        assert!((2.9..3.1).contains(&ratio), "{ratio}");
    }

    #[test]
    fn a_feature_that_never_occurs_keeps_the_weight_of_one() {
        assert_eq!(fit(&duels(5, 10), &[3])[0][2], 0);
    }

    #[test]
    fn features_of_two_tables_share_their_explanation() {
        // The second table explains everything, the first nothing.
        let mut samples = Samples::new(2);
        for game in 0..400 {
            samples.add(&[game % 2, 0, 1 - game % 2, 1], 1);
        }
        let tables = fit(&samples, &[2, 2]);
        assert!((tables[0][0] - tables[0][1]).abs() <= 2, "{tables:?}");
        assert!(tables[1][1] - tables[1][0] > 3 * OCTAVE as i16, "{tables:?}");
        let quality = quality(&samples, &tables);
        assert!(quality.first == 1.0 && quality.gain > 1.8, "{quality:?}");
        let even = super::quality(&samples, &[vec![0; 2], vec![0; 2]]);
        assert_eq!((even.first, even.gain), (0.5, 1.0), "guessing");
    }

    #[test]
    fn the_same_samples_give_the_same_weights() {
        assert_eq!(fit(&duels(60, 100), &[2]), fit(&duels(60, 100), &[2]));
    }
}
