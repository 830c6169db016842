//! The sessions of a server: one per game on a page, each with a thread of its own.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quintet_system::exhaustion;

use super::messages::{Update, read_request};
use super::options::WebOptions;
use super::program_run::{ProgramRun, random_token};
use super::send_queue::SendQueue;
use super::session::{Event, Session};
use quintet_core::time::SystemTime;
use quintet_engine::Knowledge;

/// The largest number of sessions.
pub const MOST: usize = 32;
/// The largest number of pages of a session; more get a session of their own.
const PAGES: usize = 8;
/// The largest number of pages of guests of a session.
const GUESTS: usize = 32;
/// The number of events that may wait for a session.
const WAITING: usize = 256;

/// The reason why a page gets no session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JoinError {
    /// There are too many.
    #[error("{MOST} boards are open already: close one and load this page again")]
    Full,
    /// The invitation has ended.
    #[error("this invitation has ended: ask for a new one")]
    NoInvitation,
    /// The session has too many guests.
    #[error("{GUESTS} pages of guests are open already")]
    TooManyGuests,
}

/// The result of sending a message to a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sent {
    /// The session has the message.
    Accepted,
    /// The session is over.
    Gone,
    /// Too many messages wait for the session.
    TooMany,
}

/// An entry of the list of sessions.
struct SessionEntry {
    events: SyncSender<Event>,
    /// The number of pages that are connected, those of guests included.
    pages: usize,
    /// The number of pages of guests.
    guests: usize,
    /// The number of the latest connection.
    join: u64,
    /// When the last page left, or the session was created.
    left: Instant,
}

type SessionList = Mutex<HashMap<String, SessionEntry>>;

/// The sessions of a server.
pub struct Sessions {
    run: Arc<ProgramRun>,
    options: Arc<WebOptions>,
    knowledge: Knowledge,
    list: Arc<SessionList>,
}

fn locked(list: &SessionList) -> MutexGuard<'_, HashMap<String, SessionEntry>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sessions {
    /// Creates an empty list; `origin` is the one under which other machines reach the server.
    pub fn new(options: WebOptions, knowledge: Knowledge, origin: Option<String>) -> Sessions {
        let run = Arc::new(ProgramRun::server(origin));
        Sessions { run, options: Arc::new(options), knowledge, list: Arc::default() }
    }

    /// Returns whether a token is an invitation.
    pub fn is_invitation(&self, token: &str) -> bool {
        self.run.session_of(token).is_some()
    }

    /// Connects the page of a guest to the session of its invitation.
    ///
    /// # Errors
    /// Returns an error if the invitation has ended, or there are too many guests.
    pub fn join_invited(&self, token: &str) -> Result<Joined, JoinError> {
        let id = self.run.session_of(token).ok_or(JoinError::NoInvitation)?;
        let mut list = locked(&self.list);
        let session = list.get_mut(&id).ok_or(JoinError::NoInvitation)?;
        if session.guests >= GUESTS {
            return Err(JoinError::TooManyGuests);
        }
        let queue = Arc::new(SendQueue::default());
        let join = session.join + 1;
        let joined = Event::Joined(join, Arc::clone(&queue), Some(token.to_owned()));
        session.events.try_send(joined).map_err(|_| JoinError::TooManyGuests)?;
        session.pages += 1;
        session.guests += 1;
        session.join = join;
        let events = session.events.clone();
        Ok(Joined { id, join, is_guest: true, events, queue, list: Arc::clone(&self.list) })
    }

    /// Connects a page: to the session that it wants, if there is one, or to a new one.
    ///
    /// # Errors
    /// Returns an error if there are too many sessions.
    pub fn join(&self, wanted: Option<&str>) -> Result<Joined, JoinError> {
        let queue = Arc::new(SendQueue::default());
        let mut list = locked(&self.list);
        let known = wanted.and_then(|id| Some((id.to_owned(), list.get_mut(id)?))).filter(|(_, session)| {
            let join = session.join + 1;
            session.pages - session.guests < PAGES
                && session.events.try_send(Event::Joined(join, Arc::clone(&queue), None)).is_ok()
        });
        let (id, join, events) = if let Some((id, session)) = known {
            session.pages += 1;
            session.join += 1;
            (id, session.join, session.events.clone())
        } else {
            if list.len() >= MOST {
                // The session that has waited longest for its page makes room.
                let waiting = list.iter().filter(|(_, session)| session.pages == 0);
                let longest = waiting.min_by_key(|(_, session)| session.left).map(|(id, _)| id.clone());
                let session = longest.and_then(|id| list.remove(&id)).ok_or(JoinError::Full)?;
                let _ = session.events.try_send(Event::End);
            }
            let id = random_token();
            let (events, received) = mpsc::sync_channel(WAITING);
            let _ = events.try_send(Event::Joined(0, Arc::clone(&queue), None));
            self.start(id.clone(), events.clone(), received);
            let entry = SessionEntry { events: events.clone(), pages: 1, guests: 0, join: 0, left: Instant::now() };
            list.insert(id.clone(), entry);
            (id, 0, events)
        };
        Ok(Joined { id, join, is_guest: false, events, queue, list: Arc::clone(&self.list) })
    }

    fn start(&self, id: String, events: SyncSender<Event>, received: Receiver<Event>) {
        let (options, list) = (Arc::clone(&self.options), Arc::clone(&self.list));
        let (run, knowledge) = (Arc::clone(&self.run), self.knowledge.clone());
        exhaustion::spawn(move || {
            // Removed even if the session panics.
            let _removal = Removal { id: id.clone(), list };
            Session::new((id, run), options, knowledge, events, Arc::new(SystemTime)).run(&received);
        });
    }

    /// Ends all sessions and waits a little until they have ended their engines.
    pub fn end_all(&self) {
        for session in locked(&self.list).values() {
            let _ = session.events.try_send(Event::End);
        }
        for _ in 0..100 {
            if locked(&self.list).is_empty() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Removes a session from the list when its thread ends.
struct Removal {
    id: String,
    list: Arc<SessionList>,
}

impl Drop for Removal {
    fn drop(&mut self) {
        locked(&self.list).remove(&self.id);
    }
}

/// The connection of a page to its session.
pub struct Joined {
    id: String,
    join: u64,
    is_guest: bool,
    events: SyncSender<Event>,
    queue: Arc<SendQueue>,
    list: Arc<SessionList>,
}

impl Joined {
    /// Sends a message of the page to the session.
    pub fn send(&self, text: &str) -> Sent {
        match read_request(text) {
            Ok(request) => self.pass_on(Event::Request(self.join, Box::new(request))),
            Err(error) => {
                self.queue.push(&Update::Refused { text: error.to_string() });
                Sent::Accepted
            }
        }
    }

    /// Sends an SGF file of the page to the session.
    pub fn send_file(&self, bytes: Vec<u8>) -> Sent {
        self.pass_on(Event::File(self.join, bytes))
    }

    fn pass_on(&self, event: Event) -> Sent {
        match self.events.try_send(event) {
            Ok(()) => Sent::Accepted,
            Err(TrySendError::Full(_)) => Sent::TooMany,
            Err(TrySendError::Disconnected(_)) => Sent::Gone,
        }
    }

    /// Waits for the next message to the page; `None` once the session ends the connection.
    pub async fn next(&self) -> Option<String> {
        self.queue.next().await
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        let mut list = locked(&self.list);
        if let Some(session) = list.get_mut(&self.id) {
            session.pages -= 1;
            session.guests -= usize::from(self.is_guest);
            session.left = Instant::now();
            // If its queue is full, the session notices the closed queue of messages by itself.
            let _ = session.events.try_send(Event::Left(self.join));
        }
        self.queue.close();
    }
}
