//! What `learn` and `tune` share: matches of this very program against itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::driver::entrant::Entrant;
use crate::matches::command::SharedArgs;
use crate::matches::config::MatchConfig;
use crate::matches::report::{standings::Standings, table};
use crate::matches::results::{GameRecord, Store};
use crate::matches::runner::{self, RunOptions, StopReason};
use crate::matches::schedule::Shard;
use crate::matches::stats::sprt::{Sprt, Verdict};
use crate::record::setup_words;

/// How matches are run.
pub struct Ground<'a> {
    pub shared: &'a SharedArgs,
    pub opening_plies: u32,
    pub concurrency: usize,
    pub interrupt: &'a Arc<AtomicBool>,
}

/// This program as an engine, with these options. It plays by its search alone: exact values, which are soon found on small
/// boards, would hide what weights are worth.
pub fn engine(name: &str, options: &[String]) -> Result<Entrant, String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find the program itself: {error}"))?;
    let words = [vec![program.display().to_string()], options.to_vec()].concat();
    let quoted: Result<Vec<_>, _> = words.iter().map(|word| shlex::try_quote(word)).collect();
    let cmd = quoted.map_err(|error| format!("cannot write a command line: {error}"))?.join(" ");
    Ok(Entrant { name: name.to_owned(), cmd, send: vec!["param exact 0".to_owned()], ..Entrant::default() })
}

impl Ground<'_> {
    /// The match between two engines on the board and with the limits that were asked for.
    pub fn config(&self, engines: [Entrant; 2], games: u64, seed: u64) -> Result<MatchConfig, String> {
        let SharedArgs { game, size, rules, komi, visits, seconds, .. } = self.shared;
        let mut config = MatchConfig {
            size: size.clone(),
            komi: komi.unwrap_or(0.0),
            games,
            visits: *visits,
            opening_plies: Some(self.opening_plies),
            seed,
            engines: engines.into(),
            ..MatchConfig::default()
        };
        if let Some(game) = game {
            config.game.clone_from(game);
        }
        for rule in rules {
            let (name, value) = setup_words::rule(rule).map_err(|error| error.to_string())?;
            config.rules.insert(name.to_owned(), value.to_owned());
        }
        if let Some(seconds) = seconds {
            let clock = format!("move:{seconds}").parse();
            config.clock = Some(clock.map_err(|_| "--seconds takes a number above 0")?);
        }
        Ok(config)
    }

    /// Plays a match into a directory, or what is left of it; `None` where it was interrupted.
    pub fn play(&self, config: &MatchConfig, out: &Path) -> Result<Option<(Vec<GameRecord>, StopReason)>, String> {
        let resume = Store::kept_config(out).map_err(|error| error.to_string())?.is_some();
        let options = RunOptions {
            out: PathBuf::from(out),
            resume,
            concurrency: self.concurrency,
            shard: Shard::ALL,
            max_voids: 2,
        };
        let outcome = runner::run(config, &options, self.interrupt).map_err(|error| error.to_string())?;
        match outcome.stop {
            StopReason::Interrupted => {
                eprintln!("quintet: interrupted; --resume goes on");
                Ok(None)
            }
            StopReason::Voids => Err(format!("games came to nothing: see {}", out.display())),
            stop => Ok(Some((outcome.records, stop))),
        }
    }

    /// Plays the first engine against the second until a sequential test is decided, or `games` are played, and prints
    /// what came of it. Whether the first is the stronger one; `None` where it was interrupted.
    pub fn test(
        &self,
        engines: [Entrant; 2],
        games: u64,
        sprt: Sprt,
        seed: u64,
        out: &Path,
    ) -> Result<Option<bool>, String> {
        let config = MatchConfig { sprt: Some(sprt), ..self.config(engines, games, seed)? };
        let Some((records, stop)) = self.play(&config, out)? else { return Ok(None) };
        print!("{}", table::text(&Standings::of(&records), Some(&sprt)));
        Ok(Some(stop == StopReason::Decided(Verdict::H1)))
    }
}
