//! The positions that wait for a thread, those that are being searched, and how both are ended.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::query::Query;
use crate::search::{Interrupt, Urgency};

/// A position of a query, to be searched.
pub struct QueryPosition {
    /// The query.
    pub query: Arc<Query>,
    /// After how many of its moves.
    pub turn: usize,
    /// Jobs with a higher priority go first.
    pub priority: i64,
    /// Ends its search.
    pub interrupt: Interrupt,
    terminated: AtomicBool,
}

impl QueryPosition {
    /// A job for a turn of a query.
    pub fn new(query: Arc<Query>, turn: usize, priority: i64) -> QueryPosition {
        QueryPosition { query, turn, priority, interrupt: Interrupt::default(), terminated: AtomicBool::new(false) }
    }

    /// Whether somebody asked that it end early.
    pub fn is_terminated(&self) -> bool {
        self.terminated.load(Ordering::Acquire)
    }

    fn terminate(&self) {
        self.terminated.store(true, Ordering::Release);
        self.interrupt.call(Urgency::Now);
    }
}

/// The highest priority first, then the earliest.
type Place = (Reverse<i64>, u64);

#[derive(Default)]
struct State {
    waiting: BTreeMap<Place, Arc<QueryPosition>>,
    running: BTreeMap<u64, Arc<QueryPosition>>,
    /// Jobs so far.
    count: u64,
    closed: bool,
    abandoned: bool,
}

/// What the reader of queries and the threads that search share.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the jobs of a query, all at once.
    pub fn push(&self, jobs: impl IntoIterator<Item = QueryPosition>) {
        let mut state = self.lock();
        for job in jobs {
            state.count += 1;
            let place = (Reverse(job.priority), state.count);
            state.waiting.insert(place, Arc::new(job));
        }
        self.changed.notify_all();
    }

    /// The next job and its number, for [`Queue::done`]; waits for one. `None` where there is none and none will come.
    pub fn pop(&self) -> Option<(u64, Arc<QueryPosition>)> {
        let mut state = self.lock();
        loop {
            if let Some(((_, number), job)) = state.waiting.pop_first() {
                state.running.insert(number, Arc::clone(&job));
                return Some((number, job));
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job is finished, and answered.
    pub fn done(&self, number: u64) {
        self.lock().running.remove(&number);
    }

    /// Ends the jobs that `chosen` picks: those that run end their searches, those that wait are given back.
    pub fn terminate(&self, chosen: impl Fn(&QueryPosition) -> bool) -> Vec<Arc<QueryPosition>> {
        let mut state = self.lock();
        state.running.values().filter(|job| chosen(job)).for_each(|job| job.terminate());
        let places: Vec<Place> = state.waiting.iter().filter(|(_, job)| chosen(job)).map(|(place, _)| *place).collect();
        places.iter().filter_map(|place| state.waiting.remove(place)).collect()
    }

    /// No more jobs will come; those that are there are still done.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Nobody wants an answer any more.
    pub fn abandon(&self) {
        let mut state = self.lock();
        state.waiting.clear();
        state.running.values().for_each(|job| job.terminate());
        state.closed = true;
        state.abandoned = true;
        self.changed.notify_all();
    }

    /// Whether nobody wants an answer any more.
    pub fn is_abandoned(&self) -> bool {
        self.lock().abandoned
    }
}
