//! The queue of positions: those that wait for a thread and those being searched.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::query::Query;
use quintet_search::{Interrupt, Urgency};

/// The number of positions that may wait. Beyond it no more queries are read until some are
/// answered.
const MAX_WAITING: usize = 1 << 17;

/// A position of a query that is to be searched.
pub struct QueryPosition {
    pub query: Arc<Query>,
    /// The number of moves played before the position.
    pub turn: usize,
    /// The priority; higher ones go first.
    pub priority: i64,
    /// Stops its search.
    pub interrupt: Interrupt,
    terminated: AtomicBool,
}

impl QueryPosition {
    /// Creates the job for a turn of a query.
    pub fn new(query: Arc<Query>, turn: usize, priority: i64) -> QueryPosition {
        QueryPosition { query, turn, priority, interrupt: Interrupt::default(), terminated: AtomicBool::new(false) }
    }

    /// Returns whether a client asked to stop it early.
    pub fn is_terminated(&self) -> bool {
        self.terminated.load(Ordering::Acquire)
    }

    fn terminate(&self) {
        self.terminated.store(true, Ordering::Release);
        self.interrupt.call(Urgency::Now);
    }
}

/// The order of jobs: highest priority first, then the earliest.
type Place = (Reverse<i64>, u64);

#[derive(Default)]
struct Jobs {
    waiting: BTreeMap<Place, Arc<QueryPosition>>,
    running: BTreeMap<u64, Arc<QueryPosition>>,
    /// The number of jobs so far.
    count: u64,
    closed: bool,
    abandoned: bool,
}

/// The queue that the reader of queries shares with the search threads.
#[derive(Default)]
pub struct Queue {
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the jobs of a query at once; waits while too many are in the queue.
    pub fn push(&self, positions: impl IntoIterator<Item = QueryPosition>) {
        let mut jobs = self.lock();
        while jobs.waiting.len() > MAX_WAITING && !jobs.abandoned {
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
        if jobs.abandoned {
            return;
        }
        for job in positions {
            jobs.count += 1;
            let place = (Reverse(job.priority), jobs.count);
            jobs.waiting.insert(place, Arc::new(job));
        }
        self.changed.notify_all();
    }

    /// Waits for the next job and returns it with its number (for [`Queue::done`]); `None` if the
    /// queue is closed and empty.
    pub fn pop(&self) -> Option<(u64, Arc<QueryPosition>)> {
        let mut jobs = self.lock();
        loop {
            if let Some(((_, number), job)) = jobs.waiting.pop_first() {
                jobs.running.insert(number, Arc::clone(&job));
                if jobs.waiting.len() == MAX_WAITING {
                    self.changed.notify_all();
                }
                return Some((number, job));
            }
            if jobs.closed {
                return None;
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes a job that has been answered.
    pub fn done(&self, number: u64) {
        self.lock().running.remove(&number);
    }

    /// Terminates the jobs selected by `chosen`: running ones stop their searches, waiting ones are
    /// removed and returned.
    pub fn terminate(&self, chosen: impl Fn(&QueryPosition) -> bool) -> Vec<Arc<QueryPosition>> {
        let mut jobs = self.lock();
        jobs.running.values().filter(|job| chosen(job)).for_each(|job| job.terminate());
        let places: Vec<Place> = jobs.waiting.iter().filter(|(_, job)| chosen(job)).map(|(place, _)| *place).collect();
        places.iter().filter_map(|place| jobs.waiting.remove(place)).collect()
    }

    /// Closes the queue: no more jobs will come, but those in it are still done.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Drops waiting jobs and stops running ones: answers are no longer wanted.
    pub fn abandon(&self) {
        let mut jobs = self.lock();
        jobs.waiting.clear();
        jobs.running.values().for_each(|job| job.terminate());
        jobs.closed = true;
        jobs.abandoned = true;
        self.changed.notify_all();
    }

    /// Returns whether [`Queue::abandon`] was called.
    pub fn is_abandoned(&self) -> bool {
        self.lock().abandoned
    }
}
