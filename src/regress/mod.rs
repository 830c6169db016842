//! `quintet regress`: regression suites in the `.tst` format of GNU Go and GoGui, on any GTP engine.

pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod suite;

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use self::report::SuiteReport;
use self::run::{Event, SuiteOptions};
use self::suite::Suite;
use crate::driver::process::{read_limit, split_command};

/// Everything came out as expected.
pub const AS_EXPECTED: u8 = 0;
/// Something came out otherwise.
pub const NOT_AS_EXPECTED: u8 = 1;
/// A suite or the engine could not be run.
pub const COULD_NOT_RUN: u8 = 2;

/// What `--help` ends with.
pub const AFTER_HELP: &str = "Options of the game and of the engine (--game, --visits, ...) are handed to this program's own \
    engine.\nExit status: 0 if everything came out as expected, 1 if not, 2 if a suite or the engine could not be run.";

/// The options of `quintet regress`.
#[derive(clap::Args, Clone, Debug)]
pub struct RegressArgs {
    /// Suites to run, in this order; @FILE names a file that lists suites
    #[arg(required = true, value_name = "SUITE.tst")]
    pub suites: Vec<String>,
    /// Engine to test: a command line, split as a shell would [default: this program]
    #[arg(long, value_name = "COMMAND")]
    pub engine: Option<String>,
    /// How many suites to run at a time, each on an engine of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Longest time for one command, in seconds; then the engine is killed and started again
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = read_limit)]
    pub timeout: f64,
    /// Write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// GTP commands to send before each suite
    #[arg(long, value_name = "FILE")]
    pub gtpfile: Option<PathBuf>,
    /// Tell only what is not as expected
    #[arg(long, short)]
    pub quiet: bool,
    /// Show the traffic with the engine on stderr
    #[arg(long, short)]
    pub verbose: bool,
}

/// Runs `quintet regress` and returns its exit status. Results go to stdout, complaints to stderr. Where no other engine
/// is given, `own` are the arguments of ours.
pub fn run(args: &RegressArgs, own: &[String]) -> u8 {
    match run_suites(args, own) {
        Ok(status) => status,
        Err(message) => {
            eprintln!("quintet regress: {message}");
            COULD_NOT_RUN
        }
    }
}

fn run_suites(args: &RegressArgs, own: &[String]) -> Result<u8, String> {
    let suites = suite::read_all(&args.suites).map_err(|error| error.to_string())?;
    if suites.is_empty() {
        return Err("the lists name no suite".to_owned());
    }
    let options = options(args, own)?;
    let reports = run_all(&suites, &options, usize::from(args.jobs), &mut Printer::new(&suites, args.quiet));
    if reports.len() > 1 {
        print(&report::summary(&reports));
    }
    if let Some(path) = &args.junit {
        std::fs::write(path, report::junit(&reports))
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(if reports.iter().any(|report| report.stopped.is_some()) {
        COULD_NOT_RUN
    } else if reports.iter().all(SuiteReport::is_expected) {
        AS_EXPECTED
    } else {
        NOT_AS_EXPECTED
    })
}

fn options(args: &RegressArgs, own: &[String]) -> Result<SuiteOptions, String> {
    let engine = match &args.engine {
        Some(line) => split_command(line).map_err(|error| error.to_string())?,
        None => {
            let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
            [&[program.to_string_lossy().into_owned()], own].concat()
        }
    };
    let prelude = match &args.gtpfile {
        Some(path) => {
            let text = std::fs::read_to_string(path);
            let text = text.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            let commands = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
            commands.filter(|command| !command.is_empty()).map(str::to_owned).collect()
        }
        None => Vec::new(),
    };
    Ok(SuiteOptions { engine, timeout: Duration::from_secs_f64(args.timeout), prelude, verbose: args.verbose })
}

/// What a worker tells.
enum News {
    Event(Event),
    End(Box<SuiteReport>),
}

/// Runs the suites, `jobs` at a time, and returns their reports in the order of the suites.
fn run_all(suites: &[Suite], options: &SuiteOptions, jobs: usize, printer: &mut Printer) -> Vec<SuiteReport> {
    let next = AtomicUsize::new(0);
    let (sender, news) = mpsc::channel();
    let mut reports: Vec<Option<SuiteReport>> = suites.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for _ in 0..jobs.min(suites.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((index, suite)) = take(suites, next) {
                    let report = run_one(suite, options, |event| drop(sender.send((index, News::Event(event)))));
                    let _ = sender.send((index, News::End(Box::new(report))));
                }
            });
        }
        drop(sender);
        for (index, news) in news {
            match news {
                News::Event(event) => printer.event(index, &event),
                News::End(report) => {
                    printer.end(index, &report);
                    reports[index] = Some(*report);
                }
            }
        }
    });
    reports.into_iter().flatten().collect()
}

fn take<'a>(suites: &'a [Suite], next: &AtomicUsize) -> Option<(usize, &'a Suite)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    suites.get(index).map(|suite| (index, suite))
}

fn run_one(suite: &Suite, options: &SuiteOptions, tell: impl Fn(Event)) -> SuiteReport {
    let mut report = SuiteReport::new(&suite.name);
    let from = Instant::now();
    let result = run::run(suite, options, |event| {
        report.add(event.clone());
        tell(event);
    });
    report.stopped = result.err();
    report.time = from.elapsed();
    report
}

/// Prints the suites in their order: the first unfinished one as it runs, those behind it when its turn comes.
struct Printer {
    quiet: bool,
    /// What stands in front of each line of a suite.
    prefixes: Vec<String>,
    held: Vec<Vec<String>>,
    ended: Vec<bool>,
    /// The suite whose lines go out at once.
    current: usize,
}

impl Printer {
    fn new(suites: &[Suite], quiet: bool) -> Printer {
        let prefix = |suite: &Suite| if suites.len() > 1 { format!("{} ", suite.name) } else { String::new() };
        let prefixes = suites.iter().map(prefix).collect();
        Printer { quiet, prefixes, held: vec![Vec::new(); suites.len()], ended: vec![false; suites.len()], current: 0 }
    }

    fn event(&mut self, index: usize, event: &Event) {
        if let Some(line) = report::line(event, self.quiet) {
            self.line(index, &line);
        }
    }

    fn end(&mut self, index: usize, report: &SuiteReport) {
        if let Some(stopped) = &report.stopped {
            self.line(index, &stopped.to_string());
        }
        self.line(index, &report::summary([report]));
        self.ended[index] = true;
        while self.ended.get(self.current) == Some(&true) {
            self.current += 1;
            for line in self.held.get_mut(self.current).map(std::mem::take).unwrap_or_default() {
                print(&line);
            }
        }
    }

    fn line(&mut self, index: usize, line: &str) {
        let line = format!("{}{line}", self.prefixes[index]);
        if index == self.current {
            print(&line);
        } else {
            self.held[index].push(line);
        }
    }
}

/// A closed stdout is no reason to stop: the exit status still tells.
fn print(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
