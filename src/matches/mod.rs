//! Matches between engines: what is played, by whom, and what comes of it.

pub mod command;
pub mod config;
pub(crate) mod game;
pub(crate) mod live;
pub(crate) mod openings;
pub mod report;
pub mod results;
pub(crate) mod runner;
pub(crate) mod schedule;
pub(crate) mod stats;
