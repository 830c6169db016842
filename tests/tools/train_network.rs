//! Positions that are exported, and `scripts/train-network`, which trains on them.

use std::path::{Path, PathBuf};
use std::process::Command;

use regex_lite::Regex;

use crate::learn::{assert_ends, quintet};
use crate::scratch;

const LEARN: &str = "learn --game stoical --size 7 --network --seed 1 --opening-plies 4";

/// Exports the positions of twenty games and returns the file.
fn exported(out: &Path) -> PathBuf {
    let positions = out.join("positions");
    let to = [format!("--out={}", out.join("run").display()), format!("--export-positions={}", positions.display())];
    let output = quintet(&format!("{LEARN} --games 20 --visits 30"), &[&to[0], &to[1]]);
    assert_ends(&output, 0);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(said, format!("positions in {}\n", positions.display()));
    assert!(!out.join("run/weights.toml").exists(), "nothing is trained");
    positions
}

#[test]
fn positions_are_exported_instead_of_a_training() {
    let out = scratch("export");
    let file = std::fs::read(exported(&out)).unwrap();
    let text = String::from_utf8_lossy(&file[..60]).into_owned();
    let lines = Regex::new(r"^quintet positions 2 stoical 20\ntraining squares 7 7 \d+ \d+\n").unwrap();
    assert!(lines.is_match(&text), "{text:?}");
    let games = out.join("run/games").display().to_string();
    for option in ["--epochs=2", "--refine", "--shape=24x1", "--check-games=0", "--install=x"] {
        let output = quintet(LEARN, &["--from", &games, "--out=none", "--export-positions=none", option]);
        assert_ends(&output, 2);
    }
    let tables = quintet("learn --game stoical --size 7 --export-positions none", &[]);
    assert_ends(&tables, 2);
    let nowhere = out.join("none/positions").display().to_string();
    let output = quintet(LEARN, &["--from", &games, "--out", &nowhere, &format!("--export-positions={games}")]);
    assert_ends(&output, 2);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.ends_with("(os error 21)\n") && error.contains(&games), "{error}");
}

/// `cargo test --test tools -- --ignored train` with numpy and torch in `python3`.
#[test]
#[ignore = "needs Python with PyTorch"]
fn a_network_from_the_script_has_the_losses_that_it_printed() {
    let out = scratch("train-network");
    let positions = exported(&out);
    let weights = out.join("new.toml");
    let base = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/games/weights/stoical-large.toml");
    let trained = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/train-network"))
        .args(["--shape=24x2-pooling", "--batch=64", "--epochs=4", "--weights", base, "--out"])
        .args([&weights, &positions])
        .output()
        .unwrap();
    assert_ends(&trained, 0);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let losses = |text: &str| {
        let losses =
            Regex::new(r"other games: [\d.]+ % of moves predicted, log loss ([\d.]+), of results ([\d.]+)").unwrap();
        let found = losses.captures_iter(text).last().expect("losses of held-out games");
        [1, 2].map(|i| found[i].parse::<f64>().unwrap())
    };
    let games = out.join("run/games").display().to_string();
    let options = [format!("--weights={}", weights.display()), format!("--out={}", out.join("again").display())];
    let more = ["--from", &games, &options[0], &options[1], "--refine", "--epochs=1", "--check-games=0"];
    let said = quintet(LEARN, &more);
    assert_ends(&said, 0);
    let said = text(&said.stderr);
    let of_file = said.lines().find(|line| line.contains("the network that there is")).expect("the losses of the file");
    for (printed, found) in losses(&text(&trained.stdout)).into_iter().zip(losses(of_file)) {
        assert!((printed - found).abs() <= 0.003, "{printed} {found}");
    }
}
