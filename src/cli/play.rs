//! `quintet play`: a game in the terminal.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;

use super::game_source::{read_position, read_sgf};
use super::options::{EngineArgs, LevelArg, check_weights};
use super::{Outcome, exit};
use crate::play::{EditedLines, PlainLines, PlayOptions, play, seat_word};

/// The options of `quintet play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Your side: black (in Cancer: red), white, first, second, or both for two people.
    #[arg(long, value_name = "SEAT", default_value = "first")]
    seat: String,
    /// Start from a position line, as the GTP command quintet-position prints it.
    #[arg(long, value_name = "LINE", conflicts_with = "file")]
    position: Option<String>,
    /// Continue the game of an SGF file.
    #[arg(value_name = "FILE.sgf")]
    file: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    level: LevelArg,
}

impl PlayArgs {
    /// Returns the game to start from.
    fn game(&self, setup: Setup) -> anyhow::Result<Game> {
        match (&self.position, &self.file) {
            (Some(line), _) => read_position(line),
            (None, Some(path)) => Ok(read_sgf(path, None, &setup)?.replay()),
            (None, None) => Ok(Game::new(setup)),
        }
    }

    /// Returns the user's side; `None` if two people play. The first side is the one to move.
    fn user(&self, game: &Game) -> anyhow::Result<Option<Seat>> {
        let first = game.to_move();
        let text = self.seat.to_ascii_lowercase();
        Ok(match &*text {
            "first" => Some(first),
            "second" => Some(first.other()),
            "both" => None,
            "b" => Some(Seat::Black),
            "w" => Some(Seat::White),
            _ => {
                let seats = [Seat::Black, Seat::White];
                let named = |seat: &Seat| text == seat.name() || text == seat_word(game.info(), *seat);
                let Some(seat) = seats.into_iter().find(named) else {
                    let [black, white] = seats.map(|seat| seat_word(game.info(), seat));
                    bail!("--seat takes {black}, {white}, first, second or both, not '{}'", self.seat)
                };
                Some(seat)
            }
        })
    }
}

/// Plays on standard input and output.
pub fn run(args: &PlayArgs) -> Outcome {
    let knowledge = &args.engine.knowledge()?;
    let engine = args.engine.search.options(&args.level)?;
    let game = args.game(args.engine.setup.setup()?)?;
    check_weights(knowledge, game.info())?;
    let user = args.user(&game)?;
    let limits = engine.limits();
    let options = PlayOptions { game, user, settings: engine.settings, level: engine.level, limits };
    let played = if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        play(options, knowledge, EditedLines::new()?, std::io::stdout())
    } else {
        play(options, knowledge, PlainLines(std::io::stdin().lock()), std::io::stdout().lock())
    };
    Ok(exit(played.map_err(Into::into)))
}
