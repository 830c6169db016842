//! Games and positions as text and pictures: the words for moves, positions in one line, SGF files, boards as plain text and as SVG.

pub mod move_words;
pub mod position;
pub mod sgf;
pub mod svg;
pub mod text;

use crate::words::winner;

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
    let rounded = rounded_margin(margin);
    match winner(rounded) {
        Some(seat) => format!("{}+{}", seat.letter().to_ascii_uppercase(), rounded.abs()),
        None => "0".to_owned(),
    }
}

/// A margin without the dust that binary fractions leave where points and a komi in tenths are added up.
pub fn rounded_margin(margin: f64) -> f64 {
    if margin.abs() < 1e9 { (margin * 1e6).round() / 1e6 } else { margin }
}
