//! The settings of a web server.

use std::path::PathBuf;
use std::time::Duration;

use quintet_arena::driver::engine_config::EngineConfig;
use quintet_core::setup::Setup;
use quintet_engine::{Level, Settings};
use quintet_record::sgf::Record;
use quintet_search::Limits;

/// The settings of a web server.
#[derive(Clone, Debug)]
pub struct WebOptions {
    /// The default game, size and rules.
    pub setup: Setup,
    /// The game that is shown first.
    pub record: Option<Record>,
    /// The settings of the built-in engine.
    pub settings: Settings,
    /// The default level of the built-in engine.
    pub level: Option<Level>,
    /// The limits of the moves of the built-in engine if the page gives none; without any, a second
    /// per move.
    pub limits: Limits,
    /// The external engines.
    pub engines: Vec<EngineConfig>,
    /// The directories of matches.
    pub matches: Vec<PathBuf>,
    /// The time that an external engine may be silent beyond the time of its move.
    pub patience: Duration,
    /// The time after which the engines of an unused session stop.
    pub idle: Duration,
    /// The time that a session is kept for a page that has left.
    pub kept: Duration,
}

/// The usual time after which the engines of an unused session stop: an hour.
pub const IDLE: Duration = Duration::from_secs(3600);

/// The usual time that a session is kept for a page that has left: a day.
pub const KEPT: Duration = Duration::from_secs(24 * 3600);

impl WebOptions {
    /// Creates the usual settings, without engines and matches beside the built-in engine.
    pub fn new(setup: Setup) -> WebOptions {
        WebOptions {
            setup,
            record: None,
            settings: Settings::default(),
            level: None,
            limits: Limits::default(),
            engines: Vec::new(),
            matches: Vec::new(),
            patience: Duration::from_secs(60),
            idle: IDLE,
            kept: KEPT,
        }
    }
}
