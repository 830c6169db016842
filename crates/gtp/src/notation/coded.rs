//! Coded moves ([`quintet_record::coded`]), for referees that know only one vertex per move.
//!
//! The variant with the cells apart is for clients that keep a Go board and apply its captures:
//! every second line stays free, so that no stone ever lacks a liberty there.

use quintet_core::board::{Point, Vertex};
use quintet_core::game::Game;
use quintet_core::notation::move_words;
use quintet_core::setup::Setup;
use quintet_core::types::{Action, Move, Seat, Stone};
use quintet_record::coded;
use quintet_record::setup_words::Size;

use super::{Context, Meaning, Notation};
use crate::answer::CommandError;

/// The notation of referees for other two-player games.
pub struct Coded {
    /// The distance between neighbouring cells on the client's board.
    step: u16,
}

/// Coded moves with cells side by side.
pub static CODED: Coded = Coded { step: 1 };

/// Coded moves with a free line between any two cells.
pub static APART: Coded = Coded { step: 2 };

impl Coded {
    /// Returns the side of the client's board for a side of the game's.
    fn side(&self, setup: &Setup, side: u16) -> u32 {
        let (step, cells) = (u32::from(self.step), u32::from(coded::factor(setup.info())) * u32::from(side));
        step * cells - (step - 1)
    }

    /// Returns the vertex of a stone of a kind on a point.
    fn coded(&self, game: &Game, kind: u8, point: Point) -> String {
        let Vertex { x, y } = coded::vertex(game.geometry(), kind, point);
        let step = u32::from(self.step);
        Vertex { x: step * x, y: step * y }.to_string()
    }

    /// Returns the kind and point of a vertex, if it is a cell of the coded board.
    fn decoded(&self, game: &Game, Vertex { x, y }: Vertex) -> Option<(u8, Point)> {
        let step = u32::from(self.step);
        let is_cell = x.is_multiple_of(step) && y.is_multiple_of(step);
        let vertex = is_cell.then_some(Vertex { x: x / step, y: y / step })?;
        coded::stone(game.info(), game.geometry(), vertex)
    }
}

impl Notation for Coded {
    fn adapted(&self, setup: Setup) -> Setup {
        // The swap has no vertex.
        match setup.info().swap {
            Some(rule) => setup.with_rule(rule, "off").unwrap_or(setup),
            None => setup,
        }
    }

    fn check(&self, setup: &Setup) -> Result<(), CommandError> {
        match setup.info().swap {
            Some(rule) if setup.has_swap() => Err(CommandError::new(format!("with coded moves {rule} is off"))),
            _ => Ok(()),
        }
    }

    fn client_size(&self, setup: &Setup) -> (u32, u32) {
        (self.side(setup, setup.width()), self.side(setup, setup.height()))
    }

    fn resized(&self, setup: &Setup, size: Size) -> Result<Setup, CommandError> {
        let lines = self.step * coded::factor(setup.info());
        let size = size.map_sides(|side| {
            let side = side.checked_add(self.step - 1).filter(|side| side.is_multiple_of(lines));
            side.map(|side| side / lines).ok_or_else(CommandError::size)
        })?;
        Ok(size.of(setup)?)
    }

    fn read(&self, context: Context<'_>, _seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, CommandError> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Meaning::Move(Move::PASS));
        }
        if word.contains('@') || kind.is_some() {
            return Err(CommandError::syntax("a coded move is one vertex, like D4"));
        }
        Ok(match self.decoded(context.game, word.parse()?) {
            Some((kind, point)) => Meaning::Move(Move::place(kind, point)),
            None => Meaning::Nowhere,
        })
    }

    fn word(&self, context: Context<'_>, mv: Move) -> String {
        match mv.action() {
            Action::Place { kind, point } => self.coded(context.game, kind, point),
            Action::Pass => "pass".to_owned(),
            Action::Swap => move_words::SWAP.to_owned(),
        }
    }

    fn point(&self, game: &Game, text: &str) -> Result<Option<Point>, CommandError> {
        Ok(self.decoded(game, text.parse()?).map(|(_, point)| point))
    }

    fn vertex(&self, game: &Game, point: Point, stone: Option<Stone>) -> String {
        // The kind of own stones stands for all stones that no other kind names.
        let kinds = game.info().kinds;
        let named = kinds.iter().position(|kind| kind.stone.is_some() && kind.stone == stone);
        let kind = named.map(|kind| kind as u8).or_else(|| game.info().own_kind()).unwrap_or(0);
        self.coded(game, kind, point)
    }
}
