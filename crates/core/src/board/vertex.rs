//! Vertices: a column letter (without `I`) and a row number from the bottom; `A1` is at the bottom
//! left. After `Z` follow the columns `AA`, `AB`, … `AZ`, `BA`, … as in other Go programs.

use std::fmt;
use std::str::FromStr;

use nom::Parser as _;
use nom::character::complete::{alpha1, digit1};
use nom::combinator::map_opt;

use crate::notation::grammar::{Parsed, parse_all};

const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A point as clients write it. It need not lie on any board.
///
/// ```
/// use quintet_core::board::Vertex;
///
/// let vertex: Vertex = "d4".parse()?;
/// assert_eq!((vertex.x, vertex.y), (3, 3));
/// assert_eq!(vertex.to_string(), "D4");
/// // There is no column I, and AA follows Z.
/// assert_eq!("J1".parse::<Vertex>()?.x, 8);
/// assert_eq!("AA1".parse::<Vertex>()?.x, 25);
/// assert!("4D".parse::<Vertex>().is_err());
/// # Ok::<(), quintet_core::board::ParseVertexError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vertex {
    /// Column from 0 (`A`).
    pub x: u32,
    /// Row from 0 (`1`); the row number 0, which no board has, is parsed as `u32::MAX`.
    pub y: u32,
}

/// The error for a text that is not a vertex. (A vertex off the board is a vertex.)
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a vertex is a column letter without I and a row number, like D4")]
pub struct ParseVertexError;

/// Returns the letters of column `x`, counted from 0.
pub fn column_name(x: u32) -> String {
    let letter = |i: u32| LETTERS[i as usize % 25] as char;
    match x {
        0..25 => letter(x).to_string(),
        _ => [letter((x - 25) / 25), letter(x - 25)].iter().collect(),
    }
}

fn letter_index(byte: u8) -> Option<u32> {
    let upper = byte.to_ascii_uppercase();
    LETTERS.iter().position(|&l| l == upper).map(|i| i as u32)
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.x), self.y.wrapping_add(1))
    }
}

impl FromStr for Vertex {
    type Err = ParseVertexError;

    /// Parses a vertex, ignoring case. Columns have one or two letters; row numbers beyond
    /// `u32::MAX` saturate.
    fn from_str(text: &str) -> Result<Self, ParseVertexError> {
        parse_all(text, vertex).map_err(|_| ParseVertexError)
    }
}

/// Reads a vertex.
fn vertex(input: &str) -> Parsed<'_, Vertex> {
    let column = map_opt(alpha1, |letters: &str| match *letters.as_bytes() {
        [a] => letter_index(a),
        [a, b] => Some(25 + 25 * letter_index(a)? + letter_index(b)?),
        _ => None,
    });
    // Row 0, and all that are too large, are on no board.
    let row = digit1.map(|digits: &str| digits.parse::<u32>().unwrap_or(u32::MAX).checked_sub(1).unwrap_or(u32::MAX));
    (column, row).map(|(x, y)| Vertex { x, y }).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_skip_i_and_continue_after_z_with_aa() {
        let names = [(0, "A"), (7, "H"), (8, "J"), (24, "Z"), (25, "AA"), (33, "AJ"), (49, "AZ"), (50, "BA")];
        for (x, name) in names {
            assert_eq!(column_name(x), name);
            assert_eq!(format!("{name}1").parse(), Ok(Vertex { x, y: 0 }));
        }
    }

    #[test]
    fn texts_that_are_not_vertices_are_rejected() {
        for text in ["", "A", "7", "I5", "4D", "D4x", "ABC1", "D-1", "é4", "AI3", "D4 "] {
            assert_eq!(text.parse::<Vertex>(), Err(ParseVertexError), "{text:?}");
        }
    }

    #[test]
    fn rows_beyond_all_boards_are_parsed() {
        assert_eq!("d99999999999999".parse(), Ok(Vertex { x: 3, y: u32::MAX - 1 }));
        assert_eq!("d0".parse(), Ok(Vertex { x: 3, y: u32::MAX }));
    }
}
