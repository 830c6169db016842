//! Explanations and drawings of Cancer.

use quintet_core::board::{Geometry, Point};
use quintet_core::position::{Marks, Position as _, Presentation};
use quintet_core::types::{Action, Move, Outcome, Seat, Stone};

use super::{CANCER, Cancer, OWN};
use crate::chains::drawing::{LIBERTIES, liberties};
use crate::chains::{Cell, EMPTY};

/// The name and the label of the drawing of eyes and cancer placements.
const EYES: (&str, &str) = ("eyes", "Eyes and Cancer Placements");

/// The drawings: names and labels.
pub const DRAWINGS: &[(&str, &str)] = &[LIBERTIES, EYES];

/// Returns the name of a side's colour.
fn colour_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Black => "Red",
        Seat::White => "White",
    }
}

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
                match (self.board.preview(&neighbours).any_dead(me.other() as u8), me) {
                    (true, Seat::Black) => {
                        "a red stone may not capture: it would take a white group's last liberty (a cancer stone may)"
                    }
                    (true, Seat::White) => {
                        "a white stone may not capture: it would take a red group's last liberty (a cancer stone may)"
                    }
                    (false, _) => "a stone of yours would have no liberty there: no empty point beside its group",
                }
            }
            Action::Place { .. } if self.board.stones(me) == 0 => {
                "first put down a stone of your own colour; then cancer stones are yours to use as well"
            }
            Action::Place { .. } => "a cancer stone has to capture or to fill an eye, and does neither here",
            Action::Swap if !self.pie => "the pie rule is off in this game",
            Action::Swap => "only White can swap, as its first turn, right after Red's first stone",
            Action::Pass => "there is no passing in Cancer",
        }
    }

    fn explain_outcome(&self, _geometry: &Geometry, outcome: &Outcome) -> String {
        let name = |seat: Option<Seat>| seat.map_or("", colour_name);
        let winner = outcome.winner();
        match Seat::BOTH.map(|seat| self.board.stones(seat)) {
            [0, 0] => format!(
                "The last move took all red and white stones, the mover's own among them: then the mover, {}, wins.",
                name(winner)
            ),
            _ => {
                let loser = name(winner.map(Seat::other));
                format!("{loser} has no stone left on the board, and has lost.")
            }
        }
    }

    fn explain_score(&self, _geometry: &Geometry) -> Option<String> {
        let [red, white] = Seat::BOTH.map(|seat| self.board.stones(seat));
        Some(format!("stones: Red {red}, White {white}"))
    }

    fn draw(&self, name: &str, geometry: &Geometry) -> Vec<Marks> {
        if name == LIBERTIES.0 {
            // Cancer stones have no liberties and need none.
            let stone = |point: Point| self.stone(point).filter(|&stone| stone != Stone::Cancer);
            liberties(geometry, &stone)
        } else if name == EYES.0 {
            self.draw_eyes()
        } else {
            Vec::new()
        }
    }
}
