//! Scores of Bracket by the letter of the rules, and playouts.

use quintet_core::game::Game;
use quintet_core::position::{AnyPosition as _, Heuristics as _, PlayoutObserver};
use quintet_core::random::{Rng, random_below, seeded};

use super::score::margin;
use super::*;

fn setup(shape: &str, width: u16) -> Setup {
    let setup = Setup::new(&INFO).with_rule("shape", "rhombus").unwrap().with_size(width).unwrap();
    setup.with_rule("shape", shape).unwrap()
}

/// Returns the margin by the letter of the rules: flood fills, sets of neighbours, lists.
fn plain_margin(setup: &Setup, black: impl Fn(Point) -> bool) -> i32 {
    let geometry = setup.geometry();
    let mut groups: Vec<Vec<Point>> = Vec::new();
    for start in geometry.points() {
        if groups.iter().any(|group| group.contains(&start)) {
            continue;
        }
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&point) = group.get(next) {
            for neighbour in geometry.neighbours(point) {
                if black(neighbour) == black(start) && !group.contains(&neighbour) {
                    group.push(neighbour);
                }
            }
            next += 1;
        }
        groups.push(group);
    }
    let mut lists = [Vec::new(), Vec::new()];
    for group in &groups {
        let around: Vec<Point> = group.iter().flat_map(|&point| geometry.neighbours(point)).collect();
        let touched = || groups.iter().filter(|&g| g != group && g.iter().any(|point| around.contains(point)));
        if touched().any(|g| g.len() < group.len()) && touched().any(|g| g.len() > group.len()) {
            lists[usize::from(black(group[0]))].push(group.len() as i32);
        }
    }
    for list in &mut lists {
        list.sort();
        if setup.rule("scoring") == "largest" {
            list.reverse();
        }
        list.resize(geometry.len(), 0);
    }
    lists[0].iter().zip(&lists[1]).map(|(b, w)| b - w).find(|difference| *difference != 0).unwrap_or(0)
}

/// Counts black wins, white wins and draws over all ways to fill the board with half of the stones
/// black (or one more).
fn results<const W: usize>(setup: &Setup) -> (u32, u32, u32) {
    let board = Bracket::<W>::new(setup).board;
    let cells = board.points.len();
    let mut counts = (0, 0, 0);
    for choice in (0..1_u64 << cells).filter(|choice| choice.count_ones() == cells.div_ceil(2) as u32) {
        let mut black = Bits::<W>::EMPTY;
        black.insert_word(0, choice);
        match margin(board, black, setup.rule("scoring") == "smallest") {
            1.. => counts.0 += 1,
            0 => counts.2 += 1,
            _ => counts.1 += 1,
        }
    }
    counts
}

#[test]
fn all_fillings_of_small_boards_give_the_known_results() {
    assert_eq!(results::<1>(&setup("hexagon", 3)), (0, 0, 35));
    assert_eq!(results::<1>(&setup("rhombus", 3)), (15, 2, 109));
    assert_eq!(results::<1>(&setup("rhombus", 4)), (2803, 2803, 7264));
    assert_eq!(results::<1>(&setup("hexagon", 5)), (27572, 12570, 52236));
}

#[test]
fn every_filling_is_scored_by_the_letter_of_the_rules() {
    let check = |setup: &Setup, mut rng: Rng| {
        for share in [1, 2, 3, 4, 4, 4, 4, 5, 6, 7] {
            let black: Vec<bool> = (0..625).map(|_| random_below(&mut rng, 8) < share).collect();
            let mut diagram = setup.empty_diagram();
            for point in setup.geometry().points() {
                diagram.stones[point.index()] = Some(if black[point.index()] { Stone::Black } else { Stone::White });
            }
            let outcome = setup.position(&diagram).unwrap().outcome().unwrap();
            let margin = plain_margin(setup, |point| black[point.index()]);
            assert_eq!(outcome, Outcome { margin: Margin::from(margin), ending: Ending::FULL_BOARD }, "{diagram:?}");
        }
    };
    for width in 1..=25 {
        for shape in ["hexagon", "rhombus"].into_iter().filter(|shape| *shape == "rhombus" || width % 2 == 1) {
            for scoring in ["largest", "smallest"] {
                let setup = setup(shape, width).with_rule("scoring", scoring).unwrap();
                for seed in 0..if width < 10 { 20 } else { 1 } {
                    check(&setup, seeded(seed));
                }
            }
        }
    }
}

#[test]
fn invalid_diagrams_are_refused() {
    let setup = setup("hexagon", 3);
    let mut diagram = setup.empty_diagram();
    let error = |diagram: &Diagram| Bracket::<1>::from_diagram(&setup, diagram).unwrap_err();
    diagram.stones[2] = Some(Stone::Black);
    assert_eq!(error(&diagram), DiagramError::Stone("black", "C1".into()));
    diagram.stones[2] = None;
    diagram.stones[0] = Some(Stone::Red);
    assert_eq!(error(&diagram), DiagramError::Stone("red", "A1".into()));
    diagram.stones[0] = None;
    diagram.state.insert("barred-b".into(), "A1".into());
    assert_eq!(error(&diagram), DiagramError::State("barred-b".into(), "A1".into()));
    diagram.stones.clear();
    assert_eq!(error(&diagram), DiagramError::Size(9, 0));
}

#[test]
fn every_half_of_the_empty_cells_is_drawn_as_often_as_any_other() {
    const GAMES: u32 = 70_000;
    let setup = setup("hexagon", 3);
    let mut rng = seeded(2);
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..GAMES {
        let mut position = Bracket::<1>::new(&setup);
        position.playout(&mut rng, PlayoutObserver::None);
        assert_eq!((position.stones[0].count(), position.stones[1].count()), (4, 3));
        *counts.entry(position.stones[0].0[0]).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), 35);
    // Five standard deviations.
    assert!(counts.values().all(|count| count.abs_diff(GAMES / 35) < 5 * 45), "{counts:?}");
}

#[test]
fn a_playout_is_the_game_of_the_moves_that_it_reports() {
    let mut rng = seeded(7);
    let mut position = Bracket::<2>::new(&setup("rhombus", 9));
    while !position.is_over() {
        let (mut end, mut replayed, mut again) = (position.clone(), position.clone(), rng.clone());
        let mut moves = Vec::new();
        let margin = end.playout(&mut rng, PlayoutObserver::Each(&mut |seat, mv| moves.push((seat, mv))));
        for &(seat, mv) in &moves {
            assert_eq!(seat, replayed.to_move());
            replayed.play(mv).unwrap();
        }
        assert!(end == replayed && end.key() == replayed.key());
        assert_eq!(end.outcome().unwrap().margin, margin);
        assert_eq!(position.clone().playout(&mut again, PlayoutObserver::None), margin);
        position.play_unchecked(moves[0].1);
    }
}

/// Returns the moves of an informed playout, and the position at its end.
fn informed(position: &Bracket<2>, rng: &mut Rng) -> (Vec<(Seat, Move)>, Bracket<2>) {
    let weights = INFO.shipped_weights();
    let (mut moves, mut end, mut again) = (Vec::new(), position.clone(), rng.clone());
    let margin = end.informed_playout(&weights, rng, PlayoutObserver::Each(&mut |seat, mv| moves.push((seat, mv))));
    assert_eq!(end.outcome().unwrap().margin, margin);
    let unobserved = position.clone().informed_playout(&weights, &mut again, PlayoutObserver::None);
    assert_eq!(unobserved, margin, "an observer makes no difference");
    (moves, end)
}

#[test]
fn an_informed_playout_fills_the_board_with_as_many_stones_as_turns() {
    let mut rng = seeded(7);
    for shape in ["hexagon", "rhombus"] {
        let mut position = Bracket::<2>::new(&setup(shape, 9));
        while !position.is_over() {
            let (moves, end) = informed(&position, &mut rng);
            let of = |seat: Seat| moves.iter().filter(|(mover, _)| *mover == seat).count();
            let (mine, theirs) = (of(position.to_move()), of(position.to_move().other()));
            assert_eq!((mine + theirs, mine - theirs), (position.empty.into(), usize::from(position.empty % 2)));
            let mut replayed = position.clone();
            for &(seat, mv) in &moves {
                replayed.set_to_move(seat);
                replayed.play(mv).unwrap();
            }
            assert_eq!(replayed.stones, end.stones);
            position.play_unchecked(moves[0].1);
        }
    }
}

#[test]
fn an_informed_playout_gives_each_side_one_cell_of_every_bridge() {
    // Black bridges from the centre in all six directions, one at a time.
    let setup = setup("hexagon", 9);
    let geometry = setup.geometry();
    for (dx, dy) in [(1, 2), (2, 1), (1, -1)] {
        for sign in [1, -1] {
            let mut position = Bracket::<2>::new(&setup);
            let ends = [(4, 4), (4 + sign * dx, 4 + sign * dy)].map(|(x, y)| geometry.at(x, y).unwrap());
            for point in ends {
                position.set_to_move(Seat::Black);
                position.play(Move::place(0, point)).unwrap();
            }
            let beside = |end: Point| geometry.neighbours(end);
            let cells: Vec<Point> = beside(ends[0]).into_iter().filter(|p| beside(ends[1]).contains(p)).collect();
            assert_eq!(cells.len(), 2);
            let mut rng = seeded(1);
            let mut first = [0, 0];
            for _ in 0..50 {
                let (_, end) = informed(&position, &mut rng);
                let stones = [0, 1].map(|i| end.stone(cells[i]).unwrap());
                assert_ne!(stones[0], stones[1]);
                first[usize::from(stones[0] == Stone::Black)] += 1;
            }
            assert!(first[0] > 10 && first[1] > 10, "{first:?}");
        }
    }
}

#[test]
fn an_outcome_is_explained_by_sizes_in_the_order_of_comparison() {
    let mut rng = seeded(7);
    for scoring in ["largest", "smallest"] {
        let setup = setup("hexagon", 5).with_rule("scoring", scoring).unwrap();
        for _ in 0..200 {
            let mut game = Game::new(setup.clone());
            while !game.is_over() {
                let legal = game.legal_moves(game.to_move());
                let mv = legal[random_below(&mut rng, legal.len() as u32) as usize];
                game.play(game.to_move(), mv).unwrap();
            }
            let text = game.explain_outcome().unwrap();
            let mut lists = text.split(" one: ").skip(1).map(|rest| -> Vec<i32> {
                let list = rest.split('.').next().unwrap();
                list.split(", ").filter_map(|size| size.parse().ok()).collect()
            });
            let (black, white) = (lists.next().unwrap(), lists.next().unwrap());
            let size = |list: &[i32], i: usize| list.get(i).copied().unwrap_or(0);
            let differences = (0..black.len().max(white.len())).map(|i| size(&black, i) - size(&white, i));
            let first = differences.into_iter().find(|&difference| difference != 0).unwrap_or(0);
            assert_eq!(f64::from(first), game.outcome().unwrap().margin.points(), "{scoring}: {text}");
        }
    }
}
