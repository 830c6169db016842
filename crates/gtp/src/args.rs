//! The arguments of a command, and how they are parsed.

use std::path::PathBuf;

use quintet_core::notation::quote;
use quintet_core::setup::GameInfo;
use quintet_core::types::{Seat, Stone};
use quintet_engine::Level;
use quintet_system::os_bytes;

use crate::answer::CommandError;

/// The arguments of a command: a trimmed line.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    pub line: &'a str,
    /// Its bytes, if they are not UTF-8.
    pub bytes: Option<&'a [u8]>,
}

impl<'a> Args<'a> {
    pub fn words(self) -> impl Iterator<Item = &'a str> {
        self.line.split(' ').filter(|word| !word.is_empty())
    }

    /// Returns the word at an index from 0.
    pub fn word(self, index: usize) -> Option<&'a str> {
        self.words().nth(index)
    }

    /// The whole line.
    pub fn line(self) -> &'a str {
        self.line
    }

    /// Returns the path that is the part `part` of the line, with only ASCII around it: the bytes of
    /// its name, which need not be UTF-8.
    pub fn path(self, part: &str) -> PathBuf {
        let bytes = self.bytes.unwrap_or(self.line.as_bytes());
        let before = part.as_ptr() as usize - self.line.as_ptr() as usize;
        let after = self.line.len() - before - part.len();
        os_bytes::name(bytes[before..bytes.len() - after].to_vec()).into()
    }

    /// Returns whether there are no arguments.
    pub fn is_empty(self) -> bool {
        self.line.is_empty()
    }
}

/// Parses an integer. Integers out of range saturate.
pub fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// Parses an integer of at least 0. Integers out of range saturate.
pub fn count(text: &str) -> Option<u64> {
    integer(text).and_then(|value| u64::try_from(value).ok())
}

/// Parses the side of a board. A side that is out of range becomes 0.
pub fn side(text: &str) -> Option<u16> {
    integer(text).map(|value| u16::try_from(value).unwrap_or(0))
}

/// Parses `true`, `false` and their synonyms.
pub fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" | "on" | "yes" => Some(true),
        "0" | "false" | "off" | "no" => Some(false),
        _ => None,
    }
}

/// Returns the level of a number; 0 is full strength.
///
/// # Errors
/// Returns an error that says which levels there are.
pub fn level(number: u64) -> Result<Option<Level>, CommandError> {
    if number == 0 {
        return Ok(None);
    }
    let level = Level::new(number).map_err(|error| CommandError::new(format!("{error}, or 0 for full strength")))?;
    Ok(Some(level))
}

/// Parses a side: `b`, `black`, `w`, `white` in any case, and the game's own names for them.
///
/// # Errors
/// Returns a syntax error that lists the accepted names.
pub fn seat(info: &GameInfo, text: &str) -> Result<Seat, CommandError> {
    let is = |name: &str| text.eq_ignore_ascii_case(name);
    if is("b") || is("black") {
        return Ok(Seat::Black);
    }
    if is("w") || is("white") {
        return Ok(Seat::White);
    }
    for seat in Seat::BOTH {
        let own = info.own_stone(seat).name();
        if is(own) || is(&own[..1]) || seat_number(info, seat).is_some_and(is) {
            return Ok(seat);
        }
    }
    Err(CommandError::syntax(format_args!("'{}' is not a seat; seats are {}", quote(text), seat_names(info))))
}

/// Returns the number of the player, in games in which White begins and players are numbered.
fn seat_number(info: &GameInfo, seat: Seat) -> Option<&'static str> {
    (info.first == Seat::White).then_some(if seat == info.first { "1" } else { "2" })
}

fn seat_names(info: &GameInfo) -> String {
    let mut names = vec!["black", "white"];
    for seat in Seat::BOTH {
        names.extend(Some(info.own_stone(seat).name()).filter(|name| !["black", "white"].contains(name)));
        names.extend(seat_number(info, seat));
    }
    names.join(", ")
}

/// Returns whether a word names a side in this game.
pub fn is_seat(info: &GameInfo, text: &str) -> bool {
    seat(info, text).is_ok()
}

/// Parses a stone to be set up: a side for its own stone, or the name of a stone.
///
/// # Errors
/// Returns a syntax error that lists the accepted names.
pub fn stone(info: &GameInfo, text: &str) -> Result<Stone, CommandError> {
    let named = |stone: &&Stone| **stone != Stone::Blocked && text.eq_ignore_ascii_case(stone.name());
    match (info.stones.iter().find(named), seat(info, text)) {
        (Some(&stone), _) => Ok(stone),
        (None, Ok(seat)) => Ok(info.own_stone(seat)),
        (None, Err(_)) => {
            let names: Vec<_> = info.stones.iter().filter(|s| **s != Stone::Blocked).map(|s| s.name()).collect();
            Err(CommandError::syntax(format_args!(
                "'{}' is not a stone to set up; stones are {}",
                quote(text),
                names.join(", ")
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_saturate_and_other_words_are_none() {
        assert_eq!(integer("99999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999"), Some(i64::MIN));
        assert_eq!((integer("+7"), count("-1"), side("70000")), (Some(7), None, Some(0)));
        for text in ["", "-", "9.5", "x", "1e3", "٣"] {
            assert_eq!(integer(text), None, "{text:?}");
        }
    }
}
