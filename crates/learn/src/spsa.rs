//! Tuning of search parameters by simultaneous perturbation (J. Spall's SPSA, 1992, as chess
//! programs use it).
//!
//! Every step plays a short match between two settings that differ in all parameters at once, each
//! a little above or below the present value, and moves all of them towards the winner.

use std::path::PathBuf;
use std::str::FromStr;

use nom::Parser as _;
use nom::bytes::complete::{take_till, take_until};
use nom::error::context;
use quintet_arena::matches::seeds::derived_seed;
use quintet_arena::matches::stats::sprt::Sprt;
use quintet_core::notation::grammar::{GrammarError, Parsed, number, parse_all, symbol};
use quintet_core::setup::GameInfo;
use quintet_core::weights::Weights;
use quintet_search::{ParamOverrides, param, param_names};

use super::learn::write_weights;
use super::self_play::{LearnError, SelfPlay, weights_option};

/// A search parameter and the range in which it is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct ParamRange {
    name: String,
    from: f64,
    to: f64,
}

/// The error for a text that is not a range of a search parameter.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ParseRangeError {
    /// It cannot be read.
    #[error("cannot read {0:?}: {1}; a range is NAME=FROM..TO")]
    Syntax(String, GrammarError),
    /// There is no such parameter.
    #[error("the search has no parameter '{0}'; it has {1}")]
    Name(String, String),
    /// The parameter does not take these values.
    #[error("{0} takes a range of numbers from {1} to {2}")]
    Values(String, f64, f64),
}

impl FromStr for ParamRange {
    type Err = ParseRangeError;

    fn from_str(text: &str) -> Result<ParamRange, ParseRangeError> {
        let mut range = parse_all(text, range).map_err(|error| ParseRangeError::Syntax(text.to_owned(), error))?;
        let Some(param) = param(&range.name) else {
            let names: Vec<&str> = param_names().collect();
            return Err(ParseRangeError::Name(range.name, names.join(", ")));
        };
        if !(range.from < range.to && param.accepts(range.from) && param.accepts(range.to)) {
            return Err(ParseRangeError::Values(range.name, param.min, param.max));
        }
        param.name.clone_into(&mut range.name);
        Ok(range)
    }
}

fn range(input: &str) -> Parsed<'_, ParamRange> {
    // Taken alone, `0..1` begins with the number `0.`.
    let from = context("FROM..TO", take_until("..")).and_then(number);
    (take_till(|c| c == '='), symbol("="), from, symbol(".."), number)
        .map(|(name, _, from, _, to): (&str, _, _, _, _)| ParamRange { name: name.trim().to_owned(), from, to })
        .parse(input)
}

impl ParamRange {
    /// Returns the number at a share of the range, to four digits.
    fn value(&self, share: f64) -> f64 {
        let value = self.from + share.clamp(0.0, 1.0) * (self.to - self.from);
        let text = format!("{value:.3e}");
        text.parse().unwrap_or(value)
    }
}

/// The options of tuning.
#[derive(Clone, Debug)]
pub struct TuneOptions {
    /// The parameters to tune and their ranges.
    pub ranges: Vec<ParamRange>,
    /// The number of steps; each is a short match.
    pub steps: u64,
    /// The number of games of a step.
    pub games: u64,
    /// The directory for games and weights.
    pub out: PathBuf,
    /// Whether to resume what is in the directory.
    pub resume: bool,
    /// The maximum number of games of the check; 0: no check.
    pub check_games: u64,
    /// The sequential test of the check.
    pub sprt: Sprt,
}

/// The distance between the present parameters and the two settings of the first step, as a share
/// of the range.
const FIRST_SPREAD: f64 = 0.15;

/// The length of the first step if one side wins all games, as a share of the range.
const FIRST_STEP: f64 = 0.2;

/// Spall's exponents, and a delay of the steps' decay as a share of their number.
const SPREAD_DECAY: f64 = 0.101;
const STEP_DECAY: f64 = 0.602;
const DELAY: f64 = 0.1;

/// Tunes. `weights` are the present weights. Returns whether the tuned parameters are stronger, or
/// no check was requested; `false` also if the run was interrupted.
///
/// # Errors
/// Returns an error if there is no limit for moves, or files or matches fail.
pub fn tune(
    options: &TuneOptions,
    info: &'static GameInfo,
    weights: &Weights,
    mut self_play: SelfPlay<'_>,
) -> Result<bool, LearnError> {
    if self_play.config.visits.is_none() && self_play.config.clock.is_none() {
        return Err(LearnError::NoLimit);
    }
    let seed = self_play.config.seed;
    let file = options.out.join("weights.toml");
    if !options.resume && options.out.join("step-00001").exists() {
        return Err(LearnError::Exists(options.out.clone()));
    }
    let present = ParamOverrides::default().resolve(weights);
    let share = |range: &ParamRange| {
        let value = present.get(&range.name).unwrap_or(range.from);
        ((value - range.from) / (range.to - range.from)).clamp(0.0, 1.0)
    };
    let mut shares: Vec<f64> = options.ranges.iter().map(share).collect();
    for step in 0..options.steps {
        if !play_step(options, step, &mut shares, &mut self_play)? {
            return Ok(false);
        }
        let values = values(&options.ranges, &shares);
        self_play.observer.warn(&format!("step {} of {}: {values}", step + 1, options.steps));
    }
    let set =
        |weights: Weights, (range, share): (&ParamRange, &f64)| weights.with_search(&range.name, range.value(*share));
    let tuned = options.ranges.iter().zip(&shares).fold(weights.clone(), set);
    write_weights(&file, info, &tuned)?;
    self_play.observer.result(&values(&options.ranges, &shares));
    self_play.observer.result(&format!("new weights in {}", file.display()));
    if options.check_games == 0 {
        return Ok(true);
    }
    let old = self_play.present_options();
    let engines = [self_play.engine("tuned", &[weights_option(&file)])?, self_play.engine("old", &old)?];
    let check_seed = derived_seed(seed, 3, 0) >> 11;
    let out = options.out.join("check");
    let stronger = self_play.test(engines, options.check_games, options.sprt, check_seed, &out)?;
    Ok(stronger == Some(true))
}

/// Plays the match of a step and moves the parameters, given as shares of their ranges. Returns
/// `false` if it was interrupted.
fn play_step(
    options: &TuneOptions,
    step: u64,
    shares: &mut [f64],
    self_play: &mut SelfPlay<'_>,
) -> Result<bool, LearnError> {
    let seed = self_play.config.seed;
    let k = step as f64;
    let spread = FIRST_SPREAD / (k + 1.0).powf(SPREAD_DECAY);
    let delay = DELAY * options.steps as f64;
    let length = FIRST_STEP * ((1.0 + delay) / (k + 1.0 + delay)).powf(STEP_DECAY);
    let signs = derived_seed(seed, 1, step);
    let sign = |i: usize| if signs >> (i % 64) & 1 == 1 { 1.0 } else { -1.0 };
    let engine_options = |side: f64| {
        let moved = options.ranges.iter().zip(&*shares).enumerate();
        let params = moved.map(|(i, (range, share))| {
            let value = range.value(share + side * sign(i) * spread);
            format!("--param={}={value}", range.name).into()
        });
        self_play.present_options().into_iter().chain(params).collect::<Vec<_>>()
    };
    let engines = [self_play.engine("above", &engine_options(1.0))?, self_play.engine("below", &engine_options(-1.0))?];
    let out = options.out.join(format!("step-{:05}", step + 1));
    let match_seed = derived_seed(seed, 2, step) >> 11;
    let Some(standings) = self_play.play(engines, options.games, match_seed, &out)? else { return Ok(false) };
    let tally = standings.tally("above", "below");
    let balance = if tally.count() == 0 { 0.0 } else { 2.0 * tally.points() / tally.count() as f64 - 1.0 };
    for (i, share) in shares.iter_mut().enumerate() {
        *share = (*share + length * balance * sign(i)).clamp(0.0, 1.0);
    }
    Ok(true)
}

/// Formats all parameters as `name=value`.
fn values(ranges: &[ParamRange], shares: &[f64]) -> String {
    let each = ranges.iter().zip(shares).map(|(range, share)| format!("{}={}", range.name, range.value(*share)));
    each.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_a_known_name_and_two_numbers_in_order() {
        let range: ParamRange = "exploration=0.1..0.5".parse().unwrap();
        assert_eq!((range.value(0.0), range.value(1.0), range.value(7.0)), (0.1, 0.5, 0.5));
        for wrong in [
            "exploration",
            "exploration=1",
            "exploration=2..1",
            "explore=0..1",
            "exploration=a..1",
            "exploration=-1..1",
        ] {
            assert!(wrong.parse::<ParamRange>().is_err(), "{wrong}");
        }
    }
}
