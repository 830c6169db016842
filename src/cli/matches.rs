//! `quintet match`: matches between GTP engines, and reports on them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use quintet_arena::driver::engine_config::EngineConfig;
use quintet_arena::driver::referee::Adjudication;
use quintet_arena::matches::config::{Format, MatchConfig};
use quintet_arena::matches::game_index::{GameIndex, Skipped};
use quintet_arena::matches::report::html::ReportError;
use quintet_arena::matches::report::standings_table::verdict_text;
use quintet_arena::matches::report::{html, text};
use quintet_arena::matches::results::Store;
use quintet_arena::matches::runner::{self, RunOptions, StopReason};
use quintet_arena::matches::schedule::Shard;
use quintet_arena::matches::stats::sprt::Sprt;
use quintet_core::time_control::TimeControl;
use quintet_record::setup_words;
use quintet_system::input_file;

use super::opening_judge::SearchJudge;
use super::option_values::{engine_text, whole};
use super::options::{BoardArgs, KomiArg, LogArg, SecondsArg, SeedArg, VisitsArg, check_komi};
use super::output::{print_message, print_result, write_result};
use super::progress::Progress;
use super::{Exit, Outcome, exit, interrupt};

/// The options of `quintet match`, besides the shared ones.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// An engine, given at least twice: name=NAME,cmd=COMMAND LINE; before cmd optionally visits=N,
    /// clock=CLOCK, moves=coded, send=GTP COMMAND, restart=true.
    #[arg(long, value_name = "DESCRIPTION", value_parser = engine_text())]
    engine: Vec<String>,
    /// TOML file with these options; the command line overrides it.
    #[arg(long, value_name = "FILE.toml")]
    config: Option<PathBuf>,
    /// Directory for results, game records and report [default: match].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Resume the match in the --out directory.
    #[arg(long)]
    resume: bool,
    /// Games for each pair of engines [default: 100].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    games: Option<u64>,
    /// Pairings: every engine plays every other, or the first plays all others [default:
    /// round-robin].
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<FormatArg>,
    /// Games played at the same time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u16>(1, u64::from(u16::MAX)))]
    concurrency: u16,
    /// Clock of each player, in seconds: move:S, absolute:MAIN, byoyomi:MAIN+PERIODSxS,
    /// canadian:MAIN+S/STONES or fischer:MAIN+S.
    #[arg(long, value_name = "CLOCK")]
    clock: Option<TimeControl>,
    /// Seconds by which a player may exceed its time without losing [default: 0.5].
    #[arg(long, value_name = "S")]
    margin: Option<f64>,
    /// Maximum seconds for a command without a clock [default: 60].
    #[arg(long, value_name = "S")]
    timeout: Option<f64>,
    /// Plies after which a game is a draw [default: four per point, at least 400].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(1, u64::from(u32::MAX)))]
    max_moves: Option<u32>,
    /// Random plies at the start of each game; with --openings, the maximum number of plies taken
    /// from a file [default: 2; with --openings, all].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(0, u64::from(u32::MAX)))]
    opening_plies: Option<u32>,
    /// SGF files, or directories of them, to start games from, in turn; or balanced, for random plies
    /// after which a search gives both sides equal chances.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    openings: Vec<PathBuf>,
    /// Blocked points, in games that allow them.
    #[arg(long, value_name = "VERTEX", num_args = 1.., value_delimiter = ',')]
    block: Vec<String>,
    /// Stop the match by a sequential probability ratio test (SPRT), for example
    /// elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic; the other model is normalized.
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Stop the match once the 95 % interval of the Elo difference, or of every rating, is at most
    /// ± ELO.
    #[arg(long, value_name = "ELO", conflicts_with = "sprt")]
    until_error: Option<f64>,
    /// End a game once one side has led by POINTS for N plies: lead=POINTS,plies=N (Stoical Go).
    #[arg(long, value_name = "RULE")]
    adjudicate: Option<String>,
    /// Record the visits of the moves in each search, for quintet learn --from-searches.
    #[arg(long)]
    record_searches: bool,
    /// Print no line per game, and no progress bar.
    #[arg(long, short)]
    quiet: bool,
    /// Play only the I-th of N parts of the match: I/N.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Number of void games in a row that stops the match; 0: never.
    #[arg(long, value_name = "N", default_value = "2", value_parser = whole::<u32>(0, u64::from(u32::MAX)))]
    max_voids: u32,
    /// Play no games; report on these result files or directories.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "engine", "config", "resume", "games", "format", "concurrency", "clock", "margin", "timeout", "max_moves",
        "opening_plies", "openings", "block", "until_error", "adjudicate", "record_searches", "quiet", "shard", "max_voids",
    ])]
    report: Vec<PathBuf>,
    /// File for the HTML report [default: report.html in the --out directory, or next to the first
    /// file of --report].
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    games_args: GamesArgs,
    #[command(flatten)]
    _log: LogArg,
}

/// The options of matches and of self-play.
#[derive(Args, Debug)]
pub struct GamesArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub komi: KomiArg,
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub visits: VisitsArg,
    #[command(flatten)]
    pub seconds: SecondsArg,
}

/// The pairings, as an option.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// Every engine plays every other.
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Format {
        match format {
            FormatArg::RoundRobin => Format::RoundRobin,
            FormatArg::Gauntlet => Format::Gauntlet,
        }
    }
}

impl GamesArgs {
    /// Returns the time control of `--seconds`.
    pub fn time_per_move(&self) -> anyhow::Result<Option<TimeControl>> {
        let Some(seconds) = self.seconds.seconds else { return Ok(None) };
        let control = format!("move:{seconds}").parse().map_err(|_| anyhow!("--seconds takes a number above 0"))?;
        Ok(Some(control))
    }
}

/// Plays a match or reports on one. Fails if the match stopped before its end.
pub fn run(args: &MatchArgs) -> Outcome {
    if !args.report.is_empty() {
        return report(args);
    }
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("match"));
    let config = config(args, &out)?;
    let run_options = RunOptions {
        out: out.clone(),
        resume: args.resume,
        concurrency: usize::from(args.concurrency),
        shard: args.shard.unwrap_or(Shard::ALL),
        max_voids: args.max_voids,
        judge: Some(&SearchJudge),
    };
    let outcome = match runner::run(&config, &run_options, &interrupt::flag(), &mut Progress::new(args.quiet)) {
        Err(error) if error.is_unwritten() => return Ok(exit(Err(error.into()))),
        outcome => outcome?,
    };
    let page = args.html.clone().unwrap_or_else(|| out.join("report.html"));
    let names: Vec<_> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
    let index = GameIndex::of_match(&out, &config)?;
    let reported = print_report(&index, config.sprt.as_ref(), &names.join(" – "), &page)?;
    let (played, total) = (outcome.played, outcome.total);
    match outcome.stop {
        StopReason::Finished => return Ok(reported),
        StopReason::Decided(verdict) => {
            print_result(format!("the test is decided after {played} games: {}", verdict_text(verdict)));
            return Ok(reported);
        }
        StopReason::Narrow => {
            print_result(format!("the interval is narrow enough after {played} games"));
            return Ok(Exit::Success);
        }
        StopReason::Voids => {
            let voids = args.max_voids;
            print_message(format!("quintet: {voids} void games in a row: stopped after {played} of {total} games"));
        }
        StopReason::Interrupted => {
            print_message(format!("quintet: interrupted after {played} of {total} games; continue with --resume"));
        }
    }
    Ok(Exit::Failure)
}

/// Returns the configuration of the match: that of the resumed match or of a file, overridden by
/// options.
fn config(args: &MatchArgs, out: &Path) -> anyhow::Result<MatchConfig> {
    let kept = if args.resume { Store::kept_config(out)? } else { None };
    if args.resume && kept.is_none() && args.engine.is_empty() && args.config.is_none() {
        bail!("--resume: there is no match in {} (--out names its directory)", out.display());
    }
    let mut has_seed = false;
    let mut config: MatchConfig = match (&args.config, &kept) {
        (Some(path), _) => {
            let table = read_toml(path)?;
            has_seed = table.contains_key("seed");
            table.try_into().map_err(|error| anyhow!("cannot read {}: {error}", path.display()))?
        }
        (None, Some(kept)) if args.engine.is_empty() => kept.clone(),
        _ => MatchConfig::default(),
    };
    override_config(&mut config, args)?;
    match args.games_args.seed.seed {
        Some(seed) => config.seed = seed,
        None if has_seed => {}
        // The seed was drawn when the match began.
        None if kept.is_some() => config.seed = kept.map_or(0, |kept| kept.seed),
        None if args.shard.is_some_and(|shard| shard.count > 1) => bail!("shards need the same --seed"),
        // In 53 bits, which every JSON reader keeps.
        None => config.seed = rand::random::<u64>() >> 11,
    }
    Ok(config)
}

fn read_toml(path: &Path) -> anyhow::Result<toml::Table> {
    let error = |error: &dyn std::fmt::Display| anyhow!("cannot read {}: {error}", path.display());
    let text = input_file::read_to_string(path).map_err(|e| error(&e))?;
    text.parse().map_err(|e| error(&e))
}

/// Overrides a configuration by the options that were given.
fn override_config(config: &mut MatchConfig, args: &MatchArgs) -> anyhow::Result<()> {
    let GamesArgs { board, komi: KomiArg { komi }, visits, .. } = &args.games_args;
    if !args.engine.is_empty() {
        config.engines = args.engine.iter().map(|text| EngineConfig::parse(text)).collect::<Result<_, _>>()?;
    }
    set(&mut config.game, board.name.game.clone());
    config.size = board.size.clone().or(config.size.take());
    for rule in &board.rule {
        let (name, value) = setup_words::rule(rule)?;
        config.rules.insert(name.to_owned(), value.to_owned());
    }
    set(&mut config.komi, *komi);
    set(&mut config.games, args.games);
    set(&mut config.format, args.format.map(Format::from));
    set(&mut config.margin, args.margin);
    set(&mut config.timeout, args.timeout);
    if let Ok(setup) = config.setup() {
        let is_given = komi.is_some() || config.komi != 0.0;
        check_komi(setup.info(), is_given.then_some(config.komi))?;
    }
    config.visits = visits.visits.or(config.visits);
    config.max_moves = args.max_moves.or(config.max_moves);
    config.opening_plies = args.opening_plies.or(config.opening_plies);
    if !args.openings.is_empty() {
        config.openings.clone_from(&args.openings);
    }
    if !args.block.is_empty() {
        config.block.clone_from(&args.block);
    }
    let per_move = args.games_args.time_per_move()?;
    if per_move.is_some() && args.clock.is_some() {
        bail!("--seconds and --clock exclude each other: --seconds S means --clock move:S");
    }
    config.clock = args.clock.or(per_move).or(config.clock);
    if let Some(sprt) = &args.sprt {
        config.sprt = Some(sprt.parse()?);
    }
    config.until_error = args.until_error.or(config.until_error);
    if let Some(rule) = &args.adjudicate {
        config.adjudicate = Some(adjudication(rule).context("--adjudicate takes lead=POINTS,plies=N")?);
    }
    config.record_searches |= args.record_searches;
    Ok(())
}

fn set<T>(value: &mut T, option: Option<T>) {
    if let Some(option) = option {
        *value = option;
    }
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

/// Prints a report, and writes it as a page. Fails if the page cannot be written.
fn print_report(index: &GameIndex, sprt: Option<&Sprt>, title: &str, page: &Path) -> Outcome {
    write_result(text::report(index.standings(), sprt).as_bytes());
    match html::write(page, title, index, sprt) {
        Err(error @ ReportError::Write(..)) => return Ok(exit(Err(error.into()))),
        written => written?,
    }
    print_message(format!("quintet: report in {}", page.display()));
    Ok(Exit::Success)
}

/// Reports on merged result files; a game in several files counts once.
fn report(args: &MatchArgs) -> Outcome {
    let file = |path: &PathBuf| if path.is_dir() { Store::games_file(path) } else { path.clone() };
    let files: Vec<PathBuf> = args.report.iter().map(file).collect();
    let (index, all_skipped) = GameIndex::of(&files)?;
    let mut sprt: Option<Sprt> = None;
    for (path, Skipped { torn, duplicates }) in files.iter().zip(all_skipped) {
        let file = path.display();
        if torn {
            print_message(format!("quintet: {file}: the last line is incomplete and was skipped"));
        }
        if duplicates > 0 {
            print_message(format!("quintet: {file}: {duplicates} games are also in an earlier file and count once"));
        }
        if let Some(config) = path.parent().and_then(|directory| Store::kept_config(directory).ok().flatten()) {
            sprt = sprt.or(config.sprt);
        }
    }
    if let Some(text) = &args.sprt {
        sprt = Some(text.parse()?);
    }
    let default_page = match (&args.out, &args.report[0]) {
        (Some(out), _) => out.join("report.html"),
        (None, first) if first.is_dir() => first.join("report.html"),
        (None, first) => first.with_file_name("report.html"),
    };
    let page = args.html.clone().unwrap_or(default_page);
    let names: Vec<&str> = index.standings().engines().iter().map(|engine| engine.name.as_str()).collect();
    print_report(&index, sprt.as_ref(), &names.join(" – "), &page)
}
