//! The settings of an analysis server.

use std::time::Duration;

use super::config::{Override, Perspective};
use quintet_core::setup::Setup;
use quintet_engine::Settings;
use quintet_search::{ANALYSIS_WIDE_ROOT, Limits};

/// The number of moves of a variation after its first in KataGo.
const PV_LENGTH: usize = 15;

/// The settings of queries that do not change them.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// The game of queries that name none, and its komi.
    pub setup: Setup,
    /// The settings of each search.
    pub settings: Settings,
    /// `true` if each query is searched with a random seed of its own.
    pub random: bool,
    /// The number of positions searched at once, at least 1.
    pub positions: usize,
    /// The number of visits per position.
    pub visits: Option<u64>,
    /// The time per position.
    pub time: Option<Duration>,
    /// The player from whose point of view values are reported.
    pub perspective: Perspective,
    /// The number of moves of a variation after its first.
    pub pv_length: usize,
    /// The share of the visits for moves beside the best.
    pub wide_root: f32,
    /// `true` if unknown fields cause warnings.
    pub warn_unused: bool,
    /// `true` if the end of the input ends all searches at once, without answers.
    pub quits_at_end: bool,
}

impl AnalysisOptions {
    /// Creates the default options; queries that name no game use `setup`.
    pub fn new(setup: Setup) -> AnalysisOptions {
        AnalysisOptions {
            setup,
            settings: Settings::default(),
            random: false,
            positions: 1,
            visits: None,
            time: None,
            perspective: Perspective::default(),
            pv_length: PV_LENGTH,
            wide_root: ANALYSIS_WIDE_ROOT,
            warn_unused: true,
            quits_at_end: false,
        }
    }

    /// Returns the options with some settings replaced.
    pub fn with(mut self, settings: &Override) -> AnalysisOptions {
        if settings.visits.is_some() || settings.time.is_some() {
            (self.visits, self.time) = (settings.visits, settings.time);
        }
        self.perspective = settings.perspective.unwrap_or(self.perspective);
        self.pv_length = settings.pv_length.unwrap_or(self.pv_length);
        self.wide_root = settings.wide_root.unwrap_or(self.wide_root);
        self.positions = settings.positions.unwrap_or(self.positions);
        self.settings.threads = settings.search_threads.unwrap_or(self.settings.threads);
        self.warn_unused = settings.warn_unused.unwrap_or(self.warn_unused);
        self
    }

    /// Returns the limits of a search, given those of its query.
    pub(super) fn limits(&self, visits: Option<u64>, time: Option<Duration>) -> Limits {
        let visits = visits.or(self.visits);
        let time = time.or(self.time);
        Limits { visits, time }.or_default()
    }
}
