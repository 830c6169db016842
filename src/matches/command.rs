//! `quintet match`: its options, and what it prints.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::config::{Format, MatchConfig};
use super::report::standings::Standings;
use super::report::{html, table};
use super::results::{self, GameRecord, Store};
use super::runner::{self, RunOptions, StopReason};
use super::schedule::Shard;
use super::stats::sprt::Sprt;
use crate::driver::clock::TimeControl;
use crate::driver::entrant::Entrant;
use crate::driver::referee::Adjudication;
use crate::record::setup_words;

/// Options of `quintet match` beside those that every subcommand shares.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// An engine: name=A,cmd=COMMAND LINE, with visits=N, clock=C, moves=coded, send=GTP COMMAND, restart=true before
    /// cmd where wanted; twice or more.
    #[arg(long, value_name = "DESCRIPTION")]
    engine: Vec<String>,
    /// A TOML file with what these options say; options go first.
    #[arg(long, value_name = "FILE.toml")]
    config: Option<PathBuf>,
    /// Where results, SGF and report go.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with the match in the --out directory.
    #[arg(long)]
    resume: bool,
    /// Games between any two engines that play each other [default: 100].
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Who plays whom: everyone everyone else, or the first engine all others.
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Games at a time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// A clock: move:S, absolute:MAIN, byoyomi:MAIN+PERIODSxS, canadian:MAIN+S/STONES, fischer:MAIN+S.
    #[arg(long, value_name = "CLOCK")]
    clock: Option<TimeControl>,
    /// Seconds by which a limit may be exceeded without loss [default: 0.5].
    #[arg(long, value_name = "S")]
    margin: Option<f64>,
    /// Seconds that a command may take that no clock bounds [default: 60].
    #[arg(long, value_name = "S")]
    timeout: Option<f64>,
    /// Plies after which a game is drawn [default: four a point, 400 at least].
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,
    /// Random plies before the engines play [default: 2]; of games from files, at most so many plies.
    #[arg(long, value_name = "N")]
    opening_plies: Option<u32>,
    /// SGF files, or directories of them, that games start from, in turn.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    openings: Vec<PathBuf>,
    /// Blocked points, in games that have them.
    #[arg(long, value_name = "VERTEX", num_args = 1.., value_delimiter = ',')]
    block: Vec<String>,
    /// End the match by a sequential test: elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic|normalized.
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// End games early where one side has led so long: lead=POINTS,plies=N (Stoical Go).
    #[arg(long, value_name = "RULE")]
    adjudicate: Option<String>,
    /// Play one part of the match: I/N.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Void games in a row that stop the match; 0: none do.
    #[arg(long, value_name = "N", default_value = "2")]
    max_voids: u32,
    /// Play nothing: report on result files or directories.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engine", "config", "resume"])]
    report: Vec<PathBuf>,
    /// Where the report's page goes [default: report.html in the --out directory, or beside the first file].
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Options that other subcommands have as well.
#[derive(Clone, Debug, Default)]
pub struct SharedArgs {
    /// `--game`.
    pub game: Option<String>,
    /// `--size`.
    pub size: Option<String>,
    /// `--rule`, each `NAME=VALUE`.
    pub rules: Vec<String>,
    /// `--komi`.
    pub komi: Option<f64>,
    /// `--seed`.
    pub seed: Option<u64>,
    /// `--visits`.
    pub visits: Option<u64>,
    /// `--seconds`.
    pub seconds: Option<f64>,
}

/// Plays or reports. True: all that was asked for is done; false: the match stopped before its end.
///
/// # Errors
/// In one line, why it can't be done.
pub fn run(args: &MatchArgs, shared: &SharedArgs) -> Result<bool, String> {
    if !args.report.is_empty() {
        return report(args).map(|()| true);
    }
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("match"));
    let config = config(args, shared, &out)?;
    let options = RunOptions {
        out: out.clone(),
        resume: args.resume,
        concurrency: usize::from(args.concurrency),
        shard: args.shard.unwrap_or(Shard::ALL),
        max_voids: args.max_voids,
    };
    let interrupt = on_interrupt();
    let outcome = runner::run(&config, &options, &interrupt).map_err(|error| error.to_string())?;
    let page = args.html.clone().unwrap_or_else(|| out.join("report.html"));
    print_report(&outcome.records, config.sprt.as_ref(), &title(&config), &page)?;
    let played = outcome.records.len();
    Ok(match outcome.stop {
        StopReason::Finished => true,
        StopReason::Decided(verdict) => {
            println!("the test is decided after {played} games: {}", table::verdict_text(verdict));
            true
        }
        StopReason::Voids => {
            eprintln!(
                "quintet: {} void games in a row: stopped after {played} of {} games",
                args.max_voids, outcome.total
            );
            false
        }
        StopReason::Interrupted => {
            eprintln!("quintet: interrupted after {played} of {} games; --resume goes on", outcome.total);
            false
        }
    })
}

/// A flag that Ctrl-C raises; a second one ends the program at once.
pub fn on_interrupt() -> Arc<AtomicBool> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&interrupt);
    let handled = ctrlc::set_handler(move || {
        if handler.swap(true, Ordering::Relaxed) {
            // Asked twice: the games in progress are not worth more patience.
            std::process::exit(130);
        }
    });
    if let Err(error) = handled {
        log::warn!("an interruption will end the games roughly: {error}");
    }
    interrupt
}

/// The match that file and options describe; with `--resume` and neither, the one that was kept.
fn config(args: &MatchArgs, shared: &SharedArgs, out: &Path) -> Result<MatchConfig, String> {
    let kept = if args.resume { Store::kept_config(out).map_err(|error| error.to_string())? } else { None };
    let mut seeded = false;
    let mut config: MatchConfig = match (&args.config, &kept) {
        (Some(path), _) => {
            let error = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
            let text = std::fs::read_to_string(path).map_err(|e| error(&e))?;
            let table: toml::Table = text.parse().map_err(|e| error(&e))?;
            seeded = table.contains_key("seed");
            table.try_into().map_err(|e| error(&e))?
        }
        (None, Some(kept)) if args.engine.is_empty() => kept.clone(),
        _ => MatchConfig::default(),
    };
    if !args.engine.is_empty() {
        config.engines = Vec::new();
        for text in &args.engine {
            config.engines.push(Entrant::parse(text).map_err(|error| error.to_string())?);
        }
    }
    if let Some(game) = &shared.game {
        config.game.clone_from(game);
    }
    if let Some(size) = &shared.size {
        config.size = Some(size.clone());
    }
    for rule in &shared.rules {
        let (name, value) = setup_words::rule(rule).map_err(|error| error.to_string())?;
        config.rules.insert(name.to_owned(), value.to_owned());
    }
    set(&mut config.komi, shared.komi);
    set(&mut config.games, args.games);
    set(&mut config.format, args.format);
    set(&mut config.margin, args.margin);
    set(&mut config.timeout, args.timeout);
    config.visits = shared.visits.or(config.visits);
    config.max_moves = args.max_moves.or(config.max_moves);
    config.opening_plies = args.opening_plies.or(config.opening_plies);
    if !args.openings.is_empty() {
        config.openings.clone_from(&args.openings);
    }
    if !args.block.is_empty() {
        config.block.clone_from(&args.block);
    }
    let per_move = match shared.seconds {
        None => None,
        Some(seconds) => Some(format!("move:{seconds}").parse().map_err(|_| "--seconds takes a number above 0")?),
    };
    if per_move.is_some() && args.clock.is_some() {
        return Err("--seconds and --clock can't go together: --seconds S is --clock move:S".to_owned());
    }
    config.clock = args.clock.or(per_move).or(config.clock);
    if let Some(sprt) = &args.sprt {
        config.sprt = Some(sprt.parse::<Sprt>().map_err(|error| error.to_string())?);
    }
    if let Some(rule) = &args.adjudicate {
        config.adjudicate = Some(adjudication(rule).ok_or("--adjudicate takes lead=POINTS,plies=N")?);
    }
    match shared.seed {
        Some(seed) => config.seed = seed,
        None if seeded => {}
        // The seed was drawn when the match began.
        None if kept.is_some() => config.seed = kept.map_or(0, |kept| kept.seed),
        None if args.shard.is_some_and(|shard| shard.count > 1) => {
            return Err("shards need the same --seed".to_owned());
        }
        // Kept in 53 bits, which every JSON reader holds.
        None => config.seed = rand::random::<u64>() >> 11,
    }
    Ok(config)
}

fn set<T: Copy>(value: &mut T, option: Option<T>) {
    *value = option.unwrap_or(*value);
}

fn adjudication(text: &str) -> Option<Adjudication> {
    let (mut lead, mut plies) = (None, None);
    for part in text.split(',') {
        match part.split_once('=')? {
            ("lead", value) => lead = value.parse().ok(),
            ("plies", value) => plies = value.parse().ok(),
            _ => return None,
        }
    }
    Some(Adjudication { lead: lead?, plies: plies? })
}

fn title(config: &MatchConfig) -> String {
    let names: Vec<_> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
    names.join(" – ")
}

fn print_report(records: &[GameRecord], sprt: Option<&Sprt>, title: &str, page: &Path) -> Result<(), String> {
    print!("{}", table::text(&Standings::of(records), sprt));
    let html = html::page(title, records, sprt);
    let written = results::write_whole(page, html.as_bytes());
    written.map_err(|error| format!("cannot write the report {}: {error}", page.display()))?;
    eprintln!("quintet: report in {}", page.display());
    Ok(())
}

/// Merges result files; a game that is in several counts once.
fn report(args: &MatchArgs) -> Result<(), String> {
    let mut records: Vec<GameRecord> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut sprt = None;
    for path in &args.report {
        let file = if path.is_dir() { Store::games_file(path) } else { path.clone() };
        let read = results::read(&file).map_err(|error| error.to_string())?;
        if read.torn {
            eprintln!("quintet: {}: the last line was not written to its end and is passed over", file.display());
        }
        let mut twice = 0;
        for record in read.records {
            if seen.insert((record.fingerprint.clone(), record.number)) {
                records.push(record);
            } else {
                twice += 1;
            }
        }
        if twice > 0 {
            eprintln!("quintet: {}: {twice} games were in an earlier file and count once", file.display());
        }
        if let Some(config) = file.parent().and_then(|directory| Store::kept_config(directory).ok().flatten()) {
            sprt = sprt.or(config.sprt);
        }
    }
    if let Some(text) = &args.sprt {
        sprt = Some(text.parse::<Sprt>().map_err(|error| error.to_string())?);
    }
    records.sort_by(|a, b| (&a.fingerprint, a.number).cmp(&(&b.fingerprint, b.number)));
    let beside = match (&args.out, &args.report[0]) {
        (Some(out), _) => out.join("report.html"),
        (None, first) if first.is_dir() => first.join("report.html"),
        (None, first) => first.with_file_name("report.html"),
    };
    let page = args.html.clone().unwrap_or(beside);
    let names: Vec<_> = Standings::of(&records).engines().iter().map(|engine| engine.name.clone()).collect();
    print_report(&records, sprt.as_ref(), &names.join(" – "), &page)
}
