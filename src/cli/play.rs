//! `quintet play`: a game at the terminal.

use std::io::IsTerminal as _;

use anyhow::bail;
use clap::Args;
use quintet::engine::Settings;
use quintet::play::{PlayOptions, play};
use quintet::search::Limits;
use quintet::setup::Setup;
use quintet::words::Seat;

/// Who plays.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Your seat: black, white, first, second, or both for two persons.
    #[arg(long, value_name = "SEAT", default_value = "first")]
    seat: String,
}

impl PlayArgs {
    /// The person's seat; `None` where persons play both.
    ///
    /// # Errors
    /// In one line, if there is no such seat.
    fn person(&self, setup: &Setup) -> anyhow::Result<Option<Seat>> {
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

    /// How the game is to be played.
    ///
    /// # Errors
    /// In one line, if there is no such seat.
    pub fn options(&self, setup: &Setup, settings: Settings, limits: Limits) -> anyhow::Result<PlayOptions> {
        let prompt = std::io::stdin().is_terminal();
        Ok(PlayOptions { setup: setup.clone(), person: self.person(setup)?, settings, limits, prompt })
    }
}

/// Plays on standard input and output.
///
/// # Errors
/// If they can't be read or written.
pub fn run(options: PlayOptions) -> anyhow::Result<()> {
    Ok(play(options, std::io::stdin().lock(), std::io::stdout().lock())?)
}
