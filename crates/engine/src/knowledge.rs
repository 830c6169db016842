//! Learned weights and exact values, shared by engines.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use quintet_core::setup::{GameInfo, Setup};
use quintet_core::weights::Weights;
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
    /// The shipped weights that were needed so far: those of each game, those for rules by the names
    /// of their files, and those of each game for levels of play.
    shipped: Mutex<BTreeMap<&'static str, Arc<Weights>>>,
    for_rules: Mutex<BTreeMap<&'static str, Arc<Weights>>>,
    for_levels: Mutex<BTreeMap<&'static str, Arc<Weights>>>,
    values: ValueStore,
}

impl Knowledge {
    /// Returns knowledge with these weights for their game, and the shipped ones for all others.
    pub fn with_weights(weights: Weights) -> Knowledge {
        Knowledge(Arc::new(Inner { custom: Some(Arc::new(weights)), ..Inner::default() }))
    }

    /// Returns the weights of a game with these rules.
    pub fn weights(&self, setup: &Setup) -> Arc<Weights> {
        let info = setup.info();
        if let Some(weights) = self.custom_weights_of(info) {
            return weights.clone();
        }
        match info.rule_weights(setup) {
            Some(file) => kept(&self.0.for_rules, file.name, || info.read_rule_weights(file)),
            None => kept(&self.0.shipped, info.id, || info.shipped_weights()),
        }
    }

    /// Returns the weights of a game for levels of play, which are the same for all rules.
    pub fn level_weights(&self, info: &'static GameInfo) -> Arc<Weights> {
        match self.custom_weights_of(info) {
            Some(weights) => weights.clone(),
            None if info.heuristics.level_weights.is_none() => {
                kept(&self.0.shipped, info.id, || info.shipped_weights())
            }
            None => kept(&self.0.for_levels, info.id, || info.level_weights()),
        }
    }

    /// Returns the weights that are used for a game instead of shipped ones, if any.
    fn custom_weights_of(&self, info: &GameInfo) -> Option<&Arc<Weights>> {
        self.0.custom.as_ref().filter(|weights| weights.game() == info.id)
    }

    /// Returns the weights that are used instead of shipped ones, if any.
    pub fn custom_weights(&self) -> Option<&Arc<Weights>> {
        self.0.custom.as_ref()
    }

    /// The exact values that were computed or loaded so far.
    pub fn values(&self) -> &ValueStore {
        &self.0.values
    }
}

/// Returns weights from a cache by their name; the first time they are read.
fn kept(
    map: &Mutex<BTreeMap<&'static str, Arc<Weights>>>,
    name: &'static str,
    read: impl FnOnce() -> Weights,
) -> Arc<Weights> {
    let mut map = map.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    map.entry(name).or_insert_with(|| Arc::new(read())).clone()
}
