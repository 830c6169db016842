//! `quintet match` that is extended or started again, with unusual spelling, and with engines
//! of other games.

use std::fs;
use std::process::Command;

use super::matches::{Match, QUINTET, assert_ends, fake, moves, text};
use super::scratch;

#[test]
fn a_finished_match_is_extended() {
    let played = Match::new("match-extended", &[fake("A", ""), fake("B", "")], "--games 2");
    assert_ends(&played.run(&[]), 0);
    let first = moves(&played.records());
    let kept = |games: &str| {
        let mut command = Command::new(QUINTET);
        command.args(["match", "--resume", "--games", games, "--out"]).arg(&played.out).output().unwrap()
    };
    let output = kept("4");
    assert_ends(&output, 0);
    assert!(text(&output.stderr).contains("extended from 2 to 4 games"), "{}", text(&output.stderr));
    let both = moves(&played.records());
    assert!(both.len() == 4 && first.iter().all(|(number, moves)| both[number] == *moves));
    let shorter = kept("2");
    assert_ends(&shorter, 2);
    assert!(text(&shorter.stderr).contains("cannot become 2"), "{}", text(&shorter.stderr));
}

#[test]
fn a_match_that_never_began_is_started_again() {
    let mut played = Match::new("match-never", &[fake("A", "closed"), fake("B", "")], "--games 2");
    assert_ends(&played.run(&[]), 2);
    played.arguments[1] = fake("A", "");
    assert_ends(&played.run(&[]), 0);
    assert_eq!(played.records().len(), 2);
}

#[test]
fn moves_are_passed_on_in_standard_spelling() {
    let log = scratch("match-spelling-log").join("log");
    let engines = [fake("A", "says RED@b2 /dev/null"), fake("B", &format!("says black@C1 '{}'", log.display()))];
    let played = Match::new("match-spelling", &engines, "--games 2 --game cascade --size 3 --opening-plies 0");
    assert_ends(&played.run(&[]), 0);
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains(" red@B2\n") && !log.contains("RED@b2"), "{log}");
}

#[test]
fn an_engine_of_another_game_is_refused_or_warned_of() {
    for (game, code, message) in [
        ("cascade", 2, "the engine Bad does not play this game: it answers \"play "),
        ("bracket --size 3", 1, "Bad refuses a legal move and may play another game"),
    ] {
        let name = format!("match-other-{}", &game[..6]);
        let played = Match::new(&name, &[fake("Fair", ""), fake("Bad", "refuse")], &format!("--games 2 --game {game}"));
        let output = played.run(&[]);
        assert_ends(&output, code);
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}
