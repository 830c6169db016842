//! Tests of sessions without a server: an unused one, and one whose engine panics.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::send_queue::SendQueue;
use quintet_core::board::Point;
use quintet_core::diagram::Diagram;
use quintet_core::position::{Heuristics, PlayoutObserver, Position, Presentation, Solvable};
use quintet_core::random::Rng;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Move, Outcome, Stone};
use quintet_engine::Settings;
use quintet_games as games;

fn options(setup: Setup) -> WebOptions {
    WebOptions {
        setup,
        record: None,
        settings: Settings { hash_mib: 8, ..Settings::default() },
        level: None,
        limits: Limits::default(),
        engines: Vec::new(),
        matches: Vec::new(),
        patience: Duration::from_secs(60),
        idle: Duration::from_secs(60),
    }
}

/// A session in a thread, and its page.
struct TestPage {
    events: SyncSender<Event>,
    queue: Arc<SendQueue>,
    runtime: tokio::runtime::Runtime,
}

impl TestPage {
    fn new(options: WebOptions) -> TestPage {
        let (events, received) = mpsc::sync_channel(64);
        let queue = Arc::new(SendQueue::default());
        events.send(Event::Joined(Arc::clone(&queue))).unwrap();
        let session = Session::new("id".to_owned(), Arc::new(options), Knowledge::default(), events.clone());
        std::thread::spawn(move || session.run(&received));
        TestPage { events, queue, runtime: tokio::runtime::Builder::new_current_thread().build().unwrap() }
    }

    fn send(&self, request: Value) {
        let request = serde_json::from_value(request).unwrap();
        self.events.send(Event::Request(Box::new(request))).unwrap();
    }

    /// Returns the next message; `None` once the session has ended.
    fn next(&self) -> Option<Value> {
        let text = self.runtime.block_on(self.queue.next())?;
        Some(serde_json::from_str(&text).unwrap())
    }

    /// Returns the next state for which `wanted` returns `true`.
    fn state(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().expect("the session goes on");
            if message["say"] == "state" && wanted(&message) {
                return message;
            }
        }
    }
}

impl Drop for TestPage {
    fn drop(&mut self) {
        let _ = self.events.send(Event::End);
    }
}

#[test]
fn an_unused_session_ends_and_says_so() {
    let page = TestPage::new(WebOptions { idle: Duration::from_millis(200), ..options(Setup::new(games::DEFAULT)) });
    let last = std::iter::from_fn(|| page.next()).last().unwrap();
    assert_eq!(last["say"], "ended");
    assert!(last["text"].as_str().unwrap().contains("nobody has played here"), "{last}");
}

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
fn a_panic_of_the_engine_is_a_fault_and_the_session_continues() {
    let page = TestPage::new(options(Setup::new(&FRAGILE).with_size(5).unwrap()));
    let state = page.state(|_| true);
    // Black is a person, White the engine.
    page.send(json!({"do": "play", "word": "C3", "node": state["node"]}));
    let state = page.state(|state| state["faults"][0].is_object());
    let fault = &state["faults"][0];
    assert_eq!((&fault["seat"], &fault["engine"]), (&json!("w"), &json!("quintet-level-7")));
    assert!(fault["text"].as_str().unwrap().contains("a playout of a fragile game"), "{fault}");
    assert_eq!((&state["waiting"], &state["yours"]), (&json!(true), &json!(true)));
    // A person may move for it.
    page.send(json!({"do": "play", "word": "C4", "node": state["node"]}));
    page.state(|state| state["at"] == 2);
    page.send(json!({"do": "analyse", "on": true}));
    let state = page.state(|state| state["faults"][1].is_object());
    assert_eq!((&state["faults"][1]["engine"], &state["analysing"]), (&json!("quintet"), &json!(false)));
    page.send(json!({"do": "hint"}));
    page.state(|state| state["faults"][2].is_object());
    // The same engine plays another game.
    page.send(
        json!({"do": "new", "game": "stoical", "size": "5", "seatB": "quintet", "seatW": "person", "visits": 10}),
    );
    let state = page.state(|state| state["at"] == 1);
    assert_eq!(state["faults"], json!([]));
}
