//! Values that the search claims to have proved, compared with exhaustive search.

use std::collections::HashMap;

use quintet_core::game::Game;
use quintet_core::random::seeded;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_engine::Settings;
use quintet_search::Proof;

use crate::{choose, default_setup, player, random_move, visits};

/// Returns the value for the side to move by exhaustive search, for games without repetition.
fn value(history: &mut Game, known: &mut HashMap<u64, Proof>) -> Proof {
    let seat = history.to_move();
    if let Some(outcome) = history.outcome() {
        return match outcome.winner() {
            Some(winner) if winner == seat => Proof::Win,
            Some(_) => Proof::Loss,
            None => Proof::Draw,
        };
    }
    if let Some(&value) = known.get(&history.key()) {
        return value;
    }
    let key = history.key();
    let mut best = Proof::Loss;
    for mv in history.legal_moves(seat) {
        history.play(seat, mv).expect("it is legal");
        let reply = value(history, known);
        history.undo(1).expect("a move was played");
        best = best.max(match reply {
            Proof::Loss => Proof::Win,
            Proof::Draw => Proof::Draw,
            Proof::Win => Proof::Loss,
        });
        if best == Proof::Win {
            break;
        }
    }
    known.insert(key, best);
    best
}

/// Compares the proofs of one and of two threads with the true values, in random positions from
/// `plies` moves on.
fn check(setup: &Setup, plies: usize, games: u64, most_visits: u64) {
    let mut known = HashMap::new();
    let (mut proved, mut proved_candidates) = (0, 0_u64);
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut player = player(setup);
        for _ in 0..plies {
            if !player.game().is_over() {
                let seat = player.game().to_move();
                let mv = random_move(player.game(), &mut rng);
                player.game_mut().play(seat, mv).expect("it is legal");
            }
        }
        while !player.game().is_over() {
            let truth = value(&mut player.game().clone(), &mut known);
            for threads in [1, 2] {
                let settings = Settings { threads, seed, ..Settings::default() };
                player.clear_tree();
                let choice = choose(&mut player, visits(most_visits), &settings);
                if let Some(proof) = choice.report.proof {
                    assert_eq!(proof, truth, "{} {:?}", setup.info().id, player.game().diagram());
                    // The move keeps the value.
                    let mut after = player.game().clone();
                    after.play(after.to_move(), choice.mv.expect("a move")).expect("it is legal");
                    let reply = value(&mut after, &mut known);
                    let kept = [(Proof::Win, Proof::Loss), (Proof::Draw, Proof::Draw), (Proof::Loss, Proof::Win)];
                    assert!(kept.contains(&(truth, reply)), "{:?}", player.game().diagram());
                    proved += 1;
                }
                for candidate in &choice.report.candidates {
                    let Some(proof) = candidate.proof else { continue };
                    let mut after = player.game().clone();
                    after.play(after.to_move(), candidate.mv).expect("it is legal");
                    let reply = value(&mut after, &mut known);
                    proved_candidates += 1;
                    assert_eq!(proof as i32, 2 - reply as i32, "{:?} {:?}", candidate, player.game().diagram());
                }
            }
            let seat = player.game().to_move();
            let mv = random_move(player.game(), &mut rng);
            player.game_mut().play(seat, mv).expect("it is legal");
        }
    }
    assert!(proved_candidates > games, "{}: only {proved_candidates} candidates", setup.info().id);
    assert!(proved > games as usize, "{}: only {proved} proofs", setup.info().id);
}

#[test]
fn proved_values_of_alaric_are_true() {
    for size in 1..=7 {
        check(&default_setup("alaric").with_size(size).expect("a size"), 0, 3, 100_000);
    }
}

#[test]
fn the_start_of_small_alaric_boards_is_proved() {
    // The first player's results for n = 1, 2, ... as the rules give them: + − + − + − −.
    for (size, winner) in (1..=7).zip([0, 1, 0, 1, 0, 1, 1].map(|i| Seat::BOTH[i])) {
        let setup = default_setup("alaric").with_size(size).expect("a size");
        let report = choose(&mut player(&setup), visits(2_000_000), &Settings::default()).report;
        // A single legal move is played without a search.
        if size > 1 {
            let expected = if winner == Seat::Black { Proof::Win } else { Proof::Loss };
            assert_eq!(report.proof, Some(expected), "n = {size}");
        }
    }
}

#[test]
fn proved_values_of_cascade_are_true() {
    let setup = default_setup("cascade");
    check(&setup.with_size(2).expect("a size"), 0, 5, 20_000);
    check(&setup.with_size(3).expect("a size"), 3, 10, 20_000);
    let both = setup.with_size(3).expect("a size").with_rule("fill", "both").expect("a rule");
    check(&both, 3, 10, 20_000);
}

#[test]
fn proved_values_of_cancer_are_true() {
    let setup = default_setup("cancer");
    check(&setup.with_size(2).expect("a size"), 0, 5, 20_000);
    let setup = setup.with_size(3).expect("a size");
    check(&setup.with_rule("pie", "off").expect("a rule"), 2, 10, 20_000);
    check(&setup, 2, 10, 20_000);
}

#[test]
fn proved_values_of_bracket_are_true() {
    let setup = default_setup("bracket").with_rule("shape", "rhombus").expect("a rule");
    check(&setup.with_size(3).expect("a size"), 1, 5, 50_000);
}
