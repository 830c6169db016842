//! The requests of a page about a game.

use quintet_core::game::Game;
use quintet_record::sgf;
use serde_json::{Value, json};

use crate::server::{Server, game};

fn start(server: &Server, request: &Value) -> (crate::server::Page, Value) {
    let mut page = server.page();
    page.wait("state");
    let state = page.change(request);
    (page, state)
}

fn words(state: &Value) -> Vec<&str> {
    state["line"].as_array().unwrap().iter().map(|step| step["word"].as_str().unwrap()).collect()
}

#[test]
fn moves_of_persons_are_played_and_taken_back() {
    let server = Server::start(&[]);
    let (mut page, state) = start(&server, &game("cascade", "3", "person", "person"));
    assert_eq!(state["toMove"], "w");
    let mut state = page.play(&state, "white@B2");
    for word in ["black@C3", "white@A3"] {
        state = page.play(&state, word);
    }
    assert_eq!(state["fell"].as_array().unwrap().len(), 1);
    assert!(state["news"].as_str().unwrap().contains("fell into place: white at A2"), "{}", state["news"]);
    let before = state["position"].clone();
    state = page.play(&state, "red@C1");
    assert_eq!(state["fell"].as_array().unwrap().len(), 2, "one after another");
    state = page.change(&json!({"do": "undo"}));
    assert_eq!(state["position"], before);
    assert_eq!(words(&state).len(), 4, "moves that were taken back are still shown");
    state = page.play(&state, "black@C1");
    assert_eq!(state["line"][3]["others"], 1);
    state = page.change(&json!({"do": "undo"}));
    assert_eq!(state["branches"], json!([[4, "red@C1"]]));
    state = page.change(&json!({"do": "goto", "node": 4}));
    assert_eq!(words(&state), ["white@B2", "black@C3", "white@A3", "red@C1"]);
    assert_eq!(state["aside"], true);
    state = page.change(&json!({"do": "return"}));
    assert_eq!(words(&state)[3], "black@C1");
}

#[test]
fn an_illegal_move_is_refused_with_the_reason() {
    let server = Server::start(&[]);
    let (mut page, state) = start(&server, &game("cancer", "4", "person", "person"));
    let state = page.play(&state, "B2");
    for (word, why) in [
        ("cancer@A1", "first put down a stone of your own colour"),
        ("B2", "a stone stands there already"),
        ("Z99", "not a move on this board"),
        ("pass", "nobody passes"),
    ] {
        page.send(&json!({"do": "play", "word": word, "node": state["node"]}));
        let refused = page.wait("refused");
        assert!(refused["text"].as_str().unwrap().contains(why), "{refused}");
    }
    page.send(&json!({"do": "play", "word": "A1", "node": 0}));
    assert!(page.wait("refused")["text"].as_str().unwrap().contains("the board has changed"));
    let state = page.play(&state, "swap-pieces");
    assert_eq!(state["swap"], false);
    let state = page.change(&json!({"do": "undo"}));
    assert_eq!(state["swap"], true);
}

#[test]
fn legal_cells_and_reasons_are_sent_for_each_kind_of_stone() {
    let server = Server::start(&[]);
    let (mut page, state) = start(&server, &game("cancer", "4", "person", "person"));
    let state = page.play(&state, "B2");
    let [own, cancer] = &state["kinds"].as_array().unwrap()[..] else { panic!("{}", state["kinds"]) };
    assert_eq!((&own["stone"], &cancer["stone"]), (&json!("white"), &json!("cancer")));
    let legal = |kind: &Value| kind["why"].as_array().unwrap().iter().filter(|why| **why == -1).count();
    assert_eq!((legal(own), legal(cancer)), (15, 0));
    let why = cancer["why"][0].as_u64().unwrap() as usize;
    assert!(state["reasons"][why].as_str().unwrap().contains("first put down a stone of your own"));
}

#[test]
fn undo_takes_back_the_move_of_the_engine_too() {
    let server = Server::start(&[]);
    let (mut page, state) = start(&server, &game("bracket", "5", "person", "quintet"));
    // States between two of these may be skipped: the engine is quick.
    page.send(&json!({"do": "play", "word": "C3", "node": state["node"]}));
    let state = page.until(|message| message["say"] == "state" && message["at"] == 2);
    assert_eq!(state["yours"], true);
    page.send(&json!({"do": "undo"}));
    let state = page.until(|message| message["say"] == "state" && message["at"] == 0);
    assert_eq!(state["can"], json!([false, true]));
}

#[test]
fn two_engines_play_a_whole_game_whose_end_is_explained() {
    let server = Server::start(&[]);
    for (id, size, ends) in [
        ("alaric", "7", &["has no cell left to play on, which ends the game. There are "][..]),
        ("bracket", "3", &["The board is full"]),
        (
            "cancer",
            "3",
            &[" has no stone left on the board, and has lost.", "the mover's own among them: then the mover"],
        ),
        ("cascade", "3", &["The board is full. There are "]),
        ("stoical", "3", &["Both passed, which ends the game.", "second time"]),
    ] {
        let mut page = server.page();
        page.send(&game(id, size, "quintet", "quintet"));
        let state = page.until(|message| message["say"] == "state" && message["over"] == true);
        let reason = state["reason"].as_str().unwrap();
        assert!(ends.iter().any(|end| reason.contains(end)), "{id}: {reason}");
        let status = state["status"].as_str().unwrap();
        assert!(["wins", "draw"].iter().any(|result| status.to_lowercase().contains(result)), "{id}: {status}");
        // The moves of the saved game lead to an end, and none of them before the last does.
        page.send(&json!({"do": "save"}));
        let file = page.wait("file");
        let record = sgf::read(file["text"].as_str().unwrap().as_bytes(), sgf::Reading::default()).unwrap();
        let mut played = Game::from_diagram(record.tree.setup().clone(), &record.tree.start().diagram()).unwrap();
        assert!(!record.moves().is_empty(), "{id}");
        for (seat, mv) in record.moves() {
            assert!(!played.is_over(), "{id}");
            played.play(seat, mv).unwrap();
        }
        assert!(played.is_over(), "{id}: {:?}", played.diagram());
    }
}

#[test]
fn an_external_engine_plays_from_any_start() {
    let ours = format!("name=other,cmd={} --visits 5", env!("CARGO_BIN_EXE_quintet"));
    let server = Server::start(&["--engine", &ours]);
    let mut handicap = game("stoical", "9", "person", "other");
    handicap["handicap"] = json!(2);
    let mut page = server.page();
    page.send(&handicap);
    let state = page.until(|message| message["say"] == "state" && message["at"] == 1);
    assert_eq!(state["faults"], json!([]));
    let position = "cancer 3 eye=any pie=off .../.r./o.. b";
    page.send(&json!({"do": "open", "position": position}));
    page.until(|message| message["say"] == "state" && message["position"] == position);
    page.send(&json!({"do": "seats", "seatB": "other", "seatW": "person", "visits": 5}));
    let state =
        page.until(|message| message["say"] == "state" && (message["at"] == 1 || message["faults"][0].is_object()));
    assert_eq!(state["faults"], json!([]));
}

#[test]
fn a_saved_game_opens_as_the_same_position() {
    let server = Server::start(&[]);
    for (id, size, moves) in [
        ("cancer", "4", "B2 swap-pieces A2 A1 cancer@B1"),
        ("cascade", "3", "white@B2 black@C3 white@A3 red@C1"),
        ("alaric", "7", "D1 A1 G1 E1 B1"),
        ("stoical", "5", "C3 pass pass"),
    ] {
        let (mut page, mut state) = start(&server, &game(id, size, "person", "person"));
        for word in moves.split(' ') {
            state = page.play(&state, word);
        }
        page.send(&json!({"do": "save"}));
        let file = page.wait("file");
        let position = state["position"].clone();
        page.change(&game("bracket", "5", "person", "person"));
        let state = page.change(&json!({"do": "load", "sgf": file["text"]}));
        assert_eq!(state["position"], position, "{id}");
        page.send(&json!({"do": "picture"}));
        assert!(page.wait("file")["text"].as_str().unwrap().starts_with("<svg"));
        page.change(&game("bracket", "5", "person", "person"));
        let state = page.change(&json!({"do": "open", "position": position}));
        assert_eq!((&state["position"], &state["at"]), (&position, &json!(0)), "{id}");
    }
}

#[test]
fn names_dates_and_comments_of_a_file_are_saved_again() {
    let server = Server::start(&[]);
    let (mut page, _) = start(&server, &game("stoical", "5", "person", "person"));
    let file = "(;GM[1]SZ[5]RU[Japanese]PB[Ada]PW[Bo]DT[2001-02-03]RE[W+R]C[start];B[cc]C[here];W[bb])";
    page.change(&json!({"do": "load", "sgf": file}));
    page.send(&json!({"do": "save"}));
    let saved = page.wait("file")["text"].as_str().unwrap().to_owned();
    for kept in ["RU[Japanese]", "PB[Ada]PW[Bo]DT[2001-02-03]", "RE[W+R]C[start]", ";B[cc]C[here];W[bb]"] {
        assert!(saved.contains(kept), "{kept}: {saved}");
    }
    page.change(&game("stoical", "5", "person", "person"));
    page.send(&json!({"do": "save"}));
    assert!(!page.wait("file")["text"].as_str().unwrap().contains("Ada"), "another game");
}

#[test]
fn a_file_is_sent_with_its_bytes_and_read_in_its_character_set() {
    let server = Server::start(&[]);
    let (mut page, _) = start(&server, &game("stoical", "5", "person", "person"));
    // In Shift_JIS the second byte of a character can be a backslash.
    let bytes = b"(;GM[1]SZ[5]RU[Japanese]CA[Shift_JIS]PB[\x83\x5c];B[aa];W[bb];B[cc]C[\x83\x5c])".to_vec();
    page.socket.send(tungstenite::Message::binary(bytes)).unwrap();
    let state = page.wait("state");
    assert_eq!((&state["at"], &state["seats"][0]["knownAs"]), (&json!(3), &json!("\u{30bd}")));
    assert_eq!(state["remarks"]["comment"], "\u{30bd}");
    page.socket.send(tungstenite::Message::binary(b"no record".to_vec())).unwrap();
    page.wait("refused");
}

#[test]
fn warnings_about_a_file_are_not_messages_that_the_next_state_erases() {
    let server = Server::start(&[]);
    let (mut page, _) = start(&server, &game("stoical", "5", "person", "person"));
    page.send(&json!({"do": "load", "sgf": "(;GM[1]SZ[5]KM[six];B[cc])"}));
    let warning = page.wait("warning");
    assert!(warning["text"].as_str().unwrap().starts_with("The file was opened; not understood: "), "{warning}");
}

#[test]
fn a_file_is_saved_with_its_variations_and_with_those_that_were_tried() {
    let server = Server::start(&[]);
    let (mut page, _) = start(&server, &game("stoical", "5", "person", "person"));
    let saved = |page: &mut crate::server::Page| {
        page.send(&json!({"do": "save"}));
        let text = page.wait("file")["text"].as_str().unwrap().to_owned();
        text.split_once("]\n").unwrap().1.replace('\n', "")
    };
    let head = "SZ[5]RU[Japanese]KM[0]XY[z]";
    let file = format!("(;GM[1]{head};B[cc]LB[cc:A];C[only](;W[bb])(;W[dd]TE[1];B[aa]))");
    let state = page.change(&json!({"do": "load", "sgf": file}));
    assert_eq!((words(&state), state["at"].as_u64()), (vec!["C3", "B4"], Some(2)));
    assert_eq!(saved(&mut page), file["(;GM[1]".len()..]);
    let state = page.change(&json!({"do": "undo"}));
    assert_eq!((state["at"].as_u64(), state["branches"][0][1].as_str()), (Some(1), Some("D2")));
    // A move that is there already is no other node.
    page.change(&json!({"do": "try", "on": true}));
    let state = page.play(&state, "D2");
    let state = page.play(&state, "E1");
    assert_eq!(words(&state), ["C3", "D2", "E1"]);
    assert_eq!(
        saved(&mut page),
        format!("{head};B[cc]LB[cc:A];C[only](;W[bb])(;W[dd]TE[1](;B[aa])(;B[ee])))"),
        "no date of today, and the whole tree"
    );
}

#[test]
fn stones_that_a_file_sets_up_are_a_step_of_the_list() {
    let server = Server::start(&[]);
    let (mut page, _) = start(&server, &game("stoical", "5", "person", "person"));
    let file = "(;GM[1]SZ[5]RU[Japanese];B[cc];W[bb];AE[cc]C[dead])";
    let state = page.change(&json!({"do": "load", "sgf": file}));
    assert_eq!((words(&state), state["at"].as_u64()), (vec!["C3", "B4", "set-up"], Some(3)));
    let after = state["position"].clone();
    let state = page.change(&json!({"do": "undo"}));
    assert_ne!(state["position"], after);
    let state = page.change(&json!({"do": "redo"}));
    assert_eq!(state["position"], after);
    let state = page.play(&state, "D2");
    let state = page.change(&json!({"do": "goto", "node": state["line"][0]["node"]}));
    assert_eq!((words(&state).len(), state["aside"].as_bool()), (4, Some(true)));
    let state = page.change(&json!({"do": "return"}));
    assert_eq!(state["at"], 4);
}

#[test]
fn an_invalid_position_leaves_the_game_unchanged() {
    let server = Server::start(&[]);
    let (mut page, state) = start(&server, &game("stoical", "5", "person", "person"));
    let state = page.play(&state, "C3");
    for request in
        [json!({"do": "open", "position": "stoical 5 w"}), json!({"do": "load", "sgf": "(;GM[1]SZ[5];B[zz])"})]
    {
        page.send(&request);
        page.wait("refused");
    }
    let after = page.change(&json!({"do": "try", "on": true}));
    assert_eq!(after["position"], state["position"]);
}

#[test]
fn analysis_sends_candidates_and_can_be_switched_off() {
    let server = Server::start(&[]);
    let (mut page, state) = start(&server, &game("stoical", "5", "person", "person"));
    assert_eq!(state["analysing"], false);
    page.send(&json!({"do": "analyse", "on": true}));
    let found = page.until(|message| message["say"] == "thinking" && message["purpose"] == "analysis");
    let best = &found["moves"][0];
    assert!(best["visits"].as_u64().unwrap() > 0 && best["pv"][0]["word"] == best["word"], "{best}");
    assert_eq!(found["ownership"].as_array().unwrap().len(), 25);
    page.send(&json!({"do": "analyse", "on": false}));
    page.until(|message| message["say"] == "state" && message["analysing"] == false);
}

#[test]
fn a_proved_value_is_shown_as_exact() {
    let server = Server::start(&[]);
    let (mut page, _) = start(&server, &game("cancer", "2", "person", "person"));
    page.send(&json!({"do": "analyse", "on": true}));
    let found = page.until(|message| message["say"] == "thinking" && message["exact"].is_string());
    assert!(found["exact"].as_str().unwrap().contains("best play"), "{}", found["exact"]);
}

#[test]
fn a_review_values_the_whole_line_and_marks_mistakes() {
    let server = Server::start(&[]);
    let (mut page, mut state) = start(&server, &game("alaric", "7", "person", "person"));
    for word in ["D1", "A1", "G1", "E1", "B1", "F1", "A1", "C1"] {
        state = page.play(&state, word);
    }
    page.send(&json!({"do": "review"}));
    let all = |state: &Value| state["line"].as_array().unwrap().iter().all(|step| step["value"].is_object());
    let state = page.until(|message| message["say"] == "state" && all(message));
    assert_eq!(state["line"][7]["value"]["rate"], 0.0, "White has won");
    assert!(
        state["line"].as_array().unwrap().iter().any(|step| step["grade"] == "mistake" || step["grade"] == "blunder"),
        "{}",
        state["line"]
    );
}

#[test]
fn resigning_ends_the_game_and_can_be_taken_back() {
    let server = Server::start(&[]);
    let (mut page, _) = start(&server, &game("stoical", "9", "person", "person"));
    let state = page.change(&json!({"do": "resign"}));
    assert_eq!(state["status"], "White wins: Black resigned");
    let state = page.change(&json!({"do": "undo"}));
    assert_eq!((&state["over"], &state["status"]), (&json!(false), &json!("Black to move")));
}

#[test]
fn the_board_of_a_new_game_is_shown_before_it_begins() {
    let server = Server::start(&[]);
    let mut page = server.page();
    let ask = |game: &str, size: &str, more: Value| {
        let mut request = json!({"do": "preview", "game": game, "size": size, "seatB": "person", "seatW": "person"});
        more.as_object().unwrap().iter().for_each(|(key, value)| request[key] = value.clone());
        request
    };
    for (request, cells) in [
        (ask("stoical", "9x7", json!({"blocked": ["A1", "B2"]})), 63),
        (ask("bracket", "5", json!({})), 19),
        (ask("bracket", "4", json!({"rules": {"shape": "rhombus"}})), 16),
        (ask("alaric", "52", json!({"rules": {"board": "line"}})), 52),
        (ask("cascade", "25", json!({"rules": {"fill": "both"}})), 625),
        (ask("cancer", "2", json!({})), 4),
    ] {
        page.send(&request);
        let preview = page.wait("preview");
        assert_eq!(preview["board"]["cells"].as_array().map(Vec::len), Some(cells), "{request}: {}", preview["error"]);
    }
    for request in [
        ask("bracket", "4", json!({})),
        ask("stoical", "26", json!({})),
        ask("cascade", "x", json!({})),
        ask("chess", "8", json!({})),
    ] {
        page.send(&request);
        let preview = page.wait("preview");
        assert!(preview["board"].is_null() && preview["error"].is_string(), "{request}");
    }
}

#[test]
fn the_defaults_of_a_page_come_from_the_command_line() {
    let server = Server::start(&["--game", "cancer", "--size", "5", "--rule", "pie=off", "--visits", "7"]);
    let mut page = server.page();
    assert_eq!(page.hello["defaults"]["game"], "cancer");
    let state = page.wait("state");
    assert!(state["title"].as_str().unwrap().starts_with("Cancer 5 × 5, pie off"), "{}", state["title"]);
    assert_eq!(state["seats"][1]["player"], "quintet");
}
