//! A game that was read from a file.

use std::collections::BTreeMap;

use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};

/// Facts about a game other than its moves. All texts are plain; the writer escapes them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// The player with Black (`PB`).
    pub black: Option<String>,
    /// The player with White (`PW`).
    pub white: Option<String>,
    /// The result (`RE`), like `B+3`, `W+R` or `0`. The writer adds the result of a finished game
    /// by itself.
    pub result: Option<String>,
    /// The date (`DT`), like `2026-11-20`.
    pub date: Option<String>,
    /// The match or tournament (`EV`).
    pub event: Option<String>,
    /// The round (`RO`).
    pub round: Option<String>,
    /// A comment on the whole game (`C` of the nodes before the first move).
    pub comment: Option<String>,
    /// Comments on positions, by the number of moves before them (`C` of the other nodes).
    pub comments: BTreeMap<usize, String>,
    /// Other facts in plain text, by property: ranks, place, source and the like.
    pub others: Vec<(&'static str, String)>,
}

/// The properties of [`Notes::others`].
pub const OTHER_FACTS: &[&str] = &["GN", "BR", "WR", "BT", "WT", "PC", "SO", "US", "AN", "CP", "ON", "OT", "TM", "GC"];

/// A game that was read from a file. All its moves are legal.
#[derive(Clone, Debug)]
pub struct Record {
    /// Game, size, rules, blocked points and komi.
    pub setup: Setup,
    /// The position before the first move.
    pub start: Diagram,
    /// The moves of the main line, up to the requested one.
    pub moves: Vec<(Seat, Move)>,
    /// Names, date and result.
    pub notes: Notes,
    /// Warnings about parts of the file that were not understood or are wrong, a line each.
    pub warnings: Vec<String>,
}

impl Record {
    /// Returns the notes for a game that began as this one and may have gone on otherwise: without
    /// comments on other moves, and with the result only if all moves are the same.
    pub fn notes_for(&self, game: &Game) -> Notes {
        let same = self.moves.iter().zip(game.moves()).take_while(|(old, new)| old == new).count();
        let is_whole = same == self.moves.len() && same == game.moves().len();
        let mut notes = self.notes.clone();
        notes.comments.retain(|&moves, _| moves <= same);
        notes.result = notes.result.filter(|_| is_whole);
        notes
    }

    /// Replays the game.
    pub fn replay(&self) -> Game {
        let mut game = Game::from_diagram(self.setup.clone(), &self.start).expect("the reader accepted the start");
        for &(seat, mv) in &self.moves {
            game.play(seat, mv).expect("the reader accepted the moves");
        }
        game
    }
}
