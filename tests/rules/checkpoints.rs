//! A forward search that was stopped goes on from what it wrote down; what is no checkpoint of it is refused and left alone.

use std::fs;
use std::path::{Path, PathBuf};

use quintet::solve::{Limits, Solution};
use quintet::solvers::{self, SolverError};

use crate::setups::setup;

const GAME: &str = "cancer 3x4 pie=off";

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn solve(line: &str, nodes: Option<u64>, file: Option<&Path>) -> Result<Solution, SolverError> {
    solvers::solve(&setup(line), None, Limits { nodes, ..Limits::default() }, file, false, &|_| true)
}

#[test]
fn a_search_that_was_stopped_goes_on_where_it_was() {
    let path = file("goes-on");
    let whole = solve(GAME, None, None).unwrap();
    let first = solve(GAME, Some(whole.nodes / 2), Some(&path)).unwrap();
    assert_eq!(first.value(), None);
    let second = solve(GAME, None, Some(&path)).unwrap();
    assert_eq!((second.text(), &second.best), (whole.text(), &whole.best));
    assert!(second.nodes > first.nodes, "nodes count on");
    assert!(second.nodes < first.nodes + whole.nodes, "what was found isn't looked for again");
}

#[test]
fn a_checkpoint_of_another_run_is_refused_in_one_sentence() {
    let path = file("another");
    solve(GAME, Some(10_000), Some(&path)).unwrap();
    let before = fs::read(&path).unwrap();
    let error = solve("cancer 3 pie=off", None, Some(&path)).unwrap_err();
    let told = format!("{:#}", anyhow::Error::from(error));
    assert_eq!(told.matches("a checkpoint of another run").count(), 1, "{told}");
    assert!(told.contains("cancer 3x4") && told.contains(path.to_str().unwrap()), "{told}");
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn a_checkpoint_that_is_cut_or_garbled_is_refused_and_left_alone() {
    let path = file("cut");
    solve(GAME, Some(10_000), Some(&path)).unwrap();
    let good = fs::read(&path).unwrap();
    let lines: Vec<usize> =
        good.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at).take(3).collect();
    let numbers = String::from_utf8(good[lines[1] + 1..lines[2]].to_vec()).unwrap();
    let count = numbers.split(' ').next_back().unwrap();
    let with = |count: &str| {
        let head = numbers.rsplit_once(' ').unwrap().0;
        [&good[..=lines[1]], head.as_bytes(), b" ", count.as_bytes(), &good[lines[2]..]].concat()
    };
    assert!(with(count) == good);
    let cut = [0, 5, lines[0], lines[1], lines[2], lines[2] + 9, good.len() - 1].map(|length| good[..length].to_vec());
    let garbled = ["-1", "0", "x", "1099511627776", "9223372036854775807"].map(with);
    let longer = [&good[..], b"x"].concat();
    for bytes in cut.into_iter().chain(garbled).chain([longer]) {
        fs::write(&path, &bytes).unwrap();
        let error = solve(GAME, None, Some(&path)).unwrap_err();
        assert!(matches!(error, SolverError::Checkpoint(..)), "{error}");
        assert!(fs::read(&path).unwrap() == bytes);
    }
}
