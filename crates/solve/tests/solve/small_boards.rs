//! Explicit graphs of small boards.

use std::time::Instant;

use quintet_core::setup::Setup;
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
fn a_board_with_too_many_positions_for_a_graph_is_solved_by_search() {
    let setup = setup("stoical 4 repetition=none");
    let solution = solve(&setup, &*setup.start(), Limits { memory: 256 << 20, ..Limits::default() });
    // scripts/forced-cycles finds the same.
    assert_eq!((solution.text().as_str(), solution.best.len()), ("B+2", 4));
}

/// Checks that the graph of a small board has every position that can be reached, and that the
/// solutions of every `n`-th follow from its moves.
fn check_whole_board(setup: &Setup, graph: &Graph, n: usize) {
    let (mut found, mut with_moves) = (0, 0);
    for_each_reachable(setup.start(), |position| {
        let moves = graph.moves(position).expect("all moves lead to positions that are there");
        found += 1;
        if found % n != 0 {
            return;
        }
        let solution = graph.solution(position, Instant::now()).expect("all positions are there");
        let sign = position.to_move().sign();
        let best = moves.iter().map(|valued| valued.value * sign).max_by(f64::total_cmp);
        if let Some(best) = best {
            let kept = moves.iter().filter(|valued| valued.value * sign == best).map(|valued| valued.mv);
            assert_eq!(solution.value(), Some(best * sign), "{:?}", position.diagram());
            assert_eq!(solution.best, kept.collect::<Vec<_>>(), "{:?}", position.diagram());
            with_moves += 1;
        }
    });
    assert!(with_moves > 0, "no solution of {found} positions was checked");
}

#[test]
fn positions_with_a_ko_are_solved_like_all_others() {
    let mut proved_values = 0;
    for size in ["2", "3", "2x3", "3x2", "2x4", "4x2"] {
        for ko in ["simple", "snapback", "bigger", "stoical"] {
            let endless = setup(&format!("stoical {size} ko={ko} repetition=none"));
            let value = Reference::new(&endless, &[]).value();
            let draws = setup(&format!("stoical {size} ko={ko}"));
            for setup in [endless, draws] {
                let store = ValueStore::default();
                let WholeBoard { graph, proved } = store.small_graph(&setup, &|_| true).expect("the board is small");
                check_whole_board(&setup, &graph, 29);
                let start = setup.start();
                if proved {
                    let solution = solve(&setup, &*start, Limits::default());
                    assert_eq!(solution.value(), Some(value.into()), "{size} {ko}");
                    proved_values += 1;
                }
                let MoveValues { moves, .. } =
                    store.move_values(&setup, &*start, 0, &|_| true).expect("the board is small");
                let best = moves.iter().map(|valued| valued.value).fold(f64::NEG_INFINITY, f64::max);
                assert_eq!(best, f64::from(value), "{size} {ko}");
            }
        }
    }
    assert!(proved_values >= 6, "the value of {proved_values} boards is proved");
}

#[test]
fn a_graph_with_more_positions_than_permitted_is_not_built() {
    let setup = setup("stoical 3 repetition=none");
    let graph = |most| Graph::new(&setup, &*setup.start(), most, &|_| true);
    assert_eq!(graph(1 << 20).map(|graph| graph.len()), Some(5538));
    for most in [10, 100, 1000, 5000] {
        assert!(graph(most).is_none(), "{most}");
    }
}

#[test]
fn superko_has_no_graph() {
    assert!(ValueStore::default().small_graph(&setup("stoical 2 ko=positional"), &|_| true).is_none());
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
        (graph.solution(&*position, Instant::now()).unwrap(), graph.cycles())
    };
    let (solution, cycles) = solved(0.0);
    assert_eq!((solution.value(), cycles), (Some(3.0), 85));
    let margins = |ends: Ends| ends.map(|end| end.map(|(margin, _)| margin));
    let ends = solution.ends.map(margins);
    assert_eq!(ends, Some([Some(3), Some(-4)]), "neither side can force the game to end as well as it could go on");
    // The side that ends the game loses by half a point, so none does.
    assert_eq!(solved(3.5).0.value(), Some(0.0));
}
