//! `quintet play`: a game at the terminal.

use std::io::IsTerminal as _;

use anyhow::bail;
use clap::Args;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_engine::Knowledge;

use super::options::EngineOptions;
use super::{Outcome, exit};
use crate::play::{PlayOptions, play};

/// The options of `quintet play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Your seat: black, white, first, second, or both for two persons.
    #[arg(long, value_name = "SEAT", default_value = "first")]
    seat: String,
}

impl PlayArgs {
    /// Returns the user's side; `None` if two people play.
    fn user(&self, setup: &Setup) -> anyhow::Result<Option<Seat>> {
        let first = setup.info().first;
        Ok(match &*self.seat.to_ascii_lowercase() {
            "black" | "b" => Some(Seat::Black),
            "white" | "w" => Some(Seat::White),
            "first" => Some(first),
            "second" => Some(first.other()),
            "both" => None,
            _ => bail!("--seat takes black, white, first, second or both"),
        })
    }
}

/// Plays on standard input and output.
pub fn run(args: &PlayArgs, setup: Setup, engine: EngineOptions, knowledge: &Knowledge) -> Outcome {
    let user = args.user(&setup)?;
    let limits = engine.limits();
    let prompt = std::io::stdin().is_terminal();
    let options = PlayOptions { setup, user, settings: engine.settings, limits, prompt };
    let played = play(options, knowledge, std::io::stdin().lock(), std::io::stdout().lock());
    Ok(exit(played.map_err(Into::into)))
}
