//! KataGo's JSON analysis protocol: a query a line, the positions of many queries searched at once, and answers in the order in
//! which they are ready. Its source is `docs/Analysis_Engine.md` of KataGo 1.17; `docs/analysis.md` tells what is ours.
//!
//! `query` reads a line, `rules` what it says of rules, `game` the game that it describes; `queue` holds the positions that
//! wait, `server` the threads that search them, and `answer` writes down what they found.

mod answer;
mod config;
mod fields;
mod game;
mod query;
mod queue;
mod rules;
mod server;

pub use config::{ConfigError, Override, Perspective};
pub use server::{AnalysisOptions, serve};
