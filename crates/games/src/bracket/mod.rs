//! Bracket (Nick Bentley, 2009): fill a hex board; groups between a smaller and a larger enemy
//! group are scored.

mod features;
mod heuristics;
mod hex_board;
mod network_inputs;
mod playout;
mod presentation;
mod score;
mod solvable;
mod tutorial;

use quintet_core::board::{Bits, Geometry, Point, Shape, hash};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::{AnyPosition, Position};
use quintet_core::rule;
use quintet_core::setup::{GameInfo, PresentationInfo, Rule as _, Setup, SolvingInfo, TestBoards, levels};
use quintet_core::types::{Action, Ending, Margin, Move, Outcome, Seat, Stone};
use quintet_core::weights::HeuristicsInfo;
use quintet_system::cpu::dispatch;

use hex_board::HexBoard;
use score::Lead;

/// The constant facts of Bracket.
pub static INFO: GameInfo = GameInfo {
    id: "bracket",
    title: "Bracket",
    sizes: 1..=25,
    default_size: 9,
    rules: &[Outline::INFO, Scoring::INFO],
    geometry: |setup| match setup.choice() {
        Outline::Hexagon => Geometry::hexagon(setup.width()),
        Outline::Rhombus => Geometry::rectangle(Shape::Hex, setup.width(), setup.width()),
    },
    check: |setup| match setup.choice() {
        Outline::Hexagon => setup.width() % 2 == 1,
        Outline::Rhombus => true,
    },
    position,
    heuristics: HeuristicsInfo {
        prior: features::TABLES,
        inputs: network_inputs::INPUTS,
        weights: weights_file!("bracket"),
        domain_weights: &[weights_file!("bracket-network")],
    },
    solving: SolvingInfo { can_repeat: false, is_filling_game: true, values_are_margins: false, ..SolvingInfo::BASE },
    levels: levels([
        (2, 0.98, 1.0),
        (4, 0.953, 1.0),
        (5, 0.925, 1.0),
        (6, 0.887, 1.0),
        (7, 0.872, 0.99),
        (8, 0.846, 0.97),
        (9, 0.815, 0.94),
        (10, 0.776, 0.89),
        (11, 0.733, 0.838),
        (13, 0.658, 0.758),
        (21, 0.485, 0.585),
        (40, 0.22, 0.33),
    ]),
    puzzles: include_str!("puzzles.txt"),
    tasks: include_str!("tasks.txt"),
    presentation: PresentationInfo {
        summary: "Fill the board in turn. You score your opponent's groups that stand between a smaller and a larger \
            one of your own; the largest such group decides, then the next.",
        gogui_id: "Bracket",
        drawings: &[("brackets", "Bracketed Groups and Sizes")],
        tutorial: &tutorial::TUTORIAL,
        ..PresentationInfo::BASE
    },
    test_boards: TestBoards {
        small: &["1", "2", "3", "4", "5", "6", "7"],
        large: &["9", "25", "25 shape=rhombus scoring=smallest", "11 shape=rhombus"],
    },
    ..GameInfo::BASE
};

rule! {
    /// The outline of the board.
    Outline = "shape" {
        /// A hexagon of odd width.
        Hexagon = "hexagon",
        /// All points of the square of coordinates.
        Rhombus = "rhombus",
    }
}

rule! {
    /// The order in which the two lists of groups are compared.
    Scoring = "scoring" {
        /// From the largest group down.
        Largest = "largest",
        /// From the smallest group up.
        Smallest = "smallest",
    }
}

/// Makes a position with sets of cells as large as the board needs.
fn position(setup: &Setup, diagram: &Diagram) -> Result<Box<dyn AnyPosition>, DiagramError> {
    Ok(match setup.geometry().len() {
        0..=64 => Box::new(Bracket::<1>::from_diagram(setup, diagram)?),
        65..=128 => Box::new(Bracket::<2>::from_diagram(setup, diagram)?),
        129..=256 => Box::new(Bracket::<4>::from_diagram(setup, diagram)?),
        _ => Box::new(Bracket::<10>::from_diagram(setup, diagram)?),
    })
}

/// A position of Bracket; `W` words hold a set of its cells, which are numbered without gaps.
#[derive(Clone, PartialEq, Debug)]
struct Bracket<const W: usize> {
    /// The stones of each side.
    stones: [Bits<W>; 2],
    board: &'static HexBoard,
    /// The number of empty cells.
    empty: u16,
    /// Whether lists are compared from the smallest group up.
    smallest: bool,
    to_move: Seat,
}

impl<const W: usize> Bracket<W> {
    fn new(setup: &Setup) -> Bracket<W> {
        let board = HexBoard::of(setup.width(), setup.choice::<Outline>() == Outline::Hexagon);
        Bracket {
            stones: [Bits::EMPTY; 2],
            board,
            empty: board.points.len() as u16,
            smallest: setup.choice::<Scoring>() == Scoring::Smallest,
            to_move: INFO.first,
        }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Bracket<W>, DiagramError> {
        let mut position = Bracket::new(setup);
        diagram.place_stones(&setup.geometry(), |point, stone| {
            let seat = INFO.own_stones.iter().position(|own| *own == stone);
            let (Some(seat), Some(cell)) = (seat, position.cell(point)) else { return false };
            position.stones[seat].insert(cell);
            position.empty -= 1;
            true
        })?;
        diagram.read_state(|_, _| None)?;
        position.to_move = diagram.to_move;
        Ok(position)
    }

    #[inline]
    fn empty(&self) -> Bits<W> {
        Bits::first(self.board.points.len()) & !(self.stones[0] | self.stones[1])
    }

    /// Returns the cell at a point, if there is one.
    #[inline]
    fn cell(&self, point: Point) -> Option<usize> {
        self.board.cells.get(point.index()).filter(|cell| **cell != HexBoard::NONE).map(|cell| usize::from(*cell))
    }

    #[inline]
    fn point(&self, cell: Point) -> Point {
        self.board.points[cell.index()]
    }
}

impl<const W: usize> Position for Bracket<W> {
    fn diagram(&self) -> Diagram {
        let stones = (0..self.board.cells.len()).map(|i| self.stone(Point(i as u16))).collect();
        Diagram { stones, to_move: self.to_move, state: Default::default() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let cell = self.cell(point)?;
        let seat = Seat::BOTH.into_iter().find(|seat| self.stones[seat.index()].contains(cell))?;
        Some(INFO.own_stone(seat))
    }

    #[inline]
    fn to_move(&self) -> Seat {
        self.to_move
    }

    #[inline]
    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: Margin::new(dispatch(Lead(self))), ending: Ending::FULL_BOARD })
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.empty == 0
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.empty().iter().map(|cell| Move::place(0, self.point(cell))));
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0, point }
            if self.cell(point).is_some_and(|cell| self.empty().contains(cell)))
    }

    #[inline]
    fn count_legal(&self) -> usize {
        self.empty.into()
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Action::Place { point, .. } = mv.action() {
            self.stones[self.to_move.index()].insert(self.board.cells[point.index()]);
            self.empty -= 1;
        }
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn key(&self) -> u64 {
        let seat = [u64::from(self.to_move == Seat::White)];
        hash(self.stones[0].0.into_iter().chain(self.stones[1].0).chain(seat))
    }

    fn recomputed_key(&self) -> u64 {
        let mut copy = Bracket { stones: [Bits::EMPTY; 2], ..self.clone() };
        for (cell, &point) in self.board.points.iter().enumerate() {
            if let Some(stone) = self.stone(point) {
                copy.stones[usize::from(stone == Stone::White)].insert(cell);
            }
        }
        copy.key()
    }
}

#[cfg(test)]
mod tests;
