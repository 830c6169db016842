//! Exact values: what each side can force from a position as a fresh start. Endless play has the
//! value 0.
//!
//! There are several ways to find them, and [`solve()`] takes the first that fits:
//!
//! - [`retrograde`] analysis decides all positions at once, from the ends of the game back, if the
//!   game can number its positions and they fit into memory; its result can be kept as a
//!   [table](tablebase);
//! - an [explicit graph](explicit_graph) has all positions that can be reached, if there are few;
//! - bit-parallel search looks at 64 positions at a time, in games that fill the board;
//! - alpha-beta search looks at the lines from one position.
//!
//! A [`ValueStore`] keeps the results that other positions of the same setup need.
//!
//! ```
//! use quintet_core::setup::Setup;
//! use quintet_solve::{Limits, ValueStore, solve};
//!
//! let setup = Setup::new(quintet_games::find("alaric").unwrap()).with_size(7).unwrap();
//! let solution = solve(&setup, &*setup.start(), Limits::default(), &ValueStore::default(), &|_| true);
//! assert_eq!((solution.text().as_str(), solution.plies), ("W+1", Some(11)));
//! ```

mod alpha_beta;
mod bitparallel;
mod checkpoint;
mod error;
pub mod explicit_graph;
pub mod huge_pages;
mod known_values;
mod limits;
mod obstacle;
mod parallel;
mod play;
mod proof;
pub mod retrograde;
pub mod setup_name;
mod solution;
mod strategies;
pub mod symmetry;
pub mod tablebase;
mod tables;
mod value_scale;
mod value_store;
pub mod verify;

use std::path::Path;
use std::sync::OnceLock;

use quintet_core::diagram::Diagram;
use quintet_core::position::AnyPosition;
use quintet_core::setup::Setup;
use quintet_system::clock::Instant;

use obstacle::Stop;
use play::start_position;
use strategies::Task;

pub use checkpoint::CheckpointError;
pub use error::SolverError;
pub use explicit_graph::Graph;
pub use known_values::{KnownValues, forced_ends, largest_margin};
pub use limits::{Limits, Progress, Watch};
pub use obstacle::Obstacle;
pub use proof::{lacks_proofs, prove};
pub use setup_name::FindGame;
pub use solution::{Ends, MoveValues, Solution, ValuedMove};
pub use tables::{open_table, prove_table, write_table};
pub use value_store::{ValueStore, WholeBoard};

/// Solves a position in the way that fits.
pub fn solve(
    setup: &Setup,
    position: &dyn AnyPosition,
    limits: Limits,
    store: &ValueStore,
    watch: Watch<'_>,
) -> Solution {
    solve_from(setup, position, limits, None, store, watch).expect("only a checkpoint can fail")
}

/// Solves a position by alpha-beta search alone, with [`Solution::traps`]. On one thread and with a
/// node limit the result is repeatable.
pub fn search_alone(setup: &Setup, position: &dyn AnyPosition, limits: Limits, watch: Watch<'_>) -> Solution {
    let begun = Instant::now();
    if position.is_over() || position.count_legal() == 0 {
        return Solution::of_ended_game(position, value_scale::ValueScale::new(setup), begun);
    }
    let task = alpha_beta::Task { setup, position, limits, checkpoint: None, traps: true, begun };
    let search = |watch: Watch<'_>| alpha_beta::search(&task, watch).expect("only a checkpoint can fail");
    let (mut solution, stop) = within_time(begun, limits, watch, search);
    solution.obstacle = obstacle::of_solution(&solution, setup, position, limits, stop);
    solution
}

/// Does some work, which stops at the limit of time or when `watch` returns `false`; returns its
/// result, and why it was stopped.
fn within_time<T>(
    begun: Instant,
    limits: Limits,
    watch: Watch<'_>,
    work: impl FnOnce(Watch<'_>) -> T,
) -> (T, Option<Stop>) {
    let stop = OnceLock::new();
    let result = work(&|progress: Progress| {
        let time = begun.elapsed();
        let found = if limits.time.is_some_and(|limit| time >= limit) {
            Some(Stop::Time)
        } else {
            (!watch(Progress { time, ..progress })).then_some(Stop::Interrupted)
        };
        found.is_none_or(|found| {
            stop.get_or_init(|| found);
            false
        })
    });
    (result, stop.into_inner())
}

/// Solves a position; an alpha-beta search resumes from the checkpoint file, if there is one, and
/// saves there regularly and when it is stopped.
fn solve_from(
    setup: &Setup,
    position: &dyn AnyPosition,
    limits: Limits,
    checkpoint: Option<&Path>,
    store: &ValueStore,
    watch: Watch<'_>,
) -> Result<Solution, CheckpointError> {
    let task = Task::new(setup, position, limits, checkpoint, store);
    let (solution, stop) = within_time(task.begun, limits, watch, |watch| strategies::solve(&task, watch));
    let mut solution = solution?;
    solution.obstacle = obstacle::of_solution(&solution, setup, position, limits, stop);
    Ok(solution)
}

/// Options of [`solve_diagram`].
#[derive(Clone, Copy, Default, Debug)]
pub struct SolveOptions<'a> {
    pub limits: Limits,
    /// The checkpoint file of an alpha-beta search.
    pub checkpoint: Option<&'a Path>,
    /// Whether to find the best ends that each side can force, too.
    pub ends: bool,
}

/// Solves the position of a diagram, or the start.
///
/// # Errors
/// Returns an error if the diagram is no position, the checkpoint cannot be used, or the ends
/// cannot be computed.
pub fn solve_diagram(
    setup: &Setup,
    diagram: Option<&Diagram>,
    options: &SolveOptions<'_>,
    store: &ValueStore,
    watch: Watch<'_>,
) -> Result<Solution, SolverError> {
    let &SolveOptions { limits, checkpoint, ends } = options;
    let start = start_position(setup, diagram)?;
    let mut solution = solve_from(setup, &*start, limits, checkpoint, store, watch)
        .map_err(|error| SolverError::checkpoint(checkpoint, error))?;
    if ends && solution.ends.is_none() {
        tables::check_memory(setup, retrograde::Question::Finishes, limits)?;
        solution.ends = forced_ends(setup, &*start, limits, watch);
    }
    Ok(solution)
}

/// Returns the error that says how much memory it takes to look at all positions at once, if their
/// values are not known yet and the limits do not permit it.
pub fn lacks_memory(
    setup: &Setup,
    diagram: Option<&Diagram>,
    limits: Limits,
    store: &ValueStore,
) -> Option<SolverError> {
    if store.contains(setup) {
        return None;
    }
    let start = start_position(setup, diagram).ok()?;
    let unlimited = Limits { memory: u64::MAX, ..limits };
    let cost = strategies::whole_board_cost(&Task::new(setup, &*start, unlimited, None, store))?;
    (cost.memory > limits.memory).then(|| SolverError::memory(cost.positions, cost.memory))
}
