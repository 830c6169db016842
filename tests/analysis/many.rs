//! Many queries at once, and the end of input or output.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Client, query};

#[test]
fn a_hundred_queries_sent_at_once_are_all_answered() {
    let mut client = Client::start(&["--threads", "4"]);
    for i in 0..100 {
        client.send(&query(
            json!({"id": format!("q{i}"), "moves": [["B", "C3"], ["W", "B2"]], "analyzeTurns": [0, 1, 2]}),
        ));
    }
    let mut counts: BTreeMap<(String, u64), usize> = BTreeMap::new();
    for answer in client.finish() {
        assert_eq!(answer["rootInfo"]["visits"], 50);
        let of = (answer["id"].as_str().unwrap().to_owned(), answer["turnNumber"].as_u64().unwrap());
        *counts.entry(of).or_default() += 1;
    }
    assert_eq!(counts.len(), 300);
    assert!(counts.values().all(|count| *count == 1));
}

#[test]
fn an_answer_does_not_depend_on_other_queries() {
    let asked = query(json!({"maxVisits": 200, "includeOwnership": true}));
    let alone = Client::start(&["--threads", "1"]).ask(&asked);
    let mut busy = Client::start(&["--threads", "3"]);
    for i in 0..10 {
        busy.send(&query(json!({"id": format!("other {i}"), "moves": [["B", "C3"]]})));
    }
    busy.send(&asked);
    let answers: Vec<Value> = busy.finish();
    assert_eq!(answers.iter().find(|answer| answer["id"] == "q"), Some(&alone));
}

#[test]
fn at_the_end_of_input_answers_are_awaited_by_default() {
    let slow = query(json!({"maxVisits": null, "overrideSettings": {"maxTime": 0.5}}));
    let mut patient = Client::start(&[]);
    patient.send(&slow);
    assert_eq!(patient.finish().len(), 1);
    let mut hasty = Client::start(&["-quit-without-waiting"]);
    hasty.send(&query(json!({"boardXSize": 19, "boardYSize": 19, "maxVisits": 1u64 << 40})));
    let began = Instant::now();
    assert_eq!(hasty.finish().len(), 0);
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["analysis", "--hash", "8"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    assert_eq!(line, "Started, ready to begin handling requests\n");
    drop(child.stdout.take());
    let endless =
        query(json!({"boardXSize": 19, "boardYSize": 19, "maxVisits": 1u64 << 40, "reportDuringSearchEvery": 0.01}));
    // The program may end before the second line.
    let _ = writeln!(stdin, "{endless}\n{}", json!({"id": "v", "action": "query_version"}));
    let began = Instant::now();
    assert!(child.wait().unwrap().success());
    assert!(began.elapsed() < Duration::from_secs(20), "while the input is still open");
    line.clear();
    errors.read_line(&mut line).unwrap();
    assert_eq!(line, "");
}

#[test]
fn errors_in_options_are_one_line() {
    let refused = |args: &[&str]| {
        let output =
            std::process::Command::new(env!("CARGO_BIN_EXE_quintet")).arg("analysis").args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let message = refused(&["-override-config", "reportAnalysisWinratesAs=RED"]);
    assert!(message.contains("reportAnalysisWinratesAs takes BLACK, WHITE or SIDETOMOVE, not 'RED'"), "{message}");
    assert_eq!(message.lines().count(), 1);
    let message = refused(&["-config", "no-such-file.cfg"]);
    assert!(message.contains("cannot read no-such-file.cfg"), "{message}");
}
