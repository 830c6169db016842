//! The ways to solve a position, in the order in which they are tried.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

use quintet_core::position::state_index::StateIndex;
use quintet_core::position::{AnyPosition, Repetition};
use quintet_core::setup::Setup;
use quintet_system::clock::Instant;

use crate::alpha_beta;
use crate::bitparallel;
use crate::checkpoint::CheckpointError;
use crate::explicit_graph::{self, Graph};
use crate::known_values::{self, KnownValues};
use crate::limits::{Limits, Watch};
use crate::retrograde::{self, Question};
use crate::solution::Solution;
use crate::value_scale::ValueScale;
use crate::value_store::ValueStore;

/// With more positions than this, alpha-beta search is faster than an explicit graph.
const MOST_EXPLICIT: u64 = 5_000_000;

/// A position to solve, and how.
pub struct Task<'a> {
    pub setup: &'a Setup,
    pub position: &'a dyn AnyPosition,
    pub limits: Limits,
    /// The checkpoint file.
    pub checkpoint: Option<&'a Path>,
    pub store: &'a ValueStore,
    pub begun: Instant,
    states: OnceCell<Option<Arc<dyn StateIndex>>>,
}

impl<'a> Task<'a> {
    pub fn new(
        setup: &'a Setup,
        position: &'a dyn AnyPosition,
        limits: Limits,
        checkpoint: Option<&'a Path>,
        store: &'a ValueStore,
    ) -> Task<'a> {
        Task { setup, position, limits, checkpoint, store, begun: Instant::now(), states: OnceCell::new() }
    }

    /// The numbering of the setup's positions, if there is one and a byte for each may fit the
    /// memory: on large boards it takes seconds.
    pub fn states(&self) -> Option<&Arc<dyn StateIndex>> {
        let numbered = || {
            // The game's bound can be three times the number.
            let most = self.limits.memory.saturating_mul(3);
            let fits = (self.setup.info().solving.can_index_states)(self.setup, most);
            fits.then(|| known_values::states(self.setup)).flatten()
        };
        self.states.get_or_init(numbered).as_ref()
    }

    fn scale(&self) -> ValueScale {
        ValueScale::new(self.setup)
    }
}

/// The cost of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The number of positions, or an estimate of it.
    pub positions: u64,
    /// The memory that it takes, in bytes.
    pub memory: u64,
}

impl Cost {
    const NONE: Cost = Cost { positions: 0, memory: 0 };
}

/// How a strategy treats the checkpoint file, if one is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckpointUse {
    /// It resumes from the file.
    Resumes,
    /// It is not tried: it keeps no checkpoints, and the position may take long.
    Skipped,
    /// It refuses the file: it solves the position at once.
    Refuses,
}

/// A way to solve a position.
pub trait Strategy: Sync {
    /// The name, for the log.
    fn name(&self) -> &'static str;

    /// Returns the cost of looking at all positions at once, whatever the limits; `None` if that is
    /// not possible.
    fn cost(&self, task: &Task<'_>) -> Option<Cost>;

    /// Returns how the strategy treats the checkpoint file.
    fn checkpoint_use(&self) -> CheckpointUse {
        CheckpointUse::Skipped
    }

    /// Returns whether the strategy suits the limits other than the memory.
    fn suits(&self, task: &Task<'_>) -> bool;

    /// Solves the position; `None` if the next strategy should try.
    ///
    /// # Errors
    /// Returns an error if the checkpoint cannot be used.
    fn run(&self, task: &Task<'_>, watch: Watch<'_>) -> Result<Option<Solution>, CheckpointError>;
}

/// All strategies, the first that has a solution wins. The last one always has.
const STRATEGIES: [&dyn Strategy; 6] =
    [&RetrogradeAnalysis, &RetrogradeWithoutPlies, &SmallGraph, &ExplicitGraph, &BitParallel, &AlphaBeta];

/// The strategies that look at all positions of a board at once, in the order of their advice about
/// memory.
const WHOLE_BOARD: [&dyn Strategy; 2] = [&BitParallel, &RetrogradeWithoutPlies];

/// Solves a position by the first strategy that can.
///
/// # Errors
/// Returns an error if the checkpoint cannot be used.
pub fn solve(task: &Task<'_>, watch: Watch<'_>) -> Result<Solution, CheckpointError> {
    if task.position.is_over() || task.position.count_legal() == 0 {
        return Ok(Solution::of_ended_game(task.position, task.scale(), task.begun));
    }
    for strategy in STRATEGIES {
        let with_checkpoint = task.checkpoint.map(|_| strategy.checkpoint_use());
        if with_checkpoint == Some(CheckpointUse::Skipped)
            || !strategy.suits(task)
            || strategy.cost(task).is_none_or(|cost| cost.memory > task.limits.memory)
        {
            continue;
        }
        if with_checkpoint == Some(CheckpointUse::Refuses) {
            return Err(CheckpointError::NotKept(strategy.name()));
        }
        if let Some(solution) = strategy.run(task, watch)? {
            log::debug!("solved by {}", strategy.name());
            return Ok(solution);
        }
    }
    unreachable!("alpha-beta search always has a solution")
}

/// Returns the cost of looking at all positions at once by the strategy that would be used if there
/// were enough memory; `None` if there is no such strategy.
pub fn whole_board_cost(task: &Task<'_>) -> Option<Cost> {
    WHOLE_BOARD.into_iter().find_map(|strategy| strategy.cost(task))
}

/// The values of all positions, which may be in the store.
struct RetrogradeAnalysis;

impl Strategy for RetrogradeAnalysis {
    fn name(&self) -> &'static str {
        "retrograde analysis"
    }

    fn checkpoint_use(&self) -> CheckpointUse {
        CheckpointUse::Refuses
    }

    fn cost(&self, task: &Task<'_>) -> Option<Cost> {
        if task.store.contains(task.setup) {
            return Some(Cost::NONE);
        }
        let positions = task.states()?.len();
        let memory = retrograde::memory(positions, Question::Values, task.limits.threads);
        Some(Cost { positions, memory })
    }

    fn suits(&self, _: &Task<'_>) -> bool {
        true
    }

    fn run(&self, task: &Task<'_>, watch: Watch<'_>) -> Result<Option<Solution>, CheckpointError> {
        let known = task.store.get(task.setup).or_else(|| {
            let states = task.states()?.clone();
            task.store.compute(task.setup, states, task.limits.threads, watch)
        });
        Ok(known.and_then(|known| known.solution(task.position, task.begun)))
    }
}

/// The values of all positions alone, where the memory is too small for their plies, too. They are
/// not kept, because an engine that plays by them would make no progress.
struct RetrogradeWithoutPlies;

impl Strategy for RetrogradeWithoutPlies {
    fn name(&self) -> &'static str {
        "retrograde analysis without plies"
    }

    fn checkpoint_use(&self) -> CheckpointUse {
        CheckpointUse::Refuses
    }

    fn cost(&self, task: &Task<'_>) -> Option<Cost> {
        let positions = task.states()?.len();
        let memory = retrograde::memory(positions, Question::ValuesAlone, task.limits.threads);
        Some(Cost { positions, memory })
    }

    fn suits(&self, _: &Task<'_>) -> bool {
        true
    }

    fn run(&self, task: &Task<'_>, watch: Watch<'_>) -> Result<Option<Solution>, CheckpointError> {
        let Some(states) = task.states().cloned() else { return Ok(None) };
        let known = KnownValues::compute(task.setup, states, Question::ValuesAlone, task.limits.threads, watch);
        Ok(known.and_then(|known| known.solution(task.position, task.begun)))
    }
}

/// The graph of a whole small board, which is kept in the store.
struct SmallGraph;

impl Strategy for SmallGraph {
    fn name(&self) -> &'static str {
        "the graph of the board"
    }

    fn checkpoint_use(&self) -> CheckpointUse {
        CheckpointUse::Refuses
    }

    fn cost(&self, task: &Task<'_>) -> Option<Cost> {
        explicit_graph::is_small(task.setup).then_some(Cost::NONE)
    }

    fn suits(&self, _: &Task<'_>) -> bool {
        true
    }

    fn run(&self, task: &Task<'_>, watch: Watch<'_>) -> Result<Option<Solution>, CheckpointError> {
        let whole = task.store.small_graph(task.setup, watch).filter(|whole| whole.proved);
        Ok(whole.and_then(|whole| whole.graph.solution(task.position, task.begun)))
    }
}

/// The graph of the positions that can be reached.
struct ExplicitGraph;

impl ExplicitGraph {
    /// Returns the largest number of positions of a graph.
    fn most(task: &Task<'_>) -> u64 {
        (task.limits.memory / explicit_graph::BYTES_PER_POSITION).min(MOST_EXPLICIT)
    }
}

impl Strategy for ExplicitGraph {
    fn name(&self) -> &'static str {
        "the graph of all reachable positions"
    }

    fn cost(&self, task: &Task<'_>) -> Option<Cost> {
        let positions = explicit_graph::estimated_positions(task.setup);
        let memory = positions * explicit_graph::BYTES_PER_POSITION as f64;
        Some(Cost { positions: positions as u64, memory: memory as u64 })
    }

    fn suits(&self, task: &Task<'_>) -> bool {
        task.setup.info().solving.can_repeat
            && task.position.repetition() == Repetition::Ignored
            && explicit_graph::estimated_positions(task.setup) < Self::most(task) as f64
    }

    fn run(&self, task: &Task<'_>, watch: Watch<'_>) -> Result<Option<Solution>, CheckpointError> {
        let graph = Graph::new(task.setup, task.position, Self::most(task), watch);
        Ok(graph.and_then(|graph| graph.solution(task.position, task.begun)))
    }
}

/// All positions that follow, in games that fill the board.
struct BitParallel;

impl Strategy for BitParallel {
    fn name(&self) -> &'static str {
        "bit-parallel search"
    }

    fn cost(&self, task: &Task<'_>) -> Option<Cost> {
        if !task.setup.info().solving.is_filling_game {
            return None;
        }
        let points = task.position.count_legal();
        let fits = points <= bitparallel::MOST_POINTS;
        fits.then(|| Cost { positions: bitparallel::positions(points), memory: bitparallel::memory(points) })
    }

    fn suits(&self, task: &Task<'_>) -> bool {
        task.limits.nodes.is_none()
    }

    fn run(&self, task: &Task<'_>, watch: Watch<'_>) -> Result<Option<Solution>, CheckpointError> {
        Ok(Some(bitparallel::solve(task.position, task.scale(), task.limits.threads, watch, task.begun)))
    }
}

/// Alpha-beta search, which needs no memory for all positions and can resume from a checkpoint.
struct AlphaBeta;

impl Strategy for AlphaBeta {
    fn name(&self) -> &'static str {
        "alpha-beta search"
    }

    fn checkpoint_use(&self) -> CheckpointUse {
        CheckpointUse::Resumes
    }

    fn cost(&self, _: &Task<'_>) -> Option<Cost> {
        Some(Cost::NONE)
    }

    fn suits(&self, _: &Task<'_>) -> bool {
        true
    }

    fn run(&self, task: &Task<'_>, watch: Watch<'_>) -> Result<Option<Solution>, CheckpointError> {
        search(task, task.limits, watch).map(Some)
    }
}

fn search(task: &Task<'_>, limits: Limits, watch: Watch<'_>) -> Result<Solution, CheckpointError> {
    let &Task { setup, position, checkpoint, begun, .. } = task;
    alpha_beta::search(&alpha_beta::Task { setup, position, limits, checkpoint, traps: false, begun }, watch)
}
