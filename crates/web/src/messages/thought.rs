//! The results of searches and exact values.

use quintet_record::tree::NodeId;
use serde::Serialize;

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The move of an engine.
    #[default]
    Move,
    /// The analysis of the position that is shown.
    Analysis,
    /// A hint for a person.
    Hint,
    /// The review of the whole game.
    Review,
}

/// The state of a search.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThoughtView {
    /// The node that is searched.
    pub node: NodeId,
    pub purpose: Purpose,
    /// The name of the engine.
    pub player: String,
    /// Whether the search has ended.
    pub done: bool,
    /// The progress of a review, from 0 to 1.
    pub progress: Option<f64>,
    /// The seconds since its start.
    pub seconds: f64,
    /// The number of visits so far.
    pub visits: u64,
    /// The expected result for the side to move; absent for external engines.
    pub rate: Option<f64>,
    /// The value of the position in words, if it is proved.
    pub exact: Option<String>,
    /// The best moves, best first.
    pub moves: Vec<CandidateView>,
    /// The ownership of each cell, from −1 (White) to 1 (Black); may be empty.
    pub ownership: Vec<f32>,
}

/// A candidate move. Values are for the side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CandidateView {
    /// The move.
    #[serde(flatten)]
    pub ply: Ply,
    pub visits: u64,
    /// The expected result.
    pub rate: f64,
    /// The expected margin, in games with margins.
    pub lead: Option<f64>,
    /// The result with best play, if it is proved.
    pub proof: Option<ProvedResult>,
    /// The principal variation, this move first.
    pub pv: Vec<Ply>,
}

/// A proved result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProvedResult {
    Win,
    Draw,
    Loss,
}

/// A move of a variation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ply {
    /// The move.
    pub word: String,
    pub cell: Option<usize>,
    pub stone: Option<&'static str>,
}

/// The known exact values of the moves of a position, each as a fresh start.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExactValues {
    pub node: NodeId,
    /// Whether there will be no more.
    pub done: bool,
    /// The seconds since the start of the computation.
    pub seconds: f64,
    /// The number of legal moves.
    pub total: usize,
    /// The value of the position in words, if it is known.
    pub value: Option<String>,
    /// The moves with known values, best first.
    pub moves: Vec<ExactMove>,
}

/// A move with its exact value.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExactMove {
    /// The move.
    #[serde(flatten)]
    pub ply: Ply,
    /// The value for the side to move: `+3`, `0`, `−2`, or `win`, `draw`, `loss` if only winners
    /// are known.
    pub text: String,
    /// Whether the move is one of the best.
    pub best: bool,
    /// The number of plies until the better side has won, if it is known.
    pub plies: Option<u32>,
}
