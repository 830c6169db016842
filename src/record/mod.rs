//! Games and positions as text and pictures: the words for moves, positions in one line, SGF files, boards as plain text and as SVG.

pub mod position;
pub mod sgf;
pub mod svg;
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

/// A margin seen by Black as a score that referees read: `B+3`, `W+0.5`, `0` for a draw.
pub fn score_text(margin: f64) -> String {
    // Sums of halves and the like, not of floating-point dust.
    let size = if margin.abs() < 1e9 { (margin.abs() * 1e6).round() / 1e6 } else { margin.abs() };
    match winner(margin) {
        Some(seat) if size > 0.0 => format!("{}+{size}", seat.letter().to_ascii_uppercase()),
        _ => "0".to_owned(),
    }
}
