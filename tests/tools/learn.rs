//! Learning weights of moves on tiny boards: games, fit, check, resuming, and damaged weights.

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use quintet_arena::matches::report::standings::Standings;
use quintet_arena::matches::results;
use quintet_core::weights::Weights;

use crate::scratch;

pub fn quintet(line: &str, more: &[&str]) -> Output {
    let mut command = Command::new(cargo_bin("quintet"));
    command.args(line.split_whitespace()).args(more);
    command.output().expect("the program starts")
}

pub fn assert_ends(output: &Output, code: i32) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(output.status.code(), Some(code), "{}\n{}", text(&output.stdout), text(&output.stderr));
}

/// Returns the score of the first of two engines in a finished match, as a share.
fn share(out: &Path) -> f64 {
    let read = results::read(&out.join("games.jsonl")).expect("a result file");
    let tally = Standings::of(&read.records).tally("learnt", "uniform");
    tally.points() / tally.count() as f64
}

#[test]
fn weights_learned_on_a_tiny_board_are_stronger_than_none() {
    let out = scratch("learn-whole");
    let learnt = out.join("learnt");
    let zero = out.join("zero.toml");
    let info = quintet_games::find("cascade").expect("a game");
    std::fs::write(&zero, Weights::zero(info.id, &info.heuristics).write(&info.heuristics, "")).unwrap();
    let (from, to) = (format!("--weights={}", zero.display()), format!("--out={}", learnt.display()));
    let line = "learn --game cascade --size 4 --games 60 --visits 200 --seed 1 --opening-plies 2 --check-games 0";
    assert_ends(&quintet(line, &[&from, &to]), 0);
    let file = learnt.join("weights.toml");
    let weights = info.read_weights(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert!(weights.provenance().games == 60 && weights.provenance().seed == 1 && !weights.is_neutral());

    // The same games from the result file give the same numbers.
    let again = out.join("again");
    let (games, to) = (learnt.join("games").display().to_string(), format!("--out={}", again.display()));
    assert_ends(&quintet(&line.replace(" --games 60", ""), &[&to, "--from", &games]), 0);
    let text = std::fs::read_to_string(again.join("weights.toml")).unwrap();
    let again = info.read_weights(&text).unwrap();
    assert!((0..info.heuristics.prior.len()).all(|table| again.prior(table) == weights.prior(table)));

    // With few visits priors decide.
    let vs = out.join("match");
    let program = cargo_bin("quintet").display().to_string();
    // Without exact values, which are found quickly on such a small board.
    let engine = |name: &str, rest: &str| format!("--engine=name={name},send=param exact 0,cmd='{program}' {rest}");
    let learnt = engine("learnt", &format!("--weights='{}'", file.display()));
    let uniform = engine("uniform", "--search plain");
    let to = format!("--out={}", vs.display());
    let line = "match --game cascade --size 4 --games 120 --visits 24 --seed 2 --opening-plies 2";
    assert_ends(&quintet(line, &[&learnt, &uniform, &to]), 0);
    assert!(share(&vs) > 0.6, "{}", share(&vs));
}

#[test]
fn games_on_any_board_are_learnt_from_and_those_of_another_game_are_not() {
    let out = scratch("learn-boards");
    let play = |game: &str, name: &str| {
        let to = out.join(name).display().to_string();
        let program = cargo_bin("quintet").display().to_string();
        let engine = |name: &str| format!("--engine=name={name},cmd='{program}'");
        let line = format!("match --games 2 --visits 10 --seed 1 --opening-plies 1 --game {game}");
        assert_ends(&quintet(&line, &["--out", &to, &engine("a"), &engine("b")]), 0);
        to
    };
    let from = [
        play("cascade --size 3", "small"),
        play("cascade --size 4 --rule fill=both", "large"),
        play("alaric --size 5", "another"),
    ];
    let learn = |to: &str, from: &[String]| {
        let to = format!("--out={}", out.join(to).display());
        let from = from.iter().map(String::as_str);
        let rest: Vec<&str> = ["--check-games", "0", &to, "--from"].into_iter().chain(from).collect();
        quintet("learn --game cascade --size 5", &rest)
    };
    let output = learn("all", &from);
    assert_ends(&output, 0);
    assert!(String::from_utf8_lossy(&output.stderr).contains("of 4 games"));
    let output = learn("none", &from[2..]);
    assert_ends(&output, 2);
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}

#[test]
fn a_learning_run_is_resumed_and_never_overwrites_another() {
    let out = scratch("learn-resume").join("run");
    let to = format!("--out={}", out.display());
    let line = "learn --game alaric --size 5 --visits 20 --seed 1 --opening-plies 1 --check-games 0";
    assert_ends(&quintet(line, &[&to, "--games", "6"]), 0);
    assert_ends(&quintet(line, &[&to, "--games", "6"]), 2);
    // As after a kill: games without weights, and an incomplete last line.
    std::fs::remove_file(out.join("weights.toml")).unwrap();
    let games = out.join("games/games.jsonl");
    let text = std::fs::read_to_string(&games).unwrap();
    std::fs::write(&games, &text[..text.len() - 20]).unwrap();
    assert_ends(&quintet(line, &[&to, "--games", "6", "--resume"]), 0);
    assert_eq!(std::fs::read_to_string(&games).unwrap().lines().count(), 6);
    assert!(out.join("weights.toml").exists());
}

#[test]
fn a_damaged_weights_file_is_refused_in_one_line_with_status_2() {
    let out = scratch("learn-damaged");
    let info = quintet_games::find("bracket").expect("a game");
    let whole = Weights::zero(info.id, &info.heuristics).write(&info.heuristics, "");
    let file = out.join("w.toml");
    for (text, text_out) in [
        (whole[..whole.len() / 2].to_owned(), "line"),
        (whole.replace("version = 1", "version = 2"), "version 2"),
        (whole.replace("\"bracket\"", "\"chess\""), "'chess'"),
        (whole.replacen("  0,", "  zero,", 1), "line"),
        (whole.replace("[search]", "[search]\nexplore = 1"), "'explore'"),
    ] {
        std::fs::write(&file, text).unwrap();
        for line in ["", "bench search --count 1", "learn"] {
            let weights = format!("--weights={}", file.display());
            let output = quintet(line, &["--game", "bracket", &weights]);
            assert_ends(&output, 2);
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(
                error.lines().count() == 1 && error.contains(text_out) && output.stdout.is_empty(),
                "{line}: {error}"
            );
        }
    }
    // A message within another one is not written twice.
    let info = quintet_games::find("stoical").expect("a game");
    let network = info.shipped_weights().write(&info.heuristics, "");
    for (text, message) in [
        (network.replace("\nbase64\n", "\nhex\n"), "network.encoding: 'hex' is unknown; 'base64' is accepted"),
        (
            network.replace("\n32 4\n", "\n31 4\n"),
            "network.shape: a network has 24, 32, 48 or 64 channels, 1 to 8 blocks and optionally global pooling, \
             for example 32x4 or 32x4-pooling",
        ),
    ] {
        std::fs::write(&file, text).unwrap();
        let output = quintet("--game stoical", &[&format!("--weights={}", file.display())]);
        assert_ends(&output, 2);
        let expected = format!("quintet: cannot use the weights {}: {message}\n", file.display());
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    }
    let output = quintet("--weights=/nowhere/w.toml", &[]);
    assert_ends(&output, 2);
}

#[test]
fn tuning_keeps_a_parameter_within_its_range_and_is_resumed() {
    let out = scratch("tune").join("run");
    let to = format!("--out={}", out.display());
    let line = "tune --game cascade --size 3 --visits 16 --seed 1 --games 4 --opening-plies 1 --check-games 2 \
                --range exploration=0.05..2";
    // The check of two games may have any result.
    assert!(quintet(line, &[&to, "--steps", "3"]).status.code().is_some_and(|code| code < 2));
    let read = || {
        let info = quintet_games::find("cascade").expect("a game");
        let text = std::fs::read_to_string(out.join("weights.toml")).unwrap();
        info.read_weights(&text).unwrap().search()["exploration"]
    };
    let tuned = read();
    assert!((0.05..=2.0).contains(&tuned));
    std::fs::remove_dir_all(out.join("step-00003")).unwrap();
    assert!(quintet(line, &[&to, "--steps", "3", "--resume"]).status.code().is_some_and(|code| code < 2));
    assert_eq!(read(), tuned, "the same games, the same number");
    assert_ends(&quintet(line, &[&to, "--steps", "3"]), 2);
    assert_ends(&quintet("tune --visits 9 --range explore=0..1", &[]), 2);
}
