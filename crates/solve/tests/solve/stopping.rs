//! Every strategy checks regularly whether to stop, and stops then with right bounds. The work
//! between two checks is counted, not timed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_solve::{Graph, Limits, Progress, Solution, ValueStore, search_alone};

use crate::setup;

/// Solves a start until the check with this number says to stop; returns the solution and the
/// number of checks.
fn solve_until(setup: &Setup, start: &dyn AnyPosition, limits: Limits, last: u64) -> (Solution, u64) {
    let checks = AtomicU64::new(0);
    let watch = |_: Progress| checks.fetch_add(1, Ordering::Relaxed) + 1 < last;
    let solution = quintet_solve::solve(setup, start, limits, &ValueStore::default(), &watch);
    (solution, checks.into_inner())
}

/// Starts that are solved in each of the ways, and the least number of checks.
const STARTS: [(&str, u64); 5] = [
    // Retrograde analysis.
    ("alaric 13", 40),
    // The graph of a small board.
    ("stoical 3 repetition=none", 20),
    // The graph of all reachable positions.
    ("stoical 2x5 repetition=none", 400),
    // Bit-parallel search.
    ("bracket 4 shape=rhombus", 100),
    // Alpha-beta search.
    ("cascade 4", 1000),
];

#[test]
fn every_strategy_checks_regularly_and_stops_at_once() {
    for (line, least) in STARTS {
        let setup = setup(line);
        let start = setup.start();
        let limits = Limits::default();
        let (whole, checks) = solve_until(&setup, &*start, limits, u64::MAX);
        let value = whole.value().unwrap_or_else(|| panic!("{line} is not solved"));
        assert!(checks >= least, "{line}: {checks} checks");
        for last in [1, 2, checks / 2, checks - 1] {
            let (part, made) = solve_until(&setup, &*start, limits, last);
            assert!(part.low <= value && value <= part.high, "{line}: {} to {}", part.low, part.high);
            // Each of the strategies that follow checks once.
            assert!(made <= last + 4, "{line}: {} more checks after {last}", made - last);
        }
    }
}

#[test]
fn a_time_limit_ends_a_computation_that_takes_longer_and_no_other() {
    for line in ["alaric 9", "stoical 3 repetition=none", "cascade 3"] {
        let setup = setup(line);
        let start = setup.start();
        let ways: [&dyn Fn(Limits) -> Solution; 2] =
            [&|limits| quintet_solve::solve(&setup, &*start, limits, &ValueStore::default(), &|_| true), &|limits| {
                search_alone(&setup, &*start, limits, &|_| true)
            }];
        for solve in ways {
            let within = |time| solve(Limits { time: Some(time), ..Limits::default() });
            let value = within(Duration::from_secs(1000)).value().unwrap_or_else(|| panic!("{line} is not solved"));
            let stopped = within(Duration::ZERO);
            assert!(stopped.low < stopped.high && (stopped.low..=stopped.high).contains(&value), "{line}: {stopped:?}");
        }
    }
}

#[test]
fn an_alpha_beta_search_makes_few_nodes_between_two_checks() {
    for line in ["alaric 12", "bracket 5", "cancer 5", "cancer 9", "cascade 12", "stoical 9"] {
        let setup = setup(line);
        let start = setup.start();
        let checks = AtomicU64::new(0);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let watch = |_: Progress| {
            checks.fetch_add(1, Ordering::Relaxed);
            true
        };
        let found = search_alone(&setup, &*start, limits, &watch);
        let checks = checks.into_inner();
        // The moves of one position are looked at without a check.
        let most = 64 + start.count_legal() as u64;
        assert!(found.nodes <= checks * most, "{line}: {} nodes, {checks} checks", found.nodes);
    }
}

#[test]
fn few_positions_are_added_to_a_graph_between_two_checks() {
    let setup = setup("stoical 2x5 repetition=none");
    let (checks, latest) = (AtomicU64::new(0), AtomicU64::new(0));
    let watch = |progress: Progress| {
        let before = latest.swap(progress.nodes, Ordering::Relaxed);
        assert!(progress.nodes - before <= 64, "{} after {before}", progress.nodes);
        checks.fetch_add(1, Ordering::Relaxed);
        true
    };
    let graph = Graph::new(&setup, &*setup.start(), 1 << 20, &watch).expect("it is small");
    // The checks while positions are enumerated, and at least as many while forced results are
    // computed.
    assert!(checks.into_inner() > graph.len() as u64 / 64);
}
