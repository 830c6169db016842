//! Hedge, the worked example of a new game: fill the board in turn; more pairs of adjacent own
//! stones win.
//!
//! It is as small as a game can be: the constant facts, a position, and its rules. Everything else
//! has defaults.

use quintet_core::board::{Geometry, Point};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::{AnyPosition, Heuristics, Position, Presentation, Solvable};
use quintet_core::rule;
use quintet_core::setup::{GameInfo, PresentationInfo, Rule as _, Setup, TestBoards};
use quintet_core::types::{Ending, Margin, Move, Outcome, Seat, Stone};

/// The constant facts of Hedge.
pub static INFO: GameInfo = GameInfo {
    id: "hedge",
    title: "Hedge",
    sizes: 1..=9,
    default_size: 5,
    rectangular: true,
    rules: &[Adjacency::INFO],
    position,
    presentation: PresentationInfo {
        summary: "Fill the board in turn. More pairs of adjacent own stones win.",
        gogui_id: "Hedge",
        ..PresentationInfo::BASE
    },
    test_boards: TestBoards { small: &["1", "2", "3", "2x4", "5"], large: &["9", "9x8 adjacency=corners"] },
    ..GameInfo::BASE
};

rule! {
    /// The pairs that count.
    Adjacency = "adjacency" {
        /// Points that share a side.
        Sides = "sides",
        /// Points that share a side or a corner.
        Corners = "corners",
    }
}

/// A position of Hedge.
#[derive(Clone, PartialEq)]
struct Hedge {
    board: Geometry,
    adjacency: Adjacency,
    /// The stones and the side to move.
    diagram: Diagram,
}

fn position(setup: &Setup, diagram: &Diagram) -> Result<Box<dyn AnyPosition>, DiagramError> {
    let board = setup.geometry();
    diagram.place_stones(&board, |_, stone| INFO.stones.contains(&stone))?;
    diagram.read_state(|_, _| None)?;
    Ok(Box::new(Hedge { board, adjacency: setup.choice(), diagram: diagram.clone() }))
}

impl Hedge {
    /// Returns the number of pairs of a side.
    fn pairs(&self, seat: Seat) -> i32 {
        let steps: &[(i32, i32)] = match self.adjacency {
            Adjacency::Sides => &[(1, 0), (0, 1)],
            Adjacency::Corners => &[(1, 0), (0, 1), (1, 1), (1, -1)],
        };
        let is_own = |point: Point| self.stone(point) == Some(INFO.own_stone(seat));
        let pairs_at = |point: Point| {
            let (x, y) = self.board.xy(point);
            let partners = steps.iter().filter_map(|(dx, dy)| self.board.at(i32::from(x) + dx, i32::from(y) + dy));
            partners.filter(|&partner| is_own(partner)).count() as i32
        };
        self.board.points().filter(|&point| is_own(point)).map(pairs_at).sum()
    }
}

impl Position for Hedge {
    fn diagram(&self) -> Diagram {
        self.diagram.clone()
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        self.diagram.stones[point.index()]
    }

    fn to_move(&self) -> Seat {
        self.diagram.to_move
    }

    fn set_to_move(&mut self, seat: Seat) {
        self.diagram.to_move = seat;
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_full = self.diagram.stones.iter().all(Option::is_some);
        let margin = || Margin::from(self.pairs(Seat::Black) - self.pairs(Seat::White));
        is_full.then(|| Outcome { margin: margin(), ending: Ending::FULL_BOARD })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let empty = self.board.points().filter(|&point| self.stone(point).is_none());
        moves.extend(empty.map(|point| Move::place(0, point)));
    }

    fn play_unchecked(&mut self, mv: Move) {
        if let Some(point) = mv.point() {
            self.diagram.stones[point.index()] = Some(INFO.own_stone(self.to_move()));
        }
        self.diagram.to_move = self.to_move().other();
    }
}

impl Heuristics for Hedge {}
impl Solvable for Hedge {}
impl Presentation for Hedge {}
