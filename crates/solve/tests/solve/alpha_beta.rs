//! Alpha-beta search agrees with the second implementation and with retrograde analysis.

use std::collections::HashMap;
use std::time::Instant;

use quintet_core::board::Point;
use quintet_core::position::AnyPosition;
use quintet_core::types::Move;
use quintet_solve::{Graph, Limits, search_alone, setup_name};

use crate::reference::Reference;
use crate::retrograde::analyze;
use crate::{for_each_reachable, legal_moves, searched, setup, solve};

const MIB: u64 = 1 << 20;

const SMALL: &[&str] = &[
    "alaric 1",
    "alaric 2",
    "alaric 3",
    "alaric 4",
    "alaric 5",
    "alaric 6",
    "alaric 7",
    "alaric 8",
    "alaric 1 board=line",
    "alaric 2 board=line",
    "alaric 5 board=line",
    "alaric 7 board=line",
    "alaric 2 board=line edge=wall",
    "alaric 5 board=line edge=wall",
    "alaric 7 board=line edge=wall",
];

#[test]
fn three_ways_to_a_value_agree_on_small_rings_and_lines() {
    for line in SMALL {
        let value = Reference::new(&setup(line), &[]).value();
        assert_eq!(analyze(line, 1).start, value, "{line}: retrograde analysis");
        for threads in [1, 2] {
            let limits = Limits { threads, memory: MIB, ..Limits::default() };
            assert_eq!(searched(line, limits).value(), Some(f64::from(value)), "{line}: alpha-beta search");
        }
    }
}

#[test]
fn the_search_agrees_with_the_second_implementation_on_small_boards() {
    for line in ["cascade 2 fill=down", "cascade 2 fill=both", "stoical 2 repetition=none"] {
        let value = Reference::new(&setup(line), &[]).value();
        for (threads, memory) in [(1, 0), (1, MIB), (2, MIB)] {
            let limits = Limits { threads, memory, ..Limits::default() };
            assert_eq!(searched(line, limits).value(), Some(f64::from(value)), "{line}");
        }
    }
    for eye in ["any", "strict", "group"] {
        let line = format!("cancer 2 eye={eye}");
        let value = Reference::new(&setup(&line), &[]).value();
        assert_eq!(searched(&line, Limits::default()).value(), Some(f64::from(value)), "{line}");
    }
}

/// Searches every `n`-th position that can be reached, on one thread and on two, and returns the
/// number of positions.
fn search_every(line: &str, n: usize) -> usize {
    let setup = setup(line);
    let start = setup.start();
    let graph = Graph::new(&setup, &*start, 1_000_000, &|_| true).expect("it is small");
    let mut found = 0;
    for_each_reachable(start, |position| {
        found += 1;
        if position.is_over() || found % n != 0 {
            return;
        }
        let known = graph.solution(position, Instant::now()).expect("it was reached").value();
        for threads in [1, 2] {
            let limits = Limits { threads, memory: MIB, ..Limits::default() };
            let value = search_alone(&setup, position, limits, &|_| true).value();
            let name = setup_name::format(&setup);
            assert_eq!(value, known, "{name} on {threads} threads: {:?}", position.diagram());
        }
    });
    found
}

#[test]
fn the_search_finds_the_values_of_positions_that_can_repeat() {
    for (line, every) in [("alaric 6", 7), ("alaric 9", 397), ("stoical 2x3 repetition=none", 7)] {
        let found = search_every(line, every);
        assert!(found > 20 * every, "{line}: {found}");
    }
}

#[test]
fn a_position_reached_in_two_ways_has_one_solution() {
    // A1 and C1 in either order, with D1 between.
    let ways: [[u16; 3]; 2] = [[0, 3, 2], [2, 3, 0]];
    for line in ["alaric 9", "alaric 8 board=line"] {
        let setup = setup(line);
        let [one, other] = ways.map(|way| {
            let mut position = setup.start();
            way.iter().for_each(|&cell| position.play(Move::place(0, Point(cell))).unwrap());
            let solution = solve(&setup, &*position, Limits::default());
            (solution.value().unwrap(), solution.best)
        });
        assert_eq!(one, other, "{line}");
    }
}

#[test]
fn several_threads_find_the_moves_and_the_line_that_one_finds() {
    let boards =
        ["cascade 3 fill=down", "cascade 4 fill=both", "bracket 4 shape=rhombus", "cancer 3 pie=off", "alaric 9"];
    for line in boards {
        let one = searched(line, Limits::default());
        assert!(!one.best.is_empty() && !one.line.is_empty(), "{line}");
        for (threads, patience) in [(2, 1 << 27), (2, 5000), (3, 1 << 27), (8, 500)] {
            let found = searched(line, Limits { threads, patience, ..Limits::default() });
            assert_eq!(
                (found.value(), found.best, found.line),
                (one.value(), one.best.clone(), one.line.clone()),
                "{line} on {threads}"
            );
        }
    }
}

#[test]
fn a_search_cut_short_has_bounds_that_contain_the_value() {
    for nodes in [1, 10, 100, 1000, 5000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let solution = searched("cascade 3 fill=down", limits);
        assert!(solution.low <= 0.0 && solution.high >= 0.0, "{nodes}: {solution:?}");
        assert_eq!(solution.text().starts_with("unknown"), solution.low != solution.high);
    }
}

/// The end of a game on 19×19: five moves win easily, of two others that is hard to tell.
#[test]
fn moves_that_win_easily_are_found_beside_hard_ones() {
    let board = "crccrc.rrrrcrcrc.c./rrr.rrrrcrcrrrrrcrc/rcrrrrcrcrrrcrrcrrr/rrrrcrcrrrrcrcrccrc/ooorrrrr.crrr.rrrr./ocoorrcrcrrcrrrcrrr/\
                coooorrrrroocrrrrcr/ococoorcroooooorrrr/ooooorrrrooocooorcr/coocooroooco.ocoooc/ocoocooocoooooocooo/oooooooooc.oo.oococ/\
                rrroooroc.cooc.oooc/rcrrorroocoooooococ/rrcrrrrrrrrrooooooo/rrrrrc.rrcrrrrroooc/rccrcrrrrrrc.rcrooo/rrccrrrrcrrccrrroco/rcc.crcrrcrrrrooooc";
    let (setup, diagram) =
        quintet_record::position_line::read(&format!("cancer 19 eye=strict pie=off {board} b")).unwrap();
    let position = setup.position(&diagram).unwrap();
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let solution = search_alone(&setup, &*position, limits, &|_| true);
    assert_eq!((solution.value(), solution.best.len(), solution.undecided.len()), (Some(1.0), 5, 2));
    assert_eq!(solution.line[..], solution.best[..1]);
    for &mv in &solution.best {
        let mut next = position.boxed_clone();
        next.play_unchecked(mv);
        let solution = search_alone(&setup, &*next, limits, &|_| true);
        assert_eq!(solution.value(), Some(1.0), "{mv:?}");
    }
}

/// With a fractional komi, endless play lies between two scores, or far from all of them.
#[test]
fn bounds_of_searches_cut_short_contain_the_value_whatever_the_komi() {
    let mut open = 0;
    for komi in ["43.5", "-43.5", "0.5", "-2.5", "1", "20"] {
        let line = format!("stoical 2 ko=simple repetition=none komi={komi}");
        let value = searched(&line, Limits::default()).value().expect("the board is small");
        for nodes in (1..400).step_by(3) {
            let solution = searched(&line, Limits { nodes: Some(nodes), ..Limits::default() });
            assert!(solution.low <= value && value <= solution.high, "{line} nodes {nodes}: {value}, {solution:?}");
            open += u32::from(solution.value().is_none());
        }
    }
    assert!(open > 50, "{open}");
}

#[test]
fn a_probe_that_takes_too_long_is_postponed_and_answered_in_the_end() {
    for line in ["cascade 3 fill=down", "cascade 3 fill=both", "cancer 3 pie=off", "stoical 3 repetition=none"] {
        let value = searched(line, Limits::default()).value();
        for patience in [1, 3000] {
            let limits = Limits { patience, ..Limits::default() };
            assert_eq!(searched(line, limits).value(), value, "{line} with {patience}");
        }
    }
}

/// Returns the value for Black, and checks the bounds of every position on the way.
fn value_within_bounds(position: &dyn AnyPosition, known: &mut HashMap<u64, f64>) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.margin.points();
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let sign = position.to_move().sign();
    let values = legal_moves(position).into_iter().map(|mv| {
        let mut next = position.boxed_clone();
        next.play_unchecked(mv);
        value_within_bounds(&*next, known)
    });
    let best = sign * values.map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max);
    let [low, high] = position.value_bounds();
    assert!((low..=high).contains(&best), "{best} is not within {low} and {high}: {:?}", position.diagram());
    known.insert(position.key(), best);
    best
}

#[test]
fn best_play_ends_within_the_bounds_that_a_game_gives_for_every_position() {
    for line in ["cascade 2", "cascade 2 fill=both", "cascade 3 fill=both", "bracket 3", "cancer 2"] {
        value_within_bounds(&*setup(line).start(), &mut HashMap::new());
    }
}
