//! Ratings of several engines from all their games: the Bradley–Terry model, in which a draw counts
//! as half a win and half a loss (Hunter, "MM algorithms for generalized Bradley–Terry models",
//! 2004). Intervals are those of a sandwich covariance clustered by trial (White, "Maximum
//! likelihood estimation of misspecified models", 1982): the two games of a pair are not
//! independent, and draws vary less than wins and losses.

use std::collections::BTreeMap;

use super::Tally;
use super::elo::{MAX_ELO, Z95};

/// An engine's rating; the mean of all is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the mean.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// The results of some engines, by the indices of two of them, seen by the first.
pub type Tallies = BTreeMap<(usize, usize), Tally>;

/// Returns the ratings of `count` engines. Every engine gets one more drawn game against an average
/// one, which keeps all ratings finite and makes engines that never met comparable.
pub fn ratings(count: usize, tallies: &Tallies) -> Vec<Rating> {
    let strength = strengths(count, tallies);
    let scale = 400.0 / std::f64::consts::LN_10;
    let elo: Vec<f64> = strength.iter().map(|s| s.ln() * scale).collect();
    let mean = elo.iter().sum::<f64>() / count.max(1) as f64;
    // About the logarithms of the strengths: the Fisher information of the games, and the variance
    // of the score function by the trials. The added drawn game counts as one by the model.
    let mut information = vec![vec![0.0; count]; count];
    for (i, row) in information.iter_mut().enumerate() {
        row[i] = strength[i] / (strength[i] + 1.0).powi(2);
    }
    let mut variation = information.clone();
    for (&(i, j), tally) in tallies {
        let expected = strength[i] / (strength[i] + strength[j]);
        let games = tally.count() as f64;
        add_between(&mut information, i, j, games * expected * (1.0 - expected));
        add_between(&mut variation, i, j, games * tally.sample().variation_around(expected));
    }
    let bread = inverse(information);
    (0..count)
        .map(|i| {
            // The variance of the difference between the rating and the mean of all.
            let weights = (0..count).map(|j| f64::from(i == j) - 1.0 / count as f64).collect::<Vec<_>>();
            let weights = product(&bread, &weights);
            let variance: f64 = product(&variation, &weights).iter().zip(&weights).map(|(a, b)| a * b).sum();
            Rating {
                elo: (elo[i] - mean).clamp(-MAX_ELO, MAX_ELO),
                error: (Z95 * variance.max(0.0).sqrt() * scale).min(MAX_ELO),
            }
        })
        .collect()
}

/// Returns the most likely strengths.
fn strengths(count: usize, tallies: &Tallies) -> Vec<f64> {
    let mut strength = vec![1.0f64; count];
    for _ in 0..2000 {
        let mut won = vec![0.5; count];
        let mut expected: Vec<f64> = strength.iter().map(|s| 1.0 / (s + 1.0)).collect();
        for (&(i, j), tally) in tallies {
            won[i] += tally.points();
            won[j] += tally.count() as f64 - tally.points();
            let against = tally.count() as f64 / (strength[i] + strength[j]);
            expected[i] += against;
            expected[j] += against;
        }
        let next: Vec<f64> = won.iter().zip(&expected).map(|(won, expected)| won / expected).collect();
        let moved = next.iter().zip(&strength).map(|(a, b)| (a / b).ln().abs()).fold(0.0, f64::max);
        strength = next;
        if moved < 1e-9 {
            break;
        }
    }
    strength
}

/// Adds the variance of a difference to a matrix.
fn add_between(matrix: &mut [Vec<f64>], i: usize, j: usize, variance: f64) {
    matrix[i][i] += variance;
    matrix[j][j] += variance;
    matrix[i][j] -= variance;
    matrix[j][i] -= variance;
}

fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// Inverts a matrix by Gauss–Jordan elimination. It is symmetric and, because of the added drawn
/// games, regular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let mut result: Vec<Vec<f64>> = (0..count).map(|i| (0..count).map(|j| f64::from(i == j)).collect()).collect();
    for column in 0..count {
        let pivot = matrix[column][column];
        for k in 0..count {
            matrix[column][k] /= pivot;
            result[column][k] /= pivot;
        }
        for row in (0..count).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for k in 0..count {
                let (a, b) = (matrix[column][k], result[column][k]);
                matrix[row][k] -= factor * a;
                result[row][k] -= factor * b;
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use quintet_core::random::{random_below, seeded};

    use super::*;
    use crate::matches::stats::elo::to_score;

    /// Results without pairs: of the games of two engines these were won, drawn and lost.
    fn games(results: &[(usize, usize, [u64; 3])]) -> Tallies {
        results.iter().map(|&(i, j, games)| ((i, j), Tally { games, pairs: [0; 5] })).collect()
    }

    #[test]
    fn exact_results_give_the_true_differences() {
        let truth = [120.0, 0.0, -120.0];
        let result = |i: usize, j: usize| {
            let won = 1e6 * to_score(truth[i] - truth[j]);
            (i, j, [won as u64, 0, (1e6 - won) as u64])
        };
        for (rating, truth) in ratings(3, &games(&[result(0, 1), result(0, 2), result(1, 2)])).iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 0.1 && rating.error < 1.0, "{rating:?} for {truth}");
        }
    }

    #[test]
    fn two_engines_get_the_textbook_error() {
        // 100 games, even: the difference has a deviation of 400 / (ln 10 · ½ · √100) = 34.7 Elo,
        // each half of it.
        let found = ratings(2, &games(&[(0, 1, [50, 0, 50])]));
        assert!(found[0].elo.abs() < 1e-6);
        assert!((found[0].error - Z95 * 34.7 / 2.0).abs() < 0.5, "{found:?}");
        // With draws alone between them, half of the games, the variance is half as large.
        let drawn = ratings(2, &games(&[(0, 1, [25, 50, 25])]));
        assert!((drawn[0].error - Z95 * 34.7 / 2.0 * 0.5f64.sqrt()).abs() < 0.5, "{drawn:?}");
    }

    #[test]
    fn uneven_results_have_the_textbook_error() {
        // 300 of 400 points: 400 log10 3 = 190.8 Elo, with a deviation of
        // 400 / (ln 10 · √(400 · ¾ · ¼)) = 20.06, half of it for each engine.
        let found = ratings(2, &games(&[(0, 1, [300, 0, 100])]));
        assert!((found[0].elo - 190.8 / 2.0).abs() < 1.0 && found[0].elo == -found[1].elo, "{found:?}");
        assert!((found[0].error - Z95 * 20.06 / 2.0).abs() < 0.1, "{found:?}");
        assert!((found[1].error - found[0].error).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn every_engine_has_a_drawn_game_against_an_average_one() {
        // A beats B once. Strengths x and 1 / x are the most likely if A's expected points, from the
        // drawn game against strength 1 and from the game against B, are the points that it has.
        let found = ratings(2, &games(&[(0, 1, [1, 0, 0])]));
        let x = 10f64.powf(found[0].elo / 400.0);
        let expected = x / (x + 1.0) + x / (x + 1.0 / x);
        assert!((expected - 1.5).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn no_games_and_all_wins_stay_finite() {
        assert!(ratings(0, &Tallies::new()).is_empty());
        for (count, results) in [(3, vec![]), (3, vec![(0, 1, [9, 0, 0]), (0, 2, [9, 0, 0])])] {
            let found = ratings(count, &games(&results));
            assert!(found.iter().all(|r| r.elo.is_finite() && r.error.is_finite() && r.error > 0.0), "{found:?}");
        }
    }

    /// Tournaments whose pairs are won by one colour in both games more often than chance has it, or
    /// less often. The independent computation is the jackknife: the ratings without one pair each.
    #[test]
    fn the_intervals_of_ten_tournaments_are_those_of_the_jackknife() {
        for seed in 0..10 {
            let mut rng = seeded(seed);
            let count = 3 + seed as usize % 3;
            let mut tallies = Tallies::new();
            for (i, j) in (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))) {
                let tally = tallies.entry((i, j)).or_default();
                for _ in 0..80 {
                    // In eight of ten pairs each engine wins with the same colour.
                    let split = random_below(&mut rng, 10) < 8 - seed as u32 / 2;
                    let mut half = || if random_below(&mut rng, 100) < 50 + 8 * (j - i) as u32 { 2 } else { 0 };
                    let (first, second) = (half(), half());
                    let pair = if split { [2, 0] } else { [first, second] };
                    pair.iter().for_each(|&points| tally.add_game(points));
                    tally.add_pair(pair[0] + pair[1]);
                }
            }
            let found = ratings(count, &tallies);
            let mut variance = vec![0.0; count];
            for (&met, tally) in &tallies {
                for (points, &pairs) in tally.pairs.iter().enumerate().filter(|(_, pairs)| **pairs > 0) {
                    let mut without = tallies.clone();
                    let less = without.get_mut(&met).unwrap();
                    less.pairs[points] -= 1;
                    for end in [0, 4] {
                        less.games[2 - end / 2] -= 2 * u64::from(points == end);
                    }
                    if points == 2 {
                        less.games[0] -= 1;
                        less.games[2] -= 1;
                    }
                    for (sum, (less, all)) in variance.iter_mut().zip(ratings(count, &without).iter().zip(&found)) {
                        *sum += pairs as f64 * (less.elo - all.elo).powi(2);
                    }
                }
            }
            for (rating, variance) in found.iter().zip(variance) {
                let jackknife = Z95 * variance.sqrt();
                assert!((rating.error / jackknife - 1.0).abs() < 0.06, "seed {seed}: {rating:?}, not {jackknife}");
            }
        }
    }
}
