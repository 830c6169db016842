//! Results of games, of searches and of the solver.

use pyo3::prelude::*;
use quintet_core::game::Game;
use quintet_core::types::{Move, Outcome, Seat};
use quintet_engine::Choice;
use quintet_search::{Candidate, Proof};
use quintet_solve::Solution;

use crate::actions;

/// The result of a finished game.
#[pyclass(name = "Outcome", module = "quintet", frozen, get_all, eq)]
#[derive(PartialEq)]
pub struct PyOutcome {
    /// ``"black"``, ``"white"``, or ``None`` for a draw.
    winner: Option<&'static str>,
    /// The margin for Black: points, or 1, 0 and -1 in games in which only the winner counts.
    margin: f64,
    /// The result as it is written: ``"B+3"``, ``"W+1"``, ``"0"``.
    text: String,
    /// Why the game ended, such as ``"full board"``.
    reason: &'static str,
}

impl PyOutcome {
    /// Returns a result.
    pub fn new(outcome: &Outcome) -> PyOutcome {
        PyOutcome {
            winner: outcome.winner().map(Seat::name),
            margin: outcome.margin.points(),
            text: outcome.margin.to_string(),
            reason: outcome.ending.name(),
        }
    }
}

#[pymethods]
impl PyOutcome {
    fn __repr__(&self) -> String {
        format!("<quintet.Outcome {}, {}>", self.text, self.reason)
    }
}

/// A move that a search considered.
#[pyclass(name = "Candidate", module = "quintet", frozen, get_all)]
#[derive(Clone)]
pub struct PyCandidate {
    /// The word of the move.
    r#move: String,
    /// Its action.
    action: usize,
    /// The number of simulations through this move.
    visits: u64,
    /// The expected result for the side to move, from 0 (a loss) to 1 (a win).
    win_rate: f64,
    /// The expected margin for the side to move, in points; ``None`` in games without margins.
    margin: Option<f64>,
    /// The prior probability, from 0 to 1.
    prior: f64,
    /// ``"win"``, ``"draw"`` or ``"loss"`` for the side to move if that is proved.
    proof: Option<&'static str>,
    /// The principal variation, which begins with this move.
    line: Vec<String>,
}

impl PyCandidate {
    fn new(game: &Game, candidate: &Candidate) -> PyCandidate {
        PyCandidate {
            r#move: game.word(candidate.mv),
            action: actions::of(game.setup(), candidate.mv),
            visits: candidate.visits,
            win_rate: candidate.win_rate,
            margin: game.info().has_margin.then_some(candidate.lead),
            prior: candidate.prior,
            proof: candidate.proof.map(proof_name),
            line: words(game, &candidate.pv),
        }
    }
}

#[pymethods]
impl PyCandidate {
    fn __repr__(&self) -> String {
        format!("<quintet.Candidate {}, {:.3}, {} visits>", self.r#move, self.win_rate, self.visits)
    }
}

/// The result of a search.
#[pyclass(name = "SearchResult", module = "quintet", frozen, get_all)]
pub struct PySearchResult {
    /// The word of the chosen move.
    r#move: String,
    /// Its action.
    action: usize,
    /// The side to move: ``"black"`` or ``"white"``.
    seat: &'static str,
    /// The expected result for the side to move, from 0 (a loss) to 1 (a win).
    win_rate: f64,
    /// The expected margin for the side to move, in points; ``None`` in games without margins.
    margin: Option<f64>,
    /// The number of simulations, including those of an earlier search that were used again.
    visits: u64,
    /// ``"win"``, ``"draw"`` or ``"loss"`` for the side to move if that is proved.
    proof: Option<&'static str>,
    /// The principal variation, which begins with the chosen move.
    line: Vec<String>,
    /// The moves that were considered, best first.
    candidates: Vec<PyCandidate>,
    /// For each cell, row by row from the bottom, how likely it belongs to Black at the end: from
    /// -1 (White) to 1 (Black), ``width * height`` numbers. Empty unless it was asked for.
    ownership: Vec<f32>,
    /// The time it took, in seconds.
    seconds: f64,
}

impl PySearchResult {
    /// Returns what was found in a game's position, and the move that was chosen.
    pub fn new(game: &Game, choice: &Choice, mv: Move) -> PySearchResult {
        let report = &choice.report;
        let candidates: Vec<PyCandidate> =
            report.candidates.iter().map(|candidate| PyCandidate::new(game, candidate)).collect();
        let chosen = report.candidates.iter().position(|candidate| candidate.mv == mv).map(|at| &candidates[at]);
        PySearchResult {
            r#move: game.word(mv),
            action: actions::of(game.setup(), mv),
            seat: report.seat.name(),
            win_rate: report.win_rate,
            margin: chosen.and_then(|chosen| chosen.margin),
            visits: report.visits,
            proof: report.proof.map(proof_name),
            line: chosen.map_or_else(|| words(game, &[mv]), |chosen| chosen.line.clone()),
            ownership: report.ownership.clone(),
            seconds: report.time.as_secs_f64(),
            candidates,
        }
    }
}

#[pymethods]
impl PySearchResult {
    fn __repr__(&self) -> String {
        format!("<quintet.SearchResult {}, {:.3}, {} visits>", self.r#move, self.win_rate, self.visits)
    }
}

/// The exact value of a position, as far as it is known.
#[pyclass(name = "Solution", module = "quintet", frozen, get_all)]
pub struct PySolution {
    /// The value for Black with best play: points, or 1, 0 and -1 in games in which only the winner
    /// counts. ``None`` if it is not known.
    value: Option<f64>,
    /// A lower bound of the value; -inf if nothing is known.
    low: f64,
    /// An upper bound of the value.
    high: f64,
    /// The value as it is written: ``"B+3"``, ``"W+"``, ``"0"``, ``"unknown LOW HIGH"``.
    text: String,
    /// All moves that are proved to keep the value.
    best: Vec<String>,
    /// The moves of which it is not proved whether they keep the value.
    undecided: Vec<String>,
    /// A line of best play.
    line: Vec<String>,
    /// The number of positions that were looked at.
    nodes: u64,
    /// Why something is not proved; ``None`` if all is.
    obstacle: Option<String>,
    /// The time it took, in seconds.
    seconds: f64,
}

impl PySolution {
    /// Returns what is known about a game's position.
    pub fn new(game: &Game, solution: &Solution) -> PySolution {
        PySolution {
            value: solution.value(),
            low: solution.low,
            high: solution.high,
            text: solution.text(),
            best: words(game, &solution.best),
            undecided: words(game, &solution.undecided),
            line: words(game, &solution.line),
            nodes: solution.nodes,
            obstacle: solution.obstacle.as_ref().map(ToString::to_string),
            seconds: solution.time.as_secs_f64(),
        }
    }
}

#[pymethods]
impl PySolution {
    fn __repr__(&self) -> String {
        format!("<quintet.Solution {}>", self.text)
    }
}

/// Returns the words of moves.
fn words(game: &Game, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| game.word(mv)).collect()
}

fn proof_name(proof: Proof) -> &'static str {
    match proof {
        Proof::Loss => "loss",
        Proof::Draw => "draw",
        Proof::Win => "win",
    }
}
