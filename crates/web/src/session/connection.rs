//! The connection of a session to its pages: usually one, a second one if its tab is duplicated, and
//! those of guests.

use std::sync::Arc;
use std::time::Duration;

use crate::matches::MatchWatcher;
use crate::messages::Update;
use crate::options::WebOptions;
use crate::send_queue::SendQueue;
use quintet_core::time::TimeSource;

/// The time that engines go on after the last page has left. Engines of a closed page have to end
/// within a minute.
pub const GRACE: Duration = Duration::from_secs(20);

/// The message to a guest whose invitation has ended.
const INVITATION_OVER: &str = "This invitation has ended: ask for a new one.";

/// A page that is connected.
struct Page {
    /// The number of its connection.
    id: u64,
    /// The invitation with which it came; `None` for a page of the host.
    token: Option<String>,
    queue: Arc<SendQueue>,
    matches: MatchWatcher,
}

/// The pages of a session.
pub struct Connection {
    options: Arc<WebOptions>,
    time: Arc<dyn TimeSource>,
    pages: Vec<Page>,
    /// The page whose request is handled.
    asking: u64,
    /// The time when the last page left.
    gone: Option<Duration>,
    /// The time of the last request.
    used: Duration,
    /// Whether a page was connected before.
    resumed: bool,
}

impl Connection {
    /// Creates a connection to a page that is expected.
    pub fn new(options: Arc<WebOptions>, time: Arc<dyn TimeSource>) -> Connection {
        Connection { options, pages: Vec::new(), asking: 0, gone: None, used: time.now(), resumed: false, time }
    }

    /// Connects a page, which gets the replies from now on.
    pub fn join(&mut self, id: u64, queue: Arc<SendQueue>, token: Option<String>) {
        let matches = MatchWatcher::new(self.options.matches.clone());
        self.pages.push(Page { id, token, queue, matches });
        self.gone = None;
        self.touch(id);
    }

    /// Disconnects a page; returns its queue.
    pub fn leave(&mut self, id: u64) -> Option<Arc<SendQueue>> {
        let index = self.pages.iter().position(|page| page.id == id)?;
        let page = self.pages.remove(index);
        self.note_absence();
        Some(page.queue)
    }

    fn note_absence(&mut self) {
        if self.pages.is_empty() && self.resumed {
            self.gone.get_or_insert(self.time.now());
        }
    }

    /// Notes that a page uses the session; it gets the replies from now on.
    pub fn touch(&mut self, id: u64) {
        self.asking = id;
        self.used = self.time.now();
    }

    /// Returns whether a page was connected before this one, and notes that one is now.
    pub fn take_resumed(&mut self) -> bool {
        std::mem::replace(&mut self.resumed, true)
    }

    /// Returns the invitation of the page whose request is handled, `Some(None)` for one of the host;
    /// `None` if the page is no longer connected.
    pub fn token(&self) -> Option<Option<&str>> {
        self.pages.iter().find(|page| page.id == self.asking).map(|page| page.token.as_deref())
    }

    /// Returns the invitations of all pages.
    pub fn tokens(&self) -> impl Iterator<Item = Option<&str>> {
        self.pages.iter().map(|page| page.token.as_deref())
    }

    /// Sends a message to the pages with an invitation, or to those of the host.
    pub fn send_to(&self, token: Option<&str>, update: &Update) {
        self.pages.iter().filter(|page| page.token.as_deref() == token).for_each(|page| page.queue.push(update));
    }

    /// Closes the pages whose invitation has ended.
    pub fn close_ended(&mut self, is_open: impl Fn(Option<&str>) -> bool) {
        self.pages.retain(|page| {
            let stays = is_open(page.token.as_deref());
            if !stays {
                page.queue.push(&Update::Ended { text: INVITATION_OVER.to_owned() });
                page.queue.close();
            }
            stays
        });
    }

    /// Sends a message to all pages.
    pub fn send(&self, update: &Update) {
        self.pages.iter().for_each(|page| page.queue.push(update));
    }

    /// Returns the page whose request is handled.
    pub fn asking(&self) -> u64 {
        self.asking
    }

    /// Sends a message to a page.
    pub fn send_page(&self, id: u64, update: &Update) {
        self.pages.iter().filter(|page| page.id == id).for_each(|page| page.queue.push(update));
    }

    /// Sends a message to the page whose request is handled.
    pub fn reply(&self, update: &Update) {
        self.send_page(self.asking, update);
    }

    /// Returns the matches that the page whose request is handled watches.
    pub fn matches(&mut self) -> Option<&mut MatchWatcher> {
        self.pages.iter_mut().find(|page| page.id == self.asking).map(|page| &mut page.matches)
    }

    /// Sends each page what has changed in the matches that it watches.
    pub fn send_match_changes(&mut self) {
        for page in &mut self.pages {
            page.matches.changes().iter().for_each(|update| page.queue.push(update));
        }
    }

    /// Returns whether a page is connected.
    pub fn is_connected(&self) -> bool {
        !self.pages.is_empty()
    }

    /// Returns whether pages were connected and none is any longer.
    pub fn is_gone(&self) -> bool {
        self.gone.is_some()
    }

    /// Returns whether the pages have been gone for so long that engines rest until one returns.
    pub fn is_away(&self) -> bool {
        self.gone.is_some_and(|since| self.time.since(since) >= GRACE)
    }

    /// Returns `true` if a page is connected, and nobody has used it for so long that engines stop.
    pub fn is_unused(&self) -> bool {
        !self.is_gone() && self.time.since(self.used) >= self.options.idle
    }

    /// Returns whether the session has to end: its pages have not come back, and either there is
    /// nothing to keep for them or it was kept long enough.
    pub fn is_over(&mut self, keeps_something: bool) -> bool {
        self.pages.retain(|page| !page.queue.is_closed());
        self.note_absence();
        let limit = if keeps_something { self.options.kept } else { GRACE };
        self.gone.is_some_and(|since| self.time.since(since) >= limit)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.pages.iter().for_each(|page| page.queue.close());
    }
}
