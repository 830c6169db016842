//! Networks that learn from another engine's network.

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use quintet_arena::driver::referee::Reason;
use quintet_arena::matches::results::{self, GameRecord};
use quintet_core::types::Seat;

use crate::{file, scratch};

const LINE: &str = "learn --game stoical --size 4 --network --epochs 1 --seed 1 --opening-plies 2 --check-games 0";

/// Returns the command line of a teacher.
fn teacher(thing: &str) -> String {
    format!("python3 '{}' {thing}", file("teacher.py").display())
}

fn learn(out: &Path, more: &[&str]) -> Output {
    let to = format!("--out={}", out.display());
    let mut command = Command::new(cargo_bin("quintet"));
    command.args(LINE.split_whitespace()).arg(to).args(more).output().expect("the program starts")
}

fn assert_ends(output: &Output, code: i32) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{error}");
    error
}

/// Plays games to learn from; returns their file and the games.
fn games(out: &Path) -> (String, Vec<GameRecord>) {
    assert_ends(&learn(out, &["--games", "20", "--visits", "50"]), 0);
    let games = out.join("games/games.jsonl");
    let records = results::read(&games).unwrap().records;
    (games.display().to_string(), records)
}

fn searches(out: &Path) -> String {
    std::fs::read_to_string(out.join("searches.txt")).unwrap()
}

/// Returns the part of the weights that does not depend on the command line.
fn network(out: &Path) -> String {
    let weights = std::fs::read_to_string(out.join("weights.toml")).unwrap();
    weights.split("[made]").next().unwrap().to_owned()
}

#[test]
fn a_network_learns_what_a_teacher_expects_of_each_position() {
    let out = scratch("teacher");
    let (games, records) = games(&out.join("games"));
    let [first, second, moves] = ["first", "second", "moves"].map(|name| out.join(name));
    let (from, wise) = (["--from", &games], teacher(""));
    assert_ends(&learn(&first, &[&from[..], &["--teacher", &wise, "--concurrency", "2"]].concat()), 0);
    assert_ends(&learn(&second, &[&from[..], &["--teacher", &wise]].concat()), 0);
    assert_ends(&learn(&moves, &from), 0);
    assert_eq!(searches(&first), searches(&second), "the same for any number of threads");
    assert!(network(&first) == network(&second) && network(&first) != network(&moves));

    let plies: usize = records.iter().map(|record| record.moves.len() - record.opening).sum();
    let searches = searches(&first);
    let lines: Vec<&str> = searches.lines().filter(|line| line.contains("owners=")).collect();
    assert_eq!(lines.len(), plies, "every position in which an engine chose a move");
    // After the opening Black is to move, and two stones stay where they are.
    let words: Vec<&str> = lines[0].split(' ').collect();
    assert_eq!(words[2..4], ["2", "0.25"], "Black wins one of four: {}", lines[0]);
    assert_eq!(words.last().unwrap().trim_start_matches("owners=").replace('m', "").len(), 2, "{}", lines[0]);
    let visits: Vec<&str> = words[4..words.len() - 1].iter().filter_map(|word| word.split(':').nth(1)).collect();
    assert_eq!(visits, ["9000", "1000"], "the first point and a pass: {}", lines[0]);
}

#[test]
fn evaluations_are_kept_for_an_interrupted_run_and_its_teacher_alone() {
    let out = scratch("teacher-resume");
    let (games, _) = games(&out.join("games"));
    let run = out.join("run");
    let learn = |thing: &str, more: &[&str]| {
        learn(&run, &[&["--from", &games, "--teacher", &teacher(thing)][..], more].concat())
    };
    assert!(assert_ends(&learn("", &[]), 0).contains("positions of 20 of 20 games searched"));
    let before = network(&run);
    std::fs::remove_file(run.join("weights.toml")).unwrap();
    assert!(!assert_ends(&learn("", &["--resume"]), 0).contains("searched"));
    assert_eq!(network(&run), before);
    std::fs::remove_file(run.join("weights.toml")).unwrap();
    let error = assert_ends(&learn("refuse", &["--resume"]), 2);
    assert!(error.lines().count() == 1 && error.contains("was made with the teacher"), "{error}");
}

#[test]
fn resigned_games_are_learned_from_with_a_teacher_alone_and_held_out_too() {
    let out = scratch("teacher-resigned");
    let (_, records) = games(&out.join("games"));
    let resigned = out.join("resigned.jsonl");
    let lines = records.iter().map(|record| {
        let mut moves = record.moves.clone();
        moves.truncate(record.opening + 3);
        let shorter = GameRecord {
            reason: Reason::Resign,
            result: "B+R".to_owned(),
            winner: Some(Seat::Black),
            margin: None,
            times: record.times[..moves.len()].to_vec(),
            moves,
            ..record.clone()
        };
        serde_json::to_string(&shorter).unwrap() + "\n"
    });
    std::fs::write(&resigned, lines.collect::<String>()).unwrap();
    let from = ["--from", resigned.to_str().unwrap()];
    let error = assert_ends(&learn(&out.join("none"), &from), 2);
    assert!(error.contains("no game of Stoical Go that was played to its end"), "{error}");
    let said = assert_ends(&learn(&out.join("run"), &[&from[..], &["--teacher", &teacher("")]].concat()), 0);
    assert!(said.contains("60 positions of 20 games"), "with the two that are held out: {said}");
}

#[test]
fn a_teacher_that_takes_a_move_for_illegal_teaches_what_came_before() {
    let out = scratch("teacher-refuses");
    let (games, records) = games(&out.join("games"));
    let run = out.join("run");
    assert_ends(&learn(&run, &["--from", &games, "--teacher", &teacher("refuse")]), 0);
    let plies: usize = records.iter().map(|record| record.moves.len() - record.opening).sum();
    let count = searches(&run).lines().filter(|line| line.contains("owners=")).count();
    assert!(count >= 3 * records.len().min(plies) / 2 && count < plies, "{count} of {plies}");
}

#[test]
fn a_teacher_that_cannot_teach_is_an_error_of_one_line() {
    let out = scratch("teacher-fails");
    let (games, _) = games(&out.join("games"));
    let plain = format!("python3 '{}'", file("gtp.py").display());
    let expected = [
        (plain, "it lacks kata-raw-nn, which --teacher needs"),
        (teacher("crash"), "the teacher fails: "),
        (teacher("nonsense"), "its answer to kata-raw-nn cannot be read: \"policy 0.5\""),
        ("no-such-engine".to_owned(), "the teacher fails: "),
    ];
    for (number, (command, text)) in expected.into_iter().enumerate() {
        let run = out.join(number.to_string());
        let error = assert_ends(&learn(&run, &["--from", &games, "--teacher", &command]), 2);
        let last = error.lines().last().unwrap_or_default();
        assert!(last.starts_with("quintet: ") && last.contains(text), "{command}: {error}");
        assert!(!run.join("weights.toml").exists());
    }
    let run = out.join("both");
    let error = assert_ends(&learn(&run, &["--from", &games, "--teacher", "x", "--reanalyze", "9"]), 2);
    assert!(error.contains("--reanalyze"), "{error}");
}
