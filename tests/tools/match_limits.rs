//! Limits of visits and time that `quintet match` sends to its engines.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use super::matches::{Match, assert_ends, fake, ours, text};
use super::scratch;

#[test]
fn an_engine_that_has_no_command_for_visits_is_named() {
    let played = Match::new("match-visits", &[fake("A", ""), ours("B", "")], "--games 2 --visits 5");
    let output = played.run(&[]);
    assert_ends(&output, 0);
    let messages = text(&output.stderr);
    assert!(messages.contains("A has no command to set visits; its command line must"), "{messages}");
    assert!(!messages.contains("B has no command"), "{messages}");
    // Nobody asked for searches.
    assert!(!messages.contains("does not report its searches"), "{messages}");
}

#[test]
fn games_are_recorded_with_the_dates_of_their_start_and_end() {
    let played = Match::new("match-dates", &[fake("A", ""), ours("B", "")], "--games 2 --visits 5");
    let seconds = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64();
    // Dates are recorded in milliseconds.
    let began = seconds() - 0.001;
    assert_ends(&played.run(&[]), 0);
    for record in played.records() {
        let dates = [began, record.started, record.ended, seconds()];
        assert!(dates.is_sorted(), "{dates:?}");
    }
}

#[test]
fn byo_yomi_periods_are_single_stones_to_engines_that_have_the_standard_command_alone() {
    // Periods of 9 seconds, and of 2.9 seconds, which this engine refuses.
    for (name, clock, settings, left) in [
        ("match-periods", "byoyomi:0+3x9", "time_settings 0 9 1", "time_left b 9 1"),
        ("match-whole-periods", "byoyomi:0+3x2.9", "time_settings 0 2 1", "time_left b 2 1"),
    ] {
        let log = scratch(&format!("{name}-log")).join("times");
        let engine = fake("A", &format!("integers '{}'", log.display()));
        let played = Match::new(name, &[engine, fake("B", "")], &format!("--games 1 --clock {clock}"));
        assert_ends(&played.run(&[]), 0);
        let log = fs::read_to_string(log).unwrap();
        let whole: Vec<&str> = log.lines().filter(|line| !line.contains('.')).collect();
        assert_eq!(whole[0], settings, "{log}");
        let sent: Vec<&&str> = whole.iter().filter(|line| line.starts_with("time_left")).collect();
        assert!(!sent.is_empty() && sent.iter().all(|line| **line == left), "{log}");
    }
}

#[test]
fn a_match_ends_when_its_interval_is_narrow_and_can_be_made_narrower() {
    let engines = [fake("A", ""), fake("B", "")];
    let played = Match::new("match-until-error", &engines, "--games 4000 --concurrency 2 --seed 1");
    let output = played.run(&["--until-error", "120"]);
    assert_ends(&output, 0);
    let count = played.records().len();
    assert!((40..400).contains(&count), "{count}");
    assert!(text(&output.stdout).contains(&format!("the interval is narrow enough after {count} games")));
    let output = played.run(&["--resume", "--until-error", "80"]);
    assert_ends(&output, 0);
    assert!(played.records().len() > count, "{}", text(&output.stdout));
    for (options, message) in [
        (&["--until-error", "0"][..], "--until-error takes Elo above 0, and excludes --sprt"),
        (&["--until-error", "20", "--sprt", "elo0=0,elo1=10"], "cannot be used with"),
    ] {
        let output = Match::new("match-until-error-bad", &engines, "--games 4").run(options);
        assert_ends(&output, 2);
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}

#[test]
fn a_shard_plays_all_its_games_and_the_report_of_all_shards_decides_the_test() {
    let engines = [fake("A", ""), fake("B", "resign")];
    let options = "--games 80 --seed 3 --sprt elo0=0,elo1=300,alpha=0.05,beta=0.05";
    let mut folders = Vec::new();
    for (name, shard) in [("match-sprt-1", "1/2"), ("match-sprt-2", "2/2")] {
        let played = Match::new(name, &engines, options);
        assert_ends(&played.run(&["--shard", shard]), 0);
        assert_eq!(played.records().len(), 40);
        folders.push(played);
    }
    let report = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["match", "--report"])
        .args(folders.iter().map(|played| &played.out))
        .arg("--html")
        .arg(folders[0].out.join("all.html"))
        .output()
        .unwrap();
    let said = text(&report.stdout);
    assert!(said.contains("80 games ended") && said.contains("H1 accepted"), "{said}");
}
