//! Alpha-beta search and layered iteration resume from their checkpoints; any other file is refused
//! and left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use quintet_solve::{
    CheckpointError, Cycles, Limits, Solution, SolveOptions, SolverError, ValueStore, find_cycles, solve_diagram,
};

use crate::setup;

const GAME: &str = "cancer 3x4 pie=off";
const LAYERED: &str = "stoical 2x6 repetition=none";

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn solve(line: &str, nodes: Option<u64>, file: Option<&Path>) -> Result<Solution, SolverError> {
    let limits = Limits { nodes, ..Limits::default() };
    let options = SolveOptions { limits, checkpoint: file, ends: false };
    solve_diagram(&setup(line), None, &options, &ValueStore::default(), &|_| true)
}

#[test]
fn a_search_that_was_stopped_resumes() {
    let path = file("goes-on");
    let whole = solve(GAME, None, None).unwrap();
    let first = solve(GAME, Some(whole.nodes / 2), Some(&path)).unwrap();
    assert_eq!(first.value(), None);
    let second = solve(GAME, None, Some(&path)).unwrap();
    assert_eq!((second.text(), &second.best), (whole.text(), &whole.best));
    assert!(second.nodes > first.nodes, "nodes count on");
    assert!(second.nodes < first.nodes + whole.nodes, "it does not begin anew");
}

#[test]
fn a_checkpoint_of_another_run_is_refused_in_one_sentence() {
    let path = file("another");
    solve(GAME, Some(10_000), Some(&path)).unwrap();
    let before = fs::read(&path).unwrap();
    let error = solve("cancer 3 pie=off", None, Some(&path)).unwrap_err();
    let text = error.to_string();
    assert_eq!(text.matches("a checkpoint of another run").count(), 1, "{text}");
    assert!(text.contains("cancer 3x4") && text.contains(path.to_str().unwrap()), "{text}");
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn a_checkpoint_is_refused_where_none_is_kept() {
    for (line, method) in [("alaric 9", "retrograde analysis"), ("stoical 2", "the graph of the board")] {
        let path = file("not-kept");
        let error = solve(line, None, Some(&path)).unwrap_err().to_string();
        let expected =
            format!("{}: this board is solved at once, by {method}, which keeps no checkpoint", path.display());
        assert_eq!(error, expected);
        assert!(!path.exists());
    }
}

#[test]
fn a_checkpoint_is_refused_where_cycles_are_counted_in_a_graph() {
    let path = file("graph");
    for line in ["stoical 2", "alaric 9"] {
        let setup = setup(line);
        let error = find_cycles(&setup, None, Limits::default(), Some(&path), 1, &|_| true).unwrap_err().to_string();
        assert!(error.ends_with("by a graph of all reachable positions, which keeps no checkpoint"), "{error}");
        assert!(!path.exists());
    }
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

/// Iterates until it is asked for the `calls`-th time whether to go on.
fn iterate(line: &str, calls: u32, file: Option<&Path>) -> Result<Cycles, SolverError> {
    let asked = AtomicU32::new(0);
    let go_on = |_| asked.fetch_add(1, Ordering::Relaxed) < calls;
    let limits = Limits { threads: 2, ..Limits::default() };
    find_cycles(&setup(line), None, limits, file, 3, &go_on)
}

#[test]
fn an_iteration_that_is_stopped_again_and_again_has_the_same_result() {
    let path = file("layered");
    let whole = iterate(LAYERED, u32::MAX, None).unwrap();
    let mut stops = 0;
    // Longer and longer, since the last iteration has to change nothing, and all positions are
    // counted in one go.
    let again = loop {
        let calls = 20 + 20 * stops;
        match iterate(LAYERED, calls, Some(&path)) {
            Ok(cycles) => {
                assert!(iterate(LAYERED, calls, None).is_err(), "it does not begin anew");
                break cycles;
            }
            Err(SolverError::Stopped(_)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 1000);
    };
    assert!(stops > 2, "stopped {stops} times");
    let result = |cycles: &Cycles| (cycles.solution.text(), cycles.solution.best.clone(), cycles.solution.ends);
    assert_eq!(result(&again), result(&whole));
    assert_eq!((again.positions, again.forced, again.ways), (whole.positions, whole.forced, whole.ways));
    assert!(!again.solution.line.is_empty());
}

#[test]
fn a_checkpoint_of_another_iteration_or_a_damaged_one_is_refused_and_left_alone() {
    let path = file("layered-damaged");
    assert!(matches!(iterate(LAYERED, 60, Some(&path)), Err(SolverError::Stopped(_))));
    let good = fs::read(&path).unwrap();
    for other in ["stoical 2x7 repetition=none", "stoical 2x6 repetition=none komi=1"] {
        let error = iterate(other, u32::MAX, Some(&path)).unwrap_err();
        assert!(error.to_string().contains("a checkpoint of another run: 'sweeps of stoical 2x6"), "{error}");
    }
    let searched = file("searched");
    solve(GAME, Some(10_000), Some(&searched)).unwrap();
    let longer = [&good[..], &[0; 4]].concat();
    for bytes in [good[..good.len() - 4].to_vec(), good[..40].to_vec(), longer, fs::read(&searched).unwrap()] {
        fs::write(&path, &bytes).unwrap();
        let error = iterate(LAYERED, u32::MAX, Some(&path)).unwrap_err();
        assert!(matches!(error, SolverError::Checkpoint(..)), "{error}");
        assert!(fs::read(&path).unwrap() == bytes);
    }
}

#[test]
fn one_wrong_bit_is_noticed() {
    let path = file("bit");
    solve(GAME, Some(10_000), Some(&path)).unwrap();
    let good = fs::read(&path).unwrap();
    let text = good.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).unwrap().0;
    for at in [text - 9, text + 1, text + 999, good.len() / 2, good.len() - 33, good.len() - 1] {
        let mut wrong = good.clone();
        wrong[at] ^= 1;
        fs::write(&path, &wrong).unwrap();
        let error = solve(GAME, None, Some(&path)).unwrap_err();
        assert!(matches!(error, SolverError::Checkpoint(..)), "byte {at}: {error}");
        assert!(fs::read(&path).unwrap() == wrong);
    }
    let old = [b"quintet checkpoint 3", &good[20..good.len() - 32]].concat();
    fs::write(&path, old).unwrap();
    let error = solve(GAME, None, Some(&path)).unwrap_err().to_string();
    assert!(error.ends_with("it is a checkpoint of version 3; version 4 is read"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_checkpoint_has_one_user_at_a_time() {
    let path = file("locked");
    iterate(LAYERED, 60, Some(&path)).unwrap_err();
    let refused = AtomicU32::new(0);
    let limits = Limits::default();
    let watch = |_| {
        let second = iterate(LAYERED, 60, Some(&path));
        let locked = matches!(second, Err(SolverError::Checkpoint(_, CheckpointError::Locked)));
        refused.fetch_add(u32::from(locked), Ordering::Relaxed);
        false
    };
    find_cycles(&setup(LAYERED), None, limits, Some(&path), 3, &watch).unwrap_err();
    assert!(refused.into_inner() > 0);
    // The lock ends with its holder.
    iterate(LAYERED, 60, Some(&path)).unwrap_err();
}
