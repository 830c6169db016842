//! Searches keep their limits, stop promptly, use bounded memory, and agree for any number of
//! threads.

use std::time::Duration;

use quintet_core::board::Vertex;
use quintet_core::setup::Setup;
use quintet_core::time::{ManualTime, SystemTime};
use quintet_core::types::{Move, Seat};
use quintet_engine::{Engine, Request, Settings};
use quintet_search::{Interrupt, Limits, Report, SearchOptions, Urgency};

use crate::{choose, choose_for, default_setup, default_setups, millis, player, visits};

/// Returns the largest board of a game.
fn largest(setup: &Setup) -> Setup {
    setup.with_size(*setup.info().sizes.end()).expect("a size of the game")
}

/// The step of a clock each time the search reads it, at least once for each batch of simulations.
const STEP: Duration = Duration::from_micros(500);

/// A batch of simulations is not interrupted.
const BATCH: u64 = 64;

/// The work of a search after it was interrupted.
struct AfterInterrupt {
    simulations: u64,
    time: Duration,
}

/// Interrupts a search at its tenth report, and returns its work after that.
fn interrupt(setup: &Setup, limits: Limits, urgency: Urgency, settings: Settings) -> AfterInterrupt {
    let (clock, interrupt) = (ManualTime::ticking(STEP), Interrupt::default());
    let mut engine = player(setup);
    let (mut reports, mut at) = (0, (0, Duration::ZERO));
    let request = Request::new(engine.game().to_move(), limits, &settings, &interrupt);
    let options = SearchOptions { report_every: Some(Duration::ZERO), time: &clock, ..request.options };
    let choice = engine.choose(&Request { options, ..request }, &mut |report| {
        reports += 1;
        if reports == 10 {
            at = (report.simulations, report.time);
            interrupt.call(urgency);
        }
    });
    assert!(choice.mv.is_some() && reports >= 10, "{reports} reports");
    AfterInterrupt { simulations: choice.report.simulations.saturating_sub(at.0), time: choice.report.time - at.1 }
}

fn alone() -> Settings {
    Settings { threads: 1, ..Settings::default() }
}

#[test]
fn an_interrupt_stops_a_search_within_a_batch_on_every_largest_board() {
    for setup in default_setups() {
        let setup = largest(&setup);
        for limits in [visits(u64::MAX), millis(3_600_000), Limits::default()] {
            let after = interrupt(&setup, limits, Urgency::Now, alone());
            assert!(after.simulations <= BATCH, "{} {limits:?}: {}", setup.info().id, after.simulations);
        }
    }
}

#[test]
fn an_interrupt_stops_several_threads() {
    for setup in default_setups() {
        let after = interrupt(&setup, millis(3_600_000), Urgency::Now, Settings { threads: 3, ..Settings::default() });
        // The other threads go on while the report is made.
        assert!(after.simulations <= 20 * BATCH, "{}: {}", setup.info().id, after.simulations);
    }
}

#[test]
fn the_end_of_input_stops_a_search_with_a_time_limit_and_gives_two_seconds_to_one_with_visits_alone() {
    let setup = default_setup("bracket");
    let both = Limits { visits: Some(u64::MAX), time: Some(Duration::from_secs(3600)) };
    for limits in [millis(3_600_000), both] {
        assert!(interrupt(&setup, limits, Urgency::Soon, alone()).simulations <= BATCH);
    }
    let time = interrupt(&setup, visits(u64::MAX), Urgency::Soon, alone()).time;
    assert!(time > Duration::from_millis(1000) && time < Duration::from_millis(2000), "{time:?}");
}

#[test]
fn a_tree_that_fills_up_again_and_again_does_not_delay_the_end() {
    let settings = Settings { threads: 1, hash_mib: 1, ..Settings::default() };
    let time = interrupt(&default_setup("bracket"), visits(u64::MAX), Urgency::Soon, settings).time;
    assert!(time < Duration::from_millis(2000), "{time:?}");
}

#[test]
fn an_interrupt_before_the_search_leaves_time_for_more_than_a_guess() {
    for setup in default_setups() {
        for urgency in [Urgency::Soon, Urgency::Now] {
            let (clock, interrupt) = (ManualTime::ticking(STEP), Interrupt::default());
            interrupt.call(urgency);
            let (mut engine, settings) = (player(&setup), Settings::default());
            let request = Request::new(engine.game().to_move(), millis(3_600_000), &settings, &interrupt);
            let options = SearchOptions { time: &clock, ..request.options };
            let report = engine.choose(&Request { options, ..request }, &mut |_| {}).report;
            assert!(report.simulations > 1, "{}", setup.info().id);
            assert!(report.time < Duration::from_millis(20), "{}: {:?}", setup.info().id, report.time);
        }
    }
}

/// Searches with a time limit by a clock that advances when it is read, and returns the time taken.
fn time_taken(engine: &mut Engine, limits: Limits, fixed_time: bool) -> Duration {
    let (clock, interrupt, settings) = (ManualTime::ticking(STEP), Interrupt::default(), Settings::default());
    let request = Request::new(engine.game().to_move(), limits, &settings, &interrupt);
    let options = SearchOptions { fixed_time, time: &clock, ..request.options };
    let choice = engine.choose(&Request { fresh: true, options, ..request }, &mut |_| {});
    assert!(choice.mv.is_some());
    choice.report.time
}

#[test]
fn a_search_takes_no_more_than_its_time() {
    for setup in default_setups() {
        for setup in [setup.clone(), largest(&setup)] {
            let took = time_taken(&mut player(&setup), millis(60), false);
            assert!(took <= Duration::from_millis(65), "{} took {took:?}", setup.info().id);
        }
    }
}

#[test]
fn a_fixed_time_is_used_up_while_the_game_is_open() {
    let mut engine = player(&default_setup("stoical").with_size(9).expect("a size"));
    // One reply to White's latest move is better than all others by far.
    for (ply, vertex) in ["E5", "F5", "F6", "G6", "F4", "G5"].into_iter().enumerate() {
        let vertex: Vertex = vertex.parse().expect("a vertex");
        let point = engine.game().geometry().point(vertex).expect("a point");
        engine.game_mut().play(Seat::BOTH[ply % 2], Move::place(0, point)).expect("it is legal");
    }
    let [early, whole] = [false, true].map(|fixed_time| time_taken(&mut engine, millis(2000), fixed_time));
    assert!(early < Duration::from_millis(1950), "no other move can become the best: {early:?}");
    assert!(whole >= Duration::from_millis(1999), "{whole:?}");
}

#[test]
fn no_time_and_no_visits_still_give_a_move() {
    for setup in default_setups() {
        for limits in [millis(0), visits(0), visits(1)] {
            let choice = choose(&mut player(&setup), limits, &Settings::default());
            assert!(choice.mv.is_some(), "{} {limits:?}", setup.info().id);
            assert_eq!(choice.report.candidates[0].mv, choice.mv.expect("a move"));
        }
    }
}

#[test]
fn a_tree_that_met_its_bound_still_serves() {
    // Many moves, and no network: the tree is full soon.
    let setup = default_setup("bracket").with_size(19).expect("a size");
    let settings = Settings { hash_mib: 1, ..Settings::default() };
    let mut player = player(&setup);
    for _ in 0..3 {
        let choice = choose(&mut player, visits(2500), &settings);
        let seat = player.game().to_move();
        player.game_mut().play(seat, choice.mv.expect("a move")).expect("it is legal");
    }
}

#[test]
fn a_kept_tree_serves_after_the_moves_that_it_foresaw() {
    for setup in default_setups() {
        let settings = Settings { threads: 2, ..Settings::default() };
        let mut player = player(&setup);
        for _ in 0..2 {
            let choice = choose(&mut player, visits(800), &settings);
            let seat = player.game().to_move();
            player.game_mut().play(seat, choice.mv.expect("a move")).expect("it is legal");
        }
        let report = choose(&mut player, visits(800), &settings).report;
        assert!(report.simulations < 800, "{}: nothing was kept", setup.info().id);
        player.game_mut().undo(2).expect("two moves were played");
        let report = choose(&mut player, visits(100), &settings).report;
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
        player.ponder(&settings, &interrupt, &SystemTime);
    });
    let report = choose(&mut player, visits(10), &settings).report;
    assert!(report.visits > 10 && report.simulations <= 2, "{report:?}");
}

#[test]
fn a_seat_may_move_out_of_turn_and_a_finished_game_gives_no_move() {
    for setup in default_setups() {
        let mut player = player(&setup);
        let settings = Settings::default();
        for seat in [Seat::White, Seat::White, Seat::Black, Seat::Black] {
            let choice = choose_for(&mut player, seat, visits(30), &settings, &Interrupt::default());
            assert_eq!(choice.report.seat, seat);
            player.game_mut().play(seat, choice.mv.expect("a move")).expect("it is legal for that seat");
        }
    }
    let mut player = player(&default_setup("cascade").with_size(1).expect("a size"));
    let only = choose(&mut player, visits(1000), &Settings::default()).mv.expect("a move");
    player.game_mut().play(Seat::White, only).expect("it is legal");
    assert_eq!(choose(&mut player, visits(10), &Settings::default()).mv, None);
}

#[test]
fn reports_come_while_a_search_runs_with_any_number_of_threads() {
    for threads in [1, 2] {
        let settings = Settings { threads, ..Settings::default() };
        for setup in default_setups() {
            let mut player = player(&setup);
            let (seat, interrupt) = (player.game().to_move(), Interrupt::default());
            let clock = ManualTime::ticking(STEP);
            // Each thread that reads the clock moves it on, so no limit of time would be certain to
            // leave any for a report: the second report ends the search.
            let request = Request::new(seat, visits(1_000_000_000), &settings, &interrupt);
            let report_every = Some(Duration::from_millis(50));
            let options = SearchOptions { report_every, ownership: true, time: &clock, ..request.options };
            let request = Request { options, ..request };
            let mut reports = Vec::new();
            let mut on_report = |report: &Report| {
                reports.push(report.clone());
                if reports.len() == 2 {
                    interrupt.call(Urgency::Now);
                }
            };
            let last = player.choose(&request, &mut on_report).report;
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
    // Komi larger than any score.
    let mut setup = default_setup("stoical").with_size(5).expect("a size");
    setup.set_komi(100.0);
    let settings = Settings { resign_below: 0.1, ..Settings::default() };
    let mut player = player(&setup);
    let mut resigned = [0, 0];
    for _ in 0..8 {
        let seat = player.game().to_move();
        let choice = choose(&mut player, visits(300), &settings);
        resigned[seat.index()] += u32::from(choice.resigns);
        player.game_mut().play(seat, choice.mv.expect("a move")).expect("it is legal");
    }
    assert!(resigned[0] >= 1 && resigned[1] == 0, "{resigned:?}");
}

#[test]
fn the_expected_number_of_moves_falls_as_the_board_fills() {
    let setup = default_setup("cascade");
    let mut player = player(&setup);
    let before = player.moves_left(Seat::White);
    for _ in 0..20 {
        let seat = player.game().to_move();
        let mv = player.game().legal_moves(seat)[0];
        player.game_mut().play(seat, mv).expect("it is legal");
    }
    assert!(player.moves_left(Seat::White) < before && before < 40);
}

#[test]
fn ownership_is_reported_from_the_first_simulation_on() {
    for setup in default_setups() {
        let mut player = player(&setup);
        let (settings, interrupt) = (Settings::default(), Interrupt::default());
        let request = Request::new(player.game().to_move(), visits(1), &settings, &interrupt);
        assert!(player.choose(&request, &mut |_| {}).report.ownership.is_empty(), "nobody asked");
        let request = Request { fresh: true, options: SearchOptions { ownership: true, ..request.options }, ..request };
        let report = player.choose(&request, &mut |_| {}).report;
        assert_eq!(report.simulations, 1);
        assert!(report.ownership.iter().any(|share| share.abs() == 1.0), "{}", setup.info().id);
    }
}

#[test]
fn reports_and_ownership_do_not_change_a_search() {
    for setup in default_setups() {
        let search = |report_every, ownership, to_the_limit| {
            let mut player = player(&setup);
            let (settings, interrupt) = (Settings::default(), Interrupt::default());
            let request = Request::new(player.game().to_move(), visits(2000), &settings, &interrupt);
            let options = SearchOptions { report_every, ownership, to_the_limit, ..request.options };
            let request = Request { options, ..request };
            player.choose(&request, &mut |_| {}).report
        };
        let (plain, reported) = (search(None, false, false), search(Some(Duration::ZERO), true, false));
        assert_eq!((plain.visits, &plain.candidates), (reported.visits, &reported.candidates), "{}", setup.info().id);
        let whole = search(None, false, true);
        assert!(whole.visits == 2000 || whole.proof.is_some(), "{}: {} visits", setup.info().id, whole.visits);
    }
}
