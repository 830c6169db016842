//! Actions: queries about the program and about other queries.

use serde_json::{Value, json};

use super::{Client, query};

/// Returns a query whose search does not end during a test.
fn endless(id: &str, turns: Value) -> Value {
    query(json!({"id": id, "boardXSize": 19, "boardYSize": 19, "maxVisits": 1u64 << 40, "analyzeTurns": turns,
        "moves": [["B", "C3"], ["W", "D4"]]}))
}

#[test]
fn actions_are_echoed() {
    let mut client = Client::start(&[]);
    let version = client.ask(&json!({"id": "v", "action": "query_version"}));
    assert_eq!(
        version,
        json!({"id": "v", "action": "query_version", "version": env!("CARGO_PKG_VERSION"), "git_hash": "<omitted>"})
    );
    let models = client.ask(&json!({"id": "m", "action": "query_models"}));
    assert_eq!(models, json!({"id": "m", "action": "query_models", "models": []}));
    let cleared = json!({"id": "c", "action": "clear_cache", "more": [1.5]});
    assert_eq!(client.ask(&cleared), cleared);
    let unknown = client.ask(&json!({"id": "u", "action": "explode"}));
    assert_eq!((&unknown["id"], &unknown["field"]), (&json!("u"), &json!("action")));
}

#[test]
fn terminated_queries_have_no_results_unless_they_were_running() {
    let mut client = Client::start(&["--threads", "1"]);
    client.send(&endless("long", json!([0, 1, 2])));
    std::thread::sleep(std::time::Duration::from_millis(300));
    let terminate = json!({"id": "t", "action": "terminate", "terminateId": "long"});
    client.send(&terminate);
    let answers = [client.next(), client.next(), client.next(), client.next()];
    let without: Vec<&Value> = answers.iter().filter(|answer| answer["noResults"] == true).collect();
    let turns: Vec<&Value> = without.iter().map(|answer| &answer["turnNumber"]).collect();
    assert_eq!(turns, [&json!(1), &json!(2)]);
    assert_eq!(without[0], &json!({"id": "long", "isDuringSearch": false, "noResults": true, "turnNumber": 1}));
    assert!(answers.contains(&terminate));
    let found = answers.iter().find(|answer| answer.get("rootInfo").is_some()).unwrap();
    assert_eq!((&found["turnNumber"], &found["isDuringSearch"]), (&json!(0), &json!(false)));
    assert!(found["rootInfo"]["visits"].as_u64().unwrap() > 0);
    assert!(client.finish().is_empty());
}

#[test]
fn only_the_given_turns_and_queries_are_terminated() {
    let mut client = Client::start(&["--threads", "1"]);
    client.send(&endless("running", json!([0])));
    client.send(&endless("waiting", json!([0, 1])));
    client.send(&json!({"id": "t", "action": "terminate", "terminateId": "waiting", "turnNumbers": [1, 7]}));
    assert_eq!(client.next(), json!({"id": "waiting", "isDuringSearch": false, "noResults": true, "turnNumber": 1}));
    assert_eq!(client.next()["id"], "t");
    client.send(&json!({"id": "none", "action": "terminate", "terminateId": "no such query"}));
    assert_eq!(client.next()["id"], "none");
    client.send(&json!({"id": "all", "action": "terminate_all"}));
    let mut ids: Vec<String> = (0..3).map(|_| client.next()["id"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    assert_eq!(ids, ["all", "running", "waiting"]);
}

#[test]
fn an_incomplete_action_is_refused() {
    let mut client = Client::start(&[]);
    let answer = client.ask(&json!({"id": "t", "action": "terminate"}));
    assert_eq!((&answer["id"], &answer["field"]), (&json!("t"), &json!("terminateId")));
    let answer = client.ask(&json!({"id": "t", "action": "terminate_all", "turnNumbers": "1"}));
    assert_eq!(answer["field"], "turnNumbers");
}

#[test]
fn a_higher_priority_goes_first() {
    let mut client = Client::start(&["--threads", "1"]);
    client.send(&endless("first", json!([0])));
    std::thread::sleep(std::time::Duration::from_millis(200));
    client.send(&query(json!({"id": "low", "priority": -1})));
    client.send(&query(json!({"id": "usual"})));
    client.send(&query(json!({"id": "high", "priority": 5})));
    client.send(&query(json!({"id": "usual too"})));
    client.send(&query(
        json!({"id": "turns", "moves": [["B", "C3"], ["W", "B2"]], "analyzeTurns": [0, 2], "priorities": [-2, 9]}),
    ));
    client.send(&json!({"id": "t", "action": "terminate", "terminateId": "first"}));
    let mut order: Vec<String> = client.finish().iter().map(|a| a["id"].as_str().unwrap().to_owned()).collect();
    order.retain(|id| id != "t" && id != "first");
    assert_eq!(order, ["turns", "high", "usual", "usual too", "low", "turns"]);
}
