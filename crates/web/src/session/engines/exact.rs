//! Exact values of the position that is shown, and refutations in puzzles. Both are computed by an
//! engine of their own, beside the searches.

use std::sync::mpsc::SyncSender;

use super::searches::PositionTask;
use crate::engine_worker::{EngineWorker, Job, Task};
use crate::session::Event;
use crate::session::page_game::PageGame;
use crate::tasks::Tasks;
use quintet_engine::Knowledge;
use quintet_record::tree::NodeId;

/// The computation of exact values.
pub struct ExactWork {
    worker: EngineWorker,
    /// `true` while the values of all moves are computed.
    task: PositionTask,
    /// The computation of all values that is running: the number of its job, and its node.
    running: Option<(u64, NodeId)>,
    /// The number of the job that looks for a refutation.
    refutation: Option<u64>,
}

impl ExactWork {
    /// Creates idle work.
    pub fn new(knowledge: Knowledge, tasks: Tasks) -> ExactWork {
        ExactWork {
            worker: EngineWorker::new(knowledge, tasks),
            task: PositionTask::default(),
            running: None,
            refutation: None,
        }
    }

    /// Returns whether the values of all moves are computed.
    pub fn is_on(&self) -> bool {
        self.task.is_on()
    }

    /// Switches the values of all moves on or off.
    pub fn switch(&mut self, on: bool) {
        self.task = PositionTask::new(on);
        self.leave_position();
    }

    /// Stops the computation, which is done again for the next position.
    pub fn leave_position(&mut self) {
        self.worker.stop();
        (self.running, self.refutation) = (None, None);
        self.task.reset();
    }

    /// Stops the computation and ends the engine until the next one.
    pub fn rest(&mut self) {
        self.leave_position();
        self.worker.end();
    }

    /// Returns the task that is due, with its node. With `refute` that is the solution of the
    /// position that is shown.
    pub fn due(&self, game: &PageGame, refute: bool) -> Option<(NodeId, Task)> {
        if self.running.is_some() || self.refutation.is_some() {
            return None;
        }
        let exact = !game.is_over() && self.task.is_due(game.node());
        let task = if refute { Some(Task::Solve) } else { exact.then_some(Task::ExactValues) };
        task.map(|task| (game.node(), task))
    }

    /// Starts the job of a task.
    pub fn start(&mut self, node: NodeId, job: Job, events: &SyncSender<Event>) {
        match job.task {
            Task::Solve => self.refutation = Some(job.id),
            _ => self.running = Some((job.id, node)),
        }
        self.worker.start(job, events);
    }

    /// Returns the node of the computation of all values with this job, if it is running; with
    /// `done` it has ended.
    pub fn node_of(&mut self, job: u64, done: bool) -> Option<NodeId> {
        let (_, node) = self.running.filter(|running| running.0 == job)?;
        if done {
            self.running = None;
            self.task.finish(node);
        }
        Some(node)
    }

    /// Returns whether a job looks for a refutation; then it has ended.
    pub fn take_refutation(&mut self, job: u64) -> bool {
        self.refutation.take_if(|running| *running == job).is_some()
    }
}
