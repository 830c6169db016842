//! The moves of a file as they stand there, for programs that know better than the file which game it is of.

use super::parse;
use super::{LETTERS, SgfError};
use crate::words::Seat;

/// The main line of a file, not looked at by the rules of any game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Written {
    /// The program that wrote it (`AP`), with its version; empty if it doesn't tell.
    pub application: String,
    /// The rules (`RU`); empty if it doesn't tell.
    pub rules: String,
    /// The size (`SZ`); empty if it doesn't tell.
    pub size: String,
    /// Whether stones are set up.
    pub has_setup: bool,
    /// The moves: column and row from the top left, from 0; `None` for a pass or what is no point.
    pub moves: Vec<(Seat, Option<(u32, u32)>)>,
}

/// Reads the main line of the first game of a file.
///
/// # Errors
/// Where it is no SGF.
pub fn written(bytes: &[u8]) -> Result<Written, SgfError> {
    let line = parse::main_line(bytes)?;
    let mut written = Written::default();
    let index = |letter: u8| LETTERS.iter().position(|&known| known == letter).map(|index| index as u32);
    for property in line.nodes.iter().flatten() {
        let value = property.value();
        let seat = match &*property.name {
            "B" => Seat::Black,
            "W" => Seat::White,
            "AP" => {
                written.application = value.to_owned();
                continue;
            }
            "RU" => {
                written.rules = value.to_owned();
                continue;
            }
            "SZ" => {
                written.size = value.to_owned();
                continue;
            }
            name => {
                written.has_setup |= ["AB", "AW", "AE"].contains(&name);
                continue;
            }
        };
        let point = match *value.as_bytes() {
            [column, row] => index(column).zip(index(row)),
            _ => None,
        };
        written.moves.push((seat, point));
    }
    Ok(written)
}
