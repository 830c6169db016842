//! Tree search over any [`crate::game::Game`]: Monte Carlo tree search with AMAF values, priors and proved results.
//!
//! The tree is shared by all threads without locks (`tree`); each thread makes simulations (`worker`) while the
//! calling one also watches limits, interruption and reports (`run`, `overseer`). With one thread and a bound in visits alone
//! a search is repeatable on every machine: simulations that the root sends on together take their random numbers from
//! the seed, the position and the number of the first, sums are integers, and what is not is plain IEEE arithmetic in
//! a fixed order.

mod amaf;
mod choice;
mod limits;
mod overseer;
mod report;
pub(crate) mod run;
mod select;
pub(crate) mod tree;
mod tuning;
mod worker;

pub use limits::{Interrupt, Limits, Restriction, Urgency};
pub use report::{Candidate, Proof, Report};
pub use tuning::{Adjustments, Tuning};
