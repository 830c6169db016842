//! Games that are shared with guests: who may move, offers, and what a page may not do.

use super::*;

/// A game of the host, who plays Black, against a guest.
struct SharedGame {
    host: TestPage,
    guest: TestPage,
    watcher: TestPage,
    /// The state at the start, as the host has it.
    start: Value,
}

impl SharedGame {
    fn new(clock: Option<&str>) -> SharedGame {
        let host = TestPage::new(options(Setup::new(games::DEFAULT)));
        let game = json!({
            "do": "new", "game": games::DEFAULT.id, "size": "5", "seatB": "person", "seatW": "guest", "clock": clock,
        });
        host.send(game);
        host.state(|state| !state["shared"].is_null());
        host.send(json!({"do": "invite", "origin": "http://127.0.0.1:8080"}));
        let invitations = host.message("invitations");
        let token = |seat: Value| {
            let links = invitations["links"].as_array().unwrap();
            let link = links.iter().find(|link| link["seat"] == seat).unwrap();
            link["address"].as_str().unwrap().split_once("=").unwrap().1.to_owned()
        };
        let guest = host.another(1, Some(&token(json!("w"))));
        let watcher = host.another(2, Some(&token(Value::Null)));
        let start = host.state(|state| state["shared"]["watching"] == 1);
        SharedGame { host, guest, watcher, start }
    }
}

/// Returns the latest state of a page at a number of moves.
fn at(page: &TestPage, moves: u64) -> Value {
    page.state(|state| state["at"] == moves && state["aside"] == false)
}

/// Plays a move of a page, and waits until all have it.
fn play_all(game: &SharedGame, page: &TestPage, state: &Value, word: &str) -> [Value; 3] {
    page.send(json!({"do": "play", "word": word, "node": state["node"]}));
    let moves = state["at"].as_u64().unwrap() + 1;
    [at(&game.host, moves), at(&game.guest, moves), at(&game.watcher, moves)]
}

fn refusal(page: &TestPage, request: Value) -> String {
    page.send(request);
    page.message("refused")["text"].as_str().unwrap().to_owned()
}

#[test]
fn each_player_moves_for_one_side_and_watchers_for_none() {
    let game = SharedGame::new(None);
    let greeting = game.guest.message("hello");
    assert_eq!(greeting["guest"], true);
    assert_eq!(greeting["matches"], false);
    let start = at(&game.guest, 0);
    assert_eq!((&start["yours"], &start["shared"]["seat"]), (&json!(false), &json!("w")));
    assert_eq!(refusal(&game.guest, json!({"do": "play", "word": "C3", "node": 0})), "it is Black's turn");
    let watching = "this page watches the game; the players move";
    assert_eq!(refusal(&game.watcher, json!({"do": "play", "word": "C3", "node": 0})), watching);
    let [host, guest, watcher] = play_all(&game, &game.host, &start, "C3");
    assert_eq!([&host["yours"], &guest["yours"], &watcher["yours"]], [false, true, false]);
    assert_eq!(watcher["shared"]["present"], json!([true, true]));
    let [host, ..] = play_all(&game, &game.guest, &guest, "D3");
    assert_eq!((words(&host), &host["yours"]), (vec!["C3", "D3"], &json!(true)));
}

#[test]
fn help_waits_until_a_game_of_two_people_is_over() {
    let game = SharedGame::new(None);
    let together = "two people play this game: neither can do that alone";
    let wait = "two people play: hints, analysis and other moves wait until the game is over";
    for request in [
        json!({"do": "hint"}),
        json!({"do": "analyse", "on": true}),
        json!({"do": "exact", "on": true}),
        json!({"do": "review"}),
        json!({"do": "try", "on": true}),
    ] {
        for page in [&game.host, &game.guest] {
            assert_eq!(refusal(page, request.clone()), wait);
        }
    }
    for request in [json!({"do": "flip"}), json!({"do": "play-on"}), json!({"do": "stop"}), json!({"do": "redo"})] {
        assert_eq!(refusal(&game.host, request), together);
    }
    for request in [
        json!({"do": "invite", "origin": ""}),
        json!({"do": "end-invitations"}),
        json!({"do": "matches"}),
        json!({"do": "open", "position": ""}),
        json!({"do": "puzzles", "game": games::DEFAULT.id}),
    ] {
        assert_eq!(refusal(&game.guest, request), "only the host of this game can do that");
    }
    game.guest.send(json!({"do": "resign"}));
    let over = game.host.state(|state| state["over"] == true);
    assert_eq!(over["winner"], "b");
    game.guest.send(json!({"do": "try", "on": true}));
    game.host.state(|state| state["trying"] == true);
}

#[test]
fn a_move_is_taken_back_when_the_other_player_agrees() {
    let game = SharedGame::new(None);
    let start = game.start.clone();
    let [_, guest, _] = play_all(&game, &game.host, &start, "C3");
    game.host.send(json!({"do": "undo"}));
    let asked = game.guest.state(|state| !state["shared"]["offer"].is_null());
    assert_eq!(asked["shared"]["offer"], json!({"seat": "b", "what": "take-back"}));
    assert_eq!(asked["at"], 1);
    assert_eq!(refusal(&game.host, json!({"do": "answer", "accept": true})), "there is no offer to answer");
    game.guest.send(json!({"do": "answer", "accept": false}));
    game.host.state(|state| state["at"] == 1 && state["shared"]["offer"].is_null());
    game.host.send(json!({"do": "undo"}));
    game.guest.state(|state| !state["shared"]["offer"].is_null());
    game.guest.send(json!({"do": "answer", "accept": true}));
    let [host, guest_back] = [at(&game.host, 0), at(&game.guest, 0)];
    assert!(host["yours"] == true && guest_back["yours"] == false && guest["yours"] == true);
    // After the answer of the other side, both moves are taken back.
    let [_, guest, _] = play_all(&game, &game.host, &host, "B2");
    play_all(&game, &game.guest, &guest, "D4");
    game.host.send(json!({"do": "undo"}));
    game.guest.state(|state| !state["shared"]["offer"].is_null());
    game.guest.send(json!({"do": "answer", "accept": true}));
    at(&game.host, 0);
}

#[test]
fn an_offer_lapses_with_the_next_move() {
    let game = SharedGame::new(None);
    let start = game.start.clone();
    let [_, guest, _] = play_all(&game, &game.host, &start, "C3");
    game.host.send(json!({"do": "undo"}));
    game.guest.state(|state| !state["shared"]["offer"].is_null());
    let [host, ..] = play_all(&game, &game.guest, &guest, "D4");
    assert_eq!(host["shared"]["offer"], Value::Null);
    assert_eq!(refusal(&game.guest, json!({"do": "answer", "accept": true})), "there is no offer to answer");
}

#[test]
fn a_rematch_that_both_want_exchanges_the_sides() {
    let game = SharedGame::new(Some("absolute:600"));
    let start = game.start.clone();
    play_all(&game, &game.host, &start, "C3");
    game.host.send(json!({"do": "resign"}));
    game.guest.state(|state| state["over"] == true);
    game.guest.send(json!({"do": "rematch"}));
    let offered = game.host.state(|state| !state["shared"]["offer"].is_null());
    assert_eq!(offered["shared"]["offer"], json!({"seat": "w", "what": "rematch"}));
    // Asking for the same is an answer.
    game.host.send(json!({"do": "rematch"}));
    let [host, guest] = [at(&game.host, 0), at(&game.guest, 0)];
    assert_eq!((&host["shared"]["seat"], &guest["shared"]["seat"]), (&json!("w"), &json!("b")));
    assert_eq!((&host["yours"], &guest["yours"]), (&json!(false), &json!(true)));
    assert_eq!(guest["clock"]["left"][0]["seconds"], 600.0);
    let [host, ..] = play_all(&game, &game.guest, &guest, "D4");
    assert_eq!(host["yours"], true);
}

#[test]
fn a_page_looks_at_an_earlier_position_alone() {
    let game = SharedGame::new(None);
    let start = game.start.clone();
    play_all(&game, &game.host, &start, "C3");
    game.watcher.send(json!({"do": "goto", "node": 0}));
    let looked = game.watcher.state(|state| state["aside"] == true);
    assert_eq!((&looked["at"], &looked["yours"]), (&json!(0), &json!(false)));
    game.guest.send(json!({"do": "goto", "node": 0}));
    let looked = game.guest.state(|state| state["aside"] == true);
    assert_eq!((&looked["at"], &looked["yours"]), (&json!(0), &json!(false)));
    game.guest.send(json!({"do": "return"}));
    let back = at(&game.guest, 1);
    assert_eq!(back["yours"], true);
    let [host, _, watcher] = play_all(&game, &game.guest, &back, "D4");
    assert_eq!((words(&host), words(&watcher)), (vec!["C3", "D4"], vec!["C3", "D4"]));
}

#[test]
fn the_clock_waits_until_the_guest_has_come() {
    let host = TestPage::new(options(Setup::new(games::DEFAULT)));
    host.send(json!({
        "do": "new", "game": games::DEFAULT.id, "size": "5", "seatB": "person", "seatW": "guest", "clock": "absolute:600",
    }));
    let start = host.state(|state| state["clock"].is_object());
    let moved = play(&host, &start, "C3");
    assert_eq!(moved["clock"]["running"], Value::Null);
    host.send(json!({"do": "invite", "origin": "http://127.0.0.1:8080"}));
    let invitations = host.message("invitations");
    let token = invitations["links"][0]["address"].as_str().unwrap().split_once('=').unwrap().1.to_owned();
    let _guest = host.another(1, Some(&token));
    host.state(|state| state["clock"]["running"] == "w");
}

#[test]
fn invitations_end_with_their_game_and_by_the_host() {
    let game = SharedGame::new(None);
    game.host.send(json!({"do": "end-invitations"}));
    for page in [&game.guest, &game.watcher] {
        assert_eq!(page.message("ended")["text"], "This invitation has ended: ask for a new one.");
        assert!(page.next().is_none(), "the connection is closed");
    }
    let game = SharedGame::new(None);
    game.host.send(json!({"do": "new", "game": "cancer", "size": "5", "seatB": "person", "seatW": "person"}));
    game.guest.message("ended");
    // Whoever watches, watches the next game too.
    game.watcher.state(|state| state["game"] == "cancer");
}

#[test]
fn a_guest_who_comes_again_finds_the_game() {
    let game = SharedGame::new(None);
    let start = game.start.clone();
    play_all(&game, &game.host, &start, "C3");
    game.guest.leave();
    let gone = game.host.state(|state| state["shared"]["present"] == json!([true, false]));
    assert_eq!(gone["at"], 1);
    game.host.send(json!({"do": "invite", "origin": "http://127.0.0.1:8080"}));
    let invitations = game.host.message("invitations");
    let token = invitations["links"][0]["address"].as_str().unwrap().split_once('=').unwrap().1.to_owned();
    let again = game.host.another(3, Some(&token));
    assert_eq!(at(&again, 1)["yours"], true);
}

#[test]
fn requests_that_arrive_after_an_invitation_has_ended_do_nothing() {
    let game = SharedGame::new(None);
    game.host.send(json!({"do": "end-invitations"}));
    game.guest.message("ended");
    game.guest.send(json!({"do": "new", "game": "cancer", "size": "5", "seatB": "person", "seatW": "person"}));
    game.guest.send(json!({"do": "resign"}));
    game.guest.events.send(Event::File(1, b"(;GM[1]SZ[9])".to_vec())).unwrap();
    game.host.send(json!({"do": "play", "word": "C3", "node": 0}));
    let state = game.host.state(|state| state["at"] == 1);
    assert_eq!((&state["game"], &state["over"]), (&json!(games::DEFAULT.id), &json!(false)));
}

#[test]
fn an_offer_lapses_with_the_end_of_the_game() {
    let game = SharedGame::new(None);
    let start = game.start.clone();
    play_all(&game, &game.host, &start, "C3");
    game.host.send(json!({"do": "undo"}));
    game.guest.state(|state| !state["shared"]["offer"].is_null());
    game.guest.send(json!({"do": "resign"}));
    let over = game.host.state(|state| state["over"] == true);
    assert_eq!((&over["shared"]["offer"], &over["winner"]), (&Value::Null, &json!("b")));
    assert_eq!(refusal(&game.guest, json!({"do": "answer", "accept": true})), "there is no offer to answer");
}

#[test]
fn moves_taken_back_are_not_played_again_by_one_alone_even_after_the_end() {
    let game = SharedGame::new(None);
    let start = game.start.clone();
    play_all(&game, &game.host, &start, "C3");
    game.host.send(json!({"do": "undo"}));
    game.guest.state(|state| !state["shared"]["offer"].is_null());
    game.guest.send(json!({"do": "answer", "accept": true}));
    at(&game.host, 0);
    game.guest.send(json!({"do": "resign"}));
    let over = game.host.state(|state| state["over"] == true);
    assert_eq!(over["can"], json!([true, false]));
    assert_eq!(refusal(&game.host, json!({"do": "redo"})), "two people play this game: neither can do that alone");
}

#[test]
fn a_host_without_a_side_resigns_for_nobody() {
    let host = TestPage::new(options(Setup::new(games::DEFAULT)));
    let new = json!({"do": "new", "game": games::DEFAULT.id, "size": "5", "seatB": "guest", "seatW": "guest"});
    host.send(new);
    let state = host.state(|state| !state["shared"].is_null());
    assert_eq!((&state["shared"]["seat"], &state["yours"]), (&Value::Null, &json!(false)));
    let watching = "this page watches the game; the players move";
    for request in [json!({"do": "resign"}), json!({"do": "undo"}), json!({"do": "rematch"})] {
        assert_eq!(refusal(&host, request), watching);
    }
    assert_eq!(refusal(&host, json!({"do": "play", "word": "C3", "node": 0})), "it is Black's turn");
}
