//! Reading the text of weights files: TOML, and in WebAssembly modules JSON with the same fields.
//! These modules are downloaded; without a TOML parser they are 5 % smaller.

use serde::de::DeserializeOwned;

use super::WeightsError;

/// Deserializes the text of a weights file.
#[cfg(not(target_family = "wasm"))]
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, WeightsError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        let message: Vec<&str> = error.message().split_whitespace().collect();
        WeightsError::Text(format!("line {}: {}", 1 + before.matches('\n').count(), message.join(" ")))
    })
}

/// Deserializes the text of a weights file.
#[cfg(target_family = "wasm")]
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, WeightsError> {
    serde_json::from_str(text).map_err(|error| WeightsError::Text(error.to_string()))
}
