//! The sessions that there are: a page each, and a thread each.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::WebOptions;
use super::messages::{PageRequest, Update};
use super::outbox::Outbox;
use super::session::{Event, Session};

/// So many sessions are held at a time.
pub const MOST: usize = 32;
/// So many messages of a page, or of its engines, may wait.
const WAITING: usize = 256;

/// Why a page gets no session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JoinError {
    /// There are as many as there may be.
    #[error("{MOST} boards are open already: close one and load this page again")]
    Full,
}

/// What became of a page's message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sent {
    /// The session has it.
    Taken,
    /// The session is over.
    Gone,
    /// The session has not got round to many before it.
    TooMany,
}

/// A session, as the others know it.
struct Known {
    events: SyncSender<Event>,
    /// Whether a page is there.
    joined: bool,
    /// By which page the latest join was.
    join: u64,
}

/// All sessions of a server.
pub struct Sessions {
    options: Arc<WebOptions>,
    known: Arc<Mutex<HashMap<String, Known>>>,
}

fn locked(known: &Mutex<HashMap<String, Known>>) -> MutexGuard<'_, HashMap<String, Known>> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sessions {
    /// No sessions yet.
    pub fn new(options: WebOptions) -> Sessions {
        Sessions { options: Arc::new(options), known: Arc::default() }
    }

    /// Whether a page is in a session just now.
    pub fn is_taken(&self, id: &str) -> bool {
        locked(&self.known).get(id).is_some_and(|session| session.joined)
    }

    /// A page comes: to the session that it had, where that waits for it, or to a new one.
    ///
    /// # Errors
    /// If there are too many.
    pub fn join(&self, wanted: Option<&str>) -> Result<Joined, JoinError> {
        let outbox = Arc::new(Outbox::default());
        let mut known = locked(&self.known);
        if let Some(id) = wanted
            && let Some(session) = known.get_mut(id)
            && !session.joined
            && session.events.try_send(Event::Joined(Arc::clone(&outbox))).is_ok()
        {
            session.joined = true;
            session.join += 1;
            return Ok(Joined {
                id: id.to_owned(),
                join: session.join,
                events: session.events.clone(),
                outbox,
                known: Arc::clone(&self.known),
            });
        }
        if known.len() >= MOST {
            // One that waits for a page that may never come back makes room.
            let waiting = known.iter().find(|(_, session)| !session.joined).map(|(id, _)| id.clone());
            let session = waiting.and_then(|id| known.remove(&id)).ok_or(JoinError::Full)?;
            let _ = session.events.try_send(Event::End);
        }
        let id = format!("{:032x}", rand::random::<u128>());
        let (events, received) = mpsc::sync_channel(WAITING);
        let _ = events.try_send(Event::Joined(Arc::clone(&outbox)));
        self.start(id.clone(), events.clone(), received);
        known.insert(id.clone(), Known { events: events.clone(), joined: true, join: 0 });
        Ok(Joined { id, join: 0, events, outbox, known: Arc::clone(&self.known) })
    }

    fn start(&self, id: String, events: SyncSender<Event>, received: Receiver<Event>) {
        let (options, known) = (Arc::clone(&self.options), Arc::clone(&self.known));
        thread::spawn(move || {
            // Forgotten also if the session panics.
            let _forget = Forget { id: id.clone(), known };
            Session::new(id, options, events).run(&received);
        });
    }

    /// Ends all sessions and waits a little for them to end their engines.
    pub fn end_all(&self) {
        for session in locked(&self.known).values() {
            let _ = session.events.try_send(Event::End);
        }
        for _ in 0..100 {
            if locked(&self.known).is_empty() {
                return;
            }
            thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

/// Strikes a session off the list when its thread ends.
struct Forget {
    id: String,
    known: Arc<Mutex<HashMap<String, Known>>>,
}

impl Drop for Forget {
    fn drop(&mut self) {
        locked(&self.known).remove(&self.id);
    }
}

/// A page's place in a session.
pub struct Joined {
    id: String,
    join: u64,
    events: SyncSender<Event>,
    outbox: Arc<Outbox>,
    known: Arc<Mutex<HashMap<String, Known>>>,
}

impl Joined {
    /// Hands a message of the page to the session.
    pub fn send(&self, text: &str) -> Sent {
        let request: PageRequest = match serde_json::from_str(text) {
            Ok(request) => request,
            Err(error) => {
                self.outbox.put(&Update::Refused { text: format!("the message can't be read: {error}") });
                return Sent::Taken;
            }
        };
        match self.events.try_send(Event::Asked(Box::new(request))) {
            Ok(()) => Sent::Taken,
            Err(TrySendError::Full(_)) => Sent::TooMany,
            Err(TrySendError::Disconnected(_)) => Sent::Gone,
        }
    }

    /// The next message for the page; `None` once the session lets it go.
    pub async fn next(&self) -> Option<String> {
        self.outbox.next().await
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        let mut known = locked(&self.known);
        if let Some(session) = known.get_mut(&self.id)
            && session.join == self.join
        {
            session.joined = false;
            // If its queue is full, it notices by itself that nobody comes for its messages.
            let _ = session.events.try_send(Event::Left);
        }
        self.outbox.close();
    }
}
