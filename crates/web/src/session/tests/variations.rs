//! Looking back and trying variations.

use super::*;
use quintet_record::tree::NodeId;

#[test]
fn a_move_while_looking_back_is_a_variation_and_the_game_stays() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    let first = play(&page, &start(&page), "C3");
    let latest = play(&page, &play(&page, &first, "D3"), "B2");
    page.send(json!({"do": "goto", "node": first["node"]}));
    let back = page.state(|state| state["at"] == 1);
    assert_eq!((&back["aside"], &back["variation"], &back["latest"]), (&json!(true), &json!(false), &json!(3)));
    let tried = play(&page, &play(&page, &back, "E5"), "A1");
    assert_eq!((words(&tried), &tried["variation"]), (vec!["C3", "E5", "A1"], &json!(true)));
    let listed = &tried["variations"];
    assert_eq!(
        (&listed[0]["words"], &listed[0]["at"], &listed[0]["length"], &listed[0]["shown"]),
        (&json!(["E5", "A1"]), &json!(2), &json!(2), &json!(true))
    );
    // Undo goes one move back in the variation.
    page.send(json!({"do": "undo"}));
    let undone = page.state(|state| state["at"] == 2);
    assert_eq!((&undone["variation"], &undone["latest"]), (&json!(true), &json!(3)));
    page.send(json!({"do": "return"}));
    let state = page.state(|state| state["aside"] == false);
    assert_eq!((words(&state), &state["node"]), (vec!["C3", "D3", "B2"], &latest["node"]));
    assert_eq!(state["variations"][0]["shown"], false);
    // The next move of the game follows the latest one.
    assert_eq!(words(&play(&page, &state, "A5")), ["C3", "D3", "B2", "A5"]);
}

#[test]
fn the_game_goes_on_from_a_variation_if_the_person_says_so() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    let state = play(&page, &play(&page, &start(&page), "C3"), "D3");
    page.send(json!({"do": "goto", "node": 0}));
    let tried = play(&page, &page.state(|state| state["at"] == 0), "B2");
    assert_eq!((&tried["variation"], &tried["canPlayOn"]), (&json!(true), &json!(true)));
    page.send(json!({"do": "play-on"}));
    let on = page.state(|state| state["aside"] == false);
    assert_eq!((words(&on), &on["latest"]), (vec!["B2"], &json!(1)));
    assert_eq!(words(&play(&page, &on, "A1")), ["B2", "A1"]);
    page.send(json!({"do": "save"}));
    let file = page.message("file");
    let tree = sgf::read(file["text"].as_str().unwrap().as_bytes(), None).unwrap().tree;
    let main: Vec<String> = tree.moves(tree.end()).iter().map(|(_, mv)| tree.start().word(*mv)).collect();
    assert_eq!(main, ["B2", "A1"]);
    assert_eq!(tree.children(NodeId::ROOT).len(), 2, "the game that was left is a variation");
    assert_eq!(state["at"], 2);
}

#[test]
fn engines_wait_while_a_person_looks_back_and_go_on_afterwards() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT).with_size(5).unwrap()));
    let state = page.state(|state| state["yours"] == true);
    page.send(json!({"do": "seats", "seatB": "person", "seatW": "quintet", "visits": 20}));
    page.send(json!({"do": "play", "word": "C3", "node": state["node"]}));
    let state = page.state(|state| state["at"] == 2 && state["yours"] == true);
    page.send(json!({"do": "goto", "node": 0}));
    let tried = play(&page, &page.state(|state| state["at"] == 0), "B2");
    assert_eq!((&tried["yours"], &tried["waiting"]), (&json!(true), &json!(false)), "both sides may be tried");
    play(&page, &tried, "A1");
    page.send(json!({"do": "return"}));
    let back = page.state(|state| state["aside"] == false);
    assert_eq!((words(&back), &back["yours"]), (words(&state), &json!(true)));
}

#[test]
fn what_a_record_says_of_a_position_is_shown() {
    let page = TestPage::new(options(Setup::new(games::DEFAULT)));
    let sgf = "(;GM[1]SZ[5]PB[Anna]BR[3d]PW[Ben];B[cc]C[Well\nplayed]TR[cc]LB[aa:1]AR[aa:bb](;W[dd])(;W[bb];B[ee]))";
    page.send(json!({"do": "load", "sgf": sgf}));
    page.state(|state| state["at"] == 2);
    page.send(json!({"do": "undo"}));
    let state = page.state(|state| state["at"] == 1);
    let remarks = &state["remarks"];
    assert_eq!(remarks["comment"], "Well\nplayed");
    assert_eq!((&remarks["marks"][0]["mark"], &remarks["marks"][1]["text"]), (&json!("triangle"), &json!("1")));
    assert_eq!(remarks["lines"][0]["arrow"], true);
    assert_eq!((&state["seats"][0]["knownAs"], &state["seats"][1]["knownAs"]), (&json!("Anna, 3d"), &json!("Ben")));
    assert_eq!(state["variations"][0]["words"], json!(["B4", "E1"]));
}
