//! `quintet tune`: numbers of the search by simultaneous perturbation. (J. Spall's SPSA, 1992, as chess programs use it.)
//!
//! Every step plays a short match between two settings that differ in all numbers at once, each a little above or below
//! what it is now, and moves all of them towards the winner.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::check::{Ground, engine};
use crate::matches::command::SharedArgs;
use crate::matches::report::standings::Standings;
use crate::matches::results;
use crate::matches::schedule::derived_seed;
use crate::matches::stats::sprt::Sprt;
use crate::search::{Adjustments, Tuning};
use crate::setup::Setup;
use crate::weights::Weights;

/// A number of the search and the range in which it is looked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    name: String,
    from: f64,
    to: f64,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let error = || format!("cannot read {text:?}; a range is NAME=FROM..TO");
        let (name, range) = text.split_once('=').ok_or_else(error)?;
        let (from, to) = range.split_once("..").ok_or_else(error)?;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite()).ok_or_else(error);
        let range = Range { name: name.trim().to_owned(), from: number(from)?, to: number(to)? };
        if Tuning::default().get(&range.name).is_none() {
            return Err(format!("the search has no parameter '{}'; it has {}", range.name, Tuning::NAMES.join(", ")));
        }
        let takes = |value| Tuning::default().set(&range.name, value).is_some();
        if !(range.from < range.to && takes(range.from) && takes(range.to)) {
            return Err(format!("{} takes a range of numbers from 0 to {}", range.name, Tuning::LARGEST));
        }
        Ok(range)
    }
}

/// Options of `quintet tune` beside those that other subcommands share.
#[derive(Args, Debug)]
pub struct TuneArgs {
    /// What to tune, and within which bounds: NAME=FROM..TO; can be given several times.
    #[arg(long = "range", value_name = "NAME=FROM..TO", required = true)]
    ranges: Vec<Range>,
    /// Steps; each is a short match.
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Games of a step.
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Where games and the tuned weights go.
    #[arg(long, value_name = "DIR", default_value = "tune")]
    out: PathBuf,
    /// Go on with what is in the --out directory.
    #[arg(long)]
    resume: bool,
    /// Random plies before the engines play.
    #[arg(long, value_name = "N", default_value = "4")]
    opening_plies: u32,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Games of the check of what was found against what was before, at most; 0 leaves it out.
    #[arg(long, value_name = "N", default_value = "200")]
    check_games: u64,
    /// The sequential test of the check.
    #[arg(long, value_name = "TEST", default_value = "elo0=0,elo1=30")]
    sprt: Sprt,
}

/// How far from the present numbers the two settings of the first step are, as a share of the range.
const FIRST_SPREAD: f64 = 0.15;
/// How far the first step goes if one side wins all its games, as a share of the range.
const FIRST_STEP: f64 = 0.2;
/// Spall's exponents, and a delay of the steps' decay as a share of their number.
const SPREAD_DECAY: f64 = 0.101;
const STEP_DECAY: f64 = 0.602;
const DELAY: f64 = 0.1;

/// Tunes. `old`: the file of the weights to start from, if they are not the shipped ones. True: what was found is
/// stronger, or no check was asked for; false: that wasn't shown, or the run was interrupted.
///
/// # Errors
/// In one line, why it can't be done.
pub fn run(
    args: &TuneArgs,
    shared: &SharedArgs,
    setup: &Setup,
    old: Option<&Path>,
    interrupt: &Arc<AtomicBool>,
) -> Result<bool, String> {
    if shared.visits.is_none() && shared.seconds.is_none() {
        return Err("tuning needs --visits or --seconds: what is best depends on it".to_owned());
    }
    let (info, seed) = (setup.info(), shared.seed.unwrap_or(1));
    let ground = Ground { shared, opening_plies: args.opening_plies, concurrency: args.concurrency.into(), interrupt };
    let file = args.out.join("weights.toml");
    if !args.resume && args.out.join("step-00001").exists() {
        return Err(format!("{} holds results already: --resume goes on with them", args.out.display()));
    }
    let weights = Weights::of(info);
    let now = Adjustments::default().tuning(weights);
    let share = |range: &Range| {
        let value = now.get(&range.name).unwrap_or(range.from);
        ((value - range.from) / (range.to - range.from)).clamp(0.0, 1.0)
    };
    let mut shares: Vec<f64> = args.ranges.iter().map(share).collect();
    let old_options: Vec<String> = old.iter().map(|path| format!("--weights={}", path.display())).collect();
    for step in 0..args.steps {
        let k = step as f64;
        let spread = FIRST_SPREAD / (k + 1.0).powf(SPREAD_DECAY);
        let delay = DELAY * args.steps as f64;
        let length = FIRST_STEP * ((1.0 + delay) / (k + 1.0 + delay)).powf(STEP_DECAY);
        let signs = derived_seed(seed, 1, step);
        let sign = |i: usize| if signs >> (i % 64) & 1 == 1 { 1.0 } else { -1.0 };
        let options = |side: f64| {
            let moved = args.ranges.iter().zip(&shares).enumerate();
            let params = moved.map(|(i, (range, share))| {
                let value = range.value(share + side * sign(i) * spread);
                format!("--param={}={value}", range.name)
            });
            old_options.iter().cloned().chain(params).collect::<Vec<_>>()
        };
        let engines = [engine("above", &options(1.0))?, engine("below", &options(-1.0))?];
        let config = ground.config(engines, args.games, derived_seed(seed, 2, step) >> 11)?;
        let out = args.out.join(format!("step-{:05}", step + 1));
        let Some((records, _)) = ground.play(&config, &out)? else { return Ok(false) };
        let tally = Standings::of(&records).tally("above", "below");
        let balance = if tally.count() == 0 { 0.0 } else { 2.0 * tally.points() / tally.count() as f64 - 1.0 };
        for (i, share) in shares.iter_mut().enumerate() {
            *share = (*share + length * balance * sign(i)).clamp(0.0, 1.0);
        }
        eprintln!("quintet: step {} of {}: {}", step + 1, args.steps, told(&args.ranges, &shares));
    }
    let tuned = args.ranges.iter().zip(&shares);
    let tuned =
        tuned.fold(weights.clone(), |weights, (range, share)| weights.with_search(&range.name, range.value(*share)));
    let text = tuned.write(info, &format!("What {} has learnt from its own games.", info.title));
    results::write_whole(&file, text.as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    println!("{}", told(&args.ranges, &shares));
    println!("new weights in {}", file.display());
    if args.check_games == 0 {
        return Ok(true);
    }
    let engines = [engine("tuned", &[format!("--weights={}", file.display())])?, engine("old", &old_options)?];
    let checked =
        ground.test(engines, args.check_games, args.sprt, derived_seed(seed, 3, 0) >> 11, &args.out.join("check"))?;
    Ok(checked == Some(true))
}

impl Range {
    /// The number at a share of the range, to four digits.
    fn value(&self, share: f64) -> f64 {
        let value = self.from + share.clamp(0.0, 1.0) * (self.to - self.from);
        let text = format!("{value:.3e}");
        text.parse().unwrap_or(value)
    }
}

/// `name=value` of all.
fn told(ranges: &[Range], shares: &[f64]) -> String {
    let each = ranges.iter().zip(shares).map(|(range, share)| format!("{}={}", range.name, range.value(*share)));
    each.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_a_known_name_and_two_numbers_in_order() {
        let range: Range = "exploration=0.1..0.5".parse().unwrap();
        assert_eq!((range.value(0.0), range.value(1.0), range.value(7.0)), (0.1, 0.5, 0.5));
        for wrong in [
            "exploration",
            "exploration=1",
            "exploration=2..1",
            "explore=0..1",
            "exploration=a..1",
            "exploration=-1..1",
        ] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
    }
}
