//! Engines with the games of this program: weights, priors, reuse of trees and resignation.

mod repeatable;
mod reports;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use quintet_conformance::small_setup;
use quintet_core::game::Game;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::time::{ManualTime, TimeSource};
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;
use quintet_engine::{Choice, Engine, Knowledge, Request, Settings};
use quintet_search::{Interrupt, Limits, Proof, Report, SearchOptions, Urgency};

const VISITS: Limits = Limits { visits: Some(120), time: None };

fn engine(setup: Setup, knowledge: &Knowledge) -> Engine {
    Engine::new(Game::new(setup), knowledge)
}

fn choose(engine: &mut Engine, settings: &Settings, limits: Limits, fresh: bool) -> Choice {
    let interrupt = Interrupt::default();
    let seat = engine.game().to_move();
    let request = Request { fresh, ..Request::new(seat, limits, settings, &interrupt) };
    engine.choose(&request, &mut |_| {})
}

/// A report without the time, which the system clock decides.
fn without_time(report: &Report) -> Report {
    Report { time: Duration::ZERO, ..report.clone() }
}

/// Weights under which a move is 16 times as likely to be tried as by the built-in ones, if it has
/// an even feature.
fn other_weights(info: &'static GameInfo) -> Weights {
    let weights = info.shipped_weights();
    let prior = (0..info.heuristics.prior.len()).map(|table| {
        let entries = weights.prior(table).iter().enumerate();
        entries.map(|(i, entry)| if i % 2 == 0 { entry + 256 } else { *entry }).collect()
    });
    let prior = prior.collect();
    weights.with_prior(prior)
}

#[test]
fn engines_with_different_weights_play_differently_in_one_process() {
    let learning = quintet_games::GAMES.iter().filter(|info| !info.heuristics.prior.is_empty());
    let mut games = 0;
    for info in learning {
        games += 1;
        let settings = Settings::default();
        let knowledge = [Knowledge::default(), Knowledge::with_weights(other_weights(info))];
        let alone = knowledge.each_ref().map(|knowledge| {
            let choice = choose(&mut engine(small_setup(info), knowledge), &settings, VISITS, false);
            without_time(&choice.report)
        });
        assert_ne!(alone[0], alone[1], "{}", info.id);
        // Taking turns changes nothing: neither engine uses the other's weights.
        let mut engines = knowledge.each_ref().map(|knowledge| engine(small_setup(info), knowledge));
        for _ in 0..2 {
            for (engine, alone) in engines.iter_mut().zip(&alone) {
                let choice = choose(engine, &settings, VISITS, true);
                assert_eq!(&without_time(&choice.report), alone, "{}", info.id);
            }
        }
    }
    assert!(games > 0);
}

#[test]
fn search_parameters_of_the_weights_are_used_unless_they_are_overridden() {
    let info = quintet_games::find("cascade").unwrap();
    let greedy = Knowledge::with_weights(info.shipped_weights().with_search("exploration", 0.0));
    let report = |knowledge: &Knowledge, settings: &Settings| {
        without_time(&choose(&mut engine(small_setup(info), knowledge), settings, VISITS, true).report)
    };
    let mut overridden = Settings::default();
    let weights = info.shipped_weights();
    let shipped = weights.search().get("exploration").copied();
    let shipped = shipped.unwrap_or(quintet_search::param("exploration").unwrap().default());
    overridden.params.set("exploration", shipped).unwrap();
    let usual = report(&Knowledge::default(), &Settings::default());
    assert_ne!(report(&greedy, &Settings::default()), usual);
    assert_eq!(report(&greedy, &overridden), usual);
}

#[test]
fn knowledge_has_custom_weights_for_their_game_alone() {
    let [info, other] = ["cascade", "cancer"].map(|id| quintet_games::find(id).unwrap());
    let custom = info.shipped_weights().with_search("exploration", 0.125);
    let knowledge = Knowledge::with_weights(custom.clone());
    assert_eq!(*knowledge.weights(&Setup::new(info)), custom);
    for setup in [Setup::new(other), small_setup(other)] {
        assert_eq!(*knowledge.weights(&setup), other.weights_for(&setup));
        assert_eq!(*engine(setup.clone(), &knowledge).weights(), other.weights_for(&setup));
    }
}

#[test]
fn knowledge_has_the_weights_of_each_setup() {
    let info = quintet_games::find("stoical").unwrap();
    let knowledge = Knowledge::default();
    let setups = || {
        let kos = ["simple", "stoical", "bigger"].map(|ko| Setup::new(info).with_rule("ko", ko).unwrap());
        kos.into_iter().flat_map(|setup| [5, 9, 19].map(|size| setup.with_size(size).unwrap()))
    };
    let distinct: Vec<_> = setups().map(|setup| knowledge.weights(&setup)).collect();
    for (setup, weights) in setups().zip(&distinct) {
        assert_eq!(**weights, info.weights_for(&setup), "{setup:?}");
        assert_eq!(engine(setup, &knowledge).weights(), &**weights);
    }
    assert_eq!(distinct.iter().filter(|weights| weights.search().contains_key("value_mix")).count(), 6);
}

#[test]
fn custom_weights_are_used_in_their_domains_and_elsewhere_without_their_network() {
    let info = quintet_games::find("stoical").unwrap();
    let custom = info.shipped_weights().with_search("exploration", 0.125);
    let (small, usual) = (small_setup(info), Setup::new(info));
    let knowledge = Knowledge::with_weights(custom.clone());
    assert!(knowledge.weights(&usual).network().is_some() && knowledge.weights(&small).network().is_none());
    for setup in [small, usual] {
        assert_eq!(knowledge.weights(&setup).search()["exploration"], 0.125);
        assert_eq!(knowledge.general_weights(&setup), knowledge.weights(&setup));
    }
}

#[test]
fn levels_play_with_the_weights_of_the_board() {
    let info = quintet_games::find("cascade").unwrap();
    let setup = Setup::new(info);
    let at_level = |knowledge: &Knowledge| {
        let mut engine = engine(setup.clone(), knowledge);
        let (settings, interrupt) = (Settings::default(), Interrupt::default());
        let request = Request::new(engine.game().to_move(), Limits::default(), &settings, &interrupt);
        without_time(&engine.choose(&request.at_level(Some(info.levels[11])), &mut |_| {}).report)
    };
    let usual = at_level(&Knowledge::default());
    assert_eq!(at_level(&Knowledge::with_weights(info.weights_for(&setup))), usual);
    assert_ne!(at_level(&Knowledge::with_weights(info.shipped_weights())), usual, "without the network");
}

#[test]
fn the_end_of_the_input_does_not_change_a_move_at_a_level() {
    for info in quintet_games::GAMES {
        for (seed, level) in (0..4).flat_map(|seed| [(seed, 2), (seed, 5)]) {
            let moves = [false, true].map(|ends| {
                let mut engine = engine(small_setup(info), &Knowledge::default());
                let (settings, interrupt) = (Settings { seed, ..Settings::default() }, Interrupt::default());
                if ends {
                    interrupt.call(Urgency::Soon);
                }
                let request = Request::new(engine.game().to_move(), Limits::default(), &settings, &interrupt);
                engine.choose(&request.at_level(Some(info.levels[level])), &mut |_| {}).mv
            });
            assert_eq!(moves[0], moves[1], "{}, level {}, seed {seed}", info.title, level + 1);
        }
    }
}

#[test]
fn no_level_passes_while_the_board_is_open() {
    let info = quintet_games::find("stoical").unwrap();
    for (seed, level) in [(0, 2), (1, 4), (2, 6)] {
        let mut engine = engine(Setup::new(info), &Knowledge::default());
        let (settings, interrupt) = (Settings { seed, ..Settings::default() }, Interrupt::default());
        for ply in 1..=40 {
            let seat = engine.game().to_move();
            let request = Request::new(seat, Limits::default(), &settings, &interrupt);
            let mv = engine.choose(&request.at_level(Some(info.levels[level - 1])), &mut |_| {}).mv.unwrap();
            assert_ne!(mv, Move::PASS, "level {level}, seed {seed}, ply {ply}");
            engine.game_mut().play(seat, mv).unwrap();
        }
    }
}

#[test]
fn priors_agree_with_the_candidates_of_a_search() {
    for info in quintet_games::GAMES {
        for informed in [0.0, 1.0] {
            let mut settings = Settings::default();
            settings.params.set("informed", informed).unwrap();
            let mut engine = engine(small_setup(info), &Knowledge::default());
            for _ in 0..6 {
                let seat = engine.game().to_move();
                let priors = engine.priors(seat, &settings);
                let moves: Vec<Move> = priors.iter().map(|&(mv, _)| mv).collect();
                assert_eq!(moves, engine.game().legal_moves(seat), "{}", info.id);
                let sum: f32 = priors.iter().map(|&(_, prior)| prior).sum();
                assert!(moves.is_empty() || (sum - 1.0).abs() < 1e-4, "{}: {sum}", info.id);
                let choice = choose(&mut engine, &settings, VISITS, true);
                for candidate in &choice.report.candidates {
                    let &(_, prior) = priors.iter().find(|&&(mv, _)| mv == candidate.mv).unwrap();
                    assert_eq!(f64::from(prior), candidate.prior, "{} informed={informed}", info.id);
                }
                let Some(mv) = choice.mv else { break };
                engine.game_mut().play(seat, mv).unwrap();
            }
        }
    }
}

/// Chooses a move with a clock that advances by a millisecond at each reading, so that the search
/// takes some hundreds of simulations on every machine and may use a kept tree.
fn choose_timed(engine: &mut Engine, settings: &Settings, fresh: bool) -> Choice {
    let (interrupt, clock) = (Interrupt::default(), ManualTime::ticking(Duration::from_millis(1)));
    let limits = Limits { visits: None, time: Some(Duration::from_millis(600)) };
    let options = SearchOptions { limits, to_the_limit: true, time: &clock, ..SearchOptions::new(&interrupt) };
    let request = Request { seat: engine.game().to_move(), settings, fresh, tentative: false, level: None, options };
    engine.choose(&request, &mut |_| {})
}

#[test]
fn reports_during_a_search_have_exact_values() {
    // Nine cells in a ring are a draw, and so is every first move.
    let ring = Setup::new(quintet_games::find("alaric").unwrap()).with_size(9).unwrap();
    let mut engine = Engine::new(Game::new(ring), &Knowledge::default());
    let (interrupt, clock) = (Interrupt::default(), ManualTime::ticking(Duration::from_millis(1)));
    let settings = Settings { exact: true, ..Settings::default() };
    let options = SearchOptions {
        limits: Limits { visits: None, time: Some(Duration::from_secs(10)) },
        to_the_limit: true,
        report_every: Some(Duration::from_millis(10)),
        time: &clock,
        ..SearchOptions::new(&interrupt)
    };
    let request = Request {
        seat: engine.game().to_move(),
        settings: &settings,
        fresh: true,
        tentative: true,
        level: None,
        options,
    };
    let mut reports = 0;
    engine.choose(&request, &mut |report| {
        reports += 1;
        assert_eq!((report.proof, report.win_rate), (Some(Proof::Draw), 0.5));
        for candidate in &report.candidates {
            assert_eq!((candidate.proof, candidate.win_rate, candidate.lead), (Some(Proof::Draw), 0.5, 0.0));
        }
    });
    assert!(reports > 0);
}

/// Returns the number of visits that a search took over from an earlier one.
fn reused(choice: &Choice) -> u64 {
    choice.report.visits - choice.report.simulations
}

/// Plays a move and the expected reply.
fn play_on(engine: &mut Engine, choice: &Choice) {
    let variation = choice.report.candidates[0].pv.clone();
    for mv in &variation[..2] {
        let seat = engine.game().to_move();
        engine.game_mut().play(seat, *mv).unwrap();
    }
}

#[test]
fn timed_searches_reuse_the_tree_of_the_last_one() {
    let settings = Settings::default();
    let mut engine = engine(small_setup(quintet_games::find("cascade").unwrap()), &Knowledge::default());
    let first = choose_timed(&mut engine, &settings, false);
    assert_eq!(reused(&first), 0);
    let again = choose_timed(&mut engine, &settings, false);
    assert_eq!(reused(&again), first.report.visits, "the same position");
    let reply = again.report.candidates[0].pv_visits[1];
    play_on(&mut engine, &again);
    let later = choose_timed(&mut engine, &settings, false);
    assert_eq!(reused(&later), reply, "two moves later");
    engine.game_mut().undo(1).unwrap();
    assert_eq!(reused(&choose_timed(&mut engine, &settings, false)), 0, "after undo");
}

#[test]
fn trees_are_not_reused_under_other_conditions() {
    let setup = small_setup(quintet_games::find("cascade").unwrap());
    let settings = Settings::default();
    let after = |change: &dyn Fn(&mut Engine, &mut Settings), fresh: bool| {
        let (mut engine, mut settings) = (engine(setup.clone(), &Knowledge::default()), settings.clone());
        assert!(choose_timed(&mut engine, &settings, false).report.visits > 0);
        change(&mut engine, &mut settings);
        reused(&choose_timed(&mut engine, &settings, fresh))
    };
    assert!(after(&|_, _| (), false) > 0);
    assert_eq!(after(&|_, _| (), true), 0, "fresh");
    assert_eq!(after(&|engine, _| engine.clear_tree(), false), 0);
    assert_eq!(after(&|_, settings| settings.seed = 1, false), 0);
    assert_eq!(after(&|_, settings| settings.hash_mib = 16, false), 0);
    assert_eq!(after(&|_, settings| settings.params.set("exploration", 0.7).unwrap(), false), 0);
    assert_eq!(after(&|engine, _| *engine.game_mut() = Game::new(Setup::new(engine.game().info())), false), 0);
    assert!(after(&|_, settings| settings.resign_below = 0.1, false) > 0, "resignation does not affect the tree");
}

#[test]
fn a_move_out_of_turn_discards_the_tree() {
    let settings = Settings::default();
    let mut engine = engine(small_setup(quintet_games::find("cascade").unwrap()), &Knowledge::default());
    let choice = choose_timed(&mut engine, &settings, false);
    let seat = engine.game().to_move();
    engine.game_mut().play(seat.other(), choice.mv.unwrap()).unwrap();
    assert_eq!(reused(&choose_timed(&mut engine, &settings, false)), 0);
}

#[test]
fn an_engine_resigns_after_several_moves_that_look_lost() {
    // Every game looks lost with this threshold, unless it is proved to be won.
    let settings = Settings { resign_below: 1.0, ..Settings::default() };
    let mut engine = engine(Setup::new(quintet_games::find("stoical").unwrap()), &Knowledge::default());
    let mut resigned = Vec::new();
    for _ in 0..3 {
        let choice = choose(&mut engine, &settings, VISITS, true);
        // Thinking twice about one move counts once.
        let again = choose(&mut engine, &settings, VISITS, true);
        assert_eq!(choice.resigns, again.resigns);
        resigned.push(choice.resigns);
        for _ in 0..2 {
            let seat = engine.game().to_move();
            let mv = engine.game().legal_moves(seat)[0];
            engine.game_mut().play(seat, mv).unwrap();
        }
    }
    assert_eq!(resigned, [false, false, true]);
    engine.game_mut().undo(4).unwrap();
    assert!(!choose(&mut engine, &settings, VISITS, true).resigns, "moves that were taken back do not count");
    assert!(!choose(&mut engine, &Settings::default(), VISITS, true).resigns);
}

#[test]
fn a_finished_game_has_no_move() {
    let mut engine = engine(small_setup(quintet_games::find("stoical").unwrap()), &Knowledge::default());
    for mv in [Move::PASS; 2] {
        let seat = engine.game().to_move();
        engine.game_mut().play(seat, mv).unwrap();
    }
    let choice = choose(&mut engine, &Settings::default(), VISITS, false);
    assert_eq!((choice.mv, choice.resigns), (None, false));
    assert_eq!(choice.report, Report::empty(engine.game().to_move()));
    assert!(engine.priors(engine.game().to_move(), &Settings::default()).is_empty());
}

#[test]
fn the_expected_length_of_a_game_is_positive_and_repeatable() {
    for info in quintet_games::GAMES {
        let engine = engine(small_setup(info), &Knowledge::default());
        let seat = engine.game().to_move();
        let left = engine.moves_left(seat);
        assert!((1..=100).contains(&left), "{}: {left}", info.id);
        assert_eq!(engine.moves_left(seat), left);
    }
}

#[test]
fn the_length_of_a_game_that_fills_the_board_is_known() {
    // Every one of the 61 cells gets a stone: Black has 31 moves, White 30.
    let setup = Setup::new(quintet_games::find("bracket").unwrap()).with_size(9).unwrap();
    let engine = engine(setup, &Knowledge::default());
    assert_eq!([Seat::Black, Seat::White].map(|seat| engine.moves_left(seat)), [31, 30]);
}

/// A clock that counts how often it is read; each reading takes some time.
struct Readings {
    clock: ManualTime,
    count: AtomicU32,
    /// The interrupt that one of the readings calls.
    interrupt: Interrupt,
    last: u32,
}

impl Readings {
    fn new(step: Duration, last: u32) -> Readings {
        Readings { clock: ManualTime::ticking(step), count: AtomicU32::new(0), interrupt: Interrupt::default(), last }
    }

    fn count(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    /// Returns the choice of a move at the start of a game, and the number of readings.
    fn choose(&self, setup: &str, size: u16, limits: Limits) -> (Choice, u32) {
        let setup = Setup::new(quintet_games::find(setup).unwrap()).with_size(size).unwrap();
        let mut engine = engine(setup, &Knowledge::default());
        let settings = Settings { exact: true, hash_mib: 1, ..Settings::default() };
        let mut request = Request::new(engine.game().to_move(), limits, &settings, &self.interrupt);
        request.options.time = self;
        (engine.choose(&request, &mut |_| {}), self.count())
    }
}

impl TimeSource for Readings {
    fn now(&self) -> Duration {
        if self.count.fetch_add(1, Ordering::Relaxed) + 1 == self.last {
            self.interrupt.call(Urgency::Now);
        }
        self.clock.now()
    }
}

#[test]
fn looking_for_exact_values_checks_the_clock_regularly() {
    let limits = Limits { visits: Some(1), time: Some(Duration::from_secs(3600)) };
    // An alpha-beta search of thousands of nodes, and a table of all positions.
    for (game, size, least) in [("stoical", 4, 100), ("alaric", 13, 40)] {
        let (_, readings) = Readings::new(Duration::ZERO, u32::MAX).choose(game, size, limits);
        assert!(readings > least, "{game}: {readings} readings");
        let (choice, readings) = Readings::new(Duration::ZERO, 20).choose(game, size, limits);
        assert!(choice.mv.is_some() && readings < 40, "{game}: {readings} readings, interrupted at the 20th");
    }
}

#[test]
fn a_table_of_all_positions_leaves_half_of_the_time_to_the_search() {
    let limits = Limits { visits: None, time: Some(Duration::from_secs(1)) };
    let (choice, readings) = Readings::new(Duration::from_millis(50), u32::MAX).choose("alaric", 13, limits);
    assert!(choice.report.proof.is_none() && choice.report.visits > 0);
    assert!(readings <= 25, "{readings} readings of 50 ms");
}
