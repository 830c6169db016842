//! Positions of games that were played: what could be played there, and what was.

use crate::game::Game;
use crate::games::{self, Visitor};
use crate::history::{AnyHistory as _, History};
use crate::matches::results::GameRecord;
use crate::record::move_words;
use crate::setup::{GameInfo, Setup};
use crate::words::Move;

/// Choices among moves, which are told by their features.
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    /// Features of a move: one for each table of [`crate::setup::GameInfo::prior`].
    pub tables: usize,
    /// Where the moves of each choice begin among all moves, and which of them was played.
    choices: Vec<(usize, usize)>,
    features: Vec<u16>,
}

impl Samples {
    /// None yet, of a game with so many tables, at least one.
    pub fn new(tables: usize) -> Samples {
        assert!(tables > 0, "moves without features can't be told apart");
        Samples { tables, choices: Vec::new(), features: Vec::new() }
    }

    /// Adds a choice: the features of all moves one after the other, and the index of the move that was played.
    pub fn add(&mut self, features: &[u16], played: usize) {
        assert!(features.len().is_multiple_of(self.tables) && played < features.len() / self.tables);
        self.choices.push((self.features.len() / self.tables, played));
        self.features.extend_from_slice(features);
    }

    /// How many choices there are.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Each choice: the features of its moves, and the index of the one that was played.
    pub fn iter(&self) -> impl Iterator<Item = (std::slice::ChunksExact<'_, u16>, usize)> {
        let ends = self.choices.iter().skip(1).map(|choice| choice.0).chain([self.features.len() / self.tables]);
        self.choices.iter().zip(ends).map(|(&(from, played), end)| {
            (self.features[from * self.tables..end * self.tables].chunks_exact(self.tables), played)
        })
    }

    /// Adds the moves that engines chose in a game of `info`, on any board and by any of its rules: those of its opening are
    /// left out, and those that had no alternative. A game of another, or one that is void, adds nothing; false then.
    pub fn add_game(&mut self, info: &GameInfo, record: &GameRecord) -> bool {
        match record.setup.setup() {
            Ok(setup) if !record.is_void() && setup.info().id == info.id => {
                games::visit(&setup, Replay { record, samples: self })
            }
            _ => false,
        }
    }
}

struct Replay<'a> {
    record: &'a GameRecord,
    samples: &'a mut Samples,
}

impl Visitor for Replay<'_> {
    type Output = bool;

    fn visit<G: Game>(self, setup: &Setup) -> bool {
        let info = setup.info();
        let mut history = History::new(setup.clone(), G::new(setup));
        let (mut moves, mut features): (Vec<Move>, Vec<u16>) = (Vec::new(), Vec::new());
        for (ply, text) in self.record.moves.iter().enumerate() {
            let seat = self.record.mover(ply);
            let Some(mv) = move_words::read(info, history.geometry(), seat, text) else { return false };
            if ply >= self.record.opening {
                let walk = history.walk(seat);
                moves.clear();
                features.clear();
                walk.legal_moves(&mut moves);
                walk.position().features(&moves, &mut features);
                if let Some(played) = moves.iter().position(|&legal| legal == mv)
                    && moves.len() > 1
                {
                    self.samples.add(&features, played);
                }
            }
            if history.play(seat, mv).is_err() {
                return false;
            }
        }
        true
    }
}
