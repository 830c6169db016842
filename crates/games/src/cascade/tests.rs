//! Diagrams, bounds and playouts of Cascade.

use std::collections::BTreeMap;

use quintet_core::position::{Heuristics as _, PlayoutObserver};
use quintet_core::random::{random_below, seeded};

use super::*;

fn setup(n: u16, fill: &str) -> Setup {
    Setup::new(&INFO).with_size(n).unwrap().with_rule("fill", fill).unwrap()
}

/// Reads a diagram drawn from the top corner down, each row from the side of the last column to
/// that of the first.
fn drawn(n: usize, rows: &str) -> Diagram {
    let mut stones = vec![None; n * n];
    for (down, row) in rows.split('|').enumerate() {
        let level = 2 * (n - 1) - down;
        let right = level.min(n - 1);
        for (i, letter) in row.trim().chars().enumerate() {
            let x = right - i;
            stones[(level - x) * n + x] = match letter {
                'x' => Some(Stone::White),
                'o' => Some(Stone::Black),
                '=' => Some(Stone::Red),
                '.' => None,
                _ => unreachable!("{letter}"),
            };
        }
    }
    Diagram { stones, to_move: Seat::White, state: BTreeMap::new() }
}

#[test]
fn the_board_has_no_pairs_across_its_sides() {
    let mut position = Cascade::<1>::new(&setup(3, "both"));
    for cell in [2, 3] {
        position.play(Move::place(0, Point(cell))).unwrap();
    }
    assert_eq!(position.diagram().points_with(Stone::White).count(), 2);
}

fn play_within_bounds(setup: &Setup, seed: u64) {
    let mut rng = seeded(seed);
    let mut position = setup.start();
    let (mut moves, mut bounds) = (Vec::new(), Vec::new());
    while !position.is_over() {
        bounds.push(position.plies_to_end());
        moves.clear();
        position.legal_moves(&mut moves);
        assert!(moves.is_sorted() && moves.len() == position.count_legal());
        assert_eq!(setup.position(&position.diagram()).unwrap().key(), position.key());
        position.play(moves[random_below(&mut rng, moves.len() as u32) as usize]).unwrap();
        assert_eq!(position.key(), position.recomputed_key());
    }
    let count = |stone| position.diagram().points_with(stone).count() as f64;
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.margin, count(Stone::Black) - count(Stone::White));
    for (left, bound) in (1..).zip(bounds.into_iter().rev()) {
        assert!(bound <= left, "{setup:?}: {bound} moves at least, and {left} were enough");
    }
}

#[test]
fn every_width_plays_to_a_full_board_within_its_bounds() {
    for fill in ["down", "both"] {
        for n in 1..=25 {
            for seed in 0..if n < 6 { 50 } else { 1 } {
                play_within_bounds(&setup(n, fill), seed);
            }
        }
    }
}

#[test]
fn invalid_diagrams_are_refused() {
    let mut diagram = drawn(2, ".|..|.");
    diagram.state.insert("ban".into(), "1".into());
    let error = |diagram: &Diagram| Cascade::<1>::from_diagram(&setup(2, "down"), diagram).unwrap_err();
    assert_eq!(error(&diagram), DiagramError::State("ban".into(), "1".into()));
    diagram.state.clear();
    diagram.stones[3] = Some(Stone::Cancer);
    assert_eq!(error(&diagram), DiagramError::Stone("cancer", "B2".into()));
    diagram.stones.pop();
    assert_eq!(error(&diagram), DiagramError::Size(4, 3));
}

fn check_playouts(setup: &Setup) {
    let mut rng = seeded(3);
    let mut position = setup.start();
    for _ in 0..6 {
        let (mut end, mut replayed) = (position.clone(), position.clone());
        let (mut moves, mut again) = (Vec::new(), rng.clone());
        let margin = end.playout(&mut rng, PlayoutObserver::Each(&mut |seat, mv| moves.push((seat, mv))));
        for (seat, mv) in moves {
            assert_eq!(seat, replayed.to_move());
            replayed.play(mv).unwrap();
        }
        assert!(*end == *replayed && end.key() == replayed.key());
        assert_eq!(end.outcome().unwrap().margin, margin);
        let unobserved = position.clone().playout(&mut again, PlayoutObserver::None);
        assert_eq!(unobserved, margin, "an observer makes no difference");
        // The next playout starts a move later.
        let (mut list, count) = (Vec::new(), position.count_legal() as u32);
        position.legal_moves(&mut list);
        if count > 0 {
            position.play_unchecked(list[random_below(&mut rng, count) as usize]);
        }
    }
}

#[test]
fn a_playout_is_the_game_of_the_moves_that_it_reports() {
    for fill in ["down", "both"] {
        for n in 1..=25 {
            check_playouts(&setup(n, fill));
        }
    }
}

#[test]
fn random_games_have_the_margins_and_lengths_of_games_played_turn_by_turn() {
    const GAMES: i32 = 20_000;
    let start = Cascade::<1>::from_diagram(&setup(4, "down"), &drawn(4, ".|..|.x.|....|.o.|..|=")).unwrap();
    let mut rng = seeded(5);
    let (mut counts, mut moves) = ([[0_i32; 32]; 2], [0_usize; 2]);
    for _ in 0..GAMES {
        let mut count = |_, _| moves[0] += 1;
        counts[0][(start.clone().playout(&mut rng, PlayoutObserver::Each(&mut count)) + 16.0) as usize] += 1;
        let (mut position, mut list) = (start.clone(), Vec::new());
        while !position.is_over() {
            list.clear();
            position.legal_moves(&mut list);
            position.play_unchecked(list[random_below(&mut rng, list.len() as u32) as usize]);
            moves[1] += 1;
        }
        counts[1][(position.lead() + 16) as usize] += 1;
    }
    // Five standard deviations of the difference.
    for (margin, (&a, &b)) in counts[0].iter().zip(&counts[1]).enumerate() {
        assert!((a - b).pow(2) <= 25 * (a + b).max(4), "margin {}: {a} and {b} games", margin as i32 - 16);
    }
    assert!(moves[0].abs_diff(moves[1]) < 1500, "{moves:?} moves");
}

fn check_informed_playouts(setup: &Setup) {
    let mut rng = seeded(3);
    let (start, weights) = (setup.start(), INFO.shipped_weights());
    for _ in 0..4 {
        let (mut moves, mut end, mut again) = (Vec::new(), start.clone(), rng.clone());
        let mut record = |seat, mv| moves.push((seat, mv));
        let margin = end.informed_playout(&weights, &mut rng, PlayoutObserver::Each(&mut record));
        let unobserved = start.clone().informed_playout(&weights, &mut again, PlayoutObserver::None);
        assert_eq!(unobserved, margin, "an observer makes no difference");
        let mut position = start.clone();
        for (seat, mv) in moves {
            assert_eq!(seat, position.to_move());
            let lead = |kind: u8| {
                let mut after = position.clone();
                after.play(Move::place(kind, mv.point().unwrap())).unwrap();
                let stones = after.diagram();
                let count = |stone| stones.points_with(stone).count() as i32;
                let lead = count(Stone::Black) - count(Stone::White);
                if seat == Seat::Black { lead } else { -lead }
            };
            let Action::Place { kind, .. } = mv.action() else { unreachable!() };
            assert_eq!(lead(kind), (0..3).map(lead).max().unwrap());
            position.play(mv).unwrap();
        }
        assert_eq!(position.outcome().unwrap().margin, margin);
    }
}

#[test]
fn in_an_informed_playout_each_stone_has_the_colour_that_gains_most() {
    for fill in ["down", "both"] {
        for n in [3, 8, 9] {
            check_informed_playouts(&setup(n, fill));
        }
    }
}
