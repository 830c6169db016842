//! Tree search over any [`crate::game::Game`]: limits, interruption, reports.

mod limits;
mod report;

pub use limits::{Interrupt, Limits, Urgency};
pub use report::{Candidate, Proof, Report};
