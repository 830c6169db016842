//! In games that fill the board, bit-parallel search and alpha-beta search, which share only the
//! rules, agree.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use quintet_core::position::AnyPosition;
use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_solve::{Limits, ValueStore, search_alone};

use crate::{legal_moves, random_move, setup, solve, try_setup};

/// Returns a position after some random moves; if `turned`, the side that has just moved is to
/// move.
fn after_random_moves(setup: &Setup, seed: u64, turned: bool) -> Box<dyn AnyPosition> {
    let mut rng = seeded(seed);
    let mut position = setup.start();
    for _ in 0..random_below(&mut rng, position.count_legal() as u32) {
        position.play_unchecked(random_move(&*position, &mut rng));
    }
    if turned {
        position.set_to_move(position.to_move().other());
    }
    position
}

#[test]
fn both_searches_find_the_same_value_moves_and_line() {
    let lines = ["1", "3", "5", "1 shape=rhombus", "2 shape=rhombus", "3 shape=rhombus", "4 shape=rhombus"];
    for line in lines {
        for scoring in ["largest", "smallest"] {
            let setup = setup(&format!("bracket {line} scoring={scoring}"));
            for (seed, turned) in (0..6).flat_map(|seed| [(seed, false), (seed, true)]) {
                let position = after_random_moves(&setup, seed, turned);
                let wanted = search_alone(&setup, &*position, Limits::default(), &|_| true);
                for threads in [1, 3] {
                    let found = solve(&setup, &*position, Limits { threads, ..Limits::default() });
                    assert_eq!(
                        (found.value(), &found.best, &found.line),
                        (wanted.value(), &wanted.best, &wanted.line),
                        "{threads} threads: {:?}",
                        position.diagram()
                    );
                }
            }
        }
    }
}

#[test]
fn the_end_of_a_game_on_a_large_board_is_solved_like_a_small_one() {
    for line in ["bracket 9", "bracket 11 shape=rhombus", "bracket 25"] {
        let setup = setup(line);
        let (mut position, mut rng) = (setup.start(), seeded(1));
        while position.count_legal() > 11 {
            position.play_unchecked(random_move(&*position, &mut rng));
        }
        let wanted = search_alone(&setup, &*position, Limits::default(), &|_| true);
        let found = solve(&setup, &*position, Limits::default());
        assert_eq!((found.value(), found.best, found.line), (wanted.value(), wanted.best, wanted.line));
    }
}

#[test]
fn work_that_is_stopped_has_bounds_that_contain_the_value() {
    let setup = setup("bracket 4 shape=rhombus");
    let bounds = [0, 1, 20, 100, 200].map(|most_calls| {
        let calls = AtomicU32::new(0);
        let watch = |_| calls.fetch_add(1, Relaxed) < most_calls;
        let limits = Limits { threads: 2, ..Limits::default() };
        let solution = quintet_solve::solve(&setup, &*setup.start(), limits, &ValueStore::default(), &watch);
        [solution.low, solution.high]
    });
    assert_eq!(bounds[0], [-1.0, 1.0]);
    assert!(bounds.iter().all(|[low, high]| *low <= 0.0 && 0.0 <= *high), "{bounds:?}");
}

#[test]
fn without_memory_for_all_positions_alpha_beta_search_answers() {
    let setup = setup("bracket 4 shape=rhombus");
    let [all, few] =
        [64 << 20, 2 << 20].map(|memory| solve(&setup, &*setup.start(), Limits { memory, ..Limits::default() }));
    // scripts/bracket_values.c counts 10,165,779 positions; every probe but that of the line looks
    // at all of them.
    assert!(all.nodes > 10_165_779 && few.nodes < all.nodes / 4, "{} {}", all.nodes, few.nodes);
    assert_eq!((all.value(), all.best), (few.value(), few.best));
}

/// Checks that the sides fill the board: any empty point is legal, and the order of moves does not
/// matter.
/// Returns the number of games whose moves were also played at once.
fn check_filling(setup: &Setup) -> u32 {
    let mut at_once_too = 0;
    for seed in 0..20 {
        let mut rng = seeded(seed);
        let (mut position, mut played) = (setup.start(), Vec::new());
        while !position.is_over() {
            let empty = setup.geometry().points().filter(|&point| position.stone(point).is_none());
            let moves = legal_moves(&*position);
            assert!(moves.iter().map(|mv| mv.point()).eq(empty.map(Some)), "every empty point, once");
            let mv = random_move(&*position, &mut rng);
            played.push((position.to_move(), mv));
            position.play_unchecked(mv);
        }
        let mut other = setup.start();
        for &(seat, mv) in played.iter().rev() {
            other.set_to_move(seat);
            other.play_unchecked(mv);
        }
        assert_eq!(other.outcome(), position.outcome());
        let moves: Vec<_> = played.iter().map(|&(_, mv)| mv).collect();
        if moves.len() <= 32 {
            let own = (0..moves.len()).filter(|&i| played[i].0 == Seat::Black).map(|i| 1 << i).sum();
            let mut at_once = setup.start();
            at_once.play_for(Seat::Black, &moves, own);
            assert_eq!(at_once.outcome(), position.outcome());
            at_once_too += 1;
        }
    }
    at_once_too
}

#[test]
fn a_game_that_is_called_a_filling_game_is_one() {
    let mut games = Vec::new();
    let (mut setups, mut at_once) = (0, 0);
    for info in quintet_games::GAMES.iter().filter(|info| info.solving.is_filling_game) {
        games.push(info.id);
        let rules = info.rules.iter().fold(vec![String::new()], |lines, rule| {
            let more =
                |line: &String| rule.values.iter().map(|value| format!("{line} {}={value}", rule.name)).collect();
            lines.iter().flat_map(|line| -> Vec<String> { more(line) }).collect()
        });
        for (board, rules) in
            info.test_boards.small.iter().flat_map(|board| rules.iter().map(move |rules| (board, rules)))
        {
            if let Ok(setup) = try_setup(&format!("{} {board}{rules}", info.id)) {
                at_once += check_filling(&setup);
                setups += 1;
            }
        }
    }
    assert_eq!(games, ["bracket"]);
    assert!(setups >= 4 && at_once >= 20, "{setups} setups, {at_once} games played at once");
}
