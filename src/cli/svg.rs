//! `quintet svg`: a picture of a position.

use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_engine::{Engine, Knowledge, Request};
use quintet_record::sgf::Reading;
use quintet_record::svg::{PictureOptions, picture};
use quintet_record::{position, sgf};
use quintet_search::Interrupt;

use super::options::EngineOptions;

/// The options of `quintet svg`.
#[derive(Args, Debug)]
pub struct SvgArgs {
    /// Draw the game of an SGF file; - reads it from standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    sgf: Option<PathBuf>,
    /// Draw a position in one line, as the command quintet-position tells it.
    #[arg(long, value_name = "LINE")]
    position: Option<String>,
    /// Draw the game after so many moves [default: all].
    #[arg(long = "move", value_name = "N", requires = "sgf")]
    after: Option<usize>,
    /// Search the position and draw how likely each move is to win, in per cent.
    #[arg(long)]
    values: bool,
    /// What to write below the picture [default: the latest move and whose turn it is].
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// Write the picture to a file [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl SvgArgs {
    /// Returns whether the position comes with its own game.
    pub fn names_game(&self) -> bool {
        self.sgf.is_some() || self.position.is_some()
    }
}

/// Draws a position; without a file or a line, the start of a game of `setup`.
///
/// # Errors
/// Returns an error, in one line, if something cannot be read or written.
pub fn run(args: &SvgArgs, setup: &Setup, engine: &EngineOptions, knowledge: &Knowledge) -> anyhow::Result<()> {
    let game = game(args, setup)?;
    let values = if args.values { values(&game, engine, knowledge) } else { Vec::new() };
    let svg = picture(&game, &PictureOptions { values, caption: args.caption.clone() });
    match &args.out {
        Some(path) => std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display())),
        None => match std::io::stdout().write_all(svg.as_bytes()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(error).context("cannot write the picture")
            }
            _ => Ok(()),
        },
    }
}

fn game(args: &SvgArgs, setup: &Setup) -> anyhow::Result<Game> {
    if let Some(line) = &args.position {
        let (setup, diagram) = position::read(line)?;
        return Ok(Game::from_diagram(setup, &diagram)?);
    }
    let Some(path) = &args.sgf else { return Ok(Game::new(setup.clone())) };
    let stop_before = args.after.map(|moves| moves.saturating_add(1));
    let reading = Reading { stop_before, present: Some(setup), ..Reading::default() };
    let record = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().take(sgf::LARGEST + 1).read_to_end(&mut bytes)?;
        sgf::read(&bytes, reading)
    } else {
        sgf::load(path, reading)
    };
    let record = record.with_context(|| path.display().to_string())?;
    record.warnings.iter().for_each(|warning| log::warn!("{}: {warning}", path.display()));
    if let Some(after) = args.after.filter(|&after| after > record.moves.len()) {
        bail!("--move {after}: the game has {} moves", record.moves.len());
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
