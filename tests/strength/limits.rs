//! Limits hold, interruption is prompt, memory is bounded, threads agree.

use std::time::{Duration, Instant};

use quintet::board::Vertex;
use quintet::engine::{AnyPlayer, Request, Settings};
use quintet::search::{Interrupt, Limits, Urgency};
use quintet::setup::Setup;
use quintet::words::{Move, Seat};

use crate::{choose, choose_for, default_setup, default_setups, millis, player, visits};

/// The largest board of a game.
fn largest(setup: &Setup) -> Setup {
    setup.with_size(*setup.info().sizes.end()).expect("a size of the game")
}

/// How long a search runs on after a call that comes while it runs.
fn time_after_call(setup: &Setup, limits: Limits, urgency: Urgency, threads: usize) -> Duration {
    time_after_call_with(setup, limits, urgency, Settings { threads, ..Settings::default() })
}

fn time_after_call_with(setup: &Setup, limits: Limits, urgency: Urgency, settings: Settings) -> Duration {
    let interrupt = Interrupt::default();
    let mut player = player(setup);
    std::thread::scope(|scope| {
        let caller = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            interrupt.call(urgency);
            Instant::now()
        });
        let seat = player.history().to_move();
        let choice = choose_for(&mut *player, seat, limits, &settings, &interrupt);
        assert!(choice.mv.is_some());
        caller.join().expect("the caller").elapsed()
    })
}

#[test]
fn an_interrupt_ends_a_search_at_once_on_every_largest_board() {
    for setup in default_setups() {
        let setup = largest(&setup);
        for limits in [visits(u64::MAX), millis(3_600_000), Limits::default()] {
            for threads in [1, 3] {
                let fastest = (0..3).map(|_| time_after_call(&setup, limits, Urgency::Now, threads)).min();
                let took = fastest.expect("three runs");
                assert!(took < Duration::from_millis(100), "{} {limits:?} took {took:?}", setup.info().id);
            }
        }
    }
}

#[test]
fn the_end_of_input_cuts_what_time_bounds_and_gives_two_seconds_to_what_visits_bound() {
    let setup = default_setup("bracket");
    assert!(time_after_call(&setup, millis(3_600_000), Urgency::Soon, 1) < Duration::from_millis(200));
    let both = Limits { visits: Some(u64::MAX), time: Some(Duration::from_secs(3600)) };
    assert!(time_after_call(&setup, both, Urgency::Soon, 1) < Duration::from_millis(200));
    let took = time_after_call(&setup, visits(u64::MAX), Urgency::Soon, 1);
    assert!(took > Duration::from_millis(1000) && took < Duration::from_millis(2100), "{took:?}");
}

#[test]
fn a_tree_that_is_full_again_and_again_does_not_put_off_the_end() {
    let settings = Settings { threads: 1, hash_mib: 1, ..Settings::default() };
    let took = time_after_call_with(&default_setup("bracket"), visits(u64::MAX), Urgency::Soon, settings);
    assert!(took < Duration::from_millis(2100), "{took:?}");
}

#[test]
fn a_call_that_came_before_the_search_leaves_time_for_more_than_a_guess() {
    for setup in default_setups() {
        for urgency in [Urgency::Soon, Urgency::Now] {
            let interrupt = Interrupt::default();
            interrupt.call(urgency);
            let (mut player, began) = (player(&setup), Instant::now());
            let seat = player.history().to_move();
            let settings = Settings::default();
            let choice = choose_for(&mut *player, seat, millis(3_600_000), &settings, &interrupt);
            assert!(choice.report.simulations > 1, "{}", setup.info().id);
            assert!(began.elapsed() < Duration::from_millis(100), "{}", setup.info().id);
        }
    }
}

#[test]
fn a_search_takes_the_time_that_it_is_given_and_no_more() {
    for setup in default_setups() {
        for setup in [setup.clone(), largest(&setup)] {
            let began = Instant::now();
            let mut player = player(&setup);
            choose(&mut *player, millis(60), &Settings::default());
            let took = began.elapsed();
            assert!(took < Duration::from_millis(160), "{} took {took:?}", setup.info().id);
        }
    }
}

#[test]
fn a_fixed_time_is_spent_while_the_game_is_open() {
    let setup = default_setup("stoical").with_size(9).expect("a size");
    let mut player = player(&setup);
    // White's latest move left one answer by far.
    for (ply, vertex) in ["E5", "F5", "F6", "G6", "F4", "G5"].into_iter().enumerate() {
        let vertex: Vertex = vertex.parse().expect("a vertex");
        let point = player.history().geometry().point(vertex).expect("a point");
        player.history_mut().play(Seat::BOTH[ply % 2], Move::place(0, point)).expect("it is legal");
    }
    let (settings, interrupt) = (Settings::default(), Interrupt::default());
    let took = |player: &mut dyn AnyPlayer, fixed_time| {
        let began = Instant::now();
        let request =
            Request { fresh: true, fixed_time, ..Request::new(Seat::Black, millis(400), &settings, &interrupt) };
        assert!(player.choose(&request, &mut |_| {}).mv.is_some());
        began.elapsed()
    };
    assert!(took(&mut *player, false) < Duration::from_millis(390), "no other move can become the best");
    assert!(took(&mut *player, true) >= Duration::from_millis(399));
}

#[test]
fn no_time_and_no_visits_still_give_a_move() {
    for setup in default_setups() {
        for limits in [millis(0), visits(0), visits(1)] {
            let choice = choose(&mut *player(&setup), limits, &Settings::default());
            assert!(choice.mv.is_some(), "{} {limits:?}", setup.info().id);
            assert_eq!(choice.report.candidates[0].mv, choice.mv.expect("a move"));
        }
    }
}

#[test]
fn a_tree_that_met_its_bound_still_serves() {
    let setup = default_setup("stoical").with_size(19).expect("a size");
    let settings = Settings { hash_mib: 1, ..Settings::default() };
    let mut player = player(&setup);
    for _ in 0..3 {
        let choice = choose(&mut *player, visits(2500), &settings);
        let seat = player.history().to_move();
        player.history_mut().play(seat, choice.mv.expect("a move")).expect("it is legal");
    }
}

#[test]
fn a_kept_tree_serves_after_the_moves_that_it_foresaw() {
    for setup in default_setups() {
        let settings = Settings { threads: 2, ..Settings::default() };
        let mut player = player(&setup);
        for _ in 0..2 {
            let choice = choose(&mut *player, visits(800), &settings);
            let seat = player.history().to_move();
            player.history_mut().play(seat, choice.mv.expect("a move")).expect("it is legal");
        }
        let report = choose(&mut *player, visits(800), &settings).report;
        assert!(report.simulations < 800, "{}: nothing was kept", setup.info().id);
        player.history_mut().undo(2).expect("two moves were played");
        let report = choose(&mut *player, visits(100), &settings).report;
        assert_eq!(report.simulations, report.visits, "a tree from another position was used");
    }
}

#[test]
fn pondering_ends_when_it_is_called_and_its_tree_is_used() {
    let setup = default_setup("bracket");
    let settings = Settings { threads: 2, ..Settings::default() };
    let mut player = player(&setup);
    let interrupt = Interrupt::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            interrupt.call(Urgency::Now);
        });
        player.ponder(&settings, &interrupt);
    });
    let report = choose(&mut *player, visits(10), &settings).report;
    assert!(report.visits > 10 && report.simulations <= 2, "{report:?}");
}

#[test]
fn a_seat_may_move_out_of_turn_and_a_finished_game_gives_no_move() {
    for setup in default_setups() {
        let mut player = player(&setup);
        let settings = Settings::default();
        for seat in [Seat::White, Seat::White, Seat::Black, Seat::Black] {
            let choice = choose_for(&mut *player, seat, visits(30), &settings, &Interrupt::default());
            assert_eq!(choice.report.seat, seat);
            player.history_mut().play(seat, choice.mv.expect("a move")).expect("it is legal for that seat");
        }
    }
    let mut player = player(&default_setup("cascade").with_size(1).expect("a size"));
    let only = choose(&mut *player, visits(1000), &Settings::default()).mv.expect("a move");
    player.history_mut().play(Seat::White, only).expect("it is legal");
    assert_eq!(choose(&mut *player, visits(10), &Settings::default()).mv, None);
}

#[test]
fn reports_come_while_a_search_runs_with_any_number_of_threads() {
    for threads in [1, 2] {
        let settings = Settings { threads, ..Settings::default() };
        for setup in default_setups() {
            let mut player = player(&setup);
            let (seat, interrupt) = (player.history().to_move(), Interrupt::default());
            let request = Request {
                report_every: Some(Duration::from_millis(50)),
                ownership: true,
                ..Request::new(seat, millis(300), &settings, &interrupt)
            };
            let mut reports = Vec::new();
            let last = player.choose(&request, &mut |report| reports.push(report.clone())).report;
            assert!(reports.len() >= 2, "{} reports", reports.len());
            reports.push(last);
            let cells = usize::from(setup.width()) * usize::from(setup.height());
            for report in reports {
                assert_eq!(report.ownership.len(), cells);
                assert!(report.ownership.iter().all(|share| (-1.0..=1.0).contains(share)));
                assert!((0.0..=1.0).contains(&report.win_rate));
                for candidate in &report.candidates {
                    assert!((0.0..=1.0).contains(&candidate.win_rate) && candidate.lead.is_finite());
                    assert_eq!(candidate.pv[0], candidate.mv);
                }
                let priors: f64 = report.candidates.iter().map(|candidate| candidate.prior).sum();
                assert!(priors < 1.001, "{priors}");
            }
        }
    }
}

#[test]
fn it_resigns_when_the_game_is_lost_and_only_then() {
    // Komi that no board can make up for.
    let mut setup = default_setup("stoical").with_size(5).expect("a size");
    setup.set_komi(100.0);
    let settings = Settings { resign_below: 0.1, ..Settings::default() };
    let mut player = player(&setup);
    let mut resigned = [0, 0];
    for _ in 0..8 {
        let seat = player.history().to_move();
        let choice = choose(&mut *player, visits(300), &settings);
        resigned[seat.index()] += u32::from(choice.resigns);
        player.history_mut().play(seat, choice.mv.expect("a move")).expect("it is legal");
    }
    assert!(resigned[0] >= 1 && resigned[1] == 0, "{resigned:?}");
}

#[test]
fn the_expected_number_of_moves_falls_as_the_board_fills() {
    let setup = default_setup("cascade");
    let mut player = player(&setup);
    let before = player.moves_left(Seat::White);
    for _ in 0..20 {
        let seat = player.history().to_move();
        let mv = player.history().legal_moves(seat)[0];
        player.history_mut().play(seat, mv).expect("it is legal");
    }
    assert!(player.moves_left(Seat::White) < before && before < 40);
}

#[test]
fn owners_are_told_from_the_first_simulation_on() {
    for setup in default_setups() {
        let mut player = player(&setup);
        let (settings, interrupt) = (Settings::default(), Interrupt::default());
        let request = Request::new(player.history().to_move(), visits(1), &settings, &interrupt);
        assert!(player.choose(&request, &mut |_| {}).report.ownership.is_empty(), "nobody asked");
        let request = Request { fresh: true, ownership: true, ..request };
        let report = player.choose(&request, &mut |_| {}).report;
        assert_eq!(report.simulations, 1);
        assert!(report.ownership.iter().any(|share| share.abs() == 1.0), "{}", setup.info().id);
    }
}

#[test]
fn reports_and_owners_change_nothing_about_a_search_and_only_the_limit_itself_makes_it_go_on() {
    for setup in default_setups() {
        let search = |report_every, ownership, to_the_limit| {
            let mut player = player(&setup);
            let (settings, interrupt) = (Settings::default(), Interrupt::default());
            let request = Request::new(player.history().to_move(), visits(2000), &settings, &interrupt);
            let request = Request { report_every, ownership, to_the_limit, ..request };
            player.choose(&request, &mut |_| {}).report
        };
        let (plain, told) = (search(None, false, false), search(Some(Duration::ZERO), true, false));
        assert_eq!((plain.visits, &plain.candidates), (told.visits, &told.candidates), "{}", setup.info().id);
        let whole = search(None, false, true);
        assert!(whole.visits == 2000 || whole.proof.is_some(), "{}: {} visits", setup.info().id, whole.visits);
    }
}
