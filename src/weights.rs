//! What a game has learnt: numbers for the features of its moves and for its search, read from one small file a game.
//!
//! A file is TOML: `version` and `game`; `[search]`, the search's parameters that differ from their defaults;
//! `[prior]` and `[playout]`, a list of whole numbers for each table that the game has; `[network]`, if it has one; and, last,
//! `[made]`: the command, seed, games and seconds that made it. A file that was cut lacks something of that, and is refused.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, OnceLock};

use serde::{Deserialize, Serialize};

use crate::network::{Network, NetworkError};
use crate::setup::{GameInfo, TableInfo};

/// The version of files that is read and written.
pub const VERSION: u32 = 1;

/// So much in a table's entry doubles a move's weight.
pub const OCTAVE: i32 = 64;

/// Sums of entries beyond this, up or down, count as this: a factor of 1,024.
const LARGEST_SUM: i32 = 10 * OCTAVE;

/// Weights that the command line gave in the place of shipped ones.
static INSTALLED: OnceLock<Weights> = OnceLock::new();

/// How a file came to be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The command line.
    pub command: String,
    /// The seed of its games.
    pub seed: u64,
    /// How many games the numbers were fitted to.
    pub games: u64,
    /// How long that took, in seconds.
    pub seconds: u64,
}

/// A game's learnt numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    game: &'static str,
    search: BTreeMap<String, f64>,
    prior: Vec<Vec<i16>>,
    playout: Vec<Vec<i16>>,
    network: Option<Network>,
    made: Made,
    even: bool,
    /// 2 to the power of `i / OCTAVE`.
    factors: [f32; OCTAVE as usize],
}

/// The text of a file, before it is held to a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    game: String,
    search: BTreeMap<String, f64>,
    prior: BTreeMap<String, Vec<i16>>,
    playout: BTreeMap<String, Vec<i16>>,
    network: Option<BTreeMap<String, String>>,
    made: Made,
}

/// A weights file that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// It is no TOML, or something is missing, unknown, or no number of the right kind.
    #[error("{0}")]
    Text(String),
    /// It is of a version that this program does not read.
    #[error("version {0}, and version {VERSION} is read")]
    Version(u32),
    /// It is another game's.
    #[error("weights of the game '{0}', not of {1}")]
    Game(String, &'static str),
    /// It is of no game that there is.
    #[error("weights of a game that there isn't, '{0}'")]
    NoGame(String),
    /// A table that the game has is missing.
    #[error("the table {0}.{1} is missing")]
    Missing(&'static str, &'static str),
    /// A table that the game hasn't.
    #[error("{0} has no table {1}.{2}")]
    Unknown(&'static str, &'static str, String),
    /// The network is not whole, or of a game that has none.
    #[error("{0}")]
    Network(#[from] NetworkError),
    /// There is a network, and the game tells none of its points.
    #[error("{0} has no network")]
    NoNetwork(&'static str),
    /// A table has too few or too many numbers.
    #[error("the table {0}.{1} has {2} numbers in place of {3}")]
    Length(&'static str, &'static str, usize, usize),
}

/// Only what a file says first: enough to tell a wrong version or game from a damaged file.
#[derive(Deserialize)]
struct Head {
    version: Option<u32>,
    game: Option<String>,
}

impl Weights {
    /// Weights that know nothing: all numbers are 0.
    pub fn zero(info: &'static GameInfo) -> Weights {
        let zeros = |tables: &[TableInfo]| tables.iter().map(|table| vec![0; table.len]).collect();
        Weights {
            game: info.id,
            search: BTreeMap::new(),
            prior: zeros(info.prior),
            playout: zeros(info.playout),
            network: None,
            made: Made { command: String::new(), seed: 0, games: 0, seconds: 0 },
            even: true,
            factors: factors(),
        }
    }

    /// The weights that the program comes with.
    ///
    /// # Panics
    /// If the file in the program is damaged, which a test sees.
    pub fn shipped(info: &'static GameInfo) -> Weights {
        Weights::read(info, info.weights).unwrap_or_else(|error| panic!("the weights of {}: {error}", info.id))
    }

    /// The weights that a game plays with: those that were installed, or those that the program comes with.
    pub fn of(info: &'static GameInfo) -> &'static Weights {
        static SHIPPED: Mutex<BTreeMap<&str, &'static Weights>> = Mutex::new(BTreeMap::new());
        if let Some(weights) = INSTALLED.get().filter(|weights| weights.game == info.id) {
            return weights;
        }
        let mut shipped = SHIPPED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        shipped.entry(info.id).or_insert_with(|| Box::leak(Box::new(Weights::shipped(info))))
    }

    /// Makes a game play with these weights from now on, for as long as the process runs. To be called before the
    /// first search; false, and nothing changes, where weights were installed before.
    pub fn install(self) -> bool {
        INSTALLED.set(self).is_ok()
    }

    /// Reads the text of a file of any of these games.
    ///
    /// # Errors
    /// Those of [`Weights::read`], or that there is no such game.
    pub fn of_any(games: &[&'static GameInfo], text: &str) -> Result<Weights, WeightsError> {
        let head: Head = toml::from_str(text).map_err(|error| broken(text, &error))?;
        let name = head.game.ok_or_else(|| WeightsError::Text("it names no game".to_owned()))?;
        match games.iter().find(|info| info.id == name) {
            Some(info) => Weights::read(info, text),
            None => Err(WeightsError::NoGame(name.chars().take(40).collect())),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`WeightsError`], in one line, if it is no whole file of this version and game.
    pub fn read(info: &'static GameInfo, text: &str) -> Result<Weights, WeightsError> {
        let is_ours = |version: u32, game: &str| {
            if version != VERSION {
                return Err(WeightsError::Version(version));
            }
            if game == info.id { Ok(()) } else { Err(WeightsError::Game(game.to_owned(), info.id)) }
        };
        let file: File = toml::from_str(text).map_err(|error| {
            // Another version, or another game, may have other fields: that is what is wrong then.
            let head = toml::from_str(text).unwrap_or(Head { version: None, game: None });
            let told = is_ours(head.version.unwrap_or(VERSION), head.game.as_deref().unwrap_or(info.id));
            told.err().unwrap_or_else(|| broken(text, &error))
        })?;
        is_ours(file.version, &file.game)?;
        let File { search, prior, playout, network, made, .. } = file;
        if let Some((name, _)) = search.iter().find(|(_, value)| !value.is_finite()) {
            return Err(WeightsError::Text(format!("search.{name} is no finite number")));
        }
        if network.is_some() && info.inputs.is_empty() {
            return Err(WeightsError::NoNetwork(info.title));
        }
        let prior = tables(info, "prior", info.prior, prior)?;
        Ok(Weights {
            game: info.id,
            search,
            even: is_even(&prior),
            prior,
            playout: tables(info, "playout", info.playout, playout)?,
            network: network.map(Network::read).transpose()?,
            made,
            factors: factors(),
        })
    }

    /// The text of a file, with a remark at its head.
    pub fn write(&self, info: &'static GameInfo, remark: &str) -> String {
        let mut text = String::new();
        for line in remark.lines() {
            _ = writeln!(text, "# {line}");
        }
        _ = writeln!(text, "version = {VERSION}\ngame = \"{}\"\n\n[search]", self.game);
        for (name, value) in &self.search {
            _ = writeln!(text, "{name} = {value:?}");
        }
        for (section, infos, tables) in [("prior", info.prior, &self.prior), ("playout", info.playout, &self.playout)] {
            _ = writeln!(text, "\n[{section}]");
            for (table, numbers) in infos.iter().zip(tables) {
                _ = writeln!(text, "{} = [", table.name);
                for row in numbers.chunks(16) {
                    let row: Vec<String> = row.iter().map(ToString::to_string).collect();
                    _ = writeln!(text, "  {},", row.join(", "));
                }
                text.push_str("]\n");
            }
        }
        if let Some(network) = &self.network {
            _ = writeln!(text, "\n[network]");
            for (name, numbers) in network.parameters().write() {
                _ = writeln!(text, "{name} = '''\n{numbers}'''");
            }
        }
        let made = toml::to_string(&self.made).expect("plain data");
        _ = write!(text, "\n[made]\n{made}");
        text
    }

    /// The game whose weights these are.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// The search's parameters that differ from their defaults.
    pub fn search(&self) -> &BTreeMap<String, f64> {
        &self.search
    }

    /// The same with one of the search's parameters set.
    #[must_use]
    pub fn with_search(mut self, name: &str, value: f64) -> Weights {
        self.search.insert(name.to_owned(), value);
        self
    }

    /// How these weights came to be.
    pub fn made(&self) -> &Made {
        &self.made
    }

    /// Whether all entries for priors are 0, so that features need not be looked at.
    pub fn is_even(&self) -> bool {
        self.even
    }

    /// A table for priors, by its place in [`GameInfo::prior`].
    #[inline]
    pub fn prior(&self, table: usize) -> &[i16] {
        &self.prior[table]
    }

    /// A table for playouts, by its place in [`GameInfo::playout`].
    #[inline]
    pub fn playout(&self, table: usize) -> &[i16] {
        &self.playout[table]
    }

    /// The network, if the game has learnt one.
    #[inline]
    pub fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// The same with another network, or none.
    #[must_use]
    pub fn with_network(mut self, network: Option<Network>) -> Weights {
        self.network = network;
        self
    }

    /// The same, made so.
    #[must_use]
    pub fn with_made(mut self, made: Made) -> Weights {
        self.made = made;
        self
    }

    /// The same with other tables for priors.
    ///
    /// # Panics
    /// If there are not as many numbers as before.
    #[must_use]
    pub fn with_prior(mut self, prior: Vec<Vec<i16>>) -> Weights {
        let lengths = |tables: &[Vec<i16>]| tables.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(lengths(&prior), lengths(&self.prior), "tables have a fixed size");
        self.even = is_even(&prior);
        self.prior = prior;
        self
    }

    /// The weight of a move whose entries in the tables come to this sum: 2 to the power of `sum / OCTAVE`, the same on
    /// every machine.
    #[inline]
    pub fn factor(&self, sum: i32) -> f32 {
        let sum = sum.clamp(-LARGEST_SUM, LARGEST_SUM);
        let power = f32::from_bits(((127 + sum.div_euclid(OCTAVE)) as u32) << 23);
        power * self.factors[sum.rem_euclid(OCTAVE) as usize]
    }

    /// What 2 has to be raised to for this weight, times [`OCTAVE`], rounded down: [`Weights::factor`] the other way round.
    pub fn octaves(&self, weight: f32) -> i32 {
        let least = f32::MIN_POSITIVE;
        let bits = weight.max(least).to_bits();
        let (exponent, fraction) = ((bits >> 23) as i32 - 127, f32::from_bits(bits & 0x7f_ffff | 127 << 23));
        let part = self.factors.iter().take_while(|&&factor| factor <= fraction).count() as i32 - 1;
        exponent * OCTAVE + part
    }

    /// What the entries of moves come to whose features are `features`, one entry a table for each move.
    pub fn sums(&self, features: &[u16]) -> impl Iterator<Item = i32> {
        features.chunks_exact(self.prior.len().max(1)).map(|move_features| {
            let entries = move_features.iter().zip(&self.prior);
            entries.map(|(&feature, table)| i32::from(table[usize::from(feature)])).sum()
        })
    }

    /// The weights of moves whose features are `features`, one entry a table for each move.
    pub fn weigh(&self, features: &[u16]) -> impl Iterator<Item = f32> {
        self.sums(features).map(|sum| self.factor(sum))
    }
}

/// What is wrong with a text that is not even TOML of the right kind, in one line.
fn broken(text: &str, error: &toml::de::Error) -> WeightsError {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let message: Vec<&str> = error.message().split_whitespace().collect();
    WeightsError::Text(format!("line {}: {}", 1 + before.matches('\n').count(), message.join(" ")))
}

fn is_even(tables: &[Vec<i16>]) -> bool {
    tables.iter().flatten().all(|&entry| entry == 0)
}

/// Powers of 2 by square roots alone, which every machine rounds alike.
fn factors() -> [f32; OCTAVE as usize] {
    let mut roots = [0.0_f64; OCTAVE.ilog2() as usize];
    let mut root = 2.0_f64;
    for place in roots.iter_mut().rev() {
        root = root.sqrt();
        *place = root;
    }
    std::array::from_fn(|i| {
        let bits = (0..roots.len()).filter(|bit| i >> bit & 1 == 1);
        bits.fold(1.0, |product, bit| product * roots[bit]) as f32
    })
}

/// The tables of a section in the game's order.
fn tables(
    info: &'static GameInfo,
    section: &'static str,
    wanted: &'static [TableInfo],
    mut found: BTreeMap<String, Vec<i16>>,
) -> Result<Vec<Vec<i16>>, WeightsError> {
    let mut tables = Vec::new();
    for table in wanted {
        let numbers = found.remove(table.name).ok_or(WeightsError::Missing(section, table.name))?;
        if numbers.len() != table.len {
            return Err(WeightsError::Length(section, table.name, numbers.len(), table.len));
        }
        tables.push(numbers);
    }
    match found.pop_first() {
        Some((name, _)) => Err(WeightsError::Unknown(info.title, section, name)),
        None => Ok(tables),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn the_shipped_weights_are_whole() {
        for info in GAMES {
            assert_eq!(Weights::shipped(info).game(), info.id);
        }
    }

    #[test]
    fn every_file_among_the_weights_is_whole() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("weights");
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            Weights::of_any(GAMES, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for info in GAMES {
            let weights = Weights::shipped(info);
            assert_eq!(Weights::read(info, &weights.write(info, "one\ntwo")), Ok(weights));
        }
    }

    #[test]
    fn a_file_that_is_cut_at_the_end_of_any_line_but_the_last_is_refused() {
        for info in GAMES {
            let text = Weights::shipped(info).write(info, "");
            let lines: Vec<&str> = text.lines().collect();
            for kept in 0..lines.len() {
                assert!(Weights::read(info, &lines[..kept].join("\n")).is_err(), "{} {kept}", info.id);
            }
        }
    }

    #[test]
    fn wrong_versions_games_and_numbers_are_told() {
        let (info, other) = (GAMES[0], GAMES[1]);
        let text = Weights::zero(info).write(info, "");
        let refused = |text: &str| Weights::read(info, text).unwrap_err().to_string();
        assert_eq!(refused(&text.replace("version = 1", "version = 9")), "version 9, and version 1 is read");
        let theirs = Weights::zero(other).write(other, "");
        assert_eq!(refused(&theirs), format!("weights of the game '{}', not of {}", other.id, info.id));
        assert!(refused(&text.replace("seed = 0", "seed = \"none\"")).contains("invalid type"));
        assert!(refused(&text.replace("[search]", "[search]\nexploration = nan")).contains("no finite number"));
        assert!(refused("\u{0}").starts_with("line 1"));
    }

    #[test]
    fn a_sum_of_an_octave_doubles_a_weight() {
        let weights = Weights::zero(GAMES[0]);
        assert_eq!(
            [0, 64, -64, 640, 9999, -9999].map(|sum| weights.factor(sum)),
            [1.0, 2.0, 0.5, 1024.0, 1024.0, 1.0 / 1024.0]
        );
        assert!((weights.factor(32) - std::f32::consts::SQRT_2).abs() < 1e-6);
        assert!((weights.factor(-33) - (-33.0_f32 / 64.0).exp2()).abs() < 1e-6);
        for sum in -640..=640 {
            assert_eq!(weights.octaves(weights.factor(sum)), sum);
        }
        assert_eq!([weights.octaves(3.0), weights.octaves(0.0)], [101, -126 * 64], "log2(3) = 1.585");
    }
}
