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

#[test]
fn shards_put_together_are_the_whole_study() {
    let folder = scratch("study-shards");
    let options = "--game alak --sizes 5,7 --games 7 --visits 20 --doublings 1 --seed 3 --quiet";
    let whole = folder.join("whole");
    assert_ends(&run(&whole, options), 0);
    let shards = ["1/3", "2/3", "3/3"].map(|shard| (shard, folder.join(shard.replace('/', "-"))));
    for (shard, out) in &shards {
        assert_ends(&run(out, &format!("{options} --shard {shard}")), 0);
    }
    let merge = |parts: &[(&str, std::path::PathBuf)], out: &str| {
        let parts: Vec<&str> = parts.iter().map(|(_, path)| path.to_str().unwrap()).collect();
        run(&folder.join(out), &format!("--merge {}", parts.join(" ")))
    };
    assert_ends(&merge(&shards, "together"), 0);
    for name in ["study.json", "games.jsonl", "report.json", "report.html"] {
        assert_eq!(
            fs::read(folder.join("together").join(name)).unwrap(),
            fs::read(whole.join(name)).unwrap(),
            "{name}"
        );
    }
    let missing = merge(&shards[..2], "two");
    assert_ends(&missing, 2);
    assert!(text(&missing.stderr).contains("games are in none of these shards"), "{}", text(&missing.stderr));
    let again = merge(&shards, "together");
    assert_ends(&again, 2);
    let other = folder.join("other");
    assert_ends(&run(&other, &format!("{} --shard 1/3", options.replace("--games 7", "--games 8"))), 0);
    let mixed = merge(&[("", other), shards[1].clone()], "mixed");
    assert_ends(&mixed, 2);
    assert!(text(&mixed.stderr).contains("holds another study: games differ"), "{}", text(&mixed.stderr));
    // A shard without a seed that the others can have.
    let unseeded = run(&folder.join("unseeded"), "--game alak --sizes 5 --games 2 --visits 5 --shard 1/2");
    assert_ends(&unseeded, 2);
    assert!(text(&unseeded.stderr).contains("shards need the same --seed"), "{}", text(&unseeded.stderr));
}
