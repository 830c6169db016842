//! With one thread, the same seed and visits give the same moves, whatever happened before.

use std::time::Duration;

use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_engine::{Request, Settings};
use quintet_search::{Interrupt, Report, SearchOptions, Urgency};

use crate::{choose, default_setups, millis, player, visits};

fn game(setup: &Setup, seed: u64, count: u64, plies: usize) -> Vec<(Seat, Move)> {
    let settings = Settings { seed, ..Settings::default() };
    let mut player = player(setup);
    while !player.game().is_over() && player.game().moves().len() < plies {
        let seat = player.game().to_move();
        let mv = choose(&mut player, visits(count), &settings).mv.expect("a move");
        player.game_mut().play(seat, mv).expect("it is legal");
    }
    player.game().moves().to_vec()
}

#[test]
fn a_game_comes_out_the_same_again_and_otherwise_with_another_seed() {
    for setup in default_setups() {
        let moves = game(&setup, 7, 60, 12);
        assert_eq!(game(&setup, 7, 60, 12), moves, "{}", setup.info().id);
        assert!((8..12).any(|seed| game(&setup, seed, 60, 12) != moves), "{}", setup.info().id);
    }
}

#[test]
fn a_move_depends_on_the_position_and_not_on_earlier_commands() {
    for setup in default_setups() {
        let settings = Settings { seed: 3, ..Settings::default() };
        let moves = game(&setup, 3, 60, 5);
        // The same position, reached directly, after moves that were taken back, and after other
        // searches.
        let mut other = player(&setup);
        for &(seat, mv) in &moves[..4] {
            choose(&mut other, millis(1), &settings);
            let wrong = other.game().legal_moves(seat)[0];
            other.game_mut().play(seat, wrong).expect("it is legal");
            other.game_mut().undo(1).expect("a move was played");
            other.game_mut().play(seat, mv).expect("it is legal");
        }
        choose(&mut other, visits(30), &settings);
        choose(&mut other, millis(5), &settings);
        choose(&mut other, visits(500), &settings);
        assert_eq!(choose(&mut other, visits(60), &settings).mv, Some(moves[4].1), "{}", setup.info().id);
    }
}

#[test]
fn an_interrupted_search_does_not_change_the_next_one() {
    for setup in default_setups() {
        let settings = Settings::default();
        // Searches until a report with `enough` visits, or to the limit.
        let search = |player: &mut quintet_engine::Engine, bound, enough, fresh| {
            let interrupt = Interrupt::default();
            let request = Request::new(player.game().to_move(), visits(bound), &settings, &interrupt);
            let report_every = Some(Duration::ZERO);
            let options = SearchOptions { report_every, to_the_limit: true, ..request.options };
            let request = Request { fresh, options, ..request };
            let mut watch = |report: &Report| {
                if report.visits >= enough {
                    interrupt.call(Urgency::Now);
                }
            };
            player.choose(&request, &mut watch).report
        };
        let mut in_parts = player(&setup);
        let first = search(&mut in_parts, 200, 70, false);
        assert!((70..200).contains(&first.visits), "{}: {}", setup.info().id, first.visits);
        let second = search(&mut in_parts, 200, u64::MAX, false);
        let whole = search(&mut player(&setup), 200, u64::MAX, false);
        assert_eq!((second.visits, second.simulations), (200, 200), "nothing is kept");
        assert_eq!(second.candidates, whole.candidates, "{}", setup.info().id);
        let fresh = search(&mut in_parts, 200, u64::MAX, true);
        assert_eq!((fresh.simulations, &fresh.candidates), (200, &whole.candidates), "fresh uses nothing kept");
        let mut other = player(&setup);
        assert_eq!(search(&mut other, 70, u64::MAX, false).visits, 70);
        assert_eq!(search(&mut other, 200, u64::MAX, false).candidates, whole.candidates, "{}", setup.info().id);
    }
}
