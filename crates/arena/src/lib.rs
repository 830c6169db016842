//! Other engines as processes, and what they are used for.
//!
//! - [`driver`]: engines as processes, clocks, and the referee of a game;
//! - [`mod@matches`]: matches between engines, their results and reports;
//! - [`regress`]: regression suites;
//! - [`check`]: conformance checks.

pub mod check;
pub mod driver;
pub mod matches;
pub mod regress;
