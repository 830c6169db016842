//! The options of a game and of the engine, from the command line and from a TOML file.
//!
//! [`RawOptions`] holds them as they were given, whatever their source. [`RawOptions::or`] merges
//! the two sources, and [`RawOptions::setup`] and [`RawOptions::engine`] turn the result into
//! validated values.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use quintet_core::notation::quote;
use quintet_core::setup::{GameInfo, LEVELS, Setup};
use quintet_core::time_control::seconds;
use quintet_core::weights::Weights;
use quintet_engine::{DEFAULT_LAG, Knowledge, Level, Settings};
use quintet_games as games;
use quintet_gtp::Style;
use quintet_record::setup_words::{self, ReadSetupError, SetupWords};
use quintet_search::{Limits, ParamOverrides, param, param_names};
use quintet_system::input_file;
use serde::Deserialize;

use super::option_values::{self, whole};

/// Help for `--game`.
fn game_help() -> String {
    let ids: Vec<&str> = games::GAMES.iter().map(|info| info.id).collect();
    format!("The game: {} [default: {}]", ids.join(", "), games::DEFAULT.id)
}

/// The options of the command line that a TOML file can set as well, under the same names.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RawOptions {
    /// The game.
    #[arg(long, value_name = "GAME", global = true, help = game_help())]
    pub game: Option<String>,
    /// Board size: the side, WxH for a rectangle, or the number of cells (Alaric).
    #[arg(long, value_name = "SIZE", global = true, allow_negative_numbers = true)]
    #[serde(deserialize_with = "setup_words::deserialize_size")]
    pub size: Option<String>,
    /// Optional rule of the game; can be given several times.
    #[arg(long = "rule", value_name = "NAME=VALUE", global = true)]
    #[serde(deserialize_with = "option_values::deserialize_rules")]
    pub rules: Vec<String>,
    /// Points added to White's score.
    #[arg(long, value_name = "NUMBER", global = true, allow_negative_numbers = true, value_parser = setup_words::komi)]
    pub komi: Option<f64>,
    /// Blocked points, separated by commas, in games that allow them.
    #[arg(long, value_name = "VERTICES", global = true, value_delimiter = ',')]
    pub block: Vec<String>,
    /// Seed of all random choices [default: a different one for each run].
    #[arg(long, value_name = "NUMBER", global = true, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Search threads [default: 1].
    #[arg(long, value_name = "N", global = true, allow_negative_numbers = true, value_parser = whole::<u16>(1, 256))]
    pub threads: Option<u16>,
    /// Level of play, from 1 (weakest) to 12, instead of --visits, --seconds and --threads
    /// [default: full strength].
    #[arg(long, value_name = "N", global = true, allow_negative_numbers = true, value_parser = whole::<u8>(1, LEVELS as u64))]
    pub level: Option<u8>,
    /// Simulations per move.
    #[arg(long, value_name = "N", global = true, allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    pub visits: Option<u64>,
    /// Maximum seconds per move [default: 1, unless --visits or a clock is set].
    #[arg(long, value_name = "S", global = true, allow_negative_numbers = true, value_parser = option_values::positive_seconds)]
    pub seconds: Option<f64>,
    /// Memory for the search tree, in MiB [default: 256].
    #[arg(long, value_name = "MIB", global = true, allow_negative_numbers = true, value_parser = whole::<u32>(1, 1 << 20))]
    pub hash: Option<u32>,
    /// Weights file to use instead of the built-in weights.
    #[arg(long, value_name = "FILE", global = true)]
    pub weights: Option<PathBuf>,
    /// Search parameter (see docs/learning.md); can be given several times.
    #[arg(long, value_name = "NAME=NUMBER", global = true)]
    #[serde(deserialize_with = "option_values::deserialize_params")]
    pub param: Vec<String>,
    /// Kind of search: with the game's heuristics and weights, or with uniform playouts and
    /// without learned weights [default: informed].
    #[arg(long, value_enum, value_name = "KIND", global = true)]
    pub search: Option<SearchKind>,
    /// Notation of moves in GTP: words, coded (one vertex per move), apart (coded, with the cells
    /// of a hexagon or ring apart) or gogui (cells to click on) [default: words].
    #[arg(long, value_name = "STYLE", value_parser = style_name)]
    pub moves: Option<String>,
    /// Seconds of each move's clock time reserved for delays of the connection [default: 0.05].
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = option_values::seconds)]
    pub lag: Option<f64>,
    /// Accepted for clients of GNU Go; gtp is the only mode.
    #[arg(long, value_name = "MODE", ignore_case = true, value_parser = ["gtp"])]
    #[serde(skip)]
    pub mode: Option<String>,
    /// Print no greeting if standard input is a terminal.
    #[arg(long)]
    #[serde(skip)]
    pub quiet: bool,
    /// Print each move's win rate, visits and variation to stderr, for bridges to Go servers.
    #[arg(long)]
    pub bridge_lines: bool,
    /// Table of exact values, as written by `quintet solve --table`: the engine then plays
    /// perfectly on that board. Can be given several times, before the subcommand.
    #[arg(long, value_name = "FILE")]
    pub table: Vec<PathBuf>,
    /// TOML file with these options; the command line overrides it.
    #[arg(long, value_name = "FILE", global = true)]
    #[serde(skip)]
    pub engine_config: Option<PathBuf>,
    /// Level of log messages on stderr: off, error, warn, info or debug, for all modules or for
    /// one, such as quintet_search=debug [default: the environment variable RUST_LOG, or warn].
    #[arg(long, value_name = "FILTER", global = true)]
    pub log: Option<String>,
    /// The win rate, from 0 to 1, below which the engine resigns; only in a file.
    #[arg(skip)]
    pub resign: Option<f64>,
    /// Whether to think in the opponent's time; only in a file.
    #[arg(skip)]
    pub ponder: Option<bool>,
}

/// The kind of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchKind {
    /// With the game's heuristics and weights.
    Informed,
    /// With uniform playouts, without learned weights.
    Plain,
}

/// Checks the name of a notation.
fn style_name(text: &str) -> Result<String, <Style as std::str::FromStr>::Err> {
    text.parse::<Style>().map(|_| text.to_owned())
}

/// Returns `--name=value` if there is a value.
fn option(name: &str, value: &Option<impl ToString>) -> Vec<String> {
    value.as_ref().map(|value| vec![format!("--{name}={}", value.to_string())]).unwrap_or_default()
}

impl RawOptions {
    /// Completes these options by those of a file.
    ///
    /// Rules and parameters of the same name override those of the file. If the file is for another
    /// game, its board and rules are ignored.
    #[must_use]
    pub fn or(self, file: RawOptions) -> RawOptions {
        let same_game = match (&self.game, &file.game) {
            (Some(given), Some(game)) => given.eq_ignore_ascii_case(game),
            _ => true,
        };
        let board = if same_game { file.clone() } else { RawOptions::default() };
        // The command line says how strong the engine is, or the file does.
        let limited = self.visits.is_some() || self.seconds.is_some() || self.threads.is_some();
        let file = RawOptions {
            level: file.level.filter(|_| !limited),
            visits: file.visits.filter(|_| self.level.is_none()),
            seconds: file.seconds.filter(|_| self.level.is_none()),
            threads: file.threads.filter(|_| self.level.is_none()),
            ..file
        };
        RawOptions {
            game: self.game.or(board.game),
            size: self.size.or(board.size),
            rules: [board.rules, self.rules].concat(),
            komi: self.komi.or(board.komi),
            block: if self.block.is_empty() { board.block } else { self.block },
            seed: self.seed.or(file.seed),
            threads: self.threads.or(file.threads),
            level: self.level.or(file.level),
            visits: self.visits.or(file.visits),
            seconds: self.seconds.or(file.seconds),
            hash: self.hash.or(file.hash),
            weights: self.weights.or(file.weights),
            param: [file.param, self.param].concat(),
            search: self.search.or(file.search),
            moves: self.moves.or(file.moves),
            lag: self.lag.or(file.lag),
            mode: self.mode,
            quiet: self.quiet,
            bridge_lines: self.bridge_lines || file.bridge_lines,
            table: [self.table, file.table].concat(),
            engine_config: self.engine_config,
            log: self.log.or(file.log),
            resign: file.resign,
            ponder: file.ponder,
        }
    }

    /// Returns the options of the game as words of a command line.
    pub fn game_words(&self) -> Vec<String> {
        let rules = self.rules.iter().map(|rule| format!("--rule={rule}")).collect();
        let block = (!self.block.is_empty()).then(|| self.block.join(","));
        [
            option("game", &self.game),
            option("size", &self.size),
            rules,
            option("komi", &self.komi),
            option("block", &block),
        ]
        .concat()
    }

    /// Returns the options of the engine as words of a command line.
    pub fn engine_words(&self) -> Vec<String> {
        [
            option("seed", &self.seed),
            option("threads", &self.threads),
            option("level", &self.level),
            option("visits", &self.visits),
            option("seconds", &self.seconds),
            option("hash", &self.hash),
            option("weights", &self.weights.as_ref().map(|path| path.display())),
            self.param.iter().map(|param| format!("--param={param}")).collect(),
            option("search", &self.search.map(|kind| if kind == SearchKind::Plain { "plain" } else { "informed" })),
        ]
        .concat()
    }

    /// Refuses rules and parameters that are given twice.
    ///
    /// # Errors
    /// Returns an error that names the first one.
    pub fn check_repeats(&self) -> anyhow::Result<()> {
        for (option, texts) in [("rule", &self.rules), ("param", &self.param)] {
            let mut seen = BTreeSet::new();
            let mut names = texts.iter().map(|text| text.split('=').next().unwrap_or_default().trim());
            if let Some(name) = names.find(|name| !seen.insert(name.to_ascii_lowercase())) {
                bail!("--{option} {} is given twice", quote(name));
            }
        }
        Ok(())
    }

    /// Returns the setup of the game.
    ///
    /// # Errors
    /// Returns an error, in one line, if there is no such game, size, rule or point, or if komi has
    /// no effect in this game.
    pub fn setup(&self) -> anyhow::Result<Setup> {
        let rules = self.rules.iter().map(|text| {
            let (name, value) = setup_words::rule(text)?;
            Ok((name.to_owned(), value.to_owned()))
        });
        let words = SetupWords {
            game: self.game.clone(),
            size: self.size.clone(),
            rules: rules.collect::<Result<_, ReadSetupError>>()?,
            komi: self.komi,
            blocked: self.block.clone(),
        };
        let setup = words.read()?;
        check_komi(setup.info(), self.komi)?;
        Ok(setup)
    }

    /// Returns the options of the engine.
    ///
    /// # Errors
    /// Returns an error, in one line, if a value is out of range or the search has no such
    /// parameter.
    pub fn engine(&self) -> anyhow::Result<EngineOptions> {
        let time = match self.seconds {
            None => None,
            Some(s) if s.is_finite() && s > 0.0 => seconds(s),
            Some(_) => bail!("--seconds takes a number above 0"),
        };
        let default = Settings::default();
        let settings = Settings {
            seed: self.seed.unwrap_or_else(rand::random),
            threads: self.threads.map_or(default.threads, usize::from),
            hash_mib: self.hash.map_or(default.hash_mib, |mib| mib as usize),
            exact: self.search != Some(SearchKind::Plain),
            params: self.params()?,
            ..default
        };
        Ok(EngineOptions {
            settings,
            level: self.level()?,
            visits: self.visits,
            time,
            threads: self.threads,
            draws_seed: self.seed.is_none(),
        })
    }

    /// Returns the level of play.
    ///
    /// # Errors
    /// Returns an error, in one line, if there is no such level, or if another option says how
    /// strong the engine is.
    fn level(&self) -> anyhow::Result<Option<Level>> {
        let Some(number) = self.level else { return Ok(None) };
        let level = Level::new(number.into()).map_err(|error| anyhow!("level = {number}: {error}"))?;
        let others = [
            ("visits", self.visits.is_some()),
            ("seconds", self.seconds.is_some()),
            ("threads", self.threads.is_some()),
        ];
        if let Some((name, _)) = others.iter().find(|(_, is_given)| *is_given) {
            bail!("level and {name} can't go together: a level has visits of its own");
        }
        Ok(Some(level))
    }

    /// Returns the time kept back for delays of the connection.
    ///
    /// # Errors
    /// Returns an error, in one line, if it is out of range.
    pub fn lag(&self) -> anyhow::Result<Duration> {
        match self.lag {
            None => Ok(DEFAULT_LAG),
            Some(lag) => seconds(lag).with_context(|| format!("lag takes a number of seconds, 0 or more, not {lag}")),
        }
    }

    /// Returns the settings with the options for games over GTP: resigning and pondering.
    ///
    /// # Errors
    /// Returns an error, in one line, if a value is out of range.
    pub fn with_game_habits(&self, settings: Settings) -> anyhow::Result<Settings> {
        let resign_below = self.resign.unwrap_or(settings.resign_below);
        if !(0.0..=1.0).contains(&resign_below) {
            bail!("resign takes a share from 0 to 1");
        }
        Ok(Settings { resign_below, ponder: self.ponder.unwrap_or(settings.ponder), ..settings })
    }

    /// Returns the search parameters.
    fn params(&self) -> anyhow::Result<ParamOverrides> {
        let mut params = ParamOverrides::default();
        if self.search == Some(SearchKind::Plain) {
            params.set("informed", 0.0);
        }
        for text in &self.param {
            let (name, value) = text
                .split_once('=')
                .and_then(|(name, value)| Some((name.trim(), value.trim().parse::<f64>().ok()?)))
                .with_context(|| format!("--param takes NAME=NUMBER, not '{}'", quote(text)))?;
            check_parameter(name, value)?;
            params.set(name, value);
        }
        Ok(params)
    }

    /// Returns the notation of moves.
    ///
    /// # Errors
    /// Returns an error, in one line, if there is no such notation.
    pub fn style(&self) -> anyhow::Result<Style> {
        let Some(name) = &self.moves else { return Ok(Style::default()) };
        name.parse().map_err(|error| anyhow!("moves = '{}': {error}", quote(name)))
    }

    /// Returns the knowledge of engines, with the weights file that was given.
    ///
    /// # Errors
    /// Returns an error, in one line, if the file cannot be used.
    pub fn knowledge(&self) -> anyhow::Result<Knowledge> {
        match &self.weights {
            Some(path) => Ok(Knowledge::with_weights(read_weights(path)?)),
            None => Ok(Knowledge::default()),
        }
    }
}

/// Refuses a weights file of another game.
///
/// # Errors
/// Returns an error, in one line, that names both games.
pub fn check_weights(knowledge: &Knowledge, info: &GameInfo) -> anyhow::Result<()> {
    match knowledge.custom_weights() {
        Some(weights) if weights.game() != info.id => {
            bail!("--weights: the file is for the game {}, and has no effect on {}", weights.game(), info.id)
        }
        _ => Ok(()),
    }
}

/// Refuses komi in a game without it.
pub fn check_komi(info: &GameInfo, komi: Option<f64>) -> anyhow::Result<()> {
    if let Some(komi) = komi.filter(|_| !info.komi) {
        let with_komi: Vec<&str> = games::GAMES.iter().filter(|info| info.komi).map(|info| info.title).collect();
        bail!("komi {} has no effect in {}; games with komi: {}", komi + 0.0, info.title, with_komi.join(", "));
    }
    Ok(())
}

/// The options of the engine, validated.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The settings; with a random seed if none was given.
    pub settings: Settings,
    /// The level of play; `None`: as well as the limits allow.
    pub level: Option<Level>,
    /// The number of simulations for a move.
    pub visits: Option<u64>,
    /// The time for a move.
    pub time: Option<Duration>,
    /// The number of threads, if one was given.
    pub threads: Option<u16>,
    /// Whether the seed is a random one.
    pub draws_seed: bool,
}

impl EngineOptions {
    /// Returns the limits of a move.
    pub fn limits(&self) -> Limits {
        Limits { visits: self.visits, time: self.time }
    }
}

/// Reads a weights file of any game.
fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let shown = path.display();
    let text = input_file::read_to_string(path).with_context(|| format!("cannot read the weights {shown}"))?;
    parse_weights(&text).with_context(|| format!("cannot use the weights {shown}"))
}

fn parse_weights(text: &str) -> anyhow::Result<Weights> {
    let id = Weights::game_of(text)?;
    let info = games::GAMES.iter().find(|info| info.id == id);
    let info = info.with_context(|| {
        let ids: Vec<&str> = games::GAMES.iter().map(|info| info.id).collect();
        format!("unknown game '{}' (known: {})", id.chars().take(40).collect::<String>(), ids.join(", "))
    })?;
    let weights = info.read_weights(text)?;
    weights.search().iter().try_for_each(|(name, &value)| check_parameter(name, value))?;
    Ok(weights)
}

/// Checks a search parameter.
fn check_parameter(name: &str, value: f64) -> anyhow::Result<()> {
    let Some(param) = param(name) else {
        let names: Vec<&str> = param_names().collect();
        bail!("the search has no parameter '{}'; it has {}", quote(name), names.join(", "));
    };
    if !param.accepts(value) {
        bail!("{name} takes a number from {} to {}, not {value}", param.min, param.max);
    }
    Ok(())
}
