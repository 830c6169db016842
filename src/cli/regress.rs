//! `quintet regress`: regression suites on a GTP engine.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{ArgMatches, Args};
use quintet_arena::driver::command_line;
use quintet_arena::regress::report::{SuiteReport, junit, summary};
use quintet_arena::regress::run::SuiteOptions;
use quintet_arena::regress::suite::Dialect;
use quintet_arena::regress::{run_all, suite};
use quintet_core::time::SystemTime;
use quintet_system::atomic_file;
use quintet_system::input_file;

use super::option_values::{engine_text, time_limit, whole};
use super::options::{CommonArgs, LevelArg, SEARCH, SETUP, SearchArgs, SetupArgs};
use super::output::{print_message, print_result};
use super::{Exit, Outcome, exit, parse};

/// The end of `--help`.
pub const AFTER_HELP: &str =
    "Options of the game and of the engine (--game, --visits, ...) are passed to this program's own engine.";

/// The options of `quintet regress`.
#[derive(Args, Clone, Debug)]
pub struct RegressArgs {
    /// Suites to run, in this order; @FILE is a file with a list of suites
    #[arg(required = true, value_name = "SUITE.tst")]
    suites: Vec<OsString>,
    /// Command line of the engine to test, split as in a shell [default: this program]
    #[arg(long, value_name = "COMMAND", value_parser = engine_text())]
    engine: Option<String>,
    /// Suites to run at the same time, each with an engine process of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1, 256))]
    jobs: u16,
    /// Maximum seconds for a command; then the engine is killed and restarted
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = time_limit)]
    timeout: f64,
    /// Write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// GTP commands to send before each suite
    #[arg(long, value_name = "FILE")]
    gtpfile: Option<PathBuf>,
    /// Read `#?` lines as GNU Go's regress.awk does: `[A|B|C]` is `^A|B|C$`
    #[arg(long)]
    gnugo: bool,
    /// Print only unexpected results
    #[arg(long, short)]
    quiet: bool,
    /// Print the traffic with the engine to stderr
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten)]
    _search: SearchArgs,
    #[command(flatten)]
    _level: LevelArg,
    #[command(flatten)]
    _common: CommonArgs,
}

/// Runs the suites. Results go to stdout, errors to stderr. `given` is the command line, of which the
/// program as an engine has a part.
pub fn run(args: &RegressArgs, given: &ArgMatches) -> Outcome {
    args.setup.setup()?;
    let own_args = parse::words(given, &[SETUP, SEARCH, &["level"]].concat());
    Ok(run_suites(args, &own_args).unwrap_or_else(|error| {
        print_message(format!("quintet regress: {error:#}"));
        Exit::Usage
    }))
}

fn run_suites(args: &RegressArgs, own_args: &[OsString]) -> anyhow::Result<Exit> {
    let dialect = if args.gnugo { Dialect::GnuGo } else { Dialect::Gogui };
    let suites = suite::read_all(&args.suites, dialect)?;
    if suites.is_empty() {
        bail!("the lists name no suite");
    }
    let options = options(args, own_args)?;
    // A folder that is missing is a usage error, found before hours of tests.
    if let Some(path) = &args.junit
        && let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::metadata(folder).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let reports = run_all(&suites, &options, usize::from(args.jobs), args.quiet, &mut |line| print_result(line));
    if reports.len() > 1 {
        print_result(summary(&reports));
    }
    let written = args.junit.as_ref().map_or(Ok(()), |path| {
        let written = atomic_file::write(path, junit(&reports).as_bytes());
        written.with_context(|| format!("cannot write {}", path.display()))
    });
    let written = exit(written);
    if let Some(empty) = reports.iter().find(|report| report.stopped.is_none() && report.tests.is_empty()) {
        bail!("{} has no tests", empty.name);
    }
    Ok(if reports.iter().any(|report| report.stopped.is_some()) {
        Exit::Usage
    } else if reports.iter().all(SuiteReport::is_expected) {
        written
    } else {
        Exit::Failure
    })
}

fn options(args: &RegressArgs, own_args: &[OsString]) -> anyhow::Result<SuiteOptions> {
    let engine = match &args.engine {
        Some(line) => command_line::split(line)?,
        None => {
            let program = std::env::current_exe().context("cannot find this program")?;
            [&[program.into_os_string()], own_args].concat()
        }
    };
    let prelude = match &args.gtpfile {
        Some(path) => {
            let text = input_file::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let commands = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
            commands.filter(|command| !command.is_empty()).map(str::to_owned).collect()
        }
        None => Vec::new(),
    };
    Ok(SuiteOptions {
        engine,
        timeout: Duration::from_secs_f64(args.timeout),
        prelude,
        verbose: args.verbose,
        time: Arc::new(SystemTime),
    })
}
