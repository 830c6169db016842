//! A panic in a search is an error of its query; the server goes on.

use super::{answers, options};
use quintet_core::board::Point;
use quintet_core::diagram::Diagram;
use quintet_core::position::{Heuristics, PlayoutObserver, Position, Presentation, Solvable};
use quintet_core::random::Rng;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Move, Outcome, Seat, Stone};
use serde_json::json;

/// A game whose playouts panic.
#[derive(Clone, PartialEq)]
struct Fragile(Diagram);

static FRAGILE: GameInfo = GameInfo {
    id: "fragile",
    title: "Fragile",
    position: |setup, diagram| Ok(Box::new(Fragile(diagram.cloned().unwrap_or_else(|| setup.empty_diagram())))),
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

#[test]
fn a_panic_is_an_error_of_its_query_and_the_next_query_is_answered() {
    for threads in [1, 3] {
        let query = |id: &str| json!({"id": id, "boardXSize": 5, "boardYSize": 5, "rules": {}, "moves": [["b", "C3"]], "maxVisits": 50});
        let mut sound = query("sound");
        sound["game"] = json!("stoical");
        let mut options = options(Setup::new(&FRAGILE));
        options.settings.threads = threads;
        let answers = answers(options, &[query("fragile"), sound]);
        assert_eq!(answers.len(), 2, "{answers:?}");
        assert_eq!(answers[0], json!({"id": "fragile", "error": "Internal error in the search of turn 1"}));
        assert_eq!((&answers[1]["id"], &answers[1]["rootInfo"]["visits"]), (&json!("sound"), &json!(50)));
    }
}
