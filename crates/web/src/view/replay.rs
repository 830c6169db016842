//! A game move by move.

use super::board::{Cells, board, scene};
use super::words::status;
use crate::messages::{Frame, Replay};
use quintet_core::game::Game;
use quintet_core::types::Seat;

/// Returns a game move by move; `text` gives the comment on the start (index 0) and on each move.
pub fn replay(game: &Game, title: String, sgf: String, text: impl Fn(usize) -> String) -> Replay {
    let moves = game.moves();
    let mut shown = game.clone();
    shown.undo(moves.len()).expect("the game has these moves");
    let cells = Cells::new(game.geometry());
    let board = board(&shown);
    let frame = |shown: &Game, word: String, seat: Seat, index: usize| Frame {
        word,
        seat,
        scene: scene(shown, &cells),
        text: text(index),
        status: status(shown, None),
    };
    let mut frames = vec![frame(&shown, String::new(), shown.to_move(), 0)];
    for (index, &(seat, mv)) in moves.iter().enumerate() {
        shown.play(seat, mv).expect("the move was legal before");
        let word = game.word(mv);
        frames.push(frame(&shown, word, seat, index + 1));
    }
    Replay { number: 0, live: false, title, board, frames, sgf }
}
