//! Settings of an engine, requests for moves and the answers.

use quintet_core::setup::LevelInfo;
use quintet_core::types::{Move, Seat};
use quintet_search::{Interrupt, Limits, ParamOverrides, Report, SearchOptions};

/// The settings of an engine, which are kept from game to game.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The number of threads of a search, at least 1.
    pub threads: usize,
    /// Memory for the tree, in MiB.
    pub hash_mib: usize,
    /// The seed; the random stream of a move comes from it and the position alone.
    pub seed: u64,
    /// Resign if the expected result is below this for some moves in a row; 0 never resigns.
    pub resign_below: f64,
    /// `true` to think in the opponent's time.
    pub ponder: bool,
    /// `true` to play by exact values where they are known or quickly found.
    pub exact: bool,
    /// Search parameters that differ from those of the game's weights.
    pub params: ParamOverrides,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            hash_mib: 256,
            seed: 0,
            resign_below: 0.0,
            ponder: false,
            exact: false,
            params: ParamOverrides::default(),
        }
    }
}

/// A request for a move.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The side to move.
    pub seat: Seat,
    /// The settings of the engine.
    pub settings: &'a Settings,
    /// `true` to use no kept tree and to keep none.
    pub fresh: bool,
    /// `true` if the move is not to be played, so that it does not count among the moves in a row
    /// after which the engine resigns.
    pub tentative: bool,
    /// The level at which to play; `None`: as well as the limits allow.
    pub level: Option<LevelInfo>,
    /// The limits and other options of the search.
    pub options: SearchOptions<'a>,
}

impl<'a> Request<'a> {
    /// Returns a request for a move alone: no reports, and a kept tree may be used.
    pub fn new(seat: Seat, limits: Limits, settings: &'a Settings, interrupt: &'a Interrupt) -> Request<'a> {
        let options = SearchOptions { limits, ..SearchOptions::new(interrupt) };
        Request { seat, settings, fresh: false, tentative: false, level: None, options }
    }

    /// Returns the same request for a move at a level. Limits of the request cut the searches of
    /// the level short.
    #[must_use]
    pub fn at_level(self, level: Option<LevelInfo>) -> Request<'a> {
        Request { level, ..self }
    }

    /// Returns whether the move must depend on the position, the settings and the limits alone: one
    /// thread searches, and only visits limit it.
    pub fn is_repeatable(&self) -> bool {
        let Limits { visits, time } = self.options.limits;
        self.settings.threads <= 1 && time.is_none() && visits.is_some()
    }
}

/// The decision of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move; `None` if the side has no legal move.
    pub mv: Option<Move>,
    /// `true` if the engine would rather resign.
    pub resigns: bool,
    /// The statistics of the search.
    pub report: Report,
}
