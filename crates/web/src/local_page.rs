//! A page and its session in one place, without a server: the messages of a connection go in and
//! out, and the engines work in slices between them.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::Duration;

use quintet_core::time::SystemTime;
use quintet_engine::Knowledge;

use super::messages::{Update, read_request};
use super::options::WebOptions;
use super::program_run::ProgramRun;
use super::send_queue::SendQueue;
use super::session::{Event, Session};
use super::tasks;

/// The number of the only page.
const PAGE: u64 = 0;
/// The number of events that may wait; each step takes all of them.
const WAITING: usize = 1024;

/// A page and its session. The engines of all such pages of a thread take turns.
///
/// ```
/// use std::time::Duration;
///
/// use quintet_core::setup::Setup;
/// use quintet_web::{LocalPage, WebOptions};
///
/// let options = WebOptions::new(Setup::new(quintet_games::DEFAULT));
/// let mut page = LocalPage::new("1".to_owned(), "build".to_owned(), Duration::from_millis(10), options);
/// page.step();
/// assert!(page.take().unwrap().starts_with(r#"{"say":"hello""#));
/// page.send(r#"{"do":"play","word":"E5","node":0}"#);
/// while page.step().is_zero() {}
/// ```
pub struct LocalPage {
    session: Session,
    /// Events that wait for the session.
    received: Receiver<Event>,
    events: SyncSender<Event>,
    queue: Arc<SendQueue>,
}

impl LocalPage {
    /// Opens a page: `id` of this run, the build id of its files, and the time after which engines
    /// pause.
    pub fn new(id: String, build: String, slice: Duration, options: WebOptions) -> LocalPage {
        let run = Arc::new(ProgramRun::local(id.clone(), build, slice));
        let (events, received) = mpsc::sync_channel(WAITING);
        let queue = Arc::new(SendQueue::default());
        let time = Arc::new(SystemTime);
        let session = Session::new((id, run), Arc::new(options), Knowledge::default(), events.clone(), time);
        let page = LocalPage { session, received, events, queue };
        page.pass_on(Event::Joined(PAGE, Arc::clone(&page.queue), None));
        page
    }

    fn pass_on(&self, event: Event) {
        // A page that sends a thousand messages between two steps loses the rest.
        let _ = self.events.try_send(event);
    }

    /// Takes a message of the page.
    pub fn send(&self, text: &str) {
        match read_request(text) {
            Ok(request) => self.pass_on(Event::Request(PAGE, Box::new(request))),
            Err(error) => self.queue.push(&Update::Refused { text: error.to_string() }),
        }
    }

    /// Takes an SGF file of the page.
    pub fn send_file(&self, bytes: Vec<u8>) {
        self.pass_on(Event::File(PAGE, bytes));
    }

    /// Handles the messages that wait and works for about a slice. Returns the time until the next
    /// step is due, if no message comes before: none while an engine works.
    pub fn step(&mut self) -> Duration {
        while let Ok(event) = self.received.try_recv() {
            self.session.turn(Some(event));
        }
        let works = tasks::run_ready();
        self.session.turn(None);
        if works { Duration::ZERO } else { self.session.time_to_next_turn() }
    }

    /// Returns the next message to the page, as a server would send it.
    pub fn take(&self) -> Option<String> {
        self.queue.take()
    }

    /// Returns the names of the weights files that the game needs and that are missing. Engines wait
    /// for them.
    pub fn missing_weights(&self) -> Vec<&'static str> {
        self.session.missing_weights()
    }

    /// Lets engines play without a weights file that cannot be had, and tells the page so, once for a
    /// game.
    pub fn play_without_weights(&mut self, name: &str, why: &str) {
        if self.session.play_without_weights(name) {
            self.queue.push(&Update::Warning { text: format!("The engine plays without what it has learnt: {why}") });
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use quintet_core::setup::Setup;
    use quintet_engine::Settings;
    use quintet_games::GAMES;

    fn page() -> LocalPage {
        let settings = Settings { hash_mib: 8, ..Settings::default() };
        let options = WebOptions { settings, ..WebOptions::new(Setup::new(quintet_games::DEFAULT)) };
        LocalPage::new("run".to_owned(), "build".to_owned(), Duration::from_millis(1), options)
    }

    fn messages(page: &LocalPage) -> Vec<Value> {
        std::iter::from_fn(|| page.take()).map(|text| serde_json::from_str(&text).unwrap()).collect()
    }

    /// Steps until a message fulfils a condition, and returns that message.
    fn until(page: &mut LocalPage, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut latest = Vec::new();
        for _ in 0..20_000 {
            page.step();
            let came = messages(page);
            if let Some(found) = came.iter().find(|message| wanted(message)) {
                return found.clone();
            }
            if !came.is_empty() {
                latest = came;
            }
        }
        panic!("the message didn't come; the last ones: {latest:?}");
    }

    #[test]
    fn a_page_is_greeted_without_others_to_play_with() {
        let mut page = page();
        let hello = until(&mut page, |message| message["say"] == "hello");
        assert_eq!((&hello["build"], &hello["matches"]), (&json!("build"), &json!(false)));
        let players = hello["players"].as_array().unwrap();
        assert!(players.iter().all(|player| player["name"] != "guest"));
        page.send(&json!({"do": "invite", "origin": "http://localhost"}).to_string());
        let refused = until(&mut page, |message| message["say"] == "refused");
        assert_eq!(refused["text"], "nobody can be invited to this page");
        page.send("{}");
        let refused = until(&mut page, |message| message["say"] == "refused");
        assert!(refused["text"].as_str().unwrap().starts_with("the message cannot be read"));
    }

    #[test]
    fn engines_play_whole_games_between_the_messages() {
        for info in GAMES {
            let mut page = page();
            let size = (*info.sizes.start()).max(5).to_string();
            let new = json!({"do": "new", "game": info.id, "size": size,
                "seatB": "quintet-level-1", "seatW": "quintet-level-2"});
            page.send(&new.to_string());
            let is_over = |message: &Value| message["over"] == true || message["set"]["over"] == true;
            let end = until(&mut page, is_over);
            let status = end["status"].as_str().or(end["set"]["status"].as_str());
            assert!(status.is_some(), "{}: {end}", info.id);
        }
    }

    #[test]
    fn a_page_is_answered_while_an_engine_thinks() {
        let mut page = page();
        page.send(
            &json!({"do": "new", "game": "cascade", "size": "8", "seatB": "person", "seatW": "person"}).to_string(),
        );
        page.send(&json!({"do": "analyse", "on": true}).to_string());
        until(&mut page, |message| message["say"] == "thinking");
        assert!(page.step().is_zero(), "it goes on");
        page.send(&json!({"do": "save"}).to_string());
        page.step();
        assert!(messages(&page).iter().any(|message| message["say"] == "file"));
        page.send(&json!({"do": "analyse", "on": false}).to_string());
        while page.step().is_zero() {}
    }
}
