//! Exact values: the strategies agree with each other and with a second implementation, whatever
//! the memory and the number of threads.

mod alpha_beta;
mod bitparallel;
mod checkpoints;
mod forced_ends;
mod memory;
mod moves;
mod obstacles;
mod proofs;
mod reference;
mod retrograde;
mod small_boards;
mod stopping;
mod strategies_for_rings;
mod symmetry;
mod tables;
mod values;

use std::collections::HashSet;

use quintet_core::position::AnyPosition;
use quintet_core::random::{Rng, random_below};
use quintet_core::setup::Setup;
use quintet_core::types::Move;
use quintet_record::setup_words::{ReadSetupError, SetupWords, komi, rule};
use quintet_solve::{Limits, Solution, ValueStore};

/// Reads `GAME SIZE RULE=VALUE ... [block=V,V] [komi=K]`; the size is `N` or `WxH`.
fn setup(line: &str) -> Setup {
    try_setup(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Does the same for a size and rules that may not go together.
fn try_setup(line: &str) -> Result<Setup, ReadSetupError> {
    let mut words = line.split_whitespace().map(str::to_owned);
    let mut setup_words = SetupWords { game: words.next(), size: words.next(), ..SetupWords::default() };
    for word in words {
        match rule(&word)? {
            ("block", vertices) => setup_words.blocked.push(vertices.to_owned()),
            ("komi", points) => setup_words.komi = Some(komi(points)?),
            (name, value) => setup_words.rules.push((name.to_owned(), value.to_owned())),
        }
    }
    setup_words.read()
}

/// Solves a position with an empty store and without a limit of time.
fn solve(setup: &Setup, position: &dyn AnyPosition, limits: Limits) -> Solution {
    quintet_solve::solve(setup, position, limits, &ValueStore::default(), &|_| true)
}

/// Solves the start of a game by alpha-beta search alone.
fn searched(line: &str, limits: Limits) -> Solution {
    let setup = setup(line);
    quintet_solve::search_alone(&setup, &*setup.start(), limits, &|_| true)
}

fn legal_moves(position: &dyn AnyPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn random_move(position: &dyn AnyPosition, rng: &mut Rng) -> Move {
    let moves = legal_moves(position);
    moves[random_below(rng, moves.len() as u32) as usize]
}

/// Calls `look` once for every position that can be reached from `start`, itself included.
fn for_each_reachable(start: Box<dyn AnyPosition>, mut look: impl FnMut(&dyn AnyPosition)) {
    let (mut seen, mut waiting) = (HashSet::from([start.key()]), vec![start]);
    while let Some(position) = waiting.pop() {
        look(&*position);
        if position.is_over() {
            continue;
        }
        for mv in legal_moves(&*position) {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if seen.insert(next.key()) {
                waiting.push(next);
            }
        }
    }
}
