//! Setups of every game with every rule, and random games of them.

use quintet::board::PointSet;
use quintet::games::{self, GAMES};
use quintet::history::AnyHistory;
use quintet::setup::{GameInfo, Setup};
use quintet::words::{Move, Rng, random_below};
use rand::SeedableRng as _;

/// Every game with each choice of its rules at sizes small enough to be played to the end, blocked points and
/// rectangles too.
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
            let mut setup = Setup::new(info).with_size(5).unwrap();
            setup.set_komi(-3.5);
            let geometry = setup.geometry();
            let blocked: PointSet = geometry.points().filter(|point| point.index() % 7 == 3).collect();
            all.push(setup.with_blocked(blocked).unwrap());
        }
    }
    all
}

/// The game with each choice of its rules, at its default size.
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

/// A random number generator for a test.
pub fn rng(seed: u64) -> Rng {
    Rng::seed_from_u64(seed)
}

/// One of `moves`.
pub fn choose(rng: &mut Rng, moves: &[Move]) -> Option<Move> {
    (!moves.is_empty()).then(|| moves[random_below(rng, moves.len() as u32) as usize])
}

/// Plays up to `plies` random moves, now and then out of turn; calls `each` after every one of them.
pub fn random_game(
    setup: &Setup,
    seed: u64,
    plies: usize,
    mut each: impl FnMut(&dyn AnyHistory),
) -> Box<dyn AnyHistory> {
    let mut rng = rng(seed);
    let mut history = games::start(setup);
    for _ in 0..plies {
        let mut seat = history.to_move();
        if random_below(&mut rng, 12) == 0 {
            seat = seat.other();
        }
        let Some(mv) = choose(&mut rng, &history.legal_moves(seat)) else { break };
        history.play(seat, mv).unwrap();
        each(&*history);
    }
    history
}
