//! The command line: options, logging, subcommands, exit codes.

mod analysis;
mod bench;
#[cfg(feature = "web")]
mod browser;
mod check;
mod config_file;
mod game_source;
mod gtp;
mod interrupt;
mod learn;
mod man;
mod matches;
mod opening_judge;
mod option_values;
mod options;
mod output;
mod parse;
#[cfg(feature = "play")]
mod play;
mod progress;
mod puzzles;
mod regress;
mod solve;
mod study;
mod svg;
mod usage_error;
#[cfg(feature = "web")]
mod web;

use std::ffi::OsString;
use std::io::Write as _;
use std::mem::ManuallyDrop;
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Style};
use clap::{ArgMatches, Args, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use quintet_core::game::Game;
use quintet_core::setup::{GameInfo, Setup};
use quintet_games as games;

use option_values::whole;
use options::{BlockArg, BoardArgs, CommonArgs, KomiArg};
use output::{has_color, print_message, print_result, write_result};

/// The exit status of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// Success.
    Success = 0,
    /// A valid request failed.
    Failure = 1,
    /// Usage error or missing file.
    Usage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// The result of a command: the exit status, or a usage error.
type Outcome = anyhow::Result<Exit>;

/// The command line.
#[derive(Parser, Debug)]
#[command(name = "quintet", version, args_conflicts_with_subcommands = false)]
#[command(about = about(), long_about = long_about(), after_long_help = games_help())]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    gtp: gtp::GtpArgs,
    /// Colours in help, errors and log messages: auto, always or never; auto means on a terminal, unless
    /// NO_COLOR is set or TERM is dumb [default: auto].
    #[arg(id = "color", long = "color", value_name = "WHEN", global = true, hide_possible_values = true)]
    _color: Option<ColorChoice>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play against the engine in the terminal.
    #[cfg(feature = "play")]
    Play(Box<play::PlayArgs>),
    /// Serve a board for the browser: play, analyse, watch matches, learn the games.
    #[cfg(feature = "web")]
    Web(Box<web::WebArgs>),
    /// Play matches between GTP engines and report the results.
    Match(Box<matches::MatchArgs>),
    /// Study a game by self-play: measures with intervals over a grid of boards and rules.
    #[command(mut_arg("visits", |arg| arg.help("Simulations per move [default: 200, unless --level or --seconds is set]")))]
    #[command(mut_arg("seconds", |arg| arg.help("Maximum seconds per move")))]
    #[command(mut_arg("level", |arg| arg.help("Level of play, from 1 (weakest) to 12, instead of --visits and --seconds")))]
    Study(Box<study::StudyArgs>),
    /// Compute exact values, and write or verify tables of them.
    #[command(mut_arg("threads", |arg| arg.help("Threads [default: 1]")))]
    #[command(mut_arg("seconds", |arg| arg.help("Maximum seconds")))]
    Solve(Box<solve::SolveArgs>),
    /// Analyse positions in KataGo's JSON protocol, many at once.
    #[command(mut_arg("threads", |arg| arg.help("Positions searched at once [default: one per processor]")))]
    #[command(mut_arg("seconds", |arg| arg.help("Maximum seconds per position [default: 1, unless --visits is set]")))]
    Analysis(Box<analysis::AnalysisArgs>),
    /// Speak UGI, the protocol of the referee cutegames, on standard input and output.
    Ugi(Box<gtp::UgiArgs>),
    /// Draw a position as an SVG picture.
    #[command(mut_arg("seconds", |arg| arg.help("Maximum seconds of the search [default: 1, unless --visits is set]")))]
    Svg(Box<svg::SvgArgs>),
    /// Make puzzles: positions with one best move, proved by the solver.
    Puzzles(Box<puzzles::PuzzlesArgs>),
    /// Run regression suites (.tst files) on a GTP engine.
    #[command(after_help = regress::AFTER_HELP)]
    Regress(Box<regress::RegressArgs>),
    /// Test a GTP engine for conformance to the standard.
    Check(check::CheckArgs),
    /// Train move weights or a network by self-play, and test them in a match.
    #[command(mut_arg("seed", |arg| arg.help(SEED_ONE)))]
    #[command(mut_arg("visits", |arg| arg.help("Simulations per move [default: 500, unless --seconds is set]")))]
    #[command(mut_arg("seconds", |arg| arg.help("Maximum seconds per move")))]
    Learn(Box<learn::LearnArgs>),
    /// Tune search parameters by self-play, and test them in a match.
    #[command(mut_arg("seed", |arg| arg.help(SEED_ONE)))]
    Tune(Box<learn::TuneArgs>),
    /// Count the sequences of legal moves from the start of a game.
    Perft(PerftArgs),
    /// Measure speed, or take a fingerprint of behaviour.
    Bench(Box<bench::BenchArgs>),
    /// Print a script with shell completions.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print or write manual pages.
    Man(man::ManArgs),
    /// Print the version, as --version does.
    Version,
}

/// Help for `--seed` of learning, which is repeatable.
const SEED_ONE: &str = "Seed of all random choices [default: 1]";

/// Returns what the program is, in one sentence.
fn about() -> String {
    let titles: Vec<&str> = games::GAMES.iter().map(|info| info.title).collect();
    let (last, others) = titles.split_last().expect("there are games");
    format!("Abstract games behind one Go Text Protocol engine: {} and {last}", others.join(", "))
}

fn long_about() -> String {
    format!("{}.\n\nWithout a subcommand it speaks GTP on standard input and output.", about())
}

/// Returns a paragraph for each game, with its rules.
fn games_help() -> String {
    let paragraph = |info: &&'static GameInfo| {
        let rules: Vec<String> =
            info.rules.iter().map(|rule| format!("--rule {}={}", rule.name, rule.values.join("|"))).collect();
        let (least, most) = (info.sizes.start(), info.sizes.end());
        let odd = Setup::new(info).with_size(info.default_size + 1).is_err() && info.default_size < *most;
        let odd = if odd { ", odd by the default rules" } else { "" };
        let sizes = format!("--size {least}..{most}{odd} [default: {}]", info.default_size);
        format!("  {}: {}\n    {sizes} {}", info.id, info.presentation.summary, rules.join(" "))
    };
    format!("Games:\n{}", games::GAMES.iter().map(paragraph).collect::<Vec<_>>().join("\n"))
}

#[derive(Args, Clone, Debug)]
struct PerftArgs {
    /// Number of moves in a sequence.
    #[arg(allow_negative_numbers = true, value_parser = whole::<u32>(0, 100))]
    depth: u32,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    block: BlockArg,
    #[command(flatten)]
    _common: CommonArgs,
}

/// Parses a command line and runs the subcommand.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let exit = parse_and_run(analysis::with_double_dashes(args)).unwrap_or_else(|error| {
        print_error(&error);
        Exit::Usage
    });
    output::exit_status(exit)
}

fn parse_and_run(args: Vec<OsString>) -> Outcome {
    // Help and usage errors end the parsing before it gives the option.
    output::set_color(parse::color(&args));
    // The definition lives as long as the process: dropping it would only take time.
    let mut program = ManuallyDrop::new(man::with_exit_statuses(Cli::command()));
    let matches = match parse::parse(&mut program, args) {
        Ok(matches) => matches,
        Err(error) => {
            // Help or version.
            let text = error.downcast::<clap::Error>()?.render();
            let text = if has_color(&std::io::stdout()) { text.ansi().to_string() } else { text.to_string() };
            write_result(text.as_bytes());
            return Ok(Exit::Success);
        }
    };
    // The file of options can have it, too.
    output::set_color(parse::last(&matches).get_one("color").copied());
    let log = parse::last(&matches).try_get_one::<String>("log").ok().flatten();
    init_log(log.map(String::as_str));
    run_command(Cli::from_arg_matches(&matches)?, parse::last(&matches))
}

/// Prints an error in one line.
fn print_error(error: &anyhow::Error) {
    let style = if has_color(&std::io::stderr()) { AnsiColor::Red.on_default().bold() } else { Style::new() };
    print_message(format!("{style}quintet:{style:#} {error:#}"));
}

/// Returns success, or reports a failure.
fn exit(result: anyhow::Result<()>) -> Exit {
    match result {
        Ok(()) => Exit::Success,
        Err(error) => {
            print_error(&error);
            Exit::Failure
        }
    }
}

fn run_command(cli: Cli, given: &ArgMatches) -> Outcome {
    let Some(command) = cli.command else { return gtp::run(&cli.gtp) };
    match command {
        Command::Completions { shell } => write_result(&completions(shell)),
        Command::Man(args) => return man::run(&args, Cli::command()),
        Command::Version => write_result(Cli::command().render_version().as_bytes()),
        Command::Match(args) => return matches::run(&args),
        Command::Check(args) => return Ok(check::run(&args)),
        Command::Regress(args) => return regress::run(&args, given),
        Command::Perft(args) => {
            let setup = args.board.setup(&KomiArg::default(), &args.block)?;
            print_result(Game::new(setup).perft(args.depth));
        }
        Command::Learn(args) => return learn::learn(&args),
        Command::Tune(args) => return learn::tune(&args),
        Command::Study(args) => return study::run(&args),
        Command::Svg(args) => return svg::run(&args),
        Command::Solve(args) => return solve::run(&args),
        Command::Puzzles(args) => return puzzles::run(&args),
        Command::Analysis(args) => return analysis::run(&args),
        Command::Ugi(args) => return gtp::run_ugi(&args),
        Command::Bench(args) => return bench::run(&args),
        #[cfg(feature = "play")]
        Command::Play(args) => return play::run(&args),
        #[cfg(feature = "web")]
        Command::Web(args) => return web::run(&args),
    }
    Ok(Exit::Success)
}

/// Starts logging on standard error: with this filter, else with that of `RUST_LOG`, else from
/// warnings on.
fn init_log(filter: Option<&str>) {
    let mut logger = env_logger::Builder::new();
    match filter {
        Some(filter) => logger.parse_filters(filter),
        None => logger.parse_env(env_logger::Env::default().default_filter_or("warn")),
    };
    logger.format(|out, record| {
        let style = out.default_level_style(record.level());
        match record.level() {
            log::Level::Error => writeln!(out, "quintet: {style}error:{style:#} {}", record.args()),
            log::Level::Warn => writeln!(out, "quintet: {style}warning:{style:#} {}", record.args()),
            level => writeln!(out, "[{style}{level}{style:#} {}] {}", record.target(), record.args()),
        }
    });
    logger.init();
}

fn completions(shell: clap_complete::Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "quintet", &mut script);
    script
}
