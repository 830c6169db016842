//! The games of a match move by move.

use super::error::MatchError;
use crate::messages::Replay;
use crate::view;
use quintet_arena::matches::in_progress::GameInProgress;
use quintet_arena::matches::results::{GameRecord, SetupRecord};
use quintet_core::game::Game;
use quintet_core::notation::move_words;
use quintet_core::types::Seat;
use quintet_record::sgf::{self, Notes};

/// Returns a finished game move by move.
pub fn replay_of_record(record: &GameRecord) -> Result<Replay, MatchError> {
    let last = record.moves.len();
    let text = |index: usize| match index.checked_sub(1) {
        None => String::new(),
        Some(ply) if ply < record.opening => "opening".to_owned(),
        Some(ply) => {
            let time = record.times.get(ply).map_or_else(String::new, |time| format!("{time:.2} s"));
            if index == last { format!("{time} · {}: {}", record.result, record.detail) } else { time }
        }
    };
    let game = MatchGame {
        number: record.number,
        names: [&record.black, &record.white],
        setup: &record.setup,
        first: record.first,
        moves: &record.moves,
        result: Some(&record.result),
    };
    game.replay(&record.result, text)
}

/// Returns a game move by move that is being played, or was when its match was stopped.
pub fn replay_of_game_in_progress(game: &GameInProgress, running: bool) -> Result<Replay, MatchError> {
    let header = &game.header;
    let game = MatchGame {
        number: header.number,
        names: [&header.black, &header.white],
        setup: &header.setup,
        first: header.first,
        moves: &game.moves,
        result: None,
    };
    let state = if running { "being played" } else { "broken off" };
    let replay = game.replay(state, |_| String::new())?;
    Ok(Replay { live: running, ..replay })
}

/// A game of a match.
struct MatchGame<'a> {
    number: u64,
    names: [&'a str; 2],
    setup: &'a SetupRecord,
    first: Seat,
    moves: &'a [String],
    result: Option<&'a str>,
}

impl MatchGame<'_> {
    /// Replays the game; `state` is its result or state, `text` the comment on each move.
    fn replay(&self, state: &str, text: impl Fn(usize) -> String) -> Result<Replay, MatchError> {
        let setup = self.setup.setup()?;
        let mut game = Game::new(setup.clone());
        let mut seat = self.first;
        for (ply, word) in self.moves.iter().enumerate() {
            let mv = move_words::read(setup.info(), game.geometry(), seat, word).ok_or(MatchError::UnreadableMove)?;
            game.play(seat, mv).map_err(|_| MatchError::IllegalMove(ply + 1))?;
            seat = seat.other();
        }
        let [black, white] = self.names;
        let notes = Notes {
            black: Some(black.to_owned()),
            white: Some(white.to_owned()),
            result: self.result.map(str::to_owned),
            ..Notes::default()
        };
        let title =
            format!("Game {}: {black} (black) – {white} (white), {state}. {}", self.number, view::title(&setup));
        let replay = view::replay(&game, title, sgf::write(&game, &notes), text);
        Ok(Replay { number: self.number, ..replay })
    }
}
