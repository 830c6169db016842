//! Searches in which the network's value replaces playouts.

mod common;

use common::run_search;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_network::Expectation;
use quintet_search::{Interrupt, Limits, ParamOverrides, SearchOptions, SearchResult};

fn stoical(size: u16) -> Game {
    Game::new(Setup::new(quintet_games::find("stoical").unwrap()).with_size(size).unwrap())
}

/// Searches a game with these parameters.
fn search(game: &Game, params: &[(&str, f64)], visits: u64, ownership: bool) -> SearchResult {
    let mut overrides = ParamOverrides::default();
    params.iter().for_each(|&(name, value)| overrides.set(name, value).unwrap());
    let interrupt = Interrupt::default();
    let limits = Limits { visits: Some(visits), time: None };
    let options = SearchOptions { limits, ownership, ..SearchOptions::new(&interrupt) };
    run_search(game, &overrides, 1, 1, options, &mut |_| ())
}

/// Returns what the network expects after a move.
fn expected_after(game: &Game, mv: Move) -> Expectation {
    let mut position = game.search_position(game.to_move());
    position.play_unchecked(mv);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    position.position().priors(&game.info().weights_for(game.setup()), &moves, &mut Vec::new()).unwrap()
}

const ALONE: [(&str, f64); 1] = [("value_mix", 1.0)];

#[test]
fn the_first_visit_of_a_move_is_worth_what_the_network_expects() {
    let game = stoical(9);
    let report = search(&game, &ALONE, 1, false).report;
    let first = &report.candidates[0];
    assert_eq!((game.to_move(), first.visits), (Seat::Black, 1));
    let expected = expected_after(&game, first.mv);
    // Results are rounded to sixteenths, leads to eighths of a point.
    assert!((first.win_rate - f64::from(expected.result)).abs() <= 1.0 / 16.0, "{first:?} {expected:?}");
    assert!((first.lead - f64::from(expected.lead)).abs() <= 1.0 / 8.0, "{first:?} {expected:?}");
}

#[test]
fn counting_owners_changes_nothing_else() {
    let game = stoical(9);
    let [with, without] = [true, false].map(|ownership| search(&game, &ALONE, 200, ownership).report);
    let visits = |report: &quintet_search::Report| -> Vec<(Move, u64)> {
        report.candidates.iter().map(|candidate| (candidate.mv, candidate.visits)).collect()
    };
    assert_eq!(visits(&with), visits(&without));
    assert!(without.ownership.is_empty());
    assert!(with.ownership.iter().all(|share| (-1.0..=1.0).contains(share)));
    assert!(with.ownership.iter().any(|&share| share != 0.0), "positions are played out to count owners");
}

#[test]
fn the_share_of_the_network_does_not_matter_on_boards_without_one() {
    let game = stoical(6);
    let [alone, half] = [1.0, 0.5].map(|share| search(&game, &[("value_mix", share)], 100, false).report);
    assert_eq!(alone.win_rate, half.win_rate);
    assert_eq!(alone.candidates.len(), half.candidates.len());
}
