//! Explanations and drawings of Stoical Go.

use quintet_core::board::{Geometry, Point};
use quintet_core::position::{Heuristics, Marks, Position, Presentation};
use quintet_core::types::{Move, Outcome, Seat};

use super::{Ko, Stoical};
use crate::chains::EMPTY;
use crate::chains::drawing::{LIBERTIES, liberties};

/// The drawings: names and labels.
pub const DRAWINGS: &[(&str, &str)] = &[LIBERTIES];

impl<const S: usize, const N: usize, const W: usize> Presentation for Stoical<S, N, W> {
    fn why_illegal(&self, mv: Move) -> &'static str {
        let Some(point) = mv.point().filter(|point| point.index() < self.board.point_count()) else {
            return "there is no such move in this game";
        };
        let neighbours = self.board.neighbours(self.board.cell(point));
        if !self.board.preview(&neighbours).any_dead(self.to_move.other() as u8) {
            return "suicide is illegal: the stone, and what it joins, would have no liberty";
        }
        match self.ko.rule {
            Ko::Stoical => {
                "this captures right after a capture: your opponent has just captured, so you may not on this turn"
            }
            Ko::Bigger => "right after a capture only a larger one is allowed: more stones than were just taken",
            Ko::Snapback => {
                "right after a capture you may not capture, unless a single stone was taken and you take two or more"
            }
            Ko::Simple | Ko::Positional => "ko: a stone that has just taken one may not be taken back at once",
        }
    }

    fn barred(&self) -> Vec<Point> {
        if self.is_over() {
            return Vec::new();
        }
        let empty = self.board.cells().filter(|&cell| self.board.content(cell) == EMPTY);
        let barred = empty.filter(|&cell| self.is_barred(&self.board.neighbours(cell)));
        barred.map(|cell| self.board.point(cell)).collect()
    }

    fn explain_outcome(&self, geometry: &Geometry, _outcome: &Outcome) -> String {
        explain_areas(geometry, &|point| self.owner(point), self.komi)
    }

    fn draw(&self, name: &str, geometry: &Geometry) -> Vec<Marks> {
        if name == LIBERTIES.0 { liberties(geometry, &|point| self.stone(point)) } else { Vec::new() }
    }
}

/// Explains the outcome by the areas of both sides.
fn explain_areas(geometry: &Geometry, owner: &dyn Fn(Point) -> Option<Seat>, komi: f64) -> String {
    let area = |seat: Seat| geometry.points().filter(|&point| owner(point) == Some(seat)).count();
    let (black, white) = (area(Seat::Black), area(Seat::White));
    let komi = match komi {
        0.0 => String::new(),
        komi => format!(", and {komi} of komi for White"),
    };
    format!(
        "Both passed, which ends the game. Stones and the empty points that touch one colour only: Black has {black}, \
         White {white}{komi}."
    )
}
