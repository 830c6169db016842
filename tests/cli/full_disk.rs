//! A disk that is full at any moment: one line that names the file, exit status 1 (stopped before
//! the end), nothing half written, and a run that can be resumed.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::{TempDir, tempdir};

/// Runs a shell script in a folder; `$Q` is the program. Returns its status and messages.
fn run(folder: &TempDir, script: &str) -> (Option<i32>, String) {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("Q", env!("CARGO_BIN_EXE_quintet")).current_dir(folder.path());
    let output = shell.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Fails if a temporary file, a lock or the file of a game in progress is left.
fn check_leftovers(folder: &Path, script: &str) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let is_left = name.ends_with(".tmp") || name.ends_with("-lock") || name.ends_with(".moves");
        assert!(!is_left, "{script}: {name} stays");
        if entry.path().is_dir() {
            check_leftovers(&entry.path(), script);
        }
    }
}

/// Runs a command that writes to `out` while files can have this number of blocks of 512 bytes, and
/// then resumes it without a limit. Returns whether the limit was reached.
fn is_resumed_from(blocks: u32, command: &str, game_files: &[(&str, usize)]) -> bool {
    let folder = tempdir().unwrap();
    let script = format!("ulimit -f {blocks}; {command} --out out");
    let (status, message) = run(&folder, &script);
    let errors: Vec<&str> = message.lines().filter(|line| line.contains("File too large")).collect();
    assert!(errors.len() <= 1, "{script}: {message}");
    if let Some(error) = errors.first() {
        assert_eq!(status, Some(1), "{script}: {message}");
        assert!(error.starts_with("quintet: cannot write ") && error.contains("out"), "{script}: {error}");
        assert_eq!(message.lines().next_back(), Some(*error), "{script}");
    } else {
        assert_eq!(status, Some(0), "{script}: {message}");
    }
    check_leftovers(folder.path(), &script);
    // If nothing was begun, nothing stays.
    let resume = if folder.path().join("out").exists() { " --resume" } else { "" };
    let (status, message) = run(&folder, &format!("{command} --out out{resume}"));
    assert_eq!(status, Some(0), "{script}, then{resume}: {message}");
    for (file, games) in game_files {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        assert_eq!(text.lines().count(), *games, "{script}, then{resume}: {file}");
    }
    !errors.is_empty()
}

#[test]
fn a_match_stops_when_the_disk_is_full_and_is_resumed() {
    let command = "$Q match --game bracket --size 3 --games 6 --seed 1 --engine \"name=A,visits=2,cmd=$Q\" \
                   --engine \"name=B,visits=2,cmd=$Q\"";
    let full = [0, 1, 2, 4, 6].map(|blocks| is_resumed_from(blocks, command, &[("out/games.jsonl", 6)]));
    assert_eq!(full, [true; 5]);
}

#[test]
fn learning_stops_when_the_disk_is_full_and_is_resumed() {
    let command = "$Q learn --game bracket --size 3 --games 6 --seed 1 --visits 2 --check-games 0";
    let full = [0, 2, 3, 4].map(|blocks| is_resumed_from(blocks, command, &[("out/games/games.jsonl", 6)]));
    assert_eq!(full, [true; 4]);
}

#[test]
fn tuning_stops_when_the_disk_is_full_and_is_resumed() {
    let command = "$Q tune --game bracket --size 3 --range exploration=0.1..1 --steps 2 --games 4 --seed 1 --visits 2 \
                   --check-games 0";
    let games = [("out/step-00001/games.jsonl", 4), ("out/step-00002/games.jsonl", 4)];
    let full = [0, 1, 2, 3].map(|blocks| is_resumed_from(blocks, command, &games));
    assert_eq!(full, [true; 4]);
}

#[test]
fn results_besides_those_of_a_match_fail_with_status_1() {
    let folder = tempdir().unwrap();
    let games = "--game bracket --size 3 --games 2 --seed 1 --engine \"name=A,visits=2,cmd=$Q\" \
                 --engine \"name=B,visits=2,cmd=$Q\"";
    fs::write(folder.path().join("a.tst"), "1 name\n#? [quintet]\n").unwrap();
    for command in [
        format!("$Q match {games} --html /dev/full --out a"),
        format!("$Q match {games} --out /dev/full/a"),
        "$Q match --report a --html /dev/full".to_owned(),
        "$Q match --report a > /dev/full".to_owned(),
        "$Q learn --game bracket --from a --out /dev/full/a".to_owned(),
        "$Q regress --junit /dev/full a.tst".to_owned(),
        "$Q man --out /dev/full/a".to_owned(),
        "$Q svg --out /dev/full".to_owned(),
        "$Q solve --game alaric --size 4 --table /dev/full".to_owned(),
        "$Q solve --game cascade --size 2 --proof /dev/full".to_owned(),
    ] {
        let (status, message) = run(&folder, &command);
        let errors = message.lines().filter(|line| line.starts_with("quintet: ") && line.contains("os error")).count();
        assert_eq!((status, errors), (Some(1), 1), "{command}: {message}");
    }
}

#[test]
fn failed_learning_leaves_no_folder() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("empty.jsonl"), "").unwrap();
    fs::write(folder.path().join("other.jsonl"), "nonsense\n").unwrap();
    fs::create_dir(folder.path().join("mine")).unwrap();
    for from in ["none.jsonl", "empty.jsonl", "other.jsonl", "."] {
        for options in ["--out a/b", "--out mine", "--network --out c", "--network --from-searches --out c"] {
            let (status, message) = run(&folder, &format!("$Q learn --game bracket --from {from} {options}"));
            assert!(status == Some(2) && message.lines().count() == 1, "{from} {options}: {status:?} {message}");
            let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
            names.sort();
            assert_eq!(names, ["empty.jsonl", "mine", "other.jsonl"], "{from} {options}");
        }
    }
}
