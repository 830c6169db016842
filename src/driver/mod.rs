//! Driving other engines: their processes, their answers, their clocks, and the referee of a game between them.

pub(crate) mod clock;
pub(crate) mod engine;
pub mod entrant;
pub(crate) mod framing;
pub(crate) mod process;
pub mod referee;
mod tail;
