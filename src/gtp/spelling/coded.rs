//! Coded moves, for referees that know nothing but one vertex a turn: [`crate::record::coded`].

use super::{Meaning, Spelling, View};
use crate::board::{Point, Vertex};
use crate::gtp::answer::Failure;
use crate::history::AnyHistory;
use crate::record::coded;
use crate::record::setup_words::Size;
use crate::setup::Setup;
use crate::words::{Move, Seat, Stone};

/// The spelling of referees for two-player games of other kinds.
pub struct Coded;

fn divided(side: u16, kinds: u16) -> Result<u16, Failure> {
    if side.is_multiple_of(kinds) { Ok(side / kinds) } else { Err(Failure::size()) }
}

/// Kind and point of a vertex, where it is one of the coded board.
fn decoded(history: &dyn AnyHistory, vertex: Vertex) -> Option<(u8, Point)> {
    coded::stone(history.info(), history.geometry(), vertex)
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
        let kinds = u32::from(coded::factor(setup.info()));
        (kinds * u32::from(setup.width()), kinds * u32::from(setup.height()))
    }

    fn resized(&self, setup: &Setup, size: Size) -> Result<Setup, Failure> {
        let kinds = coded::factor(setup.info());
        let size = size.map_sides(|side| divided(side, kinds))?;
        Ok(size.of(setup)?)
    }

    fn read(&self, view: View<'_>, _seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, Failure> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Meaning::Move(Move::PASS));
        }
        if word.contains('@') || kind.is_some() {
            return Err(Failure::syntax("a coded move is one vertex, like D4"));
        }
        Ok(match decoded(view.history, word.parse()?) {
            Some((kind, point)) => Meaning::Move(Move::place(kind, point)),
            None => Meaning::Nowhere,
        })
    }

    fn word(&self, view: View<'_>, mv: Move) -> String {
        coded::format(view.history.geometry(), mv).unwrap_or_else(|| crate::record::move_words::SWAP.to_owned())
    }

    fn point(&self, history: &dyn AnyHistory, text: &str) -> Result<Option<Point>, Failure> {
        Ok(decoded(history, text.parse()?).map(|(_, point)| point))
    }

    fn vertex(&self, history: &dyn AnyHistory, point: Point, stone: Option<Stone>) -> String {
        // A kind that is the seat's own stone stands for all stones that no other kind names.
        let kinds = history.info().kinds;
        let named = kinds.iter().position(|kind| kind.stone.is_some() && kind.stone == stone);
        let kind = named.map(|kind| kind as u8).or_else(|| history.info().own_kind()).unwrap_or(0);
        coded::vertex(history.geometry(), kind, point).to_string()
    }
}
