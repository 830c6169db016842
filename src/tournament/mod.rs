//! Driving other engines: their processes, matches between them, and what comes of it.

pub mod check;
pub mod framing;
pub mod process;
pub mod regress;
pub mod stats;
