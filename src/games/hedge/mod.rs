//! Hedge, the worked example of a new game: fill the board in turn; who has more pairs of own stones side by side wins.
//!
//! It is compiled for tests alone, and is as plain as a game can be: nothing but what the trait requires. `CONTRIBUTING.md`
//! has the steps that a game for players takes besides.

mod lesson;

use crate::board::{Geometry, Point, PointSet, Shape, hash};
use crate::game::Game;
use crate::games::Visitor;
use crate::setup::{Diagram, DiagramError, GameInfo, KindInfo, Rule as _, Setup, TestBoards, rule};
use crate::words::{Action, Ending, Margin, Move, Outcome, Seat, Stone};

/// The constant facts of Hedge.
pub static INFO: GameInfo = GameInfo {
    id: "hedge",
    title: "Hedge",
    summary: "Fill the board in turn. Who has more pairs of own stones side by side wins.",
    gogui_id: "Hedge",
    katago_rules: None,
    sizes: 1..=9,
    default_size: 5,
    rectangular: true,
    rules: &[Beside::INFO],
    kinds: &[KindInfo { name: "own", stone: None }],
    own_stones: [Stone::Black, Stone::White],
    stones: &[Stone::Black, Stone::White],
    first: Seat::Black,
    passes: false,
    komi: false,
    blocking: false,
    rule_sets: &[],
    handicap: false,
    star_points: false,
    dead_stones: false,
    swap: None,
    prior: &[],
    inputs: &[],
    playout: &[],
    weights: WEIGHTS,
    lesson: &lesson::LESSON,
    geometry: |setup| Geometry::rectangle(Shape::Square, setup.width(), setup.height()),
    check: |_| true,
    test_boards: TestBoards { small: &["1", "2", "3", "2x4", "5"], large: &["9", "9x8 beside=corners"] },
};

/// Nothing has been learnt of it. Games for players have this in a file, `weights/ID.toml`.
const WEIGHTS: &str = "version = 1\ngame = \"hedge\"\n[search]\n[prior]\n[playout]\n[made]\n\
    command = \"none\"\nseed = 0\ngames = 0\nseconds = 0\n";

rule! {
    /// Which points are side by side.
    Beside = "beside" {
        /// Those that share a side.
        Sides = "sides",
        /// Those that share a side or a corner.
        Corners = "corners",
    }
}

/// Does a visitor's work with the type that plays this setup.
pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
    visitor.visit::<Hedge>(setup)
}

/// A position of Hedge.
#[derive(Clone, PartialEq)]
pub struct Hedge {
    board: Geometry,
    beside: Beside,
    stones: [PointSet; 2],
    to_move: Seat,
}

impl Hedge {
    fn is_empty(&self, point: Point) -> bool {
        self.board.contains(point) && self.stone(point).is_none()
    }

    fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        self.board.points().filter(|&point| self.is_empty(point))
    }

    /// How many pairs of a seat's stones are side by side.
    fn pairs(&self, seat: Seat) -> i32 {
        let own = |x: u16, y: u16, dx: i32, dy: i32| {
            let beside = self.board.at(i32::from(x) + dx, i32::from(y) + dy);
            beside.is_some_and(|point| self.stones[seat.index()].contains(point))
        };
        let steps: &[(i32, i32)] = match self.beside {
            Beside::Sides => &[(1, 0), (0, 1)],
            Beside::Corners => &[(1, 0), (0, 1), (1, 1), (1, -1)],
        };
        let stones = self.stones[seat.index()].iter().map(|point| self.board.xy(point));
        stones.map(|(x, y)| steps.iter().filter(|&&(dx, dy)| own(x, y, dx, dy)).count() as i32).sum()
    }
}

impl Game for Hedge {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn new(setup: &Setup) -> Self {
        Hedge { board: setup.geometry(), beside: setup.choice(), stones: [PointSet::EMPTY; 2], to_move: INFO.first }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Hedge { to_move: diagram.to_move, ..Hedge::new(setup) };
        if let Some((word, value)) = diagram.state.iter().next() {
            return Err(DiagramError::State(word.clone(), value.clone()));
        }
        for point in position.board.points() {
            let Some(stone) = diagram.stones[point.index()] else { continue };
            let seat = INFO.own_stones.iter().position(|own| *own == stone);
            let vertex = position.board.vertex(point).to_string();
            let seat = seat.ok_or_else(|| DiagramError::Stone(stone.name(), vertex))?;
            position.stones[seat].insert(point);
        }
        Ok(position)
    }

    fn diagram(&self) -> Diagram {
        let stones = self.board.points().map(|point| self.stone(point)).collect();
        Diagram { stones, to_move: self.to_move, state: Default::default() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let seat = Seat::BOTH.into_iter().find(|seat| self.stones[seat.index()].contains(point))?;
        Some(INFO.own_stone(seat))
    }

    fn to_move(&self) -> Seat {
        self.to_move
    }

    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    fn is_over(&self) -> bool {
        self.empties().next().is_none()
    }

    fn outcome(&self) -> Option<Outcome> {
        let margin = || Margin::from(self.pairs(Seat::Black) - self.pairs(Seat::White));
        self.is_over().then(|| Outcome { margin: margin(), ending: Ending::FullBoard })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.empties().map(|point| Move::place(0, point)));
    }

    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0, point } if self.is_empty(point))
    }

    fn play_unchecked(&mut self, mv: Move) {
        if let Some(point) = mv.point() {
            self.stones[self.to_move.index()].insert(point);
        }
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u64 {
        let stones =
            |seat: Seat| self.stones[seat.index()].iter().map(move |point| u64::from(point.0) << 1 | seat as u64);
        hash(Seat::BOTH.into_iter().flat_map(stones).chain([1 << 32 | self.to_move as u64]))
    }

    fn recomputed_key(&self) -> u64 {
        let stones = |stone: Stone| self.board.points().filter(move |&point| self.stone(point) == Some(stone));
        let mut copy = Hedge { stones: [PointSet::EMPTY; 2], ..self.clone() };
        copy.stones[0] = stones(Stone::Black).collect();
        copy.stones[1] = stones(Stone::White).collect();
        copy.key()
    }
}

#[cfg(test)]
mod tests;
