//! Cells to click on, as GoGui shows them.
//!
//! A game with several kinds of stone gets a board of side N+1 whose top row is a palette: a cell a kind, and one for
//! Cancer's swap. A circle gets a drawing of a ring. The other boards are as they are.

use super::ring::{RingLayout, drawing};
use super::words::spoken;
use super::{Instruction, Meaning, Spelling, View, Words};
use crate::board::{Point, Shape, Vertex};
use crate::gtp::answer::Failure;
use crate::history::AnyHistory;
use crate::record::move_words::Spoken;
use crate::record::setup_words::Size;
use crate::setup::{GameInfo, Setup};
use crate::words::{Action, Move, Seat, Stone};

/// The spelling of a board with a mouse.
pub struct Gogui;

fn has_palette(info: &GameInfo) -> bool {
    info.kinds.len() > 1
}

/// The drawing of the board, if it is a circle.
fn ring(setup: &Setup) -> Option<RingLayout> {
    (setup.geometry().shape() == Shape::Ring).then(|| drawing(setup.width()))
}

/// The `index`-th cell of the palette: along the top row, then, on the smallest board, down the last column.
fn palette_cell(setup: &Setup, index: u8) -> Vertex {
    let (width, height, index) = (u32::from(setup.width()), u32::from(setup.height()), u32::from(index));
    match index.checked_sub(width + 1) {
        None => Vertex { x: index, y: height },
        Some(below) => Vertex { x: width, y: height.saturating_sub(1 + below) },
    }
}

/// The cell of a kind of stone.
pub fn kind_cell(setup: &Setup, kind: u8) -> Vertex {
    palette_cell(setup, kind)
}

/// The cell of the swap.
pub fn swap_cell(setup: &Setup) -> Vertex {
    palette_cell(setup, setup.info().kinds.len() as u8)
}

/// Whether a seat may place a stone of a kind anywhere now.
fn is_placeable(view: View<'_>, seat: Seat, kind: u8) -> bool {
    let places = |mv: &Move| matches!(mv.action(), Action::Place { kind: k, .. } if k == kind);
    view.history.legal_moves(seat).iter().any(places)
}

/// The kind that a click on the board places for a seat: the one that it picked, as long as it may be placed, else the
/// seat's own.
pub fn current_kind(view: View<'_>, seat: Seat) -> Option<u8> {
    let own = view.history.info().own_kind();
    match view.picks.picked(seat) {
        Some(picked) if own.is_none() || own == Some(picked) || is_placeable(view, seat, picked) => Some(picked),
        _ => own,
    }
}

/// What a vertex of a board with a palette means.
fn palette_meaning(view: View<'_>, seat: Seat, kind: Option<u8>, vertex: Vertex) -> Meaning {
    let setup = view.history.setup();
    if let Some(point) = view.history.geometry().point(vertex) {
        return match kind.or_else(|| current_kind(view, seat)) {
            Some(kind) => Meaning::Move(Move::place(kind, point)),
            None => Meaning::Nowhere,
        };
    }
    let kinds = setup.info().kinds.len() as u8;
    match (0..=kinds).find(|&index| palette_cell(setup, index) == vertex) {
        Some(index) if index < kinds => Meaning::Pick(index),
        Some(_) => Meaning::Move(Move::SWAP),
        None => Meaning::Nowhere,
    }
}

impl Spelling for Gogui {
    fn client_size(&self, setup: &Setup) -> (u32, u32) {
        let (width, height) = (setup.width().into(), setup.height().into());
        match ring(setup) {
            Some(drawing) => (drawing.width.into(), drawing.width.into()),
            None if has_palette(setup.info()) => (width + 1, height + 1),
            // A row of cells is the bottom row of a square, the only boards that GoGui shows well.
            None if setup.geometry().shape() == Shape::Line => (width, width),
            None => (width, height),
        }
    }

    fn is_hex(&self, setup: &Setup) -> bool {
        ring(setup).map_or(setup.geometry().shape() == Shape::Hex, |drawing| drawing.hex)
    }

    fn resized(&self, setup: &Setup, size: Size) -> Result<Setup, Failure> {
        if matches!(setup.geometry().shape(), Shape::Ring | Shape::Line) {
            let (width, height) = size.sides();
            let same = self.client_size(setup) == (width.into(), height.into());
            return if same { Ok(setup.clone()) } else { Err(Failure::size()) };
        }
        let palette = u16::from(has_palette(setup.info()));
        let size = size.map_sides(|side| side.checked_sub(palette).ok_or_else(Failure::size))?;
        Ok(size.of(setup)?)
    }

    fn has_palette(&self, info: &GameInfo) -> bool {
        has_palette(info)
    }

    fn read(&self, view: View<'_>, seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, Failure> {
        let setup = view.history.setup();
        let ring = ring(setup);
        if ring.is_none() && !has_palette(setup.info()) {
            return Words.read(view, seat, word, kind);
        }
        Ok(match (spoken(view, seat, word, kind)?, ring) {
            (Spoken::Pass, _) => Meaning::Move(Move::PASS),
            (Spoken::Swap, _) => Meaning::Move(Move::SWAP),
            (Spoken::Place { kind, vertex }, None) => palette_meaning(view, seat, kind, vertex),
            (Spoken::Place { vertex, .. }, Some(ring)) => match ring.index(vertex) {
                Some(index) => Meaning::Move(Move::place(0, Point(index as u16))),
                None => Meaning::Nowhere,
            },
        })
    }

    fn is_legal(&self, view: View<'_>, seat: Seat, meaning: Meaning) -> bool {
        match meaning {
            Meaning::Move(mv) => view.history.is_legal(seat, mv),
            Meaning::Nowhere => false,
            // A click on what is picked already changes nothing; were it illegal, GoGui would say so in a dialog.
            Meaning::Pick(kind) => is_placeable(view, seat, kind),
        }
    }

    fn is_repeated(&self, view: View<'_>, seat: Seat, mv: Move) -> bool {
        mv == Move::PASS && view.history.moves().last() == Some(&(seat, mv))
    }

    fn legal(&self, view: View<'_>, seat: Seat) -> Vec<String> {
        let setup = view.history.setup();
        let moves = view.history.legal_moves(seat);
        if !has_palette(setup.info()) {
            return moves.into_iter().map(|mv| self.word(view, mv)).collect();
        }
        let current = current_kind(view, seat);
        let mut placeable = vec![false; setup.info().kinds.len()];
        let mut words = Vec::new();
        let mut swap = None;
        for mv in moves {
            match mv.action() {
                Action::Place { kind, point } => {
                    placeable[usize::from(kind)] = true;
                    if Some(kind) == current {
                        words.push(view.history.geometry().vertex(point).to_string());
                    }
                }
                Action::Pass => words.push(self.word(view, mv)),
                Action::Swap => swap = Some(swap_cell(setup).to_string()),
            }
        }
        let picks = (0..).zip(placeable).filter(|&(_, placeable)| placeable);
        words.extend(picks.map(|(kind, _)| kind_cell(setup, kind).to_string()));
        words.extend(swap);
        words
    }

    fn word(&self, view: View<'_>, mv: Move) -> String {
        match (mv.point(), ring(view.history.setup())) {
            (Some(point), Some(ring)) => ring.cells[point.index()].to_string(),
            _ => Words.word(view, mv),
        }
    }

    fn instruction(&self, view: View<'_>, seat: Seat, mv: Move) -> Instruction {
        let setup = view.history.setup();
        if !has_palette(setup.info()) {
            return Instruction::Move(self.word(view, mv));
        }
        match mv.action() {
            Action::Place { kind, .. } if current_kind(view, seat) != Some(kind) => {
                Instruction::Pick(kind, kind_cell(setup, kind).to_string())
            }
            Action::Place { point, .. } => Instruction::Move(view.history.geometry().vertex(point).to_string()),
            Action::Swap => Instruction::Move(swap_cell(setup).to_string()),
            Action::Pass => Instruction::Move("pass".to_owned()),
        }
    }

    fn point(&self, history: &dyn AnyHistory, text: &str) -> Result<Option<Point>, Failure> {
        match ring(history.setup()) {
            Some(ring) => Ok(ring.index(text.parse()?).map(|index| Point(index as u16))),
            None => Words.point(history, text),
        }
    }

    fn vertex(&self, history: &dyn AnyHistory, point: Point, stone: Option<Stone>) -> String {
        match ring(history.setup()) {
            Some(ring) => ring.cells[point.index()].to_string(),
            None => Words.vertex(history, point, stone),
        }
    }
}
