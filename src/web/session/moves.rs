//! Moves of the game: played, taken back, looked at.

use super::{LARGEST_TREE, Session, Who};
use crate::record::{move_words, quote};
use crate::web::tree::ROOT;
use crate::web::view;
use crate::words::{Move, Seat};

impl Session {
    /// Whether a person may play now, and why not.
    pub(super) fn turn(&self) -> Result<(), String> {
        if self.tree.is_over() {
            return Err("the game is over".to_owned());
        }
        let seat = self.game().to_move();
        let free = self.trying || self.waiting || self.who[seat.index()] == Who::Person;
        if free {
            Ok(())
        } else {
            Err(format!("it is {}'s turn: {} plays there", self.name(seat), self.who_name(&self.who[seat.index()])))
        }
    }

    pub(super) fn play(&mut self, word: &str, node: usize) -> Result<(), String> {
        if node != self.tree.current() {
            return Err("the board has changed in the meantime; look again".to_owned());
        }
        self.turn()?;
        if self.tree.len() >= LARGEST_TREE {
            return Err("so many moves were tried here that no more are kept; begin a new game".to_owned());
        }
        let seat = self.game().to_move();
        let (info, geometry) = (self.game().info(), self.game().geometry());
        let mv = move_words::read(info, geometry, seat, word)
            .ok_or_else(|| format!("'{}' is no move on this board", quote(word)))?;
        if let Some(why) = self.game().why_illegal(seat, mv) {
            return Err(format!("{}: {why}", move_words::format(info, geometry, mv)));
        }
        self.advance(mv, !self.trying);
        if self.who[seat.index()] == Who::Person {
            self.waiting = false;
        }
        Ok(())
    }

    /// Plays a legal move.
    pub(super) fn advance(&mut self, mv: Move, own: bool) {
        self.stop_thinking();
        self.hint = false;
        self.analysed = None;
        self.stop_proof();
        if self.tree.play(mv, own).is_err() {
            log::error!("a move that was legal can't be played");
        }
        self.note_end();
        self.changed = true;
    }

    /// Keeps what the end of a game is worth.
    pub(super) fn note_end(&mut self) {
        if let Some(outcome) = self.game().outcome() {
            let value = view::final_value(&outcome, self.game().info());
            self.tree.set_value(self.tree.current(), value);
        }
    }

    /// Looks at another position; engines wait there.
    pub(super) fn look_at(&mut self, node: usize) {
        self.stop_thinking();
        self.hint = false;
        self.analysed = None;
        self.stop_proof();
        self.tree.go_to(node);
        let engine = self.who[self.game().to_move().index()] != Who::Person;
        self.waiting = engine && !self.tree.is_over();
        self.changed = true;
    }

    /// Whether it is a person's turn, or nobody's.
    fn is_persons_turn(&self) -> bool {
        self.trying || self.who[self.game().to_move().index()] == Who::Person
    }

    pub(super) fn undo(&mut self) -> Result<(), String> {
        if self.tree.resigned(self.tree.current()).is_some() {
            self.tree.set_resigned(None);
            self.changed = true;
            return Ok(());
        }
        let mut node = self.tree.parent().ok_or("there is nothing to take back")?;
        self.look_at(node);
        while self.who.contains(&Who::Person) && !self.is_persons_turn() && node != ROOT {
            node = self.tree.before(node);
            self.look_at(node);
        }
        Ok(())
    }

    pub(super) fn redo(&mut self) -> Result<(), String> {
        let mut next = self.tree.onward().ok_or("there is nothing to play again")?;
        loop {
            self.look_at(next);
            match self.tree.onward() {
                Some(onward) if self.who.contains(&Who::Person) && !self.is_persons_turn() => next = onward,
                _ => return Ok(()),
            }
        }
    }

    pub(super) fn resign(&mut self) -> Result<(), String> {
        if self.tree.is_over() {
            return Err("the game is over".to_owned());
        }
        let turn = self.game().to_move();
        let persons = Seat::BOTH.into_iter().filter(|seat| self.who[seat.index()] == Who::Person);
        let seat = persons.min_by_key(|seat| *seat != turn).unwrap_or(turn);
        self.stop_thinking();
        self.tree.set_resigned(Some(seat));
        self.changed = true;
        Ok(())
    }
}
