//! The rules of Alaric on hand-made positions, and published figures.

use quintet_core::game::Game;
use quintet_core::position::{Heuristics as _, Presentation as _, perft};

use super::*;

fn setup(n: u16, rules: &[(&str, &str)]) -> Setup {
    let start = Setup::new(&INFO).with_size(n).unwrap();
    rules.iter().fold(start, |setup, (name, value)| setup.with_rule(name, value).unwrap())
}

/// Returns the board after a seat has played on a cell of a board in letters, with the cells that
/// are then barred to the other seat as `-`.
fn after(rules: &[(&str, &str)], board: &str, seat: Seat, cell: u16) -> String {
    let stones = board.chars().map(Stone::from_letter).collect();
    let diagram = Diagram { stones, to_move: seat, state: BTreeMap::new() };
    let mut position = setup(board.len() as u16, rules).position(&diagram).unwrap();
    position.play(Move::place(0, Point(cell))).unwrap();
    let barred = position.barred();
    let letter = |(i, stone): (usize, &Option<Stone>)| match stone {
        Some(stone) => stone.letter(),
        None if barred.contains(&Point(i as u16)) => '-',
        None => '.',
    };
    position.diagram().stones.iter().enumerate().map(letter).collect()
}

const LINE: (&str, &str) = ("board", "line");
const WALL: (&str, &str) = ("edge", "wall");

#[test]
fn runs_between_the_new_stone_and_another_leave_on_both_sides_and_their_cells_are_barred() {
    assert_eq!(after(&[], "xoo.ox.", Seat::Black, 3), "x--x-x.");
    assert_eq!(after(&[], ".ox.xxo", Seat::White, 3), ".o-o--o");
}

#[test]
fn a_run_is_captured_across_the_place_where_the_circle_closes() {
    assert_eq!(after(&[], "oox..xo", Seat::Black, 4), "oox.xxo", "a run that the new stone does not touch stays");
    assert_eq!(after(&[], "oox...o", Seat::Black, 5), "--x..x-");
    assert_eq!(after(&[], "oox..oo", Seat::Black, 4), "--x.x--");
}

#[test]
fn a_run_with_an_open_end_stays() {
    assert_eq!(after(&[], "x.oo..x", Seat::Black, 4), "x.oox.x");
}

#[test]
fn the_new_stone_alone_bounds_a_run_of_all_other_cells() {
    assert_eq!(after(&[], "o.", Seat::Black, 1), "-x");
    assert_eq!(after(&[], "o.oo", Seat::Black, 1), "-x--");
    assert_eq!(after(&[], &("o".repeat(51) + "."), Seat::Black, 51), "-".repeat(51) + "x");
}

#[test]
fn a_stone_stands_safely_between_two_enemies() {
    assert_eq!(after(&[], ".x.x.", Seat::White, 2), ".xox.");
    assert_eq!(after(&[], ".xox.", Seat::Black, 0), "xxox.", "only runs next to the new stone are looked at");
    assert_eq!(after(&[], ".xoox", Seat::White, 0), "o-oo-", "the run from both sides of the circle's seam");
}

#[test]
fn the_ends_of_a_line_bound_nothing_unless_they_are_walls() {
    assert_eq!(after(&[LINE], "oo.ox", Seat::Black, 2), "oox-x");
    assert_eq!(after(&[LINE, WALL], "oo.ox", Seat::Black, 2), "--x-x");
    assert_eq!(after(&[LINE, WALL], "x.oo", Seat::Black, 1), "xx--");
    assert_eq!(after(&[LINE], "x.oo", Seat::Black, 1), "xxoo");
    assert_eq!(after(&[WALL], "x..oo", Seat::Black, 2), "x.x--", "a circle has no walls");
    let row = "o".repeat(51);
    assert_eq!(after(&[LINE, WALL], &format!("{row}."), Seat::Black, 51), "-".repeat(51) + "x");
    assert_eq!(after(&[LINE, WALL], &format!(".{row}"), Seat::Black, 0), "x".to_owned() + &"-".repeat(51));
}

#[test]
fn a_bar_lifts_when_the_barred_seat_itself_has_moved() {
    let mut position = Alaric::<Ring>::new(&setup(7, &[]));
    let play = |position: &mut Alaric<Ring>, seat, cell| {
        position.set_to_move(seat);
        position.play(Move::place(0, Point(cell)))
    };
    for (seat, cell) in [(Seat::Black, 0), (Seat::White, 1), (Seat::Black, 2)] {
        play(&mut position, seat, cell).unwrap();
    }
    assert_eq!(position.barred(), [Point(1)]);
    assert_eq!(position.diagram().state["barred-w"], "B1");
    play(&mut position, Seat::Black, 4).unwrap();
    assert!(play(&mut position, Seat::White, 1).is_err(), "Black moved twice; White's bar stands");
    play(&mut position, Seat::White, 6).unwrap();
    assert!(position.diagram().state.is_empty());
    play(&mut position, Seat::Black, 5).unwrap();
    play(&mut position, Seat::White, 1).unwrap();
}

#[test]
fn the_game_is_over_when_the_side_to_move_has_only_barred_cells() {
    let setup = setup(2, &[]);
    let mut position = Alaric::<Ring>::new(&setup);
    position.play(Move::place(0, Point(0))).unwrap();
    assert_eq!((position.is_over(), position.plies_to_end()), (false, 1));
    position.play(Move::place(0, Point(1))).unwrap();
    assert_eq!(position.outcome(), Some(Outcome { margin: Margin::new(-1.0), ending: Ending::NO_LEGAL_MOVE }));
    assert_eq!(position.plies_to_end(), 0);
}

#[test]
fn invalid_diagrams_are_refused() {
    let setup = setup(5, &[]);
    let refused = |stones: &str, state: &[(&str, &str)]| {
        let stones = stones.chars().map(Stone::from_letter).collect();
        let state = state.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        Alaric::<Ring>::from_diagram(&setup, &Diagram { stones, to_move: Seat::Black, state }).unwrap_err()
    };
    assert_eq!(refused("x...", &[]), DiagramError::Size(5, 4));
    assert_eq!(refused("x..r.", &[]), DiagramError::Stone("red", "D1".into()));
    for (name, value) in [("barred", "A1"), ("barred-b", ""), ("barred-b", "A2"), ("barred-w", "C1"), ("ban", "1")] {
        assert_eq!(refused("..x..", &[(name, value)]), DiagramError::State(name.into(), value.into()));
    }
}

#[test]
fn perft_gives_the_published_figures() {
    let figures: [(u16, &[u64]); 3] = [
        (5, &[5, 20, 60, 120, 140, 100, 60]),
        (7, &[7, 42, 210, 840, 2576, 5796, 9548]),
        (8, &[8, 56, 336, 1680, 6800, 21568, 52608]),
    ];
    for (n, counts) in figures {
        let start = Game::new(setup(n, &[]));
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(start.perft(depth), count, "n={n} depth {depth}");
            let plain = perft(&*setup(n, &[]).start(), depth, depth % 2 == 0);
            assert_eq!(plain, count, "n={n} depth {depth}, without earlier boards");
        }
    }
}

/// Returns the value of a position by minimax with draws by repetition on the path: exponential,
/// and correct by definition.
fn minimax(position: &Alaric<Ring>, path: &mut Vec<u64>) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.margin.points();
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let sign = position.to_move().sign();
    let values = moves.into_iter().map(|mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        if path.contains(&next.key()) {
            return 0.0;
        }
        path.push(next.key());
        let value = minimax(&next, path);
        path.pop();
        value * sign
    });
    values.fold(f64::MIN, f64::max) * sign
}

#[test]
fn best_play_gives_the_margins_that_the_inventor_knew() {
    for (n, margin) in (1..).zip([1.0, -1.0, 2.0, -2.0, 3.0, -2.0, -1.0]) {
        let start = Alaric::<Ring>::new(&setup(n, &[]));
        assert_eq!(minimax(&start, &mut vec![start.key()]), margin, "n={n}");
    }
}
