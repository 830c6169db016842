//! The session behind the functions of the module.

use std::time::Duration;

use quintet_core::position::PlayoutObserver;
use quintet_core::random::seeded;
use quintet_core::setup::Setup;
use quintet_core::weights::ShippedFile;
use quintet_games::GAMES;
use quintet_gtp::{CommandError, Options, Session, SlicedSession};

/// The error of a request to the module.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// The game does not exist.
    #[error("there is no game {0}; games are {ids}", ids = ids())]
    Game(String),
    /// The session cannot begin.
    #[error("{0}")]
    Session(#[from] CommandError),
}

/// The state of a session after a step.
#[derive(Clone, Copy, Default)]
pub enum Progress {
    /// It waits for the next line.
    #[default]
    Idle,
    /// It goes on with the next step.
    Working,
    /// It waits for the weights of the game.
    NeedsWeights,
    /// It has ended.
    Ended,
}

/// A session in slices, which waits for the weights of its game.
pub struct Module {
    session: SlicedSession,
    /// `true` if it does not wait for missing weights.
    without_weights: bool,
}

impl Module {
    /// Begins a session of a game.
    pub fn new(game: &str, seed: u64, hash_mib: usize, slice: Duration) -> Result<Module, ModuleError> {
        let info = quintet_games::find(game).ok_or_else(|| ModuleError::Game(game.to_owned()))?;
        let mut options = Options { draws_seeds: true, ..Options::new(Setup::new(info)) };
        (options.settings.seed, options.settings.hash_mib, options.settings.threads) = (seed, hash_mib, 1);
        Ok(Module { session: SlicedSession::new(Session::new(options)?, slice), without_weights: false })
    }

    /// Returns the identifier of the game that is played.
    pub fn game(&mut self) -> String {
        self.session.session().map_or_else(String::new, |session| session.setup().info().id.to_owned())
    }

    /// Takes a line of input.
    pub fn feed(&mut self, line: &[u8]) {
        self.session.feed(line);
    }

    /// Works for a slice, unless the weights of the game are missing.
    pub fn step(&mut self) -> Progress {
        let is_missing = |session: &Session| session.setup().info().heuristics.files().any(ShippedFile::is_missing);
        if !self.without_weights && self.session.session().is_some_and(is_missing) {
            return Progress::NeedsWeights;
        }
        let goes_on = self.session.step();
        match self.session.session() {
            Some(session) if session.has_quit() => Progress::Ended,
            _ if goes_on => Progress::Working,
            _ => Progress::Idle,
        }
    }

    /// Plays without weights that are missing from now on.
    pub fn play_without_weights(&mut self) {
        self.without_weights = true;
    }

    /// Goes on with the weights that are there now.
    pub fn weights_changed(&mut self) {
        self.session.weights_changed();
    }

    /// Returns the sum of the margins of playouts from the position.
    pub fn playouts(&self, count: u32, seed: u64) -> f64 {
        let Some(session) = self.session.session() else { return 0.0 };
        let start = session.game().position();
        let (mut rng, mut position) = (seeded(seed), start.boxed_clone());
        let playout = |_| {
            position.copy_from(start);
            position.playout(&mut rng, PlayoutObserver::None)
        };
        (0..count).map(playout).sum()
    }

    /// Returns the answers since the last call.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.session.take_output()
    }
}

/// Returns the identifiers of all games.
fn ids() -> String {
    GAMES.iter().map(|info| info.id).collect::<Vec<_>>().join(", ")
}
