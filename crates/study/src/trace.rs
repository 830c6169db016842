//! The record of a game that a study keeps: one JSON object per line.

use std::collections::BTreeMap;

use quintet_core::types::Seat;
use serde::{Deserialize, Serialize};

/// A game of a study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameTrace {
    /// The number of the game in the study, from 1.
    pub number: u64,
    /// The index of the board in the grid.
    pub cell: usize,
    /// 0 for a game between equals; otherwise how often the thinking of the stronger side is
    /// doubled, against half of it.
    pub doubling: u32,
    /// The side that thinks more, in a game between unequals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stronger: Option<Side>,
    /// The side with the first move.
    pub first: Side,
    pub moves: Vec<String>,
    /// The number of moves of the opening.
    pub opening: usize,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The margin for Black.
    pub margin: f64,
    /// The reason of the end.
    pub ending: String,
    /// `true` if the pieces were swapped by the pie rule.
    pub swapped: bool,
    /// The number of legal moves before each move.
    pub choices: Vec<u32>,
    /// Black's expected result before each move after the opening, from 0 to 1.
    pub values: Vec<f64>,
    /// The number of moves that keep the value, before each move after the opening.
    pub keeping: Vec<u32>,
    /// The number of stones that moves captured.
    pub captured: u32,
    /// The number of positions that occurred before.
    pub repeated: u32,
    /// The number of stones of each name on the board at the end.
    pub stones: BTreeMap<String, u32>,
}

/// A side, as its letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Side {
    #[serde(rename = "b")]
    Black,
    #[serde(rename = "w")]
    White,
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Side {
        match seat {
            Seat::Black => Side::Black,
            Seat::White => Side::White,
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::Black => Seat::Black,
            Side::White => Seat::White,
        }
    }
}

impl GameTrace {
    /// Returns the points of a side: 1 for a win, ½ for a draw.
    pub fn points(&self, side: Side) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == side)),
        }
    }

    /// Returns the expected results of the winner after the opening; empty for a draw.
    pub fn winners_values(&self) -> Vec<f64> {
        match self.winner {
            None => Vec::new(),
            Some(Side::Black) => self.values.clone(),
            Some(Side::White) => self.values.iter().map(|value| 1.0 - value).collect(),
        }
    }
}
