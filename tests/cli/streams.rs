//! Closed and full streams: messages may be lost, results that cannot be written are a failure with
//! one line, and files are written all the same.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

/// Returns a pipe whose reader is closed.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Runs the program and returns its exit status and what it wrote to stderr.
fn run(line: &str, stdout: Stdio, stderr: Stdio) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(shlex::split(line).unwrap()).stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    let output = command.spawn().unwrap().wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Returns short command lines with results on stdout.
fn lines() -> Vec<String> {
    let suite = Path::new(env!("CARGO_TARGET_TMPDIR")).join("streams.tst");
    std::fs::write(&suite, "1 name\n#? [quintet]\n").unwrap();
    let mut lines = vec![format!("regress '{}'", suite.display())];
    lines.extend(
        [
            "perft 2 --game alaric --size 5",
            "check --list",
            "svg --game alaric --size 5",
            "solve --game alaric --size 4",
            "bench playouts --count 1",
            "completions bash",
            "man",
            "version",
            "--help",
            "match --help",
        ]
        .map(str::to_owned),
    );
    lines
}

#[test]
fn results_that_cannot_be_written_are_a_failure_with_one_line() {
    for line in lines() {
        let (status, message) = run(&line, full(), Stdio::piped());
        assert_eq!(status, Some(1), "{line}: {message}");
        let messages: Vec<&str> = message.lines().filter(|line| line.starts_with("quintet: cannot write")).collect();
        assert!(messages.len() == 1 && messages[0].contains("No space left on device"), "{line}: {message}");
        assert!(!message.contains("panicked"), "{line}: {message}");
    }
}

/// Returns an input for a command line, if it needs one.
fn input(line: &str) -> Stdio {
    let text: &[u8] = match line {
        "analysis --visits 1" => {
            b"{\"id\":\"a\",\"boardXSize\":5,\"boardYSize\":5,\"moves\":[],\"action\":\"query_version\"}\n"
        }
        "--visits 1" => b"name\nversion\n",
        "play --game alaric --seat both" => b"help\n",
        _ => return Stdio::null(),
    };
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(text).unwrap();
    reader.into()
}

#[test]
fn a_reader_that_has_read_enough_needs_no_message() {
    let mut lines = lines();
    lines.extend(
        [
            "puzzles --game alaric --size 9 --count 9999 --seed 1",
            "solve --game alaric --size 4 --json",
            "bench search --count 1 --game alaric --size 5",
            "bench perft 1",
            "man match",
            "completions zsh",
            "completions fish",
            "--version",
            "help",
            "analysis --visits 1",
            "--visits 1",
            "play --game alaric --seat both",
        ]
        .map(str::to_owned),
    );
    for line in lines {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        command.args(shlex::split(&line).unwrap()).stdin(input(&line)).stdout(closed());
        let output = command.output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        // A game, a session and an analysis end with their client. Clients wait for the line of KataGo.
        let (status, expected) = match line.split_whitespace().next() {
            Some("play" | "--visits") => (0, ""),
            Some("analysis") => (0, "Started, ready to begin handling requests\n"),
            _ => (1, ""),
        };
        assert_eq!(output.status.code(), Some(status), "{line}: {message}");
        assert_eq!(message, expected, "{line}");
    }
}

#[test]
fn lost_messages_change_nothing() {
    for line in lines().iter().map(String::as_str).chain(["analysis"]) {
        for stderr in [full(), closed()] {
            assert_eq!(run(line, Stdio::null(), stderr).0, Some(0), "{line}");
        }
    }
    // A usage error that nobody reads is still a usage error.
    assert_eq!(run("mtach", Stdio::null(), full()).0, Some(2));
    // Both streams are full.
    assert_eq!(run("perft 2", full(), full()).0, Some(1));
}

#[test]
fn a_match_and_learning_write_their_files_without_streams() {
    let quintet = env!("CARGO_BIN_EXE_quintet");
    for (name, stdout, stderr) in [("match-full", full(), full()), ("match-closed", closed(), closed())] {
        let out = scratch(name);
        let engines = format!("--engine 'name=A,cmd={quintet} --visits 5' --engine 'name=B,cmd={quintet} --visits 5'");
        let line = format!("match --game alaric --size 5 --games 2 --seed 1 --out '{}' {engines}", out.display());
        assert_eq!(run(&line, stdout, stderr).0, Some(1));
        let games = std::fs::read_to_string(out.join("games.jsonl")).unwrap();
        assert_eq!(games.lines().count(), 2, "{games}");
        assert!(std::fs::read_to_string(out.join("report.html")).unwrap().ends_with("</html>\n"));
    }
    let out = scratch("learn-full");
    let line = format!(
        "learn --game alaric --size 5 --games 4 --visits 10 --check-games 0 --seed 1 --out '{}'",
        out.display()
    );
    assert_eq!(run(&line, full(), full()).0, Some(1));
    let files: Vec<_> = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(files.iter().any(|file| file.to_string_lossy().ends_with(".toml")), "{files:?}");
}
