//! The options that many commands share: which game is played, and how the engine thinks.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use quintet::engine::{Settings, seconds};
use quintet::games;
use quintet::record::setup_words::{self, ReadSetupError, SetupWords};
use quintet::search::{Adjustments, Tuning};
use quintet::setup::Setup;
use quintet::weights::Weights;
use serde::Deserialize;

use super::config::EngineConfig;

/// What `--game` takes.
fn game_help() -> String {
    let ids: Vec<&str> = games::GAMES.iter().map(|info| info.id).collect();
    format!("The game: {} [default: {}]", ids.join(", "), games::DEFAULT.id)
}

/// Which game is played.
#[derive(Args, Clone, Debug, Default)]
pub struct GameArgs {
    /// The game.
    #[arg(long, value_name = "GAME", global = true, help = game_help())]
    pub game: Option<String>,
    /// The size of the board: its side, WxH for a rectangle, Alaric's number of cells.
    #[arg(long, value_name = "SIZE", global = true, allow_negative_numbers = true)]
    pub size: Option<String>,
    /// A rule of the game; can be given several times.
    #[arg(long, value_name = "NAME=VALUE", global = true)]
    pub rule: Vec<String>,
    /// Points that White is given.
    #[arg(long, value_name = "NUMBER", global = true, allow_negative_numbers = true, value_parser = setup_words::komi)]
    pub komi: Option<f64>,
    /// Blocked points, separated by commas, in games that have them.
    #[arg(long, value_name = "VERTICES", global = true, value_delimiter = ',')]
    pub block: Vec<String>,
}

/// `--name value` where there is a value, for the command line of an engine of our own.
fn option(name: &str, value: &Option<impl ToString>) -> Vec<String> {
    value.as_ref().map(|value| vec![format!("--{name}={}", value.to_string())]).unwrap_or_default()
}

impl GameArgs {
    /// The options as they were given.
    pub fn words(&self) -> Vec<String> {
        let rules = self.rule.iter().map(|rule| format!("--rule={rule}")).collect();
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

    /// Takes what is not given from a file's settings. Rules given by name override those of the file; another game
    /// than the file's has none of its board and rules.
    pub fn complete(&mut self, config: &EngineConfig) {
        let same_game = match (&self.game, &config.game) {
            (Some(given), Some(game)) => given.eq_ignore_ascii_case(game),
            _ => true,
        };
        if !same_game {
            return;
        }
        self.game = self.game.take().or_else(|| config.game.clone());
        self.size = self.size.take().or_else(|| config.size.clone());
        self.komi = self.komi.or(config.komi);
        if self.block.is_empty() {
            self.block.clone_from(&config.block);
        }
        let rules = config.rules.iter().map(|(name, value)| format!("{name}={value}"));
        self.rule.splice(0..0, rules);
    }

    /// The setup that the options together ask for.
    ///
    /// # Errors
    /// In one line, what there isn't and what there is.
    pub fn setup(&self) -> Result<Setup, ReadSetupError> {
        let rules = self.rule.iter().map(|text| {
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
        words.read()
    }
}

/// How the engine thinks.
#[derive(Args, Clone, Debug, Default)]
pub struct EngineArgs {
    /// Seed of all random choices; without it, one that differs from run to run.
    #[arg(long, value_name = "NUMBER", global = true)]
    pub seed: Option<u64>,
    /// Threads of a search [default: 1].
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Simulations a move.
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub visits: Option<u64>,
    /// Seconds a move [default: 1, where neither visits nor a clock bound it].
    #[arg(long, value_name = "S", global = true, allow_negative_numbers = true)]
    pub seconds: Option<f64>,
    /// Memory for the search tree, in MiB [default: 256].
    #[arg(long, value_name = "MIB", global = true, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: Option<u32>,
    /// A weights file in the place of the one that the game comes with.
    #[arg(long, value_name = "FILE", global = true)]
    pub weights: Option<PathBuf>,
    /// A parameter of the search (docs/learning.md); can be given several times.
    #[arg(long, value_name = "NAME=NUMBER", global = true)]
    pub param: Vec<String>,
    /// How to search: by what the game knows, or by uniform playouts and priors without learnt weights.
    #[arg(long, value_enum, value_name = "KIND", global = true)]
    pub search: Option<SearchKind>,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchKind {
    /// By what the game knows.
    Informed,
    /// Without knowledge.
    Plain,
}

impl EngineArgs {
    /// The options as they were given.
    pub fn words(&self) -> Vec<String> {
        [
            option("seed", &self.seed),
            option("threads", &self.threads),
            option("visits", &self.visits),
            option("seconds", &self.seconds),
            option("hash", &self.hash),
            option("weights", &self.weights.as_ref().map(|path| path.display())),
            self.param.iter().map(|param| format!("--param={param}")).collect(),
            option("search", &self.search.map(|kind| if kind == SearchKind::Plain { "plain" } else { "informed" })),
        ]
        .concat()
    }

    /// Takes what is not given from a file's settings.
    pub fn complete(&mut self, config: &EngineConfig) {
        self.seed = self.seed.or(config.seed);
        self.threads = self.threads.or(config.threads);
        self.visits = self.visits.or(config.visits);
        self.seconds = self.seconds.or(config.seconds);
        self.hash = self.hash.or(config.hash);
        self.weights = self.weights.take().or_else(|| config.weights.clone());
        self.search = self.search.or(config.search);
        self.param.splice(0..0, config.param.iter().map(|(name, value)| format!("{name}={value}")));
    }

    /// How to think; without a seed, with a random one.
    ///
    /// # Errors
    /// In one line, if the weights file can't be used, or the search has no such parameter.
    pub fn settings(&self) -> anyhow::Result<Settings> {
        let default = Settings::default();
        let mut tuning = Adjustments::default();
        if self.search == Some(SearchKind::Plain) {
            tuning.set("informed", 0.0);
        }
        for text in &self.param {
            let (name, value) = text
                .split_once('=')
                .and_then(|(name, value)| Some((name.trim(), value.trim().parse::<f64>().ok()?)))
                .with_context(|| format!("--param takes NAME=NUMBER, not '{}'", quintet::record::quote(text)))?;
            set_parameter(&mut tuning, name, value)?;
        }
        if let Some(path) = &self.weights {
            read_weights(path)?.install();
        }
        Ok(Settings {
            seed: self.seed.unwrap_or_else(rand::random),
            threads: self.threads.map_or(default.threads, usize::from),
            hash_mib: self.hash.map_or(default.hash_mib, |mib| mib as usize),
            tuning,
            exact: self.search != Some(SearchKind::Plain),
            ..default
        })
    }

    /// Time a move, where it is given.
    ///
    /// # Errors
    /// In one line, if it is no time.
    pub fn time(&self) -> anyhow::Result<Option<Duration>> {
        match self.seconds {
            None => Ok(None),
            Some(s) if s.is_finite() && s > 0.0 => Ok(seconds(s)),
            Some(_) => bail!("--seconds takes a number above 0"),
        }
    }
}

/// Reads a weights file, of whatever game it is.
///
/// # Errors
/// In one line, why it can't be used.
pub fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the weights {shown}"))?;
    let weights = Weights::of_any(games::GAMES, &text).with_context(|| format!("cannot use the weights {shown}"))?;
    for (name, &value) in weights.search() {
        let set = set_parameter(&mut Adjustments::default(), name, value);
        set.with_context(|| format!("cannot use the weights {shown}"))?;
    }
    Ok(weights)
}

/// Sets a parameter of the search.
///
/// # Errors
/// In one line, if there is none of this name, or it doesn't take the value.
pub fn set_parameter(tuning: &mut Adjustments, name: &str, value: f64) -> anyhow::Result<()> {
    if Tuning::default().get(name).is_none() {
        let (name, names) = (quintet::record::quote(name), Tuning::NAMES.join(", "));
        bail!("the search has no parameter '{name}'; it has {names}");
    }
    let most = Tuning::LARGEST;
    tuning.set(name, value).with_context(|| format!("{name} takes a number from 0 to {most}, not {value}"))
}
