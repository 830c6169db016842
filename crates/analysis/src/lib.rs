//! KataGo's JSON analysis protocol, version 1.17: one query per line, with the positions of several
//! queries searched at once and answers in the order in which they are ready.
//!
//! KataGo's `docs/Analysis_Engine.md` describes the protocol; `docs/analysis.md` lists the
//! differences.
//!
//! ```
//! use quintet_analysis::{AnalysisOptions, serve};
//! use quintet_core::setup::Setup;
//! use quintet_engine::Knowledge;
//!
//! let options = AnalysisOptions::new(Setup::new(quintet_games::DEFAULT));
//! let query = r#"{"id": "1", "action": "query_version"}"#;
//! serve(options, Knowledge::default(), query.as_bytes(), std::io::stdout())?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The modules, each of which uses only those before it:
//!
//! - `fields`: typed access to the fields of a JSON object, and errors by
//!   field;
//! - `config`: `key = value` settings; `options`: the settings of a server;
//! - `rules` and `game`: the game that a query describes; `query`: a whole line of input;
//! - `queue`: the positions that wait for a search; `answer`: search results as JSON;
//! - `server`: the threads that read, search and write.

mod answer;
mod config;
mod fields;
mod game;
mod options;
mod query;
mod queue;
mod rules;
mod send_queue;
mod server;

pub use config::{ConfigError, Override, Perspective};
pub use options::AnalysisOptions;
pub use server::serve;
