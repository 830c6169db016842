//! The threads of a running search, in slices.

use std::sync::atomic::{AtomicBool, Ordering};

use quintet_system::exhaustion;

use crate::ownership::OwnershipSampler;
use crate::simulation::{Task, Worker};
use crate::stop_condition::StopCondition;

/// Stops the other threads of a search when it is dropped.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A search between two slices.
pub(crate) struct Running<'s> {
    pub threads: usize,
    /// The inputs of all threads.
    pub task: Task<'s>,
    /// The sampler with which each thread begins.
    pub sampler: OwnershipSampler<'s>,
    /// The simulations of the calling thread.
    pub worker: Worker<'s>,
    /// The sampler of the calling thread.
    pub ends: OwnershipSampler<'s>,
    /// When it stops, pauses and reports.
    pub condition: StopCondition<'s>,
    /// The number of the calling thread's simulations.
    pub simulations: u64,
}

impl Running<'_> {
    /// Runs simulations on all threads until the search has to stop or to pause; returns whether it
    /// has to stop. Not part of the future, which is compiled with the crate that polls it.
    pub fn slice(&mut self, report: &mut dyn FnMut()) -> bool {
        let (root, stop) = (self.task.tree.root(), AtomicBool::new(false));
        let Running { task, sampler, worker, ends, condition, simulations, .. } = self;
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let work = || {
                    let (mut worker, mut ends) = (Worker::new(*task), *sampler);
                    while !stop.load(Ordering::Relaxed) && !root.bounds().is_exact() {
                        if worker.simulate(&mut ends).is_none() {
                            break;
                        }
                    }
                };
                // Fewer threads than requested are better than none.
                if exhaustion::try_spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            // Also if this thread panics.
            let _stop = StopOnDrop(&stop);
            while !root.bounds().is_exact() && !condition.is_met(*simulations) {
                if condition.pause_is_due {
                    return false;
                }
                let Some(numbers) = worker.simulate(ends) else { break };
                *simulations += numbers.len() as u64;
                if condition.is_decided(numbers) {
                    break;
                }
                if condition.report_is_due {
                    condition.report_is_due = false;
                    report();
                }
            }
            true
        })
    }
}
