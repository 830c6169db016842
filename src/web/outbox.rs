//! What waits to be sent to a page. A page that reads slowly misses states in between, never the latest, and can't
//! make the server keep more than a few messages.

use std::collections::VecDeque;
use std::mem::{Discriminant, discriminant};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::messages::Update;

/// More messages than these are kept for nobody.
const MOST: usize = 64;

/// Messages on their way to a page.
#[derive(Default)]
pub struct Outbox {
    queue: Mutex<Queue>,
    changed: Notify,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<(Discriminant<Update>, String)>,
    closed: bool,
}

impl Outbox {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message. One that tells the same thing anew takes the place of one that was not sent yet; with too many
    /// waiting the page is given up.
    pub fn put(&self, reply: &Update) {
        let kind = discriminant(reply);
        let text = serde_json::to_string(reply).expect("messages are plain data");
        let mut queue = self.queue();
        if !matches!(reply, Update::Refused { .. } | Update::Note { .. } | Update::File { .. }) {
            queue.waiting.retain(|(waiting, _)| *waiting != kind);
        }
        queue.waiting.push_back((kind, text));
        queue.closed |= queue.waiting.len() > MOST;
        drop(queue);
        self.changed.notify_one();
    }

    /// Lets the page go once all is sent.
    pub fn close(&self) {
        self.queue().closed = true;
        self.changed.notify_one();
    }

    /// Whether nobody takes messages any more.
    pub fn is_closed(&self) -> bool {
        self.queue().closed
    }

    /// The next message; `None` once the page is to be let go.
    pub async fn next(&self) -> Option<String> {
        loop {
            {
                let mut queue = self.queue();
                if queue.waiting.len() > MOST {
                    return None;
                }
                if let Some((_, text)) = queue.waiting.pop_front() {
                    return Some(text);
                }
                if queue.closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(outbox: &Outbox) -> Vec<String> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        outbox.close();
        runtime.block_on(async {
            let mut texts = Vec::new();
            while let Some(text) = outbox.next().await {
                texts.push(text);
            }
            texts
        })
    }

    #[test]
    fn of_the_same_thing_only_the_latest_is_sent() {
        let outbox = Outbox::default();
        for _ in 0..1000 {
            outbox.put(&Update::Matches { matches: Vec::new() });
        }
        outbox.put(&Update::Note { text: "a".to_owned() });
        outbox.put(&Update::Note { text: "b".to_owned() });
        assert_eq!(all(&outbox).len(), 3);
    }

    #[test]
    fn a_page_that_never_reads_is_given_up() {
        let outbox = Outbox::default();
        for _ in 0..=MOST {
            outbox.put(&Update::Note { text: "a".to_owned() });
        }
        assert!(all(&outbox).is_empty());
    }
}
