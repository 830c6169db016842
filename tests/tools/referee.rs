//! `scripts/referee` names what engines do wrong.

use std::path::Path;
use std::process::Command;

use crate::{file, scratch};

/// Exit status, and stdout and stderr, of a game of Stoical Go on 3×3 between two players.
fn referee(options: &[&str], players: [&str; 2]) -> (i32, String) {
    let output = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/referee"))
        .args(["--quintet", env!("CARGO_BIN_EXE_quintet"), "--size", "3", "--timeout", "3"])
        .args(options)
        .args(players)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

fn player(way: &str) -> String {
    format!("python3 '{}' {way}", file("player.py").display())
}

fn ours() -> String {
    format!("{} --visits 20", env!("CARGO_BIN_EXE_quintet"))
}

#[test]
fn games_that_end_properly_end_with_0_and_are_kept() {
    let directory = scratch("referee");
    let sgf = directory.to_str().unwrap();
    let (status, text) = referee(&["--games", "2", "--komi", "0.5", "--sgf", sgf], [&ours(), &player("pass")]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("game 1: A black, B white: "), "{text}");
    assert!(text.contains("game 2: B black, A white: "), "{text}");
    let game = std::fs::read_to_string(directory.join("game-0002.sgf")).unwrap();
    assert!(game.starts_with("(;FF[4]"), "{game}");
    let (status, text) = referee(&["--komi", "0.5"], [&player("pass"), &player("pass")]);
    assert_eq!((status, text.as_str()), (0, "game 1: A black, B white: W+0.5 in 2 moves\nA 0, B 1, drawn 0\n"));
}

#[test]
fn engines_that_go_wrong_are_named_and_the_status_is_1() {
    let expected = [
        ("illegal", "A played an illegal move: black A1, after 2 moves"),
        ("crash", "A ended at 'genmove black', with status 7"),
        ("hang", "A did not answer 'genmove black' within 3 seconds"),
        ("nonsense", "A answered 'genmove black' with 'well', which is no GTP"),
    ];
    for (way, message) in expected {
        let (status, text) = referee(&[], [&player(way), &player("pass")]);
        assert_eq!(status, 1, "{text}");
        assert!(text.contains(&format!("game 1: A black, B white: broken off: {message}\n")), "{text}");
    }
    let (status, text) = referee(&[], [&ours(), &player("refuse")]);
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("B refused a legal move: black "), "{text}");
}

#[test]
fn what_cannot_be_run_ends_with_2() {
    assert_eq!(referee(&[], ["/no/such/engine", &player("pass")]).0, 2);
    assert_eq!(referee(&["--game", "chess"], [&player("pass"), &player("pass")]).0, 2);
    assert_eq!(referee(&["--size", "99"], [&player("pass"), &player("pass")]).0, 2);
    assert_eq!(referee(&[], ["", &player("pass")]).0, 2);
}
