//! Games and positions as text and pictures: the words for moves, positions in one line, SGF files, boards as plain text and as SVG.

pub(crate) mod coded;
pub mod move_words;
pub mod position;
pub mod setup_words;
pub mod sgf;
pub mod svg;
pub mod text;

/// A piece of somebody's input as messages quote it: at most 40 characters, control characters escaped.
pub fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(40).flat_map(char::escape_debug).take(40).collect();
    if text.chars().nth(40).is_some() {
        quoted.push('…');
    }
    quoted
}
