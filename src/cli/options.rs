//! The options of a game and of the engine, in groups that the subcommands are composed of. Each
//! subcommand has the groups that have an effect on it, so that its help, its manual page and what
//! it accepts are the same.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use quintet_core::notation::{decimal, quote};
use quintet_core::setup::{GameInfo, LEVELS, Setup};
use quintet_core::time_control::seconds;
use quintet_core::weights::Weights;
use quintet_engine::{Knowledge, Level, Settings};
use quintet_games as games;
use quintet_record::setup_words::{self, ReadSetupError, SetupWords};
use quintet_search::{Limits, MAX_THREADS, ParamOverrides, param, param_names};
use quintet_system::input_file;

use super::option_values::{self, whole};

/// Help for `--game`.
fn game_help() -> String {
    let ids: Vec<&str> = games::GAMES.iter().map(|info| info.id).collect();
    format!("The game: {} [default: {}]", ids.join(", "), games::DEFAULT.id)
}

/// The game.
#[derive(Args, Clone, Debug, Default)]
pub struct GameArg {
    /// The game.
    #[arg(long, value_name = "GAME", help = game_help(), value_parser = option_values::GAME, hide_possible_values = true)]
    pub game: Option<String>,
}

/// A game, the size of its board and its rules.
#[derive(Args, Clone, Debug, Default)]
pub struct BoardArgs {
    #[command(flatten)]
    pub name: GameArg,
    /// Board size: the side (odd for Bracket's hexagon), WxH for a rectangle, or the number of cells
    /// (Alaric).
    #[arg(long, visible_alias = "boardsize", value_name = "SIZE", allow_negative_numbers = true)]
    pub size: Option<String>,
    /// Optional rule of the game; can be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option_values::RULE, hide_possible_values = true)]
    pub rule: Vec<String>,
}

#[derive(Args, Clone, Debug, Default)]
pub struct KomiArg {
    /// Points added to White's score.
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = setup_words::komi)]
    pub komi: Option<f64>,
}

#[derive(Args, Clone, Debug, Default)]
pub struct BlockArg {
    /// Blocked points, separated by commas, in games that allow them.
    #[arg(long, value_name = "VERTICES", value_delimiter = ',')]
    pub block: Vec<String>,
}

/// All of a [`Setup`].
#[derive(Args, Clone, Debug, Default)]
pub struct SetupArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub komi: KomiArg,
    #[command(flatten)]
    pub block: BlockArg,
}

/// The long names of [`SetupArgs`].
pub const SETUP: &[&str] = &["game", "size", "rule", "komi", "block"];

#[derive(Args, Clone, Debug, Default)]
pub struct SeedArg {
    /// Seed of all random choices [default: a different one for each run].
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: Option<u64>,
}

#[derive(Args, Clone, Debug, Default)]
pub struct ThreadsArg {
    /// Search threads [default: 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u16>(1, MAX_THREADS as u64))]
    pub threads: Option<u16>,
}

#[derive(Args, Clone, Debug, Default)]
pub struct VisitsArg {
    /// Simulations per move.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1, u64::MAX))]
    pub visits: Option<u64>,
}

#[derive(Args, Clone, Debug, Default)]
pub struct SecondsArg {
    /// Maximum seconds per move [default: 1, unless --visits or a clock is set].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = option_values::positive_seconds)]
    pub seconds: Option<f64>,
}

#[derive(Args, Clone, Debug, Default)]
pub struct WeightsArg {
    /// Weights file to use instead of the built-in weights.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

/// Memory, parameters and kind of a search.
#[derive(Args, Clone, Debug, Default)]
pub struct TreeArgs {
    /// Memory for the search tree, in MiB [default: 256].
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, value_parser = whole::<u32>(1, 1 << 20))]
    hash: Option<u32>,
    /// Search parameter (see docs/learning.md); can be given several times.
    #[arg(long, value_name = "NAME=NUMBER")]
    param: Vec<String>,
    /// Kind of search: with the game's heuristics and weights, or with uniform playouts and
    /// without learned weights [default: informed].
    #[arg(long, value_enum, value_name = "KIND")]
    search: Option<SearchKind>,
}

/// All options of a search.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchArgs {
    #[command(flatten)]
    pub seed: SeedArg,
    #[command(flatten)]
    pub threads: ThreadsArg,
    #[command(flatten)]
    pub visits: VisitsArg,
    #[command(flatten)]
    pub seconds: SecondsArg,
    #[command(flatten)]
    pub tree: TreeArgs,
    #[command(flatten)]
    pub weights: WeightsArg,
}

/// The long names of [`SearchArgs`].
pub const SEARCH: &[&str] = &["seed", "threads", "visits", "seconds", "hash", "param", "search", "weights"];

#[derive(Args, Clone, Debug, Default)]
pub struct LevelArg {
    /// Level of play, from 1 (weakest) to 12, instead of --visits, --seconds and --threads
    /// [default: full strength].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u8>(1, LEVELS as u64))]
    pub level: Option<u8>,
}

#[derive(Args, Clone, Debug, Default)]
pub struct TableArg {
    /// Table of exact values, as written by `quintet solve --table`: the engine then plays
    /// perfectly on that board. Can be given several times.
    #[arg(long, value_name = "FILE")]
    pub table: Vec<PathBuf>,
}

/// Options that take effect before the subcommand runs.
#[derive(Args, Clone, Debug, Default)]
pub struct LogArg {
    /// Level of log messages on stderr: off, error, warn, info or debug, for all modules or for
    /// one, such as quintet_search=debug [default: the environment variable RUST_LOG, or warn].
    #[arg(id = "log", long = "log", value_name = "FILTER")]
    _log: Option<String>,
}

/// Options that take effect before the subcommand runs.
#[derive(Args, Clone, Debug, Default)]
pub struct CommonArgs {
    /// TOML file with these options; the command line overrides it.
    #[arg(id = "engine-config", long = "engine-config", value_name = "FILE")]
    _engine_config: Option<PathBuf>,
    #[command(flatten)]
    _log: LogArg,
}

/// A game and an engine for it.
#[derive(Args, Clone, Debug, Default)]
pub struct EngineArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    tables: TableArg,
    #[command(flatten)]
    _common: CommonArgs,
}

impl EngineArgs {
    /// Returns the weights and exact values of the engine.
    ///
    /// # Errors
    /// Returns an error, in one line, if a file cannot be used.
    pub fn knowledge(&self) -> anyhow::Result<Knowledge> {
        with_tables(self.search.weights.knowledge()?, &self.tables.table)
    }
}

/// The kind of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SearchKind {
    /// With the game's heuristics and weights.
    Informed,
    /// With uniform playouts, without learned weights.
    Plain,
}

impl BoardArgs {
    /// Returns the setup of the game.
    ///
    /// # Errors
    /// Returns an error, in one line, if there is no such game, size, rule or point, or if komi has
    /// no effect in this game.
    pub fn setup(&self, KomiArg { komi }: &KomiArg, BlockArg { block }: &BlockArg) -> anyhow::Result<Setup> {
        let rules = self.rule.iter().map(|text| {
            let (name, value) = setup_words::rule(text)?;
            Ok((name.to_owned(), value.to_owned()))
        });
        let words = SetupWords {
            game: self.name.game.clone(),
            size: self.size.clone(),
            rules: rules.collect::<Result<_, ReadSetupError>>()?,
            komi: *komi,
            blocked: block.clone(),
        };
        let setup = words.read()?;
        check_komi(setup.info(), *komi)?;
        Ok(setup)
    }
}

impl SetupArgs {
    /// Returns the setup of the game, with the errors of [`BoardArgs::setup`].
    pub fn setup(&self) -> anyhow::Result<Setup> {
        self.board.setup(&self.komi, &self.block)
    }
}

impl TreeArgs {
    /// Returns the search parameters.
    fn params(&self) -> anyhow::Result<ParamOverrides> {
        let mut params = ParamOverrides::default();
        if self.search == Some(SearchKind::Plain) {
            params.set("informed", 0.0);
        }
        for text in &self.param {
            let (name, value) = text
                .split_once('=')
                .and_then(|(name, value)| Some((name.trim(), decimal(value.trim())?)))
                .with_context(|| format!("--param takes NAME=NUMBER, not '{}'", quote(text)))?;
            check_parameter(name, value)?;
            params.set(name, value);
        }
        Ok(params)
    }
}

impl SearchArgs {
    /// Returns the options of the engine.
    ///
    /// # Errors
    /// Returns an error, in one line, if the search has no such parameter, or if it is limited next
    /// to a level of play.
    pub fn options(&self, level: &LevelArg) -> anyhow::Result<EngineOptions> {
        let (seed, threads, visits) = (self.seed.seed, self.threads.threads, self.visits.visits);
        let time = self.seconds.seconds.and_then(seconds);
        let default = Settings::default();
        let settings = Settings {
            seed: seed.unwrap_or_else(rand::random),
            threads: threads.map_or(default.threads, usize::from),
            hash_mib: self.tree.hash.map_or(default.hash_mib, |mib| mib as usize),
            exact: self.tree.search != Some(SearchKind::Plain),
            params: self.tree.params()?,
            ..default
        };
        let (has_visits, has_seconds) = (visits.is_some(), self.seconds.seconds.is_some());
        let limits = [("visits", has_visits), ("seconds", has_seconds), ("threads", threads.is_some())];
        if let Some((name, _)) = limits.iter().find(|(_, is_given)| *is_given && level.level.is_some()) {
            bail!("level and {name} can't go together: a level has visits of its own");
        }
        let level = level.level.map(|number| Level::new(number.into())).transpose()?;
        Ok(EngineOptions { settings, level, visits, time, threads, draws_seed: seed.is_none() })
    }
}

impl WeightsArg {
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

/// Adds the values of tables to the knowledge of engines.
///
/// # Errors
/// Returns an error, in one line, if a table cannot be opened.
pub fn with_tables(knowledge: Knowledge, tables: &[PathBuf]) -> anyhow::Result<Knowledge> {
    for path in tables {
        let setup = quintet_solve::open_table(path, games::find, knowledge.values())?;
        log::info!("{} has the values of {}", path.display(), setup.info().title);
    }
    Ok(knowledge)
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
