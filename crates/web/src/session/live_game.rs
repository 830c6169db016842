//! The game as it is played on the page: by whom, with which clock, and which moves are taken back
//! or tried.

use std::sync::Arc;

use super::error::RequestError;
use super::game_clock::{GameClock, Tick};
use super::page_game::PageGame;
use super::phase::Phase;
use super::players::Players;
use crate::messages::ValueView;
use crate::view;
use quintet_core::time::TimeSource;
use quintet_core::time_control::TimeControl;
use quintet_core::types::{Move, Seat};
use quintet_record::tree::{Forfeit, ForfeitReason, NodeId};

/// The effect of a request on the engines and the page; each includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Effect {
    /// Nothing has changed.
    #[default]
    None,
    /// The page needs the new state.
    Shown,
    /// Engines stop; they begin again if they still have something to do.
    Interrupted,
    /// Another position is shown.
    Moved,
    /// Another game is shown.
    Replaced,
}

/// The game as it is played on the page.
pub struct LiveGame {
    game: PageGame,
    players: Players,
    phase: Phase,
    clock: Option<GameClock>,
    /// The source of the time of clocks.
    time: Arc<dyn TimeSource>,
    effect: Effect,
}

impl LiveGame {
    /// Creates a game without a clock.
    pub fn new(game: PageGame, players: Players, time: Arc<dyn TimeSource>) -> LiveGame {
        LiveGame { game, players, phase: Phase::default(), clock: None, time, effect: Effect::None }
    }

    /// Returns the game with its variations.
    pub fn game(&self) -> &PageGame {
        &self.game
    }

    /// Returns the players.
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// Returns the phase.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the clock, if the game has one.
    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// Returns the effect of all that happened since the last call.
    pub fn take_effect(&mut self) -> Effect {
        std::mem::take(&mut self.effect)
    }

    fn note(&mut self, effect: Effect) {
        self.effect = self.effect.max(effect);
    }

    /// Begins another game.
    pub fn begin(&mut self, game: PageGame, players: Players, control: TimeControl) {
        let is_limited = control != TimeControl::Unlimited;
        self.clock = is_limited.then(|| GameClock::new(control, Arc::clone(&self.time), game.node(), game.to_move()));
        (self.game, self.players, self.phase) = (game, players, Phase::Playing);
        self.note(Effect::Replaced);
    }

    /// Changes who plays, or whether engines play.
    pub fn change(&mut self, change: impl FnOnce(&mut Players, &mut Phase)) {
        change(&mut self.players, &mut self.phase);
        self.note(Effect::Shown);
    }

    /// Sets the value of a node, unless a better one is known.
    pub fn set_value(&mut self, node: NodeId, value: ValueView) {
        self.game.set_value(node, value);
        self.note(Effect::Shown);
    }

    /// Returns an error if a person may not move now.
    pub fn check_turn(&self) -> Result<(), RequestError> {
        if self.game.is_over() {
            return Err(RequestError::GameOver);
        }
        if self.looks_back() {
            return Err(RequestError::LooksBack);
        }
        let seat = self.game.to_move();
        if !self.phase.engines_play() || self.players.is_person(seat) {
            return Ok(());
        }
        let name = view::seat_name(self.game.game().info(), seat);
        Err(RequestError::NotYourTurn { seat: name, player: self.players.name(seat).to_owned() })
    }

    /// Plays a legal move, as part of the main line or as a variation.
    pub fn advance(&mut self, mv: Move, played: bool) {
        let before = self.game.node();
        self.game.play(mv, played);
        let (node, to_move) = (self.game.node(), self.game.to_move());
        if let Some(clock) = self.clock.as_mut().filter(|clock| played && clock.latest() == before) {
            clock.press(node, to_move);
        }
        self.note(Effect::Moved);
    }

    /// Adds a line of moves after a node, which is shown afterwards.
    pub fn add_line(&mut self, node: NodeId, line: &[Move], played: bool) {
        self.game.add_line(node, line, played);
        self.note(Effect::Moved);
    }

    /// Shows another node of the tree; engines wait there.
    pub fn show(&mut self, node: NodeId) {
        self.game.go_to(node);
        let is_engine = !self.players.is_person(self.game.to_move());
        self.phase.set_paused(is_engine && !self.game.is_over());
        self.note(Effect::Moved);
    }

    /// Returns the latest position of the game: where its clock is, or the end of the main line.
    pub fn end(&self) -> NodeId {
        self.clock.as_ref().map_or_else(|| self.game.end(), GameClock::latest)
    }

    /// Returns whether the position that is shown is not the latest one of a game with a clock.
    /// Moves cannot be played there, because the time does not go back.
    pub fn looks_back(&self) -> bool {
        let latest = self.clock.as_ref().map(GameClock::latest);
        !self.phase.is_exploring() && latest.is_some_and(|latest| latest != self.game.node())
    }

    /// Shows the latest position of a game with a clock, if another one is shown.
    pub fn stop_looking_back(&mut self) {
        if self.looks_back() {
            self.show(self.end());
        }
    }

    /// Shows `node`; in a game against an engine, goes on by `next` up to a turn of a person. The
    /// clock shows the times that were left there.
    fn show_turn(&mut self, mut node: NodeId, next: impl Fn(&PageGame) -> Option<NodeId>) {
        loop {
            self.show(node);
            let is_engine = !self.phase.is_exploring() && !self.players.is_person(self.game.to_move());
            match next(&self.game) {
                Some(other) if is_engine && self.players.has_person() => node = other,
                _ => break,
            }
        }
        self.rewind_clock();
    }

    /// Takes a resignation, a loss on time or a move back; in a game against an engine, up to the
    /// latest turn of the person.
    pub fn undo(&mut self) -> Result<(), RequestError> {
        self.stop_looking_back();
        if let Some(forfeit) = self.game.forfeit() {
            self.set_forfeit(None);
            if forfeit.reason == ForfeitReason::Time {
                // The turn begins again: no time is left in this one.
                self.rewind_clock();
            }
            return Ok(());
        }
        self.show_turn(self.game.previous().ok_or(RequestError::NothingToUndo)?, PageGame::previous);
        Ok(())
    }

    /// Plays moves again that were taken back.
    pub fn redo(&mut self) -> Result<(), RequestError> {
        self.stop_looking_back();
        self.show_turn(self.game.onward().ok_or(RequestError::NothingToRedo)?, PageGame::onward);
        Ok(())
    }

    /// Resigns for the person to move, or for the only person.
    pub fn resign(&mut self) -> Result<(), RequestError> {
        self.stop_looking_back();
        if self.game.is_over() {
            return Err(RequestError::GameOver);
        }
        let turn = self.game.to_move();
        let persons = Seat::BOTH.into_iter().filter(|&seat| self.players.is_person(seat));
        let loser = persons.min_by_key(|seat| *seat != turn).unwrap_or(turn);
        self.note(Effect::Interrupted);
        self.set_forfeit(Some(Forfeit { loser, reason: ForfeitReason::Resignation }));
        Ok(())
    }

    /// Ends the game by resignation or on time, or takes that back.
    pub fn set_forfeit(&mut self, forfeit: Option<Forfeit>) {
        self.game.set_forfeit(forfeit);
        self.note(Effect::Shown);
    }

    /// Makes the position that is shown the latest one of the game, with the times that were left
    /// there.
    fn rewind_clock(&mut self) {
        let (node, to_move) = (self.game.node(), self.game.to_move());
        if let Some(clock) = self.clock.as_mut().filter(|_| !self.phase.is_exploring())
            && clock.go_back(node, to_move)
        {
            self.note(Effect::Shown);
        }
    }

    /// Starts or stops the clock, and ends the game when the time of the side to move is up. It runs
    /// from the first move to the end of the game, while the page is connected; for an engine only
    /// while that may think.
    pub fn update_clock(&mut self, is_connected: bool) {
        let Some(clock) = &mut self.clock else { return };
        let (node, loser) = (clock.latest(), clock.to_move());
        let is_on = self.players.is_person(loser) || (self.phase.engines_play() && node == self.game.node());
        let runs = is_on && node != NodeId::ROOT && is_connected && !self.game.is_over_at(node);
        match clock.tick(runs) {
            Tick::Unchanged => {}
            Tick::Changed => self.note(Effect::Shown),
            Tick::Expired => {
                self.phase.set_exploring(false);
                if node != self.game.node() {
                    self.show(node);
                }
                self.note(Effect::Interrupted);
                self.set_forfeit(Some(Forfeit { loser, reason: ForfeitReason::Time }));
            }
        }
    }
}
