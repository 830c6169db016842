//! Driving other engines: their processes, their answers, their clocks, and the referee of a game between them.

pub mod clock;
pub mod engine;
pub mod entrant;
pub mod framing;
pub mod process;
pub mod referee;
mod tail;
