//! Alpha-beta search: the value of a position by null-window probes with a transposition table, on
//! one or more threads.

mod best_line;
mod child;
mod expand;
mod in_progress;
mod move_ordering;
mod position_stack;
mod probe;
mod probe_plan;
mod search;
mod shared;
mod state;
mod strategy;
mod transposition_table;
mod workers;

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_core::weights::Weights;
use quintet_system::clock::Instant;

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::limits::{Limits, Progress, Watch};
use crate::setup_name;
use crate::solution::Solution;
use crate::symmetry::Symmetries;
use crate::value_scale::{ValueScale, seen_by};
use best_line::BestPlay;
use move_ordering::ordering_weights;
use probe_plan::{Goal, ProbePlan};
use search::Searcher;
use shared::Shared;
use state::State;
use transposition_table::TranspositionTable;
use workers::run_plan;

pub use strategy::{Claim, prove};

/// The share of the memory that threads do not share.
const THREAD_SHARE: u64 = 16;

/// A position to search, and how.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    pub setup: &'a Setup,
    pub position: &'a dyn AnyPosition,
    pub limits: Limits,
    /// The checkpoint file.
    pub checkpoint: Option<&'a Path>,
    /// Whether to count [`Solution::traps`].
    pub traps: bool,
    pub begun: Instant,
}

/// Searches a position. With a checkpoint file it resumes from there, and saves regularly and
/// when it is stopped.
///
/// # Errors
/// Returns an error if the file is no checkpoint of this task.
pub fn search(task: &Task<'_>, watch: Watch<'_>) -> Result<Solution, CheckpointError> {
    let &Task { setup, limits, traps, begun, .. } = task;
    let mut position = task.position.boxed_clone();
    position.normalize();
    let position = &*position;
    let seat = position.to_move();
    let scale = ValueScale::new(setup);
    let own_memory = limits.memory / THREAD_SHARE;
    let checkpoint = task.checkpoint.map(|path| open_checkpoint(path, setup, position)).transpose()?;
    let earlier = checkpoint.as_ref().map(|file| State::read(file, limits.memory - own_memory)).transpose()?.flatten();
    let earlier = earlier.unwrap_or_else(|| State {
        bounds: seen_by(scale.bounds(position), seat),
        nodes: 0,
        table: TranspositionTable::new(limits.memory - own_memory),
    });
    let State { bounds, nodes, table } = &earlier;
    let current = Mutex::new(*bounds);
    let state = |nodes| State { bounds: *current.lock().expect("no thread panics"), nodes, table };
    let go_on = |nodes: u64| {
        if let Some(checkpoint) = &checkpoint {
            checkpoint.save_if_due(&state(nodes));
        }
        let bounds = seen_by(*current.lock().expect("no thread panics"), seat);
        let [low, high] = scale.margins(bounds);
        let progress = Progress { low, high, nodes, of: None, time: Duration::ZERO };
        limits.nodes.is_none_or(|most| nodes < most) && watch(progress)
    };
    let shared = Shared::new(table, *nodes, &go_on);
    let symmetries = Symmetries::new(setup);
    let weights = ordering_weights(setup);
    let mut searchers = searchers(&shared, &symmetries, weights.as_ref(), setup, position, limits);
    let mut plan = ProbePlan::new(position, *bounds, Goal::AllMoves, limits.patience, scale);
    run_plan(&shared, &mut searchers, &mut plan, &|bounds| *current.lock().expect("no thread panics") = bounds);
    if let Some(checkpoint) = &checkpoint
        && shared.is_ended()
    {
        checkpoint.save(&state(shared.nodes()));
    }
    let [value, high] = plan.bounds();
    let margins = scale.margins(seen_by([value, high], seat));
    let mut solution = Solution::bounds(margins, scale.has_margins(), 0, begun);
    if value == high {
        let mut play = BestPlay { shared: &shared, searchers: &mut searchers, scale };
        let keeping = plan.keeping().unwrap_or_default();
        (solution.best, solution.undecided) = (keeping.proved, keeping.undecided);
        if traps && solution.best.len() > 1 {
            let traps = solution.best.iter().map(|&mv| play.traps(position, mv, value));
            solution.traps = traps.collect::<Option<_>>().unwrap_or_default();
        }
        solution.line = play.line(position, value);
        if solution.line.is_empty() {
            // The search was stopped before.
            solution.line.extend(solution.best.first());
        }
    }
    Ok(Solution { nodes: shared.nodes(), time: begun.elapsed(), ..solution })
}

/// Creates the searchers of a position, one for each thread.
fn searchers<'a>(
    shared: &'a Shared<'a>,
    symmetries: &'a Symmetries,
    weights: Option<&'a Weights>,
    setup: &Setup,
    position: &dyn AnyPosition,
    limits: Limits,
) -> Vec<Searcher<'a>> {
    let threads = limits.threads.max(1);
    let memory = limits.memory / THREAD_SHARE / threads as u64;
    let new = |_| Searcher::new(shared, symmetries, weights, setup, position, memory, threads > 1);
    (0..threads).map(new).collect()
}

/// Opens the checkpoint file of the search of a position.
fn open_checkpoint(path: &Path, setup: &Setup, position: &dyn AnyPosition) -> Result<Checkpoint, CheckpointError> {
    let name = setup_name::format(setup);
    let task = format!("{name} komi {} position {:016x}", setup.komi(), position.key());
    Checkpoint::open(path, task)
}
