//! Choices among moves in games that were played, as weights learn from them.

use quintet_arena::matches::results::GameRecord;
use quintet_core::setup::{GameInfo, Setup};

use super::replay::{End, Learner, Turn, replay};

/// Choices among moves, which are described by their features.
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    /// The number of features of a move: one for each table of
    /// [`HeuristicsInfo::prior`](quintet_core::weights::HeuristicsInfo::prior).
    pub tables: usize,
    /// For each choice the index of its first move among all moves, and the index of the played
    /// move within the choice.
    choices: Vec<(usize, usize)>,
    features: Vec<u16>,
}

impl Samples {
    /// Returns no choices, of a game with `tables` tables, at least one.
    pub fn new(tables: usize) -> Samples {
        assert!(tables > 0, "moves without features cannot be distinguished");
        Samples { tables, choices: Vec::new(), features: Vec::new() }
    }

    /// Adds a choice: the features of all its moves, and the index of the played move.
    pub fn add(&mut self, features: &[u16], played: usize) {
        assert!(features.len().is_multiple_of(self.tables) && played < features.len() / self.tables);
        self.choices.push((self.features.len() / self.tables, played));
        self.features.extend_from_slice(features);
    }

    /// Returns the number of choices.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Returns whether there are no choices.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// Returns an iterator over the choices: the features of the moves, and the index of the played
    /// move.
    pub fn iter(&self) -> impl Iterator<Item = (std::slice::ChunksExact<'_, u16>, usize)> {
        let ends = self.choices.iter().skip(1).map(|choice| choice.0).chain([self.features.len() / self.tables]);
        self.choices.iter().zip(ends).map(|(&(from, played), end)| {
            (self.features[from * self.tables..end * self.tables].chunks_exact(self.tables), played)
        })
    }

    /// Adds the choices of engines in a game of `info`, without the opening and without moves that
    /// had no alternative. Returns `false` for a game that is void or another game.
    pub fn add_game(&mut self, info: &GameInfo, record: &GameRecord) -> bool {
        replay(info, record, &mut Chooser { samples: self, features: Vec::new() })
    }
}

/// Gathers the choices of a game.
struct Chooser<'a> {
    samples: &'a mut Samples,
    features: Vec<u16>,
}

impl Learner for Chooser<'_> {
    fn add_position(&mut self, turn: &Turn<'_>) {
        if turn.moves.len() > 1 {
            self.features.clear();
            turn.position.features(turn.moves, &mut self.features);
            self.samples.add(&self.features, turn.played);
        }
    }

    fn end_game(&mut self, _: &Setup, _: Option<End>) -> bool {
        true
    }
}
