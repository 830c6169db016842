//! External engines that crash, hang, flood or talk nonsense; none outlives its page.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::{PATIENCE, Server, game};

/// Returns the fault of an engine that plays Black and fails.
fn fault(command: &str) -> Value {
    let server = Server::start(&["--engine", &format!("name=odd,cmd={command}")]);
    let mut page = server.page();
    page.send(&game("stoical", "5", "odd", "person"));
    let state = page.until(|message| message["say"] == "state" && message["faults"][0].is_object());
    assert_eq!(state["waiting"], true);
    // The game goes on with other players.
    let state = page.change(&json!({"do": "seats", "seatB": "person", "seatW": "person"}));
    assert_eq!(state["faults"], json!([]));
    let state = page.play(&state, "C3");
    assert_eq!(state["line"][0]["word"], "C3");
    page.send(&json!({"do": "hint"}));
    page.wait("note");
    page.send(&json!({"do": "undo"}));
    page.until(|message| message["say"] == "state" && message["at"] == 0);
    page.send(&game("stoical", "5", "odd", "person"));
    page.until(|message| message["say"] == "state" && message["faults"][0].is_object())["faults"][0].clone()
}

#[test]
fn an_engine_that_crashes_is_a_fault_with_its_last_output() {
    let fault = fault("sh -c 'echo no luck today >&2; exit 3'");
    assert_eq!(fault["engine"], "odd");
    assert_eq!(fault["seat"], "b");
    assert!(fault["text"].as_str().unwrap().contains("ended with"), "{fault}");
}

#[test]
fn an_engine_that_floods_is_a_fault() {
    let fault = fault("yes '= '");
    assert!(!fault["text"].as_str().unwrap().is_empty(), "{fault}");
}

#[test]
fn a_missing_engine_is_a_fault() {
    assert!(fault("/nowhere/engine")["text"].as_str().unwrap().contains("cannot start"));
}

#[test]
fn an_engine_that_talks_nonsense_is_a_fault() {
    assert!(fault("echo hello")["text"].as_str().unwrap().contains("hello"));
}

#[test]
fn an_illegal_move_is_a_fault_with_the_reason() {
    // It answers every command with the same move, which is illegal the second time.
    let engine = r#"sh -c 'while read line; do printf "= C3\n\n"; done'"#;
    let server = Server::start(&["--engine", &format!("name=stubborn,cmd={engine}")]);
    let mut page = server.page();
    page.send(&game("stoical", "5", "stubborn", "stubborn"));
    let state = page.until(|message| message["say"] == "state" && message["faults"][0].is_object());
    let fault = &state["faults"][0];
    assert_eq!(fault["seat"], "w");
    let text = fault["text"].as_str().unwrap();
    assert!(text.contains("plays C3, which is illegal: a stone stands there already"), "{text}");
}

/// Returns an engine that never answers and writes its process id to the returned file.
fn hanging(name: &str) -> (PathBuf, String) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("web-{name}-{}", std::process::id()));
    let _ = fs::remove_file(&file);
    let engine = format!("name=hangs,cmd=sh -c 'echo $$ > {}; exec sleep 1000'", file.display());
    (file, engine)
}

fn wait_for(what: &str, limit: Duration, mut done: impl FnMut() -> bool) {
    let from = Instant::now();
    while !done() {
        assert!(from.elapsed() < limit, "{what} after {limit:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn runs(file: &Path) -> bool {
    let id = fs::read_to_string(file).unwrap_or_default();
    let state = fs::read_to_string(format!("/proc/{}/stat", id.trim()));
    !id.trim().is_empty() && state.is_ok_and(|state| !state.contains(") Z "))
}

#[test]
fn a_page_that_is_closed_ends_its_engine_within_a_minute() {
    let (file, engine) = hanging("closed");
    let server = Server::start(&["--engine", &engine]);
    let mut page = server.page();
    page.send(&game("stoical", "5", "hangs", "person"));
    wait_for("no engine", PATIENCE, || runs(&file));
    drop(page);
    wait_for("the engine lives", Duration::from_secs(60), || !runs(&file));
}

#[test]
fn thinking_can_be_stopped_and_the_engine_ends_with_it() {
    let (file, engine) = hanging("stopped");
    let server = Server::start(&["--engine", &engine]);
    let mut page = server.page();
    page.send(&game("stoical", "5", "hangs", "person"));
    wait_for("no engine", PATIENCE, || runs(&file));
    let thinking = page.wait("thinking");
    assert_eq!(thinking["player"], "hangs");
    page.send(&json!({"do": "stop"}));
    wait_for("the engine lives", PATIENCE, || !runs(&file));
    let state = page.until(|message| message["say"] == "state" && message["waiting"] == true);
    assert_eq!(state["yours"], true, "anybody may move for it");
}

#[cfg(unix)]
#[test]
fn the_end_of_the_server_is_the_end_of_its_engines() {
    for signal in [rustix::process::Signal::TERM, rustix::process::Signal::INT] {
        let (file, engine) = hanging(&format!("signal{}", signal.as_raw()));
        let mut server = Server::start(&["--engine", &engine]);
        let mut page = server.page();
        page.send(&game("stoical", "5", "hangs", "person"));
        wait_for("no engine", PATIENCE, || runs(&file));
        let id = rustix::process::Pid::from_child(&server.child);
        rustix::process::kill_process(id, signal).unwrap();
        let mut status = None;
        wait_for("the server runs", PATIENCE, || {
            status = server.child.try_wait().unwrap();
            status.is_some()
        });
        assert_eq!(status.unwrap().code(), Some(0));
        wait_for("the engine lives", Duration::from_secs(5), || !runs(&file));
    }
}

#[test]
fn a_page_cannot_give_a_command_line() {
    let server = Server::start(&["--engine", "name=given,cmd=true"]);
    let mut page = server.page();
    for name in ["sh -c id", "given,cmd=id", "name=x,cmd=id", "/bin/true", "", "Person"] {
        page.send(&game("stoical", "5", name, "person"));
        let why = page.wait("refused");
        assert!(why["text"].as_str().unwrap().contains("there is no player called"), "{why}");
    }
}

#[test]
fn an_engine_that_hangs_is_a_fault_after_its_time() {
    let answers = r#"while read line; do case $line in genmove*) sleep 1000;; *) printf "= \n\n";; esac; done"#;
    for command in ["sleep 1000", &format!("sh -c '{answers}'")] {
        let server = Server::start(&["--timeout", "1", "--engine", &format!("name=hangs,cmd={command}")]);
        let mut page = server.page();
        let mut new = game("stoical", "5", "hangs", "person");
        new["visits"] = Value::Null;
        new["seconds"] = json!(0.5);
        let began = Instant::now();
        page.send(&new);
        let state = page.until(|message| message["say"] == "state" && message["faults"][0].is_object());
        let text = state["faults"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("no answer to"), "{text}");
        assert!(began.elapsed() > Duration::from_secs(1));
    }
}

#[test]
fn an_engine_is_told_the_clock_of_the_game_and_the_time_that_it_has_left() {
    // It answers with two words instead of a move: then its traffic is shown.
    let engine = r#"sh -c 'while read -r line; do case $line in
        list_commands) printf "= boardsize\nclear_board\nkomi\nplay\ngenmove\ntime_settings\ntime_left\n\n";;
        genmove*) printf "= C3 D4\n\n";;
        *) printf "=\n\n";; esac; done'"#;
    let server = Server::start(&["--engine", &format!("name=timed,cmd={engine}")]);
    let mut page = server.page();
    page.wait("state");
    let mut new = game("stoical", "5", "timed", "person");
    new["clock"] = json!("absolute:600");
    page.send(&new);
    let state = page.until(|message| message["say"] == "state" && message["faults"][0].is_object());
    let traffic = state["faults"][0]["traffic"].to_string();
    assert!(traffic.contains("time_settings 600 0 0"), "{traffic}");
    assert!(traffic.contains("time_left b 600 0"), "{traffic}");
    assert_eq!((&state["clock"]["about"], &state["clock"]["running"]), (&json!("10 min"), &Value::Null));
}
