//! The generalized sequential probability ratio test: whether an engine is `elo0` or `elo1` stronger, decided as
//! early as the allowed error rates permit.
//!
//! The log-likelihood ratio is that of the likeliest distributions of trial scores under either hypothesis: with a
//! given mean (logistic Elo: Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio
//! of a multinomial distribution", proposition 1.1) or a given ratio of mean and deviation (normalized Elo: Van den
//! Bergh, "Comments on normalized Elo", section 4.1).

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Sample, elo};

/// In which Elo the hypotheses are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Ordinary Elo, of the mean score.
    #[default]
    Logistic,
    /// Normalized Elo, in standard deviations of a game's score.
    Normalized,
}

/// What a test found so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The engine is not `elo1` stronger.
    H0,
    /// The engine is more than `elo0` stronger.
    H1,
}

/// A test with its hypotheses and allowed errors.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sprt {
    /// The difference of hypothesis 0.
    pub elo0: f64,
    /// The difference of hypothesis 1, more than that of 0.
    pub elo1: f64,
    /// How often hypothesis 1 may be accepted where 0 is true.
    pub alpha: f64,
    /// How often hypothesis 0 may be accepted where 1 is true.
    pub beta: f64,
    /// In which Elo the hypotheses are.
    pub model: Model,
}

impl Default for Sprt {
    fn default() -> Self {
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

/// A test that can't be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SprtError {
    /// A part is not `NAME=VALUE` with a known name and a value that it takes.
    #[error("cannot read {0:?}; a test is elo0=E,elo1=E,alpha=P,beta=P,model=logistic|normalized")]
    Part(String),
    /// The hypotheses or the error rates don't go together.
    #[error("a test needs elo0 < elo1, and alpha and beta above 0 with a sum below 1")]
    Range,
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let mut sprt = Sprt::default();
        for part in text.split(',') {
            let error = || SprtError::Part(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(error)?;
            let number = || value.trim().parse::<f64>().ok().filter(|x| x.is_finite()).ok_or_else(error);
            match name.trim() {
                "elo0" => sprt.elo0 = number()?,
                "elo1" => sprt.elo1 = number()?,
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" if value.trim() == "logistic" => sprt.model = Model::Logistic,
                "model" if value.trim() == "normalized" => sprt.model = Model::Normalized,
                _ => return Err(error()),
            }
        }
        sprt.checked()
    }
}

impl Sprt {
    /// The test itself if it makes sense.
    ///
    /// # Errors
    /// [`SprtError::Range`] otherwise.
    pub fn checked(self) -> Result<Sprt, SprtError> {
        let finite = [self.elo0, self.elo1, self.alpha, self.beta].iter().all(|x| x.is_finite());
        let fits = self.elo0 < self.elo1 && self.alpha > 0.0 && self.beta > 0.0 && self.alpha + self.beta < 1.0;
        if finite && fits { Ok(self) } else { Err(SprtError::Range) }
    }

    /// At or below the first log-likelihood ratio hypothesis 0 is accepted, at or above the second hypothesis 1
    /// (Wald's bounds).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of hypothesis 1 to hypothesis 0; 0 without trials. Scores that did not come are
    /// counted as 0.001 trials, so that it is finite.
    pub fn log_likelihood_ratio(&self, sample: &Sample) -> f64 {
        if sample.total() == 0.0 {
            return 0.0;
        }
        let counts: Vec<f64> = sample.counts.iter().map(|&count| if count == 0.0 { 1e-3 } else { count }).collect();
        let total: f64 = counts.iter().sum();
        let shares: Vec<f64> = counts.iter().map(|count| count / total).collect();
        let scores: Vec<f64> = sample.scores().collect();
        let likeliest = |difference: f64| match self.model {
            Model::Logistic => with_mean(&scores, &shares, elo::to_score(difference)),
            Model::Normalized => {
                let per_game = difference * std::f64::consts::LN_10 / 800.0;
                with_ratio(&scores, &shares, per_game * sample.games.sqrt())
            }
        };
        let (h0, h1) = (likeliest(self.elo0), likeliest(self.elo1));
        counts.iter().zip(h0.iter().zip(&h1)).map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// What the test says to a sample.
    pub fn verdict(&self, sample: &Sample) -> Verdict {
        let ratio = self.log_likelihood_ratio(sample);
        let (lower, upper) = self.bounds();
        match ratio {
            r if r <= lower => Verdict::H0,
            r if r >= upper => Verdict::H1,
            _ => Verdict::Open,
        }
    }
}

/// The likeliest distribution, given the observed `shares`, under which `values` have the mean 0. It has the form
/// p̂ᵢ / (1 + θ·vᵢ); the left side of the condition Σ p̂ᵢ·vᵢ / (1 + θ·vᵢ) = 0 falls as θ grows, so bisection finds θ.
/// Some values must be negative and some positive.
fn likeliest(values: &[f64], shares: &[f64]) -> Vec<f64> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..100 {
        let sum: f64 = values.iter().zip(shares).map(|(v, share)| share * v / (1.0 + theta * v)).sum();
        if sum > 0.0 {
            low = theta
        } else {
            high = theta
        }
        theta = (low + high) / 2.0;
    }
    values.iter().zip(shares).map(|(v, share)| share / (1.0 + theta * v)).collect()
}

/// The likeliest distribution with a mean of `mean`.
fn with_mean(scores: &[f64], shares: &[f64], mean: f64) -> Vec<f64> {
    let values: Vec<f64> = scores.iter().map(|score| score - mean).collect();
    likeliest(&values, shares)
}

/// The likeliest distribution whose mean lies `ratio` of its standard deviations above ½. The condition is
/// linearized around the distribution found last, again and again.
fn with_ratio(scores: &[f64], shares: &[f64], ratio: f64) -> Vec<f64> {
    let mut found = vec![1.0 / scores.len() as f64; scores.len()];
    for _ in 0..50 {
        let mean: f64 = scores.iter().zip(&found).map(|(score, p)| score * p).sum();
        let variance: f64 = scores.iter().zip(&found).map(|(score, p)| (score - mean).powi(2) * p).sum();
        let deviation = variance.sqrt();
        let values: Vec<f64> = scores
            .iter()
            .map(|score| {
                let z = (score - mean) / deviation;
                score - 0.5 - 0.5 * ratio * deviation * (1.0 + z * z)
            })
            .collect();
        let next = likeliest(&values, shares);
        let moved = next.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found = next;
        if moved < 1e-10 {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use crate::words::{Rng, random_below};

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, model, ..Sprt::default() }
    }

    fn close(found: f64, published: f64) -> bool {
        (found - published).abs() < 0.01 * (1.0 + found.abs().max(published.abs()))
    }

    /// fastchess's tests of single games: won, lost, drawn; hypotheses; the ratio.
    #[test]
    fn single_games_give_the_ratios_of_fastchess() {
        let cases = [
            ([36433, 36027, 68692], 0.0, 2.0, Model::Normalized, 0.92),
            ([10871, 10650, 20431], -1.75, 0.25, Model::Normalized, 2.30),
            ([4250, 0, 0], 0.0, 10.0, Model::Normalized, 120.56),
            ([21404, 21184, 40708], 0.5, 2.5, Model::Logistic, -1.57),
            ([57433, 57030, 106593], 0.0, 2.0, Model::Logistic, -2.59),
        ];
        for ([won, lost, drawn], elo0, elo1, model, published) in cases {
            let found = sprt(elo0, elo1, model).log_likelihood_ratio(&Sample::games([lost, drawn, won]));
            assert!(close(found, published), "{found} for {published}");
        }
    }

    /// fastchess's tests of pairs: lost-lost, lost-drawn, won-lost, drawn-drawn, won-drawn, won-won.
    #[test]
    fn pairs_give_the_ratios_of_fastchess() {
        let cases = [
            ([365, 16618, 36029, 200, 16974, 390], 0.0, 2.0, Model::Normalized, 2.25),
            ([127, 4883, 10311, 401, 5150, 104], -1.75, 0.25, Model::Normalized, 3.01),
            ([0, 0, 0, 0, 0, 5550], 0.0, 5.0, Model::Normalized, 111.82),
            ([223, 9863, 20279, 1000, 10037, 246], 0.5, 2.5, Model::Logistic, -3.07),
            ([871, 26175, 55003, 980, 26678, 821], 0.0, 2.0, Model::Logistic, -4.98),
        ];
        for ([ll, ld, wl, dd, wd, ww], elo0, elo1, model, published) in cases {
            let sample = Sample::pairs([ll, ld, wl + dd, wd, ww]);
            let found = sprt(elo0, elo1, model).log_likelihood_ratio(&sample);
            assert!(close(found, published), "{found} for {published}");
        }
    }

    #[test]
    fn tests_are_read_and_wrong_ones_refused() {
        let read: Sprt = "elo0=-5,elo1=5,alpha=0.1,beta=0.2,model=normalized".parse().unwrap();
        assert_eq!(read, Sprt { elo0: -5.0, elo1: 5.0, alpha: 0.1, beta: 0.2, model: Model::Normalized });
        assert_eq!("elo1=20".parse::<Sprt>().unwrap(), Sprt { elo1: 20.0, ..Sprt::default() });
        for wrong in ["elo0=1,elo1=1", "alpha=0", "alpha=0.6,beta=0.6", "elo2=3", "elo0", "elo1=nan", ""] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn lopsided_and_tiny_samples_give_finite_ratios() {
        for model in [Model::Logistic, Model::Normalized] {
            let test = sprt(0.0, 10.0, model);
            assert_eq!(test.log_likelihood_ratio(&Sample::pairs([0; 5])), 0.0);
            assert_eq!(test.verdict(&Sample::pairs([0; 5])), Verdict::Open);
            for counts in [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 1]] {
                assert_eq!(test.verdict(&Sample::pairs(counts)), Verdict::Open, "{counts:?}");
            }
            for counts in [[5000, 0, 0, 0, 0], [0, 0, 50_000, 0, 0]] {
                assert!(test.log_likelihood_ratio(&Sample::pairs(counts)).is_finite());
                assert_eq!(test.verdict(&Sample::pairs(counts)), Verdict::H0, "{counts:?}");
            }
            assert_eq!(test.verdict(&Sample::pairs([0, 0, 0, 0, 5000])), Verdict::H1);
        }
    }

    /// Plays matches of known truth until the test ends; the share in which hypothesis 1 was accepted.
    fn accepted(test: &Sprt, truth: f64, draws: f64, matches: u32) -> f64 {
        let mut rng = Rng::seed_from_u64(7);
        let won = elo::to_score(truth) - draws / 2.0;
        let mut accepted = 0;
        for _ in 0..matches {
            let mut counts = [0; 5];
            loop {
                let mut points = 0;
                for _ in 0..2 {
                    let x = f64::from(random_below(&mut rng, 1 << 30)) / f64::from(1 << 30);
                    points += if x < won { 2 } else { usize::from(x < won + draws) };
                }
                counts[points] += 1;
                match test.verdict(&Sample::pairs(counts)) {
                    Verdict::Open => {}
                    verdict => {
                        accepted += u32::from(verdict == Verdict::H1);
                        break;
                    }
                }
            }
        }
        f64::from(accepted) / f64::from(matches)
    }

    /// 5 % errors are allowed. Of 300 matches up to 27 may go wrong by chance (less than one run in a thousand).
    #[test]
    fn the_error_rates_hold_in_matches_of_known_truth() {
        for draws in [0.0, 0.4] {
            let test = sprt(0.0, 40.0, Model::Logistic);
            let wrong = accepted(&test, 0.0, draws, 300);
            assert!(wrong <= 0.09, "accepted H1 {wrong} of the time where H0 is true");
            let right = accepted(&test, 40.0, draws, 300);
            assert!(right >= 0.91, "accepted H1 {right} of the time where H1 is true");
        }
    }
}
