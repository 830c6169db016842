//! Forward search and sweeps that were stopped go on from what they wrote down; what is no checkpoint of theirs is refused and left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use quintet::solve::{Limits, Solution};
use quintet::solvers::{self, Cycles, SolverError};

use crate::setups::setup;

const GAME: &str = "cancer 3x4 pie=off";
const SWEPT: &str = "stoical 2x6 repetition=none";

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

/// Sweeps that are stopped when they are asked for the `calls`-th time whether to go on.
fn sweep(line: &str, calls: u32, file: Option<&Path>) -> Result<Cycles, SolverError> {
    let asked = AtomicU32::new(0);
    let go_on = |_| asked.fetch_add(1, Ordering::Relaxed) < calls;
    let limits = Limits { threads: 2, ..Limits::default() };
    solvers::cycles(&setup(line), None, limits, file, 3, &go_on)
}

#[test]
fn sweeps_that_are_stopped_again_and_again_come_to_the_same_end() {
    let path = file("swept");
    let whole = sweep(SWEPT, u32::MAX, None).unwrap();
    let mut stops = 0;
    // Longer and longer, since the latest sweep has to change nothing, and all positions are counted at a stretch.
    let again = loop {
        let calls = 20 + 20 * stops;
        match sweep(SWEPT, calls, Some(&path)) {
            Ok(cycles) => {
                assert!(sweep(SWEPT, calls, None).is_err(), "what was found isn't looked for again");
                break cycles;
            }
            Err(SolverError::Stopped(_)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 1000);
    };
    assert!(stops > 2, "stopped {stops} times");
    let told = |cycles: &Cycles| (cycles.solution.text(), cycles.solution.best.clone(), cycles.solution.ends);
    assert_eq!(told(&again), told(&whole));
    assert_eq!((again.positions, again.forced, again.ways), (whole.positions, whole.forced, whole.ways));
    assert!(!again.solution.line.is_empty());
}

#[test]
fn a_checkpoint_of_other_sweeps_or_a_damaged_one_is_refused_and_left_alone() {
    let path = file("swept-badly");
    assert!(matches!(sweep(SWEPT, 60, Some(&path)), Err(SolverError::Stopped(_))));
    let good = fs::read(&path).unwrap();
    for other in ["stoical 2x7 repetition=none", "stoical 2x6 repetition=none komi=1"] {
        let error = sweep(other, u32::MAX, Some(&path)).unwrap_err();
        assert!(error.to_string().contains("a checkpoint of another run: 'sweeps of stoical 2x6"), "{error}");
    }
    let searched = file("searched");
    solve(GAME, Some(10_000), Some(&searched)).unwrap();
    let longer = [&good[..], &[0; 4]].concat();
    for bytes in [good[..good.len() - 4].to_vec(), good[..40].to_vec(), longer, fs::read(&searched).unwrap()] {
        fs::write(&path, &bytes).unwrap();
        let error = sweep(SWEPT, u32::MAX, Some(&path)).unwrap_err();
        assert!(matches!(error, SolverError::Checkpoint(..)), "{error}");
        assert!(fs::read(&path).unwrap() == bytes);
    }
}
