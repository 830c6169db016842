//! Where the seats fill the board, a look at all positions at once and forward search, which share the rules alone, find the same.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use quintet::game::Game;
use quintet::games::{self, Visitor};
use quintet::setup::Setup;
use quintet::solve::{self, Limits};
use quintet::words::{Move, Rng, random_below};
use rand::SeedableRng as _;

use crate::setups::{setup, small_by_rules};

/// A position of a game after some random moves; with `turned` the seat to move is the one that has just moved.
fn after_random_moves<G: Game>(setup: &Setup, seed: u64, turned: bool) -> G {
    let mut rng = Rng::seed_from_u64(seed);
    let mut position = G::new(setup);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for _ in 0..random_below(&mut rng, moves.len() as u32) {
        moves.clear();
        position.legal_moves(&mut moves);
        position.play_unchecked(moves[random_below(&mut rng, moves.len() as u32) as usize]);
    }
    if turned {
        position.set_to_move(position.to_move().other());
    }
    position
}

struct BothWays(u64);

impl Visitor for BothWays {
    type Output = ();

    fn visit<G: Game>(self, setup: &Setup) {
        assert!(G::fills_up());
        for (seed, turned) in (0..self.0).flat_map(|seed| [(seed, false), (seed, true)]) {
            let position = after_random_moves::<G>(setup, seed, turned);
            let forward = solve::search_alone(setup, &position, Limits::default());
            for threads in [1, 3] {
                let told = solve::solve(setup, &position, Limits { threads, ..Limits::default() }, &|_| true);
                assert_eq!(
                    (told.value(), &told.best, &told.line),
                    (forward.value(), &forward.best, &forward.line),
                    "{threads} threads: {:?}",
                    position.diagram()
                );
            }
        }
    }
}

#[test]
fn all_positions_at_once_and_forward_search_find_the_same_value_moves_and_line() {
    let lines = ["1", "3", "5", "1 shape=rhombus", "2 shape=rhombus", "3 shape=rhombus", "4 shape=rhombus"];
    for line in lines {
        for scoring in ["largest", "smallest"] {
            let setup = setup(&format!("bracket {line} scoring={scoring}"));
            games::visit(&setup, BothWays(6));
        }
    }
}

#[test]
fn the_end_of_a_game_on_a_large_board_is_solved_like_a_small_one() {
    struct LastMoves;
    impl Visitor for LastMoves {
        type Output = ();
        fn visit<G: Game>(self, setup: &Setup) {
            let mut position = G::new(setup);
            let mut moves = Vec::new();
            let mut rng = Rng::seed_from_u64(1);
            while position.count_legal() > 11 {
                moves.clear();
                position.legal_moves(&mut moves);
                position.play_unchecked(moves[random_below(&mut rng, moves.len() as u32) as usize]);
            }
            let forward = solve::search_alone(setup, &position, Limits::default());
            let told = solve::solve(setup, &position, Limits::default(), &|_| true);
            assert_eq!((told.value(), told.best, told.line), (forward.value(), forward.best, forward.line));
        }
    }
    for line in ["bracket 9", "bracket 11 shape=rhombus", "bracket 25"] {
        games::visit(&setup(line), LastMoves);
    }
}

#[test]
fn work_that_is_stopped_tells_bounds_that_hold_the_value() {
    struct Stopped(u32);
    impl Visitor for Stopped {
        type Output = [f64; 2];
        fn visit<G: Game>(self, setup: &Setup) -> [f64; 2] {
            let calls = AtomicU32::new(0);
            let watch = |_| calls.fetch_add(1, Relaxed) < self.0;
            let limits = Limits { threads: 2, ..Limits::default() };
            let solution = solve::solve(setup, &G::new(setup), limits, &watch);
            [solution.low, solution.high]
        }
    }
    let bounds: Vec<[f64; 2]> =
        [0, 1, 20, 100, 200].map(|calls| games::visit(&setup("bracket 4 shape=rhombus"), Stopped(calls))).to_vec();
    assert_eq!(bounds[0], [-1.0, 1.0]);
    assert!(bounds.iter().all(|[low, high]| *low <= 0.0 && 0.0 <= *high), "{bounds:?}");
}

#[test]
fn where_the_memory_has_no_room_for_all_positions_forward_search_answers() {
    struct In(u64);
    impl Visitor for In {
        type Output = (u64, Option<f64>, Vec<Move>);
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let limits = Limits { memory: self.0, ..Limits::default() };
            let solution = solve::solve(setup, &G::new(setup), limits, &|_| true);
            (solution.nodes, solution.value(), solution.best)
        }
    }
    let [(all, value, best), (few, other, others)] =
        [64 << 20, 2 << 20].map(|memory| games::visit(&setup("bracket 4 shape=rhombus"), In(memory)));
    // scripts/bracket_values.c counts 10,165,779 positions; every question but the line's is asked of all of them.
    assert!(all > 10_165_779 && few < all / 4, "{all} {few}");
    assert_eq!((value, best), (other, others));
}

/// Holds a game that says so to filling its board: any empty point, one kind of stone, and the order doesn't matter.
struct Fills;

impl Visitor for Fills {
    type Output = bool;

    fn visit<G: Game>(self, setup: &Setup) -> bool {
        if !G::fills_up() {
            return false;
        }
        for seed in 0..20 {
            let mut rng = Rng::seed_from_u64(seed);
            let start = G::new(setup);
            let (mut position, mut played, mut moves) = (start.clone(), Vec::new(), Vec::new());
            while !position.is_over() {
                moves.clear();
                position.legal_moves(&mut moves);
                let empty = setup.geometry().points().filter(|&point| position.stone(point).is_none());
                assert!(moves.iter().map(|mv| mv.point()).eq(empty.map(Some)), "every empty point, once");
                let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
                played.push((position.to_move(), mv));
                position.play_unchecked(mv);
            }
            let mut other = start;
            for &(seat, mv) in played.iter().rev() {
                other.set_to_move(seat);
                other.play_unchecked(mv);
            }
            assert_eq!(other.outcome(), position.outcome());
        }
        true
    }
}

#[test]
fn a_game_that_says_that_the_seats_fill_the_board_is_one_where_nothing_else_happens() {
    let filled = games::GAMES.iter().filter(|info| {
        let lines = small_by_rules(info).into_iter().flatten();
        lines.map(|line| games::visit(&setup(&line), Fills)).fold(false, |any, is| any | is)
    });
    assert_eq!(filled.map(|info| info.id).collect::<Vec<_>>(), ["bracket"]);
}
