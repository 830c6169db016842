//! Reading the text of weights files: TOML or JSON.

use serde::de::DeserializeOwned;

use super::WeightsError;

/// Deserializes the text of a weights file: JSON if it begins with a brace, otherwise TOML.
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, WeightsError> {
    match text.starts_with('{') {
        true => serde_json::from_str(text).map_err(|error| WeightsError::Text(error.to_string())),
        false => from_toml(text),
    }
}

#[cfg(not(target_family = "wasm"))]
fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, WeightsError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        let message: Vec<&str> = error.message().split_whitespace().collect();
        WeightsError::Text(format!("line {}: {}", 1 + before.matches('\n').count(), message.join(" ")))
    })
}

/// A WebAssembly module is downloaded, and without a reader of TOML it is 5 % smaller.
#[cfg(target_family = "wasm")]
fn from_toml<T>(_: &str) -> Result<T, WeightsError> {
    Err(WeightsError::Text("it is not JSON".to_owned()))
}
