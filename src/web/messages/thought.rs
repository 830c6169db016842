//! What is thought of a position.

use serde::Serialize;

/// The state of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThoughtView {
    /// The node that is thought about.
    pub node: usize,
    /// What for: `move`, `analysis`, `hint` or `review`.
    pub purpose: &'static str,
    /// Who thinks.
    pub player: String,
    /// Whether it is over.
    pub done: bool,
    /// How far a review has come, from 0 to 1.
    pub progress: Option<f64>,
    /// Seconds since it began.
    pub seconds: f64,
    /// Simulations so far.
    pub visits: u64,
    /// The expected result for the seat to move; absent where an engine doesn't tell.
    pub rate: Option<f64>,
    /// The position's value in words, where it is proven or solved.
    pub exact: Option<String>,
    /// The best moves, the best first.
    pub moves: Vec<CandidateView>,
    /// How surely each cell is Black's at the end, from −1 to 1; may be empty.
    pub ownership: Vec<f32>,
}

/// A move that a search looked at, seen by the seat to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CandidateView {
    /// The move.
    pub word: String,
    /// Its cell, and its stone.
    pub cell: Option<usize>,
    /// Its stone.
    pub stone: Option<&'static str>,
    /// Simulations.
    pub visits: u64,
    /// The expected result.
    pub rate: f64,
    /// The expected margin, in games that count points.
    pub lead: Option<f64>,
    /// `win`, `draw` or `loss` where it is proven.
    pub proof: Option<&'static str>,
    /// What is expected to follow, this move first.
    pub pv: Vec<Ply>,
}

/// A move of an expected line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ply {
    /// The move.
    pub word: String,
    /// Its cell.
    pub cell: Option<usize>,
    /// Its stone.
    pub stone: Option<&'static str>,
}

/// The exact values of a position's moves, each as a fresh start, as far as they are known.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExactValues {
    /// The node of the position.
    pub node: usize,
    /// Whether no more will come to be known.
    pub done: bool,
    /// Seconds since the work began.
    pub seconds: f64,
    /// How many legal moves there are.
    pub total: usize,
    /// The position's value in words, where it is known.
    pub value: Option<String>,
    /// The moves whose values are known, the best first.
    pub moves: Vec<ExactMove>,
}

/// A move with its exact value.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExactMove {
    /// The move.
    pub word: String,
    /// Its cell.
    pub cell: Option<usize>,
    /// Its stone.
    pub stone: Option<&'static str>,
    /// The value for the seat to move: `+3`, `0`, `−2`; `win`, `draw` or `loss` where winners alone are known.
    pub text: String,
    /// Whether it keeps the position's value.
    pub best: bool,
    /// In how many plies the better side can force it, where that is known.
    pub plies: Option<u32>,
}
