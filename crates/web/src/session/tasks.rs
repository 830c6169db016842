//! The tasks of engines: searches, exact values, reviews and the moves of external
//! engines.

use std::time::{Duration, Instant};

use crate::engine_worker::EngineWorker;
use crate::external_engine::ExternalEngine;
use quintet_core::types::Seat;
use quintet_engine::{Knowledge, Level};
use quintet_record::tree::NodeId;
use quintet_search::Limits;

/// The limits of the analysis of a position.
const ANALYSIS: Limits = Limits { visits: Some(1_000_000), time: Some(Duration::from_secs(60)) };
/// The limits of a hint.
const HINT: Limits = Limits { visits: None, time: Some(Duration::from_secs(1)) };
/// The limits of each position of a review.
const REVIEW: Limits = Limits { visits: Some(20_000), time: Some(Duration::from_millis(500)) };

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Purpose {
    /// The move of the built-in engine, with its limits and its level.
    Move(Limits, Option<Level>),
    /// The analysis of the position that is shown.
    Analysis,
    /// A hint for a person.
    Hint,
    /// The review of the whole game.
    Review,
}

impl Purpose {
    /// Returns the name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Purpose::Move(..) => "move",
            Purpose::Analysis => "analysis",
            Purpose::Hint => "hint",
            Purpose::Review => "review",
        }
    }

    /// Returns the limits of the search.
    pub const fn limits(self) -> Limits {
        match self {
            Purpose::Move(limits, _) => limits,
            Purpose::Analysis => ANALYSIS,
            Purpose::Hint => HINT,
            Purpose::Review => REVIEW,
        }
    }

    /// Returns the level of the search.
    pub const fn level(self) -> Option<Level> {
        match self {
            Purpose::Move(_, level) => level,
            Purpose::Analysis | Purpose::Hint | Purpose::Review => None,
        }
    }

    /// Returns whether the search is to choose a move; otherwise its values are shown.
    pub const fn is_move(self) -> bool {
        matches!(self, Purpose::Move(..))
    }
}

/// A search that is running.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The number of its job.
    pub job: u64,
    /// The node that is searched.
    pub node: NodeId,
    /// Its purpose.
    pub purpose: Purpose,
}

/// A task that is done for each position that is shown, while it is switched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PositionTask {
    /// It is switched off.
    #[default]
    Off,
    /// It is switched on.
    On {
        /// The node for which it is finished.
        finished: Option<NodeId>,
    },
}

impl PositionTask {
    /// Creates a task that is switched on or off.
    pub fn new(on: bool) -> PositionTask {
        if on { PositionTask::On { finished: None } } else { PositionTask::Off }
    }

    /// Returns whether the task is switched on.
    pub fn is_on(self) -> bool {
        self != PositionTask::Off
    }

    /// Returns whether the task is still to be done for a node.
    pub fn is_due(self, node: NodeId) -> bool {
        matches!(self, PositionTask::On { finished } if finished != Some(node))
    }

    /// Marks the task as finished for a node.
    pub fn finish(&mut self, node: NodeId) {
        if let PositionTask::On { finished } = self {
            *finished = Some(node);
        }
    }

    /// Has the task done again.
    pub fn reset(&mut self) {
        *self = PositionTask::new(self.is_on());
    }
}

/// The review of a game: its positions are searched one after another.
pub struct Review {
    /// The nodes that are left, last one first.
    pub left: Vec<NodeId>,
    /// The number of nodes, at least 1.
    pub total: usize,
}

impl Review {
    /// Returns how much is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        1.0 - self.left.len() as f64 / self.total as f64
    }
}

/// The searches of the built-in engine.
pub struct Thinking {
    /// The engine.
    pub worker: EngineWorker,
    /// The search that is running.
    pub search: Option<Search>,
    /// Whether positions are analysed.
    pub analysis: PositionTask,
    /// Whether a hint was requested.
    pub hint: bool,
    /// The review that is going on.
    pub review: Option<Review>,
}

impl Thinking {
    /// Creates an idle engine.
    pub fn new(knowledge: Knowledge) -> Thinking {
        let worker = EngineWorker::new(knowledge);
        Thinking { worker, search: None, analysis: PositionTask::Off, hint: false, review: None }
    }

    /// Stops the search.
    pub fn stop(&mut self) {
        self.worker.stop();
        self.search = None;
    }

    /// Returns whether a search for this purpose is running; the limits do not matter.
    pub fn is_searching(&self, purpose: Purpose) -> bool {
        self.search.is_some_and(|search| search.purpose.name() == purpose.name())
    }

    /// Returns the search with this job and marks it as ended, if it is running.
    pub fn take_search(&mut self, job: u64) -> Option<Search> {
        self.search.take_if(|search| search.job == job)
    }
}

/// The computation of exact values, beside the searches.
pub struct ExactValuesTask {
    /// The engine.
    pub worker: EngineWorker,
    /// Whether exact values are computed.
    pub task: PositionTask,
    /// The computation that is running: the number of its job, and its node.
    pub running: Option<(u64, NodeId)>,
}

impl ExactValuesTask {
    /// Creates an idle task.
    pub fn new(knowledge: Knowledge) -> ExactValuesTask {
        ExactValuesTask { worker: EngineWorker::new(knowledge), task: PositionTask::Off, running: None }
    }

    /// Stops the computation, which is done again for the next position.
    pub fn restart(&mut self) {
        self.worker.stop();
        self.running = None;
        self.task.reset();
    }

    /// Returns the node of the computation with this job, if it is running.
    pub fn node_of(&self, job: u64) -> Option<NodeId> {
        self.running.filter(|running| running.0 == job).map(|running| running.1)
    }
}

/// A move that an external engine was asked for.
#[derive(Clone, Copy, Debug)]
pub struct PendingMove {
    /// The number of the request.
    pub job: u64,
    /// The node of the position.
    pub node: NodeId,
    /// The side to move.
    pub seat: Seat,
    /// The time of the request.
    pub since: Instant,
}

/// The external engines.
#[derive(Default)]
pub struct ExternalEngines {
    /// The engines of Black and White that were started.
    pub engines: [Option<ExternalEngine>; 2],
    /// The move that is awaited.
    pub pending: Option<PendingMove>,
}

impl ExternalEngines {
    /// Ends the engine that is thinking, if any: GTP has no way to stop it.
    pub fn stop(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.end(pending.seat);
        }
    }

    /// Ends the engine of a side.
    pub fn end(&mut self, seat: Seat) {
        self.engines[seat.index()] = None;
    }

    /// Ends both engines.
    pub fn end_all(&mut self) {
        self.engines = [None, None];
    }

    /// Returns the move with this job and no longer awaits it, if it is awaited.
    pub fn take_pending(&mut self, job: u64) -> Option<PendingMove> {
        self.pending.take_if(|pending| pending.job == job)
    }
}
