//! The reasons why a value, or whether a move keeps it, is not proved.

use std::time::Duration;

use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::Move;
use quintet_record::position_line;
use quintet_solve::{Limits, Obstacle, Solution, ValueStore, search_alone};

use crate::{setup, solve};

fn start(line: &str) -> (Setup, Box<dyn AnyPosition>) {
    let setup = setup(line);
    let start = setup.start();
    (setup, start)
}

fn is_open(solution: &Solution) -> bool {
    solution.value().is_none() || !solution.undecided.is_empty()
}

#[test]
fn a_limit_or_an_interruption_is_the_reason() {
    let (setup, start) = start("cascade 4 fill=both");
    let nodes = solve(&setup, &*start, Limits { nodes: Some(10), ..Limits::default() });
    assert_eq!((nodes.value(), nodes.obstacle), (None, Some(Obstacle::Nodes)));
    let time = solve(&setup, &*start, Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!((time.value(), time.obstacle), (None, Some(Obstacle::Time)));
    let interrupted = quintet_solve::solve(&setup, &*start, Limits::default(), &ValueStore::default(), &|_| false);
    assert_eq!((interrupted.value(), interrupted.obstacle), (None, Some(Obstacle::Interrupted)));
    let solved = search_alone(&setup, &*start, Limits::default(), &|_| true);
    assert!(solved.value().is_some() && solved.obstacle.is_none(), "{solved:?}");
}

#[test]
fn the_rules_by_which_earlier_boards_do_not_matter_are_named() {
    for (line, text, without) in [
        (
            "stoical 3",
            "earlier boards can matter by repetition=draw; they do not by repetition=none",
            &["repetition=none"][..],
        ),
        (
            "stoical 3 ko=positional repetition=none",
            "earlier boards can matter by ko=positional; they do not by ko=stoical",
            &["ko=stoical", "repetition=none"],
        ),
        (
            "stoical 3 ko=positional",
            "earlier boards can matter by ko=positional repetition=draw; they do not by ko=stoical repetition=none",
            &["ko=stoical", "repetition=none"],
        ),
    ] {
        let (setup, start) = start(line);
        let solution = solve(&setup, &*start, Limits::default());
        assert!(is_open(&solution), "{line}: {solution:?}");
        assert_eq!(solution.obstacle.map(|obstacle| obstacle.to_string()).as_deref(), Some(text), "{line}");
        let rules = without.iter().map(|word| word.split_once('=').expect("a rule and its value"));
        let other = rules.fold(setup, |setup, (rule, value)| setup.with_rule(rule, value).unwrap());
        let solved = solve(&other, &*other.start(), Limits::default());
        assert!(!is_open(&solved) && solved.obstacle.is_none(), "{line}: {solved:?}");
    }
}

#[test]
fn moves_whose_value_depends_on_earlier_boards_are_undecided() {
    let best = |repetition: &str| {
        let line = format!("stoical 3 ko=bigger repetition={repetition} komi=-3 x.%/.%./x%% b captured-b=1 passes=1");
        let (setup, diagram) = position_line::read(&line).unwrap();
        solve(&setup, &*setup.position(&diagram).unwrap(), Limits::default())
    };
    let (free, drawn) = (best("none"), best("draw"));
    assert_eq!((free.value(), drawn.value()), (Some(7.0), Some(7.0)));
    // A2 keeps it too: no board can occur a second time that matters.
    assert_eq!((free.best.len(), free.undecided.len()), (2, 0));
    let decided: Vec<Move> = drawn.best.iter().chain(&drawn.undecided).copied().collect();
    assert!(free.best.iter().all(|mv| decided.contains(mv)), "{drawn:?}");
    assert_eq!(drawn.obstacle.is_some(), !drawn.undecided.is_empty());
}
