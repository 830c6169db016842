//! The searches of the built-in engine: its moves, hints, analysis and reviews.

use std::sync::mpsc::SyncSender;
use std::time::Duration;

use crate::engine_worker::{EngineWorker, Job};
use crate::messages::{Purpose, ThoughtView};
use crate::session::Event;
use crate::session::live_game::LiveGame;
use crate::session::page_game::PageGame;
use crate::tasks::Tasks;
use crate::view;
use quintet_engine::{Knowledge, Level};
use quintet_record::tree::NodeId;
use quintet_search::{Limits, Report};

/// The limits of the analysis of a position.
const ANALYSIS: Limits = Limits { visits: Some(1_000_000), time: Some(Duration::from_secs(60)) };
/// The limits of a hint.
const HINT: Limits = Limits { visits: None, time: Some(Duration::from_secs(1)) };
/// The limits of each position of a review.
const REVIEW: Limits = Limits { visits: Some(20_000), time: Some(Duration::from_millis(500)) };

/// The number of visits with which a position needs no review.
const REVIEWED_VISITS: u64 = 1000;

/// A search of a node.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The node that is searched.
    pub node: NodeId,
    pub purpose: Purpose,
    pub limits: Limits,
    /// The level of the move; `None`: as well as the limits allow.
    pub level: Option<Level>,
}

impl Search {
    /// Returns whether the search is to choose a move; otherwise its values are shown.
    pub fn is_move(&self) -> bool {
        self.purpose == Purpose::Move
    }
}

/// A task that is done for each position that is shown, while it is switched on.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionTask {
    is_on: bool,
    /// The node for which it is finished.
    finished: Option<NodeId>,
}

impl PositionTask {
    /// Creates a task that is switched on or off.
    pub fn new(is_on: bool) -> PositionTask {
        PositionTask { is_on, finished: None }
    }

    /// Returns whether the task is switched on.
    pub fn is_on(self) -> bool {
        self.is_on
    }

    /// Returns whether the task is still to be done for a node.
    pub fn is_due(self, node: NodeId) -> bool {
        self.is_on && self.finished != Some(node)
    }

    /// Marks the task as finished for a node.
    pub fn finish(&mut self, node: NodeId) {
        self.finished = Some(node);
    }

    /// Has the task done again.
    pub fn reset(&mut self) {
        self.finished = None;
    }
}

/// The review of a game: its positions are searched one after another.
struct Review {
    /// The nodes that are left, last one first.
    left: Vec<NodeId>,
    /// The number of nodes, at least 1.
    total: usize,
}

/// The searches of the built-in engine.
pub struct Searches {
    worker: EngineWorker,
    /// The search that is running, with the number of its job.
    running: Option<(u64, Search)>,
    analysis: PositionTask,
    /// `true` if a hint was requested.
    hint: bool,
    review: Option<Review>,
}

impl Searches {
    /// Creates an idle engine.
    pub fn new(knowledge: Knowledge, tasks: Tasks) -> Searches {
        let worker = EngineWorker::new(knowledge, tasks);
        Searches { worker, running: None, analysis: PositionTask::default(), hint: false, review: None }
    }

    /// Returns whether a search is running.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Returns whether the analysis is on.
    pub fn is_analysing(&self) -> bool {
        self.analysis.is_on()
    }

    /// Stops the search.
    pub fn stop(&mut self) {
        self.worker.stop();
        self.running = None;
    }

    /// Stops the search and ends the engine until the next one.
    pub fn rest(&mut self) {
        self.worker.end();
        self.running = None;
    }

    /// Forgets what belongs to the position that was shown.
    pub fn leave_position(&mut self) {
        self.hint = false;
        self.analysis.reset();
    }

    /// Begins a review of the current line.
    pub fn review(&mut self, game: &PageGame) {
        let mut left: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(game.line()).collect();
        left.retain(|&node| game.value(node).is_none_or(|value| !value.exact && value.visits < REVIEWED_VISITS));
        left.reverse();
        self.review = Some(Review { total: left.len().max(1), left });
    }

    /// Switches hint, analysis or review on or off; a review is [begun](Searches::review) with a line.
    pub fn switch(&mut self, purpose: Purpose, on: bool) {
        match purpose {
            Purpose::Analysis => self.analysis = PositionTask::new(on),
            Purpose::Hint => self.hint = on,
            Purpose::Review => self.review = None,
            Purpose::Move => {}
        }
        if !on && purpose == Purpose::Analysis && self.is_searching(purpose) {
            self.stop();
        }
    }

    fn is_searching(&self, purpose: Purpose) -> bool {
        self.running.is_some_and(|(_, search)| search.purpose == purpose)
    }

    /// Returns the search that is due, unless one for the same purpose is running. The engine is to
    /// move if it has limits for its move.
    pub fn due(&mut self, game: &PageGame, own: Option<(Limits, Option<Level>)>) -> Option<Search> {
        let node = game.node();
        let mut search = match own {
            _ if self.hint => Search { node, purpose: Purpose::Hint, limits: HINT, level: None },
            Some((limits, level)) => Search { node, purpose: Purpose::Move, limits, level },
            None if self.review.is_some() => Search { node, purpose: Purpose::Review, limits: REVIEW, level: None },
            None if game.is_over() || !self.analysis.is_due(node) => return None,
            None => Search { node, purpose: Purpose::Analysis, limits: ANALYSIS, level: None },
        };
        if self.is_searching(search.purpose) {
            return None;
        }
        if let (Purpose::Review, Some(review)) = (search.purpose, &mut self.review) {
            search.node = review.left.pop()?;
        }
        Some(search)
    }

    /// Ends the review if nothing is left of it, and returns whether it did; not while a move of the
    /// engine (`own`) or a hint comes first.
    pub fn end_finished_review(&mut self, own: bool) -> bool {
        let is_idle = !own && !self.hint && !self.is_searching(Purpose::Review);
        self.review.take_if(|review| is_idle && review.left.is_empty()).is_some()
    }

    /// Starts a job for a search, instead of the search that is running.
    pub fn start(&mut self, search: Search, job: Job, events: &SyncSender<Event>) {
        self.running = Some((job.id, search));
        self.worker.start(job, events);
    }

    /// Returns the search with this job, if it is running.
    pub fn running(&self, job: u64) -> Option<&Search> {
        self.running.as_ref().filter(|running| running.0 == job).map(|(_, search)| search)
    }

    /// Returns the search with this job and marks it as finished, if it is running.
    pub fn finish(&mut self, job: u64) -> Option<Search> {
        let (_, search) = self.running.take_if(|running| running.0 == job)?;
        match search.purpose {
            Purpose::Hint => self.hint = false,
            Purpose::Analysis => self.analysis.finish(search.node),
            Purpose::Move | Purpose::Review => {}
        }
        Some(search)
    }

    /// Returns the state of a search as the page shows it.
    pub fn view(&self, search: &Search, report: &Report, live: &LiveGame, done: bool) -> ThoughtView {
        let game = live.game().game_at(search.node);
        let is_review = search.purpose == Purpose::Review;
        let player = if search.is_move() { live.players().name(report.seat) } else { "quintet" };
        let review = self.review.as_ref().filter(|_| is_review);
        ThoughtView {
            node: search.node,
            purpose: search.purpose,
            player: player.to_owned(),
            done,
            progress: review.map(|review| 1.0 - review.left.len() as f64 / review.total as f64),
            seconds: report.time.as_secs_f64(),
            visits: report.visits,
            rate: Some(report.win_rate),
            exact: view::exact(game.info(), report),
            moves: if is_review { Vec::new() } else { view::candidates(&game, live.game().cells(), report) },
            ownership: if is_review { Vec::new() } else { view::ownership(&game, report) },
        }
    }
}
