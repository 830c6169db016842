//! The views of a game on the page. Everything that needs the rules of a game is computed here.
//!
//! `board` draws boards and stones, `marks` what a game or a record draws beside its stones; `words` describes
//! a game in sentences and `clock` its time control; `search` shows the results of searches;
//! `replay` a whole game move by move.

mod board;
mod clock;
mod marks;
mod replay;
mod search;
mod words;

pub use board::{Cells, board, kinds, scene};
pub use clock::{clock_words, sgf_time, standard_clocks};
pub use marks::{insight, remarks};
pub use replay::replay;
pub use search::{candidates, exact, exact_value, exact_values, final_value, ownership, ply, value};
pub use words::{
    capital, card_file, forfeit_reason, move_words, news, reason, score, seat_name, short_move, status, title,
    winner_words, won,
};

/// Rounds to two decimals.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
