//! The searches of the built-in engine: its moves, hints, analysis and reviews.

use super::Session;
use super::error::RequestError;
use super::game_clock::GameClock;
use super::players::Player;
use super::tasks::{PositionTask, Purpose, Review, Search};
use crate::engine_worker::{Job, Task};
use crate::external_engine::EngineFailure;
use crate::messages::{ThoughtView, Update};
use crate::view;
use quintet_core::notation::move_words;
use quintet_engine::{Choice, Settings};
use quintet_record::tree::NodeId;
use quintet_search::Report;

/// The memory of a search tree, in MiB; there can be many sessions.
const TREE_MIB: usize = 64;

/// The least number of visits for a value to be kept.
const LEAST_VISITS: u64 = 10;

/// The number of visits with which a position needs no review.
const REVIEWED_VISITS: u64 = 1000;

impl Session {
    /// Requests a hint.
    pub(super) fn hint(&mut self) -> Result<(), RequestError> {
        if self.tree.is_over() {
            return Err(RequestError::GameOver);
        }
        self.thinking.hint = true;
        Ok(())
    }

    /// Switches the analysis on or off.
    pub(super) fn analyse(&mut self, on: bool) {
        self.thinking.analysis = PositionTask::new(on);
        if !on && self.thinking.is_searching(Purpose::Analysis) {
            self.thinking.stop();
        }
        self.changed = true;
    }

    /// Begins a review of the current line.
    pub(super) fn review(&mut self) {
        let mut left: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(self.tree.line()).collect();
        left.retain(|&node| self.tree.value(node).is_none_or(|value| !value.exact && value.visits < REVIEWED_VISITS));
        left.reverse();
        self.thinking.review = Some(Review { total: left.len().max(1), left });
    }

    /// Starts the engines that the position needs, unless they are running.
    pub(super) fn start_engines(&mut self) {
        let idle = self.thinking.search.is_none() && self.external.pending.is_none();
        if self.connection.is_gone() && idle {
            // Nothing new is started for a page that has gone.
            return;
        }
        let seat = self.tree.to_move();
        let waits = self.tree.is_over() || !self.phase.engines_play() || self.looks_back();
        let turn = if waits { Player::Person } else { self.players.of(seat) };
        if let Player::External(index) = turn {
            self.request_external_move(index, seat);
        }
        match turn {
            _ if self.thinking.hint => self.start_search(self.tree.node(), Purpose::Hint),
            Player::BuiltIn(strength) => {
                let limits = self.players.limits(strength, self.options.limits, self.clock.is_some());
                self.start_search(self.tree.node(), Purpose::Move(limits, strength.level()));
            }
            _ if self.thinking.review.is_some() => self.continue_review(),
            _ => self.continue_analysis(),
        }
        self.continue_exact();
    }

    fn continue_analysis(&mut self) {
        let node = self.tree.node();
        if !self.tree.is_over() && self.thinking.analysis.is_due(node) {
            self.start_search(node, Purpose::Analysis);
        }
    }

    fn continue_review(&mut self) {
        if self.thinking.is_searching(Purpose::Review) {
            return;
        }
        let Some(review) = &mut self.thinking.review else { return };
        let Some(node) = review.left.pop() else {
            self.thinking.review = None;
            self.changed = true;
            return;
        };
        let game = self.tree.game_at(node);
        match game.outcome() {
            Some(outcome) => {
                self.tree.set_value(node, view::final_value(&outcome, game.info()));
                self.changed = true;
            }
            None => self.start_search(node, Purpose::Review),
        }
    }

    /// Starts a search, unless one for the same purpose is running.
    fn start_search(&mut self, node: NodeId, purpose: Purpose) {
        if self.thinking.is_searching(purpose) {
            return;
        }
        let job = self.next_job();
        self.thinking.search = Some(Search { job, node, purpose });
        let clock = self.clock.as_ref().filter(|_| purpose.is_move()).map(GameClock::for_engine);
        let (limits, level) = (purpose.limits(), purpose.level());
        let task = Task::Search { limits, level, clock, to_the_limit: !purpose.is_move() };
        let job = Job { id: job, game: self.tree.game_at(node), settings: self.settings(), task };
        self.thinking.worker.start(job, &self.events);
        self.changed |= purpose.is_move();
    }

    /// Returns the settings of the built-in engine.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            hash_mib: self.options.settings.hash_mib.min(TREE_MIB),
            resign_below: 0.0,
            ponder: false,
            ..self.options.settings.clone()
        }
    }

    /// Shows the state of a search.
    pub(super) fn handle_report(&mut self, job: u64, report: &Report) {
        if let Some(search) = self.thinking.search.filter(|search| search.job == job) {
            self.send_thinking(&search, report, false);
        }
    }

    fn send_thinking(&self, search: &Search, report: &Report, done: bool) {
        let game = self.tree.game_at(search.node);
        let is_review = search.purpose == Purpose::Review;
        let player = if search.purpose.is_move() { self.player_name(report.seat) } else { "quintet".to_owned() };
        let review = self.thinking.review.as_ref().filter(|_| is_review);
        self.send(&Update::Thinking(ThoughtView {
            node: search.node,
            purpose: search.purpose.name(),
            player,
            done,
            progress: review.map(Review::progress),
            seconds: report.time.as_secs_f64(),
            visits: report.visits,
            rate: Some(report.win_rate),
            exact: view::exact(game.info(), report),
            moves: if is_review { Vec::new() } else { view::candidates(&game, self.tree.cells(), report) },
            ownership: if is_review { Vec::new() } else { view::ownership(&game, report) },
        }));
    }

    /// Uses the result of a search.
    pub(super) fn handle_choice(&mut self, job: u64, choice: &Choice) {
        let Some(search) = self.thinking.take_search(job) else { return };
        let value = view::value(self.game().info(), &choice.report);
        if let Some(value) = value.filter(|value| value.exact || value.visits >= LEAST_VISITS) {
            self.tree.set_value(search.node, value);
        }
        if search.purpose == Purpose::Hint {
            self.thinking.hint = false;
        }
        self.send_thinking(&search, &choice.report, true);
        match search.purpose {
            Purpose::Move(..) => {
                if let Some(mv) = choice.mv.filter(|_| search.node == self.tree.node()) {
                    self.advance(mv, true);
                }
            }
            Purpose::Analysis => self.thinking.analysis.finish(search.node),
            Purpose::Hint => {
                if let Some(mv) = choice.mv {
                    let word = move_words::format(self.game().info(), self.game().geometry(), mv);
                    self.send_note(format!("Hint: {word}."));
                }
            }
            Purpose::Review => {}
        }
        self.changed = true;
    }

    /// Shows that a search has failed. The engine to move waits; anything else is switched off.
    pub(super) fn handle_failed_search(&mut self, job: u64, message: &str) {
        let Some(search) = self.thinking.take_search(job) else { return };
        match search.purpose {
            Purpose::Move(..) => {
                let seat = self.tree.game_at(search.node).to_move();
                let text = format!("its search has failed with an internal error: {message}");
                return self.fail_player(seat, EngineFailure { text, traffic: Vec::new() });
            }
            Purpose::Analysis => self.thinking.analysis = PositionTask::Off,
            Purpose::Hint => self.thinking.hint = false,
            Purpose::Review => self.thinking.review = None,
        }
        self.add_internal_fault("its search", message);
    }

    /// Shows an internal error of the built-in engine in work that is not its own move.
    pub(super) fn add_internal_fault(&mut self, work: &str, message: &str) {
        let text = format!("{work} has failed with an internal error: {message}");
        self.add_fault(self.tree.to_move(), "quintet".to_owned(), text, Vec::new());
    }
}
