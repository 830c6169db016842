//! Moves and numbers as text, what small grammars share, and quoting of input in messages.

mod decimal;
pub mod grammar;
pub mod move_words;

pub use decimal::decimal;

/// Returns a piece of input as messages quote it: at most 40 characters, control characters
/// escaped.
pub fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(40).flat_map(char::escape_debug).take(40).collect();
    if text.chars().nth(40).is_some() {
        quoted.push('…');
    }
    quoted
}
