//! Coded moves, for referees that know nothing but one vertex a turn: [`crate::record::coded`].
//!
//! The same with the cells apart, for clients that keep a board of Go and take its captures: every second line is left free,
//! so that no stone ever lacks a liberty there.

use super::{Meaning, Spelling, View};
use crate::board::{Point, Vertex};
use crate::gtp::answer::Failure;
use crate::history::AnyHistory;
use crate::record::coded;
use crate::record::setup_words::Size;
use crate::setup::Setup;
use crate::words::{Action, Move, Seat, Stone};

/// The spelling of referees for two-player games of other kinds.
pub struct Coded {
    /// From a cell to the next, in lines of the client's board.
    step: u16,
}

/// One cell beside the other.
pub static CODED: Coded = Coded { step: 1 };

/// A free line between any two cells.
pub static APART: Coded = Coded { step: 2 };

impl Coded {
    /// The side of the client's board for a side of the game's.
    fn side(&self, setup: &Setup, side: u16) -> u32 {
        let (step, cells) = (u32::from(self.step), u32::from(coded::factor(setup.info())) * u32::from(side));
        step * cells - (step - 1)
    }

    /// A stone of the `kind`-th kind on a point, as a vertex.
    fn coded(&self, history: &dyn AnyHistory, kind: u8, point: Point) -> String {
        let Vertex { x, y } = coded::vertex(history.geometry(), kind, point);
        let step = u32::from(self.step);
        Vertex { x: step * x, y: step * y }.to_string()
    }

    /// Kind and point of a vertex, where it is one of the coded board.
    fn decoded(&self, history: &dyn AnyHistory, Vertex { x, y }: Vertex) -> Option<(u8, Point)> {
        let step = u32::from(self.step);
        let is_cell = x.is_multiple_of(step) && y.is_multiple_of(step);
        let vertex = is_cell.then_some(Vertex { x: x / step, y: y / step })?;
        coded::stone(history.info(), history.geometry(), vertex)
    }
}

impl Spelling for Coded {
    fn adapted(&self, setup: Setup) -> Setup {
        // A swap has no vertex.
        match setup.info().swap {
            Some(rule) => setup.with_rule(rule, "off").unwrap_or(setup),
            None => setup,
        }
    }

    fn check(&self, setup: &Setup) -> Result<(), Failure> {
        match setup.info().swap {
            Some(rule) if setup.has_swap() => Err(Failure::new(format!("with coded moves {rule} is off"))),
            _ => Ok(()),
        }
    }

    fn client_size(&self, setup: &Setup) -> (u32, u32) {
        (self.side(setup, setup.width()), self.side(setup, setup.height()))
    }

    fn resized(&self, setup: &Setup, size: Size) -> Result<Setup, Failure> {
        let lines = self.step * coded::factor(setup.info());
        let size = size.map_sides(|side| {
            let side = side.checked_add(self.step - 1).filter(|side| side.is_multiple_of(lines));
            side.map(|side| side / lines).ok_or_else(Failure::size)
        })?;
        Ok(size.of(setup)?)
    }

    fn read(&self, view: View<'_>, _seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, Failure> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Meaning::Move(Move::PASS));
        }
        if word.contains('@') || kind.is_some() {
            return Err(Failure::syntax("a coded move is one vertex, like D4"));
        }
        Ok(match self.decoded(view.history, word.parse()?) {
            Some((kind, point)) => Meaning::Move(Move::place(kind, point)),
            None => Meaning::Nowhere,
        })
    }

    fn word(&self, view: View<'_>, mv: Move) -> String {
        match mv.action() {
            Action::Place { kind, point } => self.coded(view.history, kind, point),
            Action::Pass => "pass".to_owned(),
            Action::Swap => crate::record::move_words::SWAP.to_owned(),
        }
    }

    fn point(&self, history: &dyn AnyHistory, text: &str) -> Result<Option<Point>, Failure> {
        Ok(self.decoded(history, text.parse()?).map(|(_, point)| point))
    }

    fn vertex(&self, history: &dyn AnyHistory, point: Point, stone: Option<Stone>) -> String {
        // A kind that is the seat's own stone stands for all stones that no other kind names.
        let kinds = history.info().kinds;
        let named = kinds.iter().position(|kind| kind.stone.is_some() && kind.stone == stone);
        let kind = named.map(|kind| kind as u8).or_else(|| history.info().own_kind()).unwrap_or(0);
        self.coded(history, kind, point)
    }
}
