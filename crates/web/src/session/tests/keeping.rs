//! Nothing that a person made is lost: games that are replaced, pages that leave.

use super::*;
use quintet_core::time::ManualTime;

const OTHER: &str = "(;GM[1]SZ[5];B[aa];W[bb])";

/// Opens something in the place of the game, in each of the ways that a page has.
fn replacements() -> Vec<(&'static str, Value)> {
    let puzzle = puzzle::of_game(games::find("alaric").unwrap()).into_iter().next().unwrap();
    vec![
        ("a new game", json!({"do": "new", "game": "cancer", "size": "5", "seatB": "person", "seatW": "person"})),
        ("a puzzle", json!({"do": "puzzle", "game": "alaric", "id": puzzle.id()})),
        ("a pasted record", json!({"do": "load", "sgf": OTHER})),
        ("a position", json!({"do": "open", "position": "cancer 3 eye=any pie=off .../.r./o.. b"})),
    ]
}

/// Returns the earlier games of a state in words.
fn earlier(state: &Value) -> Vec<&str> {
    state["earlier"].as_array().unwrap().iter().map(|game| game["text"].as_str().unwrap()).collect()
}

fn resume(page: &TestPage, state: &Value, index: usize) {
    page.send(json!({"do": "resume", "id": state["earlier"][index]["id"]}));
}

#[test]
fn a_game_that_is_replaced_in_any_way_can_be_returned_to() {
    for (way, request) in replacements() {
        let page = TestPage::new(options(Setup::new(games::DEFAULT).with_size(5).unwrap()));
        let state = page.state(|state| state["yours"] == true);
        page.send(json!({"do": "seats", "seatB": "person", "seatW": "quintet-level-1"}));
        page.send(json!({"do": "play", "word": "C3", "node": state["node"]}));
        let before = page.state(|state| state["at"] == 2 && state["yours"] == true);
        page.send(request);
        let other = page.state(|state| !state["earlier"].as_array().unwrap().is_empty());
        assert_eq!(earlier(&other), ["your game of Stoical Go against level 1, move 2"], "{way}");
        assert_eq!(other["earlier"][0]["running"], true, "{way}");
        resume(&page, &other, 0);
        let after = page.state(|state| state["at"] == 2 && state["seats"][1]["player"] == "quintet-level-1");
        assert_eq!((words(&after), &after["node"]), (words(&before), &before["node"]), "{way}");
        assert_eq!((&after["position"], &after["puzzle"]), (&before["position"], &Value::Null), "{way}");
        // It goes on.
        play(&page, &after, if words(&after)[1] == "A1" { "A2" } else { "A1" });
    }
}

#[test]
fn a_file_replaces_a_game_that_can_be_returned_to() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    play(&page, &start(&page), "C3");
    page.events.send(Event::File(0, OTHER.as_bytes().to_vec())).unwrap();
    let state = page.state(|state| state["at"] == 2);
    assert_eq!(earlier(&state), ["the game of Stoical Go for two, move 1"]);
}

#[test]
fn a_record_that_cannot_be_read_replaces_nothing() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    let state = play(&page, &start(&page), "C3");
    page.events.send(Event::File(0, b"no record".to_vec())).unwrap();
    page.message("refused");
    page.send(json!({"do": "try", "on": true}));
    let after = page.state(|state| state["trying"] == true);
    assert_eq!((&after["node"], earlier(&after)), (&state["node"], Vec::new()));
}

#[test]
fn a_clock_stands_still_in_an_earlier_game_and_goes_on_when_it_returns() {
    let time = Arc::new(ManualTime::default());
    let source: Arc<dyn TimeSource> = time.clone();
    let page = TestPage::with_time(options(Setup::new(games::DEFAULT)), source);
    page.send(json!({
        "do": "new", "game": games::DEFAULT.id, "size": "5", "seatB": "person", "seatW": "person", "clock": "absolute:60",
    }));
    let state = play(&page, &page.state(|state| state["clock"].is_object()), "C3");
    assert_eq!(state["clock"]["running"], "w");
    time.advance(Duration::from_secs(20));
    page.send(json!({"do": "load", "sgf": OTHER}));
    let other = page.state(|state| state["clock"].is_null());
    time.advance(Duration::from_secs(1000));
    resume(&page, &other, 0);
    let state = page.state(|state| state["clock"]["running"] == "w");
    assert_eq!((&state["clock"]["left"][1]["seconds"], &state["over"]), (&json!(40.0), &json!(false)));
}

#[test]
fn the_games_that_a_person_played_are_kept_longer_than_records_that_were_looked_at() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    play(&page, &start(&page), "C3");
    for index in 0..20 {
        page.send(json!({"do": "load", "sgf": format!("(;GM[1]SZ[5]PB[Player {index}];B[aa])")}));
    }
    let last = page.state(|state| state["seats"][0]["knownAs"] == "Player 19");
    let games = earlier(&last);
    assert!(games.len() >= 5, "{games:?}");
    assert_eq!(games.last(), Some(&"the game of Stoical Go for two, move 1"));
    assert_eq!(games[0], "the record of Player 18 against ?, move 1");
    resume(&page, &last, games.len() - 1);
    let state = page.state(|state| state["seats"][0]["knownAs"] == "");
    assert_eq!(earlier(&state)[0], "the record of Player 19 against ?, move 1", "what it replaces is kept as well");
    page.send(json!({"do": "resume", "id": 12345}));
    assert_eq!(page.message("refused")["text"], "this game is no longer kept");
}

#[test]
fn an_empty_board_and_an_unsolved_puzzle_are_not_kept() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    start(&page);
    open_puzzle(&page, "alaric");
    page.state(|state| state["puzzle"].is_object());
    let state = start(&page);
    assert_eq!(earlier(&state), Vec::<&str>::new());
}

#[test]
fn a_page_that_leaves_finds_its_game_a_day_later_and_its_engine_goes_on() {
    let time = Arc::new(ManualTime::default());
    let source: Arc<dyn TimeSource> = time.clone();
    let page = TestPage::with_time(options(Setup::new(games::DEFAULT).with_size(5).unwrap()), source);
    let run = page.message("hello")["run"].clone();
    let state = page.state(|state| state["yours"] == true);
    page.send(json!({"do": "seats", "seatB": "person", "seatW": "quintet", "seconds": 3600}));
    page.send(json!({"do": "play", "word": "C3", "node": state["node"]}));
    let thinking = std::iter::from_fn(|| page.next()).find(|message| message["say"] == "thinking").unwrap();
    assert_eq!(thinking["purpose"], "move");
    page.leave();
    for _ in 0..23 {
        time.advance(Duration::from_secs(3600));
        page.send(json!({"do": "unwatch"}));
    }
    page.events.send(Event::Joined(1, Arc::clone(&page.queue), None)).unwrap();
    let hello = page.message("hello");
    assert_eq!((&hello["resumed"], &hello["session"], &hello["run"]), (&json!(true), &json!("id"), &run));
    let state = page.state(|state| state["at"] == 1);
    assert_eq!((&state["seats"][1]["player"], &state["yours"]), (&json!("quintet"), &json!(false)));
    let thinking = std::iter::from_fn(|| page.next()).find(|message| message["say"] == "thinking").unwrap();
    assert_eq!(thinking["purpose"], "move");
}

#[test]
fn a_session_ends_a_day_after_its_page_left_and_one_without_moves_at_once() {
    for (moves, hours) in [(1, 24), (0, 0)] {
        let time = Arc::new(ManualTime::default());
        let source: Arc<dyn TimeSource> = time.clone();
        let page = TestPage::with_time(options(Setup::new(games::DEFAULT)), source);
        let state = start(&page);
        if moves > 0 {
            play(&page, &state, "C3");
        }
        page.leave();
        time.advance(Duration::from_secs(3600) * hours + connection::GRACE);
        while page.events.send(Event::Left(9)).is_ok() {
            std::thread::yield_now();
        }
    }
}

#[test]
fn the_engines_of_an_unused_session_stop_and_its_game_stays() {
    let time = Arc::new(ManualTime::default());
    let source: Arc<dyn TimeSource> = time.clone();
    let page = TestPage::with_time(options(Setup::new(games::DEFAULT).with_size(5).unwrap()), source);
    page.send(json!({"do": "seats", "seatB": "quintet", "seatW": "quintet", "seconds": 3600}));
    page.send(json!({"do": "analyse", "on": true}));
    page.state(|state| state["analysing"] == true && state["yours"] == false);
    time.advance(Duration::from_secs(3600));
    page.events.send(Event::Left(9)).unwrap();
    let state = page.state(|state| state["waiting"] == true);
    assert_eq!((&state["analysing"], &state["seats"][0]["player"]), (&json!(false), &json!("quintet")));
    page.send(json!({"do": "go"}));
    page.state(|state| state["waiting"] == false);
}

#[test]
fn two_pages_of_a_session_show_the_same_game_and_only_one_gets_the_reply() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    let state = play(&page, &start(&page), "C3");
    let other = page.second();
    assert_eq!(other.message("hello")["resumed"], true);
    let seen = other.state(|_| true);
    assert_eq!((&seen["node"], words(&seen)), (&state["node"], vec!["C3"]));
    // The second page asks, and the first one gets nothing of it.
    other.events.send(Event::Request(1, Box::new(serde_json::from_value(json!({"do": "save"})).unwrap()))).unwrap();
    other.message("file");
    play(&page, &state, "D3");
    assert_eq!(words(&other.state(|state| state["at"] == 2)), ["C3", "D3"]);
    other.events.send(Event::Left(1)).unwrap();
    page.send(json!({"do": "save"}));
    let rest: Vec<Value> = std::iter::from_fn(|| page.next()).take_while(|message| message["say"] != "file").collect();
    assert!(rest.iter().all(|message| message["say"] != "hello"), "{rest:?}");
}

#[test]
fn the_page_keeps_a_copy_of_the_game_which_another_session_opens() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    page.send(json!({"do": "new", "game": "cancer", "size": "5", "seatB": "person", "seatW": "quintet-level-2"}));
    let state = page.state(|state| state["game"] == "cancer" && state["at"] == 0);
    page.send(json!({"do": "play", "word": "C3", "node": state["node"]}));
    page.state(|state| state["at"] == 2);
    let backup = page.message("backup");
    assert_eq!(backup["text"], "your game of Cancer against level 2, move 2");
    let again = TestPage::new(options(Setup::new(games::DEFAULT)));
    again.send(json!({"do": "load", "sgf": backup["sgf"], "seats": backup["seats"]}));
    let state = again.state(|state| state["at"] == 2);
    assert_eq!((&state["game"], &state["seats"][1]["player"]), (&json!("cancer"), &json!("quintet-level-2")));
    assert_eq!(state["yours"], true);
}

#[test]
fn a_page_that_opens_the_address_of_its_own_position_keeps_the_game() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    let state = play(&page, &start(&page), "C3");
    page.send(json!({"do": "open", "position": state["position"]}));
    assert_eq!(words(&play(&page, &state, "D3")), ["C3", "D3"]);
}
