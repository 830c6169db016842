//! The preferences of a session: everything that the command line and clients set for all games.

use std::time::Duration;

use quintet_core::random::split_mix;
use quintet_engine::{Level, Settings};

/// Where the seed of a game comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedSource {
    /// All games have the seed that was set.
    Fixed,
    /// Each game has a seed of its own, drawn from the one before it, so that no two games of a
    /// process are the same.
    Drawn,
}

/// The output of a session on standard error.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StderrOutput {
    /// Running searches for a move, as GoGui's live graphics.
    pub live_graphics: bool,
    /// The win rate and variation of each move, for gtp2ogs and other bridges to servers.
    pub gtp2ogs_lines: bool,
}

/// Limits of `quintet-solve`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SolveLimits {
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
}

/// The settings of the command line and clients, for all games.
#[derive(Clone, PartialEq, Debug)]
pub struct Preferences {
    /// How the engine thinks. The seed is set by [`Preferences::set_seed`].
    pub settings: Settings,
    /// The level at which moves are generated; `None`: as well as the limits allow.
    pub level: Option<Level>,
    /// The number of simulations for a move.
    pub visits: Option<u64>,
    /// The time for a move.
    pub time: Option<Duration>,
    /// The limits of `quintet-solve`.
    pub solve_limits: SolveLimits,
    /// The share of an analysis that widens its root, as clients set it; see
    /// [`Preferences::analysis_wide_root`].
    pub wide_root: f32,
    /// The output on standard error.
    pub stderr: StderrOutput,
    pub(super) seed_source: SeedSource,
    /// Whether `showboard` has the board alone, for clients of GNU Go.
    pub plain_board: bool,
}

/// The greatest part of [`Preferences::wide_root`] that a search uses.
const MAX_WIDE_ROOT: f32 = 0.5;

impl Preferences {
    /// Returns the share of an analysis that goes to the less visited of the leading moves.
    pub fn analysis_wide_root(&self) -> f32 {
        self.wide_root.min(MAX_WIDE_ROOT)
    }

    /// Sets the seed of this game and all later ones.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.seed_source = SeedSource::Fixed;
    }

    /// Draws a seed for a new game, unless a client or the command line set one.
    pub(super) fn draw_seed(&mut self) {
        if self.seed_source == SeedSource::Drawn {
            self.settings.seed = split_mix(self.settings.seed, 1);
        }
    }
}
