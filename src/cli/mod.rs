//! The command line: options, logging, exit codes.

mod analysis;
mod config;
mod options;
mod play;
mod solve;
mod svg;
mod web;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{anyhow, bail};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use quintet::bench::{self, BenchArgs};
use quintet::engine::Settings;
use quintet::games;
use quintet::gtp::{self, Options, Session, Style};
use quintet::learn::command::LearnArgs;
use quintet::learn::tune::TuneArgs;
use quintet::matches::command::{self, MatchArgs, SharedArgs};
use quintet::search::Limits;
use quintet::setup::{GameInfo, Setup};
use quintet::{check, learn, regress, solvers};

use config::EngineConfig;
use options::{EngineArgs, GameArgs, read_weights};

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// All was done.
    Success = 0,
    /// Something failed that was asked for rightly.
    Failure = 1,
    /// The command line asks for what there isn't.
    Usage = 2,
}

impl Exit {
    /// Of a tool that tells its status as a number.
    fn of(status: u8) -> Exit {
        match status {
            0 => Exit::Success,
            1 => Exit::Failure,
            _ => Exit::Usage,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Five abstract games behind one Go Text Protocol engine: Alaric, Bracket, Cancer, Cascade and Stoical Go.
///
/// Without a subcommand it speaks GTP on standard input and output.
#[derive(Parser, Debug)]
#[command(name = "quintet", version, args_conflicts_with_subcommands = false, after_long_help = games_help())]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// How moves are spelt: words, coded (one vertex a move), apart (the same, cells apart) or gogui (cells to click
    /// on) [default: words].
    #[arg(long, value_name = "STYLE")]
    moves: Option<Style>,
    /// Tell each move's win rate, visits and line of play on standard error, for bridges to Go servers.
    #[arg(long)]
    bridge_lines: bool,
    /// Exact values of all positions of a board, as `quintet solve --table` writes them: play on that board is perfect. Can be
    /// given several times; a subcommand comes after it.
    #[arg(long, value_name = "FILE")]
    table: Vec<PathBuf>,
    /// A TOML file that holds these settings; options override it.
    #[arg(long, value_name = "FILE", global = true)]
    engine_config: Option<PathBuf>,
    /// Log messages to standard error, filtered as by env_logger: error, warn, info, debug, quintet::search=debug.
    #[arg(long, value_name = "FILTER", global = true)]
    log: Option<String>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Answer queries in KataGo's JSON analysis protocol, many positions at once.
    ///
    /// --threads is the number of positions searched at once [default: one a processor].
    Analysis(analysis::AnalysisArgs),
    /// Count the sequences of legal moves from the start of a game.
    Perft(PerftArgs),
    /// Measure speed, or take a fingerprint of behaviour.
    Bench(BenchArgs),
    /// Run regression suites (.tst files) on a GTP engine.
    #[command(after_help = regress::AFTER_HELP)]
    Regress(regress::RegressArgs),
    /// Check whether a GTP engine holds what the standard says.
    #[command(after_help = check::AFTER_HELP)]
    Check(check::CheckArgs),
    /// Play matches between GTP engines, and report on them.
    Match(Box<MatchArgs>),
    /// Learn weights of moves' features from games of the program against itself, and check them.
    Learn(Box<LearnArgs>),
    /// Tune numbers of the search by games of the program against itself, and check them.
    Tune(Box<TuneArgs>),
    /// Play against the engine at the terminal.
    Play(play::PlayArgs),
    /// Draw a position as an SVG picture.
    Svg(svg::SvgArgs),
    /// Open a board in a browser: play, look into positions, watch matches, learn the games.
    Web(web::WebArgs),
    /// Work out exact values, write tables of them, and prove such tables.
    Solve(solve::SolveArgs),
    /// Write a script that completes the program's command lines in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual page, as man reads it.
    Man,
}

/// All games in a paragraph each, with their rules.
fn games_help() -> String {
    let paragraph = |info: &&GameInfo| {
        let rules: Vec<String> =
            info.rules.iter().map(|rule| format!("--rule {}={}", rule.name, rule.values.join("|"))).collect();
        let (least, most) = (info.sizes.start(), info.sizes.end());
        let sizes = format!("--size {least}..{most} [default: {}]", info.default_size);
        format!("  {}: {}\n    {sizes} {}", info.id, info.summary, rules.join(" "))
    };
    format!("Games:\n{}", games::GAMES.iter().map(paragraph).collect::<Vec<_>>().join("\n"))
}

#[derive(Args, Debug)]
struct PerftArgs {
    /// The length of the sequences.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
}

/// What is wrong with a command line, in one line.
fn usage(error: &anyhow::Error) -> Exit {
    // Nobody is told if it can't be written.
    let _ = writeln!(std::io::stderr(), "quintet: {error:#}");
    Exit::Usage
}

/// Does what a command line asks.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let parsed = Cli::command()
        .try_get_matches_from(analysis::respelt(args))
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let mut cli = match parsed {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            // Help or version. Nobody is told if they can't be written.
            let _ = error.print();
            return Exit::Success;
        }
        Err(error) => {
            let text = error.render().to_string();
            let words: Vec<_> = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect();
            let message = words.join(" ");
            return usage(&anyhow!("{}", message.strip_prefix("error: ").unwrap_or(&message)));
        }
    };
    let config = match cli.engine_config.as_deref().map(EngineConfig::read).transpose() {
        Ok(config) => config.unwrap_or_default(),
        Err(error) => return usage(&error),
    };
    cli.game.complete(&config);
    cli.engine.complete(&config);
    let mut logger = env_logger::Builder::new();
    if let Some(filter) = cli.log.as_ref().or(config.log.as_ref()) {
        logger.parse_filters(filter);
    }
    logger.init();
    for path in cli.table.iter().chain(&config.table) {
        match solvers::open_table(path) {
            Ok(setup) => log::info!("{} has the values of {}", path.display(), setup.info().title),
            Err(error) => return usage(&error.into()),
        }
    }
    match &cli.command {
        Some(Command::Match(args)) => return play_match(&cli, args),
        Some(Command::Completions { shell }) => return write_all(&completions(*shell)),
        Some(Command::Man) => return write_all(&manual_page()),
        _ => {}
    }
    let setup = match cli.game.setup() {
        Ok(setup) => setup,
        Err(error) => return usage(&error.into()),
    };
    match &cli.command {
        None => speak(&cli, &config, setup),
        Some(Command::Analysis(args)) => analyze(&cli, setup, args),
        Some(Command::Perft(args)) => perft(&setup, args),
        Some(Command::Bench(args)) => measure(&cli, &setup, args),
        Some(Command::Regress(args)) => Exit::of(regress::run(args, &[cli.game.words(), cli.engine.words()].concat())),
        Some(Command::Check(args)) => Exit::of(check::run(args)),
        Some(Command::Play(args)) => play_at_terminal(&cli, &setup, args),
        Some(Command::Svg(args)) => draw(&cli, &setup, args),
        Some(Command::Web(args)) => serve(&cli, setup, args),
        Some(Command::Learn(args)) => {
            learn_by(&cli, &setup, |shared, old, interrupt| learn::command::run(args, shared, &setup, old, interrupt))
        }
        Some(Command::Tune(args)) => {
            learn_by(&cli, &setup, |shared, old, interrupt| learn::tune::run(args, shared, &setup, old, interrupt))
        }
        Some(Command::Solve(args)) => solve(&cli, &setup, args),
        Some(Command::Match(_) | Command::Completions { .. } | Command::Man) => unreachable!("done above"),
    }
}

fn completions(shell: clap_complete::Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "quintet", &mut script);
    script
}

fn manual_page() -> Vec<u8> {
    let mut page = Vec::new();
    // Writing to memory can't fail.
    _ = clap_mangen::Man::new(Cli::command()).render(&mut page);
    page
}

fn write_all(text: &[u8]) -> Exit {
    match std::io::stdout().write_all(text) {
        Ok(()) => Exit::Success,
        Err(_) => Exit::Failure,
    }
}

/// What matches and learning know of the options that all subcommands share.
///
/// # Errors
/// If there are options that only an engine's own command line takes.
fn shared_args(cli: &Cli) -> anyhow::Result<SharedArgs> {
    let (game, engine) = (&cli.game, &cli.engine);
    if engine.threads.is_some() || engine.hash.is_some() {
        bail!("--threads and --hash are an engine's own: they go into its cmd=");
    }
    if !cli.table.is_empty() {
        bail!("--table is an engine's own: it goes into its cmd=");
    }
    if !engine.param.is_empty() || engine.search.is_some() {
        bail!("--param and --search are an engine's own: they go into its cmd=");
    }
    Ok(SharedArgs {
        game: game.game.clone(),
        size: game.size.clone(),
        rules: game.rule.clone(),
        komi: game.komi,
        seed: engine.seed,
        visits: engine.visits,
        seconds: engine.seconds,
    })
}

fn play_match(cli: &Cli, args: &MatchArgs) -> Exit {
    if cli.engine.weights.is_some() {
        return usage(&anyhow!("--weights is an engine's own: it goes into its cmd="));
    }
    match shared_args(cli).and_then(|shared| command::run(args, &shared).map_err(|message| anyhow!(message))) {
        Ok(true) => Exit::Success,
        Ok(false) => Exit::Failure,
        Err(error) => usage(&error),
    }
}

/// Learns, with what all subcommands share, the old weights file if one is given, and a flag that Ctrl-C raises.
fn learn_by(
    cli: &Cli,
    setup: &Setup,
    run: impl FnOnce(&SharedArgs, Option<&Path>, &Arc<AtomicBool>) -> Result<bool, String>,
) -> Exit {
    let learnt = shared_args(cli).and_then(|shared| {
        // The program plays by these weights too: it is by them that games are learnt from.
        if let Some(path) = &cli.engine.weights {
            let weights = read_weights(path)?;
            if weights.game() != setup.info().id {
                bail!("{} holds weights of the game '{}', not of {}", path.display(), weights.game(), setup.info().id);
            }
            weights.install();
        }
        let shared = SharedArgs { game: Some(setup.info().id.to_owned()), ..shared };
        run(&shared, cli.engine.weights.as_deref(), &command::on_interrupt()).map_err(|message| anyhow!(message))
    });
    match learnt {
        Ok(true) => Exit::Success,
        Ok(false) => Exit::Failure,
        Err(error) => usage(&error),
    }
}

fn speak(cli: &Cli, config: &EngineConfig, setup: Setup) -> Exit {
    let time = match cli.engine.time() {
        Ok(time) => time,
        Err(error) => return usage(&error),
    };
    let style = match (cli.moves, &config.moves) {
        (Some(style), _) => style,
        (None, None) => Style::default(),
        (None, Some(name)) => match name.parse() {
            Ok(style) => style,
            Err(message) => return usage(&anyhow!("moves = '{}': {message}", quintet::record::quote(name))),
        },
    };
    let default = match cli.engine.settings() {
        Ok(settings) => settings,
        Err(error) => return usage(&error),
    };
    let resign_below = config.resign.unwrap_or(default.resign_below);
    if !(0.0..=1.0).contains(&resign_below) {
        return usage(&anyhow!("resign takes a share from 0 to 1"));
    }
    let settings = Settings { resign_below, ponder: config.ponder.unwrap_or(default.ponder), ..default };
    let setup = if cli.game.rule.is_empty() { style.spelling().adapted(setup) } else { setup };
    let draws_seeds = cli.engine.seed.is_none();
    let bridge_lines = cli.bridge_lines || config.bridge_lines.unwrap_or(false);
    let options = Options { setup, style, settings, visits: cli.engine.visits, time, draws_seeds, bridge_lines };
    let mut session = match Session::new(options) {
        Ok(session) => session,
        Err(failure) => return usage(&anyhow!("{}", failure.message())),
    };
    match gtp::serve(&mut session, std::io::stdin(), std::io::stdout()) {
        Ok(()) => Exit::Success,
        Err(error) => {
            log::error!("cannot write the answers: {error}");
            Exit::Failure
        }
    }
}

fn analyze(cli: &Cli, setup: Setup, args: &analysis::AnalysisArgs) -> Exit {
    match analysis::run(args, &cli.engine, setup) {
        Ok(Ok(())) => Exit::Success,
        Ok(Err(error)) => {
            log::error!("cannot write the answers: {error}");
            Exit::Failure
        }
        Err(error) => usage(&error),
    }
}

fn perft(setup: &Setup, args: &PerftArgs) -> Exit {
    let count = games::start(setup).perft(args.depth);
    match writeln!(std::io::stdout(), "{count}") {
        Ok(()) => Exit::Success,
        Err(_) => Exit::Failure,
    }
}

fn measure(cli: &Cli, setup: &Setup, args: &BenchArgs) -> Exit {
    let (time, settings) = match cli.engine.time().and_then(|time| Ok((time, cli.engine.settings()?))) {
        Ok(both) => both,
        Err(error) => return usage(&error),
    };
    // What is measured is the search.
    let settings = Settings { exact: false, ..settings };
    match bench::run(args, setup, &settings, time, &mut std::io::stdout()) {
        Ok(()) => Exit::Success,
        Err(error) => {
            log::error!("cannot write the figures: {error}");
            Exit::Failure
        }
    }
}

fn play_at_terminal(cli: &Cli, setup: &Setup, args: &play::PlayArgs) -> Exit {
    let options = cli.engine.time().and_then(|time| {
        let limits = Limits { visits: cli.engine.visits, time };
        args.options(setup, cli.engine.settings()?, limits)
    });
    let options = match options {
        Ok(options) => options,
        Err(error) => return usage(&error),
    };
    match play::run(options) {
        Ok(()) => Exit::Success,
        Err(error) => {
            eprintln!("quintet: {error:#}");
            Exit::Failure
        }
    }
}

fn serve(cli: &Cli, setup: Setup, args: &web::WebArgs) -> Exit {
    let limits = |time| Limits { visits: cli.engine.visits, time };
    let options = cli.engine.time().and_then(|time| args.options(setup, cli.engine.settings()?, limits(time)));
    match options {
        Err(error) => usage(&error),
        Ok(options) => match args.serve(options) {
            Ok(()) => Exit::Success,
            Err(error) => {
                // Nobody is told if it can't be written.
                let _ = writeln!(std::io::stderr(), "quintet: {error:#}");
                Exit::Failure
            }
        },
    }
}

fn solve(cli: &Cli, setup: &Setup, args: &solve::SolveArgs) -> Exit {
    if args.names_game() && !cli.game.words().is_empty() {
        return usage(&anyhow!(
            "--position and --verify name their game themselves, without --game, --size, --rule, --komi"
        ));
    }
    let (time, threads) = match cli.engine.time().and_then(|time| Ok((time, cli.engine.settings()?.threads))) {
        Ok(settings) => settings,
        Err(error) => return usage(&error),
    };
    match solve::run(args, setup, threads, time) {
        Ok(true) => Exit::Success,
        // The bounds so far were told.
        Ok(false) => Exit::Failure,
        Err(error) => {
            eprintln!("quintet: {error:#}");
            Exit::Failure
        }
    }
}

fn draw(cli: &Cli, setup: &Setup, args: &svg::SvgArgs) -> Exit {
    if args.names_game() && !cli.game.words().is_empty() {
        return usage(&anyhow!(
            "--sgf and --position name their game themselves, without --game, --size, --rule, --komi"
        ));
    }
    let (limits, settings) = match cli.engine.time().and_then(|time| Ok((time, cli.engine.settings()?))) {
        Ok((time, settings)) => (Limits { visits: cli.engine.visits, time }, settings),
        Err(error) => return usage(&error),
    };
    match svg::run(args, setup, &settings, limits) {
        Ok(()) => Exit::Success,
        Err(error) => {
            eprintln!("quintet: {error:#}");
            Exit::Failure
        }
    }
}
