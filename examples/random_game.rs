//! Plays a game of random moves with the library.
//!
//! `cargo run --example random_game -- bracket`

use anyhow::Context as _;
use quintet_core::game::Game;
use quintet_core::notation::move_words;
use quintet_core::random::{random_below, seeded};
use quintet_core::setup::Setup;
use quintet_games as games;

fn main() -> anyhow::Result<()> {
    let id = std::env::args().nth(1).unwrap_or_else(|| "bracket".to_owned());
    let mut game = Game::new(Setup::new(games::find(&id).context("there is no such game")?));
    let mut rng = seeded(1);
    while !game.is_over() {
        let seat = game.to_move();
        let moves = game.legal_moves(seat);
        let mv = moves[random_below(&mut rng, moves.len() as u32) as usize];
        println!("{} {}", seat.name(), move_words::format(game.info(), game.geometry(), mv));
        game.play(seat, mv)?;
    }
    let outcome = game.outcome().context("the game is over")?;
    println!("{} by {}", outcome.margin, outcome.ending.name());
    Ok(())
}
