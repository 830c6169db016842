//! Cells to click on in GoGui.
//!
//! A game with several kinds of stone gets a board of side N + 1, whose top row is a palette with a
//! cell for each kind and one for the swap. A ring is drawn on a larger board. Other boards stay as
//! they are.

use quintet_core::board::{Point, Shape, Vertex};
use quintet_core::game::Game;
use quintet_core::notation::move_words::ParsedMove;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Action, Move, Seat, Stone};
use quintet_record::setup_words::Size;

use super::ring::{self, RingLayout};
use super::words::{self, Words};
use super::{Context, Instruction, Meaning, Notation};
use crate::answer::CommandError;

/// The notation for a board with a mouse.
pub struct Gogui;

fn has_palette(info: &GameInfo) -> bool {
    info.kinds.len() > 1
}

/// Returns the layout of the board if it is a ring.
fn ring(setup: &Setup) -> Option<RingLayout> {
    (setup.geometry().shape() == Shape::Ring).then(|| ring::layout(setup.width()))
}

/// Returns a cell of the palette: along the top row, then, on the smallest board, down the last
/// column.
fn palette_cell(setup: &Setup, index: u8) -> Vertex {
    let (width, height, index) = (u32::from(setup.width()), u32::from(setup.height()), u32::from(index));
    match index.checked_sub(width + 1) {
        None => Vertex { x: index, y: height },
        Some(below) => Vertex { x: width, y: height.saturating_sub(1 + below) },
    }
}

/// Returns the palette cell of a kind of stone.
pub fn kind_cell(setup: &Setup, kind: u8) -> Vertex {
    palette_cell(setup, kind)
}

/// Returns the palette cell of the swap.
pub fn swap_cell(setup: &Setup) -> Vertex {
    palette_cell(setup, setup.info().kinds.len() as u8)
}

/// Returns whether a side may place a stone of a kind anywhere now.
fn is_placeable(context: Context<'_>, seat: Seat, kind: u8) -> bool {
    let places = |mv: &Move| matches!(mv.action(), Action::Place { kind: k, .. } if k == kind);
    context.game.legal_moves(seat).iter().any(places)
}

/// Returns the kind of stone that a click on the board places for a side: the one that it picked,
/// while it may be placed, otherwise its own.
pub fn current_kind(context: Context<'_>, seat: Seat) -> Option<u8> {
    let own = context.game.info().own_kind();
    match context.picks.picked(seat) {
        Some(picked) if own.is_none() || own == Some(picked) || is_placeable(context, seat, picked) => Some(picked),
        _ => own,
    }
}

/// Returns the meaning of a vertex on a board with a palette.
fn palette_meaning(context: Context<'_>, seat: Seat, kind: Option<u8>, vertex: Vertex) -> Meaning {
    let setup = context.game.setup();
    if let Some(point) = context.game.geometry().point(vertex) {
        return match kind.or_else(|| current_kind(context, seat)) {
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

impl Notation for Gogui {
    fn client_size(&self, setup: &Setup) -> (u32, u32) {
        let (width, height) = (setup.width().into(), setup.height().into());
        match ring(setup) {
            Some(layout) => (layout.width.into(), layout.width.into()),
            None if has_palette(setup.info()) => (width + 1, height + 1),
            // A line of cells is the bottom row of a square board, the only kind that GoGui shows
            // well.
            None if setup.geometry().shape() == Shape::Line => (width, width),
            None => (width, height),
        }
    }

    fn is_hex(&self, setup: &Setup) -> bool {
        ring(setup).map_or(setup.geometry().shape() == Shape::Hex, |layout| layout.hex)
    }

    fn resized(&self, setup: &Setup, size: Size) -> Result<Setup, CommandError> {
        if matches!(setup.geometry().shape(), Shape::Ring | Shape::Line) {
            let (width, height) = size.sides();
            let same = self.client_size(setup) == (width.into(), height.into());
            return if same { Ok(setup.clone()) } else { Err(CommandError::size()) };
        }
        let palette = u16::from(has_palette(setup.info()));
        let size = size.map_sides(|side| side.checked_sub(palette).ok_or_else(CommandError::size))?;
        Ok(size.of(setup)?)
    }

    fn has_palette(&self, info: &GameInfo) -> bool {
        has_palette(info)
    }

    fn read(&self, context: Context<'_>, seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, CommandError> {
        let setup = context.game.setup();
        let ring = ring(setup);
        if ring.is_none() && !has_palette(setup.info()) {
            return Words.read(context, seat, word, kind);
        }
        Ok(match (words::parse(context, seat, word, kind)?, ring) {
            (ParsedMove::Pass, _) => Meaning::Move(Move::PASS),
            (ParsedMove::Swap, _) => Meaning::Move(Move::SWAP),
            (ParsedMove::Place { kind, vertex }, None) => palette_meaning(context, seat, kind, vertex),
            (ParsedMove::Place { vertex, .. }, Some(ring)) => match ring.index(vertex) {
                Some(index) => Meaning::Move(Move::place(0, Point(index as u16))),
                None => Meaning::Nowhere,
            },
        })
    }

    fn is_legal(&self, context: Context<'_>, seat: Seat, meaning: Meaning) -> bool {
        match meaning {
            Meaning::Move(mv) => context.game.is_legal(seat, mv),
            Meaning::Nowhere => false,
            // Picking the same kind again changes nothing, but if it were illegal, GoGui would show
            // a dialog.
            Meaning::Pick(kind) => is_placeable(context, seat, kind),
        }
    }

    fn is_repeated(&self, context: Context<'_>, seat: Seat, mv: Move) -> bool {
        mv == Move::PASS && context.game.moves().last() == Some(&(seat, mv))
    }

    fn legal(&self, context: Context<'_>, seat: Seat) -> Vec<String> {
        let setup = context.game.setup();
        let moves = context.game.legal_moves(seat);
        if !has_palette(setup.info()) {
            return moves.into_iter().map(|mv| self.word(context, mv)).collect();
        }
        let current = current_kind(context, seat);
        let mut placeable = vec![false; setup.info().kinds.len()];
        let mut words = Vec::new();
        let mut swap = None;
        for mv in moves {
            match mv.action() {
                Action::Place { kind, point } => {
                    placeable[usize::from(kind)] = true;
                    if Some(kind) == current {
                        words.push(context.game.geometry().vertex(point).to_string());
                    }
                }
                Action::Pass => words.push(self.word(context, mv)),
                Action::Swap => swap = Some(swap_cell(setup).to_string()),
            }
        }
        let picks = (0..).zip(placeable).filter(|&(_, placeable)| placeable);
        words.extend(picks.map(|(kind, _)| kind_cell(setup, kind).to_string()));
        words.extend(swap);
        words
    }

    fn word(&self, context: Context<'_>, mv: Move) -> String {
        match (mv.point(), ring(context.game.setup())) {
            (Some(point), Some(ring)) => ring.cells[point.index()].to_string(),
            _ => Words.word(context, mv),
        }
    }

    fn instruction(&self, context: Context<'_>, seat: Seat, mv: Move) -> Instruction {
        let setup = context.game.setup();
        if !has_palette(setup.info()) {
            return Instruction::Move(self.word(context, mv));
        }
        match mv.action() {
            Action::Place { kind, .. } if current_kind(context, seat) != Some(kind) => {
                Instruction::Pick(kind, kind_cell(setup, kind).to_string())
            }
            Action::Place { point, .. } => Instruction::Move(context.game.geometry().vertex(point).to_string()),
            Action::Swap => Instruction::Move(swap_cell(setup).to_string()),
            Action::Pass => Instruction::Move("pass".to_owned()),
        }
    }

    fn point(&self, game: &Game, text: &str) -> Result<Option<Point>, CommandError> {
        match ring(game.setup()) {
            Some(ring) => Ok(ring.index(text.parse()?).map(|index| Point(index as u16))),
            None => Words.point(game, text),
        }
    }

    fn vertex(&self, game: &Game, point: Point, stone: Option<Stone>) -> String {
        match ring(game.setup()) {
            Some(ring) => ring.cells[point.index()].to_string(),
            None => Words.vertex(game, point, stone),
        }
    }
}
