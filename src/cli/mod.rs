//! The command line: options, logging, subcommands, exit codes.

mod accepted;
mod analysis;
mod bench;
mod check;
mod config_file;
mod game_source;
mod interrupt;
mod learn;
mod man;
mod matches;
mod opening_judge;
mod option_values;
mod options;
mod output;
mod play;
mod progress;
mod puzzles;
mod regress;
mod solve;
mod svg;
mod usage_error;
mod web;

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};
use std::mem::ManuallyDrop;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use quintet_core::game::Game;
use quintet_core::setup::GameInfo;
use quintet_engine::Knowledge;
use quintet_games as games;
use quintet_gtp::{Options, Session};

use option_values::whole;
use options::{EngineOptions, RawOptions};
use output::{print_message, print_result, write_result};

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
    options: RawOptions,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Analyse positions in KataGo's JSON protocol, many at once.
    ///
    /// --threads is the number of positions searched at once [default: one per processor].
    Analysis(analysis::AnalysisArgs),
    /// Count the sequences of legal moves from the start of a game.
    Perft(PerftArgs),
    /// Measure speed, or take a fingerprint of behaviour.
    Bench(bench::BenchArgs),
    /// Run regression suites (.tst files) on a GTP engine.
    #[command(after_help = regress::AFTER_HELP)]
    Regress(regress::RegressArgs),
    /// Test a GTP engine for conformance to the standard.
    #[command(after_help = check::AFTER_HELP)]
    Check(check::CheckArgs),
    /// Play matches between GTP engines and report the results.
    Match(Box<matches::MatchArgs>),
    /// Train move weights or a network by self-play, and test them in a match.
    Learn(Box<learn::LearnArgs>),
    /// Tune search parameters by self-play, and test them in a match.
    Tune(Box<learn::TuneArgs>),
    /// Play against the engine in the terminal.
    Play(play::PlayArgs),
    /// Draw a position as an SVG picture.
    Svg(svg::SvgArgs),
    /// Serve a board for the browser: play, analyse, watch matches, learn the games.
    Web(web::WebArgs),
    /// Compute exact values, and write or verify tables of them.
    Solve(solve::SolveArgs),
    /// Make puzzles: positions with one best move, proved by the solver.
    Puzzles(puzzles::PuzzlesArgs),
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
    let paragraph = |info: &&GameInfo| {
        let rules: Vec<String> =
            info.rules.iter().map(|rule| format!("--rule {}={}", rule.name, rule.values.join("|"))).collect();
        let (least, most) = (info.sizes.start(), info.sizes.end());
        let sizes = format!("--size {least}..{most} [default: {}]", info.default_size);
        format!("  {}: {}\n    {sizes} {}", info.id, info.presentation.summary, rules.join(" "))
    };
    format!("Games:\n{}", games::GAMES.iter().map(paragraph).collect::<Vec<_>>().join("\n"))
}

#[derive(Args, Debug)]
struct PerftArgs {
    /// Number of moves in a sequence.
    #[arg(allow_negative_numbers = true, value_parser = whole::<u32>(0, 100))]
    depth: u32,
}

/// Returns the definition of the command line. The help of each subcommand has the options that it
/// takes.
fn definition() -> clap::Command {
    accepted::hide_others(Cli::command())
}

/// Parses a command line and runs the subcommand.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let exit = parse_and_run(&analysis::with_double_dashes(args)).unwrap_or_else(|error| {
        print_error(&error);
        Exit::Usage
    });
    output::exit_status(exit)
}

fn parse_and_run(args: &[OsString]) -> Outcome {
    // Only help and errors need the list of options of each subcommand, which takes time to build.
    // The definition lives as long as the process: dropping it would only take time.
    let mut program = ManuallyDrop::new(Cli::command());
    let matches = program.try_get_matches_from_mut(args).or_else(|_| definition().try_get_matches_from(args));
    let matches = match matches {
        Ok(matches) => matches,
        Err(error) if !error.use_stderr() => {
            // Help or version.
            let text = error.render();
            let text = if std::io::stdout().is_terminal() { text.ansi().to_string() } else { text.to_string() };
            write_result(text.as_bytes());
            return Ok(Exit::Success);
        }
        Err(error) => bail!("{}", usage_error::message(&error)),
    };
    accepted::check(&program, &matches, args)?;
    run_command(Cli::from_arg_matches(&matches)?)
}

/// Prints an error in one line.
fn print_error(error: &anyhow::Error) {
    print_message(format!("quintet: {error:#}"));
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

/// Returns success, or reports that the output could not be written.
fn exit_of_output(result: std::io::Result<()>, what: &str) -> Exit {
    exit(result.with_context(|| format!("cannot write the {what}")))
}

fn run_command(cli: Cli) -> Outcome {
    cli.options.check_repeats()?;
    let has_board = !cli.options.game_words().is_empty();
    let file = cli.options.engine_config.as_deref().map(config_file::read).transpose()?;
    let options = cli.options.or(file.unwrap_or_default());
    init_log(options.log.as_deref());
    // Commands without an engine of their own do not read weights.
    let knowledge = match &cli.command {
        Some(
            Command::Perft(_)
            | Command::Regress(_)
            | Command::Check(_)
            | Command::Match(_)
            | Command::Completions { .. }
            | Command::Man(_)
            | Command::Version,
        ) => Knowledge::default(),
        _ => options.knowledge()?,
    };
    open_tables(&options, &knowledge)?;
    let Some(command) = cli.command else { return speak_gtp(&options, knowledge) };
    match command {
        Command::Completions { shell } => write_result(&completions(shell)),
        Command::Man(args) => return man::run(&args, definition()),
        Command::Version => write_result(Cli::command().render_version().as_bytes()),
        Command::Match(args) => return matches::run(&args, &options),
        Command::Check(args) => return Ok(check::run(&args)),
        Command::Regress(args) => {
            options.setup()?;
            return Ok(regress::run(&args, &[options.game_words(), options.engine_words()].concat()));
        }
        Command::Perft(args) => print_result(Game::new(options.setup()?).perft(args.depth)),
        Command::Learn(args) => return learn::learn(&args, &options, &knowledge),
        Command::Tune(args) => return learn::tune(&args, &options, &knowledge),
        Command::Svg(args) => {
            if args.names_game() && has_board {
                return Err(board_conflict("--sgf and --position"));
            }
            return svg::run(&args, &options.setup()?, &options.engine()?, &knowledge);
        }
        Command::Solve(args) => {
            if args.names_game() && has_board {
                return Err(board_conflict("--position and --verify"));
            }
            let (setup, engine) = (options.setup()?, options.engine()?);
            return solve::run(&args, &setup, &knowledge, engine.settings.threads, engine.time);
        }
        Command::Puzzles(args) => {
            let (setup, engine) = (options.setup()?, options.engine()?);
            return puzzles::run(&args, &setup, engine.settings.seed, &knowledge);
        }
        Command::Analysis(args) => return analysis::run(&args, options.setup()?, options.engine()?, knowledge),
        Command::Bench(args) => return bench::run(&args, options.setup()?, options.engine()?, &knowledge),
        Command::Play(args) => {
            if args.names_game() && has_board {
                return Err(board_conflict("FILE.sgf and --position"));
            }
            return play::run(&args, options.setup()?, options.engine()?, &knowledge);
        }
        Command::Web(args) => return web::run(&args, options.setup()?, options.engine()?, knowledge),
    }
    Ok(Exit::Success)
}

fn board_conflict(options: &str) -> anyhow::Error {
    anyhow!("{options} name their game themselves, without --game, --size, --rule, --komi")
}

/// Starts logging on standard error: with this filter, else with that of `RUST_LOG`, else from
/// warnings on.
fn init_log(filter: Option<&str>) {
    let mut logger = env_logger::Builder::new();
    match filter {
        Some(filter) => logger.parse_filters(filter),
        None => logger.parse_env(env_logger::Env::default().default_filter_or("warn")),
    };
    logger.format(|out, record| match record.level() {
        log::Level::Error => writeln!(out, "quintet: error: {}", record.args()),
        log::Level::Warn => writeln!(out, "quintet: warning: {}", record.args()),
        level => writeln!(out, "[{level} {}] {}", record.target(), record.args()),
    });
    logger.init();
}

/// Opens the tables of exact values that were given.
fn open_tables(options: &RawOptions, knowledge: &Knowledge) -> anyhow::Result<()> {
    for path in &options.table {
        let setup = quintet_solve::open_table(path, games::find, knowledge.values())?;
        log::info!("{} has the values of {}", path.display(), setup.info().title);
    }
    Ok(())
}

fn completions(shell: clap_complete::Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition(), "quintet", &mut script);
    script
}

/// Speaks GTP on standard input and output.
fn speak_gtp(options: &RawOptions, knowledge: Knowledge) -> Outcome {
    if std::io::stdin().is_terminal() && !options.quiet {
        let version = env!("CARGO_PKG_VERSION");
        print_message(format!(
            "quintet {version} reads GTP commands here (help lists them); play with quintet web or quintet play"
        ));
    }
    let setup = options.setup()?;
    let EngineOptions { settings, level, visits, time, draws_seed, .. } = options.engine()?;
    let settings = options.with_game_habits(settings)?;
    let style = options.style()?;
    // The coded notations have no swap, unless a rule asks for it.
    let setup = if options.rules.is_empty() { style.notation().adapted(setup) } else { setup };
    let session = Session::new(Options {
        style,
        settings,
        knowledge,
        level,
        visits,
        time,
        draws_seeds: draws_seed,
        bridge_lines: options.bridge_lines,
        lag: options.lag()?,
        ..Options::new(setup)
    });
    let mut session = session.map_err(|error| anyhow!("{}", error.message()))?;
    Ok(exit_of_output(quintet_gtp::serve(&mut session, std::io::stdin(), std::io::stdout()), "answers"))
}
