//! The values of all moves of a position, and the replies that give something away: tables, graphs
//! and alpha-beta search agree.

use std::time::Instant;

use quintet_solve::{Graph, Limits, ValueStore, search_alone};

use crate::reference::Reference;
use crate::{for_each_reachable, searched, setup};

#[test]
fn tables_and_graphs_know_the_same_about_each_move() {
    for line in ["alaric 6", "alaric 7", "alaric 7 board=line edge=wall"] {
        let setup = setup(line);
        let store = ValueStore::default();
        let graph = Graph::new(&setup, &*setup.start(), 1 << 20, &|_| true).expect("few positions");
        let (mut draws, mut traps, mut won) = (0, 0, 0);
        for_each_reachable(setup.start(), |position| {
            if position.is_over() {
                return;
            }
            let table = store.move_values(&setup, position, u64::MAX, &|_| true).expect("they have numbers");
            draws += table.moves.iter().filter(|valued| valued.value == 0.0 && valued.plies == 0).count();
            traps += table.moves.iter().filter(|valued| valued.traps > 1).count();
            // With best play on both sides the game takes as many plies as can be forced.
            let solution = graph.solution(position, Instant::now()).expect("all positions are there");
            let value = solution.value().expect("it is known");
            let kept = table.moves.iter().filter(|valued| valued.value == value).map(|valued| valued.plies);
            let plies = if value * position.to_move().sign() > 0.0 { kept.min() } else { kept.max() };
            if value != 0.0 {
                assert_eq!(Some(solution.line.len() as u32), plies, "{line}: {:?}", position.diagram());
                won += 1;
            }
            assert_eq!(Some(table.moves), graph.moves(position), "{line}: {:?}", position.diagram());
        });
        assert!(won > 0, "{line}: no position is won");
        assert!(draws > 0 && traps > 0, "{line}: {draws} moves that nobody wins after, {traps} with several traps");
    }
}

#[test]
fn alpha_beta_search_counts_the_replies_that_give_something_away() {
    let mut compared = 0;
    for line in ["alaric 6", "stoical 2 repetition=none", "stoical 2x3 repetition=none"] {
        let setup = setup(line);
        let graph = Graph::new(&setup, &*setup.start(), 1 << 20, &|_| true).expect("few positions");
        let mut seen = 0;
        for_each_reachable(setup.start(), |position| {
            seen += 1;
            if position.is_over() || seen % 11 != 1 {
                return;
            }
            let found = search_alone(&setup, position, Limits::default(), &|_| true);
            let sign = position.to_move().sign();
            let moves = graph.moves(position).expect("all positions are there");
            let best = moves.iter().map(|valued| valued.value * sign).fold(f64::NEG_INFINITY, f64::max);
            let kept: Vec<_> = moves.iter().filter(|valued| valued.value * sign == best).collect();
            let line = format!("{line}: {:?}", position.diagram());
            assert_eq!(found.best, kept.iter().map(|valued| valued.mv).collect::<Vec<_>>(), "{line}");
            let traps: Vec<u32> = kept.iter().map(|valued| valued.traps).collect();
            // A single best move needs no comparison.
            assert_eq!(found.traps, if traps.len() > 1 { traps } else { Vec::new() }, "{line}");
            compared += usize::from(kept.len() > 1);
        });
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn komi_counts_in_a_search() {
    for komi in ["-2", "-1", "1", "3"] {
        for line in ["stoical 2 repetition=none", "stoical 2x3 repetition=none", "stoical 3x2 repetition=none"] {
            let line = format!("{line} komi={komi}");
            let value = Reference::new(&setup(&line), &[]).value();
            assert_eq!(searched(&line, Limits::default()).value(), Some(f64::from(value)), "{line}");
        }
    }
}
