//! Positions of games that were played: what could be played there, and what was.

use super::replay::{End, Pupil, Sight, replay};
use crate::matches::results::GameRecord;
use crate::setup::{GameInfo, Setup};
use crate::words::{Move, Seat};

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

    /// Adds the moves that engines chose in a game of `info`: those of its opening are left out, and those that had no
    /// alternative. A game of another, or one that is void, adds nothing; false then.
    pub fn add_game(&mut self, info: &GameInfo, record: &GameRecord) -> bool {
        replay(info, record, &mut Chooser { samples: self, features: Vec::new() })
    }
}

/// Learns what was chosen among which moves.
struct Chooser<'a> {
    samples: &'a mut Samples,
    features: Vec<u16>,
}

impl Pupil for Chooser<'_> {
    fn see(&mut self, position: &dyn Sight, _: Seat, moves: &[Move], played: usize) {
        if moves.len() > 1 {
            self.features.clear();
            position.features(moves, &mut self.features);
            self.samples.add(&self.features, played);
        }
    }

    fn conclude(&mut self, _: &Setup, _: Option<End>) -> bool {
        true
    }
}
