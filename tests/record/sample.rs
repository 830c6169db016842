//! Setups of every game with every rule, and random games of them.

use quintet_conformance::small_setup;
use quintet_core::board::PointSet;
use quintet_core::game::Game;
use quintet_core::random::{Rng, random_below, seeded};
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::Move;
use quintet_games::GAMES;

/// Returns every game with each choice of its rules, at sizes small enough to be played to the end,
/// also with blocked points and on rectangles.
pub fn setups() -> Vec<Setup> {
    let mut all = Vec::new();
    for info in GAMES {
        for variant in variants(info) {
            for size in [1, 2, 3, 4, 5, 7] {
                all.extend(variant.with_size(size));
            }
            all.extend(variant.with_rectangle(5, 3));
            all.extend(variant.with_rectangle(2, 6));
        }
        if info.blocking {
            let mut setup = small_setup(info);
            setup.set_komi(-3.5);
            let geometry = setup.geometry();
            let blocked: PointSet = geometry.points().filter(|point| point.index() % 7 == 3).collect();
            all.push(setup.with_blocked(blocked).unwrap());
        }
    }
    all
}

/// Returns a game with each choice of its rules, at its default size.
pub fn variants(info: &'static GameInfo) -> Vec<Setup> {
    let mut variants = vec![Setup::new(info)];
    for rule in info.rules {
        variants = variants
            .iter()
            .flat_map(|setup| rule.values.iter().map(|value| setup.with_rule(rule.name, value).unwrap()))
            .collect();
    }
    variants
}

/// Returns a random number generator for a test.
pub fn rng(seed: u64) -> Rng {
    seeded(seed)
}

/// Returns one of the moves.
pub fn choose(rng: &mut Rng, moves: &[Move]) -> Option<Move> {
    (!moves.is_empty()).then(|| moves[random_below(rng, moves.len() as u32) as usize])
}

/// Plays up to `plies` random moves, some out of turn, and calls `each` after every move.
pub fn random_game(setup: &Setup, seed: u64, plies: usize, mut each: impl FnMut(&Game)) -> Game {
    let mut rng = rng(seed);
    let mut game = Game::new(setup.clone());
    for _ in 0..plies {
        let mut seat = game.to_move();
        if random_below(&mut rng, 12) == 0 {
            seat = seat.other();
        }
        let Some(mv) = choose(&mut rng, &game.legal_moves(seat)) else { break };
        game.play(seat, mv).unwrap();
        each(&game);
    }
    game
}
