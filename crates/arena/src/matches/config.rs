//! The configuration of a match: engines, game, openings, limits. Read from the command line and
//! from TOML, and kept with the results so that the match can be resumed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use quintet_core::setup::Setup;
use quintet_core::time_control::TimeControl;
use quintet_games as games;
use quintet_record::setup_words::{ReadSetupError, SetupWords, deserialize_size};
use serde::{Deserialize, Serialize};

use super::openings::OpeningError;
use super::path_list;
use super::stats::sprt::{Sprt, SprtError};
use crate::driver::engine_config::{EngineConfig, MoveNotation};
use crate::driver::process::ProcessError;
use crate::driver::referee::Adjudication;

/// The largest number of games between two engines.
const MOST_GAMES: u64 = 1_000_000_000;

/// The pairings of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every engine plays every other.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// The configuration of a match. Two shards or two runs with equal values play the same games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MatchConfig {
    /// The game's id.
    pub game: String,
    /// The size, `N` or `WxH`; the game's default size if absent.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_size")]
    pub size: Option<String>,
    /// Rules that differ from the game's defaults.
    pub rules: BTreeMap<String, String>,
    /// Points for White.
    pub komi: f64,
    /// Blocked points.
    pub block: Vec<String>,
    /// The number of games between any two engines that play each other.
    pub games: u64,
    /// The pairings.
    pub format: Format,
    /// The time control of both engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The seconds by which an engine may exceed its limit without losing.
    pub margin: f64,
    /// Visits per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// The seconds for a command without a clock.
    pub timeout: f64,
    /// The number of plies after which a game is drawn; depends on the board if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// The number of random plies before the engines play, of balanced openings too; of opening
    /// files, the maximum number of plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_plies: Option<u32>,
    /// SGF files, or directories of them, whose games are the openings; or `balanced` alone.
    #[serde(with = "path_list")]
    pub openings: Vec<PathBuf>,
    /// The seed of everything random.
    pub seed: u64,
    /// A sequential test that ends the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The match ends once half the width of the 95 % interval of Elo, that of every engine, is at
    /// most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_error: Option<f64>,
    /// The rule for ending games early because of the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
    /// Add the visit counts and the win rate of each search to the game records, for engines that
    /// report them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub record_searches: bool,
    #[serde(rename = "engine")]
    pub engines: Vec<EngineConfig>,
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
            until_error: None,
            adjudicate: None,
            record_searches: false,
            engines: Vec::new(),
        }
    }
}

/// The error for a match that cannot be played as configured.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The setup cannot be read.
    #[error(transparent)]
    Setup(#[from] ReadSetupError),
    /// The command line of an engine cannot be split.
    #[error(transparent)]
    CommandLine(#[from] ProcessError),
    /// An opening cannot be used.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The sequential test is not possible.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// There are fewer than two engines.
    #[error("a match needs two engines or more: --engine \"name=A,cmd=COMMAND LINE\", twice")]
    FewEngines,
    /// The name of an engine is empty or has control characters.
    #[error("an engine's name is a line of text")]
    EngineName,
    /// Two engines have the same name.
    #[error("two engines are called {0:?}")]
    SameName(String),
    /// A GTP command has several lines.
    #[error("a GTP command is one line")]
    CommandLines,
    /// There are no games, or too many.
    #[error("a match has 1 to {MOST_GAMES} games between two engines")]
    Games,
    /// An engine with coded moves would need the swap.
    #[error("the engine {engine} has no word for a swap: --rule {rule}=off")]
    Swap {
        engine: String,
        /// The rule that allows the swap.
        rule: &'static str,
    },
    /// There are more than two engines for a sequential test.
    #[error("a sequential test is for two engines")]
    SprtEngines,
    /// The interval that ends the match is out of range, or there is a sequential test as well.
    #[error("--until-error takes Elo above 0, and excludes --sprt")]
    UntilError,
    /// Margin or timeout is out of range.
    #[error("margin and timeout are seconds, 0 or more, the timeout above 0")]
    Seconds,
    /// The rule for adjudication is out of range.
    #[error("adjudication takes a lead above 0 and one ply or more")]
    Adjudication,
}

impl MatchConfig {
    /// Returns game, size, rules, blocked points and komi.
    ///
    /// # Errors
    /// Returns an error if there is no such game, size, rule or point.
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

    /// Returns the number of plies after which a game is drawn.
    pub fn max_moves(&self, setup: &Setup) -> usize {
        let cells = usize::from(setup.width()) * usize::from(setup.height());
        self.max_moves.map_or((4 * cells).max(400), |most| most as usize)
    }

    /// Returns the time by which an engine may exceed its limit without losing.
    pub fn margin(&self) -> Duration {
        Duration::from_secs_f64(self.margin)
    }

    /// Returns the time for a command without a clock.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs_f64(self.timeout)
    }

    /// Checks that the match can be played.
    ///
    /// # Errors
    /// Returns the first value that is not acceptable.
    pub fn check(&self) -> Result<(), ConfigError> {
        let setup = self.setup()?;
        if self.engines.len() < 2 {
            return Err(ConfigError::FewEngines);
        }
        for (i, engine) in self.engines.iter().enumerate() {
            if engine.name.is_empty() || engine.name.chars().any(char::is_control) {
                return Err(ConfigError::EngineName);
            }
            if self.engines[..i].iter().any(|earlier| earlier.name == engine.name) {
                return Err(ConfigError::SameName(engine.name.clone()));
            }
            if engine.send.iter().any(|command| command.contains(['\n', '\r'])) {
                return Err(ConfigError::CommandLines);
            }
            engine.words()?;
        }
        if !(1..=MOST_GAMES).contains(&self.games) {
            return Err(ConfigError::Games);
        }
        if let Some(rule) = setup.info().swap
            && setup.has_swap()
            && let Some(engine) = self.engines.iter().find(|engine| engine.moves == MoveNotation::Coded)
        {
            return Err(ConfigError::Swap { engine: engine.name.clone(), rule });
        }
        if let Some(sprt) = &self.sprt {
            sprt.checked()?;
            if self.engines.len() != 2 {
                return Err(ConfigError::SprtEngines);
            }
        }
        if self.until_error.is_some_and(|error| error <= 0.0 || !error.is_finite() || self.sprt.is_some()) {
            return Err(ConfigError::UntilError);
        }
        let is_time = |seconds: f64| (0.0..=1e7).contains(&seconds);
        if !is_time(self.margin) || !is_time(self.timeout) || self.timeout == 0.0 {
            return Err(ConfigError::Seconds);
        }
        if self.adjudicate.is_some_and(|a| a.lead <= 0.0 || !a.lead.is_finite() || a.plies == 0) {
            return Err(ConfigError::Adjudication);
        }
        Ok(())
    }

    /// Returns a hash that identifies the match: equal for equal configurations, on every machine.
    /// A match that is extended to more games, or to a narrower interval, remains the same match.
    pub fn fingerprint(&self) -> String {
        MatchConfig { games: 0, until_error: None, ..self.clone() }.hash()
    }

    /// Returns whether a fingerprint is that of this match. Up to version 0.25 it also depended on
    /// the number of games.
    pub fn has_fingerprint(&self, fingerprint: &str) -> bool {
        fingerprint == self.fingerprint() || fingerprint == self.hash()
    }

    fn hash(&self) -> String {
        let text = serde_json::to_string(self).expect("a configuration is plain data");
        // FNV-1a.
        let hash = text
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        format!("{hash:016x}")
    }

    /// Returns the names of the values in which two configurations differ.
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
    fn a_toml_file_has_the_same_values_as_options() {
        let config: MatchConfig = toml::from_str(
            "game = 'bracket'\nsize = '4'\ngames = 10\nclock = 'move:0.1'\nrules = { shape = 'rhombus' }\n\
             sprt = { elo1 = 20 }\n[[engine]]\nname = 'A'\ncmd = 'a'\n[[engine]]\nname = 'B'\ncmd = 'b'\n",
        )
        .unwrap();
        config.check().unwrap();
        assert_eq!(config.clock, Some(TimeControl::PerMove(Duration::from_millis(100))));
        assert_eq!(config.sprt.unwrap().elo1, 20.0);
        assert_eq!(config.setup().unwrap().rule("shape"), "rhombus");
        assert!(toml::from_str::<MatchConfig>("gmae = 'bracket'").is_err());
    }

    fn two_engines() -> MatchConfig {
        toml::from_str("[[engine]]\nname = 'A'\ncmd = 'a'\n[[engine]]\nname = 'B'\ncmd = 'b'\n").unwrap()
    }

    #[test]
    fn times_are_seconds_within_reason() {
        let check = |margin, timeout| MatchConfig { margin, timeout, ..two_engines() }.check();
        for (margin, timeout) in [(0.0, 0.1), (1.0, 1e7)] {
            assert!(check(margin, timeout).is_ok(), "{margin} {timeout}");
        }
        for (margin, timeout) in [(-1.0, 60.0), (f64::NAN, 60.0), (0.0, -1.0), (0.0, 0.0), (0.0, 1e8), (1e8, 60.0)] {
            assert!(matches!(check(margin, timeout), Err(ConfigError::Seconds)), "{margin} {timeout}");
        }
    }

    #[test]
    fn games_are_drawn_after_four_moves_a_cell_and_not_before_400() {
        let most = |size, max_moves| {
            let config = MatchConfig { max_moves, ..two_engines() };
            let setup = Setup::new(quintet_games::DEFAULT).with_size(size).unwrap();
            config.max_moves(&setup)
        };
        assert_eq!((most(5, None), most(10, None), most(19, None), most(19, Some(7))), (400, 400, 1444, 7));
    }

    #[test]
    fn numbers_of_a_stored_match_are_read_back_exactly() {
        for komi in [5.5555e277, 1.1111111111111111e42, 0.1 + 0.2, f64::MAX, f64::MIN_POSITIVE] {
            let config = MatchConfig { komi, ..MatchConfig::default() };
            let stored = serde_json::to_string(&config).unwrap();
            assert_eq!(serde_json::from_str::<MatchConfig>(&stored).unwrap(), config);
        }
    }

    #[test]
    fn a_fingerprint_changes_with_any_value_but_the_number_of_games() {
        let config = MatchConfig::default();
        let other = MatchConfig { seed: 1, ..config.clone() };
        assert_eq!(config.fingerprint(), config.clone().fingerprint());
        assert_ne!(config.fingerprint(), other.fingerprint());
        let longer = MatchConfig { games: 200, ..config.clone() };
        assert_eq!(config.fingerprint(), longer.fingerprint());
        assert!(longer.has_fingerprint(&config.fingerprint()) && !longer.has_fingerprint(&other.fingerprint()));
        assert_eq!(config.differences(&other), ["seed"]);
    }
}
