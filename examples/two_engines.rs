//! Plays a game between two engines, each with the state of a GTP session, and a referee that knows
//! the rules.
//!
//! `cargo run --release --example two_engines`

use anyhow::{Context as _, anyhow};
use quintet_core::game::Game;
use quintet_core::notation::move_words;
use quintet_core::setup::Setup;
use quintet_games as games;
use quintet_gtp::{Options, Session};

fn main() -> anyhow::Result<()> {
    let setup = Setup::new(games::find("cancer").context("there is no such game")?).with_size(4)?;
    let mut engines = [engine(&setup, 20)?, engine(&setup, 5)?];
    let mut referee = Game::new(setup);
    while !referee.is_over() {
        let seat = referee.to_move();
        let response = engines[seat.index()].execute(&format!("genmove {}", seat.letter()));
        let word = response.trim_start_matches("= ").trim_end();
        println!("{} {word}", seat.name());
        let mv = move_words::read(referee.info(), referee.geometry(), seat, word).context("not a move")?;
        referee.play(seat, mv)?;
        engines[seat.other().index()].execute(&format!("play {} {word}", seat.letter()));
    }
    println!("{}", referee.explain_outcome().context("the game is over")?);
    Ok(())
}

/// Returns an engine with a number of visits per move.
fn engine(setup: &Setup, visits: u64) -> anyhow::Result<Session> {
    let options = Options { visits: Some(visits), ..Options::new(setup.clone()) };
    Session::new(options).map_err(|error| anyhow!("{}", error.message()))
}
