//! Matches between engines: what is played, by whom, and what comes of it.

pub mod command;
pub mod config;
pub mod game;
pub mod openings;
pub mod report;
pub mod results;
pub mod runner;
pub mod schedule;
pub mod stats;
