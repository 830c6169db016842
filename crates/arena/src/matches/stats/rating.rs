//! Ratings of several engines from all their games: the Bradley–Terry model, in which a draw counts
//! as half a win and half a loss (Hunter, "MM algorithms for generalized Bradley–Terry models",
//! 2004).

use super::elo::{MAX_ELO, Z95};

/// An engine's rating; the mean of all is 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo above the mean.
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// Returns ratings from `points[i][j]`, the points of engine i against engine j. Every engine gets
/// one more drawn game against an average one, which keeps all ratings finite and makes engines
/// that never met comparable.
pub fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let count = points.len();
    let games = |i: usize, j: usize| points[i][j] + points[j][i];
    let mut strength = vec![1.0f64; count];
    for _ in 0..2000 {
        let next: Vec<f64> = (0..count)
            .map(|i| {
                let won: f64 = 0.5 + (0..count).filter(|&j| j != i).map(|j| points[i][j]).sum::<f64>();
                let against = |j: usize| games(i, j) / (strength[i] + strength[j]);
                let expected: f64 =
                    1.0 / (strength[i] + 1.0) + (0..count).filter(|&j| j != i).map(against).sum::<f64>();
                won / expected
            })
            .collect();
        let moved = next.iter().zip(&strength).map(|(a, b)| (a / b).ln().abs()).fold(0.0, f64::max);
        strength = next;
        if moved < 1e-9 {
            break;
        }
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let elo: Vec<f64> = strength.iter().map(|s| s.ln() * scale).collect();
    let mean = elo.iter().sum::<f64>() / count.max(1) as f64;
    // The Fisher information of the games about the logarithms of the strengths.
    let mut information = vec![vec![0.0; count]; count];
    for i in 0..count {
        information[i][i] += strength[i] / (strength[i] + 1.0).powi(2);
        for j in (0..count).filter(|&j| j != i) {
            let weight = games(i, j) * strength[i] * strength[j] / (strength[i] + strength[j]).powi(2);
            information[i][i] += weight;
            information[i][j] -= weight;
        }
    }
    let covariance = inverse(information);
    (0..count)
        .map(|i| {
            // The variance of the difference between the rating and the mean of all.
            let weight = |j: usize| f64::from(i == j) - 1.0 / count as f64;
            let variance: f64 =
                (0..count).map(|j| (0..count).map(|k| weight(j) * weight(k) * covariance[j][k]).sum::<f64>()).sum();
            Rating {
                elo: (elo[i] - mean).clamp(-MAX_ELO, MAX_ELO),
                error: (Z95 * variance.max(0.0).sqrt() * scale).min(MAX_ELO),
            }
        })
        .collect()
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
    use super::*;
    use crate::matches::stats::elo::to_score;

    #[test]
    fn exact_results_give_the_true_differences() {
        let truth = [120.0, 0.0, -120.0];
        let points: Vec<Vec<f64>> = (0..3)
            .map(|i| (0..3).map(|j| if i == j { 0.0 } else { 1e6 * to_score(truth[i] - truth[j]) }).collect())
            .collect();
        for (rating, truth) in ratings(&points).iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 0.1 && rating.error < 1.0, "{rating:?} for {truth}");
        }
    }

    #[test]
    fn two_engines_get_the_textbook_error() {
        // 100 games, even: the difference has a deviation of 400 / (ln 10 · ½ · √100) = 34.7 Elo,
        // each half of it.
        let found = ratings(&[vec![0.0, 50.0], vec![50.0, 0.0]]);
        assert!(found[0].elo.abs() < 1e-6);
        assert!((found[0].error - Z95 * 34.7 / 2.0).abs() < 0.5, "{found:?}");
    }

    #[test]
    fn uneven_results_have_the_textbook_error() {
        // 300 of 400 points: 400 log10 3 = 190.8 Elo, with a deviation of
        // 400 / (ln 10 · √(400 · ¾ · ¼)) = 20.06, half of it for each engine.
        let found = ratings(&[vec![0.0, 300.0], vec![100.0, 0.0]]);
        assert!((found[0].elo - 190.8 / 2.0).abs() < 1.0 && found[0].elo == -found[1].elo, "{found:?}");
        assert!((found[0].error - Z95 * 20.06 / 2.0).abs() < 0.1, "{found:?}");
        assert!((found[1].error - found[0].error).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn every_engine_has_a_drawn_game_against_an_average_one() {
        // A beats B once. Strengths x and 1 / x are the most likely if A's expected points, from the
        // drawn game against strength 1 and from the game against B, are the points that it has.
        let found = ratings(&[vec![0.0, 1.0], vec![0.0, 0.0]]);
        let x = 10f64.powf(found[0].elo / 400.0);
        let expected = x / (x + 1.0) + x / (x + 1.0 / x);
        assert!((expected - 1.5).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn no_games_and_all_wins_stay_finite() {
        assert!(ratings(&[]).is_empty());
        for points in [vec![vec![0.0; 3]; 3], vec![vec![0.0, 9.0, 9.0], vec![0.0; 3], vec![0.0; 3]]] {
            assert!(ratings(&points).iter().all(|r| r.elo.is_finite() && r.error.is_finite() && r.error > 0.0));
        }
    }
}
