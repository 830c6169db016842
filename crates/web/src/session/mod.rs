//! A session: the game of one page, with the engines that play in it.
//!
//! A session has a thread of its own that handles one [`Event`] after another: requests of the
//! page, results of engines. The data flows one way: [`Session`] hands a request to the component
//! that it is about, stops and starts engines as the game needs, and shows the page the new state.
//! Each component has private fields and knows only those before it:
//!
//! - `page_game`: the game with its variations; `game_clock`: its clock; `players` and `phase`: who
//!   may move; `live_game`: these together, with the rules of undo, clocks and resignation;
//! - `guests`: who was invited, and `permissions`: which requests each page may send;
//! - `engines`: the built-in engine and external ones, which read the game and answer with events;
//! - `puzzle`: the solving of a puzzle or task (`exercise`); `earlier_games`: what was replaced;
//!   `connection`: the pages;
//! - `hello`, `state`, `new_game` and `files`: what the page gets.

mod connection;
mod earlier_games;
mod engines;
mod error;
mod event;
pub mod exercise;
mod files;
mod game_clock;
mod guests;
mod hello;
mod live_game;
mod new_game;
mod page_game;
mod permissions;
mod phase;
mod players;
mod puzzle;
mod requests;
mod state;
#[cfg(test)]
mod tests;
mod variations;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
#[cfg(feature = "server")]
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use self::connection::Connection;
use self::earlier_games::EarlierGames;
use self::engines::{EngineEvent, Engines};
use self::error::RequestError;
use self::game_clock::GameClock;
use self::guests::{Guests, Role};
use self::live_game::{Effect, LiveGame};
use self::page_game::PageGame;
use self::phase::Phase;
use self::players::{Player, Players, Strength};
use self::puzzle::PuzzlePlay;
use super::messages::{Backup, NewGame, Purpose, Update};
use super::options::WebOptions;
use super::program_run::ProgramRun;
use super::view;
use quintet_core::game::Game;
use quintet_core::time::TimeSource;
use quintet_core::time_control::TimeControl;
use quintet_core::types::Seat;
use quintet_engine::Knowledge;
use quintet_record::sgf;
use quintet_record::tree::{Forfeit, ForfeitReason, GameTree};
use quintet_search::Limits;
use quintet_system::clock::Instant;

pub use event::Event;
pub use players::is_own_name;

/// The interval at which matches and the time of external engines are checked.
const TICK: Duration = Duration::from_secs(1);

/// A session.
pub struct Session {
    id: String,
    run: Arc<ProgramRun>,
    options: Arc<WebOptions>,
    knowledge: Knowledge,
    connection: Connection,
    guests: Guests,
    live: LiveGame,
    earlier: EarlierGames,
    engines: Engines,
    /// The puzzle that is shown, if one is.
    puzzle: Option<PuzzlePlay>,
    ticked: Instant,
    /// Whether the pages do not have the current state.
    changed: bool,
    /// The game as the pages keep it.
    backup: String,
    /// Refusals and warnings, which pages get after the state that they are about.
    notes: Vec<(u64, Update)>,
    /// Whether the engines rest, because nobody uses them.
    resting: bool,
    /// The missing weights files for which the engines do not wait.
    unavailable_weights: BTreeSet<String>,
}

impl Session {
    /// Creates a session with an id in a run of the program. Its engines send their results to
    /// `events`; its clocks use `time`.
    pub fn new(
        (id, run): (String, Arc<ProgramRun>),
        options: Arc<WebOptions>,
        knowledge: Knowledge,
        events: SyncSender<Event>,
        time: Arc<dyn TimeSource>,
    ) -> Session {
        let tree = options.record.as_ref().map(|record| record.tree.clone());
        let loaded = tree.is_some();
        let tree = tree.unwrap_or_else(|| GameTree::new(Game::new(options.setup.clone())));
        let limited = options.limits != Limits::default();
        let strength = match options.level {
            Some(level) => Strength::Level(level),
            None if limited => Strength::Limited,
            None => Strength::medium(),
        };
        let engine = Player::BuiltIn(strength);
        let seats = match (loaded, tree.setup().info().first) {
            (true, _) => [Player::Person, Player::Person],
            (false, Seat::Black) => [Player::Person, engine],
            (false, Seat::White) => [engine, Player::Person],
        };
        let game = PageGame::new(tree, &knowledge);
        let run_tasks = run.tasks;
        Session {
            guests: Guests::new(Arc::clone(&run), &id),
            id,
            run,
            connection: Connection::new(Arc::clone(&options), Arc::clone(&time)),
            live: LiveGame::new(game, Players::new(seats, &options.engines), TimeControl::Unlimited, time),
            earlier: EarlierGames::default(),
            engines: Engines::new(Arc::clone(&options), &knowledge, run_tasks, events),
            knowledge,
            puzzle: None,
            ticked: Instant::now(),
            changed: false,
            backup: String::new(),
            notes: Vec::new(),
            resting: false,
            unavailable_weights: BTreeSet::new(),
            options,
        }
    }

    /// Handles events until the session is over.
    #[cfg(feature = "server")]
    pub fn run(mut self, events: &Receiver<Event>) {
        loop {
            let event = match events.recv_timeout(self.time_to_next_turn()) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if !self.turn(event) {
                return;
            }
        }
    }

    /// Returns the time after which the next turn is due, if no event comes before.
    pub fn time_to_next_turn(&self) -> Duration {
        let change = self.live.clock().and_then(GameClock::until_change);
        change.map_or(TICK, |change| change.min(TICK))
    }

    /// Handles an event, if there is one, and does what is due; returns `false` once the session is
    /// over.
    pub fn turn(&mut self, event: Option<Event>) -> bool {
        if matches!(event, Some(Event::End)) {
            return false;
        }
        if let Some(event) = event {
            // The time of a move ends when it arrives, before it is handled.
            self.update_clock();
            self.handle(event);
        }
        let keeps_something = !self.earlier.is_empty() || earlier_games::is_worth_keeping(&self.live);
        if self.connection.is_over(keeps_something) {
            return false;
        }
        self.update_clock();
        self.rest();
        self.tick();
        // The page gets a move before the engine that answers it is started.
        self.show_changes();
        self.send_notes();
        if self.missing_weights().iter().all(|name| self.unavailable_weights.contains(*name)) {
            let refute = self.puzzle.as_ref().is_some_and(PuzzlePlay::is_checking);
            let events = self.engines.start(&self.live, refute, self.connection.is_gone());
            self.use_events(events);
            self.show_changes();
        }
        true
    }

    /// Returns the names of the weights files that the game needs and that are missing.
    pub fn missing_weights(&self) -> Vec<&'static str> {
        self.live.game().game().info().missing_weights()
    }

    /// Lets engines play without a weights file that is missing; returns `true` if they played with all
    /// that the game needs until now.
    pub fn play_without_weights(&mut self, name: &str) -> bool {
        let is_first = !self.missing_weights().iter().any(|missing| self.unavailable_weights.contains(*missing));
        self.unavailable_weights.insert(name.to_owned());
        is_first
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Joined(page, queue, token) => {
                self.guests.note_use(token.as_deref());
                self.connection.join(page, queue, token);
                let Some(role) = self.role() else { return };
                let resumed = self.connection.take_resumed();
                self.reply(&Update::Hello(hello::hello(&self.id, &self.run, role, &self.options, resumed)));
                self.reply(&self.board());
                self.backup.clear();
                self.changed = true;
            }
            Event::Left(page) => {
                // Its queue is dropped once the clock has stopped.
                let _queue = self.connection.leave(page);
                self.update_clock();
                self.changed = true;
            }
            Event::End => {}
            Event::Request(page, request) => {
                self.connection.touch(page);
                let done = self.obey(*request);
                self.finish(done);
            }
            Event::File(page, bytes) => {
                self.connection.touch(page);
                let done = match self.role() {
                    Some(Role::Host) => self.load(&bytes, Players::persons()),
                    _ => Err(RequestError::OnlyHost),
                };
                self.finish(done);
            }
            Event::Worker(event) => {
                let events = self.engines.handle_worker(event, &self.live);
                self.use_events(events);
            }
            Event::External(answer) => {
                let events = self.engines.handle_answer(answer, &self.live);
                self.use_events(events);
            }
        }
    }

    fn finish(&mut self, done: Result<(), RequestError>) {
        if let Err(error) = done {
            self.note(Update::Refused { text: error.to_string() });
        }
        self.settle();
    }

    /// Returns the role of the page whose request is handled; `None` if it is no longer connected or
    /// its invitation has ended.
    fn role(&self) -> Option<Role> {
        self.guests.role(self.connection.token()?)
    }

    /// Opens a game as SGF.
    fn load(&mut self, sgf: &[u8], players: Players) -> Result<(), RequestError> {
        let record = sgf::read(sgf, None)?;
        let warning = files::warning(&record);
        self.replace(record.tree, players, TimeControl::Unlimited);
        warning.into_iter().for_each(|warning| self.note(warning));
        Ok(())
    }

    fn begin(&mut self, new: &NewGame) -> Result<(), RequestError> {
        let players = Players::read(&new.seats, &self.options.engines)?;
        let control = match &new.clock {
            Some(text) => text.parse()?,
            None => TimeControl::Unlimited,
        };
        self.replace(GameTree::new(new_game::new_game(new)?), players, control);
        Ok(())
    }

    /// Begins another game, or opens one.
    fn replace(&mut self, tree: GameTree, players: Players, control: TimeControl) {
        let game = PageGame::new(tree, &self.knowledge);
        let time = Arc::clone(self.live.time());
        self.show_game(LiveGame::new(game, players, control, time));
    }

    /// Shows another game; the present one can be returned to. A puzzle can be opened again.
    fn show_game(&mut self, game: LiveGame) {
        let replaced = self.live.replace(game);
        if self.puzzle.take().is_none_or(|puzzle| puzzle.was_continued(&replaced)) {
            self.earlier.keep(replaced);
        }
        self.guests.follow(self.live.players());
        self.settle();
    }

    fn use_events(&mut self, events: Vec<EngineEvent>) {
        for event in events {
            match event {
                EngineEvent::Message(update) => self.send(&update),
                EngineEvent::Changed => self.changed = true,
                EngineEvent::Value(node, value) => self.live.set_value(node, value),
                EngineEvent::Move(mv) => self.live.play(mv),
                EngineEvent::Resignation(loser) => {
                    self.live.set_forfeit(Some(Forfeit { loser, reason: ForfeitReason::Resignation }));
                }
                EngineEvent::Failure => self.live.change(|_, phase| phase.set_paused(true)),
                EngineEvent::Refutation(value, line) => {
                    if let Some(puzzle) = self.puzzle.as_mut().filter(|puzzle| puzzle.is_checking()) {
                        puzzle.refute(&mut self.live, value, &line);
                    }
                }
            }
        }
        self.settle();
    }

    /// Has the engines and the page follow what has happened in the game.
    fn settle(&mut self) {
        let effect = self.live.take_effect();
        self.changed |= effect >= Effect::Shown;
        self.engines.follow(effect);
        if effect == Effect::Replaced {
            self.send(&self.board());
        }
    }

    fn update_clock(&mut self) {
        let have_come = self.guests.have_come(self.live.players());
        self.live.update_clock(self.connection.is_connected() && have_come);
        self.settle();
    }

    /// Stops the engines when nobody uses them: at once after the pages have gone, later while one
    /// is open.
    fn rest(&mut self) {
        let is_unused = self.connection.is_unused();
        let rests = is_unused || self.connection.is_away();
        if !std::mem::replace(&mut self.resting, rests) && rests {
            self.engines.rest();
            if is_unused {
                self.engines.switch(Purpose::Analysis, false);
                self.engines.set_exact(false);
                self.live.change(|_, phase| phase.set_paused(true));
                self.settle();
            }
        }
    }

    /// Checks matches and external engines once per [`TICK`].
    fn tick(&mut self) {
        if self.ticked.elapsed() < TICK {
            return;
        }
        self.ticked = Instant::now();
        self.engines.waiting(&self.live).iter().for_each(|update| self.send(update));
        self.connection.send_match_changes();
    }

    /// Sends the state of the game if it has changed.
    fn show_changes(&mut self) {
        if std::mem::take(&mut self.changed) && self.connection.is_connected() {
            let Session { guests, connection, .. } = self;
            connection.close_ended(|token| guests.role(token).is_some());
            for (token, role) in self.roles() {
                let state = self.state(&self.live, role);
                self.connection.send_to(token.as_deref(), &state);
            }
            self.back_up();
        }
    }

    /// Returns the invitations with which pages are connected, and their roles.
    fn roles(&self) -> Vec<(Option<String>, Role)> {
        let mut tokens: Vec<Option<&str>> = self.connection.tokens().collect();
        tokens.sort_unstable();
        tokens.dedup();
        tokens.into_iter().filter_map(|token| Some((token.map(str::to_owned), self.guests.role(token)?))).collect()
    }

    /// Returns the state of a game for the pages of a role.
    fn state(&self, live: &LiveGame, role: Role) -> Update {
        let shared = self.guests.view(role, live, &self.connection);
        let puzzle = self.puzzle.as_ref();
        Update::State(Box::new(state::state((role, shared), live, &self.engines, &self.earlier, puzzle)))
    }

    /// Sends the game to the host's pages, which keep it, if it has changed.
    fn back_up(&mut self) {
        if self.puzzle.is_some() || !earlier_games::is_worth_keeping(&self.live) {
            return;
        }
        let sgf = files::sgf_text(&self.live);
        if sgf != self.backup {
            let (seats, text) = (self.live.players().request(), earlier_games::describe(&self.live));
            self.connection.send_to(None, &Update::Backup(Backup { sgf: sgf.clone(), seats, text }));
            self.backup = sgf;
        }
    }

    fn send(&self, update: &Update) {
        self.connection.send(update);
    }

    /// Says something to the page whose request is handled, after the state that it is about.
    fn note(&mut self, update: Update) {
        self.notes.push((self.connection.asking(), update));
    }

    /// Sends what is said after the state.
    fn send_notes(&mut self) {
        for (page, update) in self.notes.drain(..) {
            self.connection.send_page(page, &update);
        }
    }

    /// Sends a message to the page whose request is handled.
    fn reply(&self, update: &Update) {
        self.connection.reply(update);
    }

    /// Returns the empty board of the game.
    fn board(&self) -> Update {
        Update::Board(view::board(&Game::new(self.live.game().game().setup().clone())))
    }
}
