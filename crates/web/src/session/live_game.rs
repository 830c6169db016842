//! The game as it is played on the page: by whom, with which clock, and which moves are taken back
//! or tried.

use std::sync::Arc;

use super::error::RequestError;
use super::game_clock::{GameClock, Tick};
use super::guests::Role;
use super::page_game::PageGame;
use super::phase::Phase;
use super::players::{Player, Players, Strength};
use crate::messages::ValueView;
use crate::view;
use quintet_core::time::TimeSource;
use quintet_core::time_control::TimeControl;
use quintet_core::types::{Move, Seat};
use quintet_engine::Knowledge;
use quintet_record::tree::{Forfeit, ForfeitReason, GameTree, NodeId};

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
///
/// It stands at its latest position, where the next move is played. Another position may be shown
/// meanwhile, where a move begins or continues a variation.
pub struct LiveGame {
    game: PageGame,
    players: Players,
    phase: Phase,
    clock: Option<GameClock>,
    /// The node of the latest position.
    latest: NodeId,
    /// The source of the time of clocks.
    time: Arc<dyn TimeSource>,
    effect: Effect,
}

impl LiveGame {
    /// Creates a game that stands at the last position of its main line.
    pub fn new(game: PageGame, players: Players, control: TimeControl, time: Arc<dyn TimeSource>) -> LiveGame {
        let is_limited = control != TimeControl::Unlimited;
        let clock = is_limited.then(|| GameClock::new(control, Arc::clone(&time), game.node(), game.to_move()));
        let (latest, phase, effect) = (game.node(), Phase::default(), Effect::None);
        LiveGame { game, players, phase, clock, latest, time, effect }
    }

    /// Shows another game, and returns this one with its clock stopped.
    pub fn replace(&mut self, other: LiveGame) -> LiveGame {
        let mut replaced = std::mem::replace(self, other);
        if let Some(clock) = &mut replaced.clock {
            clock.tick(false);
        }
        self.note(replaced.take_effect());
        self.note(Effect::Replaced);
        replaced
    }

    /// Returns the game with its variations.
    pub fn game(&self) -> &PageGame {
        &self.game
    }

    pub fn players(&self) -> &Players {
        &self.players
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the clock, if the game has one.
    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// Returns the source of the time of clocks.
    pub fn time(&self) -> &Arc<dyn TimeSource> {
        &self.time
    }

    /// Returns the node of the latest position.
    pub fn latest(&self) -> NodeId {
        self.latest
    }

    /// Returns whether another position than the latest one is shown; engines wait meanwhile.
    pub fn is_aside(&self) -> bool {
        self.latest != self.game.node()
    }

    /// Returns whether a variation is shown: a position that has not been on the board in the game.
    pub fn is_variation(&self) -> bool {
        let node = self.game.node();
        self.is_aside() && node != NodeId::ROOT && !self.game.tree().path(self.latest).contains(&node)
    }

    /// Returns the effect of all that happened since the last call.
    pub fn take_effect(&mut self) -> Effect {
        std::mem::take(&mut self.effect)
    }

    fn note(&mut self, effect: Effect) {
        self.effect = self.effect.max(effect);
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

    /// Returns whether people play on several pages, and the game is not over.
    pub fn is_shared(&self) -> bool {
        self.players.has_guest() && !self.game.is_over_at(self.latest)
    }

    /// Returns the side that a page plays: the one of a guest, or the host's if it has one.
    pub fn seat_of(&self, role: Role) -> Option<Seat> {
        match role {
            Role::Guest(seat) => Some(seat),
            Role::Host => {
                let mut own = Seat::BOTH.into_iter().filter(|&seat| self.players.of(seat) == Player::Person);
                own.next().filter(|_| own.next().is_none())
            }
            Role::Watcher => None,
        }
    }

    /// Returns an error if a page may not move now. A variation may be tried for both sides.
    pub fn check_turn(&self, role: Role) -> Result<(), RequestError> {
        if self.game.is_over() {
            return Err(RequestError::GameOver);
        }
        if role == Role::Watcher {
            return Err(RequestError::Watching);
        }
        let seat = self.game.to_move();
        if self.is_shared() && (self.is_aside() || (self.players.is_person(seat) && self.seat_of(role) != Some(seat))) {
            return Err(RequestError::OthersTurn(view::seat_name(self.game.game().info(), seat)));
        }
        if !self.phase.engines_play() || self.is_aside() || self.players.is_person(seat) {
            return Ok(());
        }
        let name = view::seat_name(self.game.game().info(), seat);
        Err(RequestError::NotYourTurn { seat: name, player: Strength::in_words(self.players.name(seat)) })
    }

    /// Plays a legal move: in the game, if its latest position is shown, otherwise as a variation.
    pub fn play(&mut self, mv: Move) {
        self.advance(mv, !self.is_aside() && !self.phase.is_exploring());
    }

    /// Tries a legal move as a variation.
    pub fn try_move(&mut self, mv: Move) {
        self.advance(mv, false);
    }

    fn advance(&mut self, mv: Move, played: bool) {
        self.game.play(mv, played);
        if played {
            self.latest = self.game.node();
            let (node, to_move) = (self.latest, self.game.to_move());
            self.clock.iter_mut().for_each(|clock| clock.press(node, to_move));
        }
        self.note(Effect::Moved);
    }

    /// Adds a line of moves after a node, which is shown afterwards.
    pub fn add_line(&mut self, node: NodeId, line: &[Move], played: bool) {
        self.game.add_line(node, line, played);
        if played {
            self.latest = self.game.end();
        }
        self.note(Effect::Moved);
    }

    /// Shows another node of the tree; the game stays where it is.
    pub fn show(&mut self, node: NodeId) {
        self.game.go_to(node);
        self.note(Effect::Moved);
    }

    /// Shows the latest position, if another one is shown. Moves that were taken back there follow
    /// again in the line, not those of a variation.
    pub fn return_to_game(&mut self) {
        if self.is_aside() {
            self.game.go_to(self.game.end());
            self.show(self.latest);
        }
    }

    /// Takes the game to a node; in a game against an engine, on by `next` up to a turn of a person.
    /// Engines wait there, and the clock shows the times that were left.
    fn move_game(&mut self, mut node: NodeId, next: impl Fn(&PageGame) -> Option<NodeId>) {
        loop {
            self.game.go_to(node);
            let is_engine = !self.players.is_person(self.game.to_move());
            match next(&self.game) {
                Some(other) if is_engine && self.players.has_person() => node = other,
                _ => break,
            }
        }
        self.latest = node;
        let is_engine = !self.players.is_person(self.game.to_move());
        self.phase.set_paused(is_engine && !self.game.is_over());
        self.rewind_clock();
        self.note(Effect::Moved);
    }

    /// Takes the latest move of a side back, with the answer to it if there is one.
    pub fn take_back(&mut self, seat: Seat) -> Result<(), RequestError> {
        let was_forfeited = self.game.forfeit().is_some();
        self.undo()?;
        if !was_forfeited && self.game.to_move() != seat && self.game.previous().is_some() {
            self.undo()?;
        }
        Ok(())
    }

    /// Returns the same game anew, with the sides exchanged.
    pub fn rematch(&self, knowledge: &Knowledge) -> LiveGame {
        let game = PageGame::new(GameTree::new(self.game.tree().start().clone()), knowledge);
        let mut players = self.players.clone();
        players.swap();
        let control = self.clock.as_ref().map_or(TimeControl::Unlimited, GameClock::control);
        LiveGame::new(game, players, control, Arc::clone(&self.time))
    }

    /// Calls a function while another position is shown to it, which has no effect on the game.
    pub fn look_at<T>(&mut self, node: NodeId, look: impl FnOnce(&LiveGame) -> T) -> T {
        let shown = self.game.node();
        self.game.go_to(node);
        let seen = look(self);
        self.game.go_to(shown);
        seen
    }

    /// Returns whether moves are taken back and played again one by one, without changing the game.
    pub fn steps(&self) -> bool {
        self.phase.is_exploring() || self.is_variation()
    }

    /// Takes a resignation, a loss on time or a move back; in a game against an engine, up to the
    /// latest turn of the person. In a variation the move before is shown.
    pub fn undo(&mut self) -> Result<(), RequestError> {
        if self.steps() {
            self.show(self.game.previous().ok_or(RequestError::NothingToUndo)?);
            return Ok(());
        }
        self.return_to_game();
        if let Some(forfeit) = self.game.forfeit() {
            self.set_forfeit(None);
            if forfeit.reason == ForfeitReason::Time {
                // The turn begins again: no time is left in this one.
                self.rewind_clock();
            }
            return Ok(());
        }
        self.move_game(self.game.previous().ok_or(RequestError::NothingToUndo)?, PageGame::previous);
        Ok(())
    }

    /// Plays moves again that were taken back. In a variation the next move is shown.
    pub fn redo(&mut self) -> Result<(), RequestError> {
        if self.steps() {
            self.show(self.game.onward().ok_or(RequestError::NothingToRedo)?);
            return Ok(());
        }
        self.return_to_game();
        self.move_game(self.game.onward_in_game().ok_or(RequestError::NothingToRedo)?, PageGame::onward_in_game);
        Ok(())
    }

    /// Returns whether [`LiveGame::undo`] and [`LiveGame::redo`] have something to do.
    pub fn can_undo_and_redo(&self) -> [bool; 2] {
        let game = &self.game;
        let onward = if self.steps() { game.onward() } else { game.onward_in_game() };
        [game.node() != NodeId::ROOT || game.forfeit().is_some(), onward.is_some()]
    }

    /// Returns whether the game can go on from the position that is shown: a clock needs the times
    /// that were left there.
    pub fn can_play_on(&self) -> bool {
        self.is_aside() && self.clock.as_ref().is_none_or(|clock| clock.knows(self.game.node()))
    }

    /// Has the game go on from the position that is shown, which becomes the latest one. What
    /// followed there, or stood in its place, stays as a variation.
    pub fn play_on(&mut self) -> Result<(), RequestError> {
        if self.is_aside() && !self.can_play_on() {
            return Err(RequestError::NoTimesLeft);
        }
        self.phase.resume();
        self.game.set_main_line();
        self.latest = self.game.node();
        self.rewind_clock();
        self.note(Effect::Moved);
        Ok(())
    }

    /// Resigns for a side; without one, for the person to move, or for the only person.
    pub fn resign(&mut self, seat: Option<Seat>) -> Result<(), RequestError> {
        self.return_to_game();
        if self.game.is_over() {
            return Err(RequestError::GameOver);
        }
        let turn = self.game.to_move();
        let persons = Seat::BOTH.into_iter().filter(|&seat| self.players.is_person(seat));
        let loser = seat.or(persons.min_by_key(|seat| *seat != turn)).unwrap_or(turn);
        self.note(Effect::Interrupted);
        self.set_forfeit(Some(Forfeit { loser, reason: ForfeitReason::Resignation }));
        Ok(())
    }

    /// Ends the game by resignation or on time, or takes that back.
    pub fn set_forfeit(&mut self, forfeit: Option<Forfeit>) {
        self.game.set_forfeit(forfeit);
        self.note(Effect::Shown);
    }

    /// Has the clock show the times that were left at the latest position.
    fn rewind_clock(&mut self) {
        let (node, to_move) = (self.latest, self.game.to_move());
        if self.clock.as_mut().is_some_and(|clock| clock.go_back(node, to_move)) {
            self.note(Effect::Shown);
        }
    }

    /// Starts or stops the clock, and ends the game when the time of the side to move is up. It runs
    /// from the first move to the end of the game, while the players are there; for an engine only
    /// while that may think.
    pub fn update_clock(&mut self, are_there: bool) {
        let is_aside = self.is_aside();
        let Some(clock) = &mut self.clock else { return };
        let (node, loser) = (self.latest, clock.to_move());
        let is_on = self.players.is_person(loser) || (self.phase.engines_play() && !is_aside);
        let runs = is_on && node != NodeId::ROOT && are_there && !self.game.is_over_at(node);
        match clock.tick(runs) {
            Tick::Unchanged => {}
            Tick::Changed => self.note(Effect::Shown),
            Tick::Expired => {
                self.phase.set_exploring(false);
                self.return_to_game();
                self.note(Effect::Interrupted);
                self.set_forfeit(Some(Forfeit { loser, reason: ForfeitReason::Time }));
            }
        }
    }
}
