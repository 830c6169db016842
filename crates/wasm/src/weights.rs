//! The weights of games, which are supplied when they are needed.

use quintet_core::weights::{ShippedFile, WeightsError};
use quintet_games::GAMES;

/// The error of a weights file.
#[derive(Debug, thiserror::Error)]
pub enum SupplyError {
    /// No game has such a weights file.
    #[error("no game has weights in {0}")]
    File(String),
    /// The weights file cannot be used.
    #[error("{0}: {1}")]
    Weights(String, WeightsError),
}

/// Returns the names of the weights files that a game needs and that are missing.
#[cfg(feature = "gtp")]
pub fn missing(game: &str) -> String {
    quintet_games::find(game).map_or_else(String::new, |info| info.missing_weights().join(" "))
}

/// Supplies a weights file.
pub fn supply(name: &str, text: &str) -> Result<(), SupplyError> {
    let uses = |file: &ShippedFile| file.name == name;
    let found = GAMES.iter().find_map(|info| Some((info, info.heuristics.files().find(uses)?)));
    let (info, file) = found.ok_or_else(|| SupplyError::File(name.to_owned()))?;
    info.supply_weights(file, text.to_owned()).map_err(|error| SupplyError::Weights(name.to_owned(), error))
}
