//! Elo differences with their 95 % interval and the likelihood of superiority.
//!
//! A score s (0..1) corresponds to the Elo difference 400·log₁₀(s / (1 − s)). The interval is the
//! normal one around the mean score of the trials, which are colour-swapped pairs if there are any
//! (pentanomial statistics). If all trials have the same score, or the interval leaves 0..1, one
//! trial is added to the interval that is half won and half lost, so that no result, however
//! one-sided, gives an infinite or a certain answer. The difference itself is that of the score,
//! unless one side has all points.

use super::{Sample, normal_below};

/// The standard deviations to either side that contain 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;
/// The largest Elo difference, for a score of 0 or 1.
pub const MAX_ELO: f64 = 2400.0;

/// An Elo difference, seen by the first engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean score of the trials, 0..=1.
    pub score: f64,
    /// The difference.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The difference in normalized Elo, which counts standard deviations of a game's score (Van
    /// den Bergh, "Normalized Elo").
    pub normalized: f64,
    /// Half the width of the 95 % interval in normalized Elo.
    pub normalized_error: f64,
    /// The likelihood that the first engine is stronger, 0..=1.
    pub superiority: f64,
}

impl Estimate {
    /// Returns half the width of the 95 % interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Returns the Elo difference of a score, within ±[`MAX_ELO`].
pub fn of_score(score: f64) -> f64 {
    if score <= 0.0 {
        return -MAX_ELO;
    }
    if score >= 1.0 {
        return MAX_ELO;
    }
    (400.0 * (score / (1.0 - score)).log10()).clamp(-MAX_ELO, MAX_ELO)
}

/// Returns the expected score of an Elo difference.
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Estimates the Elo difference from a sample.
pub fn estimate(sample: &Sample) -> Estimate {
    let (score, variance) = sample.mean_and_variance();
    let reach = Z95 * (variance / sample.total().max(1.0)).sqrt();
    let plain = variance > 0.0 && score - reach > 0.0 && score + reach < 1.0;
    let padded = if plain { sample.clone() } else { sample.with_half_a_trial_each_way() };
    let (mean, variance) = padded.mean_and_variance();
    let deviation = (variance / padded.total()).sqrt();
    let normalize = |score: f64| (score - 0.5) / (sample.games * variance).sqrt() * 800.0 / std::f64::consts::LN_10;
    let none = sample.total() == 0.0;
    let elo = of_score(if score > 0.0 && score < 1.0 { score } else { mean });
    Estimate {
        score,
        elo,
        low: if none { -MAX_ELO } else { of_score(mean - Z95 * deviation).min(elo) },
        high: if none { MAX_ELO } else { of_score(mean + Z95 * deviation).max(elo) },
        normalized: normalize(mean),
        normalized_error: normalize(0.5 + Z95 * deviation),
        superiority: normal_below((mean - 0.5) / deviation),
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::random::{random_below, seeded};

    use super::*;
    use crate::matches::stats::Tally;

    /// Compares with the tolerance of the published tests: 1 % of the larger figure, plus 0.01.
    fn close(found: f64, published: f64) -> bool {
        (found - published).abs() < 0.01 * (1.0 + found.abs().max(published.abs()))
    }

    /// The figures of fastchess's tests of single games: won, lost, drawn; normalized Elo and its
    /// error; Elo and its error where published; likelihood of superiority in per cent; score.
    #[test]
    fn single_games_give_the_figures_of_fastchess() {
        type Case = ([u64; 3], f64, f64, Option<(f64, f64)>, Option<f64>, f64);
        let cases: [Case; 3] = [
            ([76, 89, 123], -20.76, 40.13, None, Some(15.53), 0.477),
            ([136, 96, 111], 49.77, 36.77, Some((40.70, 30.43)), Some(99.60), 0.558),
            ([34, 356, 0], -508.44, 34.48, None, None, 0.087),
        ];
        for ([won, lost, drawn], normalized, error, elo, superiority, score) in cases {
            let found = estimate(&Sample::games([lost, drawn, won]));
            assert!(close(found.normalized, normalized), "{found:?}");
            assert!(close(found.normalized_error, error), "{found:?}");
            assert!(close(found.score, score), "{found:?}");
            if let Some((elo, error)) = elo {
                assert!(close(found.elo, elo) && close(found.error(), error), "{found:?}");
            }
            if let Some(percent) = superiority {
                assert_eq!(format!("{:.2}", found.superiority * 100.0), format!("{percent:.2}"));
            }
        }
    }

    /// The figures of fastchess's pentanomial tests: pairs lost-lost, lost-drawn, won-lost,
    /// drawn-drawn, won-drawn, won-won.
    #[test]
    fn pairs_give_the_figures_of_fastchess() {
        let cases = [
            ([34, 54, 31, 32, 64, 75], 57.94, 28.28, 55.58, 27.65, "100.00", 0.579),
            ([332, 433, 457, 41, 333, 334], -9.17, 10.96, -8.64, 10.33, "5.05", 0.488),
            ([7895, 8757, 5485, 200, 568, 9999], -19.01, 2.65, -21.04, 2.95, "0.00", 0.470),
        ];
        for ([ll, ld, wl, dd, wd, ww], normalized, normalized_error, elo, error, superiority, score) in cases {
            let found = estimate(&Sample::pairs([ll, ld, wl + dd, wd, ww]));
            assert!(close(found.normalized, normalized), "{found:?}");
            assert!(close(found.normalized_error, normalized_error), "{found:?}");
            assert!(close(found.elo, elo), "{found:?}");
            assert!(close(found.error(), error), "{found:?}");
            assert!(close(found.score, score), "{found:?}");
            assert_eq!(format!("{:.2}", found.superiority * 100.0), superiority);
        }
    }

    #[test]
    fn the_difference_is_that_of_the_score() {
        let found = estimate(&Sample::games([2, 0, 8]));
        assert_eq!(format!("{:.1} {:.0}", 100.0 * found.score, found.elo), "80.0 241");
        assert!(found.low < found.elo && found.elo < found.high, "{found:?}");
    }

    #[test]
    fn lopsided_and_tiny_samples_give_finite_answers_of_the_right_sign() {
        let none = estimate(&Tally::default().sample());
        assert_eq!((none.elo, none.low, none.high), (0.0, -MAX_ELO, MAX_ELO));
        assert!((none.superiority - 0.5).abs() < 1e-6);
        for pairs in [1, 2, 10, 1000] {
            let won = estimate(&Sample::pairs([0, 0, 0, 0, pairs]));
            assert!(won.elo > 0.0 && won.elo <= MAX_ELO && won.low < won.elo && won.high > won.elo, "{won:?}");
            assert!(won.superiority > 0.5 && won.normalized.is_finite() && won.normalized_error.is_finite());
            let lost = estimate(&Sample::pairs([pairs, 0, 0, 0, 0]));
            assert!((lost.elo + won.elo).abs() < 1e-9 && (lost.low + won.high).abs() < 1e-9, "{lost:?}");
            let drawn = estimate(&Sample::pairs([0, 0, pairs, 0, 0]));
            assert!(drawn.elo.abs() < 1e-9 && (drawn.superiority - 0.5).abs() < 1e-6, "{drawn:?}");
            assert!(drawn.high > 0.0 && drawn.low < 0.0 && drawn.high.is_finite(), "{drawn:?}");
        }
        let few = estimate(&Sample::pairs([0, 0, 0, 0, 1]));
        let many = estimate(&Sample::pairs([0, 0, 0, 0, 100]));
        assert!(many.low > few.low && few.low < 0.0 && many.low > 500.0);
        let single = estimate(&Sample::games([0, 0, 1]));
        assert!(single.elo > 0.0 && single.low < 0.0);
    }

    #[test]
    fn the_interval_contains_the_truth_in_about_95_of_100_matches() {
        let mut rng = seeded(1);
        for (elo, draws) in [(0.0, 0.0), (30.0, 0.3), (100.0, 0.1)] {
            let score = to_score(elo);
            let mut held = 0;
            for _ in 0..1000 {
                let mut tally = Tally::default();
                for _ in 0..100 {
                    let mut points = 0;
                    for _ in 0..2 {
                        let x = f64::from(random_below(&mut rng, 1 << 30)) / f64::from(1 << 30);
                        let won = score - draws / 2.0;
                        let game = if x < won { 2 } else { u8::from(x < won + draws) };
                        tally.add_game(game);
                        points += game;
                    }
                    tally.add_pair(points);
                }
                let found = estimate(&tally.sample());
                held += u32::from(found.low <= elo && elo <= found.high);
            }
            assert!((925..=970).contains(&held), "{elo} Elo, {draws} draws: held in {held} of 1000");
        }
    }
}
