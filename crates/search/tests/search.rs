//! Searches of real positions, with a clock that the tests drive.

mod common;

use std::time::Duration;

use common::run_search;
use quintet_conformance::small_setup;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::time::{ManualTime, TimeSource as _};
use quintet_core::types::Move;
use quintet_search::{Interrupt, Limits, ParamOverrides, Report, Restriction, SearchOptions, SearchResult, Urgency};

fn game(id: &str, size: u16) -> Game {
    Game::new(Setup::new(quintet_games::find(id).unwrap()).with_size(size).unwrap())
}

/// Searches the current position of a game; also returns the reports.
fn search(game: &Game, threads: usize, seed: u64, options: SearchOptions<'_>) -> (SearchResult, Vec<Report>) {
    let mut reports = Vec::new();
    let on_report = &mut |report: &Report| reports.push(report.clone());
    let result = run_search(game, &ParamOverrides::default(), threads, seed, options, on_report);
    (result, reports)
}

/// A report without the time, which the system clock decides.
fn without_time(report: &Report) -> Report {
    Report { time: Duration::ZERO, ..report.clone() }
}

#[test]
fn a_search_by_one_thread_with_a_limit_of_visits_is_repeatable() {
    let interrupt = Interrupt::default();
    let limits = Limits { visits: Some(300), time: None };
    let options = SearchOptions { limits, ownership: true, ..SearchOptions::new(&interrupt) };
    for info in quintet_games::GAMES {
        let game = Game::new(small_setup(info));
        let [first, second, other] = [1, 1, 2].map(|seed| search(&game, 1, seed, options).0);
        assert_eq!(without_time(&first.report), without_time(&second.report), "{}", info.id);
        assert_eq!(first.mv, second.mv);
        assert_ne!(without_time(&first.report), without_time(&other.report), "{} ignores the seed", info.id);
    }
}

#[test]
fn a_search_does_as_many_simulations_as_it_is_allowed() {
    let interrupt = Interrupt::default();
    let limits = Limits { visits: Some(333), time: None };
    let options = SearchOptions { limits, to_the_limit: true, ..SearchOptions::new(&interrupt) };
    for info in quintet_games::GAMES {
        for threads in [1, 3] {
            let (result, _) = search(&Game::new(Setup::new(info)), threads, 0, options);
            assert_eq!((result.report.visits, result.report.simulations), (333, 333), "{}", info.id);
            let below: u64 = result.report.candidates.iter().map(|candidate| candidate.visits).sum();
            assert!((330..=333).contains(&below), "{}: {below} visits of moves", info.id);
        }
    }
}

#[test]
fn a_search_stops_at_its_deadline_and_reports_on_time() {
    // Every reading of the clock takes a millisecond, so the clock is read after every batch of at
    // most 64 simulations.
    let clock = ManualTime::ticking(Duration::from_millis(1));
    let interrupt = Interrupt::default();
    let limits = Limits { visits: None, time: Some(Duration::from_millis(400)) };
    let options = SearchOptions {
        limits,
        report_every: Some(Duration::from_millis(100)),
        to_the_limit: true,
        time: &clock,
        ..SearchOptions::new(&interrupt)
    };
    let start = clock.now();
    let (result, reports) = search(&game("cascade", 5), 1, 0, options);
    let taken = clock.since(start);
    assert!((400..420).contains(&taken.as_millis()), "{taken:?}");
    assert!((1..=400 * 64).contains(&result.report.visits), "{} visits", result.report.visits);
    assert!((2..=4).contains(&reports.len()), "{} reports", reports.len());
    let visits: Vec<u64> = reports.iter().map(|report| report.visits).collect();
    assert!(visits.is_sorted() && visits[0] > 0);
    for pair in reports.windows(2) {
        assert!(pair[1].time - pair[0].time >= Duration::from_millis(100));
    }
}

#[test]
fn an_interrupted_search_still_chooses_a_legal_move() {
    for urgency in [Urgency::Soon, Urgency::Now] {
        for info in quintet_games::GAMES {
            let clock = ManualTime::ticking(Duration::from_millis(1));
            let interrupt = Interrupt::default();
            interrupt.call(urgency);
            let game = Game::new(small_setup(info));
            let options = SearchOptions { time: &clock, ..SearchOptions::new(&interrupt) };
            let (result, _) = search(&game, 1, 0, options);
            assert!(game.is_legal(game.to_move(), result.mv), "{}", info.id);
            assert!((1..1000).contains(&result.report.visits), "{}: {}", info.id, result.report.visits);
        }
    }
}

#[test]
fn restricted_moves_are_not_considered() {
    let interrupt = Interrupt::default();
    let limits = Limits { visits: Some(200), time: None };
    for info in quintet_games::GAMES {
        let game = Game::new(small_setup(info));
        let seat = game.to_move();
        let legal = game.legal_moves(seat);
        let some: Vec<Move> = legal.iter().copied().step_by(2).collect();
        for others in [false, true] {
            let restrictions = [Restriction { seat, moves: some.clone(), others, plies: 1 }];
            let options = SearchOptions { limits, restrictions: &restrictions, ..SearchOptions::new(&interrupt) };
            let (result, _) = search(&game, 1, 0, options);
            assert!(result.report.candidates.iter().all(|candidate| some.contains(&candidate.mv) == others));
            assert_eq!(some.contains(&result.mv), others, "{}", info.id);
        }
    }
}

#[test]
fn ownership_is_reported_on_request() {
    let interrupt = Interrupt::default();
    let limits = Limits { visits: Some(100), time: None };
    let game = game("stoical", 5);
    let with = |ownership, move_ownership| {
        let options =
            SearchOptions { limits, ownership, move_ownership, to_the_limit: true, ..SearchOptions::new(&interrupt) };
        search(&game, 1, 0, options).0.report
    };
    assert!(with(false, false).ownership.is_empty());
    let report = with(true, false);
    assert_eq!(report.ownership.len(), 25);
    assert!(report.ownership.iter().all(|share| (-1.0..=1.0).contains(share)));
    assert!(report.ownership.iter().any(|&share| share != 0.0));
    assert!(report.candidates[0].ownership.is_empty());
    assert_eq!(with(true, true).candidates[0].ownership.len(), 25);
}
