//! Games against weaker opponents.

use quintet_core::random::seeded;
use quintet_core::types::Seat;
use quintet_engine::Settings;
use quintet_games::GAMES;

use crate::{choose, default_setup, player, random_move, visits};

/// The number of games with each opponent.
const GAMES_EACH: usize = 24;

/// Returns the number of games, half with each side, that the engine wins against random
/// moves.
fn wins(id: &str, count: u64) -> usize {
    let setup = default_setup(id);
    let mut wins = 0;
    for game in 0..GAMES_EACH {
        let ours = Seat::BOTH[game % 2];
        let mut rng = seeded(game as u64);
        let mut player = player(&setup);
        let settings = Settings { seed: game as u64, ..Settings::default() };
        while !player.game().is_over() && player.game().moves().len() < 600 {
            let seat = player.game().to_move();
            let mv = if seat == ours {
                choose(&mut player, visits(count), &settings).mv.expect("a move")
            } else {
                random_move(player.game(), &mut rng)
            };
            player.game_mut().play(seat, mv).expect("it is legal");
        }
        wins += usize::from(player.game().outcome().is_some_and(|outcome| outcome.winner() == Some(ours)));
    }
    wins
}

#[test]
fn it_beats_a_random_mover_at_every_game() {
    std::thread::scope(|scope| {
        for info in GAMES {
            scope.spawn(|| {
                // In games with captures random moves lose every time.
                let (visits, lost) = match info.id {
                    "alaric" => (200, 1),
                    "cancer" | "stoical" => (100, 0),
                    _ => (100, 1),
                };
                let wins = wins(info.id, visits);
                assert!(wins + lost >= GAMES_EACH, "{}: {wins} of {GAMES_EACH}", info.id);
            });
        }
    });
}
