//! Alaric (Bill Taylor, 2009): capture runs of enemy stones on a circle of cells, or on a row with
//! two ends (Alak).

mod cells;
mod features;
mod heuristics;
mod network_inputs;
mod presentation;
mod solvable;
mod state_index;
mod tutorial;

use std::collections::BTreeMap;

use quintet_core::board::{Geometry, Point, Shape, Vertex, hash};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::{AnyPosition, Position, Repetition};
use quintet_core::rule;
use quintet_core::setup::{GameInfo, PresentationInfo, Rule as _, Setup, SolvingInfo, TestBoards, levels};
use quintet_core::types::{Action, Ending, Margin, Move, Outcome, Seat, Stone};
use quintet_core::weights::HeuristicsInfo;

use cells::{Cells, Ring, Row, WideRing};

/// The constant facts of Alaric.
pub static INFO: GameInfo = BASE;

/// The facts of Alaric, for `..alaric::BASE` in those of its relatives.
pub const BASE: GameInfo = GameInfo {
    id: "alaric",
    title: "Alaric",
    sizes: 1..=52,
    default_size: 11,
    rules: &[Outline::INFO, Edge::INFO],
    geometry: |setup| {
        let shape = match setup.choice() {
            Outline::Ring => Shape::Ring,
            Outline::Line => Shape::Line,
        };
        Geometry::rectangle(shape, setup.width(), 1)
    },
    position,
    heuristics: HeuristicsInfo {
        prior: features::TABLES,
        inputs: network_inputs::INPUTS,
        weights: weights_file!("alaric"),
        domain_weights: &[weights_file!("alaric-wall")],
    },
    levels: levels([
        (2, 0.97, 1.0),
        (6, 0.876, 1.0),
        (8, 0.835, 0.955),
        (9, 0.793, 0.903),
        (10, 0.74, 0.845),
        (12, 0.68, 0.78),
        (16, 0.585, 0.685),
        (21, 0.495, 0.595),
        (32, 0.325, 0.425),
        (56, 0.12, 0.22),
        (155, 0.015, 0.05),
        (750, 0.0, 0.0),
    ]),
    puzzles: include_str!("puzzles.txt"),
    tasks: include_str!("tasks.txt"),
    solving: SolvingInfo {
        states: solvable::states,
        can_index_states: solvable::can_index_states,
        ..SolvingInfo::BASE
    },
    presentation: PresentationInfo {
        summary: "Put a stone on an empty cell of a circle. Every enemy run next to it that now has your stones at \
            both ends leaves the board, and its owner may not play into the vacated cells on the next turn. Who can't \
            move ends the game; more stones win.",
        gogui_id: "Alaric",
        has_walls: |setup| setup.choice::<Outline>() == Outline::Line && setup.choice::<Edge>() == Edge::Wall,
        tutorial: &tutorial::TUTORIAL,
        ..PresentationInfo::BASE
    },
    test_boards: TestBoards {
        small: &["1", "2", "3", "4", "5", "6", "8", "9", "11", "14"],
        large: &["52", "33 board=line", "52 board=line edge=wall"],
    },
    ..GameInfo::BASE
};

rule! {
    /// The shape of the board.
    Outline = "board" {
        /// A circle.
        Ring = "ring",
        /// A row with two ends.
        Line = "line",
    }
}

rule! {
    /// The ends of a row; no effect on a circle.
    Edge = "edge" {
        /// They bound nothing.
        Open = "open",
        /// They bound a run as a stone of the capturing side does.
        Wall = "wall",
    }
}

/// Makes a position with the type of cells that fits the setup.
fn position(setup: &Setup, diagram: &Diagram) -> Result<Box<dyn AnyPosition>, DiagramError> {
    Ok(match setup.choice() {
        Outline::Ring if setup.width() <= 32 => Box::new(Alaric::<Ring>::from_diagram(setup, diagram)?),
        Outline::Ring => Box::new(Alaric::<WideRing>::from_diagram(setup, diagram)?),
        Outline::Line => Box::new(Alaric::<Row>::from_diagram(setup, diagram)?),
    })
}

/// The state words that list each seat's barred cells in a diagram.
const BARRED: [&str; 2] = ["barred-b", "barred-w"];

/// The stones and bars of one seat.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Side {
    stones: u64,
    /// The empty cells barred to the seat until it has moved.
    bars: u64,
}

/// A position of Alaric.
///
/// The sides are stored by turn, not by colour: swapping two values is faster than choosing one of
/// two.
#[derive(Clone, PartialEq, Debug)]
struct Alaric<C: Cells> {
    /// The side to move.
    mover: Side,
    /// The other side.
    waiting: Side,
    cells: C,
    to_move: Seat,
}

impl<C: Cells> Alaric<C> {
    fn new(setup: &Setup) -> Alaric<C> {
        Alaric { mover: Side::default(), waiting: Side::default(), cells: C::new(setup), to_move: INFO.first }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Alaric<C>, DiagramError> {
        let mut position = Alaric::<C>::new(setup);
        position.to_move = diagram.to_move;
        let geometry = setup.geometry();
        diagram.place_stones(&geometry, |point, stone| {
            let seat = INFO.own_stones.iter().position(|own| *own == stone);
            seat.is_some_and(|seat| {
                position.side_mut(Seat::BOTH[seat]).stones |= 1 << point.0;
                true
            })
        })?;
        diagram.read_state(|name, value| {
            let seat = Seat::BOTH.into_iter().find(|seat| BARRED[seat.index()] == name)?;
            for word in value.split(',') {
                position.side_mut(seat).bars |= 1 << geometry.point(word.parse().ok()?)?.0;
            }
            (position.side(seat).bars & !position.empty() == 0).then_some(())
        })?;
        Ok(position)
    }

    fn side(&self, seat: Seat) -> &Side {
        if seat == self.to_move { &self.mover } else { &self.waiting }
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        if seat == self.to_move { &mut self.mover } else { &mut self.waiting }
    }

    /// Returns the empty cells.
    #[inline]
    fn empty(&self) -> u64 {
        !(self.mover.stones | self.waiting.stones) & ((1 << self.cells.count()) - 1)
    }

    /// Returns the cells where the side to move may play.
    #[inline]
    fn open(&self) -> u64 {
        self.empty() & !self.mover.bars
    }

    /// Returns the numbers of black and white stones.
    #[inline]
    fn stone_counts(&self) -> [u32; 2] {
        Seat::BOTH.map(|seat| self.side(seat).stones.count_ones())
    }

    /// Returns the number of stones by which Black leads.
    #[inline]
    fn lead(&self) -> f64 {
        let [black, white] = self.stone_counts();
        f64::from(black) - f64::from(white)
    }

    /// Plays on a cell, given as a single bit.
    #[inline]
    fn place(&mut self, cell: u64) {
        let mine = self.mover.stones | cell;
        let captured = self.cells.captures(mine, self.waiting.stones, cell);
        let moved = Side { stones: mine, bars: 0 };
        // A side that moves twice can bar, and fill, more cells before the opponent's bars are
        // lifted.
        let bars = (self.waiting.bars | captured) & !mine;
        self.mover = Side { stones: self.waiting.stones & !captured, bars };
        self.waiting = moved;
        self.to_move = self.to_move.other();
    }
}

/// Calls `visit` for each cell, the lowest first.
#[inline]
fn for_each(mut cells: u64, mut visit: impl FnMut(Point)) {
    while cells != 0 {
        visit(Point(cells.trailing_zeros() as u16));
        cells &= cells - 1;
    }
}

impl<C: Cells> Position for Alaric<C> {
    fn diagram(&self) -> Diagram {
        let stones = (0..self.cells.count()).map(|i| self.stone(Point(i as u16))).collect();
        let mut state = BTreeMap::new();
        for seat in Seat::BOTH {
            let mut vertices = Vec::new();
            for_each(self.side(seat).bars, |point| vertices.push(Vertex { x: point.0.into(), y: 0 }.to_string()));
            if !vertices.is_empty() {
                state.insert(BARRED[seat.index()].to_owned(), vertices.join(","));
            }
        }
        Diagram { stones, to_move: self.to_move, state }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let has = |seat: Seat| self.side(seat).stones >> point.0 & 1 == 1;
        Seat::BOTH.into_iter().find(|seat| has(*seat)).map(|seat| INFO.own_stone(seat))
    }

    #[inline]
    fn to_move(&self) -> Seat {
        self.to_move
    }

    #[inline]
    fn set_to_move(&mut self, seat: Seat) {
        if seat != self.to_move {
            std::mem::swap(&mut self.mover, &mut self.waiting);
            self.to_move = seat;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: Margin::new(self.lead()), ending: Ending::NO_LEGAL_MOVE })
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.open() == 0
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        for_each(self.open(), |point| moves.push(Move::place(0, point)));
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0, point } if point.0 < 64 && self.open() >> point.0 & 1 == 1)
    }

    #[inline]
    fn count_legal(&self) -> usize {
        self.open().count_ones() as usize
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.place(1 << (mv.code() & 63));
    }

    #[inline]
    fn key(&self) -> u64 {
        let seat = u64::from(self.to_move == Seat::White);
        hash([self.mover.stones, self.waiting.stones, self.mover.bars << 1 | seat, self.waiting.bars])
    }

    fn recomputed_key(&self) -> u64 {
        let mut copy = Alaric { mover: Side::default(), waiting: Side::default(), ..self.clone() };
        for i in 0..self.cells.count() {
            for seat in Seat::BOTH {
                if self.stone(Point(i as u16)) == Some(INFO.own_stone(seat)) {
                    copy.side_mut(seat).stones |= 1 << i;
                }
                copy.side_mut(seat).bars |= self.side(seat).bars & 1 << i;
            }
        }
        copy.key()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    #[inline]
    fn occurrence(&self, _: Option<Seat>) -> Option<u64> {
        Some(self.key())
    }
}

#[cfg(test)]
mod tests;
