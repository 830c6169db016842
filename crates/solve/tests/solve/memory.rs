//! The memory that it takes to look at all positions is known before the work begins.

use std::path::Path;

use quintet_solve::{
    Limits, Solution, SolveOptions, SolverError, ValueStore, lacks_memory, open_table, solve_diagram, write_table,
};

use crate::setup;

/// Returns the MiB that all positions of a setup need, if they do not fit.
fn needed_mib(line: &str, memory: u64) -> Option<u64> {
    let limits = Limits { memory, ..Limits::default() };
    match lacks_memory(&setup(line), None, limits, &ValueStore::default()) {
        Some(SolverError::Memory(_, mib)) => Some(mib),
        Some(error) => panic!("{line}: {error}"),
        None => None,
    }
}

#[test]
fn positions_that_do_not_fit_are_reported_before_a_search_begins() {
    for line in ["alaric 20", "bracket 5 shape=rhombus"] {
        let mib = needed_mib(line, 10 << 20).unwrap_or_else(|| panic!("{line}"));
        assert_eq!((needed_mib(line, (mib - 1) << 20), needed_mib(line, mib << 20)), (Some(mib), None), "{line}");
    }
    for line in ["cascade 5", "stoical 4x5 repetition=none", "bracket 9"] {
        assert_eq!(needed_mib(line, 1), None, "no strategy looks at all positions of {line} at once");
    }
}

#[test]
fn with_too_little_memory_for_plies_the_values_and_best_moves_are_the_same() {
    for line in ["alaric 15", "alaric 13 board=line"] {
        let mib = needed_mib(line, 1).unwrap_or_else(|| panic!("{line}"));
        let store = ValueStore::default();
        let solve = |memory| {
            let options = SolveOptions { limits: Limits { memory, ..Limits::default() }, ..SolveOptions::default() };
            solve_diagram(&setup(line), None, &options, &store, &|_| true).unwrap()
        };
        let alone = solve(mib << 20);
        assert!(!store.contains(&setup(line)), "an engine needs plies to make progress");
        let whole = solve(u64::MAX);
        let value =
            |solution: &Solution| ([solution.low, solution.high], solution.best.clone(), solution.obstacle.is_none());
        assert_eq!(value(&alone), value(&whole), "{line}");
        assert!(alone.plies.is_none() && alone.line.is_empty() && !whole.line.is_empty(), "{line}");
    }
}

#[test]
fn boards_with_too_many_positions_are_not_numbered() {
    for line in ["alaric 25", "alaric 22 board=line", "alaric 24 board=line edge=wall"] {
        let setup = setup(line);
        assert!((setup.info().solving.states)(&setup).is_none(), "{line}");
        assert_eq!(needed_mib(line, 1), None, "{line}");
    }
}

#[test]
fn a_table_that_does_not_fit_is_reported_before_the_work_begins() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("does-not-fit");
    let limits = Limits { memory: 1 << 10, ..Limits::default() };
    let watch = |_| panic!("no work begins");
    let error = write_table(&path, &setup("alaric 12"), limits, &ValueStore::default(), &watch).unwrap_err();
    assert!(matches!(error, SolverError::Memory(..)) && !path.exists(), "{error}");
}

#[test]
fn an_opened_table_needs_no_memory() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("needs-no-memory");
    let (setup, none) = (setup("alaric 10"), Limits { memory: 0, ..Limits::default() });
    write_table(&path, &setup, Limits::default(), &ValueStore::default(), &|_| true).unwrap();
    let store = ValueStore::default();
    open_table(&path, quintet_games::find, &store).unwrap();
    assert!(lacks_memory(&setup, None, none, &store).is_none());
    let larger = setup.with_size(19).unwrap();
    assert!(lacks_memory(&larger, None, none, &store).is_some(), "the table of another setup does not help");
}
