//! `scripts/compare-dead-stones`: whole comparisons with GNU Go, and errors.

use std::process::{Command, Output};

use crate::{gnugo, scratch};

fn compare(args: &[&str]) -> Output {
    Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/compare-dead-stones"))
        .args(["--quintet", env!("CARGO_BIN_EXE_quintet")])
        .args(args)
        .output()
        .unwrap()
}

#[test]
fn games_of_gnu_go_are_judged_and_judged_again() {
    if gnugo().is_none() {
        return;
    }
    let file = scratch("dead-stones").join("games.jsonl").display().to_string();
    let played = compare(&["--games", "2", "--size", "5", "--out", &file]);
    let text = String::from_utf8(played.stdout).unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    assert!(text.lines().last().unwrap().starts_with("| 5×5 | 2 | "), "{text}");
    let lines = std::fs::read_to_string(&file).unwrap();
    assert_eq!(lines.matches("\"moves\": [[\"b\", ").count(), 2, "{lines}");

    // GNU Go's answers are taken from the file: with other ones the games differ.
    let without_time = |text: &str| text.rsplit_once('|').unwrap().0.rsplit_once('|').unwrap().0.to_owned();
    let again = String::from_utf8(compare(&["--replay", &file]).stdout).unwrap();
    assert_eq!(without_time(&again), without_time(&text));
    let changed =
        lines.replace("\"gnugo\": {\"dead\": [", "\"gnugo\": {\"dead\": [\"Z9\", ").replace("\"Z9\", ]", "\"Z9\"]");
    std::fs::write(&file, changed).unwrap();
    let differs = String::from_utf8(compare(&["--replay", &file]).stdout).unwrap();
    assert!(differs.starts_with("seed 1: missed Z9"), "{differs}");
    assert!(differs.lines().last().unwrap().starts_with("| 5×5 | 2 | 0 (0.0%) | "), "{differs}");
}

#[test]
fn errors_are_one_line() {
    for (args, code, line) in [
        (&["--size", "4"][..], 2, "argument --size: must be a whole number from 5 to 19 (got 4)"),
        (&["--games", "0"], 2, "argument --games: must be a whole number from 1 to 100000 (got 0)"),
        (
            &["--gnugo", "/nowhere/gnugo"],
            1,
            "cannot start /nowhere/gnugo: No such file or directory; it is in the package gnugo",
        ),
        (&["--gnugo", "true"], 1, "true refuses 'boardsize 9': no answer"),
        (&["--replay", "/nowhere"], 1, "cannot read /nowhere: No such file or directory"),
        (&["--replay", "README.md"], 1, "README.md is not a file that --out wrote"),
    ] {
        let output = compare(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("compare-dead-stones: {line}\n"), "{args:?}");
        assert_eq!(output.stdout, b"", "{args:?}");
    }
}
