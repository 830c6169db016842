//! `quintet check`: whether a GTP engine holds what the standard says.

pub(crate) mod bench;
pub(crate) mod probes;
pub(crate) mod table;
pub(crate) mod unit;
pub(crate) mod wire;

use std::io::Write as _;
use std::time::Duration;

use self::bench::Bench;
use self::unit::Compliance;
use crate::driver::process::read_limit;

/// Nothing is broken.
pub const HOLDS: u8 = 0;
/// Something is broken.
pub const BROKEN: u8 = 1;
/// The engine could not be run, or speaks no GTP.
pub const COULD_NOT_RUN: u8 = 2;

/// What `--help` ends with.
pub const AFTER_HELP: &str =
    "Exit status: 0 if nothing is broken, 1 if something is, 2 if the engine could not be run.";

/// The options of `quintet check`.
#[derive(clap::Args, Clone, Debug)]
pub struct CheckArgs {
    /// Longest time for an answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = read_limit)]
    pub timeout: f64,
    /// Only the checks whose name contains this; may be given several times
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Write a Markdown table
    #[arg(long)]
    pub markdown: bool,
    /// Tell what the checks are, and run nothing
    #[arg(long)]
    pub list: bool,
    /// The engine: a program and its arguments
    #[arg(last = true, required_unless_present = "list", value_name = "COMMAND")]
    pub engine: Vec<String>,
}

/// Runs `quintet check` and returns its exit status. The table goes to stdout, complaints to stderr.
pub fn run(args: &CheckArgs) -> u8 {
    let wanted = |name: &str| args.only.is_empty() || args.only.iter().any(|part| name.contains(part.as_str()));
    let checks: Vec<_> = probes::all().filter(|check| wanted(check.name)).collect();
    if checks.is_empty() {
        eprintln!("quintet check: no check is called so; --list tells their names");
        return COULD_NOT_RUN;
    }
    if args.list {
        for check in checks {
            print(&format!("{}: {} ({})", check.name, check.says, check.source));
        }
        return HOLDS;
    }
    let mut bench = match Bench::new(args.engine.clone(), Duration::from_secs_f64(args.timeout)) {
        Ok(bench) => bench,
        Err(error) => {
            eprintln!("quintet check: the engine cannot be checked: {error}");
            return COULD_NOT_RUN;
        }
    };
    let mut outcomes = Vec::new();
    for check in checks {
        let outcome = check.run(&mut bench);
        if !args.markdown {
            print(&table::line(&outcome));
        }
        outcomes.push(outcome);
    }
    if args.markdown {
        print(&table::markdown(&outcomes));
    } else {
        for outcome in outcomes.iter().filter(|outcome| outcome.verdict == Compliance::Broken) {
            print(&format!("\n{}", table::details(outcome).trim_end()));
        }
        print("");
    }
    print(&table::summary(&outcomes));
    if table::count(&outcomes, Compliance::Broken) == 0 { HOLDS } else { BROKEN }
}

/// A closed stdout is no reason to stop: the exit status still tells.
fn print(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
