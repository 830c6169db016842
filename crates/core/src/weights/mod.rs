//! Learned weights of a game: feature weights for priors, a network and search parameters, in one
//! file for each game.
//!
//! The file format is TOML: `version` and `game`; `[[domain]]` for each kind of setup for which the
//! network may be used, if it may not be used everywhere ([`Domain`]); `[search]` with the search parameters that differ
//! from their defaults; `[prior]` with a list of integers for each table of the game; optionally
//! `[network]`; and, at the end, `[made]` with the command, seed, number of games and seconds that
//! produced the file. Everything but `[[domain]]` and `[network]` is required, so that truncated files are rejected.
//! WebAssembly modules read the same fields from JSON.

mod domain;
mod shipped;
mod text;
#[cfg(not(target_family = "wasm"))]
mod write;

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use quintet_network::{Network, NetworkError};

pub use domain::{Domain, domain_of, domains_of};
pub use shipped::ShippedFile;

use text::from_text;

/// The version of the file format.
pub const VERSION: u32 = 1;

/// The difference of table entries that doubles the weight of a move.
pub const OCTAVE: i32 = 64;

/// The largest absolute value of a sum of entries, a factor of 1,024; larger sums are clamped.
pub const MAX_SUM: i32 = 10 * OCTAVE;

/// A table of learned weights.
#[derive(Debug)]
pub struct TableInfo {
    /// The name of the table in weights files.
    pub name: &'static str,
    /// The number of its entries.
    pub len: usize,
}

/// The features and network inputs of a game, and its built-in weights.
#[derive(Clone, Debug)]
pub struct HeuristicsInfo {
    /// The tables of feature weights for priors. Every move has one feature in each table.
    pub prior: &'static [TableInfo],
    /// The network's inputs for each point, by name; empty if the game has no network.
    pub inputs: &'static [&'static str],
    /// The weights file.
    pub weights: ShippedFile,
    /// Other weights files, which are used in the domains of their networks.
    pub domain_weights: &'static [ShippedFile],
}

impl HeuristicsInfo {
    /// No features, no network and no weights.
    pub const BASE: HeuristicsInfo =
        HeuristicsInfo { prior: &[], inputs: &[], weights: ShippedFile::NONE, domain_weights: &[] };

    /// Returns the weights files.
    pub fn files(&self) -> impl Iterator<Item = ShippedFile> {
        [self.weights].into_iter().chain(self.domain_weights.iter().copied())
    }
}

/// A use of the weights files that a game comes with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WeightsFile {
    /// [`HeuristicsInfo::weights`].
    Game,
    /// One of [`HeuristicsInfo::domain_weights`], by its index.
    Domain(usize),
}

/// The origin of a weights file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The command line.
    pub command: String,
    /// The seed of the games.
    pub seed: u64,
    /// The number of games that the weights were fitted to.
    pub games: u64,
    /// The duration in seconds.
    pub seconds: u64,
}

/// The learned weights of a game: feature tables, an optional network and search parameters.
///
/// Weights are values: two engines in one process can use different ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    game: &'static str,
    domains: Vec<Domain>,
    search: BTreeMap<String, f64>,
    prior: Vec<Vec<i16>>,
    network: Option<Network>,
    provenance: Provenance,
    neutral: bool,
    /// 2 to the power of `i / OCTAVE`.
    factors: [f32; OCTAVE as usize],
    derived: Derived,
}

/// A table that a game computes from its weights at first use.
#[derive(Clone, Default)]
struct Derived(OnceLock<Arc<dyn Any + Send + Sync>>);

impl PartialEq for Derived {
    fn eq(&self, _: &Derived) -> bool {
        // The table is determined by the weights, which are compared.
        true
    }
}

impl fmt::Debug for Derived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Derived")
    }
}

/// The contents of a file, not yet compared with the tables of the game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    game: String,
    #[serde(default)]
    domain: Vec<Domain>,
    search: BTreeMap<String, f64>,
    prior: BTreeMap<String, Vec<i16>>,
    /// Tables of earlier versions of the program; must be empty.
    playout: Option<BTreeMap<String, Vec<i16>>>,
    network: Option<BTreeMap<String, String>>,
    made: Provenance,
}

/// The reason why a weights file is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The text is not TOML (in a WebAssembly module JSON), or a field is missing, unknown or of the wrong type.
    #[error("{0}")]
    Text(String),
    /// The version of the format is not supported.
    #[error("version {0}, and version {VERSION} is read")]
    Version(u32),
    /// The file belongs to another game.
    #[error("weights of the game '{0}', not of {1}")]
    Game(String, &'static str),
    /// A table is missing.
    #[error("the table {0}.{1} is missing")]
    Missing(&'static str, &'static str),
    /// The game has no such table.
    #[error("{0} has no table {1}.{2}")]
    Unknown(&'static str, &'static str, String),
    /// The network is damaged.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The file has a network, but the game has no network inputs.
    #[error("{0} has no network")]
    NoNetwork(&'static str),
    /// A table has the wrong number of entries.
    #[error("the table {0}.{1} has {2} numbers in place of {3}")]
    Length(&'static str, &'static str, usize, usize),
}

/// The first fields of a file, which distinguish a wrong version or game from a damaged file.
#[derive(Deserialize)]
struct Head {
    version: Option<u32>,
    game: Option<String>,
}

impl Weights {
    /// Creates neutral weights: all entries are 0, and there is no network.
    pub fn zero(game: &'static str, info: &HeuristicsInfo) -> Weights {
        let zeros = |tables: &[TableInfo]| tables.iter().map(|table| vec![0; table.len]).collect();
        Weights {
            game,
            domains: Vec::new(),
            search: BTreeMap::new(),
            prior: zeros(info.prior),
            network: None,
            provenance: Provenance { command: String::new(), seed: 0, games: 0, seconds: 0 },
            neutral: true,
            factors: factors(),
            derived: Derived::default(),
        }
    }

    /// Returns the table that `make` computes from these weights, which is computed by the first
    /// call.
    ///
    /// # Panics
    /// Panics if it is called with two types: a game has at most one such table.
    #[inline]
    pub fn derived<T: Send + Sync + 'static>(&self, make: impl FnOnce(&Weights) -> T) -> &T {
        let derived = self.derived.0.get_or_init(|| Arc::new(make(self)));
        derived.downcast_ref().expect("a game has one derived table")
    }

    /// Returns the game in the text of a file.
    ///
    /// # Errors
    /// Returns an error if the text cannot be deserialized or names no game.
    pub fn game_of(text: &str) -> Result<String, WeightsError> {
        let head: Head = from_text(text)?;
        head.game.ok_or_else(|| WeightsError::Text("it names no game".to_owned()))
    }

    /// Parses the text of a file for a game, which may be of a second game that has the same tables.
    ///
    /// # Errors
    /// Returns an error, whose message is one line, if the text is not a complete file of this
    /// version and one of the games.
    pub fn read([game, other]: [&'static str; 2], info: &HeuristicsInfo, text: &str) -> Result<Weights, WeightsError> {
        let check_head = |version: u32, found: &str| {
            if version != VERSION {
                return Err(WeightsError::Version(version));
            }
            if found == game || found == other { Ok(()) } else { Err(WeightsError::Game(found.to_owned(), game)) }
        };
        let file: File = from_text(text).map_err(|error| {
            // A wrong version or game explains unknown or missing fields.
            let head = from_text(text).unwrap_or(Head { version: None, game: None });
            let mismatch = check_head(head.version.unwrap_or(VERSION), head.game.as_deref().unwrap_or(game));
            mismatch.err().unwrap_or(error)
        })?;
        check_head(file.version, &file.game)?;
        let File { domain: domains, search, prior, playout, network, made, .. } = file;
        if let Some((name, _)) = search.iter().find(|(_, value)| !value.is_finite()) {
            return Err(WeightsError::Text(format!("search.{name} is no finite number")));
        }
        if network.is_some() && info.inputs.is_empty() {
            return Err(WeightsError::NoNetwork(game));
        }
        if let Some((name, _)) = playout.unwrap_or_default().pop_first() {
            return Err(WeightsError::Unknown(game, "playout", name));
        }
        let prior = tables(game, "prior", info.prior, prior)?;
        check_inputs(info, &domains)?;
        Ok(Weights {
            game,
            domains,
            search,
            neutral: is_neutral(&prior),
            prior,
            network: network.map(Network::read).transpose()?,
            provenance: made,
            factors: factors(),
            derived: Derived::default(),
        })
    }

    /// Returns the identifier of the game.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// The setups for which the network may be used; none if it may be used everywhere.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// Returns these weights with a network that may be used everywhere.
    #[must_use]
    pub fn without_domains(mut self) -> Weights {
        self.domains.clear();
        self
    }

    /// Returns these weights as they are used in one of their domains or, if there are some and it
    /// is `None`, outside them: without the network. The result has no domains: what is learned from
    /// it was shown nowhere yet.
    #[must_use]
    pub fn in_domain(mut self, domain: Option<usize>, info: &HeuristicsInfo) -> Weights {
        let domains = std::mem::take(&mut self.domains);
        let Some(domain) = domain.map(|domain| domains[domain].clone()) else {
            return if domains.is_empty() { self } else { self.with_network(None) };
        };
        let hidden = |name: &&str| domain.hidden_inputs.iter().any(|hidden| hidden == name);
        let bits = (0..).zip(info.inputs).filter(|(_, name)| hidden(name)).fold(0, |bits, (bit, _)| bits | 1 << bit);
        let network = self.network.clone().map(|network| network.without_inputs(bits));
        let weights = self.with_network(network);
        domain.search.into_iter().fold(weights, |weights, (name, value)| weights.with_search(&name, value))
    }

    /// Returns the search parameters that differ from their defaults.
    pub fn search(&self) -> &BTreeMap<String, f64> {
        &self.search
    }

    /// Returns these weights with one search parameter set.
    #[must_use]
    pub fn with_search(mut self, name: &str, value: f64) -> Weights {
        self.search.insert(name.to_owned(), value);
        self
    }

    /// Returns the origin of these weights.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Returns whether all table entries are 0, so that features have no effect.
    pub fn is_neutral(&self) -> bool {
        self.neutral
    }

    /// Returns a table for priors by its index in [`HeuristicsInfo::prior`].
    #[inline]
    pub fn prior(&self, table: usize) -> &[i16] {
        &self.prior[table]
    }

    /// Returns the network, if there is one.
    #[inline]
    pub fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// Returns these weights with another network, or none.
    #[must_use]
    pub fn with_network(mut self, network: Option<Network>) -> Weights {
        self.network = network;
        self.derived = Derived::default();
        self
    }

    /// Returns these weights with another origin.
    #[must_use]
    pub fn with_provenance(mut self, provenance: Provenance) -> Weights {
        self.provenance = provenance;
        self
    }

    /// Returns these weights with other tables for priors.
    ///
    /// # Panics
    /// Panics if the tables have other lengths than before.
    #[must_use]
    pub fn with_prior(mut self, prior: Vec<Vec<i16>>) -> Weights {
        let lengths = |tables: &[Vec<i16>]| tables.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(lengths(&prior), lengths(&self.prior), "tables have a fixed size");
        self.neutral = is_neutral(&prior);
        self.prior = prior;
        self.derived = Derived::default();
        self
    }

    /// Returns the weight of a move from the sum of its table entries: 2 to the power of `sum /
    /// OCTAVE`, identical on every machine.
    #[inline]
    pub fn factor(&self, sum: i32) -> f32 {
        let sum = sum.clamp(-MAX_SUM, MAX_SUM);
        let power = f32::from_bits(((127 + sum.div_euclid(OCTAVE)) as u32) << 23);
        power * self.factors[sum.rem_euclid(OCTAVE) as usize]
    }

    /// Returns the binary logarithm of a weight times [`OCTAVE`], rounded down: the inverse of
    /// [`Weights::factor`].
    pub fn log_factor(&self, weight: f32) -> i32 {
        let least = f32::MIN_POSITIVE;
        let bits = weight.max(least).to_bits();
        let (exponent, fraction) = ((bits >> 23) as i32 - 127, f32::from_bits(bits & 0x7f_ffff | 127 << 23));
        let part = self.factors.iter().take_while(|&&factor| factor <= fraction).count() as i32 - 1;
        exponent * OCTAVE + part
    }

    /// Returns the sum of table entries for each move; `features` has one entry per table for each
    /// move.
    pub fn sums(&self, features: &[u16]) -> impl Iterator<Item = i32> {
        features.chunks_exact(self.prior.len().max(1)).map(|move_features| {
            let entries = move_features.iter().zip(&self.prior);
            entries.map(|(&feature, table)| i32::from(table[usize::from(feature)])).sum()
        })
    }

    /// Returns the weight of each move; `features` has one entry per table for each move.
    pub fn factors(&self, features: &[u16]) -> impl Iterator<Item = f32> {
        self.sums(features).map(|sum| self.factor(sum))
    }
}

/// Refuses domains that hide inputs which the game does not have.
fn check_inputs(info: &HeuristicsInfo, domains: &[Domain]) -> Result<(), WeightsError> {
    let mut hidden = domains.iter().flat_map(|domain| &domain.hidden_inputs);
    match hidden.find(|name| !info.inputs.contains(&name.as_str())) {
        Some(name) => Err(WeightsError::Text(format!("the network has no input '{name}'"))),
        None => Ok(()),
    }
}

fn is_neutral(tables: &[Vec<i16>]) -> bool {
    tables.iter().flatten().all(|&entry| entry == 0)
}

/// Returns 2 to the power of `i / OCTAVE` for each `i`, computed by square roots, which every
/// machine rounds alike.
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

/// Returns the tables of a section in the order of the game.
fn tables(
    game: &'static str,
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
        Some((name, _)) => Err(WeightsError::Unknown(game, section, name)),
        None => Ok(tables),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_network_is_refused_for_a_game_without_inputs() {
        let text = Weights::zero("hex", &HeuristicsInfo::BASE).write(&HeuristicsInfo::BASE, "");
        let text = text.replace("[made]", "[network]\nshape = '24 2'\n\n[made]");
        let error = Weights::read(["hex", "hex"], &HeuristicsInfo::BASE, &text).unwrap_err();
        assert_eq!(error.to_string(), "hex has no network");
    }
}
