//! The engines of a session: the built-in one, which moves, analyses, reviews and computes exact
//! values, and external ones, which move.
//!
//! [`Engines::start`] compares what runs with what the game needs. Results are returned as
//! [`EngineEvent`]s; the engines change nothing outside themselves.

mod exact;
mod external;
mod searches;

use std::sync::Arc;
use std::sync::mpsc::SyncSender;

use self::exact::ExactWork;
use self::external::ExternalEngines;
use self::searches::{Search, Searches};
use super::event::Event;
use super::game_clock::GameClock;
use super::live_game::{Effect, LiveGame};
use super::page_game::PageGame;
use super::players::Player;
use crate::engine_process::{EngineFailure, MoveAnswer};
use crate::engine_worker::{Job, Task, WorkerEvent, WorkerState};
use crate::messages::{Fault, Purpose, Update, ValueView};
use crate::options::WebOptions;
use crate::tasks::Tasks;
use crate::view;
use quintet_core::notation::quote;
use quintet_core::types::{Move, Seat};
use quintet_engine::{Choice, Knowledge, Settings};
use quintet_record::tree::NodeId;

/// The memory of a search tree, in MiB; there can be many sessions.
const TREE_MIB: usize = 64;

/// The least number of visits for a value to be kept.
const LEAST_VISITS: u64 = 10;

/// The result of an engine's work.
pub enum EngineEvent {
    /// A message for the page; the state is as before.
    Message(Box<Update>),
    /// The state that [`Engines`] shows has changed.
    Changed,
    /// The value of a position.
    Value(NodeId, ValueView),
    /// The move of the side to move in the position that is shown.
    Move(Move),
    /// The player of this side resigns.
    Resignation(Seat),
    /// The player of the side to move cannot go on.
    Failure,
    /// The line that refutes a wrong try in a puzzle, with the value of the position for Black, if
    /// it is known, and whether that is a margin.
    Refutation(Option<(f64, bool)>, Vec<Move>),
}

fn message(update: Update) -> EngineEvent {
    EngineEvent::Message(Box::new(update))
}

/// The engines of a session.
pub struct Engines {
    options: Arc<WebOptions>,
    settings: Settings,
    events: SyncSender<Event>,
    searches: Searches,
    exact: ExactWork,
    external: ExternalEngines,
    faults: Vec<Fault>,
    latest_job: u64,
}

impl Engines {
    /// Creates idle engines, which send their results to `events`.
    pub fn new(options: Arc<WebOptions>, knowledge: &Knowledge, tasks: Tasks, events: SyncSender<Event>) -> Engines {
        let settings = Settings {
            hash_mib: options.settings.hash_mib.min(TREE_MIB),
            resign_below: 0.0,
            ponder: false,
            ..options.settings.clone()
        };
        Engines {
            options,
            settings,
            events,
            searches: Searches::new(knowledge.clone(), tasks),
            exact: ExactWork::new(knowledge.clone(), tasks),
            external: ExternalEngines::default(),
            faults: Vec::new(),
            latest_job: 0,
        }
    }

    /// Returns the engines that cannot go on.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Returns whether the analysis and the exact values are on.
    pub fn shows(&self) -> [bool; 2] {
        [self.searches.is_analysing(), self.exact.is_on()]
    }

    /// Stops all work on the position that is shown, except for exact values.
    pub fn stop(&mut self) {
        self.searches.stop();
        self.external.stop();
    }

    /// Stops what no longer fits after a change of the game.
    pub fn follow(&mut self, effect: Effect) {
        if effect >= Effect::Interrupted {
            self.stop();
        }
        if effect >= Effect::Moved {
            self.searches.leave_position();
            self.exact.leave_position();
        }
        if effect >= Effect::Replaced {
            self.dismiss();
            self.switch(Purpose::Review, false);
        }
    }

    /// Ends the external engines: other players follow.
    pub fn dismiss(&mut self) {
        self.stop();
        self.external.end_all();
        self.forget_faults();
    }

    /// Stops all work and gives its memory back, until more is started.
    pub fn rest(&mut self) {
        self.searches.rest();
        self.exact.rest();
        self.external.stop();
        self.external.end_all();
    }

    /// Forgets the faults: the engines try again.
    pub fn forget_faults(&mut self) {
        self.faults.clear();
    }

    /// Switches hint, analysis or review on or off.
    pub fn switch(&mut self, purpose: Purpose, on: bool) {
        self.searches.switch(purpose, on);
    }

    /// Begins a review of the current line.
    pub fn review(&mut self, game: &PageGame) {
        self.searches.review(game);
    }

    /// Switches exact values on or off.
    pub fn set_exact(&mut self, on: bool) {
        self.exact.switch(on);
    }

    /// Starts what the game needs, unless it is running. With `refute` that is the solution of the
    /// position as well. Nothing new is started for a page that has gone.
    pub fn start(&mut self, live: &LiveGame, refute: bool, page_is_gone: bool) -> Vec<EngineEvent> {
        let mut events = Vec::new();
        if page_is_gone && !self.searches.is_busy() && !self.external.is_busy() {
            return events;
        }
        let game = live.game();
        let waits = game.is_over() || !live.phase().engines_play() || live.is_aside();
        let turn = if waits { Player::Person } else { live.players().of(game.to_move()) };
        if let Player::External(index) = turn
            && !self.external.is_busy()
        {
            let job = self.next_job();
            self.external.request(job, live, index, &self.options, &self.events);
            events.extend(self.waiting(live).map(message));
            events.push(EngineEvent::Changed);
        }
        let own = match turn {
            Player::BuiltIn(strength) => {
                let limits = live.players().limits(strength, self.options.limits, live.clock().is_some());
                Some((limits, strength.level()))
            }
            Player::Person | Player::Guest | Player::External(_) => None,
        };
        if self.searches.end_finished_review(own.is_some()) {
            events.push(EngineEvent::Changed);
        }
        if let Some(search) = self.searches.due(game, own) {
            let clock = live.clock().filter(|_| search.is_move()).map(GameClock::for_engine);
            let (limits, level) = (search.limits, search.level);
            let task = Task::Search { limits, level, clock, to_the_limit: !search.is_move() };
            let job = self.job(game, search.node, task);
            if search.is_move() {
                events.push(EngineEvent::Changed);
            }
            self.searches.start(search, job, &self.events);
        }
        if let Some((node, task)) = self.exact.due(game, refute) {
            let job = self.job(game, node, task);
            self.exact.start(node, job, &self.events);
        }
        events
    }

    fn next_job(&mut self) -> u64 {
        self.latest_job += 1;
        self.latest_job
    }

    fn job(&mut self, game: &PageGame, node: NodeId, task: Task) -> Job {
        Job { id: self.next_job(), game: game.game_at(node), settings: self.settings.clone(), task }
    }

    /// Returns what the page is shown while an external engine is thinking.
    pub fn waiting(&self, live: &LiveGame) -> Option<Update> {
        self.external.view(live.players()).map(Update::Thinking)
    }

    /// Uses an event of the built-in engine.
    pub fn handle_worker(&mut self, event: WorkerEvent, live: &LiveGame) -> Vec<EngineEvent> {
        let (game, job) = (live.game(), event.job);
        let done = matches!(event.state, WorkerState::AllValues(_));
        match event.state {
            WorkerState::Report(report) => {
                let search = self.searches.running(job);
                let view = search.map(|search| self.searches.view(search, &report, live, false));
                view.map(|view| message(Update::Thinking(view))).into_iter().collect()
            }
            WorkerState::Chosen(choice) => match self.searches.finish(job) {
                Some(search) => self.use_choice(&search, &choice, live),
                None => Vec::new(),
            },
            WorkerState::Values(values) | WorkerState::AllValues(values) => {
                let Some(node) = self.exact.node_of(job, done) else { return Vec::new() };
                let shown = game.game_at(node);
                let view = view::exact_values(&shown, game.cells(), node, &values, done);
                let value = values.value.map(|value| view::exact_value(shown.info(), value, values.margins));
                let value = value.map(|value| EngineEvent::Value(node, value));
                std::iter::once(message(Update::Exact(view))).chain(value).collect()
            }
            WorkerState::Solved(solution) => {
                let value = solution.value().map(|value| (value, solution.margins));
                let is_asked = self.exact.take_refutation(job);
                is_asked.then_some(EngineEvent::Refutation(value, solution.line)).into_iter().collect()
            }
            WorkerState::Failed(message) => self.use_failure(job, &message, live),
        }
    }

    fn use_choice(&mut self, search: &Search, choice: &Choice, live: &LiveGame) -> Vec<EngineEvent> {
        let game = live.game();
        let value = view::value(game.game().info(), &choice.report);
        let value = value.filter(|value| value.exact || value.visits >= LEAST_VISITS);
        let mut events: Vec<EngineEvent> =
            value.map(|value| EngineEvent::Value(search.node, value)).into_iter().collect();
        let mut view = self.searches.view(search, &choice.report, live, true);
        let chosen = choice.mv.map(|mv| game.game_at(search.node).word(mv));
        // The move that is chosen comes first, whatever the order of the others.
        if let Some(index) = view.moves.iter().position(|shown| Some(&shown.ply.word) == chosen.as_ref()) {
            view.moves[..=index].rotate_right(1);
        }
        events.push(message(Update::Thinking(view)));
        events.extend(match (search.purpose, choice.mv) {
            (Purpose::Move, Some(mv)) if search.node == game.node() => Some(EngineEvent::Move(mv)),
            (Purpose::Hint, Some(mv)) => {
                Some(message(Update::Note { text: format!("Hint: {}.", view::short_move(game.game(), mv)) }))
            }
            _ => None,
        });
        events.push(EngineEvent::Changed);
        events
    }

    /// Shows that work of the built-in engine has failed. The engine to move waits; anything else is
    /// switched off.
    fn use_failure(&mut self, job: u64, message: &str, live: &LiveGame) -> Vec<EngineEvent> {
        if self.exact.take_refutation(job) {
            return vec![EngineEvent::Refutation(None, Vec::new())];
        }
        let work = match self.searches.finish(job) {
            Some(search) if search.is_move() => {
                let seat = live.game().game_at(search.node).to_move();
                let text = format!("its search has failed with an internal error: {message}");
                return self.fail_player(seat, EngineFailure { text, traffic: Vec::new() }, live);
            }
            Some(search) => {
                self.switch(search.purpose, false);
                "its search"
            }
            None if self.exact.node_of(job, false).is_some() => {
                self.exact.switch(false);
                "the computation of exact values"
            }
            None => return Vec::new(),
        };
        let text = format!("{work} has failed with an internal error: {message}");
        let (seat, engine) = (live.game().to_move(), "quintet".to_owned());
        self.faults.push(Fault { seat, engine, text, traffic: Vec::new() });
        vec![EngineEvent::Changed]
    }

    /// Shows that the engine of a side cannot go on. The game waits for another player, or until a
    /// person lets it try again.
    fn fail_player(&mut self, seat: Seat, failure: EngineFailure, live: &LiveGame) -> Vec<EngineEvent> {
        self.external.end(seat);
        let EngineFailure { text, traffic } = failure;
        self.faults.push(Fault { seat, engine: live.players().name(seat).to_owned(), text, traffic });
        vec![EngineEvent::Failure]
    }

    /// Uses the answer of an external engine.
    pub fn handle_answer(&mut self, answer: MoveAnswer, live: &LiveGame) -> Vec<EngineEvent> {
        let Some((node, seat)) = self.external.take_pending(answer.job) else { return Vec::new() };
        let word = match answer.result {
            Ok(word) => word,
            Err(failure) => return self.fail_player(seat, failure, live),
        };
        if node != live.game().node() {
            return vec![EngineEvent::Changed];
        }
        if word.eq_ignore_ascii_case("resign") {
            return vec![EngineEvent::Resignation(seat)];
        }
        let game = live.game().game();
        let mv = game.read_word(seat, &word);
        let reason = mv.map_or(Some("that is not a move on this board"), |mv| game.why_illegal(seat, mv));
        match (mv, reason) {
            (Some(mv), None) => vec![EngineEvent::Move(mv)],
            (_, reason) => {
                let text = format!("it plays {}, which is illegal: {}", quote(&word), reason.unwrap_or_default());
                self.fail_player(seat, EngineFailure { text, traffic: Vec::new() }, live)
            }
        }
    }
}
