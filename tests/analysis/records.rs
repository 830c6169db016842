//! The moves of a query are a record: the board alone decides which of them are accepted.

use serde_json::{Value, json};

use super::{Client, query};

fn ask(more: Value) -> (Value, Vec<Value>) {
    let mut client = Client::start(&[]);
    client.send(&query(more));
    let mut warnings = Vec::new();
    loop {
        let answer = client.next();
        if answer["warning"].is_null() {
            return (answer, warnings);
        }
        warnings.push(answer["warning"].clone());
    }
}

#[test]
fn play_can_resume_after_two_passes() {
    let moves = json!([["B", "C3"], ["W", "B4"], ["B", "pass"], ["W", "pass"], ["B", "D2"]]);
    let (answer, warnings) = ask(json!({"moves": moves}));
    assert_eq!((&answer["turnNumber"], warnings.len()), (&json!(5), 0), "{answer}");
    assert!(answer["rootInfo"].is_object(), "{answer}");
}

#[test]
fn a_cycle_does_not_end_ordinary_go_and_superko_gets_a_warning() {
    let cells = ["B1", "C1", "C2", "A1", "C1", "B2", "C2", "A2", "B1", "A1"];
    let moves: Vec<Value> =
        cells.iter().zip(["B", "W"].iter().cycle()).map(|(cell, seat)| json!([seat, cell])).collect();
    let of = |rules: &str| ask(json!({"boardXSize": 3, "boardYSize": 2, "rules": rules, "moves": moves}));
    let (answer, warnings) = of("japanese");
    assert_eq!((&answer["turnNumber"], warnings.len()), (&json!(10), 0), "{answer}");
    assert_eq!(answer["rulesNotPlayed"], json!(["the area is counted, not the territory"]));
    let (answer, warnings) = of("chinese-ogs");
    assert_eq!(answer["turnNumber"], 10, "{answer}");
    let repeats = |word: &str| json!(format!("Move {word}, repeats an earlier position; played all the same"));
    assert_eq!(warnings, [repeats("8, B1"), repeats("9, A1")]);
    let (answer, warnings) = of("stoical ko=simple repetition=draw");
    assert_eq!((&answer["turnNumber"], warnings.len()), (&json!(10), 1), "{answer}");
}

#[test]
fn suicide_gets_a_warning() {
    let moves = json!([["B", "C5"], ["W", "A5"], ["B", "A4"], ["W", "E1"], ["B", "B4"], ["W", "B5"]]);
    let (answer, warnings) = ask(json!({"moves": moves, "analyzeTurns": [6]}));
    assert_eq!(answer["turnNumber"], 6, "{answer}");
    assert_eq!(warnings, [json!("Move 5, B5, is suicide; played all the same")]);
    let (answer, _) = ask(json!({"moves": [["B", "C5"], ["W", "C5"]]}));
    assert_eq!(answer["error"], "Illegal move 1: C5");
}

#[test]
fn rules_are_read_by_every_usual_name() {
    for rules in
        ["Japanese Rules", "Tromp/Taylor", "koPOSITIONALscoreAREAtaxNONEsui0", "stoical ko=simple repetition=draw"]
    {
        let (answer, _) = ask(json!({"rules": rules}));
        assert!(answer["rootInfo"].is_object(), "{rules}: {answer}");
    }
}
