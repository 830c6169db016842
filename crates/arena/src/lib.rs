//! Other engines as processes, and what they are used for.
//!
//! - [`driver`]: engines as processes, clocks, and the referee of a game;
//! - [`mod@matches`]: matches between engines, their results and reports;
//! - [`regress`]: regression suites;
//! - [`check`]: conformance checks.
//!
//! ```
//! use quintet_arena::matches::stats::{Sample, elo};
//!
//! // 60 wins, 20 draws and 20 losses.
//! let estimate = elo::estimate(&Sample::games([20, 20, 60]));
//! assert!((140.0..150.0).contains(&estimate.elo));
//! ```

pub mod check;
pub mod driver;
pub mod matches;
pub mod regress;
