//! The record of a game of a match, as it stands in a result file.

use std::collections::BTreeMap;

use quintet_core::setup::Setup;
use quintet_core::types::{Margin, Seat};
use quintet_record::setup_words::{ReadSetupError, SetupWords, Size};
use serde::{Deserialize, Serialize};

use crate::driver::recorded_search::RecordedSearch;
use crate::driver::referee::{Decision, Reason};

/// A [`Setup`] in a result file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SetupRecord {
    /// The game's id.
    pub game: String,
    /// The number of columns.
    pub width: u16,
    /// The number of rows.
    pub height: u16,
    pub rules: BTreeMap<String, String>,
    /// Points for White.
    pub komi: f64,
    /// Blocked points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
}

impl From<&Setup> for SetupRecord {
    fn from(setup: &Setup) -> SetupRecord {
        let geometry = setup.geometry();
        SetupRecord {
            game: setup.info().id.to_owned(),
            width: setup.width(),
            height: setup.height(),
            rules: setup.rules().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            komi: setup.komi(),
            blocked: setup.blocked().iter().map(|point| geometry.vertex(point).to_string()).collect(),
        }
    }
}

impl SetupRecord {
    /// Returns the setup.
    ///
    /// # Errors
    /// Returns an error if there is no such game, size, rule or point.
    pub fn setup(&self) -> Result<Setup, ReadSetupError> {
        let words = SetupWords {
            game: Some(self.game.clone()),
            size: Some(Size::Rectangle(self.width, self.height).to_string()),
            rules: self.rules.clone().into_iter().collect(),
            komi: Some(self.komi),
            blocked: self.blocked.clone(),
        };
        words.read()
    }
}

/// The seeds of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seeds {
    /// The seed of the opening.
    pub opening: u64,
    /// The seed of Black's engine, if it has `set_random_seed`.
    pub black: u64,
    /// The seed of White's engine, if it has `set_random_seed`.
    pub white: u64,
}

/// The record of a game that was played or begun.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The match: [`MatchConfig::fingerprint`](super::config::MatchConfig::fingerprint).
    #[serde(rename = "match")]
    pub fingerprint: String,
    /// The number in the match, from 1.
    pub number: u64,
    /// The number of its colour-swapped pair, from 0.
    pub pair: u64,
    /// The engine that played Black.
    pub black: String,
    /// The engine that played White.
    pub white: String,
    /// The result: `B+n`, `W+n`, `0`; `B+R` (resigned), `B+T` (time), `B+F` (illegal move); `Void`.
    pub result: String,
    /// The reason of its end.
    pub reason: Reason,
    /// The winner; absent in draws and void games.
    pub winner: Option<Seat>,
    /// The margin, if the game was counted.
    pub margin: Option<Margin>,
    /// An explanation of its end.
    pub detail: String,
    /// The engine at fault, if any.
    pub culprit: Option<String>,
    pub setup: SetupRecord,
    /// The side with the first move; then the sides take turns.
    pub first: Seat,
    /// The number of moves of the opening.
    pub opening: usize,
    /// The moves, in the program's own words.
    pub moves: Vec<String>,
    /// The seconds that each answer took; 0 in the opening. There is one more than moves if the last
    /// answer was late, illegal or a resignation.
    pub times: Vec<f64>,
    /// The search result of each move, if it was recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<Option<RecordedSearch>>,
    pub seeds: Seeds,
    /// The start, in seconds since 1970.
    pub started: f64,
    /// The end, in seconds since 1970.
    pub ended: f64,
    /// For void games, by engine: the traffic and the last lines of stderr.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<BTreeMap<String, Vec<String>>>,
}

impl GameRecord {
    /// Returns the end of the game.
    pub fn decision(&self) -> Decision {
        let seats = [(Seat::Black, &self.black), (Seat::White, &self.white)];
        let culprit = seats.into_iter().find(|(_, name)| self.culprit.as_ref() == Some(name)).map(|(seat, _)| seat);
        Decision { reason: self.reason, winner: self.winner, margin: self.margin, culprit, detail: self.detail.clone() }
    }

    /// Returns whether the game counts for nobody.
    pub fn is_void(&self) -> bool {
        self.reason.is_void()
    }

    /// Returns the engine of a side.
    pub fn engine(&self, seat: Seat) -> &str {
        match seat {
            Seat::Black => &self.black,
            Seat::White => &self.white,
        }
    }

    /// Returns the half points of a side: 0, 1 or 2; `None` for a void game.
    pub fn half_points(&self, seat: Seat) -> Option<u8> {
        (!self.is_void()).then(|| match self.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == seat),
        })
    }

    /// Returns the side that made a move, by its index.
    pub fn mover(&self, ply: usize) -> Seat {
        if ply.is_multiple_of(2) { self.first } else { self.first.other() }
    }
}
