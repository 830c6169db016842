//! Values that were computed or loaded before.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use quintet_core::position::state_index::StateIndex;
use quintet_core::position::{AnyPosition, Repetition};
use quintet_core::setup::Setup;

use crate::explicit_graph::{self, Graph};
use crate::known_values::{self, KnownValues};
use crate::limits::{Limits, Watch};
use crate::retrograde::{self, Question};
use crate::setup_name;
use crate::solution::MoveValues;
use crate::tablebase::TableError;

/// The number of setups whose computed values are kept.
const MOST_RECENT: usize = 3;

/// The number of setups whose graphs are kept.
const MOST_GRAPHS: usize = 4;

/// All positions of a board, few enough to be computed for a single move.
#[derive(Clone)]
pub struct WholeBoard {
    /// The positions.
    pub graph: Arc<Graph>,
    /// Whether rules against repetition cannot matter to a side that forces an end, so that the
    /// values hold with them too.
    pub proved: bool,
}

/// A cache of exact values: tables that were opened, and the latest results of retrograde analysis
/// and of small graphs. It can be shared by threads.
#[derive(Default)]
pub struct ValueStore {
    /// Values from tables on disk; all of them are kept.
    opened: Mutex<Vec<Arc<KnownValues>>>,
    /// The latest computed values, the newest first.
    recent: Mutex<Vec<Arc<KnownValues>>>,
    /// The latest graphs, the newest first; `None` for boards without one.
    graphs: Mutex<Vec<(Setup, Option<WholeBoard>)>>,
}

impl std::fmt::Debug for ValueStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ValueStore").finish_non_exhaustive()
    }
}

impl ValueStore {
    /// Returns whether the values of a setup are in the store.
    pub fn contains(&self, setup: &Setup) -> bool {
        self.get(setup).is_some()
    }

    /// Returns the values of a setup, if they are in the store.
    pub fn get(&self, setup: &Setup) -> Option<Arc<KnownValues>> {
        // Komi, which some clients set in every game, is not part of the name, nor does it change
        // these values.
        let name = setup_name::format(setup);
        [&self.opened, &self.recent].into_iter().find_map(|list| {
            let list = list.lock().expect("no thread panics");
            list.iter().find(|known| known.name() == name).cloned()
        })
    }

    /// Returns the values of a setup, computing them if they fit the memory; `None` if they do not
    /// or the work was stopped.
    pub fn find(&self, setup: &Setup, limits: Limits, watch: Watch<'_>) -> Option<Arc<KnownValues>> {
        if let Some(known) = self.get(setup) {
            return Some(known);
        }
        let states = known_values::states(setup)?;
        let fits = retrograde::memory(states.len(), Question::Values, limits.threads) <= limits.memory;
        if fits { self.compute(setup, states, limits.threads, watch) } else { None }
    }

    /// Returns the values of a setup, if they are in the store, or if there are at most `most` of
    /// them and the work is not stopped.
    pub fn within(&self, setup: &Setup, most: u64, watch: Watch<'_>) -> Option<Arc<KnownValues>> {
        if let Some(known) = self.get(setup) {
            return Some(known);
        }
        if !(setup.info().solving.can_index_states)(setup, most) {
            return None;
        }
        self.find(setup, Limits { memory: u64::MAX, ..Limits::default() }, watch)
    }

    /// Computes the values of a setup and keeps them; `None` if the work was stopped.
    pub(crate) fn compute(
        &self,
        setup: &Setup,
        states: Arc<dyn StateIndex>,
        threads: usize,
        watch: Watch<'_>,
    ) -> Option<Arc<KnownValues>> {
        let known = Arc::new(KnownValues::compute(setup, states, Question::Values, threads, watch)?);
        let mut recent = self.recent.lock().expect("no thread panics");
        recent.truncate(MOST_RECENT - 1);
        recent.insert(0, known.clone());
        Some(known)
    }

    /// Opens the table of a setup and keeps its values.
    ///
    /// # Errors
    /// Returns an error if the file is not the table of this setup, or the game cannot number its
    /// positions.
    pub fn open_table(&self, path: &Path, setup: &Setup) -> Result<Arc<KnownValues>, TableError> {
        let known = Arc::new(KnownValues::open(path, setup)?);
        self.opened.lock().expect("no thread panics").push(known.clone());
        Ok(known)
    }

    /// Returns all positions of a board, if they are so few that they are found in some hundredths
    /// of a second; `None` if they are not, or the work was stopped.
    pub fn small_graph(&self, setup: &Setup, watch: Watch<'_>) -> Option<WholeBoard> {
        if !explicit_graph::is_small(setup) {
            return None;
        }
        let kept = self.graphs.lock().expect("no thread panics").iter().find(|(of, _)| of == setup).cloned();
        if let Some((_, whole)) = kept {
            return whole;
        }
        let is_stopped = AtomicBool::new(false);
        let whole = whole_board(setup, &|progress| {
            let goes_on = watch(progress);
            is_stopped.fetch_or(!goes_on, Ordering::Relaxed);
            goes_on
        });
        if is_stopped.into_inner() {
            return None;
        }
        let mut graphs = self.graphs.lock().expect("no thread panics");
        graphs.truncate(MOST_GRAPHS - 1);
        graphs.insert(0, (setup.clone(), whole.clone()));
        whole
    }

    /// Returns the values of all legal moves of a position, if its board has at most `most_states`
    /// numbered positions or a small graph, and the work is not stopped.
    pub fn move_values(
        &self,
        setup: &Setup,
        position: &dyn AnyPosition,
        most_states: u64,
        watch: Watch<'_>,
    ) -> Option<MoveValues> {
        if let Some(known) = self.within(setup, most_states, watch) {
            return known.moves(position).map(|moves| MoveValues { moves, proved: true });
        }
        let WholeBoard { graph, proved } = self.small_graph(setup, watch)?;
        graph.moves(position).map(|moves| MoveValues { moves, proved })
    }
}

/// Finds all positions of a small board.
fn whole_board(setup: &Setup, watch: Watch<'_>) -> Option<WholeBoard> {
    let start = setup.start();
    let repetition = start.repetition();
    if start.planes().is_none() || repetition == Repetition::Illegal {
        return None;
    }
    let graph = Graph::of_small_board(setup, &*start, watch)?;
    let proved = repetition == Repetition::Ignored || !graph.may_repeat();
    Some(WholeBoard { graph: Arc::new(graph), proved })
}
