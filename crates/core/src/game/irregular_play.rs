//! Play that goes on where the rules end the game or forbid the move, as in records of real games:
//! after two passes, after a repetition, by a move that restores an earlier board.

use super::Game;
use crate::diagram::{Diagram, DiagramError};
use crate::position::{AnyPosition, Repetition};
use crate::types::{IllegalMove, Move, Seat, Stone};

/// A position that the moves before it do not lead to.
#[derive(Clone)]
pub(super) struct Restart {
    /// The number of moves before it.
    pub after: usize,
    pub position: Box<dyn AnyPosition>,
    /// Whether it belongs to the next move, not to the latest.
    belongs_to_next: bool,
}

/// A rule that a recorded move broke.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breach {
    /// The game was drawn by repetition before the move.
    AfterRepetition,
    /// The move restored an earlier position, which is forbidden.
    Superko,
}

impl Game {
    /// Plays a recorded move, even if a repetition drew the game or forbids the move, and returns
    /// which of these rules it broke.
    ///
    /// # Errors
    /// Returns [`IllegalMove`], and leaves everything as it was, if the move is illegal for another
    /// reason.
    pub fn play_recorded(&mut self, seat: Seat, mv: Move) -> Result<Option<Breach>, IllegalMove> {
        if self.play(seat, mv).is_ok() {
            return Ok(None);
        }
        if let Some(at) = self.repeated_at.take() {
            return match self.play_recorded(seat, mv) {
                Ok(_) => Ok(Some(Breach::AfterRepetition)),
                Err(error) => {
                    self.repeated_at = Some(at);
                    Err(error)
                }
            };
        }
        if self.is_over() || self.current.repetition() != Repetition::Illegal {
            return Err(IllegalMove);
        }
        self.play_on(seat, mv, true)?;
        Ok(Some(Breach::Superko))
    }

    /// Records a move that leads to the position of a diagram, whatever the rules say.
    ///
    /// # Errors
    /// Returns [`IllegalMove`], and leaves everything as it was, if the diagram is not a position
    /// of the game.
    pub fn play_to(&mut self, seat: Seat, mv: Move, diagram: &Diagram) -> Result<(), IllegalMove> {
        let position = self.setup.position(diagram).map_err(|_| IllegalMove)?;
        self.restarts.push(Restart { after: self.moves.len() + 1, position: position.clone(), belongs_to_next: false });
        let occurrence = position.occurrence(Some(seat));
        self.current = position;
        self.push(seat, mv, occurrence);
        Ok(())
    }

    /// Returns a game that begins with a diagram, with the rules, the komi and the judge of this one.
    ///
    /// # Errors
    /// Returns an error if the diagram is not a position of the game.
    pub fn restarted(&self, diagram: &Diagram) -> Result<Game, DiagramError> {
        let blocked = diagram.points_with(Stone::Blocked).collect();
        let setup = self.setup.with_blocked(blocked).unwrap_or_else(|_| self.setup.clone());
        let mut game = Game::from_diagram(setup, diagram)?;
        game.count = self.count.clone();
        game.count.forget();
        Ok(game)
    }

    /// Resumes a game that two passes ended.
    pub(super) fn resume(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove> {
        let mut position = self.current.clone();
        if self.repeated_at.is_some() || !position.resume() {
            return Err(IllegalMove);
        }
        let ended = std::mem::replace(&mut self.current, position.clone());
        let after = self.moves.len();
        if self.play_on(seat, mv, false).is_err() {
            self.current = ended;
            return Err(IllegalMove);
        }
        self.restarts.push(Restart { after, position, belongs_to_next: true });
        Ok(())
    }

    /// Returns the position that play restarts from after `count` moves.
    pub(super) fn restart_at(&self, count: usize) -> Option<&dyn AnyPosition> {
        self.restarts.iter().rfind(|restart| restart.after == count).map(|restart| &*restart.position)
    }

    /// Forgets the restarts of moves after the first `left`.
    pub(super) fn forget_restarts(&mut self, left: usize) {
        let moves = self.moves.len();
        self.restarts.retain(|restart| {
            restart.after < left || restart.after == left && (!restart.belongs_to_next || left == moves)
        });
    }
}
