//! Perfect play on boards whose values are known or quickly found: the engine never gives away
//! value.

use quintet_core::random::seeded;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_engine::Settings;
use quintet_solve::Limits;

use crate::{choose, default_setup, player, random_move, visits};

/// Plays games against random moves with either side, and checks that the result is at least the
/// best value that the engine had on any of its turns. Returns the number of games that it won.
fn plays_perfectly(setup: &Setup, games: u64) -> usize {
    let mut won = 0;
    for seed in 0..games {
        for seat in Seat::BOTH {
            let settings = Settings { exact: true, seed, ..Settings::default() };
            let mut rng = seeded(seed);
            let mut player = player(setup);
            let mut held = f64::NEG_INFINITY;
            while !player.game().is_over() {
                let mover = player.game().to_move();
                let mv = if mover == seat {
                    let value = player.solve(seat, Limits::default(), &|| true).value().expect("it can be solved");
                    held = held.max(value * seat.sign());
                    choose(&mut player, visits(8), &settings).mv.expect("a move")
                } else {
                    random_move(player.game(), &mut rng)
                };
                player.game_mut().play(mover, mv).expect("it is legal");
            }
            let margin = player.game().outcome().expect("it is over").margin.for_seat(seat);
            let moves = player.game().moves();
            assert!(margin >= held, "{setup:?} as {seat:?}: {held} was held, {margin} remained after {moves:?}");
            won += usize::from(margin > 0.0);
        }
    }
    won
}

fn with(id: &str, size: u16, rules: &[(&str, &str)]) -> Setup {
    let start = default_setup(id).with_size(size).expect("a size");
    rules.iter().fold(start, |setup, (name, value)| setup.with_rule(name, value).expect("a rule"))
}

#[test]
fn nothing_is_given_away_on_small_rings_and_rows_and_drawn_positions_are_won_against_weak_play() {
    for n in [5, 7, 8] {
        plays_perfectly(&with("alaric", n, &[]), 3);
    }
    for n in [9, 12] {
        let won = plays_perfectly(&with("alaric", n, &[]), 3);
        assert!(won > 0, "no game was won on {n} cells");
    }
    plays_perfectly(&with("alaric", 9, &[("board", "line")]), 3);
    plays_perfectly(&with("alaric", 9, &[("board", "line"), ("edge", "wall")]), 3);
}

#[test]
fn nothing_is_given_away_on_the_smallest_boards_of_cascade() {
    for fill in ["down", "both"] {
        plays_perfectly(&with("cascade", 3, &[("fill", fill)]), 3);
    }
}

#[test]
fn nothing_is_given_away_on_the_smallest_boards_of_cancer() {
    for pie in ["on", "off"] {
        plays_perfectly(&with("cancer", 3, &[("pie", pie)]), 3);
    }
}

#[test]
fn nothing_is_given_away_on_the_smallest_boards_of_stoical_go() {
    plays_perfectly(&with("stoical", 2, &[]), 3);
    plays_perfectly(&with("stoical", 3, &[("repetition", "none")]), 3);
}

#[test]
fn black_takes_the_whole_board_of_nine_points_where_repetition_draws() {
    let setup = with("stoical", 3, &[]);
    for seed in 0..5 {
        let settings = Settings { exact: true, seed, ..Settings::default() };
        let mut rng = seeded(seed);
        let mut player = player(&setup);
        while !player.game().is_over() {
            let mover = player.game().to_move();
            let mv = match mover {
                Seat::Black => choose(&mut player, visits(8), &settings).mv.expect("a move"),
                Seat::White => random_move(player.game(), &mut rng),
            };
            player.game_mut().play(mover, mv).expect("it is legal");
        }
        assert_eq!(player.game().outcome().expect("it is over").margin.points(), 9.0);
    }
}

#[test]
fn nothing_is_given_away_on_the_smallest_boards_of_bracket() {
    plays_perfectly(&with("bracket", 3, &[]), 3);
    plays_perfectly(&with("bracket", 3, &[("shape", "rhombus")]), 3);
}
