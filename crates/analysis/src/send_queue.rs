//! Answers that wait to be written, in bounded memory: if the client does not read, searches wait.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// The memory in bytes that waiting answers may take. Clients may send many queries before they
/// read, so it is large.
const MAX_WAITING: usize = 256 << 20;

#[derive(Default)]
struct Waiting {
    lines: VecDeque<String>,
    /// The memory of the lines, in bytes.
    memory: usize,
    /// `true` once no more answers will come.
    closed: bool,
    /// `true` once no more answers can be written.
    broken: bool,
}

/// The queue between the threads that answer and the one that writes.
pub struct SendQueue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    limit: usize,
}

impl Default for SendQueue {
    fn default() -> Self {
        SendQueue::with_limit(MAX_WAITING)
    }
}

fn memory(line: &String) -> usize {
    line.capacity() + size_of::<String>()
}

impl SendQueue {
    fn with_limit(limit: usize) -> SendQueue {
        SendQueue { waiting: Mutex::default(), changed: Condvar::new(), limit }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an answer; waits while too many are in the queue. After [`SendQueue::break_off`] the
    /// answer is dropped.
    pub fn push(&self, answer: &Value) {
        let line = format!("{answer}\n");
        let mut waiting = self.lock();
        while waiting.memory > self.limit && !waiting.broken {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        if !waiting.broken {
            waiting.memory += memory(&line);
            waiting.lines.push_back(line);
            self.changed.notify_all();
        }
    }

    /// Adds a report about a search that goes on, unless too many answers are in the queue: a later
    /// one will replace it.
    pub fn push_report(&self, report: &Value) {
        if self.lock().memory <= self.limit {
            self.push(report);
        }
    }

    /// Waits for the next answer; `None` after the last one.
    pub fn pop(&self) -> Option<String> {
        let mut waiting = self.lock();
        loop {
            if let Some(line) = waiting.lines.pop_front() {
                waiting.memory -= memory(&line);
                self.changed.notify_all();
                return Some(line);
            }
            if waiting.closed {
                return None;
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says that no more answers will come.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Says that no more answers can be written: nobody waits any longer.
    pub fn break_off(&self) {
        let mut waiting = self.lock();
        waiting.broken = true;
        waiting.lines.clear();
        waiting.memory = 0;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn answers_wait_for_room() {
        let queue = SendQueue::with_limit(100);
        let answer = json!("x".repeat(200));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                (0..1_000).for_each(|_| queue.push(&answer));
                queue.close();
            });
            // Nothing is asserted before the end, so that the other thread can end too.
            let (mut read, mut most) = (0, 0);
            loop {
                most = usize::max(most, queue.lock().lines.len());
                match queue.pop() {
                    Some(line) => read += usize::from(line == format!("{answer}\n")),
                    None => break,
                }
            }
            // One answer may exceed the limit; the next one waits.
            assert!(most <= 1, "{most} answers waited");
            assert_eq!(read, 1_000);
        });
    }

    #[test]
    fn reports_are_dropped_where_answers_would_wait() {
        let queue = SendQueue::with_limit(100);
        queue.push_report(&json!("kept"));
        queue.push(&json!("x".repeat(200)));
        queue.push_report(&json!("dropped"));
        queue.close();
        let lines = [(); 3].map(|()| queue.pop());
        assert_eq!(lines, [Some("\"kept\"\n".to_owned()), Some(format!("{}\n", json!("x".repeat(200)))), None]);
    }

    #[test]
    fn nobody_waits_for_an_output_that_is_broken() {
        let queue = SendQueue::with_limit(10);
        queue.push(&json!("a long answer"));
        queue.break_off();
        queue.push(&json!("another long answer"));
        queue.push(&json!("a third one"));
        queue.close();
        assert_eq!(queue.pop(), None);
    }
}
