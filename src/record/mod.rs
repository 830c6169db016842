//! Games and positions as text and pictures: the words for moves, positions in one line, SGF files, boards as plain text.

pub mod position;
pub mod sgf;
pub mod text;
pub mod words;

use crate::game::winner;

/// A piece of somebody's input as messages quote it: at most 40 characters, control characters escaped.
pub fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(40).flat_map(char::escape_debug).take(40).collect();
    if text.chars().nth(40).is_some() {
        quoted.push('…');
    }
    quoted
}

/// A margin seen by Black as a score: `B+3`, `W+0.5`, `0` for a draw.
pub fn score_text(margin: f64) -> String {
    match winner(margin) {
        Some(seat) => format!("{}+{}", seat.letter().to_ascii_uppercase(), margin.abs()),
        None => "0".to_owned(),
    }
}
