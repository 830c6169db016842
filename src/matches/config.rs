//! What a match is: engines, game, openings, limits. Read from the command line and from TOML, kept beside the
//! results so that they can be resumed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::stats::sprt::Sprt;
use crate::driver::clock::TimeControl;
use crate::driver::entrant::{Entrant, EntrantError, MoveSpelling};
use crate::driver::process::ProcessError;
use crate::driver::referee::Adjudication;
use crate::games;
use crate::record::setup_words::{ReadSetupError, SetupWords, deserialize_size};
use crate::setup::Setup;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone everyone else.
    #[default]
    RoundRobin,
    /// The first engine all others.
    Gauntlet,
}

/// A whole match. Two shards or two runs with equal values play the same games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MatchConfig {
    /// The game's id.
    pub game: String,
    /// `N` or `WxH`; the game's default size if absent.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_size")]
    pub size: Option<String>,
    /// Rules that differ from the game's defaults.
    pub rules: BTreeMap<String, String>,
    /// Points for White.
    pub komi: f64,
    /// Blocked points.
    pub block: Vec<String>,
    /// Games between any two engines that play each other.
    pub games: u64,
    /// Who plays whom.
    pub format: Format,
    /// The clock of both engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// By how many seconds an engine may exceed its limit without losing.
    pub margin: f64,
    /// Visits a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Seconds for a move that no clock bounds.
    pub timeout: f64,
    /// After so many plies a game is drawn; from the board's size if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// Random plies before the engines play; of games from files, so many plies at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_plies: Option<u32>,
    /// SGF files, or directories of them, whose games are the openings.
    pub openings: Vec<PathBuf>,
    /// From this all that is random comes.
    pub seed: u64,
    /// A sequential test that ends the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// When games are ended by their score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
    /// The engines.
    #[serde(rename = "engine")]
    pub engines: Vec<Entrant>,
}

impl Default for MatchConfig {
    fn default() -> Self {
        MatchConfig {
            game: games::DEFAULT.id.to_owned(),
            size: None,
            rules: BTreeMap::new(),
            komi: 0.0,
            block: Vec::new(),
            games: 100,
            format: Format::RoundRobin,
            clock: None,
            margin: 0.5,
            visits: None,
            timeout: 60.0,
            max_moves: None,
            opening_plies: None,
            openings: Vec::new(),
            seed: 0,
            sprt: None,
            adjudicate: None,
            engines: Vec::new(),
        }
    }
}

/// A match that can't be played as it is described.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// An engine's description can't be read.
    #[error(transparent)]
    Entrant(#[from] EntrantError),
    /// The setup.
    #[error(transparent)]
    Setup(#[from] ReadSetupError),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
    /// The command line of an engine.
    #[error(transparent)]
    CommandLine(#[from] ProcessError),
}

fn other(text: impl Into<String>) -> ConfigError {
    ConfigError::Other(text.into())
}

impl MatchConfig {
    /// Game, size, rules, blocked points and komi.
    ///
    /// # Errors
    /// If there is no such game, size, rule or point.
    pub fn setup(&self) -> Result<Setup, ConfigError> {
        let words = SetupWords {
            game: Some(self.game.clone()),
            size: self.size.clone(),
            rules: self.rules.clone().into_iter().collect(),
            komi: Some(self.komi),
            blocked: self.block.clone(),
        };
        Ok(words.read()?)
    }

    /// The plies after which a game is drawn.
    pub fn max_moves(&self, setup: &Setup) -> usize {
        let cells = usize::from(setup.width()) * usize::from(setup.height());
        self.max_moves.map_or((4 * cells).max(400), |most| most as usize)
    }

    /// Random plies at the start of a game without opening files.
    pub fn random_plies(&self) -> u32 {
        self.opening_plies.unwrap_or(2)
    }

    /// Checks what the single parts can't check for themselves.
    ///
    /// # Errors
    /// In words.
    pub fn check(&self) -> Result<(), ConfigError> {
        let setup = self.setup()?;
        if self.engines.len() < 2 {
            return Err(other("a match needs two engines or more: --engine \"name=A,cmd=COMMAND LINE\", twice"));
        }
        for (i, engine) in self.engines.iter().enumerate() {
            if engine.name.is_empty() || engine.name.chars().any(char::is_control) {
                return Err(other("an engine's name is a line of text"));
            }
            if self.engines[..i].iter().any(|earlier| earlier.name == engine.name) {
                return Err(other(format!("two engines are called {:?}", engine.name)));
            }
            if engine.send.iter().any(|command| command.contains(['\n', '\r'])) {
                return Err(other("a GTP command is one line"));
            }
            engine.words()?;
        }
        if self.games == 0 {
            return Err(other("a match needs a game at least"));
        }
        if let Some(rule) = setup.info().swap
            && setup.has_swap()
            && let Some(engine) = self.engines.iter().find(|engine| engine.moves == MoveSpelling::Coded)
        {
            return Err(other(format!("the engine {} has no word for a swap: --rule {rule}=off", engine.name)));
        }
        if let Some(sprt) = &self.sprt {
            sprt.checked().map_err(|error| other(error.to_string()))?;
            if self.engines.len() != 2 {
                return Err(other("a sequential test is for two engines"));
            }
        }
        let time = |seconds: f64| (0.0..=1e7).contains(&seconds);
        if !time(self.margin) || !time(self.timeout) || self.timeout == 0.0 {
            return Err(other("margin and timeout are seconds, 0 or more, the timeout above 0"));
        }
        if self.adjudicate.is_some_and(|a| a.lead <= 0.0 || !a.lead.is_finite() || a.plies == 0) {
            return Err(other("adjudication takes a lead above 0 and one ply or more"));
        }
        Ok(())
    }

    /// A number that tells matches apart: equal for equal configurations, on every machine.
    pub fn fingerprint(&self) -> String {
        let text = serde_json::to_string(self).expect("a configuration is plain data");
        // FNV-1a.
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!("{hash:016x}")
    }

    /// The names of the values in which two configurations differ.
    pub fn differences(&self, other: &MatchConfig) -> Vec<String> {
        let value = |config: &MatchConfig| serde_json::to_value(config).expect("a configuration is plain data");
        let (a, b) = (value(self), value(other));
        let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else { return Vec::new() };
        let names: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        names.into_iter().filter(|name| a.get(*name) != b.get(*name)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toml_file_says_the_same_as_options() {
        let config: MatchConfig = toml::from_str(
            "game = 'bracket'\nsize = '4'\ngames = 10\nclock = 'move:0.1'\nrules = { shape = 'rhombus' }\n\
             sprt = { elo1 = 20 }\n[[engine]]\nname = 'A'\ncmd = 'a'\n[[engine]]\nname = 'B'\ncmd = 'b'\n",
        )
        .unwrap();
        config.check().unwrap();
        assert_eq!(config.clock, Some(TimeControl::PerMove(0.1)));
        assert_eq!(config.sprt.unwrap().elo1, 20.0);
        assert_eq!(config.setup().unwrap().rule("shape"), "rhombus");
        assert!(toml::from_str::<MatchConfig>("gmae = 'bracket'").is_err());
    }

    #[test]
    fn a_fingerprint_changes_with_any_value() {
        let config = MatchConfig::default();
        let other = MatchConfig { seed: 1, ..config.clone() };
        assert_eq!(config.fingerprint(), config.clone().fingerprint());
        assert_ne!(config.fingerprint(), other.fingerprint());
        assert_eq!(config.differences(&other), ["seed"]);
    }
}
