//! The program without a subcommand: a GTP session on standard input and output.

use std::io::IsTerminal as _;

use anyhow::anyhow;
use clap::Args;
use quintet_core::time_control::seconds;
use quintet_engine::DEFAULT_LAG;
use quintet_gtp::{Options, Session, Style};

use super::Outcome;
use super::option_values;
use super::options::{EngineArgs, EngineOptions, LevelArg};
use super::output::{exit_of_output, print_message};

/// The options of the program without a subcommand.
#[derive(Args, Debug)]
pub struct GtpArgs {
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    level: LevelArg,
    /// Notation of moves in GTP: words, coded (one vertex per move), apart (coded, with the cells
    /// of a hexagon or ring apart) or gogui (cells to click on) [default: words].
    #[arg(long, value_name = "STYLE")]
    moves: Option<Style>,
    /// Seconds of each move's clock time reserved for delays of the connection [default: 0.05].
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = option_values::seconds)]
    lag: Option<f64>,
    /// Win rate, from 0 to 1, below which the engine resigns; 0: never [default: 0].
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, value_parser = option_values::part::<f64>)]
    resign: Option<f64>,
    /// Think in the opponent's time: true or false [default: false].
    #[arg(long, value_name = "BOOL")]
    ponder: Option<bool>,
    /// gtp, for clients of GNU Go: showboard prints the board alone, as GNU Go does.
    #[arg(long, value_name = "MODE", ignore_case = true, value_parser = ["gtp"])]
    mode: Option<String>,
    /// Print no greeting if standard input is a terminal.
    #[arg(long)]
    quiet: bool,
    /// Print each move's win rate, visits and variation to stderr, for bridges to Go servers.
    #[arg(long)]
    bridge_lines: bool,
}

/// The options of `quintet ugi`.
#[derive(Args, Debug)]
pub struct UgiArgs {
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    level: LevelArg,
    /// Seconds of each move's clock time reserved for delays of the connection [default: 0.05].
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = option_values::seconds)]
    lag: Option<f64>,
}

/// Speaks UGI on standard input and output.
pub fn run_ugi(args: &UgiArgs) -> Outcome {
    let knowledge = args.engine.knowledge()?;
    let setup = args.engine.setup.setup()?;
    let EngineOptions { settings, level, visits, time, draws_seed, .. } = args.engine.search.options(&args.level)?;
    let lag = args.lag.and_then(seconds).unwrap_or(DEFAULT_LAG);
    let options =
        Options { settings, knowledge, level, visits, time, draws_seeds: draws_seed, lag, ..Options::new(setup) };
    let mut session = Session::new(options).map_err(|error| anyhow!("{}", error.message()))?;
    Ok(exit_of_output(quintet_gtp::serve_ugi(&mut session, std::io::stdin(), std::io::stdout()), "answers"))
}

/// Speaks GTP on standard input and output.
pub fn run(args: &GtpArgs) -> Outcome {
    let knowledge = args.engine.knowledge()?;
    if std::io::stdin().is_terminal() && !args.quiet {
        let version = env!("CARGO_PKG_VERSION");
        print_message(format!(
            "quintet {version} reads GTP commands here (help lists them); play with quintet web or quintet play"
        ));
    }
    let setup = args.engine.setup.setup()?;
    let EngineOptions { mut settings, level, visits, time, draws_seed, .. } =
        args.engine.search.options(&args.level)?;
    settings.resign_below = args.resign.unwrap_or(settings.resign_below);
    settings.ponder = args.ponder.unwrap_or(settings.ponder);
    let style = args.moves.unwrap_or_default();
    // The coded notations have no swap, unless a rule asks for it.
    let setup = if args.engine.setup.board.rule.is_empty() { style.notation().adapted(setup) } else { setup };
    let session = Session::new(Options {
        style,
        settings,
        knowledge,
        level,
        visits,
        time,
        draws_seeds: draws_seed,
        bridge_lines: args.bridge_lines,
        plain_board: args.mode.is_some(),
        lag: args.lag.and_then(seconds).unwrap_or(DEFAULT_LAG),
        ..Options::new(setup)
    });
    let mut session = session.map_err(|error| anyhow!("{}", error.message()))?;
    Ok(exit_of_output(quintet_gtp::serve(&mut session, std::io::stdin(), std::io::stdout()), "answers"))
}
