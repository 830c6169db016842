//! The engine: chooses moves in a game in progress by tree search and exact values, within a time
//! budget.

mod engine;
mod exact_values;
mod knowledge;
mod leads;
mod levels;
pub mod life;
mod resignation;
mod settings;
mod time_management;
mod tree_reuse;

pub use engine::Engine;
pub use exact_values::{ExactMove, ExactValues};
pub use knowledge::Knowledge;
pub use levels::{Level, LevelError};
pub use settings::{Choice, Request, Settings};
pub use time_management::{Clock, DEFAULT_LAG, TimePlan};
