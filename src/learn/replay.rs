//! Games that were played, gone through once more by those who learn from them.

use crate::board::Point;
use crate::game::Game;
use crate::games::{self, Visitor};
use crate::history::{AnyHistory as _, History};
use crate::matches::results::GameRecord;
use crate::record::move_words;
use crate::setup::{GameInfo, Setup};
use crate::words::{Margin, Move, Seat};

/// What can be learnt from of a position of any game.
pub trait Sight {
    /// See [`Game::features`].
    fn features(&self, moves: &[Move], features: &mut Vec<u16>);

    /// See [`Game::inputs`].
    fn inputs(&self, inputs: &mut Vec<u16>);
}

impl<G: Game> Sight for G {
    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        Game::features(self, moves, features);
    }

    fn inputs(&self, inputs: &mut Vec<u16>) {
        Game::inputs(self, inputs);
    }
}

/// How a game ended that was played to its end.
pub struct End {
    /// The margin for Black.
    pub margin: Margin,
    /// Who owns each cell of the board, row by row.
    pub owners: Vec<Option<Seat>>,
}

/// Who learns.
pub trait Pupil {
    /// A position in which an engine chose: the legal moves, and which of them was played.
    fn see(&mut self, position: &dyn Sight, seat: Seat, moves: &[Move], played: usize);

    /// The game is over; whether something was learnt from it.
    fn conclude(&mut self, setup: &Setup, end: Option<End>) -> bool;
}

/// Goes through a game of `info`, on any board and by any of its rules; moves of its opening are left out. A game of another, or
/// one that is void, is not gone through; false then, or where nothing was learnt from it.
pub fn replay(info: &GameInfo, record: &GameRecord, pupil: &mut dyn Pupil) -> bool {
    match record.setup.setup() {
        Ok(setup) if !record.is_void() && setup.info().id == info.id => games::visit(&setup, Replay { record, pupil }),
        _ => false,
    }
}

struct Replay<'a> {
    record: &'a GameRecord,
    pupil: &'a mut dyn Pupil,
}

impl Visitor for Replay<'_> {
    type Output = bool;

    fn visit<G: Game>(self, setup: &Setup) -> bool {
        let info = setup.info();
        let mut history = History::new(setup.clone(), G::new(setup));
        let mut moves: Vec<Move> = Vec::new();
        for (ply, text) in self.record.moves.iter().enumerate() {
            let seat = self.record.mover(ply);
            let read = move_words::read(info, history.geometry(), seat, text);
            let Some(mv) = read else { return self.pupil.conclude(setup, None) };
            if ply >= self.record.opening {
                let walk = history.walk(seat);
                moves.clear();
                walk.legal_moves(&mut moves);
                if let Some(played) = moves.iter().position(|&legal| legal == mv) {
                    self.pupil.see(walk.position(), seat, &moves, played);
                }
            }
            if history.play(seat, mv).is_err() {
                return self.pupil.conclude(setup, None);
            }
        }
        let last = history.walk(Seat::Black);
        let outcome = last.outcome().filter(|_| last.position().is_over());
        let end = outcome.map(|outcome| {
            let cells = usize::from(setup.width()) * usize::from(setup.height());
            let owners = (0..cells).map(|i| last.position().owner(Point(i as u16))).collect();
            End { margin: outcome.margin, owners }
        });
        self.pupil.conclude(setup, end)
    }
}
