//! The ends that each side can force, and positions whose value depends on that of endless play.

use quintet_solve::{Ends, Graph, Limits, find_cycles, forced_ends};

use crate::{for_each_reachable, setup};

#[test]
fn the_ends_of_retrograde_analysis_are_those_of_the_graph() {
    for line in ["alaric 6", "alaric 7", "alaric 7 board=line edge=wall", "alaric 8 board=line edge=open"] {
        let setup = setup(line);
        let graph = Graph::new(&setup, &*setup.start(), 1 << 20, &|_| true).expect("few positions");
        let (mut seen, mut sides) = (0, [0; 2]);
        for_each_reachable(setup.start(), |position| {
            seen += 1;
            if position.is_over() || seen % 17 != 1 {
                return;
            }
            let found: Ends = forced_ends(&setup, position, Limits::default(), &|_| true).expect("they fit the memory");
            assert_eq!(Some(found), graph.ends(position), "{line}: {:?}", position.diagram());
            sides[position.to_move().index()] += 1;
        });
        assert!(sides.iter().all(|&count| count > 1), "{line}: {sides:?}");
    }
}

#[test]
fn cycles_are_the_same_with_and_without_layers_of_boards() {
    for line in ["2", "2x3", "3"] {
        let setup = setup(&format!("stoical {line} repetition=none"));
        let start = setup.start().diagram();
        // A diagram is looked at by a graph of single positions.
        let [layers, graph] = [None, Some(&start)]
            .map(|diagram| find_cycles(&setup, diagram, Limits::default(), None, 3, &|_| true).expect("few positions"));
        assert_eq!(layers.solution.value(), graph.solution.value(), "{line}");
        assert_eq!((layers.positions, layers.forced), (graph.positions, graph.forced), "{line}");
        assert_eq!((layers.can_repeat, graph.can_repeat), (Some(true), Some(true)), "{line}");
        assert_eq!((layers.at_start, graph.at_start), (false, false), "{line}");
    }
}

#[test]
fn positions_of_games_that_fill_the_board_cannot_repeat() {
    for line in ["cascade 2", "bracket 3", "bracket 2 shape=rhombus"] {
        let setup = setup(line);
        let cycles = find_cycles(&setup, None, Limits::default(), None, 3, &|_| true).expect("few positions");
        assert_eq!((cycles.can_repeat, cycles.forced), (Some(false), 0), "{line}");
        let little = Limits { memory: 1 << 10, ..Limits::default() };
        assert!(find_cycles(&setup, None, little, None, 3, &|_| true).is_err(), "{line}");
    }
}
