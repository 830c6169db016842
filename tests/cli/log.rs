//! Log messages: which of them are on standard error.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Returns the standard error of a GTP session with an option and a value of `RUST_LOG`.
fn log(options: &[&str], variable: Option<&str>, input: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_quintet"));
    match variable {
        Some(filter) => program.env("RUST_LOG", filter),
        None => program.env_remove("RUST_LOG"),
    };
    let program = program.args(options).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap()
}

/// An illegal move: its reason is a warning.
const ILLEGAL: &str = "play b A1\nplay w A1\n";
const REASON: &str = "quintet: warning: illegal move w A1: a stone stands there already\n";

#[test]
fn warnings_are_shown_unless_asked_otherwise_and_the_option_wins() {
    for (options, variable, expected) in [
        (&[][..], None, REASON),
        (&["--log", "off"], None, ""),
        (&["--log", "error"], None, ""),
        (&["--log", "warn"], None, REASON),
        (&[], Some("off"), ""),
        (&[], Some("error"), ""),
        (&[], Some("warn"), REASON),
        (&[], Some("quintet_gtp=off"), ""),
        (&["--log", "warn"], Some("off"), REASON),
        (&["--log", "off"], Some("debug"), ""),
    ] {
        assert_eq!(log(options, variable, ILLEGAL), expected, "{options:?} {variable:?}");
    }
}

#[test]
fn play_without_faults_logs_nothing() {
    let game = "boardsize 5\nplay b A1\ngenmove w\nundo\nfinal_score\nlist_commands\nprotocol_version\n\
                set_game cascade\ngenmove b\nshowboard\nquintet-solve\nplay b\nnonsense\n";
    assert_eq!(log(&["--visits", "10"], None, game), "");
}

#[test]
fn rules_that_are_not_played_are_named() {
    let rules = "set_game stoical\nkata-set-rules tromp-taylor\n";
    let text = log(&[], None, rules);
    assert!(text.starts_with("quintet: warning: tromp-taylor: "), "{text}");
    assert!(text.lines().all(|line| line.starts_with("quintet: warning: ")), "{text}");
}
