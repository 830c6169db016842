//! `quintet study`: self-play over a grid of boards and rules, and a report on what it shows.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
#[cfg(feature = "progress")]
use indicatif::ProgressBar;
use quintet_arena::matches::schedule::Shard;
use quintet_record::setup_words;
use quintet_study::{
    GameTrace, GridCell, Strength, StudyConfig, StudyError, StudyObserver, StudyOpenings, StudyOptions, StudyOutcome,
    page,
};
use quintet_system::atomic_file;

use super::opening_judge::SearchJudge;
use super::option_values::whole;
use super::options::{GameArg, LevelArg, LogArg, SecondsArg, SeedArg, VisitsArg, WeightsArg};
use super::output::{print_message, write_result};
use super::{Exit, Outcome, exit, interrupt};

/// The visits per move without another limit.
const VISITS: u64 = 200;

/// The options of `quintet study`.
#[derive(Args, Debug)]
pub struct StudyArgs {
    #[command(flatten)]
    game: GameArg,
    /// Sizes of the board, separated by commas: N or WxH [default: the game's default size].
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    sizes: Vec<String>,
    /// A rule and its values, separated by commas, each of which is studied; can be given several
    /// times. Other rules have their default values.
    #[arg(long = "rule", value_name = "NAME=VALUES")]
    rules: Vec<String>,
    /// Games on each board.
    #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true, value_parser = whole::<u64>(0, 1_000_000_000))]
    games: u64,
    #[command(flatten)]
    level: LevelArg,
    #[command(flatten)]
    visits: VisitsArg,
    #[command(flatten)]
    seconds: SecondsArg,
    /// Measure the depth of the game: how often the thinking per move is doubled, each time with
    /// --games games against half of it.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u32>(0, u64::from(u32::MAX)))]
    doublings: u32,
    /// Openings: random plies, or those after which a search gives both sides about the same chances.
    #[arg(long, value_enum, value_name = "KIND", default_value = "random")]
    openings: OpeningsArg,
    /// Random plies at the start of each game [default: 2; with balanced openings 4; where the second
    /// player may swap, 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(0, u64::from(u32::MAX)))]
    opening_plies: Option<u32>,
    /// Games played at the same time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u16>(1, u64::from(u16::MAX)))]
    concurrency: u16,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    weights: WeightsArg,
    /// Play only the I-th of N parts of the games, each in an --out of its own; give all parts the
    /// same --seed. --merge puts them together.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Put the parts in these directories, all shards of a study, together into --out, and report on
    /// them.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = [
        "game", "sizes", "rules", "games", "level", "visits", "seconds", "doublings", "openings", "opening_plies",
        "concurrency", "seed", "weights", "shard", "resume", "quiet",
    ])]
    merge: Vec<PathBuf>,
    /// Directory for games and reports.
    #[arg(long, value_name = "DIR", default_value = "study")]
    out: PathBuf,
    /// Resume the study in the --out directory; it has the same options.
    #[arg(long)]
    resume: bool,
    /// Print no progress.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    _log: LogArg,
}

/// The openings, as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum OpeningsArg {
    /// Random plies.
    Random,
    /// Random plies after which a search gives both sides about the same chances.
    Balanced,
}

/// Runs a study and reports on it. Fails if it was interrupted.
pub fn run(args: &StudyArgs) -> Outcome {
    if !args.merge.is_empty() {
        return finish(args, quintet_study::merge(&args.merge, &args.out));
    }
    let knowledge = args.weights.knowledge()?;
    let config = config(args)?;
    let options = StudyOptions {
        out: &args.out,
        resume: args.resume,
        concurrency: usize::from(args.concurrency),
        judge: &SearchJudge,
        knowledge: &knowledge,
    };
    finish(args, quintet_study::run(&config, &options, &interrupt::flag(), &mut Progress::new(args.quiet)))
}

/// Prints and writes the reports on a study.
fn finish(args: &StudyArgs, outcome: Result<StudyOutcome, StudyError>) -> Outcome {
    let outcome = match outcome {
        Err(error) if error.is_unwritten() => return Ok(exit(Err(error.into()))),
        outcome => outcome?,
    };
    write_result(outcome.report.text().as_bytes());
    if let Err(error) = write_reports(args, &outcome) {
        return Ok(exit(Err(error)));
    }
    let (played, total) = (outcome.played, outcome.total);
    print_message(format!("quintet: report in {}", args.out.join("report.html").display()));
    if played < total {
        print_message(format!("quintet: interrupted after {played} of {total} games; continue with --resume"));
        return Ok(Exit::Failure);
    }
    Ok(Exit::Success)
}

/// Returns the configuration of the study.
fn config(args: &StudyArgs) -> anyhow::Result<StudyConfig> {
    let strength = match (args.level.level, args.visits.visits, args.seconds.seconds) {
        (Some(level), None, None) => Strength::Level(level),
        (None, visits, None) => Strength::Visits(visits.unwrap_or(VISITS)),
        (None, None, Some(seconds)) => Strength::Seconds(seconds),
        _ => bail!("--level, --visits and --seconds exclude each other: give one of them"),
    };
    let mut rules = BTreeMap::new();
    for rule in &args.rules {
        let (name, values) = setup_words::rule(rule)?;
        let values = values.split(',').map(str::to_owned).collect();
        if rules.insert(name.to_owned(), values).is_some() {
            bail!("--rule {name} is given twice: separate its values by commas");
        }
    }
    if args.shard.is_some_and(|shard| shard != Shard::ALL) && args.seed.seed.is_none() && !args.resume {
        bail!("shards need the same --seed");
    }
    let kept = if args.resume { kept_seed(args)? } else { None };
    // In 53 bits, which every JSON reader keeps.
    let seed = args.seed.seed.or(kept).unwrap_or_else(|| rand::random::<u64>() >> 11);
    let openings = match args.openings {
        OpeningsArg::Random => StudyOpenings::Random,
        OpeningsArg::Balanced => StudyOpenings::Balanced,
    };
    Ok(StudyConfig {
        game: args.game.game.clone(),
        sizes: args.sizes.clone(),
        rules,
        games: args.games,
        strength,
        doublings: args.doublings,
        openings,
        opening_plies: args.opening_plies,
        seed,
        shard: args.shard.filter(|&shard| shard != Shard::ALL).map(|Shard { index, count }| format!("{index}/{count}")),
    })
}

/// Returns the seed that was drawn when the study began.
fn kept_seed(args: &StudyArgs) -> anyhow::Result<Option<u64>> {
    Ok(quintet_study::kept_config(&args.out)?.map(|config| config.seed))
}

fn write_reports(args: &StudyArgs, outcome: &StudyOutcome) -> anyhow::Result<()> {
    let files = [("report.html", page(&outcome.report)?), ("report.json", outcome.report.json())];
    fs::create_dir_all(&args.out).with_context(|| format!("cannot write {}", args.out.display()))?;
    for (name, text) in files {
        let path = args.out.join(name);
        atomic_file::write(&path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The progress of a study on stderr: a bar on a terminal that can redraw it, otherwise a line for
/// each game.
struct Progress {
    is_quiet: bool,
    done: u64,
    total: u64,
    #[cfg(feature = "progress")]
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(is_quiet: bool) -> Progress {
        Progress {
            is_quiet,
            done: 0,
            total: 0,
            #[cfg(feature = "progress")]
            bar: None,
        }
    }
}

impl StudyObserver for Progress {
    fn started(&mut self, total: u64, done: u64) {
        (self.total, self.done) = (total, done);
        #[cfg(feature = "progress")]
        {
            let shows = !self.is_quiet && super::output::can_redraw();
            self.bar = shows.then(|| super::progress::bar(total as usize, done as usize));
        }
    }

    fn game_over(&mut self, trace: &GameTrace, cell: &GridCell) {
        self.done += 1;
        if self.is_quiet {
            return;
        }
        #[cfg(feature = "progress")]
        if let Some(bar) = &self.bar {
            bar.inc(1);
            bar.set_message(cell.title());
            return;
        }
        let (plies, ending) = (trace.moves.len(), &trace.ending);
        print_message(format!("[{}/{}] {}: {plies} plies, {ending}", self.done, self.total, cell.title()));
    }

    fn ended(&mut self) {
        #[cfg(feature = "progress")]
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
