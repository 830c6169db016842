//! Explicit graphs of small boards.

use std::time::Instant;

use quintet_core::types::Move;
use quintet_solve::{Ends, Graph, Limits, MoveValues, ValueStore, WholeBoard};

use crate::reference::Reference;
use crate::{for_each_reachable, setup, solve};

#[test]
fn small_boards_of_stoical_go_are_solved_at_once() {
    for (line, value) in [("stoical 2", 0.0), ("stoical 2x3 repetition=none", 0.0), ("stoical 3 repetition=none", 9.0)]
    {
        let setup = setup(line);
        assert_eq!(solve(&setup, &*setup.start(), Limits::default()).value(), Some(value), "{line}");
    }
}

#[test]
fn positions_with_a_ko_are_positions_like_all_others() {
    // Positions with a ko have no planes, and so no images; their boards count all the same.
    for size in ["2", "3", "2x3", "3x2", "2x4", "4x2"] {
        for rules in ["ko=simple", "ko=simple repetition=none", "ko=positional", "ko=snapback"] {
            let setup = setup(&format!("stoical {size} {rules}"));
            let store = ValueStore::default();
            let whole = store.small_graph(&setup);
            assert_eq!(whole.is_none(), rules == "ko=positional", "{size} {rules}");
            let Some(WholeBoard { graph, proved }) = whole else { continue };
            let mut with_ko = 0;
            for_each_reachable(setup.start(), |position| {
                with_ko += usize::from(position.planes().is_none());
                let solution = graph.solution(position, Instant::now()).expect("all positions are there");
                assert!(position.is_over() || !solution.best.is_empty());
            });
            assert_eq!(with_ko > 0, rules.starts_with("ko=simple") && size != "2", "{size} {rules}");
            let value = Reference::new(&setup.with_rule("repetition", "none").unwrap(), &[]).value();
            let start = setup.start();
            if proved {
                assert_eq!(solve(&setup, &*start, Limits::default()).value(), Some(value.into()), "{size} {rules}");
            }
            let MoveValues { moves, .. } = store.move_values(&setup, &*start, 0).expect("the board is small");
            let best = moves.iter().map(|mv| mv.value).fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(best, f64::from(value), "{size} {rules}");
        }
    }
}

#[test]
fn a_forced_cycle_of_stoical_go_is_endless_if_komi_is_between_the_two_ends() {
    let solved = |komi: f64| {
        let mut setup = setup("stoical 2x6 repetition=none");
        setup.set_komi(komi);
        let point = |vertex: &str| setup.geometry().point(vertex.parse().unwrap()).unwrap();
        let mut position = setup.start();
        for vertex in ["A1", "A2", "B6"] {
            position.play(Move::place(0, point(vertex))).unwrap();
        }
        position.play(Move::PASS).unwrap();
        let graph = Graph::new(&setup, &*position, 1 << 20, &|_| true).unwrap();
        (graph.solution(&*position, Instant::now()).unwrap(), graph.cycles().len())
    };
    let (solution, cycles) = solved(0.0);
    assert_eq!((solution.value(), cycles), (Some(3.0), 85));
    let margins = |ends: Ends| ends.map(|end| end.map(|(margin, _)| margin));
    let ends = solution.ends.map(margins);
    assert_eq!(ends, Some([Some(3), Some(-4)]), "neither side can force the game to end as well as it could go on");
    // The side that ends the game loses by half a point, so none does.
    assert_eq!(solved(3.5).0.value(), Some(0.0));
}
