//! Forced cycles: positions whose value depends on the value of endless play.

use std::path::Path;
use std::time::Instant;

use quintet_core::diagram::Diagram;
use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::types::Move;

use crate::checkpoint::CheckpointError;
use crate::error::SolverError;
use crate::explicit_graph::{self, BYTES_PER_POSITION, Graph};
use crate::layered_iteration::{self, LayeredIteration, Options};
use crate::limits::{Limits, Watch};
use crate::play::start_position;
use crate::solution::Solution;
use crate::strategies::boards_in_layers;

/// Layered iteration is checked against the rules in all positions of this many random games.
const CHECKED_GAMES: u64 = 2000;

/// The forced cycles among all positions that can be reached from one.
#[derive(Clone, PartialEq, Debug)]
pub struct Cycles {
    /// The solution of the first position.
    pub solution: Solution,
    /// The number of positions, symmetric ones counted once.
    pub positions: u64,
    /// Whether positions can repeat at all; `None` if that is not known.
    pub can_repeat: Option<bool>,
    /// The number of positions whose value depends on the value of endless play.
    pub forced: u64,
    /// Whether the value of the first position depends on it.
    pub at_start: bool,
    /// Moves that lead to the nearest of these positions.
    pub ways: Vec<Vec<Move>>,
}

/// Looks for forced cycles among all positions that can be reached, and returns ways to at most
/// `examples` of them. Layered iteration resumes from the checkpoint, if there is one.
///
/// # Errors
/// Returns an error if the diagram is no position, there are too many positions, the checkpoint
/// cannot be used, or `watch` stopped the work.
pub fn find_cycles(
    setup: &Setup,
    diagram: Option<&Diagram>,
    limits: Limits,
    checkpoint: Option<&Path>,
    examples: usize,
    watch: Watch<'_>,
) -> Result<Cycles, SolverError> {
    let start = start_position(setup, diagram)?;
    let estimate = explicit_graph::estimated_positions(setup) as u64;
    let boards = if diagram.is_none() { boards_in_layers(setup) } else { None };
    if let Some(boards) = boards {
        let [needed, with_ranks] = [false, true].map(|ranks| layered_iteration::memory(boards.len(), true, ranks));
        if needed > limits.memory {
            return Err(SolverError::memory(estimate, needed));
        }
        let options = Options { ranks: with_ranks <= limits.memory, threads: limits.threads, checkpoint };
        let iteration = LayeredIteration::run(setup, boards, options, watch)
            .map_err(|error| SolverError::checkpoint(checkpoint, error))?;
        return cycles_of_iteration(&iteration, &*start, examples, watch);
    }
    if checkpoint.is_some() {
        let error = CheckpointError::NotKept("a graph of all reachable positions");
        return Err(SolverError::checkpoint(checkpoint, error));
    }
    if diagram.is_none() && estimate > most_positions(limits) {
        // The estimate may be too low by an eighth.
        return Err(SolverError::memory(estimate, estimate.saturating_mul(BYTES_PER_POSITION) / 7 * 8));
    }
    cycles_of_graph(setup, &*start, limits, examples, watch)
}

/// Returns the number of positions for which there is memory.
fn most_positions(limits: Limits) -> u64 {
    (limits.memory / BYTES_PER_POSITION).min(u32::MAX.into())
}

fn cycles_of_iteration(
    iteration: &LayeredIteration,
    start: &dyn AnyPosition,
    examples: usize,
    watch: Watch<'_>,
) -> Result<Cycles, SolverError> {
    let counts = iteration.count(start, watch).ok_or(SolverError::Stopped("nothing is counted"))?;
    if let Some(position) = iteration.contradiction(start, CHECKED_GAMES) {
        return Err(SolverError::Contradiction(Box::new(position.diagram())));
    }
    let ways = if counts.open > 0 { iteration.ways(start, examples) } else { Vec::new() };
    Ok(Cycles {
        at_start: ways.first().is_some_and(Vec::is_empty),
        solution: iteration.solution(start),
        positions: counts.positions,
        can_repeat: layered_iteration::can_repeat(start).then_some(true),
        forced: counts.open,
        ways,
    })
}

fn cycles_of_graph(
    setup: &Setup,
    start: &dyn AnyPosition,
    limits: Limits,
    examples: usize,
    watch: Watch<'_>,
) -> Result<Cycles, SolverError> {
    let begun = Instant::now();
    let most = most_positions(limits);
    let graph = Graph::new(setup, start, most, watch).ok_or(SolverError::TooManyPositions(most))?;
    let forced = graph.cycles();
    Ok(Cycles {
        solution: graph.solution(start, begun).expect("the start is one of the positions"),
        positions: graph.len() as u64,
        can_repeat: Some(graph.has_cycle()),
        forced: forced.len() as u64,
        at_start: forced.first() == Some(&0),
        ways: graph.ways(start, &forced[..forced.len().min(examples)]),
    })
}
