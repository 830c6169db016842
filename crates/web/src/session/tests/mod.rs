//! Tests of sessions without a server: an unused one, one whose engine panics, puzzles, clocks, and
//! that nothing is lost.

mod clocks;
mod guests;
mod keeping;
mod tasks;
mod variations;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::send_queue::SendQueue;
use quintet_conformance::fragile::FRAGILE;
use quintet_core::notation::move_words;
use quintet_core::setup::Setup;
use quintet_core::time::SystemTime;
use quintet_engine::Settings;
use quintet_games as games;
use quintet_puzzles::puzzle::{self, Puzzle};

fn options(setup: Setup) -> WebOptions {
    WebOptions { settings: Settings { hash_mib: 8, ..Settings::default() }, ..WebOptions::new(setup) }
}

/// The time to wait for what a test expects.
const PATIENCE: Duration = Duration::from_secs(60);

/// A session in a thread, and its page.
struct TestPage {
    number: u64,
    /// The latest state.
    latest: RefCell<Value>,
    events: SyncSender<Event>,
    queue: Arc<SendQueue>,
    runtime: tokio::runtime::Runtime,
}

impl TestPage {
    fn new(options: WebOptions) -> TestPage {
        TestPage::with_time(options, Arc::new(SystemTime))
    }

    /// Opens a page of a session whose clocks use `time`.
    fn with_time(options: WebOptions, time: Arc<dyn TimeSource>) -> TestPage {
        let (events, received) = mpsc::sync_channel(64);
        let queue = Arc::new(SendQueue::default());
        events.send(Event::Joined(0, Arc::clone(&queue), None)).unwrap();
        let session = Session::new(
            ("id".to_owned(), Arc::new(ProgramRun::server(None))),
            Arc::new(options),
            Knowledge::default(),
            events.clone(),
            time,
        );
        std::thread::spawn(move || session.run(&received));
        TestPage {
            number: 0,
            latest: RefCell::default(),
            events,
            queue,
            runtime: tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap(),
        }
    }

    fn send(&self, request: Value) {
        let request = serde_json::from_value(request).unwrap();
        self.events.send(Event::Request(self.number, Box::new(request))).unwrap();
    }

    /// Returns the next message as it is sent; `None` once the session has ended.
    fn next_text(&self) -> Option<String> {
        let next = async { tokio::time::timeout(PATIENCE, self.queue.next()).await };
        self.runtime.block_on(next).expect("a message comes")
    }

    /// Returns the next message, changes as the state that they lead to; `None` once the session has
    /// ended.
    fn next(&self) -> Option<Value> {
        let message: Value = serde_json::from_str(&self.next_text()?).unwrap();
        let mut state = self.latest.borrow_mut();
        if message["say"] == "changes" {
            for (name, value) in message["set"].as_object().unwrap() {
                state[name] = value.clone();
            }
            let line = state["line"].as_array_mut().unwrap();
            line.truncate(usize::try_from(message["keep"].as_u64().unwrap()).unwrap());
            line.extend_from_slice(message["add"].as_array().unwrap());
        } else if message["say"] == "state" {
            *state = message;
        } else {
            return Some(message);
        }
        Some(state.clone())
    }

    /// Returns the next state for which `wanted` returns `true`.
    fn state(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        // A search that goes on sends messages for ever.
        let until = Instant::now() + PATIENCE;
        loop {
            let message = self.next().expect("the session goes on");
            if message["say"] == "state" && wanted(&message) {
                return message;
            }
            assert!(Instant::now() < until, "the state didn't come; the last message: {message}");
        }
    }

    /// Returns the next message of a kind.
    fn message(&self, kind: &str) -> Value {
        std::iter::from_fn(|| self.next()).find(|message| message["say"] == kind).expect("the session goes on")
    }

    /// Closes the page; returns once the session knows.
    fn leave(&self) {
        self.events.send(Event::Left(self.number)).unwrap();
        // Then the session no longer has the page's queue of messages.
        while Arc::strong_count(&self.queue) > 1 {
            std::thread::yield_now();
        }
    }

    /// Opens a second page of the session, number 1.
    fn second(&self) -> TestPage {
        self.another(1, None)
    }

    /// Opens another page of the session, with the invitation of a guest.
    fn another(&self, number: u64, token: Option<&str>) -> TestPage {
        let (events, queue) = (self.events.clone(), Arc::new(SendQueue::default()));
        events.send(Event::Joined(number, Arc::clone(&queue), token.map(str::to_owned))).unwrap();
        TestPage {
            number,
            latest: RefCell::default(),
            events,
            queue,
            runtime: tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap(),
        }
    }
}

impl Drop for TestPage {
    fn drop(&mut self) {
        if self.number == 0 {
            let _ = self.events.send(Event::End);
        }
    }
}

/// Returns the moves of the current line.
fn words(state: &Value) -> Vec<&str> {
    state["line"].as_array().unwrap().iter().map(|step| step["word"].as_str().unwrap()).collect()
}

/// Plays a move and returns the state after it.
fn play(page: &TestPage, state: &Value, word: &str) -> Value {
    page.send(json!({"do": "play", "word": word, "node": state["node"]}));
    let at = state["at"].as_u64().unwrap() + 1;
    // An engine may have answered before the state of the move was sent.
    page.state(|state| state["at"].as_u64().is_some_and(|now| now >= at))
}

/// Begins a game of two persons on a board of 5 × 5.
fn start(page: &TestPage) -> Value {
    page.send(json!({"do": "new", "game": games::DEFAULT.id, "size": "5", "seatB": "person", "seatW": "person"}));
    page.state(|state| state["at"] == 0 && state["seats"][1]["player"] == "person")
}

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

#[test]
fn a_hint_that_was_asked_for_is_not_given_in_the_next_game() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    page.send(json!({"do": "hint"}));
    page.send(json!({"do": "new", "game": "cascade", "size": "5", "seatB": "person", "seatW": "person"}));
    page.state(|state| state["game"] == "cascade");
    page.send(json!({"do": "analyse", "on": true}));
    let thinking = std::iter::from_fn(|| page.next()).find(|message| message["say"] == "thinking").unwrap();
    assert_eq!(thinking["purpose"], "analysis");
}

/// Opens the first puzzle of a game and returns it.
fn open_puzzle(page: &TestPage, game: &str) -> Puzzle {
    let info = games::find(game).unwrap();
    let puzzle = puzzle::of_game(info).into_iter().next().expect("the game has puzzles");
    page.send(json!({"do": "puzzle", "game": game, "id": puzzle.id()}));
    puzzle
}

/// Returns the words of a puzzle's solution.
fn solution(puzzle: &Puzzle) -> Vec<String> {
    let geometry = puzzle.setup.geometry();
    puzzle.solution.iter().map(|&mv| move_words::format(puzzle.setup.info(), &geometry, mv)).collect()
}

#[test]
fn a_wrong_try_is_refuted_and_the_puzzle_can_be_solved_after_it() {
    for info in games::GAMES.iter().filter(|info| !info.puzzles.is_empty()) {
        let page = TestPage::new(options(Setup::new(games::DEFAULT)));
        let puzzle = open_puzzle(&page, info.id);
        let state = page.state(|state| state["puzzle"]["phase"] == "open");
        let game = Game::from_diagram(puzzle.setup.clone(), &puzzle.diagram).unwrap();
        let legal = game.legal_moves(game.to_move());
        let wrong = legal.into_iter().find(|&mv| mv != puzzle.solution[0]).unwrap();
        let word = game.word(wrong);
        page.send(json!({"do": "play", "word": word, "node": state["node"]}));
        let state = page.state(|state| state["puzzle"]["phase"] == "wrong");
        let view = &state["puzzle"];
        let text = view["text"].as_str().unwrap();
        assert!(text.contains(word.split('@').next_back().unwrap()) && !text.contains('@'), "{view}");
        assert_eq!((&view["tries"], &view["found"], &state["yours"]), (&json!(1), &json!(0), &json!(false)));
        page.send(json!({"do": "retry"}));
        let mut node = page.state(|state| state["puzzle"]["phase"] == "open")["node"].clone();
        for (index, word) in solution(&puzzle).iter().step_by(2).enumerate() {
            page.send(json!({"do": "play", "word": word, "node": node}));
            let state = page.state(|state| state["puzzle"]["found"] == index + 1);
            node = state["node"].clone();
        }
        page.send(json!({"do": "goto", "node": 0}));
        let state = page.state(|state| state["at"] == 0);
        assert_eq!(
            (&state["puzzle"]["phase"], &state["puzzle"]["text"]),
            (&json!("solved"), &json!("Solved after a wrong try."))
        );
        assert_eq!(state["puzzle"]["found"], state["puzzle"]["length"], "{}", info.id);
    }
}

#[test]
fn an_unsolved_puzzle_gives_nothing_away_until_its_solution_is_shown() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    let puzzle = open_puzzle(&page, "alaric");
    page.state(|state| state["puzzle"]["phase"] == "open");
    for request in ["hint", "review", "undo", "resign", "flip"] {
        page.send(json!({"do": request}));
        let refused = std::iter::from_fn(|| page.next()).find(|message| message["say"] == "refused").unwrap();
        assert_eq!(refused["text"], "solve this first, or see the solution", "{request}");
    }
    page.send(json!({"do": "solution"}));
    let state = page.state(|state| state["puzzle"]["phase"] == "shown");
    let line: Vec<&str> = state["line"].as_array().unwrap().iter().map(|step| step["word"].as_str().unwrap()).collect();
    assert_eq!((line, &state["at"]), (solution(&puzzle).iter().map(String::as_str).collect(), &json!(0)));
    // Another game leaves the puzzle.
    page.send(json!({"do": "new", "game": games::DEFAULT.id, "size": "5", "seatB": "person", "seatW": "person"}));
    page.state(|state| state["puzzle"].is_null());
}

#[test]
fn the_list_of_puzzles_has_tasks_and_pictures() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    for info in games::GAMES {
        page.send(json!({"do": "puzzles", "game": info.id}));
        let list = std::iter::from_fn(|| page.next()).find(|message| message["say"] == "puzzles").unwrap();
        let puzzles = list["puzzles"].as_array().unwrap();
        assert_eq!(puzzles.len(), puzzle::of_game(info).len());
        for puzzle in puzzles {
            assert!(puzzle["task"].as_str().unwrap().contains(" to move and "), "{puzzle}");
            assert!(puzzle["picture"].as_str().unwrap().starts_with("<svg"), "{}", puzzle["id"]);
        }
    }
}

#[test]
fn a_move_of_a_long_game_sends_what_has_changed_not_the_game() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT).with_size(19).unwrap()));
    let vertex = |index: usize| {
        let letter = |at: usize| char::from(b'a' + u8::try_from(at).unwrap());
        format!("{}{}", letter(index % 19), letter(index / 19))
    };
    // The colours alternate, as those of a chessboard.
    let moves: String =
        (0..360).map(|index| format!(";{}[{}]", if index % 2 == 0 { 'B' } else { 'W' }, vertex(index))).collect();
    page.send(json!({"do": "load", "sgf": format!("(;GM[1]SZ[19]{})", &moves[..300 * 6])}));
    let state = page.state(|state| state["at"] == 300);
    assert!(state.to_string().len() > 20_000, "the game is long");
    page.send(json!({"do": "play", "word": "pass", "node": state["node"]}));
    let sent = std::iter::from_fn(|| page.next_text()).find(|text| text.contains("\"at\":301")).unwrap();
    assert!(sent.starts_with("{\"say\":\"changes\"") && sent.len() < 5_000, "{} bytes", sent.len());
}

#[test]
fn the_state_comes_before_what_is_said_about_it() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT).with_size(5).unwrap()));
    page.state(|_| true);
    // The komi is not understood.
    page.send(json!({"do": "load", "sgf": "(;GM[1]SZ[5]KM[six];B[cc])"}));
    let kinds = std::iter::from_fn(|| page.next()).map(|message| message["say"].as_str().unwrap().to_owned());
    let kinds: Vec<String> = kinds.take_while(|kind| kind != "warning").collect();
    assert!(kinds.contains(&"state".to_owned()), "{kinds:?}");
}
