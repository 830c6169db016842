//! The games, their rules and moves.

use serde_json::{Value, json};

use super::{Client, number, query};

fn ask(more: Value) -> Value {
    Client::start(&[]).ask(&query(more))
}

fn plain(game: &str, width: u16, height: u16) -> Value {
    json!({"game": game, "boardXSize": width, "boardYSize": height, "rules": {}, "komi": null})
}

fn with(mut query: Value, more: Value) -> Value {
    query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    query
}

#[test]
fn every_game_is_analysed_with_all_fields() {
    let boards = [("alaric", 8, 1), ("bracket", 5, 5), ("cancer", 4, 4), ("cascade", 4, 4), ("stoical", 5, 4)];
    for (game, width, height) in boards {
        let more = json!({"includeOwnership": true, "includePolicy": true, "includePVVisits": true, "includeMovesOwnership": true});
        let answer = ask(with(plain(game, width, height), more));
        let cells = usize::from(width * height);
        assert_eq!(answer["ownership"].as_array().unwrap().len(), cells, "{game}");
        let kinds = match game {
            "cancer" => 2,
            "cascade" => 3,
            _ => 1,
        };
        let policy = answer["policy"].as_array().unwrap();
        assert_eq!(policy.len(), kinds * cells + 1, "{game}");
        let sum: f64 = policy.iter().filter_map(Value::as_f64).filter(|share| *share > 0.0).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{game}: {sum}");
        assert!((0.0..=1.0).contains(&number(&answer, "/rootInfo/winrate")), "{game}");
        assert!(answer["moveInfos"][0]["pvVisits"].is_array(), "{game}: {answer}");
    }
}

#[test]
fn eight_moves_get_useful_numbers() {
    // Without the wide root the second move of Bracket had a visit in three thousand.
    for (game, size) in [("bracket", 7), ("cascade", 6)] {
        let answer = ask(with(plain(game, size, size), json!({"maxVisits": 4000})));
        let visits = |i: usize| answer["moveInfos"][i]["visits"].as_u64().unwrap_or(0);
        // The wide root gives each of eight moves 0.5 % of the visits; the leading ones change.
        assert!((0..8).all(|i| visits(i) >= 4000 / 400), "{game}: {:?}", (0..9).map(visits).collect::<Vec<_>>());
    }
}

#[test]
fn the_default_game_is_that_of_the_command_line() {
    let mut client = Client::start(&["--game", "cascade"]);
    let answer = client.ask(&query(json!({"boardXSize": 4, "boardYSize": 4, "rules": {}, "komi": null})));
    let word = answer["moveInfos"][0]["move"].as_str().unwrap();
    assert!(word.contains('@'), "{word}");
}

#[test]
fn moves_are_written_as_in_gtp() {
    let moves = json!([["W", "red@B2"], ["B", "white@(0,0)"], ["W", "black@D1"]]);
    let answer = ask(with(plain("cascade", 4, 4), json!({"moves": moves})));
    assert_eq!(answer["turnNumber"], 3);
    let bare = ask(with(plain("cascade", 4, 4), json!({"moves": [["W", "B2"]]})));
    assert_eq!(bare["error"], "Could not parse board location: B2");
    let swapped = ask(with(plain("cancer", 4, 4), json!({"moves": [["B", "B2"], ["W", "swap-pieces"]]})));
    assert_eq!(swapped["rootInfo"]["currentPlayer"], "B");
}

#[test]
fn rules_are_given_by_name() {
    let pie = |value: &str| {
        let more = json!({"rules": {"pie": value}, "moves": [["B", "B2"], ["W", "swap-pieces"]]});
        ask(with(plain("cancer", 4, 4), more))
    };
    assert!(pie("on")["rootInfo"].is_object());
    assert_eq!(pie("off")["error"], "Illegal move 1: swap-pieces");
    let word = ask(with(plain("cancer", 4, 4), json!({"rules": "chinese"})));
    assert!(
        word["error"].as_str().unwrap().starts_with("Could not parse rules: chinese; Cancer takes an object with eye")
    );
}

#[test]
fn capturing_after_a_capture_is_illegal_in_stoical_go_only() {
    // Black captures at B2; by ordinary rules White could recapture.
    let moves = json!([
        ["B", "A2"],
        ["W", "D2"],
        ["B", "B1"],
        ["W", "C1"],
        ["B", "B3"],
        ["W", "C3"],
        ["B", "E5"],
        ["W", "B2"],
        ["B", "C2"],
        ["W", "E3"],
        ["B", "pass"],
        ["W", "B2"]
    ]);
    let of = |rules: Value| ask(json!({"rules": rules, "moves": moves}));
    assert!(of(json!("chinese"))["rootInfo"].is_object());
    let retaken = json!([
        ["B", "A2"],
        ["W", "D2"],
        ["B", "B1"],
        ["W", "C1"],
        ["B", "B3"],
        ["W", "C3"],
        ["B", "E5"],
        ["W", "B2"],
        ["B", "C2"],
        ["W", "B2"]
    ]);
    let of = |rules: Value| ask(json!({"rules": rules, "moves": retaken}))["error"].clone();
    assert_eq!(of(json!("chinese")), "Illegal move 9: B2");
    assert_eq!(of(json!({})), "Illegal move 9: B2");
    assert_eq!(of(json!({"ko": "bigger"})), "Illegal move 9: B2");
}

#[test]
fn a_proved_result_is_reported() {
    // A single point of the board is left.
    let cells = ["A1", "B1", "A2", "B2", "C2", "B3"];
    let moves: Vec<Value> =
        cells.iter().zip(["B", "W"].iter().cycle()).map(|(cell, seat)| json!([seat, cell])).collect();
    let answer = ask(with(plain("bracket", 3, 3), json!({"moves": moves})));
    assert_eq!(answer["moveInfos"].as_array().unwrap().len(), 1);
    assert_eq!(answer["rootInfo"]["provedWinner"], "draw");
    assert_eq!(number(&answer, "/rootInfo/winrate"), 0.5);
}

#[test]
fn impossible_initial_positions_are_refused() {
    let stones = json!([["W", "A1"], ["B", "A2"], ["B", "B1"]]);
    let answer = ask(json!({"initialStones": stones}));
    assert_eq!(answer["field"], "initialStones");
    assert_eq!(answer["error"], "Could not place the stones: the chain at A1 has no liberty");
}
