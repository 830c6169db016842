//! Errors and warnings, after which the server goes on.

use serde_json::{Value, json};

use super::{Client, answer, query};

#[test]
fn after_garbage_the_next_query_is_answered() {
    let mut client = Client::start(&[]);
    for line in ["garbage", "{", "[1,2]", "\"text\"", "{}", "{\"id\":7}", "\u{0}\u{fffd}", "null", &"[".repeat(5000)] {
        client.send_text(line);
        let answer = client.next();
        assert!(answer["error"].is_string() && answer.get("id").is_none(), "{line}: {answer}");
        assert!(answer["error"].as_str().unwrap().len() < 300, "{answer}");
    }
    client.send_text("");
    client.send_text("  \t ");
    assert_eq!(client.ask(&query(json!({})))["id"], "q");
}

#[test]
fn a_line_may_be_invalid_utf8() {
    use std::io::Write as _;
    let mut client = Client::start(&[]);
    let mut line = query(json!({})).to_string().into_bytes();
    line.extend(b"\xff\n");
    client.stdin.as_mut().unwrap().write_all(&line).unwrap();
    assert!(client.next()["error"].is_string());
    assert_eq!(client.ask(&query(json!({})))["id"], "q");
}

#[test]
fn errors_name_the_field() {
    let mut client = Client::start(&[]);
    let ids: Vec<&str> = quintet_games::GAMES.iter().map(|info| info.id).collect();
    let unknown = format!("unknown game 'chess'; games are {}", ids.join(", "));
    let wrong = [
        (json!({"boardXSize": null}), "boardXSize", "Must provide an integer from 2 to 25"),
        (json!({"boardYSize": 26}), "boardYSize", "Must provide an integer from 2 to 25"),
        (json!({"boardXSize": 5.5}), "boardXSize", "Must provide an integer from 2 to 25"),
        (json!({"moves": null}), "moves", "Must specify an array of [player,location] pairs"),
        (
            json!({"moves": [["B"]]}),
            "moves",
            "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]",
        ),
        (json!({"moves": [["X", "C3"]]}), "moves", "Could not parse player: X"),
        (json!({"moves": [["B", "Z9"]]}), "moves", "Could not parse board location: Z9"),
        (json!({"moves": [["B", "C3"], ["W", "C3"]]}), "moves", "Illegal move 1: C3"),
        (json!({"initialStones": [["B", "pass"]]}), "initialStones", "Could not parse board location: pass"),
        (json!({"initialPlayer": "red"}), "initialPlayer", "Must be \"b\" or \"w\""),
        (json!({"analyzeTurns": [1]}), "analyzeTurns", "Invalid turn number: 1"),
        (json!({"analyzeTurns": [-1]}), "analyzeTurns", "Invalid turn number: -1"),
        (json!({"analyzeTurns": 0}), "analyzeTurns", "Must specify an array of integers indicating turns to analyze"),
        (json!({"priorities": [1]}), "priorities", "Can only specify when also specifying analyzeTurns"),
        (
            json!({"analyzeTurns": [0], "priorities": [1, 2]}),
            "priorities",
            "Must be of matching length to analyzeTurns",
        ),
        (
            json!({"analyzeTurns": [0], "priorities": [1], "priority": 1}),
            "priority",
            "Cannot specify both priority and priorities",
        ),
        (json!({"priority": 1.5}), "priority", "Must be a number between -2^62 and 2^62"),
        (json!({"komi": 0.25}), "komi", "Must be a integer or half-integer from -400.0 to 400.0"),
        (json!({"komi": "6.5"}), "komi", "Must be a integer or half-integer from -400.0 to 400.0"),
        (json!({"maxVisits": 0}), "maxVisits", "Must be an integer from 1 to 2^50"),
        (json!({"analysisPVLen": 0}), "analysisPVLen", "Must be an integer from 1 to 1000"),
        (json!({"includeOwnership": 1}), "includeOwnership", "Must be a boolean"),
        (
            json!({"reportDuringSearchEvery": 0}),
            "reportDuringSearchEvery",
            "Must be number of seconds from 0.001 to 1000000.0",
        ),
        (json!({"avoidMoves": [], "allowMoves": []}), "allowMoves", "Cannot specify both allowMoves and avoidMoves"),
        (
            json!({"avoidMoves": [{"player": "B"}]}),
            "avoidMoves",
            "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'",
        ),
        (
            json!({"avoidMoves": [{"player": "B", "moves": [], "untilDepth": 0}]}),
            "avoidMoves",
            "Must be a positive integer",
        ),
        (
            json!({"avoidMoves": [{"player": "B", "moves": ["Z1"], "untilDepth": 1}]}),
            "avoidMoves",
            "Could not parse board location: Z1",
        ),
        (json!({"overrideSettings": []}), "overrideSettings", "Must be an object"),
        (
            json!({"overrideSettings": {"maxVisits": "many"}}),
            "overrideSettings",
            "Could not set settings: maxVisits takes an integer from 1 to 2^50, not 'many'",
        ),
        (json!({"whiteHandicapBonus": 1}), "whiteHandicapBonus", "Must be 0, N or N-1, not 1"),
        (json!({"game": "chess"}), "game", &*unknown),
    ];
    for (more, field, message) in wrong {
        let answer = client.ask(&query(more.clone()));
        assert_eq!(answer, json!({"id": "q", "field": field, "error": message}), "{more}");
    }
}

#[test]
fn the_error_for_unknown_rules_lists_the_accepted_ones() {
    let refused = |rules: Value| answer(json!({"rules": rules}))["error"].as_str().unwrap().to_owned();
    let message = refused(json!("chess"));
    assert!(message.starts_with("Could not parse rules: chess; Stoical Go takes chinese, "), "{message}");
    assert!(refused(json!({"gravity": "on"})).starts_with("Unknown rules option: gravity; "));
    assert!(refused(json!({"ko": "none"})).contains("ko takes stoical, bigger, snapback, simple, positional"));
    assert!(refused(json!({"scoring": "POINTS"})).starts_with("scoring takes AREA, TERRITORY, not 'POINTS'"));
    assert!(refused(json!(null)).starts_with("Must specify a rules string"));
}

#[test]
fn a_query_with_unsupported_fields_is_answered_after_a_warning() {
    let warned = |more: Value| {
        let mut client = Client::start(&[]);
        client.send(&query(more));
        let (warning, answer) = (client.next(), client.next());
        assert_eq!((&warning["id"], &answer["id"]), (&json!("q"), &json!("q")));
        assert!(answer["rootInfo"].is_object(), "{answer}");
        (warning["field"].as_str().unwrap().to_owned(), warning["warning"].as_str().unwrap().to_owned())
    };
    let warning = |field: &str, text: &str| (field.to_owned(), text.to_owned());
    assert_eq!(
        warned(json!({"overrideSettings": {"playoutDoublingAdvantage": 0.5}})),
        warning("overrideSettings", "Unknown config params: playoutDoublingAdvantage")
    );
    assert_eq!(warned(json!({"includeOwnershipStdev": true})).0, "includeOwnershipStdev");
    assert_eq!(warned(json!({"maxvisits": 5})).0, "maxvisits");
}

#[test]
fn rules_that_are_not_played_are_named_in_each_answer_without_a_line_of_their_own() {
    let territory = "the area is counted, not the territory";
    for (rules, unplayed) in [
        (json!("japanese"), json!([territory])),
        (json!({"ko": "SIMPLE", "scoring": "TERRITORY", "suicide": false}), json!([territory])),
        (json!({"ko": "SITUATIONAL"}), json!(["ko situational is played as positional"])),
        (json!("chinese"), Value::Null),
    ] {
        let mut client = Client::start(&[]);
        client.send(&query(json!({"rules": rules, "moves": [["B", "C3"]], "analyzeTurns": [0, 1]})));
        let answers = client.finish();
        assert_eq!(answers.len(), 2, "{rules}");
        answers.iter().for_each(|answer| assert_eq!(answer["rulesNotPlayed"], unplayed, "{rules}"));
    }
}

#[test]
fn usual_queries_get_no_warning() {
    let mut client = Client::start(&[]);
    let more =
        json!({"includePolicy": true, "includeOwnership": true, "includeOwnershipStdev": false, "initialPlayer": "B"});
    client.send(&query(more));
    assert_eq!(client.finish().len(), 1);
}

#[test]
fn a_line_that_is_too_long_is_refused_and_skipped() {
    let mut client = Client::start(&[]);
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(17 << 20));
    client.send_text(&long);
    assert!(client.next()["error"].as_str().unwrap().contains("longer than"));
    assert_eq!(client.ask(&query(json!({})))["id"], "q");
}
