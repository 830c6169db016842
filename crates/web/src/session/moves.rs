//! Moves: played, taken back, shown.

use super::Session;
use super::error::RequestError;
use super::game_clock::GameClock;
use crate::view;
use quintet_core::notation::{move_words, quote};
use quintet_core::types::{Move, Seat};
use quintet_record::tree::{Forfeit, ForfeitReason, NodeId};

/// The largest number of nodes of a tree.
const LARGEST_TREE: usize = 20_000;

impl Session {
    /// Returns an error if a person may not move now.
    pub(super) fn check_turn(&self) -> Result<(), RequestError> {
        if self.tree.is_over() {
            return Err(RequestError::GameOver);
        }
        if self.looks_back() {
            return Err(RequestError::LooksBack);
        }
        let seat = self.tree.to_move();
        if !self.phase.engines_play() || self.players.is_person(seat) {
            return Ok(());
        }
        let name = view::seat_name(self.game().info(), seat);
        Err(RequestError::NotYourTurn { seat: name, player: self.player_name(seat) })
    }

    /// Plays a move of a person who saw the position of `node`.
    pub(super) fn play(&mut self, word: &str, node: NodeId) -> Result<(), RequestError> {
        if node != self.tree.node() {
            return Err(RequestError::OldPosition);
        }
        self.check_turn()?;
        if self.tree.tree().len() >= LARGEST_TREE {
            return Err(RequestError::TooManyMoves);
        }
        let seat = self.tree.to_move();
        let (info, geometry) = (self.game().info(), self.game().geometry());
        let mv = move_words::read(info, geometry, seat, word).ok_or_else(|| RequestError::NoMove(quote(word)))?;
        if let Some(reason) = self.game().why_illegal(seat, mv) {
            return Err(RequestError::IllegalMove(move_words::format(info, geometry, mv), reason));
        }
        if self.is_solving() {
            return self.try_to_solve(mv);
        }
        self.advance(mv, !self.phase.is_exploring());
        if self.players.is_person(seat) {
            self.phase.set_paused(false);
        }
        Ok(())
    }

    /// Plays a legal move, as part of the main line or as a variation.
    pub(super) fn advance(&mut self, mv: Move, main: bool) {
        self.leave_position();
        let before = self.tree.node();
        self.tree.play(mv, main);
        if main {
            self.press_clock(before);
        }
        self.changed = true;
    }

    /// Stops all work on the position that is shown.
    fn leave_position(&mut self) {
        self.stop_engines();
        self.thinking.hint = false;
        self.thinking.analysis.reset();
        self.exact.restart();
    }

    /// Shows another node; engines wait there.
    pub(super) fn show_node(&mut self, node: NodeId) {
        self.leave_position();
        self.tree.go_to(node);
        let is_engine = !self.players.is_person(self.tree.to_move());
        self.phase.set_paused(is_engine && !self.tree.is_over());
        self.changed = true;
    }

    /// Shows a node of the tree.
    pub(super) fn go_to(&mut self, node: NodeId) -> Result<(), RequestError> {
        if !self.tree.tree().contains(node) {
            return Err(RequestError::NoSuchNode);
        }
        self.show_node(node);
        Ok(())
    }

    /// Returns the latest position of the game: where its clock is, or the end of the main line.
    pub(super) fn end(&self) -> NodeId {
        self.clock.as_ref().map_or_else(|| self.tree.tree().end(), GameClock::latest)
    }

    /// Shows the latest position of the game.
    pub(super) fn go_to_end(&mut self) {
        self.phase.set_exploring(false);
        self.show_node(self.end());
    }

    /// Returns whether a person may move for the side to move.
    fn is_turn_of_person(&self) -> bool {
        self.phase.is_exploring() || self.players.is_person(self.tree.to_move())
    }

    /// Takes a resignation, a loss on time or a move back; in a game against an engine, up to the
    /// latest turn of the person. A clock shows the times that were left there.
    pub(super) fn undo(&mut self) -> Result<(), RequestError> {
        self.stop_looking_back();
        if let Some(forfeit) = self.tree.forfeit() {
            self.tree.set_forfeit(None);
            if forfeit.reason == ForfeitReason::Time {
                // The turn begins again: no time is left in this one.
                self.rewind_clock();
            }
            self.changed = true;
            return Ok(());
        }
        let mut node = self.tree.tree().parent(self.tree.node()).ok_or(RequestError::NothingToUndo)?;
        self.show_node(node);
        while self.players.has_person()
            && !self.is_turn_of_person()
            && let Some(before) = self.tree.tree().parent(node)
        {
            node = before;
            self.show_node(node);
        }
        self.rewind_clock();
        Ok(())
    }

    /// Plays moves again that were taken back.
    pub(super) fn redo(&mut self) -> Result<(), RequestError> {
        self.stop_looking_back();
        let mut next = self.tree.onward().ok_or(RequestError::NothingToRedo)?;
        loop {
            self.show_node(next);
            match self.tree.onward() {
                Some(onward) if self.players.has_person() && !self.is_turn_of_person() => next = onward,
                _ => break,
            }
        }
        self.rewind_clock();
        Ok(())
    }

    /// Resigns for the person to move, or for the only person.
    pub(super) fn resign(&mut self) -> Result<(), RequestError> {
        self.stop_looking_back();
        if self.tree.is_over() {
            return Err(RequestError::GameOver);
        }
        let turn = self.tree.to_move();
        let persons = Seat::BOTH.into_iter().filter(|&seat| self.players.is_person(seat));
        let seat = persons.min_by_key(|seat| *seat != turn).unwrap_or(turn);
        self.stop_engines();
        self.tree.set_forfeit(Some(Forfeit { loser: seat, reason: ForfeitReason::Resignation }));
        self.changed = true;
        Ok(())
    }
}
