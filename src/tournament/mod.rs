//! Driving other engines: their processes, matches between them, and what comes of it.

pub mod check;
pub mod clock;
pub mod command;
pub mod config;
pub mod framing;
pub mod openings;
pub mod player;
pub mod process;
pub mod referee;
pub mod regress;
pub mod report;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod stats;
