//! Retrograde analysis, and the numbering of positions that it rests on.

use quintet_core::board::Point;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_solve::retrograde::{Analysis, Question};
use quintet_solve::{Limits, ValueStore, largest_margin, search_alone};

use crate::{legal_moves, setup};

/// The result of an analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Analyzed {
    pub values: Vec<i8>,
    pub ranks: Vec<u8>,
    /// The value of the start for the side that begins.
    pub start: i32,
}

/// Analyzes all positions of a setup.
pub fn analyze(line: &str, threads: usize) -> Analyzed {
    let setup = setup(line);
    let states = (setup.info().solving.states)(&setup).unwrap();
    let mut analysis = Analysis::new(&*states, Question::Values, largest_margin(&setup), threads, &|_| true).unwrap();
    analysis.run(1, &|_| true).unwrap();
    let start = states.index_of(&setup.start().diagram()).unwrap();
    let start = analysis.value(start).0;
    let (mut values, mut ranks) = (Vec::new(), Vec::new());
    for range in analysis.into_values() {
        values.extend(range.values);
        ranks.extend(range.ranks);
    }
    Analyzed { values, ranks, start }
}

#[test]
fn values_and_ranks_are_the_same_with_any_number_of_threads() {
    for line in ["alaric 12", "alaric 10 board=line edge=wall"] {
        let one = analyze(line, 1);
        assert_eq!(one, analyze(line, 2), "{line}");
        assert_eq!(one, analyze(line, 3), "{line}");
    }
}

/// Compares the numbering of positions with the game's own moves, and predecessors with successors.
fn check_numbering(setup: &Setup) {
    let states = (setup.info().solving.states)(setup).unwrap();
    let mut counts = Vec::new();
    for first in (0..states.len()).step_by(1000) {
        let last = (first + 1000).min(states.len());
        states.move_counts(first..last, &mut |count, each| counts.extend((0..count).map(|_| each)));
    }
    assert_eq!(counts.len() as u64, states.len());
    let mut edges = Vec::new();
    for state in 0..states.len() {
        let diagram = states.diagram(state);
        assert_eq!(states.index_of(&diagram), Some(state));
        let position = setup.position(&diagram).unwrap();
        let legal = legal_moves(&*position);
        let mut successors = Vec::new();
        states.successors(state, &mut successors);
        assert_eq!(successors.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), legal);
        assert_eq!(legal.len() as u32, counts[state as usize]);
        if legal.is_empty() {
            assert_eq!(position.outcome().unwrap().margin, f64::from(states.margin(state)));
        }
        for (mv, next) in successors {
            let mut played = position.clone();
            played.play(mv).unwrap();
            assert_eq!(states.index_of(&played.diagram()), Some(next));
            edges.push((state, next));
        }
    }
    let mut back = Vec::new();
    for state in 0..states.len() {
        let mut predecessors = Vec::new();
        states.predecessors(&[state], &mut predecessors);
        back.extend(predecessors.into_iter().map(|from| (from, state)));
    }
    edges.sort_unstable();
    back.sort_unstable();
    assert!(edges == back, "{setup:?}: moves forth and back differ");
    // Images of a position have its value, if not always its number.
    assert!(states.len() < 3 || states.index_of(&setup.start().diagram()) == Some(0));
}

#[test]
fn positions_are_numbered_without_gaps_and_predecessors_match_successors() {
    for n in 1..=8 {
        for rules in ["board=ring", "board=line", "board=line edge=wall"] {
            check_numbering(&setup(&format!("alaric {n} {rules}")));
        }
    }
}

#[test]
fn a_position_after_a_move_out_of_turn_is_looked_up_through_its_moves() {
    // Both sides are barred from cells: play in turn never leads there.
    let setup = setup("alaric 7");
    let mut position = setup.start();
    for (seat, cell) in [(Seat::Black, 0), (Seat::White, 1), (Seat::Black, 2), (Seat::Black, 4)] {
        position.set_to_move(seat);
        position.play(Move::place(0, Point(cell))).unwrap();
    }
    position.set_to_move(Seat::Black);
    let known = ValueStore::default().within(&setup, 1 << 20, &|_| true).unwrap();
    let by_table = known.value(&*position).unwrap().0;
    let by_search = search_alone(&setup, &*position, Limits::default(), &|_| true).value();
    assert_eq!(by_search, Some(f64::from(by_table)));
}
