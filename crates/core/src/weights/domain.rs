//! The setups for which the network of a weights file was shown to help.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{WeightsError, from_text};
use crate::setup::Setup;

/// Setups for which the network of a weights file was shown to help, as `[[domain]]` in the file.
///
/// A file can have several, with search parameters and inputs of their own. The network of a file
/// that has any is used in its domains alone; tables of features are used everywhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Domain {
    /// The values of rules, by their names; rules that are not named can have any value.
    #[serde(default)]
    pub rules: BTreeMap<String, Vec<String>>,
    /// The least and the largest width of the board.
    pub width: [u16; 2],
    /// The least and the largest height of the board.
    pub height: [u16; 2],
    /// The least and the largest komi, in points for White.
    #[serde(default = "no_komi")]
    pub komi: [f64; 2],
    /// Whether points may be blocked.
    #[serde(default)]
    pub blocked: bool,
    /// Inputs of the network, by name, that are 0 for these setups.
    #[serde(default)]
    pub hidden_inputs: Vec<String>,
    /// Search parameters for these setups that differ from those of the file.
    #[serde(default)]
    pub search: BTreeMap<String, f64>,
    /// The matches that showed it.
    pub shown: String,
}

fn no_komi() -> [f64; 2] {
    [0.0, 0.0]
}

impl Domain {
    /// Returns whether a setup belongs to the domain.
    pub fn covers(&self, setup: &Setup) -> bool {
        let within = |[least, most]: [u16; 2], size: u16| (least..=most).contains(&size);
        let follows = |(name, values): (&String, &Vec<String>)| {
            setup.all_rules().any(|(rule, value)| rule == name && values.iter().any(|one| one == value))
        };
        within(self.width, setup.width())
            && within(self.height, setup.height())
            && (self.komi[0]..=self.komi[1]).contains(&setup.komi())
            && (self.blocked || setup.blocked().is_empty())
            && self.rules.iter().all(follows)
    }
}

/// Returns the index of the first domain that covers a setup.
pub fn domain_of(domains: &[Domain], setup: &Setup) -> Option<usize> {
    domains.iter().position(|domain| domain.covers(setup))
}

/// Returns the domains in the text of a weights file. In TOML they stand before all other tables,
/// and nothing else is read.
///
/// # Errors
/// Returns an error if this part of the text is not TOML, in a WebAssembly module JSON.
pub fn domains_of(text: &str) -> Result<Vec<Domain>, WeightsError> {
    #[derive(Deserialize)]
    struct Head {
        #[serde(default)]
        domain: Vec<Domain>,
    }
    let end = text.find("\n[search]").unwrap_or(text.len());
    from_text(&text[..end]).map(|head: Head| head.domain)
}
