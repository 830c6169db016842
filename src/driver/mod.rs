//! Driving other engines: their processes, their answers, their clocks.

pub mod clock;
pub mod entrant;
pub mod framing;
pub mod player;
pub mod process;
