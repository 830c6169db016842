//! Moves as text, what small grammars share, and quoting of input in messages.

pub mod grammar;
pub mod move_words;

/// Returns a piece of input as messages quote it: at most 40 characters, control characters
/// escaped.
pub fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(40).flat_map(char::escape_debug).take(40).collect();
    if text.chars().nth(40).is_some() {
        quoted.push('…');
    }
    quoted
}
