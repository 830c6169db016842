//! Writing, opening and proving tables.

use std::path::Path;
use std::sync::Arc;

use quintet_core::position::state_index::StateIndex;
use quintet_core::setup::Setup;

use crate::error::SolverError;
use crate::known_values;
use crate::limits::{Limits, Watch};
use crate::retrograde::{self, Question};
use crate::setup_name::{self, FindGame};
use crate::tablebase::{self, Header, Sidecar, Values};
use crate::value_store::ValueStore;
use crate::verify;

/// Returns the numbering of a setup's positions.
pub(crate) fn states(setup: &Setup) -> Result<Arc<dyn StateIndex>, SolverError> {
    known_values::states(setup).ok_or(SolverError::NotIndexed(setup.info().title))
}

/// Fails before the work begins if not all positions fit the memory.
pub(crate) fn check_memory(setup: &Setup, question: Question, limits: Limits) -> Result<(), SolverError> {
    let positions = states(setup)?.len();
    let needed = retrograde::memory(positions, question, limits.threads);
    if needed > limits.memory { Err(SolverError::memory(positions, needed)) } else { Ok(()) }
}

/// Computes the values of all positions of a setup and writes them to a table.
///
/// # Errors
/// Returns an error if the positions have no numbers, do not fit the memory or cannot be written,
/// or `watch` stopped the work.
pub fn write_table(
    path: &Path,
    setup: &Setup,
    limits: Limits,
    store: &ValueStore,
    watch: Watch<'_>,
) -> Result<Sidecar, SolverError> {
    check_memory(setup, Question::Values, limits)?;
    let known = store.find(setup, limits, watch).ok_or(SolverError::Stopped("no table was written"))?;
    Ok(known.write(path)?)
}

/// Opens a table, which names its setup itself, keeps its values in the store and returns the
/// setup.
///
/// # Errors
/// Returns an error if the table cannot be read or does not name a setup of a known game.
pub fn open_table(path: &Path, find: FindGame, store: &ValueStore) -> Result<Setup, SolverError> {
    let setup = setup_of_table(path, find)?;
    store.open_table(path, &setup)?;
    Ok(setup)
}

/// Proves a table, which names its setup itself: its sums, and the value of every position by those
/// of its successors. Returns the setup and the number of positions.
///
/// # Errors
/// Returns an error if the table cannot be read, a sum or a value is wrong, or `go_on`, which
/// receives the number of positions done and in all, returned `false`.
pub fn prove_table(
    path: &Path,
    find: FindGame,
    threads: usize,
    go_on: &(dyn Fn(u64, u64) -> bool + Sync),
) -> Result<(Setup, u64), SolverError> {
    let setup = setup_of_table(path, find)?;
    let states = states(&setup)?;
    let all = states.len();
    let values = Values::open(path, &setup, all)?;
    tablebase::check_sums(path, all)?;
    match verify::prove(&*states, &values, threads, &|done| go_on(done, all)) {
        None => Err(SolverError::Stopped("nothing is proved")),
        Some(Err(unproved)) => Err(SolverError::Unproved(path.to_owned(), unproved)),
        Some(Ok(())) => Ok((setup, all)),
    }
}

/// Returns the setup that a table names.
fn setup_of_table(path: &Path, find: FindGame) -> Result<Setup, SolverError> {
    let name = Header::read(path)?.setup;
    setup_name::parse(&name, find).ok_or_else(|| SolverError::NoSetup(path.to_owned(), name))
}
