//! The engine: chooses moves in a game in progress by tree search and exact values, within a time
//! budget.

mod clock;
mod engine;
mod exact_values;
mod knowledge;
mod leads;
mod levels;
pub mod life;
mod resignation;
mod settings;
mod tree_reuse;

pub use clock::{Clock, DEFAULT_LAG, TimePlan};
pub use engine::Engine;
pub use exact_values::{ExactMove, ExactValues};
pub use knowledge::Knowledge;
pub use levels::{Level, LevelError};
pub use settings::{Choice, Request, Settings};
