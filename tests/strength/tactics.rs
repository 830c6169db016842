//! Wins in one are found and losses in one avoided, compared with a look at all moves and replies.

use quintet_core::game::Game;
use quintet_core::random::seeded;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_engine::Settings;
use quintet_record::position_line;

use crate::{choose, default_setups, engine_for, player, random_move, visits};

/// Returns the winner if `seat` plays this move and it ends the game.
fn winner_after(history: &Game, seat: Seat, mv: Move) -> Option<Seat> {
    let mut next = history.clone();
    next.play(seat, mv).expect("it is legal");
    next.outcome().and_then(|outcome| outcome.winner())
}

fn loses_at_once(history: &Game, seat: Seat, mv: Move) -> bool {
    let mut next = history.clone();
    next.play(seat, mv).expect("it is legal");
    let other = seat.other();
    !next.is_over() && next.legal_moves(other).into_iter().any(|mv| winner_after(&next, other, mv) == Some(other))
}

/// Plays a random game of at most 300 plies and tests its last `plies` positions, from the end.
/// Counts those with a win in one, and those in which some but not all moves lose in one.
fn check(setup: &Setup, seed: u64, plies: usize, visits_given: u64) -> (usize, usize) {
    let (mut wins, mut losses) = (0, 0);
    let mut rng = seeded(seed);
    let mut player = player(setup);
    while !player.game().is_over() && player.game().moves().len() < 300 {
        let seat = player.game().to_move();
        let mut mv = random_move(player.game(), &mut rng);
        // Passes end games, so they must be frequent enough.
        let moves = player.game().moves().len();
        if moves > 20 && moves % 7 < 2 && player.game().is_legal(seat, Move::PASS) {
            mv = Move::PASS;
        }
        player.game_mut().play(seat, mv).expect("it is legal");
    }
    for _ in 0..plies {
        if player.game_mut().undo(1).is_err() {
            break;
        }
        let history = player.game().clone();
        let seat = history.to_move();
        let moves = history.legal_moves(seat);
        let settings = Settings { seed, ..Settings::default() };
        let chosen = choose(&mut player, visits(visits_given), &settings).mv.expect("a move");
        if moves.iter().any(|&mv| winner_after(&history, seat, mv) == Some(seat)) {
            assert_eq!(winner_after(&history, seat, chosen), Some(seat), "{chosen:?} in {:?}", history.diagram());
            wins += 1;
            continue;
        }
        let bad = moves
            .iter()
            .filter(|&&mv| winner_after(&history, seat, mv) == Some(seat.other()) || loses_at_once(&history, seat, mv))
            .count();
        if bad > 0 && bad < moves.len() {
            let lost = winner_after(&history, seat, chosen) == Some(seat.other());
            assert!(!lost && !loses_at_once(&history, seat, chosen), "{chosen:?} in {:?}", history.diagram());
            losses += 1;
        }
    }
    (wins, losses)
}

#[test]
fn every_win_in_one_is_found_and_every_loss_in_one_avoided() {
    for setup in default_setups() {
        let (mut wins, mut losses) = (0, 0);
        for seed in 0..20 {
            // With few visits the search itself never tries most moves.
            for visits in [1, 8] {
                let (w, l) = check(&setup, seed, 4, visits);
                (wins, losses) = (wins + w, losses + l);
            }
        }
        println!("{}: {wins} wins, {losses} losses", setup.info().id);
        assert!(losses > 0, "{}: no position had a loss in one to avoid", setup.info().id);
        assert!(wins > 5, "{} has too few positions with a win in one: {wins}", setup.info().id);
    }
}

#[test]
fn a_lost_game_is_not_lost_by_more_than_it_has_to_be() {
    // Only Black's two eyes are left to play: passing keeps the present loss, any other move loses
    // everything.
    let line =
        "stoical 7 ko=positional repetition=none komi=20 .xooooo/xxo.o.o/xxooooo/xxo.o.o/.xooooo/xxo.o.o/xxooooo b";
    let (setup, diagram) = position_line::read(line).unwrap();
    for seed in 0..3 {
        let mut player = engine_for(Game::from_diagram(setup.clone(), &diagram).unwrap());
        let chosen = choose(&mut player, visits(2000), &Settings { seed, ..Settings::default() }).mv;
        assert_eq!(chosen, Some(Move::PASS), "seed {seed}");
    }
}

/// By the pie rule a side takes over a first stone that is good, and leaves one that is bad.
#[test]
fn a_first_stone_is_taken_over_if_it_is_good() {
    for (game, first, swaps) in
        [("cancer", "E5", true), ("cancer", "A1", false), ("redstone", "E5", true), ("redstone", "A1", false)]
    {
        let setup = Setup::new(quintet_games::find(game).expect("a known game"));
        let mut player = player(&setup);
        let point = setup.geometry().point(first.parse().expect("a vertex")).expect("a point of the board");
        player.game_mut().play(Seat::Black, Move::place(0, point)).expect("it is legal");
        for seed in 0..3 {
            let settings = Settings { seed, ..Settings::default() };
            let chosen = choose(&mut player, visits(400), &settings).mv.expect("a move");
            assert_eq!(chosen == Move::SWAP, swaps, "{game} {first}: {chosen:?}");
        }
    }
}
