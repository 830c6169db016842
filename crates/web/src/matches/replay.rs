//! The games of a match move by move.

use super::error::MatchError;
use crate::messages::Replay;
use crate::view;
use quintet_arena::matches::in_progress::{GameHeader, GameInProgress};
use quintet_arena::matches::results::GameRecord;
use quintet_core::game::Game;
use quintet_record::sgf;

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
    let header = GameHeader {
        number: record.number,
        black: record.black.clone(),
        white: record.white.clone(),
        setup: record.setup.clone(),
        first: record.first,
    };
    replay(&header, &record.moves, Some(&record.result), &record.result, text)
}

/// Returns a game move by move that is being played, or was when its match was stopped.
pub fn replay_of_game_in_progress(game: &GameInProgress, running: bool) -> Result<Replay, MatchError> {
    let state = if running { "being played" } else { "broken off" };
    let replay = replay(&game.header, &game.moves, None, state, |_| String::new())?;
    Ok(Replay { live: running, ..replay })
}

/// Replays a game of a match; `state` is its result or state, `text` the comment on each move.
fn replay(
    header: &GameHeader,
    moves: &[String],
    result: Option<&str>,
    state: &str,
    text: impl Fn(usize) -> String,
) -> Result<Replay, MatchError> {
    let GameHeader { number, black, white, setup, first } = header;
    let setup = setup.setup()?;
    let mut game = Game::new(setup.clone());
    let mut seat = *first;
    for (ply, word) in moves.iter().enumerate() {
        let mv = game.read_word(seat, word).ok_or(MatchError::UnreadableMove)?;
        game.play(seat, mv).map_err(|_| MatchError::IllegalMove(ply + 1))?;
        seat = seat.other();
    }
    let facts = [("PB", &**black), ("PW", white), ("RE", result.unwrap_or_default())];
    let title = format!("Game {number}: {black} (black) – {white} (white), {state}. {}", view::title(&setup));
    let replay = view::replay(&game, title, sgf::write_game(&game, &facts), text);
    Ok(Replay { number: *number, ..replay })
}
