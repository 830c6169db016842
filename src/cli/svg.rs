//! `quintet svg`: a picture of a position, an animated one of a game, or a page that replays it.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use quintet_arena::matches::report::replay::{self, ReplayWords};
use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_engine::{Engine, Knowledge, Request};
use quintet_record::setup_words::Size;
use quintet_record::svg::{PictureOptions, animation, picture};
use quintet_search::Interrupt;
use quintet_system::atomic_file;

use super::game_source::{read_position, read_sgf};
use super::option_values::whole;
use super::options::{EngineArgs, EngineOptions, LevelArg, check_weights};
use super::output::write_result;
use super::{Exit, Outcome, exit};

/// The options of `quintet svg`.
#[derive(Args, Debug)]
pub struct SvgArgs {
    /// Draw the game of an SGF file; - reads it from standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    sgf: Option<PathBuf>,
    /// Draw a position line, as the GTP command quintet-position prints it.
    #[arg(long, value_name = "LINE")]
    position: Option<String>,
    /// Draw the position after N moves [default: all].
    #[arg(long = "move", value_name = "N", requires = "sgf", conflicts_with = "position", allow_negative_numbers = true, value_parser = whole::<usize>(0, 1 << 24))]
    after: Option<usize>,
    /// Search the position and show the win rate of each move, in per cent.
    #[arg(long)]
    values: bool,
    /// Caption below the picture [default: the latest move and the side to move].
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// Draw the whole game as an animated picture.
    #[arg(long, requires = "sgf", conflicts_with_all = ["values", "caption"])]
    animated: bool,
    /// Write a self-contained page that replays the game.
    #[arg(long, requires = "sgf", conflicts_with_all = ["values", "caption", "animated"])]
    html: bool,
    /// File for the picture [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Draws a position; without a file or a line, the start of a game.
///
/// # Errors
/// Returns an error, in one line, if the position cannot be read.
pub fn run(args: &SvgArgs) -> Outcome {
    let knowledge = args.engine.knowledge()?;
    let engine = args.engine.search.options(&LevelArg::default())?;
    let game = game(args, &args.engine.setup.setup()?)?;
    check_weights(&knowledge, game.info())?;
    let values = if args.values { values(&game, &engine, &knowledge) } else { Vec::new() };
    let svg = if args.animated {
        animation(&game)
    } else if args.html {
        replay_page(&game)
    } else {
        picture(&game, &PictureOptions { values, caption: args.caption.clone() })
    };
    let Some(path) = &args.out else {
        write_result(svg.as_bytes());
        return Ok(Exit::Success);
    };
    let written = atomic_file::write(path, svg.as_bytes());
    Ok(exit(written.with_context(|| format!("cannot write {}", path.display()))))
}

/// Returns a page that replays a game.
fn replay_page(game: &Game) -> String {
    let setup = game.setup();
    let title = game.info().title;
    let heading = match game.outcome() {
        Some(outcome) => format!("{title}: {} ({})", outcome.margin, outcome.ending.name()),
        None => format!("{title}: {} moves", game.moves().len()),
    };
    let rules: Vec<String> = setup.rules().map(|(name, value)| format!("{name}={value}")).collect();
    let words = ReplayWords {
        heading: &heading,
        result: &game.explain_outcome().unwrap_or_default(),
        title: &format!("{title} {} {}", Size::written(setup), rules.join(" ")),
        players: Seat::BOTH.map(|seat| game.info().own_stone(seat).name()),
    };
    replay::page(game, &words)
}

fn game(args: &SvgArgs, setup: &Setup) -> anyhow::Result<Game> {
    if let Some(line) = &args.position {
        return read_position(line);
    }
    let Some(path) = &args.sgf else { return Ok(Game::new(setup.clone())) };
    let record = read_sgf(path, args.after.map(|moves| moves.saturating_add(1)), setup)?;
    if let Some(after) = args.after.filter(|&after| after > record.moves().len()) {
        bail!("--move {after}: the game has {} moves", record.moves().len());
    }
    Ok(record.replay())
}

/// Returns the win rates of the moves that a search looked at.
fn values(game: &Game, options: &EngineOptions, knowledge: &Knowledge) -> Vec<(Point, f64)> {
    let mut engine = Engine::new(game.clone(), knowledge);
    let interrupt = Interrupt::default();
    let limits = options.limits().or_default();
    let request = Request { fresh: true, ..Request::new(game.to_move(), limits, &options.settings, &interrupt) };
    let candidates = engine.choose(&request, &mut |_| {}).report.candidates;
    candidates.iter().filter(|c| c.visits > 0).filter_map(|c| Some((c.mv.point()?, c.win_rate))).collect()
}
