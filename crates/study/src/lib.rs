//! Studies of a game by self-play: what kind of game it is, on which boards and by which rules.
//!
//! A [`StudyConfig`] spans a [`grid`](StudyConfig::grid) of boards. [`run()`] plays games on each of
//! them inside this process and keeps a [`GameTrace`] of each in a file, from which a
//! [`StudyReport`] is computed: a list of [`Measure`]s with 95 % intervals for each board.
//! `docs/study.md` defines the measures.
//!
//! ```
//! use quintet_study::{Strength, StudyConfig, StudyOpenings};
//!
//! let config = StudyConfig {
//!     game: Some("cascade".to_owned()),
//!     sizes: vec!["4".to_owned(), "5".to_owned()],
//!     rules: [("fill".to_owned(), vec!["down".to_owned(), "both".to_owned()])].into(),
//!     games: 100,
//!     strength: Strength::Visits(200),
//!     doublings: 0,
//!     openings: StudyOpenings::Random,
//!     opening_plies: None,
//!     seed: 1,
//!     shard: None,
//! };
//! assert_eq!(config.grid().unwrap().len(), 4);
//! ```

mod config;
mod html;
mod interval;
mod measures;
mod play;
mod report;
mod run;
mod store;
mod trace;

pub use config::{GridCell, GridError, Strength, StudyConfig, StudyOpenings};
pub use html::page;
pub use interval::Interval;
pub use measures::{MEASURES, Measure, MeasureInfo, Unit};
pub use report::{CellReport, StudyReport};
pub use run::{StudyObserver, StudyOptions, StudyOutcome, merge, run};
pub use store::{StudyError, kept_config};
pub use trace::GameTrace;
