//! The events of a session.

use std::sync::Arc;

use crate::engine_process::MoveAnswer;
use crate::engine_worker::WorkerEvent;
use crate::messages::PageRequest;
use crate::send_queue::SendQueue;

/// An event of a session.
pub enum Event {
    /// A page has connected, with this number and the invitation of a guest; its messages go to the
    /// queue.
    Joined(u64, Arc<SendQueue>, Option<String>),
    /// The page with this number has disconnected.
    Left(u64),
    /// The session is to end.
    End,
    /// A request of the page with this number.
    Request(u64, Box<PageRequest>),
    /// An SGF file that the page with this number opens.
    File(u64, Vec<u8>),
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
