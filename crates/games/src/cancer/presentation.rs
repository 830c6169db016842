//! Explanations and drawings of Cancer.

use quintet_core::board::{Geometry, Point};
use quintet_core::position::{Marks, Position as _, Presentation};
use quintet_core::types::{Action, Move, Outcome, Seat};

use super::variant::EYES;
use super::{CANCER, Cancer, OWN};
use crate::chains::drawing::{LIBERTIES, liberties};
use crate::chains::{Cell, EMPTY};

impl<const S: usize, const N: usize, const W: usize> Cancer<S, N, W> {
    /// Labels eyes as `eye`, and other points where the side to move may place a cancer stone as
    /// `c`.
    fn draw_eyes(&self) -> Vec<Marks> {
        let empty = || self.board.cells().filter(|&cell| self.board.content(cell) == EMPTY);
        let is_eye = |cell: &Cell| self.is_eye(&self.board.neighbours(*cell));
        let may_place_cancer = |cell: Cell| !self.is_over() && self.legal_kinds_at(cell)[usize::from(CANCER)];
        let captures = |cell: &Cell| may_place_cancer(*cell) && !is_eye(cell);
        let label = |cells: Vec<Cell>, text: &str| {
            Marks::Labels(cells.into_iter().map(|cell| (self.board.point(cell), text.to_owned())).collect())
        };
        vec![label(empty().filter(is_eye).collect(), "eye"), label(empty().filter(captures).collect(), "c")]
    }
}

impl<const S: usize, const N: usize, const W: usize> Presentation for Cancer<S, N, W> {
    fn why_illegal(&self, mv: Move) -> &'static str {
        let me = self.to_move;
        match mv.action() {
            Action::Place { kind: OWN, point } if point.index() < self.board.point_count() => {
                let neighbours = self.board.neighbours(self.board.cell(point));
                match self.board.preview(&neighbours).any_dead(me.other() as u8) {
                    true => self.variant.capturing[me.index()],
                    false => "a stone of yours would have no liberty there: no empty point beside its group",
                }
            }
            Action::Place { .. } if self.variant.own_first && self.board.stones(me) == 0 => {
                "first put down a stone of your own colour; then cancer stones are yours to use as well"
            }
            Action::Place { .. } => self.variant.idle,
            Action::Swap if !self.pie => "the pie rule is off in this game",
            Action::Swap => self.variant.late_swap,
            Action::Pass => self.variant.pass,
        }
    }

    fn explain_outcome(&self, _geometry: &Geometry, outcome: &Outcome) -> String {
        let sides = self.variant.sides;
        let name = |seat: Option<Seat>| seat.map_or("", |seat| sides[seat.index()]);
        let winner = outcome.winner();
        match Seat::BOTH.map(|seat| self.board.stones(seat)) {
            [0, 0] => format!(
                "The last move took all {} and {} stones, the mover's own among them: then the mover, {}, wins.",
                sides[0].to_ascii_lowercase(),
                sides[1].to_ascii_lowercase(),
                name(winner)
            ),
            _ => {
                let loser = name(winner.map(Seat::other));
                format!("{loser} has no stone left on the board, and has lost.")
            }
        }
    }

    fn explain_score(&self, _geometry: &Geometry) -> Option<String> {
        let [first, second] = Seat::BOTH.map(|seat| self.board.stones(seat));
        let sides = self.variant.sides;
        Some(format!("stones: {} {first}, {} {second}", sides[0], sides[1]))
    }

    fn draw(&self, name: &str, geometry: &Geometry) -> Vec<Marks> {
        if name == LIBERTIES.0 {
            // Cancer stones have no liberties and need none.
            let stone = |point: Point| self.stone(point).filter(|&stone| stone != self.variant.stones[2]);
            liberties(geometry, &stone)
        } else if name == EYES {
            self.draw_eyes()
        } else {
            Vec::new()
        }
    }
}
