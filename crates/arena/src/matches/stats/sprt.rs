//! The generalized sequential probability ratio test: decides whether an engine is `elo0` or `elo1`
//! stronger, as early as the allowed error rates permit.
//!
//! The log-likelihood ratio compares the likeliest distributions of trial scores under the two
//! hypotheses: with a given mean (logistic Elo: Van den Bergh, "Comparing the approximations for
//! the generalized log likelihood ratio of a multinomial distribution", proposition 1.1) or a given
//! ratio of mean and deviation (normalized Elo: Van den Bergh, "Comments on normalized Elo").

use std::str::FromStr;

use nom::Parser as _;
use nom::branch::alt;
use nom::combinator::{map, value};
use nom::sequence::{preceded, terminated};
use quintet_core::notation::grammar::{GrammarError, Parsed, number, parse_all, symbol};
use serde::{Deserialize, Serialize};

use super::{Sample, elo};

/// The kind of Elo in which the hypotheses are expressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Ordinary Elo, of the mean score.
    #[default]
    Logistic,
    /// Normalized Elo, in standard deviations of a game's score.
    Normalized,
}

/// The state of a test.
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
    /// The rate at which hypothesis 1 may be accepted although 0 is true.
    pub alpha: f64,
    /// The rate at which hypothesis 0 may be accepted although 1 is true.
    pub beta: f64,
    /// The kind of Elo in which the hypotheses are expressed.
    pub model: Model,
}

impl Default for Sprt {
    fn default() -> Self {
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

/// The error for an impossible test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SprtError {
    /// A part is not `NAME=VALUE` with a known name and an acceptable value.
    #[error("cannot read {0:?}: {1}; a test is elo0=E,elo1=E,alpha=P,beta=P,model=logistic|normalized")]
    Part(String, GrammarError),
    /// The hypotheses or the error rates do not fit together.
    #[error("a test needs elo0 < elo1, and alpha and beta above 0 with a sum below 1")]
    Range,
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let mut sprt = Sprt::default();
        for part in text.split(',') {
            parse_all(part, |part| sprt.part(part)).map_err(|error| SprtError::Part(part.to_owned(), error))?;
        }
        sprt.checked()
    }
}

impl Sprt {
    /// Reads a part, such as `elo0=0`.
    fn part<'a>(&mut self, part: &'a str) -> Parsed<'a, ()> {
        let is = |name| terminated(symbol(name), symbol("="));
        let model = alt((value(Model::Logistic, symbol("logistic")), value(Model::Normalized, symbol("normalized"))));
        alt((
            map(preceded(is("elo0"), number), |elo| self.elo0 = elo),
            map(preceded(is("elo1"), number), |elo| self.elo1 = elo),
            map(preceded(is("alpha"), number), |rate| self.alpha = rate),
            map(preceded(is("beta"), number), |rate| self.beta = rate),
            map(preceded(is("model"), model), |model| self.model = model),
        ))
        .parse(part)
    }
}

impl Sprt {
    /// Returns the test if it is possible.
    ///
    /// # Errors
    /// Returns [`SprtError::Range`] if it is not.
    pub fn checked(self) -> Result<Sprt, SprtError> {
        let finite = [self.elo0, self.elo1, self.alpha, self.beta].iter().all(|x| x.is_finite());
        let fits = self.elo0 < self.elo1 && self.alpha > 0.0 && self.beta > 0.0 && self.alpha + self.beta < 1.0;
        if finite && fits { Ok(self) } else { Err(SprtError::Range) }
    }

    /// Returns the log-likelihood ratios at or below which hypothesis 0, and at or above which
    /// hypothesis 1, is accepted (Wald's bounds).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio of hypothesis 1 to hypothesis 0; 0 without trials. Scores
    /// that did not occur count as 0.001 trials, so that it is finite.
    pub fn log_likelihood_ratio(&self, sample: &Sample) -> f64 {
        if sample.total() == 0.0 {
            return 0.0;
        }
        let counts: Vec<f64> = sample.counts.iter().map(|&count| if count == 0.0 { 1e-3 } else { count }).collect();
        let results: Vec<(f64, f64)> = sample.scores().map(|score| score - 0.5).zip(counts).collect();
        let likelihood = |difference: f64| match self.model {
            Model::Logistic => with_mean(&results, elo::to_score(difference) - 0.5),
            Model::Normalized => {
                let per_game = difference * std::f64::consts::LN_10 / 800.0;
                with_ratio(&results, per_game * sample.games.sqrt())
            }
        };
        likelihood(self.elo1) - likelihood(self.elo0)
    }

    /// Returns the verdict for a sample.
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

/// The smallest distance of a mean from the best and the worst score, and of a ratio of mean and
/// deviation from infinity. Hypotheses further out count as these.
const LEAST: f64 = 1e-9;

/// Returns the log-likelihood of the likeliest distribution under which `values`, given with their
/// counts, have the mean 0, minus that of the likeliest distribution of all: 0 or below.
///
/// The distribution has the form p̂ᵢ / (1 + θ·vᵢ). The left side of the condition Σ p̂ᵢ·vᵢ / (1 +
/// θ·vᵢ) = 0 falls as θ grows, so bisection finds θ. Returns `None` if all values have the same
/// sign, so that the mean cannot be 0.
fn with_mean_zero(values: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let least = values.clone().map(|(v, _)| v).fold(f64::INFINITY, f64::min);
    let most = values.clone().map(|(v, _)| v).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..100 {
        let sum: f64 = values.clone().map(|(v, count)| count * v / (1.0 + theta * v)).sum();
        if sum > 0.0 {
            low = theta
        } else {
            high = theta
        }
        let middle = (low + high) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        theta = middle;
    }
    Some(-values.map(|(v, count)| count * (1.0 + theta * v).ln()).sum::<f64>())
}

/// Returns the log-likelihood, minus the greatest, that the mean of the scores is ½ + `mean`.
/// `results` are scores minus ½ and their counts.
fn with_mean(results: &[(f64, f64)], mean: f64) -> f64 {
    let mean = mean.clamp(LEAST - 0.5, 0.5 - LEAST);
    with_mean_zero(results.iter().map(|&(y, count)| (y - mean, count))).expect("the mean lies between the scores")
}

/// Returns the log-likelihood, minus the greatest, that the mean of the scores is `ratio` standard
/// deviations above ½.
///
/// With y for a score minus ½, E y = ratio·σ is E y = ρ·√(E y²), where ρ = ratio / √(1 + ratio²).
/// The root is the minimum of (E y² / s + s) / 2 over all s > 0, so each s gives a condition on a
/// mean. For ρ > 0, the ratio of E y to the root is *at least* ρ if one of these conditions holds:
/// the likeliest distribution is the likeliest over all s. It is *at most* ρ if all of them hold;
/// since these distributions form a convex set, the likelihood is the minimum over all s. The case
/// ρ < 0 is the same with the signs of the scores reversed.
fn with_ratio(results: &[(f64, f64)], ratio: f64) -> f64 {
    let sign = if ratio < 0.0 { -1.0 } else { 1.0 };
    let rho = (ratio.abs() / (1.0 + ratio * ratio).sqrt()).min(1.0 - LEAST);
    // The square of the ratio may overflow.
    let rho = if rho.is_nan() { 1.0 - LEAST } else { rho };
    let moment = |power: i32| results.iter().map(|(y, count)| count * (sign * y).powi(power)).sum::<f64>();
    let count: f64 = results.iter().map(|(_, count)| count).sum();
    let is_below = moment(1) / count < rho * (moment(2) / count).sqrt();
    // Larger is better.
    let worth = |log_s: f64| {
        let s = log_s.exp();
        let values = results.iter().map(|&(y, count)| (sign * y - 0.5 * rho * (y * y / s + s), count));
        let mean: f64 = values.clone().map(|(v, count)| v * count).sum();
        match with_mean_zero(values) {
            Some(found) if is_below => found,
            None if is_below => f64::NEG_INFINITY,
            Some(found) if mean > 0.0 => -found,
            // The condition holds without a constraint.
            _ => 0.0,
        }
    };
    let (lowest, highest) = (1e-7_f64.ln(), 0.5_f64.ln());
    let step = (highest - lowest) / f64::from(STEPS);
    let at = |i: u32| highest - f64::from(i) * step;
    let best = (0..=STEPS).map(|i| (worth(at(i)), at(i))).max_by(|a, b| a.0.total_cmp(&b.0));
    let (mut found, middle) = best.expect("there are steps");
    // Golden section search between the neighbours of the best step.
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = ((middle - step).max(lowest), (middle + step).min(highest));
    for _ in 0..40 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        let (left, right) = (worth(a), worth(b));
        found = found.max(left).max(right);
        if left < right { low = a } else { high = b }
    }
    if is_below { found } else { -found }
}

/// The number of values of s that are tried.
const STEPS: u32 = 120;

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use proptest::prelude::*;
    use quintet_core::random::{random_below, seeded};

    use super::*;

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

    /// fastchess's tests of pairs: lost-lost, lost-drawn, won-lost, drawn-drawn, won-drawn,
    /// won-won.
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
        assert_eq!("model=logistic".parse::<Sprt>().unwrap().model, Model::Logistic);
        let ranges = ["elo0=1,elo1=1", "alpha=0", "beta=0", "alpha=0.6,beta=0.6", "alpha=0.5,beta=0.5"];
        for wrong in ranges.into_iter().chain(["elo2=3", "elo0", "elo1=nan", "model=bayesian", ""]) {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }

    /// Wald's bounds: ln(β / (1 − α)) and ln((1 − β) / α).
    #[test]
    fn bounds_are_walds() {
        let bounds = |text: &str| {
            let (low, high) = text.parse::<Sprt>().unwrap().bounds();
            format!("{low:.3} {high:.3}")
        };
        assert_eq!(bounds("alpha=0.05,beta=0.05"), "-2.944 2.944");
        assert_eq!(bounds("alpha=0.1,beta=0.2"), "-1.504 2.079");
        assert_eq!(bounds("alpha=0.2,beta=0.1"), "-2.079 1.504");
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

    /// Returns the log-likelihood of a hypothesis compared with that of no difference.
    fn likelihood(model: Model, difference: f64, sample: &Sample) -> f64 {
        match difference.total_cmp(&0.0) {
            Ordering::Less => -sprt(difference, 0.0, model).log_likelihood_ratio(sample),
            Ordering::Equal => 0.0,
            Ordering::Greater => sprt(0.0, difference, model).log_likelihood_ratio(sample),
        }
    }

    fn samples() -> impl Strategy<Value = Sample> {
        let count = || prop_oneof![Just(0u64), 0..4u64, 0..1000u64, 0..1_000_000u64];
        prop_oneof![
            [count(), count(), count()].prop_map(Sample::games),
            [count(), count(), count(), count(), count()].prop_map(Sample::pairs),
        ]
    }

    fn differences() -> impl Strategy<Value = f64> {
        prop_oneof![-50.0..50.0, -2000.0..2000.0, -1e9..1e9, Just(f64::MAX), Just(-f64::MAX)]
    }

    proptest! {
        /// Likelihoods rise up to the observed difference and fall after it. So a ratio is positive
        /// if both hypotheses lie below the observed difference, and negative if both lie above.
        #[test]
        fn any_sample_and_any_hypotheses_give_a_finite_and_monotone_ratio(
            sample in samples(),
            mut differences in proptest::collection::vec(differences(), 3..6),
            normalized in any::<bool>(),
        ) {
            let model = if normalized { Model::Normalized } else { Model::Logistic };
            differences.sort_by(f64::total_cmp);
            differences.dedup();
            let slack = 1e-6 * (1.0 + sample.total());
            let mut ratios = Vec::new();
            for pair in differences.windows(2) {
                let test = sprt(pair[0], pair[1], model);
                let ratio = test.log_likelihood_ratio(&sample);
                prop_assert!(ratio.is_finite(), "{test:?}: {ratio}");
                let parts = likelihood(model, pair[1], &sample) - likelihood(model, pair[0], &sample);
                prop_assert!((ratio - parts).abs() <= slack + 1e-9 * parts.abs(), "{ratio} {parts}");
                ratios.push(ratio);
            }
            let falls = ratios.iter().position(|ratio| *ratio < -slack).unwrap_or(ratios.len());
            prop_assert!(ratios[falls..].iter().all(|ratio| *ratio <= slack), "{differences:?}: {ratios:?}");
        }

        /// Without draws, another game won instead of lost favours the stronger hypothesis.
        #[test]
        fn the_ratio_grows_with_the_games_won(
            (total, won) in (1..2000u64).prop_flat_map(|total| (Just(total), 0..total)),
            mut hypotheses in [differences(), differences()],
            normalized in any::<bool>(),
        ) {
            hypotheses.sort_by(f64::total_cmp);
            let [low, high] = hypotheses;
            prop_assume!(low < high);
            let model = if normalized { Model::Normalized } else { Model::Logistic };
            let test = sprt(low, high, model);
            let ratio = |won: u64| test.log_likelihood_ratio(&Sample::games([total - won, 0, won]));
            let (less, more) = (ratio(won), ratio(won + 1));
            prop_assert!(more >= less - 1e-6 * (1.0 + less.abs()), "{less} {more}");
        }
    }

    #[test]
    fn hypotheses_far_from_the_results_are_decided_in_either_elo() {
        for model in [Model::Logistic, Model::Normalized] {
            let test = sprt(-1500.0, -500.0, model);
            assert_eq!(test.verdict(&Sample::pairs([0, 0, 0, 0, 20])), Verdict::H1, "{model:?}");
            assert_eq!(test.verdict(&Sample::pairs([6, 3, 2, 3, 6])), Verdict::H1, "{model:?}");
            assert_eq!(test.verdict(&Sample::pairs([5000, 0, 0, 0, 0])), Verdict::H0, "{model:?}");
        }
    }

    /// Plays matches between engines of a known difference until the test ends; returns the share
    /// in which hypothesis 1 was accepted.
    fn accepted(test: &Sprt, truth: f64, draws: f64, matches: u32) -> f64 {
        let mut rng = seeded(7);
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

    /// 5 % errors are allowed. Of 300 matches up to 27 may go wrong by chance (less than one run in
    /// a thousand).
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
