//! The words for moves: `D4`, `cancer@D4`, `red@D4`, `pass`, `swap-pieces`.

use crate::board::{Geometry, ParseVertexError, Vertex};
use crate::setup::GameInfo;
use crate::words::{Action, Move, Seat};

/// The word for Cancer's swap.
pub const SWAP: &str = "swap-pieces";

/// A move as somebody wrote it: not yet known to be on the board, or legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spoken {
    /// A stone on a vertex; the kind only where it was named.
    Place {
        /// Index into [`GameInfo::kinds`].
        kind: Option<u8>,
        /// Where.
        vertex: Vertex,
    },
    /// `pass`.
    Pass,
    /// `swap-pieces`.
    Swap,
}

/// Text that is no move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseMoveError {
    /// No vertex.
    #[error(transparent)]
    Vertex(#[from] ParseVertexError),
    /// No kind of stone of this game; the kinds that it has.
    #[error("no such stone; stones are {0}")]
    Kind(String),
}

/// Reads a move in any case. A kind is named in full or by its first letter; `own` is the seat's own stone, which
/// in Cancer can also be named by its colour.
///
/// ```
/// use quintet::games;
/// use quintet::record::move_words::{Spoken, parse};
/// use quintet::words::Seat;
///
/// let cascade = games::find("cascade").unwrap();
/// let spoken = parse(cascade, Seat::White, "R@b3").unwrap();
/// assert_eq!(spoken, Spoken::Place { kind: Some(2), vertex: "B3".parse().unwrap() });
/// assert!(parse(cascade, Seat::White, "green@B3").is_err());
/// ```
///
/// # Errors
/// If the text has no vertex, or names a kind of stone that the game, or the seat, hasn't.
pub fn parse(info: &GameInfo, seat: Seat, text: &str) -> Result<Spoken, ParseMoveError> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Spoken::Pass);
    }
    if text.eq_ignore_ascii_case(SWAP) {
        return Ok(Spoken::Swap);
    }
    match text.split_once('@') {
        None => Ok(Spoken::Place { kind: None, vertex: text.parse()? }),
        Some((kind, vertex)) => {
            let kind = Some(parse_kind(info, seat, kind)?);
            Ok(Spoken::Place { kind, vertex: vertex.parse()? })
        }
    }
}

/// Reads the name of a kind of stone, as it stands before the `@`.
///
/// # Errors
/// If the game, or the seat, has no such stone.
pub fn parse_kind(info: &GameInfo, seat: Seat, text: &str) -> Result<u8, ParseMoveError> {
    let names = |name: &str| text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..1]);
    let kinds = info.kinds.iter();
    // With several kinds of stone, a seat's own may be called by its colour.
    let own = info.own_stone(seat).name();
    let found = kinds.clone().position(|k| names(k.name) || info.kinds.len() > 1 && k.stone.is_none() && names(own));
    found
        .map(|kind| kind as u8)
        .ok_or_else(|| ParseMoveError::Kind(kinds.map(|kind| kind.name).collect::<Vec<_>>().join(", ")))
}

/// The word for a move; the same move gives the same word always.
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

/// The move that was spoken, where the kind is named, or the game has a single one, or `bare` says what a bare
/// vertex means; `None` for a vertex that is off the board, or for a bare one without a meaning.
pub fn resolve(info: &GameInfo, geometry: &Geometry, spoken: Spoken, bare: Option<u8>) -> Option<Move> {
    match spoken {
        Spoken::Pass => Some(Move::PASS),
        Spoken::Swap => Some(Move::SWAP),
        Spoken::Place { kind, vertex } => {
            let kind = kind.or(if info.kinds.len() == 1 { Some(0) } else { bare })?;
            Some(Move::place(kind, geometry.point(vertex)?))
        }
    }
}

/// Reads a word as [`format()`] writes it: without a kind it is the seat's own stone.
pub fn read(info: &GameInfo, geometry: &Geometry, seat: Seat, text: &str) -> Option<Move> {
    let own = info.own_kind();
    resolve(info, geometry, parse(info, seat, text).ok()?, own)
}
