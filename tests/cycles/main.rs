//! `tools/cycles` agrees with the solver and with an independent program.

use std::time::Instant;

use quintet_core::position::AnyPosition;
use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_cycles::{Forced, Iteration, StoicalBoards, empty_board};
use quintet_record::position_line;
use quintet_solve::Graph;

fn setup(size: &str, komi: f64) -> Setup {
    let mut setup = empty_board(size).unwrap();
    setup.set_komi(komi);
    setup
}

fn iterate(setup: &Setup, threads: usize) -> Iteration {
    Iteration::run(setup, StoicalBoards::new(setup).expect("the board is small"), threads, |_| ())
}

fn graph(setup: &Setup) -> Graph {
    Graph::new(setup, &*setup.start(), 1 << 20, &|_| true).expect("few positions")
}

/// Returns some positions of random games.
fn positions(setup: &Setup, games: u64) -> Vec<Box<dyn AnyPosition>> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut position = setup.start();
        while !position.is_over() && found.len() < (seed as usize + 1) * 30 {
            found.push(position.clone());
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            position.play_unchecked(moves[random_below(&mut rng, moves.len() as u32) as usize]);
        }
    }
    found
}

#[test]
fn values_ends_and_best_moves_are_those_of_the_graph() {
    for size in ["2", "2x3", "3", "2x5", "5x2", "2x6", "4x3"] {
        for komi in [0.0, 1.0, -2.5] {
            let setup = setup(size, komi);
            let (iteration, graph) = (iterate(&setup, 1), graph(&setup));
            for position in positions(&setup, 30) {
                let wanted = graph.solution(&*position, Instant::now()).unwrap();
                let line = position_line::format(&setup, &position.diagram());
                assert_eq!(Some(iteration.value(&*position)), wanted.value(), "{line}");
                assert_eq!(iteration.best(&*position), wanted.best, "{line}");
                let ends: Option<Forced> = wanted.ends.map(|ends| ends.map(|end| end.map(|(margin, _)| margin)));
                assert_eq!(Some(iteration.ends(&*position)), ends, "{line}");
            }
        }
    }
}

#[test]
fn positions_and_forced_cycles_are_counted_like_those_of_the_graph() {
    let count = |size| {
        let setup = setup(size, 0.0);
        let counts = iterate(&setup, 2).count(&*setup.start());
        let graph = graph(&setup);
        assert_eq!((counts.positions, counts.open), (graph.len() as u64, graph.cycles() as u64));
        (counts.positions, counts.open)
    };
    // The same numbers as those of scripts/forced-cycles.
    assert_eq!(["2", "2x3", "3", "2x5"].map(count), [(31, 0), (397, 0), (5538, 0), (28_237, 0)]);
    assert_eq!(["2x6", "3x4", "4x3"].map(count), [(242_333, 85), (260_452, 0), (260_452, 0)]);
}

#[test]
fn ways_to_forced_cycles_lead_to_positions_whose_ends_do_not_meet() {
    let mut endless = 0;
    for komi in [0.0, 3.5, -3.5] {
        let setup = setup("2x6", komi);
        let (start, iteration) = (setup.start(), iterate(&setup, 2));
        let ways = iteration.ways(&*start, 20);
        assert_eq!(ways.len(), 20);
        for way in ways {
            let mut position = start.clone();
            way.iter().for_each(|&mv| position.play(mv).expect("the moves are legal"));
            let [black, white] = iteration.ends(&*position);
            assert_ne!(black, white.map(|margin| -margin));
            endless += u32::from(iteration.value(&*position) == 0.0);
        }
    }
    assert!(endless > 0);
}

#[test]
fn no_position_contradicts_its_moves() {
    for (size, komi) in [("3", 0.0), ("2x5", 1.5)] {
        let setup = setup(size, komi);
        assert!(iterate(&setup, 2).contradiction(&*setup.start(), 50).is_none(), "{size}");
    }
}

#[test]
fn large_boards_and_rules_that_need_more_state_are_refused() {
    let plain = setup("3x4", 2.0);
    assert!(StoicalBoards::new(&plain).is_some());
    let corner = plain.geometry().points().take(1).collect();
    for other in [
        plain.with_rule("repetition", "draw").unwrap(),
        plain.with_rule("ko", "bigger").unwrap(),
        plain.with_blocked(corner).unwrap(),
        setup("5", 0.0),
        Setup::new(quintet_games::find("cancer").unwrap()).with_size(3).unwrap(),
    ] {
        assert!(StoicalBoards::new(&other).is_none(), "{}", quintet_solve::setup_name::format(&other));
    }
}
