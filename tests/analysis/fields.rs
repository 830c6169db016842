//! The fields of answers, and the fields of queries that change them.

use serde_json::{Value, json};

use super::{Client, answer, number, query};

fn moves(answer: &Value) -> Vec<&str> {
    answer["moveInfos"].as_array().unwrap().iter().map(|info| info["move"].as_str().unwrap()).collect()
}

#[test]
fn an_answer_has_the_fields_that_clients_read() {
    let answer = answer(json!({"moves": [["B", "C3"]]}));
    assert_eq!(answer["id"], "q");
    assert_eq!(answer["turnNumber"], 1);
    assert_eq!(answer["isDuringSearch"], false);
    assert_eq!(answer["rootInfo"]["currentPlayer"], "W");
    assert_eq!(answer["rootInfo"]["visits"], 50);
    for field in ["winrate", "utility", "scoreLead", "scoreSelfplay", "weight"] {
        number(&answer, &format!("/rootInfo/{field}"));
    }
    let best = &answer["moveInfos"][0];
    assert_eq!(best["order"], 0);
    assert_eq!(best["pv"][0], best["move"]);
    let floats =
        ["winrate", "utility", "lcb", "utilityLcb", "scoreLead", "scoreMean", "scoreSelfplay", "prior", "weight"];
    for field in floats {
        number(best, &format!("/{field}"));
    }
    assert!((0.0..=1.0).contains(&number(best, "/winrate")));
    let visits: u64 = answer["moveInfos"].as_array().unwrap().iter().map(|info| info["visits"].as_u64().unwrap()).sum();
    assert!((45..=50).contains(&visits), "{visits}");
    for absent in ["ownership", "policy"] {
        assert_eq!(answer.get(absent), None);
    }
    assert_eq!(best.get("pvVisits"), None);
}

#[test]
fn all_visits_are_made_even_if_one_move_is_ahead() {
    let answer = answer(json!({"maxVisits": 700}));
    assert_eq!(answer["rootInfo"]["visits"], 700);
}

#[test]
fn values_are_for_the_side_to_move_unless_a_colour_is_set() {
    // Black owns the whole board.
    let stones = json!([["B", "A2"], ["B", "B2"], ["B", "C2"], ["B", "D2"], ["B", "E2"], ["B", "C4"]]);
    let of = |settings: Value| {
        answer(
            json!({"initialStones": stones, "initialPlayer": "w", "overrideSettings": settings, "includeOwnership": true}),
        )
    };
    let values = |settings: Value| {
        let answer = of(settings);
        (number(&answer, "/rootInfo/winrate"), number(&answer, "/rootInfo/scoreLead"), number(&answer, "/ownership/12"))
    };
    let black = values(json!({"reportAnalysisWinratesAs": "BLACK"}));
    assert!(black.0 > 0.8 && black.1 > 5.0 && black.2 > 0.5, "{black:?}");
    let white = values(json!({"reportAnalysisWinratesAs": "WHITE"}));
    assert!((black.0 + white.0 - 1.0).abs() < 1e-5 && white.1 == -black.1 && white.2 == -black.2, "{white:?}");
    assert_eq!(values(json!({})), white, "White is to move");
    let mut started = Client::start(&["-override-config", "reportAnalysisWinratesAs=BLACK"]);
    let asked = query(json!({"initialStones": stones, "initialPlayer": "w"}));
    assert_eq!(number(&started.ask(&asked), "/rootInfo/winrate"), black.0);
}

#[test]
fn ownership_goes_row_by_row_from_the_top_left() {
    let stones = json!([["W", "A2"], ["W", "B2"], ["W", "C2"], ["B", "A4"], ["B", "B4"], ["B", "C4"]]);
    let of = |moves: Value| {
        let answer =
            answer(json!({"boardXSize": 3, "initialStones": stones, "includeOwnership": true, "maxVisits": 400,
            "moves": moves, "komi": 1, "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"}}));
        answer["ownership"].as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect::<Vec<f64>>()
    };
    let (top, middle, bottom) = ([1.0; 6], [0.0; 3], [-1.0; 6]);
    assert_eq!(of(json!([["B", "pass"], ["W", "pass"]])), [&top[..], &middle, &bottom].concat());
    // Both groups are alive, and with this komi neither side has lost.
    let expected = of(json!([["B", "B5"], ["W", "B1"]]));
    assert!(expected.iter().all(|value| value.abs() <= 1.0));
    assert!(expected[..6].iter().sum::<f64>() > expected[9..].iter().sum::<f64>() + 1.0, "{expected:?}");
}

#[test]
fn ownership_can_be_reported_for_each_move() {
    // In Cascade stones stay where they are placed.
    let answer = answer(json!({"game": "cascade", "boardXSize": 4, "boardYSize": 4, "rules": {}, "komi": null,
        "includeMovesOwnership": true, "maxVisits": 1000, "overrideSettings": {"reportAnalysisWinratesAs": "WHITE"}}));
    let mut kinds = Vec::new();
    for info in answer["moveInfos"].as_array().unwrap() {
        let (kind, vertex) = info["move"].as_str().unwrap().split_once('@').unwrap();
        let (column, row) = (vertex.as_bytes()[0] - b'A', vertex.as_bytes()[1] - b'1');
        let own = number(info, &format!("/ownership/{}", (3 - row) * 4 + column));
        assert_eq!(
            own,
            [("white", 1.0), ("black", -1.0), ("red", 0.0)].iter().find(|known| known.0 == kind).unwrap().1
        );
        kinds.push(kind);
    }
    assert!(["white", "black", "red"].iter().all(|kind| kinds.contains(kind)));
}

#[test]
fn visits_are_reported_along_variations() {
    let answer = answer(json!({"includePVVisits": true, "maxVisits": 400}));
    let best = &answer["moveInfos"][0];
    let visits: Vec<u64> = best["pvVisits"].as_array().unwrap().iter().map(|v| v.as_u64().unwrap()).collect();
    assert_eq!(visits.len(), best["pv"].as_array().unwrap().len());
    assert_eq!(best["visits"], visits[0]);
    assert!(visits.len() > 1 && visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
    assert_eq!(best["pvEdgeVisits"], best["pvVisits"]);
}

#[test]
fn variations_have_the_requested_length() {
    let answer = answer(json!({"analysisPVLen": 1, "maxVisits": 1000}));
    assert_eq!(answer["moveInfos"][0]["pv"].as_array().unwrap().len(), 2);
}

#[test]
fn the_policy_has_the_priors_of_the_search() {
    let answer = answer(json!({"includePolicy": true, "moves": [["B", "A5"]]}));
    let policy: Vec<f64> = answer["policy"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    assert_eq!(policy.len(), 26);
    assert_eq!(policy[0], -1.0, "a stone stands there");
    let sum: f64 = policy[1..].iter().sum();
    assert!((sum - 1.0).abs() < 1e-4 && policy[1..].iter().all(|share| *share > 0.0), "{sum}");
}

#[test]
fn policy_and_priors_of_moves_agree_with_every_kind_of_search() {
    for search in ["informed", "plain"] {
        let mut client = Client::start(&["--search", search]);
        let answer = client.ask(&query(json!({"includePolicy": true, "moves": [["B", "C3"]], "maxVisits": 200})));
        let infos = answer["moveInfos"].as_array().unwrap();
        assert!(infos.len() > 3, "{answer}");
        for info in infos {
            let word = info["move"].as_str().unwrap();
            let index = match word.as_bytes() {
                b"pass" => 25,
                &[column, row] => usize::from((b'5' - row) * 5 + column - b'A'),
                _ => panic!("{word}"),
            };
            assert_eq!(answer["policy"][index], info["prior"], "{search} {word}");
        }
    }
}

#[test]
fn the_requested_turns_are_analysed() {
    let mut client = Client::start(&["--threads", "1"]);
    client.send(&query(json!({"moves": [["B", "C3"], ["W", "B2"], ["B", "D4"]], "analyzeTurns": [3, 0, 2]})));
    let answers: Vec<Value> = client.finish();
    let turns: Vec<u64> = answers.iter().map(|answer| answer["turnNumber"].as_u64().unwrap()).collect();
    assert_eq!(turns, [0, 2, 3]);
    let players: Vec<&str> = answers.iter().map(|a| a["rootInfo"]["currentPlayer"].as_str().unwrap()).collect();
    assert_eq!(players, ["B", "B", "W"]);
}

#[test]
fn avoided_moves_are_not_searched() {
    let answer =
        answer(json!({"avoidMoves": [{"player": "B", "moves": ["C3", "pass"], "untilDepth": 1}], "maxVisits": 300}));
    let words = moves(&answer);
    assert!(!words.contains(&"C3") && !words.contains(&"pass") && words.contains(&"C4"), "{words:?}");
    assert_eq!(answer["rootInfo"]["visits"], 300, "all visits go to other moves");
}

#[test]
fn only_allowed_moves_are_searched() {
    // Two symmetric moves, so that both get visits.
    let allowed = json!([{"player": "B", "moves": ["B1", "D5"], "untilDepth": 1}]);
    let answer = answer(json!({"allowMoves": allowed}));
    let mut words = moves(&answer);
    words.sort_unstable();
    assert_eq!(words, ["B1", "D5"]);
}

#[test]
fn restrictions_apply_up_to_their_depth() {
    let answers_c3 = |depth: u64| {
        let avoided = json!([{"player": "W", "moves": ["C3"], "untilDepth": depth}]);
        let allowed_first = answer(json!({"avoidMoves": avoided, "maxVisits": 600}));
        let infos = allowed_first["moveInfos"].as_array().unwrap();
        infos.iter().any(|info| info["pv"][1] == "C3")
    };
    assert!(answers_c3(1), "the root is Black's");
    assert!(!answers_c3(2));
}

#[test]
fn without_allowed_moves_there_are_no_candidates() {
    let answer = answer(json!({"allowMoves": [{"player": "B", "moves": [], "untilDepth": 1}]}));
    assert_eq!(answer["moveInfos"], json!([]));
}

#[test]
fn the_same_query_gets_the_same_answer() {
    let mut client = Client::start(&["--threads", "1"]);
    let first = client.ask(&query(json!({"maxVisits": 300})));
    let second = client.ask(&query(json!({"maxVisits": 300})));
    assert_eq!(first, second);
}

#[test]
fn a_solved_position_has_the_visits_that_were_asked_for_and_its_exact_value() {
    // Nine cells in a ring are a draw.
    let board =
        json!({"game": "alaric", "boardXSize": 9, "boardYSize": 1, "rules": {}, "komi": null, "maxVisits": 5000});
    let answer = answer(board);
    assert_eq!(answer["rootInfo"]["visits"], 5000, "{answer}");
    assert_eq!((number(&answer, "/rootInfo/winrate"), number(&answer, "/rootInfo/scoreLead")), (0.5, 0.0));
    let visits: u64 = answer["moveInfos"].as_array().unwrap().iter().map(|info| info["visits"].as_u64().unwrap()).sum();
    assert!((4990..=5000).contains(&visits), "{answer}");
    // Black has no other move than to pass.
    let cells = ["A2", "B1", "B2", "C1", "C2", "D1", "D2", "E2"];
    let stones: Vec<Value> = cells.iter().map(|cell| json!(["W", cell])).collect();
    let full =
        json!({"boardXSize": 5, "boardYSize": 2, "initialStones": stones, "initialPlayer": "B", "maxVisits": 400});
    assert_eq!(self::answer(full)["rootInfo"]["visits"], 400);
}

#[test]
fn a_finished_game_has_the_values_of_its_result() {
    let answer = answer(json!({"moves": [["B", "C3"], ["W", "pass"], ["B", "pass"]], "includeOwnership": true}));
    assert_eq!(answer["moveInfos"], json!([]));
    assert_eq!(answer["rootInfo"]["visits"], 0);
    assert_eq!(answer["rootInfo"]["ending"], "two passes");
    assert_eq!((number(&answer, "/rootInfo/winrate"), number(&answer, "/rootInfo/scoreLead")), (0.0, -24.5));
    assert_eq!(number(&answer, "/ownership/12"), -1.0, "for White, and Black owns it");
}

#[test]
fn a_move_that_ends_the_game_has_its_margin() {
    // White passes and wins by komi and two points.
    let moves = json!([["B", "A1"], ["W", "C3"], ["B", "pass"]]);
    let more = json!({"moves": moves, "komi": 0.5, "includeOwnership": true, "includeMovesOwnership": true});
    let asked = query(json!({"initialStones": [["W", "D3"], ["W", "C2"]]}));
    let mut asked = asked.as_object().unwrap().clone();
    asked.extend(more.as_object().unwrap().clone());
    let answer = Client::start(&[]).ask(&Value::Object(asked));
    let best = &answer["moveInfos"][0];
    assert_eq!((&best["move"], &best["visits"], &best["provedWinner"]), (&json!("pass"), &json!(50), &json!("W")));
    assert_eq!((number(best, "/scoreLead"), number(&answer, "/rootInfo/scoreLead")), (2.5, 2.5));
    assert_eq!((number(&answer, "/ownership/12"), number(best, "/ownership/20")), (1.0, -1.0));
}

#[test]
fn a_search_sends_reports() {
    let mut client = Client::start(&[]);
    client.send(&query(
        json!({"maxVisits": null, "reportDuringSearchEvery": 0.05, "overrideSettings": {"maxTime": 0.5}}),
    ));
    let answers = client.finish();
    let (last, during) = answers.split_last().unwrap();
    assert!(during.len() >= 2, "{}", during.len());
    assert!(during.iter().all(|answer| answer["isDuringSearch"] == true));
    assert_eq!(last["isDuringSearch"], false);
    assert!(number(last, "/rootInfo/visits") >= number(&during[0], "/rootInfo/visits"));
}

#[test]
fn visits_come_from_the_query_then_its_settings_then_the_command_line() {
    let mut client = Client::start(&["--visits", "20"]);
    let mut visits = |more: Value| client.ask(&query(more))["rootInfo"]["visits"].as_u64().unwrap();
    assert_eq!(visits(json!({"maxVisits": null})), 20);
    assert_eq!(visits(json!({"maxVisits": null, "overrideSettings": {"maxVisits": 30}})), 30);
    assert_eq!(visits(json!({"maxVisits": 40, "overrideSettings": {"maxVisits": 30}})), 40);
}

#[test]
fn komi_decides_an_even_board() {
    let rate = |komi: f64| number(&answer(json!({"komi": komi, "maxVisits": 200})), "/rootInfo/winrate");
    assert!(rate(-40.0) > 0.9 && rate(40.5) < 0.1);
}
