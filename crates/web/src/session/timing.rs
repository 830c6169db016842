//! The clock during a game: when it runs, and what happens when a player's time is up.

use std::time::Duration;

use super::game_clock::GameClock;
use super::{Session, TICK};
use crate::messages::{ClockView, TimeLeftView};
use crate::view;
use quintet_core::time_control::{TimeControl, TimeLeft};
use quintet_core::types::Seat;
use quintet_record::tree::{Forfeit, ForfeitReason, NodeId};

impl Session {
    /// Gives the game that begins a clock, unless its time is unlimited.
    pub(super) fn set_clock(&mut self, control: TimeControl) {
        let (node, to_move) = (self.tree.node(), self.tree.to_move());
        let is_limited = control != TimeControl::Unlimited;
        self.clock = is_limited.then(|| GameClock::new(control, self.time.clone(), node, to_move));
    }

    /// Returns the time until something has to be done without an event.
    pub(super) fn time_to_next_tick(&self) -> Duration {
        let change = self.clock.as_ref().and_then(GameClock::until_change);
        change.map_or(TICK, |change| change.min(TICK))
    }

    /// Returns whether the position that is shown is not the latest one of a game with a clock.
    /// Moves cannot be played there, because the time does not go back.
    pub(super) fn looks_back(&self) -> bool {
        let latest = self.clock.as_ref().map(GameClock::latest);
        !self.phase.is_exploring() && latest.is_some_and(|latest| latest != self.tree.node())
    }

    /// Starts or stops the clock as the state of the session demands, and ends the game when the
    /// time of the side to move is up.
    pub(super) fn update_clock(&mut self) {
        let should_run = self.clock_should_run();
        let Some(clock) = &mut self.clock else { return };
        // Whoever has exceeded the time has lost, even if the clock would stop now.
        if clock.is_running() && clock.has_expired() {
            clock.set_running(false);
            let (node, loser) = (clock.latest(), clock.to_move());
            self.lose_on_time(node, loser);
            return;
        }
        let periods = clock.time_left(clock.to_move()).count;
        self.changed |= clock.set_running(should_run) || clock.set_shown_periods(periods);
    }

    /// Stops the clock until the state of the session demands that it runs.
    pub(super) fn stop_clock(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.set_running(false);
        }
    }

    /// Returns whether the clock runs: from the first move to the end of the game, while the page
    /// is connected; for an engine only while it is allowed to think.
    fn clock_should_run(&self) -> bool {
        let Some(clock) = &self.clock else { return false };
        let node = clock.latest();
        let is_on = self.players.is_person(clock.to_move()) || (self.phase.engines_play() && node == self.tree.node());
        is_on && node != NodeId::ROOT && self.connection.is_connected() && !self.tree.is_over_at(node)
    }

    fn lose_on_time(&mut self, node: NodeId, loser: Seat) {
        self.phase.set_exploring(false);
        if node != self.tree.node() {
            self.show_node(node);
        }
        self.stop_engines();
        self.tree.set_forfeit(Some(Forfeit { loser, reason: ForfeitReason::Time }));
        self.changed = true;
    }

    /// Has the clock follow a move that was played in the game.
    pub(super) fn press_clock(&mut self, before: NodeId) {
        let (node, to_move) = (self.tree.node(), self.tree.to_move());
        if let Some(clock) = self.clock.as_mut().filter(|clock| clock.latest() == before) {
            clock.press(node, to_move);
        }
    }

    /// Makes the position that is shown the latest one of the game, with the times that were left
    /// there.
    pub(super) fn rewind_clock(&mut self) {
        if self.phase.is_exploring() {
            return;
        }
        let (node, to_move) = (self.tree.node(), self.tree.to_move());
        if let Some(clock) = &mut self.clock {
            self.changed |= clock.go_back(node, to_move);
        }
    }

    /// Shows the latest position of a game with a clock, if another one is shown.
    pub(super) fn stop_looking_back(&mut self) {
        if self.looks_back()
            && let Some(latest) = self.clock.as_ref().map(GameClock::latest)
        {
            self.show_node(latest);
        }
    }

    /// Returns the clock as the page shows it.
    pub(super) fn clock_view(&self) -> Option<ClockView> {
        let clock = self.clock.as_ref()?;
        Some(ClockView {
            about: view::clock_words(clock.control()),
            running: clock.is_running().then(|| clock.to_move().letter()),
            left: Seat::BOTH.map(|seat| {
                let TimeLeft { time, count } = clock.time_left(seat);
                // A time for each move has nothing to be counted.
                let periods = if matches!(clock.control(), TimeControl::PerMove(_)) { 0 } else { count };
                TimeLeftView { seconds: time.as_secs_f64(), periods }
            }),
        })
    }
}
