//! A session: the game of one page, with the engines that play in it.
//!
//! A session has a thread of its own that handles one [`Event`] after another: requests of the
//! page, results of engines. The data flows one way: [`Session`] hands a request to the component
//! that it is about, stops and starts engines as the game needs, and shows the page the new state.
//! Each component has private fields and knows only those before it:
//!
//! - `page_game`: the game with its variations; `game_clock`: its clock; `players` and `phase`: who
//!   may move; `live_game`: these together, with the rules of undo, clocks and resignation;
//! - `engines`: the built-in engine and external ones, which read the game and answer with events;
//! - `puzzle`: the solving of a puzzle; `connection`: the page;
//! - `hello`, `state`, `new_game` and `files`: what the page gets.

mod connection;
mod engines;
mod error;
mod event;
mod files;
mod game_clock;
mod hello;
mod live_game;
mod new_game;
mod page_game;
mod phase;
mod players;
mod puzzle;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use self::connection::Connection;
use self::engines::{EngineEvent, Engines};
use self::error::RequestError;
use self::game_clock::GameClock;
use self::live_game::{Effect, LiveGame};
use self::page_game::PageGame;
use self::phase::Phase;
use self::players::{Player, Players, Strength};
use self::puzzle::PuzzlePlay;
use super::lessons;
use super::matches::MatchWatcher;
use super::messages::{NewGame, PageRequest, Purpose, Update};
use super::options::WebOptions;
use super::view;
use quintet_core::game::Game;
use quintet_core::time::TimeSource;
use quintet_core::time_control::TimeControl;
use quintet_core::types::Seat;
use quintet_engine::Knowledge;
use quintet_games as games;
use quintet_record::position_line;
use quintet_record::sgf;
use quintet_record::tree::{Forfeit, ForfeitReason, GameTree, NodeId};
use quintet_search::Limits;

pub use event::Event;
pub use players::is_own_name;

/// The interval at which matches and the time of external engines are checked.
const TICK: Duration = Duration::from_secs(1);

/// A session.
pub struct Session {
    id: String,
    options: Arc<WebOptions>,
    knowledge: Knowledge,
    connection: Connection,
    live: LiveGame,
    engines: Engines,
    /// The puzzle that is shown, if one is.
    puzzle: Option<PuzzlePlay>,
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
        Session {
            id,
            connection: Connection::new(options.idle),
            live: LiveGame::new(game, Players::new(seats, &options.engines), time),
            engines: Engines::new(Arc::clone(&options), &knowledge, events),
            knowledge,
            puzzle: None,
            matches: MatchWatcher::new(options.matches.clone()),
            ticked: Instant::now(),
            changed: false,
            options,
        }
    }

    /// Handles events until the session is over.
    pub fn run(mut self, events: &Receiver<Event>) {
        loop {
            let change = self.live.clock().and_then(GameClock::until_change);
            match events.recv_timeout(change.map_or(TICK, |change| change.min(TICK))) {
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
            let refute = self.puzzle.as_ref().is_some_and(PuzzlePlay::is_checking);
            let events = self.engines.start(&self.live, refute, self.connection.is_gone());
            self.use_events(events);
            self.show_changes();
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Joined(queue) => {
                self.connection.join(queue);
                let resumed = self.connection.take_resumed();
                self.send(&Update::Hello(hello::hello(&self.id, &self.options, resumed)));
                self.send_board();
                self.changed = true;
            }
            Event::Left => {
                self.connection.leave();
                self.matches.hide();
            }
            Event::End => {}
            Event::Request(request) => {
                self.connection.touch();
                if let Err(error) = self.obey(*request) {
                    self.send(&Update::Refused { text: error.to_string() });
                }
                self.settle();
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

    fn obey(&mut self, request: PageRequest) -> Result<(), RequestError> {
        self.puzzle.as_ref().map_or(Ok(()), |puzzle| puzzle.check(&request))?;
        match request {
            PageRequest::New(new) => self.begin(&new)?,
            PageRequest::Preview(new) => self.send(&Update::Preview(new_game::preview(&new))),
            PageRequest::Open { position } => {
                let (setup, diagram) = position_line::read(&position)?;
                let game = Game::from_diagram(setup, &diagram)?;
                self.replace(GameTree::new(game), Players::persons(), TimeControl::Unlimited);
            }
            PageRequest::Load { sgf } => {
                let record = sgf::read(sgf.as_bytes(), None)?;
                let warning = files::warning(&record);
                self.replace(record.tree, Players::persons(), TimeControl::Unlimited);
                warning.iter().for_each(|note| self.send(note));
            }
            PageRequest::Save => self.send(&files::sgf(&self.live)),
            PageRequest::Picture => self.send(&files::picture(&self.live)),
            PageRequest::Play { word, node } => self.play(&word, node)?,
            PageRequest::Undo => self.live.undo()?,
            PageRequest::Redo => self.live.redo()?,
            PageRequest::Goto { node } if self.live.game().tree().contains(node) => self.live.show(node),
            PageRequest::Goto { .. } => return Err(RequestError::NoSuchNode),
            PageRequest::Return => {
                self.live.change(|_, phase| phase.set_exploring(false));
                self.live.show(self.live.end());
            }
            PageRequest::Resign => self.live.resign()?,
            PageRequest::Stop => {
                self.engines.stop();
                self.engines.switch(Purpose::Review, false);
                self.live.change(|_, phase| phase.set_paused(true));
            }
            PageRequest::Go => {
                self.engines.forget_faults();
                self.live.stop_looking_back();
                self.live.change(|_, phase| phase.resume());
            }
            PageRequest::Seats(seats) => {
                let others = Players::read(&seats, &self.options.engines)?;
                self.engines.dismiss();
                self.live.change(|players, phase| (*players, *phase) = (others, Phase::Playing));
            }
            PageRequest::Flip => {
                self.engines.dismiss();
                self.live.change(|players, phase| {
                    players.swap();
                    phase.set_paused(false);
                });
            }
            PageRequest::Try { on } => {
                self.engines.stop();
                self.live.change(|_, phase| phase.set_exploring(on));
            }
            PageRequest::Hint if self.live.game().is_over() => return Err(RequestError::GameOver),
            PageRequest::Hint => self.engines.switch(Purpose::Hint, true),
            PageRequest::Analyse { on } => {
                self.engines.switch(Purpose::Analysis, on);
                self.changed = true;
            }
            PageRequest::Review => self.engines.review(self.live.game()),
            PageRequest::Exact { on } => {
                self.engines.set_exact(on);
                self.changed = true;
            }
            PageRequest::Lesson { game } => {
                let info = games::find(&game).ok_or(RequestError::NoGame)?;
                self.send(&Update::Lesson(lessons::lesson(info)));
            }
            PageRequest::Puzzles { game } => self.send(&puzzle::list(&game)?),
            PageRequest::Puzzle { game, id } => {
                let (puzzle, game) = PuzzlePlay::open(&game, &id)?;
                self.replace(GameTree::new(game), Players::persons(), TimeControl::Unlimited);
                self.engines.switch(Purpose::Analysis, false);
                self.engines.set_exact(false);
                self.puzzle = Some(puzzle);
            }
            PageRequest::Retry => match &mut self.puzzle {
                Some(puzzle) => puzzle.retry(&mut self.live)?,
                None => return Err(RequestError::NoWrongTry),
            },
            PageRequest::Solution => match &mut self.puzzle {
                Some(puzzle) => puzzle.show_solution(&mut self.live),
                None => return Err(RequestError::NoPuzzleOpen),
            },
            PageRequest::Matches => self.matches.show_list().iter().for_each(|update| self.send(update)),
            PageRequest::Match { index } => self.matches.show_match(index)?.iter().for_each(|update| self.send(update)),
            PageRequest::Replay { index, number } => {
                self.matches.show_game(index, number)?.iter().for_each(|update| self.send(update));
            }
            PageRequest::Unwatch => self.matches.hide(),
        }
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

    /// Replaces the game.
    fn replace(&mut self, tree: GameTree, players: Players, control: TimeControl) {
        self.live.begin(PageGame::new(tree, &self.knowledge), players, control);
        self.puzzle = None;
        self.settle();
    }

    /// Plays a move of a person who saw the position of `node`.
    fn play(&mut self, word: &str, node: NodeId) -> Result<(), RequestError> {
        if node != self.live.game().node() {
            return Err(RequestError::OldPosition);
        }
        self.live.check_turn()?;
        let mv = self.live.game().read_move(word)?;
        if let Some(puzzle) = self.puzzle.as_mut().filter(|puzzle| puzzle.is_unsolved()) {
            return puzzle.play(&mut self.live, mv);
        }
        let is_person = self.live.players().is_person(self.live.game().to_move());
        self.live.advance(mv, !self.live.phase().is_exploring());
        if is_person {
            self.live.change(|_, phase| phase.set_paused(false));
        }
        Ok(())
    }

    fn use_events(&mut self, events: Vec<EngineEvent>) {
        for event in events {
            match event {
                EngineEvent::Message(update) => self.send(&update),
                EngineEvent::Changed => self.changed = true,
                EngineEvent::Value(node, value) => self.live.set_value(node, value),
                EngineEvent::Move(mv) => self.live.advance(mv, true),
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
            self.send_board();
        }
    }

    fn update_clock(&mut self) {
        self.live.update_clock(self.connection.is_connected());
        self.settle();
    }

    /// Checks matches and external engines once per [`TICK`].
    fn tick(&mut self) {
        if self.ticked.elapsed() < TICK {
            return;
        }
        self.ticked = Instant::now();
        let waiting = self.engines.waiting(&self.live);
        self.matches.changes().iter().chain(&waiting).for_each(|update| self.send(update));
    }

    /// Sends the state of the game if it has changed.
    fn show_changes(&mut self) {
        if std::mem::take(&mut self.changed) && self.connection.is_connected() {
            let state = state::state(&self.live, &self.engines, self.puzzle.as_ref());
            self.send(&Update::State(Box::new(state)));
        }
    }

    fn send(&self, update: &Update) {
        self.connection.send(update);
    }

    /// Sends the empty board of the game.
    fn send_board(&self) {
        let setup = self.live.game().game().setup().clone();
        self.send(&Update::Board(view::board(&Game::new(setup))));
    }
}
