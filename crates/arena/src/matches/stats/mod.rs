//! Statistics of the results of games: counts, Elo differences, ratings, sequential tests.

pub mod elo;
pub mod rating;
pub mod sprt;

/// Results, seen by the first of two engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won, drawn and lost.
    pub games: [u64; 3],
    /// Complete colour-swapped pairs by their points: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Adds one game by its half points for the first engine (0, 1 or 2).
    ///
    /// # Panics
    /// Panics if there are more than 2.
    pub fn add_game(&mut self, half_points: u8) {
        self.games[usize::from(2 - half_points)] += 1;
    }

    /// Adds a complete pair, whose games were added before, by the sum of its half points (0..=4).
    ///
    /// # Panics
    /// Panics if there are more than 4.
    pub fn add_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points)] += 1;
    }

    /// Returns the number of games.
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Returns the first engine's points: 1 for a win, ½ for a draw.
    pub fn points(&self) -> f64 {
        self.games[0] as f64 + self.games[1] as f64 / 2.0
    }

    /// Returns the same results, seen by the other engine.
    pub fn reversed(&self) -> Tally {
        let (mut games, mut pairs) = (self.games, self.pairs);
        games.reverse();
        pairs.reverse();
        Tally { games, pairs }
    }

    /// Returns the sample for statistics: pairs if there are complete ones, because the two games
    /// of a pair share an opening and are not independent, and otherwise single games.
    pub fn sample(&self) -> Sample {
        if self.pairs.iter().sum::<u64>() > 0 {
            Sample::pairs(self.pairs)
        } else {
            let [won, drawn, lost] = self.games;
            Sample::games([lost, drawn, won])
        }
    }
}

/// Independent trials with their scores, from 0 to 1, in ascending order of score.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The number of trials with each score; scores are equally spaced from 0 to 1.
    pub counts: Vec<f64>,
    /// The number of games in a trial: 1 or 2.
    pub games: f64,
}

impl Sample {
    /// Returns a sample of single games: lost, drawn, won.
    pub fn games(counts: [u64; 3]) -> Sample {
        Sample { counts: counts.map(|count| count as f64).to_vec(), games: 1.0 }
    }

    /// Returns a sample of pairs by points: 0, ½, 1, 1½, 2.
    pub fn pairs(counts: [u64; 5]) -> Sample {
        Sample { counts: counts.map(|count| count as f64).to_vec(), games: 2.0 }
    }

    /// Returns the number of trials.
    pub fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Returns the possible scores of a trial.
    pub fn scores(&self) -> impl Iterator<Item = f64> + use<> {
        let last = self.counts.len() - 1;
        (0..=last).map(move |i| i as f64 / last as f64)
    }

    /// Returns the mean and variance of the score; ½ and 0 without trials.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let total = self.total();
        if total == 0.0 {
            return (0.5, 0.0);
        }
        let mean = self.scores().zip(&self.counts).map(|(score, count)| score * count).sum::<f64>() / total;
        let squares = self.scores().zip(&self.counts).map(|(score, count)| (score - mean).powi(2) * count);
        (mean, squares.sum::<f64>() / total)
    }

    /// Returns the mean square of the difference between a trial's points and those expected, by
    /// game. Where all trials are as expected, it is that with one more trial, half of it lost and
    /// half of it won.
    fn variation_around(&self, expected: f64) -> f64 {
        let of = |sample: &Sample| {
            let squares = sample.scores().zip(&sample.counts).map(|(score, count)| count * (score - expected).powi(2));
            sample.games * squares.sum::<f64>() / sample.total()
        };
        match self.total() {
            0.0 => 0.0,
            _ if of(self) > 1e-9 => of(self),
            _ => of(&self.with_half_a_trial_each_way()),
        }
    }

    /// Returns the sample with one more trial, half of it lost and half of it won, so that a sample
    /// without variance does not claim certainty.
    fn with_half_a_trial_each_way(&self) -> Sample {
        let mut sample = self.clone();
        let last = sample.counts.len() - 1;
        sample.counts[0] += 0.5;
        sample.counts[last] += 0.5;
        sample
    }
}

/// Returns the cumulative normal distribution at `z` standard deviations, with an absolute error
/// below 2·10⁻⁷ (Abramowitz and Stegun, 7.1.26).
pub fn normal_below(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let above = 0.5 * polynomial * (-x * x).exp();
    if z > 0.0 { 1.0 - above } else { above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_matches_tables() {
        for (z, below) in [(0.0, 0.5), (1.0, 0.841_345), (1.96, 0.975_002), (-2.5, 0.006_210), (9.0, 1.0)] {
            assert!((normal_below(z) - below).abs() < 1e-6, "{z}");
        }
    }

    #[test]
    fn a_tally_reversed_is_the_other_engines() {
        let mut tally = Tally::default();
        for (a, b) in [(2, 2), (2, 1), (0, 2)] {
            tally.add_game(a);
            tally.add_game(b);
            tally.add_pair(a + b);
        }
        assert_eq!(tally.games, [4, 1, 1]);
        assert_eq!(tally.pairs, [0, 0, 1, 1, 1]);
        assert_eq!(tally.points(), 4.5);
        assert_eq!(tally.reversed().games, [1, 1, 4]);
        assert_eq!(tally.reversed().pairs, [1, 1, 1, 0, 0]);
    }
}
