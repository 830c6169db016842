//! Monte Carlo tree search (MCTS) over any game: PUCT with RAVE, priors, first-play urgency and
//! proven results.
//!
//! All threads share the tree without locks (`tree`). Each thread runs simulations (`simulation`,
//! `selection`); the calling one also checks limits, interruption and reports (`running`,
//! `stop_condition`). With one thread and a limit in visits alone a search is repeatable on every
//! machine: simulations that leave the root together take their random numbers from the seed, the
//! position and the number of the first; sums are integers, and everything else is plain IEEE
//! arithmetic in a fixed order. A search can run in `slices`.

mod fpu;
mod limits;
mod move_choice;
mod options;
mod ownership;
mod params;
mod report;
mod running;
mod search;
mod selection;
mod simulation;
mod slices;
mod stop_condition;
mod sync;
mod tree;

pub use limits::{DEFAULT_TIME, Interrupt, Limits, Restriction, Urgency};
pub use options::{ANALYSIS_WIDE_ROOT, SearchOptions};
pub use params::{PARAMS, Param, ParamOverrides, SearchParams, param, param_names};
pub use report::{Candidate, Proof, Report};
pub use search::{MAX_THREADS, Search, SearchResult, THREAD_RANGE, prior_probabilities};
pub use slices::{complete, pause, poll_now};
pub use tree::Tree;
