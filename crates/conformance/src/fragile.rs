//! A game whose playouts panic, for tests of servers and sessions, which report a panic and
//! continue.

use quintet_core::board::Point;
use quintet_core::diagram::Diagram;
use quintet_core::position::{Heuristics, PlayoutObserver, Position, Presentation, Solvable};
use quintet_core::random::Rng;
use quintet_core::setup::GameInfo;
use quintet_core::types::{Move, Outcome, Seat, Stone};

/// A position of the game.
#[derive(Clone, PartialEq)]
struct Fragile(Diagram);

/// The game, on squares of any size.
pub static FRAGILE: GameInfo = GameInfo {
    id: "fragile",
    title: "Fragile",
    position: |_, diagram| Ok(Box::new(Fragile(diagram.clone()))),
    ..GameInfo::BASE
};

impl Position for Fragile {
    fn diagram(&self) -> Diagram {
        self.0.clone()
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        self.0.stones[point.index()]
    }

    fn to_move(&self) -> Seat {
        self.0.to_move
    }

    fn set_to_move(&mut self, seat: Seat) {
        self.0.to_move = seat;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let points = (0..).map(Point).zip(&self.0.stones);
        moves.extend(points.filter(|(_, stone)| stone.is_none()).map(|(point, _)| Move::place(0, point)));
    }

    fn play_unchecked(&mut self, mv: Move) {
        let stone = FRAGILE.own_stone(self.0.to_move);
        self.0.stones[mv.point().expect("all moves are placements").index()] = Some(stone);
        self.0.to_move = self.0.to_move.other();
    }
}

impl Heuristics for Fragile {
    fn playout(&mut self, _: &mut Rng, _: PlayoutObserver<'_>) -> f64 {
        panic!("a playout of a fragile game");
    }
}

impl Solvable for Fragile {}
impl Presentation for Fragile {}
