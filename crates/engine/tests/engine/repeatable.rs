//! With one thread and a limit in visits, a move depends on nothing that happened before.

use std::time::Duration;

use quintet_conformance::small_setup;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::time::ManualTime;
use quintet_core::types::Seat;
use quintet_engine::{Choice, Engine, Knowledge, Request, Settings};
use quintet_search::{Interrupt, Limits};

use crate::{Readings, VISITS, choose, choose_timed, engine, play_on, without_time};

#[test]
fn repeatable_searches_begin_anew() {
    let info = quintet_games::find("cascade").unwrap();
    let settings = Settings::default();
    let mut engine = engine(small_setup(info), &Knowledge::default());
    let first = choose(&mut engine, &settings, VISITS, false);
    let again = choose(&mut engine, &settings, VISITS, false);
    assert_eq!(without_time(&first.report), without_time(&again.report));
    assert!(choose_timed(&mut engine, &settings, false).report.visits > VISITS.visits.unwrap());
    assert_eq!(without_time(&first.report), without_time(&choose(&mut engine, &settings, VISITS, false).report));
    play_on(&mut engine, &first);
    let later = choose(&mut engine, &settings, VISITS, false);
    // An engine that begins here chooses the same.
    let mut fresh = Engine::new(engine.game().clone(), &Knowledge::default());
    let expected = choose(&mut fresh, &settings, VISITS, false);
    assert_eq!(without_time(&expected.report), without_time(&later.report));
}

/// Searches, interrupted when the clock is read for the `last` time.
fn choose_interrupted(engine: &mut Engine, settings: &Settings, last: u32) -> Choice {
    let readings = Readings::new(Duration::ZERO, last);
    let mut request = Request::new(engine.game().to_move(), VISITS, settings, &readings.interrupt);
    request.options.time = &readings;
    engine.choose(&request, &mut |_| {})
}

#[test]
fn a_move_does_not_depend_on_where_an_earlier_search_was_interrupted() {
    let mut cut_short = 0;
    for info in quintet_games::GAMES {
        let settings = Settings { seed: 957_206, ..Settings::default() };
        let expected = choose(&mut engine(small_setup(info), &Knowledge::default()), &settings, VISITS, false);
        for last in (1..40).step_by(3) {
            let mut engine = engine(small_setup(info), &Knowledge::default());
            let first = choose_interrupted(&mut engine, &settings, last);
            cut_short += u32::from(first.report.visits < expected.report.visits);
            let choice = choose(&mut engine, &settings, VISITS, false);
            assert_eq!(without_time(&choice.report), without_time(&expected.report), "{}, {last}", info.id);
        }
    }
    assert!(cut_short >= 10, "{cut_short} searches were interrupted before their end");
}

#[test]
fn values_that_somebody_asked_for_do_not_change_a_repeatable_move() {
    // The ring of 17 is too large to be solved for a move.
    let setup = Setup::new(quintet_games::find("alaric").unwrap()).with_size(17).unwrap();
    let settings = Settings { exact: true, ..Settings::default() };
    let knowledge = Knowledge::default();
    let mut engine = engine(setup.clone(), &knowledge);
    let before = choose(&mut engine, &settings, VISITS, false);
    assert_eq!(before.report.proof, None);
    let seat = engine.game().to_move();
    let solution = engine.solve(seat, quintet_solve::Limits::default(), &|| true);
    assert!(solution.value().is_some());
    assert!(engine.exact_values(seat, &|| true).is_some(), "the values are kept");
    for engine in [&mut engine, &mut Engine::new(Game::new(setup), &knowledge)] {
        let after = choose(engine, &settings, VISITS, false);
        assert_eq!(without_time(&after.report), without_time(&before.report));
    }
    // A move that time limits may use all that is known.
    let clock = ManualTime::ticking(Duration::from_millis(1));
    let interrupt = Interrupt::default();
    let limits = Limits { visits: None, time: Some(Duration::from_millis(600)) };
    let mut request = Request::new(seat, limits, &settings, &interrupt);
    request.options.time = &clock;
    assert!(engine.choose(&request, &mut |_| {}).report.proof.is_some());
}

#[test]
fn only_moves_that_are_played_count_for_resignation() {
    let settings = Settings { resign_below: 1.0, ..Settings::default() };
    let hopeful = Settings { resign_below: 0.0, ..settings.clone() };
    let setup = Setup::new(quintet_games::find("stoical").unwrap());
    let resigned = |between: &dyn Fn(&mut Engine)| {
        let mut engine = engine(setup.clone(), &Knowledge::default());
        let mut resigned = Vec::new();
        for _ in 0..4 {
            between(&mut engine);
            resigned.push(choose(&mut engine, &settings, VISITS, true).resigns);
            between(&mut engine);
            let seat = engine.game().to_move();
            let mv = engine.game().legal_moves(seat)[0];
            engine.game_mut().play(seat, mv).unwrap();
            between(&mut engine);
            let mv = engine.game().legal_moves(seat.other())[0];
            engine.game_mut().play(seat.other(), mv).unwrap();
        }
        resigned
    };
    let tentative = |engine: &mut Engine, seat, settings: &Settings| {
        let interrupt = Interrupt::default();
        let request = Request { tentative: true, ..Request::new(seat, VISITS, settings, &interrupt) };
        engine.choose(&request, &mut |_| {});
    };
    let expected = [false, false, true, true];
    assert_eq!(resigned(&|_| ()), expected);
    for seat in [Seat::Black, Seat::White] {
        assert_eq!(resigned(&|engine| tentative(engine, seat, &settings)), expected, "analyses that look lost");
        assert_eq!(resigned(&|engine| tentative(engine, seat, &hopeful)), expected, "analyses that look won");
    }
    // Moves that are taken back and played again.
    let back_and_forth = |engine: &mut Engine| {
        let moves = engine.game().moves().to_vec();
        engine.game_mut().undo(moves.len()).unwrap();
        choose(engine, &settings, VISITS, true);
        for &(seat, mv) in &moves {
            engine.game_mut().play(seat, mv).unwrap();
        }
    };
    assert_eq!(resigned(&back_and_forth), expected);
    let forgetful = |engine: &mut Engine| engine.forget_game();
    assert_eq!(resigned(&forgetful), [false; 4]);
}
