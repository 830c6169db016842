//! The program passes its own suites.

use std::path::Path;
use std::process::Command;

fn suites(kind: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites");
    // Relatives are variants of games that have suites.
    let games = quintet_games::GAMES.iter().filter(|info| info.relative_of.is_none());
    let names = games.map(|info| format!("{}-{kind}.tst", info.id));
    names.map(|name| directory.join(name).to_str().unwrap().to_owned()).collect()
}

fn passes(kind: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["regress", "--quiet", "--jobs", "2"])
        .args(suites(kind))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_game_passes_its_suites() {
    passes("rules");
}

#[test]
fn every_game_finds_its_tactics_at_fixed_visits() {
    passes("tactics");
}

#[test]
fn every_suite_is_one_that_is_run() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites");
    let mut found: Vec<String> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
    found.sort();
    let mut run = [suites("rules"), suites("tactics")].concat();
    run.sort();
    assert_eq!(found, run);
}
