//! Games with a clock, whose time the tests advance.

use super::*;
use quintet_core::time::ManualTime;

/// Begins a game of two players with a clock; returns the source of its time and the first state.
fn start_with_clock(clock: &str, players: [&str; 2]) -> (Arc<ManualTime>, TestPage, Value) {
    let time = Arc::new(ManualTime::default());
    let source: Arc<dyn TimeSource> = time.clone();
    let page = TestPage::with_time(options(Setup::new(games::DEFAULT)), source);
    let [black, white] = players;
    page.send(json!({
        "do": "new", "game": games::DEFAULT.id, "size": "5", "seatB": black, "seatW": white, "visits": 5, "clock": clock,
    }));
    let state = page.state(|state| state["clock"].is_object());
    (time, page, state)
}

const PERSONS: [&str; 2] = ["person", "person"];

/// Lets time go by and the session notice it.
fn wait(page: &TestPage, time: &ManualTime, seconds: u64) {
    time.advance(Duration::from_secs(seconds));
    page.send(json!({"do": "unwatch"}));
}

/// Returns the seconds that both sides have left.
fn seconds(state: &Value) -> [f64; 2] {
    [0, 1].map(|seat| state["clock"]["left"][seat]["seconds"].as_f64().unwrap())
}

fn refusal(page: &TestPage) -> String {
    let refused = std::iter::from_fn(|| page.next()).find(|message| message["say"] == "refused").unwrap();
    refused["text"].as_str().unwrap().to_owned()
}

fn saved(page: &TestPage) -> String {
    page.send(json!({"do": "save"}));
    let file = std::iter::from_fn(|| page.next()).find(|message| message["say"] == "file").unwrap();
    file["text"].as_str().unwrap().to_owned()
}

#[test]
fn the_clock_runs_from_the_first_move_and_each_move_adds_its_increment() {
    let (time, page, state) = start_with_clock("fischer:60+5", PERSONS);
    assert_eq!(state["clock"]["about"], "1 min + 5 s a move");
    assert_eq!((seconds(&state), &state["clock"]["running"]), ([60.0, 60.0], &Value::Null));
    time.advance(Duration::from_secs(9));
    let state = play(&page, &state, "C3");
    assert_eq!(state["clock"]["running"], "w");
    time.advance(Duration::from_secs(10));
    let state = play(&page, &state, "D3");
    assert_eq!((seconds(&state), &state["clock"]["running"]), ([65.0, 55.0], &json!("b")));
}

#[test]
fn a_player_whose_time_runs_out_loses_and_the_record_says_so() {
    let (time, page, state) = start_with_clock("absolute:60", PERSONS);
    let state = play(&page, &state, "C3");
    wait(&page, &time, 61);
    let over = page.state(|state| state["over"] == true);
    assert_eq!(over["status"], "Black wins: White ran out of time");
    assert_eq!(over["reason"], "A player whose time runs out loses, whatever the position.");
    assert_eq!((seconds(&over), &over["clock"]["running"]), ([60.0, 0.0], &Value::Null));
    page.send(json!({"do": "play", "word": "D3", "node": state["node"]}));
    assert_eq!(refusal(&page), "the game is over");
    let sgf = saved(&page);
    assert!(sgf.contains("RE[B+T]") && sgf.contains("TM[60]"), "{sgf}");
    // Taken back, the turn begins again.
    page.send(json!({"do": "undo"}));
    let state = page.state(|state| state["over"] == false);
    assert_eq!((seconds(&state), &state["status"]), ([60.0, 60.0], &json!("White to move")));
    assert!(!saved(&page).contains("RE["));
}

#[test]
fn a_move_that_comes_too_late_is_not_played() {
    let (time, page, state) = start_with_clock("absolute:60", PERSONS);
    let state = play(&page, &state, "C3");
    time.advance(Duration::from_secs(61));
    page.send(json!({"do": "play", "word": "D3", "node": state["node"]}));
    assert_eq!(refusal(&page), "the game is over");
}

#[test]
fn a_move_taken_back_restores_the_times() {
    let (time, page, state) = start_with_clock("absolute:60", PERSONS);
    let state = play(&page, &state, "C3");
    time.advance(Duration::from_secs(20));
    let state = play(&page, &state, "D3");
    assert_eq!(seconds(&state), [60.0, 40.0]);
    page.send(json!({"do": "undo"}));
    let state = page.state(|state| state["at"] == 1);
    assert_eq!((seconds(&state), &state["aside"]), ([60.0, 60.0], &json!(false)));
    time.advance(Duration::from_secs(5));
    let state = play(&page, &state, "B2");
    assert_eq!(seconds(&state), [60.0, 55.0]);
}

#[test]
fn the_clock_runs_on_while_earlier_positions_are_shown() {
    let (time, page, state) = start_with_clock("absolute:60", PERSONS);
    let state = play(&page, &state, "C3");
    let last = play(&page, &state, "D3");
    page.send(json!({"do": "goto", "node": 0}));
    let state = page.state(|state| state["at"] == 0);
    assert_eq!(
        (&state["clock"]["running"], &state["yours"], &state["aside"]),
        (&json!("b"), &json!(true), &json!(true))
    );
    // A move there is a variation, which changes neither the game nor its clock.
    let state = play(&page, &state, "B2");
    assert_eq!((&state["variation"], &state["canPlayOn"]), (&json!(true), &json!(false)));
    page.send(json!({"do": "play-on"}));
    assert_eq!(refusal(&page), "the clock has no times for a variation: return to the game, or take moves back");
    assert_eq!(state["clock"]["running"], "b");
    wait(&page, &time, 61);
    let state = page.state(|state| state["over"] == true);
    assert_eq!((&state["node"], &state["status"]), (&last["node"], &json!("White wins: Black ran out of time")));
}

#[test]
fn the_clock_stands_still_while_the_page_is_away() {
    let (time, page, state) = start_with_clock("absolute:60", PERSONS);
    play(&page, &state, "C3");
    page.leave();
    time.advance(Duration::from_secs(100));
    page.events.send(Event::Joined(0, Arc::clone(&page.queue), None)).unwrap();
    let state = page.state(|state| state["clock"]["running"] == "w");
    assert_eq!((seconds(&state), &state["over"]), ([60.0, 60.0], &json!(false)));
}

#[test]
fn an_engine_moves_within_its_clock_which_stops_with_it() {
    let (time, page, state) = start_with_clock("absolute:5", ["person", "quintet-level-3"]);
    page.send(json!({"do": "play", "word": "C3", "node": state["node"]}));
    let state = page.state(|state| state["at"] == 2 && state["clock"]["running"] == "b");
    assert_eq!(seconds(&state), [5.0, 5.0]);
    // The sides are exchanged, and the engine waits at its turn: its time stands still.
    page.send(json!({"do": "goto", "node": 1}));
    page.send(json!({"do": "seats", "seatB": "quintet", "seatW": "person", "seconds": 3600}));
    page.send(json!({"do": "stop"}));
    page.send(json!({"do": "return"}));
    let state = page.state(|state| state["waiting"] == true && state["at"] == 2);
    assert_eq!(state["clock"]["running"], Value::Null);
    wait(&page, &time, 100);
    page.send(json!({"do": "go"}));
    let state = page.state(|state| state["clock"]["running"] == "b");
    assert_eq!((seconds(&state), &state["over"]), ([5.0, 5.0], &json!(false)));
    // It has five seconds, although it may think for an hour about a move.
    let state = page.state(|state| state["at"] == 3);
    assert_eq!(state["over"], false);
}

#[test]
fn byo_yomi_periods_are_shown_as_they_are_used_up() {
    let (time, page, state) = start_with_clock("byoyomi:10+3x5", PERSONS);
    play(&page, &state, "C3");
    for (step, periods) in [(11, 3), (5, 2), (5, 1)] {
        wait(&page, &time, step);
        let state = page.state(|state| state["clock"]["left"][1]["periods"] == periods);
        assert_eq!(seconds(&state)[1], 4.0);
    }
    wait(&page, &time, 5);
    page.state(|state| state["status"] == "Black wins: White ran out of time");
}

#[test]
fn clocks_to_choose_are_accepted_and_others_refused_with_the_reason() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    let hello = std::iter::from_fn(|| page.next()).find(|message| message["say"] == "hello").unwrap();
    let clocks = hello["clocks"].as_array().unwrap();
    assert!(clocks.len() >= 5, "{clocks:?}");
    let new = |clock: &Value| {
        page.send(json!({
            "do": "new", "game": games::DEFAULT.id, "size": "5", "seatB": "person", "seatW": "person", "clock": clock,
        }));
    };
    for clock in clocks {
        new(&clock["name"]);
        page.state(|state| state["clock"]["about"] == clock["about"]);
    }
    new(&json!("an hour"));
    assert!(
        refusal(&page).starts_with(
            "cannot read the clock \"an hour\": a kind of clock is expected at 'an hour'; clocks are move:S"
        )
    );
    new(&Value::Null);
    page.state(|state| state["clock"].is_null());
}
