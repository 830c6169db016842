//! The words for moves: `D4`, `cancer@D4`, `red@D4`, `pass`, `swap-pieces`.

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::take_until;
use nom::character::complete::char;
use nom::combinator::{all_consuming, map, value};
use nom::sequence::terminated;

use super::grammar::{Parsed, any_case};
use crate::board::{Geometry, ParseVertexError, Vertex};
use crate::setup::GameInfo;
use crate::types::{Action, Move, Seat};

/// The word for the swap.
pub const SWAP: &str = "swap-pieces";

/// A move as it was written. It need not be on the board, nor legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParsedMove {
    /// A stone on a vertex.
    Place {
        /// The kind of stone, an index into [`GameInfo::kinds`]; `None` if the text does not name
        /// it.
        kind: Option<u8>,
        vertex: Vertex,
    },
    /// `pass`.
    Pass,
    /// `swap-pieces`.
    Swap,
}

/// Text that is not a move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseMoveError {
    /// The vertex cannot be read.
    #[error(transparent)]
    Vertex(#[from] ParseVertexError),
    /// The game has no such kind of stone; lists the kinds that it has.
    #[error("no such stone; stones are {0}")]
    Kind(String),
}

/// Parses a move in any case.
///
/// A kind of stone is named in full or by its first letter. `own` is the side's own stone; in games
/// with several kinds it can also be named by its colour.
///
/// ```
/// use quintet_core::notation::move_words::{ParsedMove, parse};
/// use quintet_core::types::Seat;
///
/// let cascade = quintet_games::find("cascade").unwrap();
/// let parsed = parse(cascade, Seat::White, "R@b3").unwrap();
/// assert_eq!(parsed, ParsedMove::Place { kind: Some(2), vertex: "B3".parse().unwrap() });
/// assert!(parse(cascade, Seat::White, "green@B3").is_err());
/// ```
///
/// # Errors
/// Returns an error if the text has no vertex, or names a kind of stone that the game or the side
/// does not have.
pub fn parse(info: &GameInfo, seat: Seat, text: &str) -> Result<ParsedMove, ParseMoveError> {
    let (vertex, kind) = match word(text) {
        Ok((_, Word::Move(mv))) => return Ok(mv),
        Ok((vertex, Word::Kind(kind))) => (vertex, Some(parse_kind(info, seat, kind)?)),
        Err(_) => (text, None),
    };
    Ok(ParsedMove::Place { kind, vertex: vertex.parse()? })
}

/// A whole move without a vertex, or the kind of stone before `@`.
#[derive(Clone, Copy)]
enum Word<'a> {
    Move(ParsedMove),
    Kind(&'a str),
}

fn word(input: &str) -> Parsed<'_, Word<'_>> {
    let whole_word = |word| all_consuming(any_case(word));
    alt((
        value(Word::Move(ParsedMove::Pass), whole_word("pass")),
        value(Word::Move(ParsedMove::Swap), whole_word(SWAP)),
        map(terminated(take_until("@"), char('@')), Word::Kind),
    ))
    .parse(input)
}

/// Parses the name of a kind of stone, the part before the `@`.
///
/// # Errors
/// Returns an error if the game or the side has no such stone.
pub fn parse_kind(info: &GameInfo, seat: Seat, text: &str) -> Result<u8, ParseMoveError> {
    let names = |name: &str| text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..1]);
    let kinds = info.kinds.iter();
    // In games with several kinds of stone, the own stone may be named by its colour.
    let own = info.own_stone(seat).name();
    let found = kinds.clone().position(|k| names(k.name) || info.kinds.len() > 1 && k.stone.is_none() && names(own));
    found
        .map(|kind| kind as u8)
        .ok_or_else(|| ParseMoveError::Kind(kinds.map(|kind| kind.name).collect::<Vec<_>>().join(", ")))
}

/// Returns the word for a move.
pub fn format(info: &GameInfo, geometry: &Geometry, mv: Move) -> String {
    match mv.action() {
        Action::Pass => "pass".to_owned(),
        Action::Swap => SWAP.to_owned(),
        Action::Place { kind, point } => {
            let vertex = geometry.vertex(point);
            match info.kinds.get(usize::from(kind)) {
                Some(kind) if kind.name != "own" => format!("{}@{vertex}", kind.name),
                _ => vertex.to_string(),
            }
        }
    }
}

/// Returns the move that was written.
///
/// `bare` is the kind of stone that a vertex without a kind means, in games with several kinds.
/// Returns `None` if the vertex is off the board, or has no kind and `bare` is `None`.
pub fn resolve(info: &GameInfo, geometry: &Geometry, parsed: ParsedMove, bare: Option<u8>) -> Option<Move> {
    match parsed {
        ParsedMove::Pass => Some(Move::PASS),
        ParsedMove::Swap => Some(Move::SWAP),
        ParsedMove::Place { kind, vertex } => {
            let kind = kind.or(if info.kinds.len() == 1 { Some(0) } else { bare })?;
            Some(Move::place(kind, geometry.point(vertex)?))
        }
    }
}

/// Reads a word as [`format()`] writes it; a vertex without a kind means the side's own stone.
pub fn read(info: &GameInfo, geometry: &Geometry, seat: Seat, text: &str) -> Option<Move> {
    let own = info.own_kind();
    resolve(info, geometry, parse(info, seat, text).ok()?, own)
}
