//! Alpha-beta search resumes from its checkpoints; any other file is refused and left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use quintet_solve::{CheckpointError, Limits, Solution, SolveOptions, SolverError, ValueStore, Watch, solve_diagram};

use crate::setup;

const GAME: &str = "cancer 3x4 pie=off";

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn solve(line: &str, nodes: Option<u64>, file: Option<&Path>) -> Result<Solution, SolverError> {
    solve_while(line, nodes, file, &|_| true)
}

fn solve_while(line: &str, nodes: Option<u64>, file: Option<&Path>, watch: Watch<'_>) -> Result<Solution, SolverError> {
    let limits = Limits { nodes, ..Limits::default() };
    let options = SolveOptions { limits, checkpoint: file, ends: false };
    solve_diagram(&setup(line), None, &options, &ValueStore::default(), watch)
}

#[test]
fn a_search_that_was_stopped_resumes() {
    let path = file("goes-on");
    let whole = solve(GAME, None, None).unwrap();
    let first = solve(GAME, Some(whole.nodes / 8), Some(&path)).unwrap();
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
    let refused = AtomicU32::new(0);
    let watch = |_| {
        let second = solve(GAME, Some(60), Some(&path));
        let locked = matches!(second, Err(SolverError::Checkpoint(_, CheckpointError::Locked)));
        refused.fetch_add(u32::from(locked), Ordering::Relaxed);
        false
    };
    solve_while(GAME, None, Some(&path), &watch).unwrap();
    assert!(refused.into_inner() > 0);
    // The lock ends with its holder.
    solve(GAME, Some(60), Some(&path)).unwrap();
}
