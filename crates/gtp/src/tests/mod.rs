//! Tests over all commands: what they change, and what they leave as it is.

pub mod effects;
mod repeatable;

use std::sync::LazyLock;

use quintet_engine::Knowledge;

/// The weights, read once for all tests.
pub static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(Knowledge::default);
