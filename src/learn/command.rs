//! `quintet learn`: games, fit, check.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::Args;

use super::check::{Ground, engine};
use super::examples::{self, Example};
use super::fit::{Quality, fit, quality};
use super::samples::Samples;
use super::training::{self, Plan};
use crate::matches::command::SharedArgs;
use crate::matches::results::{self, GameRecord, Store};
use crate::matches::schedule::derived_seed;
use crate::matches::stats::sprt::Sprt;
use crate::network::Network;
use crate::setup::{GameInfo, Setup};
use crate::weights::{Made, Weights};

/// Options of `quintet learn` beside those that other subcommands share.
#[derive(Args, Debug)]
pub struct LearnArgs {
    /// Where games, weights and the check go.
    #[arg(long, value_name = "DIR", default_value = "learn")]
    out: PathBuf,
    /// Go on with what is in the --out directory.
    #[arg(long)]
    resume: bool,
    /// Games that the program plays against itself to learn from.
    #[arg(long, value_name = "N", default_value = "400", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Play no games to learn from: take those of these result files or directories of `quintet match`, on any board and by
    /// any rules of the game.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// Train the game's network (Stoical Go), beside the weights as they are, in the place of weights.
    #[arg(long)]
    network: bool,
    /// How often a network sees each position.
    #[arg(long, value_name = "N", default_value = "6", requires = "network", value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Train the network that there is further, by smaller steps, in the place of a new one.
    #[arg(long, requires = "network")]
    refine: bool,
    /// Random plies before the engines play.
    #[arg(long, value_name = "N", default_value = "4")]
    opening_plies: u32,
    /// Games at a time, and threads that train a network.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Games of the check against the old weights, at most; 0 leaves it out.
    #[arg(long, value_name = "N", default_value = "400")]
    check_games: u64,
    /// The sequential test of the check.
    #[arg(long, value_name = "TEST", default_value = "elo0=0,elo1=30")]
    sprt: Sprt,
    /// Where a copy of the weights goes if the check finds them stronger.
    #[arg(long, value_name = "FILE")]
    install: Option<PathBuf>,
}

/// Visits a move where neither they nor seconds are given.
const VISITS: u64 = 500;

/// One game in so many is not learnt from: it shows how well choices are foretold.
const HELD_OUT: usize = 10;

/// Learns. `old`: the file of the weights to start from, if they are not the shipped ones. True: the new weights are
/// stronger, or no check was asked for; false: that wasn't shown, or the run was interrupted.
///
/// # Errors
/// In one line, why it can't be done.
pub fn run(
    args: &LearnArgs,
    shared: &SharedArgs,
    setup: &Setup,
    old: Option<&Path>,
    interrupt: &Arc<AtomicBool>,
) -> Result<bool, String> {
    let info = setup.info();
    if info.prior.is_empty() {
        return Err(format!("moves of {} have no features yet from which weights could be learnt", info.title));
    }
    if args.network && info.inputs.is_empty() {
        return Err(format!("{} tells a network nothing yet; Stoical Go does", info.title));
    }
    if args.refine && Weights::of(info).network().is_none() {
        return Err("the weights have no network that could be refined: leave --refine out".to_owned());
    }
    let begun = Instant::now();
    let seed = shared.seed.unwrap_or(1);
    let visits = shared.visits.or(shared.seconds.is_none().then_some(VISITS));
    let shared = SharedArgs { visits, ..shared.clone() };
    let ground =
        Ground { shared: &shared, opening_plies: args.opening_plies, concurrency: args.concurrency.into(), interrupt };
    let file = args.out.join("weights.toml");
    if !args.resume && (file.exists() || args.out.join("games").exists()) {
        return Err(format!("{} holds results already: --resume goes on with them", args.out.display()));
    }
    std::fs::create_dir_all(&args.out).map_err(|error| format!("{}: {error}", args.out.display()))?;
    let old_options: Vec<String> = old.iter().map(|path| format!("--weights={}", path.display())).collect();

    let records = if args.from.is_empty() {
        let engines = [engine("self", &old_options)?, engine("itself", &old_options)?];
        let config = ground.config(engines, args.games, seed)?;
        match ground.play(&config, &args.out.join("games"))? {
            Some((records, _)) => records,
            None => return Ok(false),
        }
    } else {
        read_games(&args.from)?
    };

    // A run that goes on keeps what it had learnt: the check is of that very file.
    if !(args.resume && file.exists()) {
        let learnt = if args.network {
            train(args, &records, info, seed, interrupt)?
        } else {
            Some(fit_tables(&records, info)?)
        };
        let Some((weights, games)) = learnt else { return Ok(false) };
        let seconds = records.iter().map(|record| record.ended - record.started).sum::<f64>();
        let made = Made { command: command_line(), seed, games, seconds: seconds as u64 + begun.elapsed().as_secs() };
        let weights = weights.with_made(made);
        let text = weights.write(info, &format!("What {} has learnt from its own games.", info.title));
        results::write_whole(&file, text.as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    println!("new weights in {}", file.display());
    if args.check_games == 0 {
        return Ok(true);
    }
    let engines = [engine("new", &[format!("--weights={}", file.display())])?, engine("old", &old_options)?];
    let out = args.out.join("check");
    let Some(stronger) = ground.test(engines, args.check_games, args.sprt, derived_seed(seed, 3, 0) >> 11, &out)?
    else {
        return Ok(false);
    };
    println!(
        "{}",
        if stronger { "the new weights are stronger" } else { "the new weights were not shown to be stronger" }
    );
    if let (true, Some(to)) = (stronger, &args.install) {
        let copied = std::fs::read(&file).and_then(|bytes| results::write_whole(to, &bytes));
        copied.map_err(|error| format!("cannot write {}: {error}", to.display()))?;
    }
    Ok(stronger)
}

/// Fits tables to the games; how many they were.
fn fit_tables(records: &[GameRecord], info: &'static GameInfo) -> Result<(Weights, u64), String> {
    let (mut samples, mut held_out) = (Samples::new(info.prior.len()), Samples::new(info.prior.len()));
    let mut games = 0;
    for (i, record) in records.iter().enumerate() {
        let into = if is_held_out(i) { &mut held_out } else { &mut samples };
        games += u64::from(into.add_game(info, record));
    }
    if samples.is_empty() {
        return Err(format!("there is no move to learn from: no finished game of {}", info.title));
    }
    eprintln!("quintet: {} choices of {games} games", samples.len() + held_out.len());
    let lengths: Vec<usize> = info.prior.iter().map(|table| table.len).collect();
    let tables = fit(&samples, &lengths);
    let before: Vec<Vec<i16>> = (0..lengths.len()).map(|i| Weights::of(info).prior(i).to_vec()).collect();
    for (name, tables) in [("old", &before), ("new", &tables)] {
        let Quality { first, gain } = quality(&held_out, tables);
        println!(
            "{name} weights foretell {:.1} % of other games' moves, and {gain:.2} times as well as guessing",
            100.0 * first
        );
    }
    Ok((Weights::of(info).clone().with_prior(tables), games))
}

/// Trains a network on the games; how many they were. `None`: it was interrupted.
fn train(
    args: &LearnArgs,
    records: &[GameRecord],
    info: &'static GameInfo,
    seed: u64,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<(Weights, u64)>, String> {
    let (mut learnt_from, mut held_out): (Vec<Example>, Vec<Example>) = (Vec::new(), Vec::new());
    let mut games = 0;
    for (i, record) in records.iter().enumerate() {
        let into = if is_held_out(i) { &mut held_out } else { &mut learnt_from };
        games += u64::from(examples::add_game(into, info, record));
    }
    if learnt_from.is_empty() {
        return Err(format!(
            "there is no move to learn from: no game of {} that was played to its end on a board three columns wide or more",
            info.title
        ));
    }
    eprintln!("quintet: {} positions of {games} games", learnt_from.len() + held_out.len());
    let before = Weights::of(info).network().map(Network::parameters);
    if let Some(before) = before {
        eprintln!("quintet: the network that there is: other games: {}", training::test(before, &held_out));
    }
    let start = before.filter(|_| args.refine);
    let plan = Plan { start, epochs: args.epochs, seed, threads: args.concurrency.into() };
    let trained = training::train(&learnt_from, &held_out, &plan, &mut |epoch, losses, others| {
        eprintln!("quintet: epoch {epoch} of {}: {losses}; other games: {others}", args.epochs);
        !interrupt.load(Ordering::Relaxed)
    });
    Ok(trained.map(|parameters| (Weights::of(info).clone().with_network(Some(Network::new(&parameters))), games)))
}

fn is_held_out(game: usize) -> bool {
    game % HELD_OUT == HELD_OUT - 1
}

/// The command line as it can be given again, without the program's folder.
fn command_line() -> String {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--resume").collect();
    let words = words.iter().map(|word| shlex::try_quote(word).map_or(word.clone(), Into::into));
    std::iter::once("quintet".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// The games of result files; one that is in several counts once.
fn read_games(files: &[PathBuf]) -> Result<Vec<GameRecord>, String> {
    let (mut records, mut seen) = (Vec::new(), std::collections::BTreeSet::new());
    for path in files {
        let file = if path.is_dir() { Store::games_file(path) } else { path.clone() };
        let read = results::read(&file).map_err(|error| error.to_string())?;
        records.extend(read.records.into_iter().filter(|r| seen.insert((r.fingerprint.clone(), r.number))));
    }
    Ok(records)
}
