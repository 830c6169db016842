//! All settings of the engine in a TOML file, for bridges to servers and whoever has no command line to hand.
//!
//! The names are those of the command line's options, which override the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use quintet::record::setup_words::deserialize_size;
use serde::Deserialize;

use super::options::SearchKind;

/// The settings of a file; all of them optional.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    /// The game.
    pub game: Option<String>,
    /// The size of its board: a number, or `'9x7'`.
    #[serde(default, deserialize_with = "deserialize_size")]
    pub size: Option<String>,
    /// Its rules, by name.
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
    /// Blocked points.
    #[serde(default)]
    pub block: Vec<String>,
    /// Points that White is given.
    pub komi: Option<f64>,
    /// How moves are spelt.
    pub moves: Option<String>,
    /// Seed of all random choices.
    pub seed: Option<u64>,
    /// Threads of a search.
    pub threads: Option<u16>,
    /// Simulations a move.
    pub visits: Option<u64>,
    /// Seconds a move.
    pub seconds: Option<f64>,
    /// Memory for the search tree, in MiB.
    pub hash: Option<u32>,
    /// A weights file.
    pub weights: Option<PathBuf>,
    /// Tables of exact values.
    #[serde(default)]
    pub table: Vec<PathBuf>,
    /// Parameters of the search, by name.
    #[serde(default)]
    pub param: BTreeMap<String, f64>,
    /// How to search: `informed` or `plain`.
    pub search: Option<SearchKind>,
    /// The expected result, from 0 to 1, below which the engine resigns.
    pub resign: Option<f64>,
    /// Whether to think in the opponent's time.
    pub ponder: Option<bool>,
    /// Whether moves are told of on standard error.
    pub bridge_lines: Option<bool>,
    /// What is logged.
    pub log: Option<String>,
}

impl EngineConfig {
    /// Reads a file.
    ///
    /// # Errors
    /// In one line, if it can't be read or has a setting that there isn't.
    pub fn read(path: &Path) -> anyhow::Result<EngineConfig> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        EngineConfig::parse(&text).with_context(|| format!("{name}"))
    }

    fn parse(text: &str) -> anyhow::Result<EngineConfig> {
        let config: EngineConfig = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| 1 + text[..span.start].matches('\n').count());
            anyhow!("line {line}: {}", error.message().replace('\n', " "))
        })?;
        let limits = [
            ("threads", config.threads.map(u64::from), 256),
            ("visits", config.visits, u64::MAX),
            ("hash", config.hash.map(u64::from), 1 << 20),
        ];
        match limits.into_iter().find(|&(_, value, most)| value.is_some_and(|value| !(1..=most).contains(&value))) {
            Some((name, _, most)) => Err(anyhow!("{name} takes 1 to {most}")),
            None => Ok(config),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_can_hold_all_settings() {
        let text = "game = 'cascade'\nsize = 6\nkomi = 0.5\nmoves = 'coded'\nseed = 1\nthreads = 2\nvisits = 100\n\
                    seconds = 1.5\nhash = 64\nresign = 0.05\nponder = false\nlog = 'info'\nsearch = 'plain'\n\
                    weights = 'w.toml'\ntable = ['t.table']\n[param]\nexploration = 0.3\n[rules]\nfill = 'both'\n";
        let config = EngineConfig::parse(text).unwrap();
        assert_eq!(
            (config.game.as_deref(), config.size.as_deref(), config.hash),
            (Some("cascade"), Some("6"), Some(64))
        );
        assert_eq!((config.rules["fill"].as_str(), config.table), ("both", vec![PathBuf::from("t.table")]));
        assert_eq!(EngineConfig::parse("size = '9x7'").unwrap().size.as_deref(), Some("9x7"));
        assert!(EngineConfig::parse("size = true").unwrap_err().to_string().contains("'9x7'"));
    }

    #[test]
    fn an_unknown_setting_is_named_with_its_line() {
        let error = EngineConfig::parse("seed = 1\nvisit = 3\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2: unknown field `visit`, expected one of"), "{error}");
        assert!(!error.contains('\n'));
    }

    #[test]
    fn a_number_out_of_range_is_refused() {
        let error = EngineConfig::parse("threads = 0").unwrap_err().to_string();
        assert_eq!(error, "threads takes 1 to 256");
    }
}
