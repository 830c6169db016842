//! Sweeps over all positions of a board, held to a look at each position by itself.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use quintet::game::Game;
use quintet::games::{self, Visitor};
use quintet::setup::Setup;
use quintet::solve::Limits;
use quintet::solve::graph::Graph;
use quintet::solve::sweeps::Sweeps;
use quintet::solvers::{self, SolverError};
use quintet::words::{Rng, random_below};
use rand::SeedableRng as _;

use crate::setups::setup;

fn sweeps<G: Game>(setup: &Setup, threads: usize) -> Sweeps {
    Sweeps::new::<G>(setup, G::boards(setup).expect("the board is small"), true, threads, None, &|_| true)
        .expect("without a file nothing can fail")
}

/// Some positions of random games.
fn positions<G: Game>(setup: &Setup, games: u64) -> Vec<G> {
    let (mut found, mut moves) = (Vec::new(), Vec::new());
    for seed in 0..games {
        let mut rng = Rng::seed_from_u64(seed);
        let mut position = G::new(setup);
        while !position.is_over() && found.len() < (seed as usize + 1) * 30 {
            found.push(position.clone());
            moves.clear();
            position.legal_moves(&mut moves);
            position.play_unchecked(moves[random_below(&mut rng, moves.len() as u32) as usize]);
        }
    }
    found
}

#[test]
fn values_ends_and_best_moves_are_those_of_a_look_at_each_position() {
    struct Compare;
    impl Visitor for Compare {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            let sweeps = sweeps::<G>(setup, 1);
            let graph = Graph::new(setup, &G::new(setup), 1 << 20, &|_| true).expect("few positions");
            for position in positions::<G>(setup, 30) {
                let (swept, looked) = (sweeps.solution(&position), graph.solution(&position, Instant::now()).unwrap());
                let line = quintet::record::position::format(setup, &position.diagram());
                assert_eq!((swept.value(), &swept.best), (looked.value(), &looked.best), "{line}");
                let margins = |ends: quintet::solve::known::Ends| ends.map(|end| end.map(|(margin, _)| margin));
                assert_eq!(swept.ends.map(margins), looked.ends.map(margins), "{line}");
            }
        }
    }
    for line in ["2", "2x3", "3", "2x5", "5x2", "2x6", "4x3"] {
        for komi in ["0", "1", "-2.5"] {
            games::visit(&setup(&format!("stoical {line} repetition=none komi={komi}")), Compare);
        }
    }
}

#[test]
fn as_many_positions_and_forced_cycles_are_counted_as_by_a_look_at_each() {
    struct Count;
    impl Visitor for Count {
        type Output = (u64, u64);
        fn visit<G: Game>(self, setup: &Setup) -> (u64, u64) {
            let start = G::new(setup);
            let counts = sweeps::<G>(setup, 2).count(&start, &|_| true).expect("nobody says no");
            let graph = Graph::new(setup, &start, 1 << 20, &|_| true).expect("few positions");
            assert_eq!((counts.positions, counts.open), (graph.len() as u64, graph.cycles().len() as u64));
            (counts.positions, counts.open)
        }
    }
    let count = |line| games::visit(&setup(&format!("stoical {line} repetition=none")), Count);
    // These numbers are those of scripts/forced-cycles.
    assert_eq!(["2", "2x3", "3", "2x5"].map(count), [(31, 0), (397, 0), (5538, 0), (28_237, 0)]);
    assert_eq!(["2x6", "3x4", "4x3"].map(count), [(242_333, 85), (260_452, 0), (260_452, 0)]);
}

#[test]
fn ways_to_forced_cycles_lead_to_positions_whose_ends_do_not_meet() {
    struct Ways;
    impl Visitor for Ways {
        type Output = usize;
        fn visit<G: Game>(self, setup: &Setup) -> usize {
            let start = G::new(setup);
            let sweeps = sweeps::<G>(setup, 1);
            let ways = sweeps.ways(&start, 5);
            for way in &ways {
                let mut position = start.clone();
                way.iter().for_each(|&mv| position.play(mv).expect("the moves are legal"));
                let [black, white] = sweeps.solution(&position).ends.expect("they are known");
                assert_ne!(black.map(|(margin, _)| margin), white.map(|(margin, _)| -margin));
            }
            ways.len()
        }
    }
    assert_eq!(games::visit(&setup("stoical 2x6 repetition=none"), Ways), 5);
}

#[test]
fn a_line_of_best_play_ends_with_the_value() {
    struct Line;
    impl Visitor for Line {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            let sweeps = sweeps::<G>(setup, 2);
            for mut position in positions::<G>(setup, 10) {
                let solution = sweeps.solution(&position);
                let [black, white] = solution.ends.expect("they are known");
                solution.line.iter().for_each(|&mv| position.play(mv).expect("the moves are legal"));
                if black.map(|(margin, _)| margin) == white.map(|(margin, _)| -margin) {
                    assert_eq!(position.outcome().map(|outcome| outcome.margin.points()), solution.value());
                }
            }
        }
    }
    for line in ["3", "2x6", "3x4"] {
        games::visit(&setup(&format!("stoical {line} repetition=none")), Line);
    }
}

#[test]
fn sweeps_that_are_ended_tell_bounds_that_hold() {
    struct Ended(u32);
    impl Visitor for Ended {
        type Output = [f64; 2];
        fn visit<G: Game>(self, setup: &Setup) -> [f64; 2] {
            let told = AtomicU32::new(0);
            let go_on = |_| told.fetch_add(1, Ordering::Relaxed) < self.0;
            let boards = G::boards(setup).expect("the board is small");
            let sweeps = Sweeps::new::<G>(setup, boards, true, 1, None, &go_on);
            let solution = sweeps.expect("without a file nothing can fail").solution(&G::new(setup));
            [solution.low, solution.high]
        }
    }
    let mut narrower = 0;
    for calls in (0..).step_by(20) {
        let [low, high] = games::visit(&setup("stoical 3x4 repetition=none"), Ended(calls));
        assert!(low <= 4.0 && 4.0 <= high, "{low} to {high} after {calls}");
        narrower += u32::from(low < high && [low, high] != [-12.0, 12.0]);
        if low == high {
            break;
        }
    }
    assert!(narrower > 0);
}

#[test]
fn boards_that_are_too_large_or_whose_rules_ask_for_more_have_no_layers() {
    struct Has;
    impl Visitor for Has {
        type Output = bool;
        fn visit<G: Game>(self, setup: &Setup) -> bool {
            G::boards(setup).is_some()
        }
    }
    let has = |line: &str| games::visit(&setup(&format!("stoical {line}")), Has);
    assert!(has("3x4 repetition=none") && has("2x3 repetition=none komi=2"));
    for line in ["3x4", "3x4 repetition=none block=B2", "3x4 repetition=none ko=bigger", "5 repetition=none"] {
        assert!(!has(line), "{line}");
    }
    assert!(!games::visit(&setup("cancer 3"), Has));
}

#[test]
fn memory_that_is_too_small_is_told_before_the_work_begins() {
    let limits = Limits { memory: 100 << 20, ..Limits::default() };
    let error = solvers::cycles(&setup("stoical 4x5 repetition=none"), None, limits, None, 1, &|_| true).unwrap_err();
    let SolverError::Memory(positions, needed) = error else { panic!("{error}") };
    assert!(positions > 1_500_000_000 && (4000..5000).contains(&needed), "{positions} positions, {needed} MiB");
}

#[test]
fn where_all_positions_do_not_fit_that_is_known_before_a_forward_search_begins() {
    let needs = |line: &str, memory: u64| match solvers::lacks_memory(
        &setup(line),
        None,
        Limits { memory, ..Limits::default() },
    ) {
        Some(SolverError::Memory(_, mib)) => Some(mib),
        Some(error) => panic!("{line}: {error}"),
        None => None,
    };
    for line in ["alaric 20", "stoical 4x5 repetition=none", "bracket 5 shape=rhombus"] {
        let mib = needs(line, 10 << 20).unwrap_or_else(|| panic!("{line}"));
        assert_eq!((needs(line, (mib - 1) << 20), needs(line, mib << 20)), (Some(mib), None), "{line}");
    }
    assert_eq!(needs("cascade 5", 1), None, "no board of Cascade is worked out all at once");
    assert_eq!(needs("bracket 9", 1), None, "nor is one of Bracket that no memory has room for");
}

#[test]
fn a_table_that_was_opened_needs_no_memory() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("needs-no-memory");
    let (setup, none) = (setup("alaric 10"), Limits { memory: 0, ..Limits::default() });
    solvers::write_table(&path, &setup, Limits::default(), &|_| true).unwrap();
    solvers::open_table(&path).unwrap();
    assert!(solvers::lacks_memory(&setup, None, none).is_none());
    assert!(
        solvers::lacks_memory(&setup.with_size(19).unwrap(), None, none).is_some(),
        "another setup's table says nothing"
    );
}

#[test]
fn the_start_of_4_x_4_is_solved_in_the_way_that_fits() {
    let limits = Limits { memory: 256 << 20, ..Limits::default() };
    let solution = solvers::solve(&setup("stoical 4 repetition=none"), None, limits, None, false, &|_| true).unwrap();
    // As forward search and a look at each position found it.
    assert_eq!(solution.text(), "B+2");
    assert_eq!(solution.best.len(), 4);
}
