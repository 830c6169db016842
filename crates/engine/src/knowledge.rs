//! Learned weights and exact values, shared by engines.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use quintet_core::setup::GameInfo;
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
    /// The shipped weights that were needed so far, and those for levels of play.
    shipped: Mutex<BTreeMap<&'static str, Arc<Weights>>>,
    for_levels: Mutex<BTreeMap<&'static str, Arc<Weights>>>,
    values: ValueStore,
}

impl Knowledge {
    /// Returns knowledge with these weights for their game, and the shipped ones for all others.
    pub fn with_weights(weights: Weights) -> Knowledge {
        Knowledge(Arc::new(Inner { custom: Some(Arc::new(weights)), ..Inner::default() }))
    }

    /// Returns the weights of a game.
    pub fn weights(&self, info: &'static GameInfo) -> Arc<Weights> {
        if let Some(weights) = self.0.custom.as_ref().filter(|weights| weights.game() == info.id) {
            return weights.clone();
        }
        let mut shipped = self.0.shipped.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        shipped.entry(info.id).or_insert_with(|| Arc::new(info.shipped_weights())).clone()
    }

    /// Returns the weights of a game for levels of play.
    pub fn level_weights(&self, info: &'static GameInfo) -> Arc<Weights> {
        let is_custom = self.0.custom.as_ref().is_some_and(|weights| weights.game() == info.id);
        if is_custom || info.heuristics.level_weights.is_none() {
            return self.weights(info);
        }
        let mut for_levels = self.0.for_levels.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for_levels.entry(info.id).or_insert_with(|| Arc::new(info.level_weights())).clone()
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
