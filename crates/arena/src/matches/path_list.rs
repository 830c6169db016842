//! Lists of paths in files of configurations: texts, or the bytes of a name that is not UTF-8.

use std::path::PathBuf;

use quintet_system::os_bytes;
use serde::{Deserialize, Deserializer, Serialize as _, Serializer};

/// A path in a file.
#[derive(serde::Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes(Vec<u8>),
}

/// Writes paths.
pub fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    let written = |path: &PathBuf| match path.to_str() {
        Some(text) => Written::Text(text.to_owned()),
        None => Written::Bytes(os_bytes::of(path.as_os_str())),
    };
    paths.iter().map(written).collect::<Vec<Written>>().serialize(serializer)
}

/// Reads paths.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    let path = |written| match written {
        Written::Text(text) => text.into(),
        Written::Bytes(bytes) => os_bytes::name(bytes).into(),
    };
    Ok(Vec::<Written>::deserialize(deserializer)?.into_iter().map(path).collect())
}
