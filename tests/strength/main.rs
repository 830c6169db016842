//! Whether the player plays well, keeps to its limits and says the truth: over all five games.

mod fights;
mod limits;
mod measure;
mod opponents;
mod perfect;
#[path = "../../examples/fights/proof.rs"]
mod proof;
mod proofs;
mod repeatable;
mod tactics;

use std::time::Duration;

use quintet::engine::{AnyPlayer, Choice, Player, Request, Settings};
use quintet::game::Game;
use quintet::games::{self, GAMES, Visitor};
use quintet::history::{AnyHistory, History};
use quintet::search::{Interrupt, Limits};
use quintet::setup::Setup;
use quintet::words::{Move, Rng, Seat, random_below};

/// The default board of a game.
pub fn default_setup(id: &str) -> Setup {
    Setup::new(games::find(id).expect("a game"))
}

/// The default boards of all games.
pub fn default_setups() -> Vec<Setup> {
    GAMES.iter().map(|info| Setup::new(info)).collect()
}

/// A player at the start of a game.
pub fn player(setup: &Setup) -> Box<dyn AnyPlayer> {
    struct Start;
    impl Visitor for Start {
        type Output = Box<dyn AnyPlayer>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            Box::new(Player::new(History::new(setup.clone(), G::new(setup))))
        }
    }
    games::visit(setup, Start)
}

pub fn visits(count: u64) -> Limits {
    Limits { visits: Some(count), time: None }
}

pub fn millis(count: u64) -> Limits {
    Limits { visits: None, time: Some(Duration::from_millis(count)) }
}

/// What a player chooses for the seat to move, without a report.
pub fn choose(player: &mut dyn AnyPlayer, limits: Limits, settings: &Settings) -> Choice {
    let seat = player.history().to_move();
    choose_for(player, seat, limits, settings, &Interrupt::default())
}

pub fn choose_for(
    player: &mut dyn AnyPlayer,
    seat: Seat,
    limits: Limits,
    settings: &Settings,
    interrupt: &Interrupt,
) -> Choice {
    player.choose(&Request::new(seat, limits, settings, interrupt), &mut |_| {})
}

/// A random legal move of the seat to move.
pub fn random_move(history: &dyn AnyHistory, rng: &mut Rng) -> Move {
    let moves = history.legal_moves(history.to_move());
    moves[random_below(rng, moves.len() as u32) as usize]
}
