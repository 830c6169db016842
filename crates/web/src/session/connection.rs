//! The connection of a session to its page.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::messages::Update;
use crate::send_queue::SendQueue;

/// The time that a session waits for its page to come back, with engines running. Engines of a
/// closed page have to end within a minute.
const GRACE: Duration = Duration::from_secs(20);

/// The state of the page.
enum Page {
    /// It has not connected yet.
    Expected,
    /// It is connected.
    Connected(Arc<SendQueue>),
    /// It disconnected at this time.
    Gone(Instant),
}

/// The connection to the page.
pub struct Connection {
    page: Page,
    /// The time of the last request.
    used: Instant,
    /// Whether a page was connected before.
    resumed: bool,
    /// The time after which an unused session ends.
    idle: Duration,
}

impl Connection {
    /// Creates a connection to a page that is expected.
    pub fn new(idle: Duration) -> Connection {
        Connection { page: Page::Expected, used: Instant::now(), resumed: false, idle }
    }

    /// Connects a page.
    pub fn join(&mut self, queue: Arc<SendQueue>) {
        self.page = Page::Connected(queue);
        self.touch();
    }

    /// Disconnects the page.
    pub fn leave(&mut self) {
        self.page = Page::Gone(Instant::now());
    }

    /// Notes that the session is used.
    pub fn touch(&mut self) {
        self.used = Instant::now();
    }

    /// Returns whether a page was connected before this one, and notes that one is now.
    pub fn take_resumed(&mut self) -> bool {
        std::mem::replace(&mut self.resumed, true)
    }

    /// Sends a message to the page, if it is connected.
    pub fn send(&self, update: &Update) {
        if let Page::Connected(queue) = &self.page {
            queue.push(update);
        }
    }

    /// Returns whether the page is connected.
    pub fn is_connected(&self) -> bool {
        matches!(self.page, Page::Connected(_))
    }

    /// Returns whether the page was connected and is no longer.
    pub fn is_gone(&self) -> bool {
        matches!(self.page, Page::Gone(_))
    }

    /// Returns whether the session has to end: it was not used for long, or its page has not come
    /// back.
    pub fn is_over(&mut self) -> bool {
        if let Page::Connected(queue) = &self.page
            && queue.is_closed()
        {
            self.leave();
        }
        if self.used.elapsed() >= self.idle {
            let text = "this session was unused for too long: reload the page to continue".to_owned();
            self.send(&Update::Ended { text });
            return true;
        }
        matches!(self.page, Page::Gone(since) if since.elapsed() >= GRACE)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Page::Connected(queue) = &self.page {
            queue.close();
        }
    }
}
