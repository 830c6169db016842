//! `quintet play`: a game in the terminal.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_record::tree::GameTree;

use super::game_source::{read_position, read_sgf};
use super::options::{EngineArgs, LevelArg, check_weights};
use super::output::print_message;
use super::{Exit, Outcome, exit};
use crate::play::{EditedLines, PlainLines, PlayOptions, PlayRecord, Unsaved, play, seat_word};
use crate::signals::TerminalMode;

/// The options of `quintet play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Your side: black (in Cancer: red), white, first, second, or both for two people [default:
    /// first; with --resume, as in the file].
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// Start from a position line, as the GTP command quintet-position prints it.
    #[arg(long, value_name = "LINE", conflicts_with_all = ["file", "resume"])]
    position: Option<String>,
    /// Continue a saved game, with its sides and its level.
    #[arg(long, value_name = "FILE.sgf", conflicts_with = "file")]
    resume: Option<PathBuf>,
    /// Continue the game of an SGF file, with any sides.
    #[arg(value_name = "FILE.sgf")]
    file: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    level: LevelArg,
}

impl PlayArgs {
    /// Returns the game to start from.
    fn record(&self, setup: Setup) -> anyhow::Result<PlayRecord> {
        Ok(match (&self.position, &self.file, &self.resume) {
            (_, _, Some(path)) => PlayRecord::resumed(read_sgf(path, None, &setup)?.tree),
            (_, Some(path), _) => PlayRecord::new(read_sgf(path, None, &setup)?.tree),
            (Some(line), ..) => PlayRecord::new(GameTree::new(read_position(line)?)),
            (None, None, None) => PlayRecord::new(GameTree::new(Game::new(setup))),
        })
    }

    /// Returns the user's side; `None` if two people play. The first side is the one to move.
    fn user(&self, record: &PlayRecord) -> anyhow::Result<Option<Seat>> {
        let game = &record.game();
        let first = game.to_move();
        let Some(seat) = &self.seat else {
            let players = record.players().filter(|_| self.resume.is_some());
            return Ok(Some(players.map_or(first, |(user, _)| user)));
        };
        let text = seat.to_ascii_lowercase();
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
                    bail!("--seat takes {black}, {white}, first, second or both, not '{seat}'")
                };
                Some(seat)
            }
        })
    }
}

/// Plays on standard input and output. A signal ends the program, and saves the game.
pub fn run(args: &PlayArgs) -> Outcome {
    let knowledge = &args.engine.knowledge()?;
    let engine = args.engine.search.options(&args.level)?;
    let record = args.record(args.engine.setup.setup()?)?;
    check_weights(knowledge, record.game().info())?;
    let user = args.user(&record)?;
    let limits = engine.limits();
    let is_limited = engine.level.is_some() || limits.visits.is_some() || limits.time.is_some();
    let players = record.players().filter(|_| args.resume.is_some() && !is_limited);
    let level = players.map_or(engine.level, |(_, level)| level);
    let is_watched = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let unsaved = Unsaved::default();
    save_at_signals(unsaved.clone());
    let options = PlayOptions { record, user, settings: engine.settings, level, limits, unsaved, is_watched };
    let played = if is_watched {
        play(options, knowledge, EditedLines::new()?, std::io::stdout())
    } else {
        play(options, knowledge, PlainLines(std::io::stdin().lock()), std::io::stdout().lock())
    };
    Ok(match played {
        Ok(false) => Exit::Failure,
        played => exit(played.map(|_| ()).map_err(Into::into)),
    })
}

/// Saves the game and ends the program when it is interrupted, asked to end, or its terminal is
/// closed.
fn save_at_signals(unsaved: Unsaved) {
    let terminal = TerminalMode::now();
    let set = ctrlc::set_handler(move || {
        terminal.restore();
        if let Some(message) = unsaved.save() {
            print_message(format!("\n{message}"));
        }
        std::process::exit(i32::from(Exit::Failure as u8));
    });
    if let Err(error) = set {
        log::warn!("Ctrl-C will end the program at once: {error}");
    }
}
