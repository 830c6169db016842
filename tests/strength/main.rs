//! Tests of playing strength, limits and claims of the engine, for all five games.

mod fights;
mod limits;
mod measure;
mod opponents;
mod perfect;
mod proofs;
mod repeatable;
mod tactics;

use std::sync::LazyLock;
use std::time::Duration;

use quintet_core::game::Game;
use quintet_core::random::{Rng, random_below};
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_engine::{Choice, Engine, Knowledge, Request, Settings};
use quintet_games::{self as games, GAMES};
use quintet_search::{Interrupt, Limits};

/// Returns the default board of a game.
pub fn default_setup(id: &str) -> Setup {
    Setup::new(games::find(id).expect("a game"))
}

/// Returns the default boards of all games.
pub fn default_setups() -> Vec<Setup> {
    GAMES.iter().map(|info| Setup::new(info)).collect()
}

/// Creates an engine at the start of a game.
pub fn player(setup: &Setup) -> Engine {
    engine_for(Game::new(setup.clone()))
}

/// Creates an engine for a game in progress.
pub fn engine_for(game: Game) -> Engine {
    Engine::new(game, &KNOWLEDGE)
}

/// The weights and exact values, loaded once for all tests.
static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(Knowledge::default);

pub fn visits(count: u64) -> Limits {
    Limits { visits: Some(count), time: None }
}

pub fn millis(count: u64) -> Limits {
    Limits { visits: None, time: Some(Duration::from_millis(count)) }
}

/// Returns the engine's choice for the side to move.
pub fn choose(player: &mut Engine, limits: Limits, settings: &Settings) -> Choice {
    let seat = player.game().to_move();
    choose_for(player, seat, limits, settings, &Interrupt::default())
}

pub fn choose_for(
    player: &mut Engine,
    seat: Seat,
    limits: Limits,
    settings: &Settings,
    interrupt: &Interrupt,
) -> Choice {
    player.choose(&Request::new(seat, limits, settings, interrupt), &mut |_| {})
}

/// Returns a random legal move of the side to move.
pub fn random_move(history: &Game, rng: &mut Rng) -> Move {
    let moves = history.legal_moves(history.to_move());
    moves[random_below(rng, moves.len() as u32) as usize]
}
