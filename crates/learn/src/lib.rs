//! Learning from the program's own games: weights of moves' features and networks ([`learn()`]),
//! and search parameters ([`tune()`]). Both play their games as matches, so that results, resuming
//! and shards are those of `quintet match`.
//!
//! ```
//! use quintet_learn::ParamRange;
//!
//! assert!("exploration=0.5..2".parse::<ParamRange>().is_ok());
//! let error = "exploration=2..0.5".parse::<ParamRange>().unwrap_err();
//! assert!(error.to_string().starts_with("exploration takes a range of numbers"));
//! ```

mod examples;
mod fit;
mod gradient;
mod learn;
mod reanalysis;
mod replay;
mod resume_file;
mod samples;
mod searched;
mod self_play;
mod spsa;
mod teacher;
mod training;
mod training_file;

pub use examples::WIN_RATE_SHARE;
pub use learn::{LearnOptions, learn};
pub use self_play::{LearnError, LearnObserver, SelfPlay};
pub use spsa::{ParamRange, ParseRangeError, TuneOptions, tune};
