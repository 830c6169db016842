//! A session: the game of one page, with the engines that play in it.
//!
//! A session has a thread of its own that handles one [`Event`] after another: requests of the
//! page, results of engines. After each event it starts or stops engines as the position needs, and
//! shows the page the new state.
//!
//! `phase`, `players`, `connection`, `game_clock` and `tasks` hold the state of one concern each.
//! The handlers of requests and events are methods of [`Session`], by topic: `games` (whole games),
//! `moves`, `control` (players and phases), `timing` (the clock), `thinking` (the built-in engine),
//! `exact`, `external` (external engines), `puzzle` and `library` (lessons and matches). `state`
//! and `hello` make the views.

mod connection;
mod control;
mod error;
mod event;
mod exact;
mod external;
mod game_clock;
mod games;
mod hello;
mod library;
mod moves;
mod page_game;
mod phase;
mod players;
mod puzzle;
mod state;
mod tasks;
#[cfg(test)]
mod tests;
mod thinking;
mod timing;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use self::connection::Connection;
use self::error::RequestError;
use self::game_clock::GameClock;
use self::phase::Phase;
use self::players::{Player, Players, Strength, player_name};
use self::puzzle::PuzzleState;
use self::tasks::{ExactValuesTask, ExternalEngines, Thinking};
use super::engine_worker::WorkerEvent;
use super::matches::MatchWatcher;
use super::messages::{Fault, PageRequest, Update};
use super::options::WebOptions;
use super::view;
use page_game::PageGame;
use quintet_core::game::Game;
use quintet_core::time::TimeSource;
use quintet_core::types::Seat;
use quintet_engine::Knowledge;
use quintet_engine::life::judged;
use quintet_record::sgf::Record;
use quintet_search::Limits;

pub use event::Event;
pub use players::is_own_name;

/// The interval at which matches and the time of external engines are checked.
const TICK: Duration = Duration::from_secs(1);

/// A session.
pub struct Session {
    id: String,
    options: Arc<WebOptions>,
    events: SyncSender<Event>,
    connection: Connection,
    tree: PageGame,
    knowledge: Knowledge,
    phase: Phase,
    players: Players,
    thinking: Thinking,
    exact: ExactValuesTask,
    external: ExternalEngines,
    /// The puzzle that is shown, if one is.
    puzzle: Option<PuzzleState>,
    /// The source of the time of clocks.
    time: Arc<dyn TimeSource>,
    /// The clock of the game, if it has one.
    clock: Option<GameClock>,
    /// The number of the latest job of an engine.
    latest_job: u64,
    faults: Vec<Fault>,
    /// The file from which the game was loaded.
    record: Option<Record>,
    matches: MatchWatcher,
    ticked: Instant,
    /// Whether the page does not have the current state.
    changed: bool,
}

impl Session {
    /// Creates a session. Its engines send their results to `events`; its clocks use `time`.
    pub fn new(
        id: String,
        options: Arc<WebOptions>,
        knowledge: Knowledge,
        events: SyncSender<Event>,
        time: Arc<dyn TimeSource>,
    ) -> Session {
        let (game, loaded) = match &options.record {
            Some(record) => (record.replay(), true),
            None => (Game::new(options.setup.clone()), false),
        };
        let limited = options.limits != Limits::default();
        let strength = match options.level {
            Some(level) => Strength::Level(level),
            None if limited => Strength::Limited,
            None => Strength::medium(),
        };
        let engine = Player::BuiltIn(strength);
        let seats = match (loaded, game.info().first) {
            (true, _) => [Player::Person, Player::Person],
            (false, Seat::Black) => [Player::Person, engine],
            (false, Seat::White) => [engine, Player::Person],
        };
        Session {
            id,
            events,
            connection: Connection::new(options.idle),
            tree: PageGame::new(judged(game, &knowledge)),
            knowledge: knowledge.clone(),
            phase: Phase::default(),
            players: Players::new(seats),
            thinking: Thinking::new(knowledge.clone()),
            exact: ExactValuesTask::new(knowledge),
            external: ExternalEngines::default(),
            puzzle: None,
            time,
            clock: None,
            latest_job: 0,
            faults: Vec::new(),
            record: options.record.clone(),
            matches: MatchWatcher::new(options.matches.clone()),
            ticked: Instant::now(),
            changed: false,
            options,
        }
    }

    /// Handles events until the session is over.
    pub fn run(mut self, events: &Receiver<Event>) {
        loop {
            match events.recv_timeout(self.time_to_next_tick()) {
                Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(event) => {
                    // The time of a move ends when it arrives, before it is handled.
                    self.update_clock();
                    self.handle(event);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.connection.is_over() {
                return;
            }
            self.update_clock();
            self.tick();
            // The page gets a move before the engine that answers it is started.
            self.show_changes();
            self.start_engines();
            self.show_changes();
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Joined(queue) => {
                self.connection.join(queue);
                let hello = self.hello();
                self.send(&Update::Hello(hello));
                self.send_board();
                self.changed = true;
            }
            Event::Left => {
                self.stop_clock();
                self.connection.leave();
                self.matches.hide();
            }
            Event::End => {}
            Event::Request(request) => {
                self.connection.touch();
                if let Err(error) = self.obey(*request) {
                    self.send(&Update::Refused { text: error.to_string() });
                }
            }
            Event::Worker(event) => self.handle_worker(event),
            Event::External(answer) => self.handle_answer(answer),
        }
    }

    fn handle_worker(&mut self, event: WorkerEvent) {
        match event {
            WorkerEvent::Report { job, report } => self.handle_report(job, &report),
            WorkerEvent::Chosen { job, choice } => self.handle_choice(job, &choice),
            WorkerEvent::Values { job, values, done } => self.handle_values(job, &values, done),
            WorkerEvent::Solved { job, solution } => self.handle_solution(job, &solution),
            WorkerEvent::Failed { job, message } => {
                self.handle_failed_solution(job);
                self.handle_failed_search(job, &message);
                self.handle_failed_values(job, &message);
            }
        }
    }

    fn obey(&mut self, request: PageRequest) -> Result<(), RequestError> {
        self.check_puzzle(&request)?;
        match request {
            PageRequest::New(new) => return self.begin(&new),
            PageRequest::Preview(new) => self.preview(&new),
            PageRequest::Open { position } => return self.open_position(&position),
            PageRequest::Load { sgf } => return self.load(&sgf),
            PageRequest::Save => self.save(),
            PageRequest::Picture => self.picture(),
            PageRequest::Play { word, node } => return self.play(&word, node),
            PageRequest::Undo => return self.undo(),
            PageRequest::Redo => return self.redo(),
            PageRequest::Goto { node } => return self.go_to(node),
            PageRequest::Return => self.go_to_end(),
            PageRequest::Resign => return self.resign(),
            PageRequest::Stop => self.stop(),
            PageRequest::Go => self.go(),
            PageRequest::Seats(seats) => return self.change_players(&seats),
            PageRequest::Flip => self.flip(),
            PageRequest::Try { on } => self.explore(on),
            PageRequest::Hint => return self.hint(),
            PageRequest::Analyse { on } => self.analyse(on),
            PageRequest::Review => self.review(),
            PageRequest::Exact { on } => self.set_exact(on),
            PageRequest::Lesson { game } => return self.send_lesson(&game),
            PageRequest::Puzzles { game } => return self.send_puzzles(&game),
            PageRequest::Puzzle { game, id } => return self.open_puzzle(&game, &id),
            PageRequest::Retry => return self.retry_puzzle(),
            PageRequest::Solution => return self.show_solution(),
            PageRequest::Matches => self.show_matches(),
            PageRequest::Match { index } => return self.show_match(index),
            PageRequest::Replay { index, number } => return self.show_match_game(index, number),
            PageRequest::Unwatch => self.matches.hide(),
        }
        Ok(())
    }

    /// Checks matches and external engines once per [`TICK`].
    fn tick(&mut self) {
        if self.ticked.elapsed() < TICK {
            return;
        }
        self.ticked = Instant::now();
        for update in self.matches.changes() {
            self.send(&update);
        }
        self.send_external_thinking();
    }

    /// Sends the state of the game if it has changed.
    fn show_changes(&mut self) {
        if std::mem::take(&mut self.changed) && self.connection.is_connected() {
            self.send(&Update::State(Box::new(self.state())));
        }
    }

    fn send(&self, update: &Update) {
        self.connection.send(update);
    }

    fn send_note(&self, text: impl Into<String>) {
        self.send(&Update::Note { text: text.into() });
    }

    /// Returns the game at the current node.
    fn game(&self) -> &Game {
        self.tree.game()
    }

    /// Returns the name of the player of a side.
    fn player_name(&self, seat: Seat) -> String {
        player_name(self.players.of(seat), &self.options.engines)
    }

    /// Returns a number for the next job of an engine.
    fn next_job(&mut self) -> u64 {
        self.latest_job += 1;
        self.latest_job
    }

    /// Stops all engines that work on the position that is shown, except for exact values.
    fn stop_engines(&mut self) {
        self.thinking.stop();
        self.external.stop();
    }

    /// Shows that an engine cannot go on.
    fn add_fault(&mut self, seat: Seat, engine: String, text: String, traffic: Vec<String>) {
        self.faults.push(Fault { seat: seat.letter(), engine, text, traffic });
        self.changed = true;
    }

    /// Sends the empty board of the game.
    fn send_board(&self) {
        self.send(&Update::Board(view::board(&Game::new(self.game().setup().clone()))));
    }
}
