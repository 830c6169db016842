//! Learned weights and exact values, shared by engines.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use quintet_core::setup::{GameInfo, Setup};
use quintet_core::weights::{ShippedFile, Weights, WeightsFile, domain_of};
use quintet_solve::ValueStore;

/// Learned weights and exact values, shared by the engines that it is handed to. Cloning is cheap.
///
/// Two engines with different knowledge in one process play differently.
#[derive(Clone, Default)]
pub struct Knowledge(Arc<Inner>);

#[derive(Default)]
struct Inner {
    /// Weights to use for their game instead of the shipped ones.
    custom: Option<Arc<Weights>>,
    /// The weights that were needed so far.
    used: Mutex<BTreeMap<Use, Arc<Weights>>>,
    values: ValueStore,
    solved: ValueStore,
}

/// A use of weights: the game, the built-in file (`None`: custom weights) and the domain of the
/// network.
type Use = (&'static str, Option<WeightsFile>, Option<usize>);

impl Knowledge {
    /// Returns knowledge with these weights for their game, and the shipped ones for all others.
    pub fn with_weights(weights: Weights) -> Knowledge {
        Knowledge(Arc::new(Inner { custom: Some(Arc::new(weights)), ..Inner::default() }))
    }

    /// Returns the weights for a game with this board and these rules. A network is used in the
    /// domains of its file alone.
    pub fn weights(&self, setup: &Setup) -> Arc<Weights> {
        self.used(setup, setup.info().weights_file(setup))
    }

    /// Returns the weights of the game's own file, which are used outside of the domains of all
    /// others.
    pub fn general_weights(&self, setup: &Setup) -> Arc<Weights> {
        self.used(setup, WeightsFile::Game)
    }

    /// Returns the weights to learn on from for a setup: with the network, whatever its domain, which
    /// is not that of what is learned.
    pub fn weights_to_train(&self, setup: &Setup) -> Weights {
        let info = setup.info();
        let weights = match self.custom_weights_of(info) {
            Some(custom) => Weights::clone(custom),
            None => info.built_in_weights(info.weights_file(setup)),
        };
        weights.without_domains()
    }

    /// Returns the weights of a built-in file, or the custom ones of the game, as they are used for
    /// a setup.
    fn used(&self, setup: &Setup, file: WeightsFile) -> Arc<Weights> {
        let info = setup.info();
        let custom = self.custom_weights_of(info);
        let (file, domain) = match custom {
            Some(custom) => (None, domain_of(custom.domains(), setup)),
            None => (Some(file), domain_of(&info.domains(file), setup)),
        };
        // Neutral weights take the place of a file only until it is supplied.
        if custom.is_none() && info.heuristics.files().any(ShippedFile::is_missing) {
            return Arc::new(Weights::zero(info.id, &info.heuristics));
        }
        let mut used = self.0.used.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let make = || {
            let weights = match (custom, file) {
                (Some(custom), _) => Weights::clone(custom),
                (None, file) => info.built_in_weights(file.unwrap_or(WeightsFile::Game)),
            };
            Arc::new(weights.in_domain(domain, &info.heuristics))
        };
        used.entry((info.id, file, domain)).or_insert_with(make).clone()
    }

    /// Returns the weights that are used for a game instead of shipped ones, if any.
    fn custom_weights_of(&self, info: &GameInfo) -> Option<&Arc<Weights>> {
        self.0.custom.as_ref().filter(|weights| weights.game() == info.id)
    }

    /// Returns the weights that are used instead of shipped ones, if any.
    pub fn custom_weights(&self) -> Option<&Arc<Weights>> {
        self.0.custom.as_ref()
    }

    /// The exact values that were loaded, and those of boards so small that they are computed for a
    /// single move: what a move may always depend on.
    pub fn values(&self) -> &ValueStore {
        &self.0.values
    }

    /// The exact values of larger boards, which somebody asked for.
    pub(crate) fn solved(&self) -> &ValueStore {
        &self.0.solved
    }
}
