//! The events of a session.

use std::sync::Arc;

use crate::engine_worker::WorkerEvent;
use crate::external_engine::MoveAnswer;
use crate::messages::PageRequest;
use crate::send_queue::SendQueue;

/// An event of a session.
pub enum Event {
    /// A page has connected; its messages go to the queue.
    Joined(Arc<SendQueue>),
    /// The page has disconnected.
    Left,
    /// The session is to end.
    End,
    /// A request of the page.
    Request(Box<PageRequest>),
    /// An event of the built-in engine.
    Worker(WorkerEvent),
    /// An answer of an external engine.
    External(MoveAnswer),
}

impl From<WorkerEvent> for Event {
    fn from(event: WorkerEvent) -> Event {
        Event::Worker(event)
    }
}

impl From<MoveAnswer> for Event {
    fn from(answer: MoveAnswer) -> Event {
        Event::External(answer)
    }
}
