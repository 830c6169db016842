//! `quintet check` on engines that meet the standard and on engines that do not.

use std::collections::BTreeMap;
use std::process::Command;

use crate::{file, gnugo};

/// The faults of `gtp.py`; each has the name of the check that finds it.
const THINGS: [&str; 55] = [
    "after-quit",
    "analysis-ends",
    "cannot-load-file",
    "cannot-undo",
    "carriage-return",
    "clear-board",
    "colour-case",
    "command-case",
    "comment-behind",
    "comment-line",
    "control-characters",
    "empty-line",
    "empty-success-form",
    "end-of-input",
    "failed-boardsize",
    "failed-komi",
    "failed-loadsgf",
    "failed-play",
    "failure-form",
    "final-score",
    "foreign-bytes",
    "genmove-answer",
    "genmove-plays",
    "genmove-without-colour",
    "id-alone",
    "id-failure",
    "id-success",
    "id-too-large",
    "illegal-move",
    "known-command",
    "komi",
    "last-line-without-newline",
    "list-commands",
    "long-line",
    "no-control-characters-out",
    "no-empty-line-inside",
    "nul",
    "one-empty-line",
    "pass-case",
    "protocol-version",
    "quit",
    "reg-genmove-plays-not",
    "required-commands",
    "same-colour-twice",
    "session-goes-on",
    "silent-start",
    "space",
    "success-form",
    "syntax-error",
    "tab",
    "unacceptable-size",
    "undo-after-clear-board",
    "undo-play",
    "unknown-command",
    "vertex-case",
];

/// Returns exit status and stdout of `quintet check ARGUMENTS`.
fn check(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_quintet")).arg("check").args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// Returns the verdicts of a table by the names of the checks.
fn verdicts(table: &str) -> BTreeMap<String, String> {
    let rows = table.lines().filter_map(|line| Some((line.get(..12)?.trim(), line.get(13..)?)));
    let rows = rows.filter(|(verdict, _)| ["held", "broken", "not offered"].contains(verdict));
    rows.map(|(verdict, rest)| (rest.split(' ').next().unwrap().to_owned(), verdict.to_owned())).collect()
}

/// Returns the names of the checks with a verdict.
fn named(table: &str, wanted: &str) -> Vec<String> {
    verdicts(table).into_iter().filter(|(_, verdict)| verdict == wanted).map(|(name, _)| name).collect()
}

fn toy(thing: &str, options: &[&str]) -> (i32, String) {
    let engine = file("gtp.py");
    check(&[options, &["--timeout", "3", "--", "python3", engine.to_str().unwrap(), thing]].concat())
}

#[test]
fn a_conforming_engine_passes_all_checks() {
    let (status, table) = toy("", &[]);
    assert_eq!(named(&table, "broken"), [""; 0], "{table}");
    assert_eq!(named(&table, "not offered"), ["failed-play-sequence"], "{table}");
    assert_eq!(status, 0, "{table}");
}

#[test]
fn each_fault_of_an_engine_is_named() {
    let check = |thing: &str| {
        let (status, table) = toy(thing, &["--only", thing]);
        assert_eq!((status, verdicts(&table).get(thing).map(String::as_str)), (1, Some("broken")), "{thing}: {table}");
    };
    std::thread::scope(|scope| {
        for things in THINGS.chunks(THINGS.len().div_ceil(4)) {
            scope.spawn(move || things.iter().for_each(|thing| check(thing)));
        }
    });
}

#[test]
fn the_bytes_that_decided_are_shown() {
    let (_, table) = toy("illegal-move", &["--only", "illegal-move"]);
    let row = "broken       illegal-move                play white A3\\n -> ? Illegal move\\n\\n";
    assert!(table.contains(row), "{table}");
    let details = "illegal-move: `illegal move` is the message for a stone on a stone (GTP 2, 6.3.3 Core Play Commands)\n  \
        expected \"illegal move\"\n  sent play black A3\\n\n  seen = \\n\\n\n  sent play white A3\\n\n  seen ? Illegal move\\n\\n\n";
    assert!(table.contains(details), "{table}");
    assert!(table.ends_with("\n0 held, 1 broken, 0 not offered\n"), "{table}");
}

#[test]
fn an_engine_that_cannot_be_run_ends_with_2() {
    assert_eq!(check(&["--", "/no/such/engine"]).0, 2);
    assert_eq!(check(&["--", "false"]).0, 2);
    assert_eq!(check(&["--timeout", "0.5", "--", "sleep", "9"]).0, 2);
    assert_eq!(check(&["--only", "no-such-check", "--", "true"]).0, 2);
    // Programs that speak no GTP: a flood, and an echo.
    assert_eq!(check(&["--", "yes"]).0, 2);
    assert_eq!(check(&["--timeout", "0.5", "--", "cat"]).0, 2);
    assert_eq!(check(&[]).0, 2);
}

#[test]
fn all_checks_are_listed_without_an_engine() {
    let (status, list) = check(&["--list"]);
    assert_eq!(status, 0);
    assert!(list.lines().count() > 80, "{list}");
    assert!(list.contains("\nquit: quit is answered, then the engine ends with status 0 (GTP 2, 6.3.1"), "{list}");
}

/// Found in GNU Go 3.8 as Debian ships it; docs/conformance.md describes them.
#[test]
fn gnu_go_fails_the_known_checks() {
    let Some(gnugo) = gnugo() else { return };
    let (status, table) = check(&["--", &gnugo, "--mode", "gtp", "--level", "1"]);
    let known = [
        "cannot-load-file",
        "failed-loadsgf",
        "huge-line",
        "id-too-large",
        "long-comment",
        "long-line",
        "nul",
        "syntax-error",
    ];
    assert_eq!(named(&table, "broken"), known, "{table}");
    assert_eq!(named(&table, "not offered"), ["analysis-ends", "failed-play-sequence", "genmove-analyze"], "{table}");
    assert_eq!(status, 1);
}

#[test]
fn the_manual_lists_the_checks_that_gnu_go_fails() {
    let Some(gnugo) = gnugo() else { return };
    let manual = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/conformance.md")).unwrap();
    let (_, table) = check(&["--", &gnugo, "--mode", "gtp", "--level", "1"]);
    for name in named(&table, "broken") {
        assert!(manual.contains(&format!("| {name} |")), "{name}");
    }
}

#[test]
fn quintet_passes_all_checks_in_every_game() {
    for game in quintet_games::GAMES.iter().map(|info| info.id) {
        // With GoGui's notation the first move only selects a kind of stone.
        for moves in ["words", "gogui"] {
            let arguments = ["--", env!("CARGO_BIN_EXE_quintet"), "--visits", "20", "--game", game, "--moves", moves];
            let (status, table) = check(&arguments);
            assert_eq!((status, named(&table, "broken")), (0, vec![]), "{game} {moves}: {table}");
        }
    }
}

#[test]
fn the_markdown_table_has_a_row_for_each_check() {
    let (_, table) = toy("illegal-move", &["--markdown"]);
    let lines = table.lines().take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = lines.map(|row| row.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows[0], ["", "verdict", "check", "what has to hold", "from", "sent", "seen", ""], "{table}");
    assert!(rows[2..].iter().all(|row| row.len() >= 8 && row[0].is_empty() && row.ends_with(&[""])), "{table}");
    for check in THINGS {
        let row = rows.iter().find(|row| row[2] == check).unwrap_or_else(|| panic!("{check} is not in {table}"));
        assert_eq!(row[1] == "broken", check == "illegal-move", "{row:?}");
        assert!(!row[3].is_empty() && !row[4].is_empty(), "{row:?}");
    }
}

#[test]
fn the_last_output_of_an_engine_that_ends_at_its_start_is_shown() {
    let output = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["check", "--", "python3"])
        .arg(file("match_engine.py"))
        .arg("closed")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let reason =
        "the engine cannot be checked: ended with status 1; it wrote to its stderr: no such option: --strength";
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("quintet check: {reason}\n"));
}
