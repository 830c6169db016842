//! The ways in which clients write moves and vertices.
//!
//! - `words`: `D4`, `red@D4`, the default;
//! - `coded`: one vertex per move on a larger board, for referees that know nothing else, also with
//!   the cells apart, for clients that keep a Go board;
//! - `gogui`: cells to click on, with a palette of stones.
//!
//! Every command reads and writes moves and vertices through a [`Notation`]. [`ClientNotation`]
//! remembers what a client has said that its next words depend on.

mod client_notation;
mod coded;
mod gogui;
mod picked_stones;
mod ring;
mod words;

use std::str::FromStr;

use quintet_core::board::{Point, Shape, Vertex};
use quintet_core::game::Game;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Move, Seat, Stone};
use quintet_record::setup_words::Size;

use crate::answer::CommandError;

pub use client_notation::ClientNotation;
pub use coded::{APART, CODED};
pub use gogui::{Gogui, current_kind, kind_cell, swap_cell};
pub use picked_stones::PickedStones;
pub use words::{Words, bare_names};

/// The notations by their names on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// `D4`, `red@D4`, `swap-pieces`.
    #[default]
    Words,
    /// One vertex per move, on a larger board if the game has several kinds of stone.
    Coded,
    /// The same with a free line between any two cells.
    Apart,
    /// Cells to click on.
    Gogui,
}

impl Style {
    /// Returns the notation of this name.
    pub fn notation(self) -> &'static dyn Notation {
        match self {
            Style::Words => &Words,
            Style::Coded => &CODED,
            Style::Apart => &APART,
            Style::Gogui => &Gogui,
        }
    }
}

/// The error for a text that is not the name of a notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("notations of moves are words, coded, apart and gogui")]
pub struct ParseStyleError;

impl FromStr for Style {
    type Err = ParseStyleError;

    fn from_str(text: &str) -> Result<Style, ParseStyleError> {
        match text.to_ascii_lowercase().as_str() {
            "words" => Ok(Style::Words),
            "coded" => Ok(Style::Coded),
            "apart" => Ok(Style::Apart),
            "gogui" => Ok(Style::Gogui),
            _ => Err(ParseStyleError),
        }
    }
}

/// The stone that a vertex without a kind means on input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareVertex {
    /// None: the kind has to be named.
    Nothing,
    /// A stone of this kind, an index into [`GameInfo::kinds`].
    Kind(u8),
    /// The side's own stone if that is legal, otherwise the first legal kind.
    Auto,
}

impl BareVertex {
    /// Returns a game's default: the side's own stone, if the game has such a kind.
    pub fn default_of(info: &GameInfo) -> BareVertex {
        info.own_kind().map_or(BareVertex::Nothing, BareVertex::Kind)
    }

    /// Returns the kind of stone that a bare vertex means for a point.
    pub fn kind(self, game: &Game, seat: Seat, point: Point) -> Option<u8> {
        match self {
            BareVertex::Nothing => None,
            BareVertex::Kind(kind) => Some(kind),
            BareVertex::Auto => {
                let mut kinds = 0..game.info().kinds.len() as u8;
                Some(kinds.find(|&kind| game.is_legal(seat, Move::place(kind, point))).unwrap_or(0))
            }
        }
    }
}

/// The state that reading and writing moves depends on.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub game: &'a Game,
    /// The kinds of stone that were picked.
    pub picks: &'a PickedStones,
    /// The meaning of a bare vertex.
    pub bare: BareVertex,
}

/// The meaning of a client's word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A move, legal or not.
    Move(Move),
    /// The side picks a kind of stone.
    Pick(u8),
    /// A vertex that is not a cell of this board.
    Nowhere,
}

/// The instruction that shows the engine's move to a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// The move itself.
    Move(String),
    /// To pick this kind of stone first. The move follows when the same side is asked again.
    Pick(u8, String),
}

/// A way of writing moves.
pub trait Notation: Sync {
    /// Adapts the setup of a newly chosen game to this notation.
    fn adapted(&self, setup: Setup) -> Setup {
        setup
    }

    /// Checks whether games of this setup can be written.
    ///
    /// # Errors
    /// Returns an error for the client if they cannot.
    fn check(&self, _setup: &Setup) -> Result<(), CommandError> {
        Ok(())
    }

    /// Returns the size of the client's board, columns and rows.
    fn client_size(&self, setup: &Setup) -> (u32, u32);

    /// Returns whether the client's board consists of hexagons.
    fn is_hex(&self, setup: &Setup) -> bool {
        setup.geometry().shape() == Shape::Hex
    }

    /// Returns the same game on the board that has this size for the client.
    ///
    /// # Errors
    /// Returns `unacceptable size` if there is none.
    fn resized(&self, setup: &Setup, size: Size) -> Result<Setup, CommandError>;

    /// Returns whether kinds of stone are picked on a palette, and picks are steps of the game.
    fn has_palette(&self, _info: &GameInfo) -> bool {
        false
    }

    /// Reads a move: a word, and the kind of stone if the client gave it as a second word.
    ///
    /// # Errors
    /// Returns an error if the words are not a move.
    fn read(&self, context: Context<'_>, seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, CommandError>;

    /// Returns whether a side may do this now.
    fn is_legal(&self, context: Context<'_>, seat: Seat, meaning: Meaning) -> bool {
        matches!(meaning, Meaning::Move(mv) if context.game.is_legal(seat, mv))
    }

    /// Returns whether the client repeats a move that it has just sent.
    ///
    /// GoGui sends each of the engine's moves twice to a ruler; a pass would end a game of Go.
    fn is_repeated(&self, _context: Context<'_>, _seat: Seat, _mv: Move) -> bool {
        false
    }

    /// Returns the words for everything that a side may do now.
    fn legal(&self, context: Context<'_>, seat: Seat) -> Vec<String> {
        context.game.legal_moves(seat).into_iter().map(|mv| self.word(context, mv)).collect()
    }

    /// Returns the word for a move, for lists and variations.
    fn word(&self, context: Context<'_>, mv: Move) -> String;

    /// Returns the instruction that shows the engine's move to a client.
    fn instruction(&self, context: Context<'_>, _seat: Seat, mv: Move) -> Instruction {
        Instruction::Move(self.word(context, mv))
    }

    /// Parses a vertex of the board; `None` if it is not a cell of it.
    ///
    /// # Errors
    /// Returns an error if the text is not a vertex.
    fn point(&self, game: &Game, text: &str) -> Result<Option<Point>, CommandError> {
        let vertex: Vertex = text.parse()?;
        Ok(game.geometry().point(vertex))
    }

    /// Returns the vertex of a point with a stone, which matters if the client's board has a vertex
    /// for each kind.
    fn vertex(&self, game: &Game, point: Point, _stone: Option<Stone>) -> String {
        game.geometry().vertex(point).to_string()
    }
}
