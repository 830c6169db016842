//! Layered iteration agrees with a graph of single positions.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use quintet_core::position::AnyPosition;
use quintet_core::random::Rng;
use quintet_core::setup::Setup;
use quintet_solve::layered_iteration::{LayeredIteration, Options};
use quintet_solve::{Ends, Graph, Limits, SolveOptions, ValueStore, Watch, solve_diagram};
use rand::SeedableRng as _;

use crate::{random_move, setup};

fn iterate_while(setup: &Setup, threads: usize, watch: Watch<'_>) -> LayeredIteration {
    let boards = (setup.info().solving.boards)(setup).expect("the board is small");
    let options = Options { ranks: true, threads, checkpoint: None };
    LayeredIteration::run(setup, boards.into(), options, watch).expect("only a checkpoint can fail")
}

fn iterate(setup: &Setup, threads: usize) -> LayeredIteration {
    iterate_while(setup, threads, &|_| true)
}

/// Returns some positions of random games.
fn positions(setup: &Setup, games: u64) -> Vec<Box<dyn AnyPosition>> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::seed_from_u64(seed);
        let mut position = setup.start();
        while !position.is_over() && found.len() < (seed as usize + 1) * 30 {
            found.push(position.clone());
            position.play_unchecked(random_move(&*position, &mut rng));
        }
    }
    found
}

fn margins(ends: Ends) -> [Option<i32>; 2] {
    ends.map(|end| end.map(|(margin, _)| margin))
}

#[test]
fn values_ends_and_best_moves_are_those_of_the_graph() {
    for line in ["2", "2x3", "3", "2x5", "5x2", "2x6", "4x3"] {
        for komi in ["0", "1", "-2.5"] {
            let setup = setup(&format!("stoical {line} repetition=none komi={komi}"));
            let iteration = iterate(&setup, 1);
            let graph = Graph::new(&setup, &*setup.start(), 1 << 20, &|_| true).expect("few positions");
            for position in positions(&setup, 30) {
                let found = iteration.solution(&*position);
                let wanted = graph.solution(&*position, Instant::now()).unwrap();
                let line = quintet_record::position_line::format(&setup, &position.diagram());
                assert_eq!((found.value(), &found.best), (wanted.value(), &wanted.best), "{line}");
                assert_eq!(found.ends.map(margins), wanted.ends.map(margins), "{line}");
            }
        }
    }
}

#[test]
fn positions_and_forced_cycles_are_counted_like_those_of_the_graph() {
    let count = |line| {
        let setup = setup(&format!("stoical {line} repetition=none"));
        let start = setup.start();
        let counts = iterate(&setup, 2).count(&*start, &|_| true).expect("it is not stopped");
        let graph = Graph::new(&setup, &*start, 1 << 20, &|_| true).expect("few positions");
        assert_eq!((counts.positions, counts.open), (graph.len() as u64, graph.cycles().len() as u64));
        (counts.positions, counts.open)
    };
    // The same numbers as those of scripts/forced-cycles.
    assert_eq!(["2", "2x3", "3", "2x5"].map(count), [(31, 0), (397, 0), (5538, 0), (28_237, 0)]);
    assert_eq!(["2x6", "3x4", "4x3"].map(count), [(242_333, 85), (260_452, 0), (260_452, 0)]);
}

#[test]
fn ways_to_forced_cycles_lead_to_positions_whose_ends_do_not_meet() {
    let setup = setup("stoical 2x6 repetition=none");
    let (start, iteration) = (setup.start(), iterate(&setup, 1));
    let ways = iteration.ways(&*start, 5);
    for way in &ways {
        let mut position = start.clone();
        way.iter().for_each(|&mv| position.play(mv).expect("the moves are legal"));
        let [black, white] = margins(iteration.solution(&*position).ends.expect("they are known"));
        assert_ne!(black, white.map(|margin| -margin));
    }
    assert_eq!(ways.len(), 5);
}

#[test]
fn endless_play_is_a_draw_if_neither_side_can_force_a_better_end() {
    let mut endless = 0;
    for komi in ["0", "3.5", "-3.5"] {
        let setup = setup(&format!("stoical 2x6 repetition=none komi={komi}"));
        let (start, iteration) = (setup.start(), iterate(&setup, 2));
        for way in iteration.ways(&*start, 20) {
            let mut position = start.clone();
            way.iter().for_each(|&mv| position.play(mv).expect("the moves are legal"));
            let solution = iteration.solution(&*position);
            // Scores without komi.
            let margins = margins(solution.ends.expect("they are known"));
            let [black, white] = margins.map(|margin| margin.map(f64::from));
            let (black, white) = (black.map(|score| score - setup.komi()), white.map(|score| score + setup.komi()));
            let value = match (black, white) {
                (Some(black), _) if black > 0.0 => black,
                (_, Some(white)) if white > 0.0 => -white,
                _ => 0.0,
            };
            assert_eq!(solution.value(), Some(value), "komi {komi}: {:?}", position.diagram());
            endless += u32::from(value == 0.0);
        }
    }
    assert!(endless > 0);
}

#[test]
fn no_position_contradicts_its_moves() {
    for line in ["stoical 3 repetition=none", "stoical 2x5 repetition=none komi=1.5"] {
        let setup = setup(line);
        assert!(iterate(&setup, 2).contradiction(&*setup.start(), 50).is_none(), "{line}");
    }
}

#[test]
fn a_line_of_best_play_ends_with_the_value() {
    for line in ["3", "2x6", "3x4"] {
        let setup = setup(&format!("stoical {line} repetition=none"));
        let iteration = iterate(&setup, 2);
        let mut ended = 0;
        for mut position in positions(&setup, 10) {
            let solution = iteration.solution(&*position);
            let [black, white] = margins(solution.ends.expect("they are known"));
            solution.line.iter().for_each(|&mv| position.play(mv).expect("the moves are legal"));
            if black == white.map(|margin| -margin) {
                assert_eq!(position.outcome().map(|outcome| outcome.margin.points()), solution.value());
                ended += 1;
            }
        }
        assert!(ended >= 3, "{line}: both sides can force the same end in {ended} positions");
    }
}

#[test]
fn an_iteration_that_is_stopped_has_bounds_that_contain_the_value() {
    let setup = setup("stoical 3x4 repetition=none");
    let mut narrower = 0;
    for most_calls in (0..).step_by(20) {
        let calls = AtomicU32::new(0);
        let iteration = iterate_while(&setup, 1, &|_| calls.fetch_add(1, Ordering::Relaxed) < most_calls);
        let solution = iteration.solution(&*setup.start());
        let [low, high] = [solution.low, solution.high];
        assert!(low <= 4.0 && 4.0 <= high, "{low} to {high} after {most_calls}");
        narrower += u32::from(low < high && [low, high] != [-12.0, 12.0]);
        if low == high {
            break;
        }
    }
    assert!(narrower > 0);
}

#[test]
fn large_boards_and_rules_that_need_more_state_have_no_layers() {
    let has_layers = |line: &str| {
        let setup = setup(line);
        (setup.info().solving.boards)(&setup).is_some()
    };
    assert!(has_layers("stoical 3x4 repetition=none") && has_layers("stoical 2x3 repetition=none komi=2"));
    for line in ["3x4", "3x4 repetition=none block=B2", "3x4 repetition=none ko=bigger", "5 repetition=none"] {
        assert!(!has_layers(&format!("stoical {line}")), "{line}");
    }
    assert!(!has_layers("cancer 3"));
}

#[test]
fn the_start_of_4x4_is_solved_in_the_way_that_fits() {
    let options = SolveOptions { limits: Limits { memory: 256 << 20, ..Limits::default() }, ..Default::default() };
    let setup = setup("stoical 4 repetition=none");
    let solution = solve_diagram(&setup, None, &options, &ValueStore::default(), &|_| true).unwrap();
    // The same value as that of alpha-beta search and of the graph.
    assert_eq!(solution.text(), "B+2");
    assert_eq!(solution.best.len(), 4);
}
