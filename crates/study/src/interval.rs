//! Estimates with their 95 % interval.

use quintet_arena::matches::stats::elo::Z95;
use serde::Serialize;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns the mean of independent values with the interval of the normal distribution; `None`
    /// for fewer than two.
    pub fn of_mean(values: &[f64]) -> Option<Interval> {
        let (mean, deviation) = mean_and_deviation(values)?;
        let reach = Z95 * deviation / (values.len() as f64).sqrt();
        Some(Interval { value: mean, low: mean - reach, high: mean + reach })
    }

    /// Returns the standard deviation of independent values with the interval that holds for a
    /// normal distribution; `None` for fewer than two.
    pub fn of_deviation(values: &[f64]) -> Option<Interval> {
        let (_, deviation) = mean_and_deviation(values)?;
        let reach = Z95 / (2.0 * (values.len() as f64 - 1.0)).sqrt();
        Some(Interval { value: deviation, low: deviation * (1.0 - reach).max(0.0), high: deviation * (1.0 + reach) })
    }

    /// Returns the share of `points` in `games` with Wilson's score interval; `None` without games.
    /// A draw counts as half a point.
    pub fn of_share(points: f64, games: usize) -> Option<Interval> {
        if games == 0 {
            return None;
        }
        let n = games as f64;
        let (share, square) = (points / n, Z95 * Z95);
        let centre = (share + square / (2.0 * n)) / (1.0 + square / n);
        let reach = Z95 / (1.0 + square / n) * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
        Some(Interval { value: share, low: (centre - reach).max(0.0), high: (centre + reach).min(1.0) })
    }
}

fn mean_and_deviation(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    Some((mean, (squares / (n - 1.0)).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Interval, value: f64, low: f64, high: f64) -> bool {
        [(found.value, value), (found.low, low), (found.high, high)].iter().all(|(a, b)| (a - b).abs() < 5e-4)
    }

    #[test]
    fn shares_have_wilsons_interval() {
        // Brown, Cai and DasGupta 2001: no success in ten trials; and 71 of 89 (docs/strength.md has 44 to 73).
        assert!(close(Interval::of_share(0.0, 10).unwrap(), 0.0, 0.0, 0.2775));
        let found = Interval::of_share(25.0, 42).unwrap();
        assert!(close(found, 0.5952, 0.4449, 0.7296), "{found:?}");
        assert_eq!(Interval::of_share(0.0, 0), None);
    }

    #[test]
    fn means_and_deviations_of_few_values() {
        let values = [1.0, 2.0, 3.0, 4.0];
        let deviation = (5.0f64 / 3.0).sqrt();
        let reach = 1.959_964 * deviation / 2.0;
        assert!(close(Interval::of_mean(&values).unwrap(), 2.5, 2.5 - reach, 2.5 + reach));
        assert!((Interval::of_deviation(&values).unwrap().value - deviation).abs() < 1e-12);
        assert_eq!((Interval::of_mean(&[1.0]), Interval::of_deviation(&[])), (None, None));
    }
}
