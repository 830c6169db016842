//! Matches between engines: configuration, games, results and statistics.

pub mod balance;
pub mod config;
pub(crate) mod game;
pub mod game_index;
pub mod in_progress;
pub mod openings;
mod path_list;
mod random_line;
pub mod record;
pub mod report;
mod result_file;
pub mod results;
pub mod results_error;
pub mod runner;
pub mod schedule;
pub mod seeds;
pub mod stats;
pub(crate) mod validation;
