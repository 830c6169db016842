//! `quintet check`: conformance checks of a GTP engine.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;
use quintet_arena::check::Compliance;
use quintet_arena::check::harness::Harness;
use quintet_arena::check::{all, table};

use super::Exit;
use super::option_values::time_limit;
use super::options::LogArg;
use super::output::{print_message, print_result};

/// The options of `quintet check`.
#[derive(Args, Clone, Debug)]
pub struct CheckArgs {
    /// Maximum seconds for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = time_limit)]
    timeout: f64,
    /// Run only checks whose name contains NAME; can be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Print a Markdown table
    #[arg(long)]
    markdown: bool,
    /// List the checks and run none
    #[arg(long, conflicts_with_all = ["timeout", "markdown", "engine"])]
    list: bool,
    /// The engine: a program and its arguments
    #[arg(last = true, required_unless_present = "list", value_name = "COMMAND")]
    engine: Vec<OsString>,
    #[command(flatten)]
    _log: LogArg,
}

/// Runs the checks. The table goes to stdout, errors to stderr.
pub fn run(args: &CheckArgs) -> Exit {
    let is_wanted = |name: &str| args.only.is_empty() || args.only.iter().any(|part| name.contains(part.as_str()));
    let checks: Vec<_> = all().filter(|check| is_wanted(check.name)).collect();
    if checks.is_empty() {
        print_message(format!("quintet check: no check matches --only {}; see --list", args.only.join(" --only ")));
        return Exit::Usage;
    }
    if args.list {
        for check in checks {
            print_result(format!("{}: {} ({})", check.name, check.says, check.source));
        }
        return Exit::Success;
    }
    let mut harness = match Harness::new(args.engine.clone(), Duration::from_secs_f64(args.timeout)) {
        Ok(harness) => harness,
        Err(error) => {
            print_message(format!("quintet check: the engine cannot be checked: {error}"));
            return Exit::Usage;
        }
    };
    let mut results = Vec::new();
    for check in checks {
        let result = check.run(&mut harness);
        if !args.markdown {
            print_result(table::line(&result));
        }
        results.push(result);
    }
    if args.markdown {
        print_result(table::markdown(&results));
    } else {
        for result in results.iter().filter(|result| result.verdict == Compliance::Broken) {
            print_result(format!("\n{}", table::details(result).trim_end()));
        }
        print_result("");
    }
    print_result(table::summary(&results));
    if table::count(&results, Compliance::Broken) == 0 { Exit::Success } else { Exit::Failure }
}
