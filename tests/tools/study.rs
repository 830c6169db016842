//! `quintet study` from the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use super::matches::{QUINTET, assert_ends, text};
use super::scratch;

fn study(out: &Path, options: &str) -> Command {
    let mut command = Command::new(QUINTET);
    command.arg("study").args(options.split_whitespace()).arg("--out").arg(out);
    command
}

fn run(out: &Path, options: &str) -> Output {
    study(out, options).output().unwrap()
}

#[test]
fn the_same_seed_gives_the_same_files_also_after_a_kill() {
    let folder = scratch("study-killed");
    let options = "--game alak --sizes 5,7 --rule edge=wall,open --games 30 --visits 200 --seed 3";
    let [whole, killed] = ["whole", "killed"].map(|name| folder.join(name));
    let output = run(&whole, options);
    assert_ends(&output, 0);
    assert!(text(&output.stdout).contains("5 edge=wall, 30 games\n"), "{}", text(&output.stdout));
    let mut child = study(&killed, options).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let games = killed.join("games.jsonl");
    let written = || fs::read(&games).is_ok_and(|bytes| bytes.len() > 2000);
    while !written() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // Without the seed, which is kept with the study.
    assert_ends(&run(&killed, &(options.replace("--seed 3", "--resume"))), 0);
    for name in ["study.json", "games.jsonl", "report.json", "report.html"] {
        assert_eq!(fs::read(killed.join(name)).unwrap(), fs::read(whole.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn wrong_grids_are_refused_with_all_problems_in_one_line() {
    let out = scratch("study-refused").join("study");
    let cases: [(&str, &[&str]); 5] = [
        (
            "--game redstone --sizes 1,9,26 --rule pie=on,maybe --games 0",
            &["--games takes", "unacceptable size 1", "unacceptable size 26", "2 to 25", "pie takes on, off"],
        ),
        ("--game redstone --rule eye=any", &["no such rule", "redstone has pie"]),
        ("--game bracket --sizes 5,5", &["the board 5 is given twice"]),
        ("--level 3 --visits 100", &["exclude each other"]),
        ("--level 3 --doublings 1", &["--doublings needs"]),
    ];
    for (options, parts) in cases {
        let output = run(&out, options);
        assert_ends(&output, 2);
        let message = text(&output.stderr);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(parts.iter().all(|part| message.contains(part)), "{options}: {message}");
        assert!(!out.exists());
    }
}
