//! How a client spells moves: words (the default), coded vertices for referees that know one vertex a turn (with the cells
//! apart for those that keep a board of Go), and cells of a board as GoGui shows it. Every command reads and writes moves
//! and vertices through a [`Spelling`].

mod coded;
mod gogui;
mod ring;
mod speech;
mod words;

use std::str::FromStr;

use super::answer::Failure;
use crate::board::{Point, Shape, Vertex};
use crate::history::AnyHistory;
use crate::record::setup_words::Size;
use crate::setup::{GameInfo, Setup};
use crate::words::{Move, Seat, Stone};

pub use coded::{APART, CODED};
pub use gogui::{Gogui, current_kind, kind_cell, swap_cell};
pub use speech::Speech;
pub use words::{Words, bare_names};

/// The spellings, by the names that the command line gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// `D4`, `red@D4`, `swap-pieces`.
    #[default]
    Words,
    /// One vertex a move, on a larger board where the game has several kinds of stone.
    Coded,
    /// The same with a free line between any two cells.
    Apart,
    /// Cells to click on.
    Gogui,
}

impl Style {
    /// The spelling of this name.
    pub fn spelling(self) -> &'static dyn Spelling {
        match self {
            Style::Words => &Words,
            Style::Coded => &CODED,
            Style::Apart => &APART,
            Style::Gogui => &Gogui,
        }
    }
}

impl FromStr for Style {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Style, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "words" => Ok(Style::Words),
            "coded" => Ok(Style::Coded),
            "apart" => Ok(Style::Apart),
            "gogui" => Ok(Style::Gogui),
            _ => Err("moves are spelt words, coded, apart or gogui"),
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
    /// The seat's own stone where that is legal, else the first kind that is.
    Auto,
}

impl BareVertex {
    /// What a game starts with: the seat's own stone, where the game has such a kind.
    pub fn default_of(info: &GameInfo) -> BareVertex {
        info.own_kind().map_or(BareVertex::Nothing, BareVertex::Kind)
    }

    /// The kind that a bare vertex means here.
    pub fn kind(self, history: &dyn AnyHistory, seat: Seat, point: Point) -> Option<u8> {
        match self {
            BareVertex::Nothing => None,
            BareVertex::Kind(kind) => Some(kind),
            BareVertex::Auto => {
                let kinds = 0..history.info().kinds.len() as u8;
                Some(kinds.into_iter().find(|&kind| history.is_legal(seat, Move::place(kind, point))).unwrap_or(0))
            }
        }
    }
}

/// One step back, where picks are steps too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Move,
    Pick { seat: Seat, before: Option<u8> },
}

/// The kinds of stone that the seats have picked on a palette, and in which order they picked and moved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picks {
    picked: [Option<u8>; 2],
    steps: Vec<Step>,
}

impl Picks {
    /// The latest pick of a seat.
    pub fn picked(&self, seat: Seat) -> Option<u8> {
        self.picked[seat.index()]
    }

    /// No picks, and a history of `moves` moves.
    pub fn after_moves(moves: usize) -> Picks {
        Picks { picked: [None; 2], steps: vec![Step::Move; moves] }
    }

    /// A seat picks a kind.
    pub fn pick(&mut self, seat: Seat, kind: u8) {
        self.steps.push(Step::Pick { seat, before: self.picked(seat) });
        self.picked[seat.index()] = Some(kind);
    }

    /// A move was played.
    pub fn moved(&mut self) {
        self.steps.push(Step::Move);
    }

    /// Takes back `count` steps and tells how many of them were moves; `None` where there are fewer steps.
    pub fn undo(&mut self, count: usize) -> Option<usize> {
        let left = self.steps.len().checked_sub(count)?;
        let mut moves = 0;
        for step in self.steps.drain(left..).rev() {
            match step {
                Step::Move => moves += 1,
                Step::Pick { seat, before } => self.picked[seat.index()] = before,
            }
        }
        Some(moves)
    }
}

/// What spelling and reading depend on.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game.
    pub history: &'a dyn AnyHistory,
    /// What was picked.
    pub picks: &'a Picks,
    /// What a bare vertex means.
    pub bare: BareVertex,
}

/// What a client's word means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A move, legal or not.
    Move(Move),
    /// The seat picks a kind of stone.
    Pick(u8),
    /// A vertex that is no cell of this board.
    Nowhere,
}

/// What a client is told to do, when the engine wants to play a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instruction {
    /// The move itself.
    Move(String),
    /// First to pick this kind of stone; the move follows when the same seat is asked again.
    Pick(u8, String),
}

/// A way of spelling moves.
pub trait Spelling: Sync {
    /// The setup of a game newly chosen, as this spelling allows it.
    fn adapted(&self, setup: Setup) -> Setup {
        setup
    }

    /// Whether games of this setup can be spelt.
    ///
    /// # Errors
    /// A message for the client, if they can't.
    fn check(&self, _setup: &Setup) -> Result<(), Failure> {
        Ok(())
    }

    /// The size of the client's board, columns and rows.
    fn client_size(&self, setup: &Setup) -> (u32, u32);

    /// Whether the client's board is one of hexagons.
    fn is_hex(&self, setup: &Setup) -> bool {
        setup.geometry().shape() == Shape::Hex
    }

    /// The same game on the board of which a client tells this size.
    ///
    /// # Errors
    /// `unacceptable size`.
    fn resized(&self, setup: &Setup, size: Size) -> Result<Setup, Failure>;

    /// Whether picks are steps of the game's history.
    fn has_palette(&self, _info: &GameInfo) -> bool {
        false
    }

    /// Reads a move: a word, and the kind of stone as a second where the client gave it so.
    ///
    /// # Errors
    /// If the words are no move at all.
    fn read(&self, view: View<'_>, seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, Failure>;

    /// Whether a seat may do this now.
    fn is_legal(&self, view: View<'_>, seat: Seat, meaning: Meaning) -> bool {
        matches!(meaning, Meaning::Move(mv) if view.history.is_legal(seat, mv))
    }

    /// Whether the client says again what it has just said. GoGui tells a ruler each of the engine's moves twice; with
    /// a pass, this would end a game of Go.
    fn is_repeated(&self, _view: View<'_>, _seat: Seat, _mv: Move) -> bool {
        false
    }

    /// All that a seat may do now, as words.
    fn legal(&self, view: View<'_>, seat: Seat) -> Vec<String> {
        view.history.legal_moves(seat).into_iter().map(|mv| self.word(view, mv)).collect()
    }

    /// The word for a move, for lists and variations.
    fn word(&self, view: View<'_>, mv: Move) -> String;

    /// What a client is told when the engine plays a move.
    fn instruction(&self, view: View<'_>, _seat: Seat, mv: Move) -> Instruction {
        Instruction::Move(self.word(view, mv))
    }

    /// Reads a vertex of the board; `None` where it is no cell of it.
    ///
    /// # Errors
    /// If the text is no vertex.
    fn point(&self, history: &dyn AnyHistory, text: &str) -> Result<Option<Point>, Failure> {
        let vertex: Vertex = text.parse()?;
        Ok(history.geometry().point(vertex))
    }

    /// The vertex of a point, and of the stone on it where the client's board has a place for each kind.
    fn vertex(&self, history: &dyn AnyHistory, point: Point, _stone: Option<Stone>) -> String {
        history.geometry().vertex(point).to_string()
    }
}
