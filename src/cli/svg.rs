//! `quintet svg`: a picture of a position.

use std::io::{Read as _, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use quintet::board::Point;
use quintet::engine::{Request, Settings};
use quintet::games;
use quintet::history::AnyHistory;
use quintet::players::player;
use quintet::record::sgf::Reading;
use quintet::record::svg::{PictureOptions, picture};
use quintet::record::{position, sgf};
use quintet::search::{Interrupt, Limits};
use quintet::setup::Setup;

/// What is drawn, and where to.
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
    /// Whether what is drawn says by itself of which game it is.
    pub fn names_game(&self) -> bool {
        self.sgf.is_some() || self.position.is_some()
    }
}

/// Draws what is asked for; without a file or a line, the start of a game of `setup`.
///
/// # Errors
/// In one line, what could not be read or written.
pub fn run(args: &SvgArgs, setup: &Setup, settings: &Settings, limits: Limits) -> anyhow::Result<()> {
    let game = game(args, setup)?;
    let values = if args.values { values(&*game, settings, limits)? } else { Vec::new() };
    let svg = picture(&*game, &PictureOptions { values, caption: args.caption.clone() });
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

fn game(args: &SvgArgs, setup: &Setup) -> anyhow::Result<Box<dyn AnyHistory>> {
    if let Some(line) = &args.position {
        let (setup, diagram) = position::read(line)?;
        return Ok(games::start_from(&setup, &diagram)?);
    }
    let Some(path) = &args.sgf else { return Ok(games::start(setup)) };
    let stop_before = args.after.map(|moves| moves.saturating_add(1));
    let reading = Reading { stop_before, present: Some(setup) };
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

/// The win rates of the moves that a search looked at.
fn values(game: &dyn AnyHistory, settings: &Settings, limits: Limits) -> anyhow::Result<Vec<(Point, f64)>> {
    let mut player = player(game.setup(), Some(&game.start_diagram()))?;
    for &(seat, mv) in game.moves() {
        player.history_mut().play(seat, mv)?;
    }
    let limits = limits.or_default();
    let interrupt = Interrupt::default();
    let request = Request { fresh: true, ..Request::new(game.to_move(), limits, settings, &interrupt) };
    let candidates = player.choose(&request, &mut |_| {}).report.candidates;
    Ok(candidates.iter().filter(|c| c.visits > 0).filter_map(|c| Some((c.mv.point()?, c.win_rate))).collect())
}
