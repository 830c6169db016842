//! The ends that each side can force.

use quintet_solve::{Ends, Graph, Limits, forced_ends};

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
