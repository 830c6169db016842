//! Exact values.

use super::Session;
use super::tasks::PositionTask;
use crate::engine_worker::{Job, Task};
use crate::exact_values::ProvedValues;
use crate::messages::Update;
use crate::view;

impl Session {
    /// Switches exact values on or off.
    pub(super) fn set_exact(&mut self, on: bool) {
        self.exact.restart();
        self.exact.task = PositionTask::new(on);
        self.changed = true;
    }

    /// Starts to compute the exact values of the current node, if that is due.
    pub(super) fn continue_exact(&mut self) {
        let node = self.tree.node();
        if self.tree.is_over() || !self.exact.task.is_due(node) || self.exact.running.is_some() {
            return;
        }
        let id = self.next_job();
        self.exact.running = Some((id, node));
        let job = Job { id, game: self.tree.game_at(node), settings: self.settings(), task: Task::ExactValues };
        self.exact.worker.start(job, &self.events);
    }

    /// Shows exact values.
    pub(super) fn handle_values(&mut self, job: u64, values: &ProvedValues, done: bool) {
        let Some(node) = self.exact.node_of(job) else { return };
        let game = self.tree.game_at(node);
        self.send(&Update::Exact(view::exact_values(&game, self.tree.cells(), node, values, done)));
        if let Some(value) = values.value {
            self.tree.set_value(node, view::exact_value(game.info(), value, values.margins));
            self.changed = true;
        }
        if done {
            self.exact.running = None;
            self.exact.task.finish(node);
        }
    }

    /// Shows that a computation of exact values has failed, and switches them off.
    pub(super) fn handle_failed_values(&mut self, job: u64, message: &str) {
        if self.exact.node_of(job).is_none() {
            return;
        }
        self.set_exact(false);
        self.add_internal_fault("the computation of exact values", message);
    }
}
