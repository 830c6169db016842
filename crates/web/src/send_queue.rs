//! Messages that wait to be sent to a page. A page that reads slowly misses intermediate states but
//! never the latest one, and the server never keeps more than a few messages for it.

use std::collections::VecDeque;
use std::mem::{Discriminant, discriminant};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "server")]
use tokio::sync::Notify;

use super::messages::{GameView, StateChanges, StateFields, Update};

/// The largest number of waiting messages.
const MOST: usize = 64;

/// The queue of messages to a page.
#[derive(Default)]
pub struct SendQueue {
    messages: Mutex<Messages>,
    #[cfg(feature = "server")]
    changed: Notify,
}

#[derive(Default)]
struct Messages {
    waiting: VecDeque<(Discriminant<Update>, Waiting)>,
    /// The state that was sent last; the next one is sent as its changes.
    sent: Option<StateFields>,
    closed: bool,
}

/// A message that waits.
enum Waiting {
    State(Box<GameView>),
    /// Another message, as it is sent.
    Text(String),
}

impl Messages {
    /// Takes the next message out, as it is sent.
    fn take(&mut self) -> Option<String> {
        match self.waiting.pop_front()?.1 {
            Waiting::Text(text) => Some(text),
            Waiting::State(state) => {
                let now = StateChanges::fields(&state);
                let update = match &self.sent {
                    Some(before) => Update::Changes(StateChanges::between(before, &now)),
                    None => Update::State(state),
                };
                self.sent = Some(now);
                Some(written(&update))
            }
        }
    }
}

fn written(update: &Update) -> String {
    serde_json::to_string(update).expect("messages are plain data")
}

impl SendQueue {
    fn lock(&self) -> MutexGuard<'_, Messages> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message. A new state replaces one of the same kind that was not sent yet; if too many
    /// messages wait, the queue is closed.
    pub fn push(&self, update: &Update) {
        let kind = discriminant(update);
        let message = match update {
            Update::State(state) => Waiting::State(state.clone()),
            other => Waiting::Text(written(other)),
        };
        let mut messages = self.lock();
        if !matches!(
            update,
            Update::Refused { .. } | Update::Note { .. } | Update::Warning { .. } | Update::File { .. }
        ) {
            messages.waiting.retain(|(waiting, _)| *waiting != kind);
        }
        messages.waiting.push_back((kind, message));
        messages.closed |= messages.waiting.len() > MOST;
        drop(messages);
        self.notify();
    }

    /// Closes the queue; what waits is still sent.
    pub fn close(&self) {
        self.lock().closed = true;
        self.notify();
    }

    /// Wakes who [waits](SendQueue::next).
    fn notify(&self) {
        #[cfg(feature = "server")]
        self.changed.notify_one();
    }

    /// Returns whether the queue is closed.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Returns the next message, if one waits.
    pub fn take(&self) -> Option<String> {
        self.lock().take()
    }

    /// Waits for the next message; `None` if the queue is closed.
    #[cfg(feature = "server")]
    pub async fn next(&self) -> Option<String> {
        loop {
            {
                let mut messages = self.lock();
                if messages.waiting.len() > MOST {
                    return None;
                }
                if let Some(text) = messages.take() {
                    return Some(text);
                }
                if messages.closed {
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

    fn all(queue: &SendQueue) -> Vec<String> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        queue.close();
        runtime.block_on(async {
            let mut texts = Vec::new();
            while let Some(text) = queue.next().await {
                texts.push(text);
            }
            texts
        })
    }

    #[test]
    fn only_the_latest_state_of_a_kind_is_sent() {
        let queue = SendQueue::default();
        for _ in 0..1000 {
            queue.push(&Update::Matches { matches: Vec::new() });
        }
        queue.push(&Update::Note { text: "a".to_owned() });
        queue.push(&Update::Note { text: "b".to_owned() });
        assert_eq!(all(&queue).len(), 3);
    }

    #[test]
    fn the_queue_of_a_page_that_never_reads_is_closed() {
        let queue = SendQueue::default();
        for _ in 0..=MOST {
            queue.push(&Update::Note { text: "a".to_owned() });
        }
        assert!(all(&queue).is_empty());
    }
}
