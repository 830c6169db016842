//! Positions whose values are all known: from retrograde analysis in memory, or from a table on
//! disk.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;

use quintet_core::position::AnyPosition;
use quintet_core::position::state_index::StateIndex;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_system::clock::Instant;

use crate::limits::{Limits, Progress, Watch};
use crate::play::{after, legal_moves};
use crate::retrograde::{self, Analysis, Question};
use crate::setup_name;
use crate::solution::{Ends, LONGEST_LINE, Solution, ValuedMove};
use crate::tablebase::{Header, Sidecar, TableError, Values};

/// Positions that play does not lead to are looked up through this many plies of moves.
const LOOKUP_PLIES: u32 = 3;

/// The values of all positions of a setup.
pub struct KnownValues {
    setup: Setup,
    states: Arc<dyn StateIndex>,
    values: Values,
}

/// Returns the numbering of a setup's positions, if there is one.
pub fn states(setup: &Setup) -> Option<Arc<dyn StateIndex>> {
    (setup.info().solving.states)(setup).map(Arc::from)
}

/// Returns the largest margin of a setup's positions.
pub fn largest_margin(setup: &Setup) -> i32 {
    setup.geometry().len() as i32
}

/// Returns a callback for a retrograde analysis that reports to `watch`.
fn reporter(setup: &Setup, watch: Watch<'_>) -> impl Fn(retrograde::Progress) -> bool + Sync {
    let (begun, margin) = (Instant::now(), f64::from(largest_margin(setup)));
    move |at| watch(Progress { low: -margin, high: margin, nodes: at.decided, of: Some(at.of), time: begun.elapsed() })
}

/// Returns the best ends that each side can force from a position, endless play being worth less
/// than any: margins for the side itself and plies. `None` if they do not fit the memory, the work
/// was stopped, or the position has no number.
pub fn forced_ends(setup: &Setup, position: &dyn AnyPosition, limits: Limits, watch: Watch<'_>) -> Option<Ends> {
    let states = states(setup)?;
    let state = states.index_of(&position.diagram())?;
    if retrograde::memory(states.len(), Question::Finishes, limits.threads) > limits.memory {
        return None;
    }
    let largest = largest_margin(setup);
    let go_on = reporter(setup, watch);
    let mut analysis = Analysis::new(&*states, Question::Finishes, largest, limits.threads, &go_on).ok()?;
    analysis.run(-largest, &go_on).ok()?;
    let [own, other] = analysis.finishes(state).map(|end| end.map(|(margin, plies)| (margin, Some(plies))));
    Some(if position.to_move() == Seat::Black { [own, other] } else { [other, own] })
}

/// A move and its value for the side that moves.
#[derive(Clone, Copy)]
struct RatedMove {
    mv: Move,
    value: i32,
    plies: u32,
    traps: u32,
}

impl KnownValues {
    /// Computes the values of all positions, which `question` asks for; `None` if the work was
    /// stopped.
    pub fn compute(
        setup: &Setup,
        states: Arc<dyn StateIndex>,
        question: Question,
        threads: usize,
        watch: Watch<'_>,
    ) -> Option<KnownValues> {
        let go_on = reporter(setup, watch);
        let mut analysis = Analysis::new(&*states, question, largest_margin(setup), threads, &go_on).ok()?;
        analysis.run(1, &go_on).ok()?;
        let values = Values::new(analysis.into_values());
        Some(KnownValues { setup: setup.clone(), states, values })
    }

    /// Opens the table of a setup.
    ///
    /// # Errors
    /// Returns an error if the file is not the table of this setup, or the game cannot number its
    /// positions.
    pub fn open(path: &Path, setup: &Setup) -> Result<KnownValues, TableError> {
        let other = || {
            let found = Header::read(path).map_or_else(|error| error.to_string(), |header| header.setup);
            TableError::Other(path.to_owned(), found, setup_name::format(setup))
        };
        let states = states(setup).ok_or_else(other)?;
        let values = Values::open(path, setup, states.len())?;
        Ok(KnownValues { setup: setup.clone(), states, values })
    }

    /// Writes the values as a table.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write(&self, path: &Path) -> Result<Sidecar, TableError> {
        let start = self.states.index_of(&self.setup.start().diagram()).expect("the start has a number");
        self.values.write(path, &self.setup, start)
    }

    /// Returns the name of the setup.
    pub fn name(&self) -> String {
        setup_name::format(&self.setup)
    }

    /// Returns the number of positions.
    pub fn len(&self) -> u64 {
        self.states.len()
    }

    /// Returns whether there are no positions, which is so for no game.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the value for the side to move, and the plies in which it can be forced.
    ///
    /// A position that play does not lead to is looked up through its moves, if these lead back
    /// soon.
    pub fn value(&self, position: &dyn AnyPosition) -> Option<(i32, u32)> {
        self.value_within(position, LOOKUP_PLIES)
    }

    fn value_within(&self, position: &dyn AnyPosition, plies: u32) -> Option<(i32, u32)> {
        if let Some(outcome) = position.outcome() {
            return Some((outcome.margin.for_seat(position.to_move()) as i32, 0));
        }
        if let Some(state) = self.states.index_of(&position.diagram()) {
            return Some(self.values.get(state));
        }
        let left = plies.checked_sub(1)?;
        let values = legal_moves(position)
            .into_iter()
            .map(|mv| self.value_within(&*after(position, mv), left).map(|(value, plies)| (-value, plies)));
        let values: Vec<(i32, u32)> = values.collect::<Option<_>>()?;
        let best = values.into_iter().max_by_key(|&(value, plies)| rating(value, plies));
        best.map(|(value, plies)| (value, rank_before(value, plies)))
    }

    /// Returns the values of all legal moves, in the order of the moves.
    pub fn moves(&self, position: &dyn AnyPosition) -> Option<Vec<ValuedMove>> {
        let sign = position.to_move().sign();
        let valued = |rated: RatedMove| ValuedMove {
            mv: rated.mv,
            value: sign * f64::from(rated.value) + 0.0,
            plies: rated.plies,
            traps: rated.traps,
        };
        Some(self.rated_moves(position)?.into_iter().map(valued).collect())
    }

    fn rated_moves(&self, position: &dyn AnyPosition) -> Option<Vec<RatedMove>> {
        let rate = |mv| {
            let next = after(position, mv);
            let (value, plies) = self.value(&*next)?;
            let traps = self.traps(&*next, value)?;
            Some(RatedMove { mv, value: -value, plies: rank_before(value, plies), traps })
        };
        legal_moves(position).into_iter().map(rate).collect()
    }

    /// Returns the number of moves in a position that are worse than the best.
    fn traps(&self, position: &dyn AnyPosition, value: i32) -> Option<u32> {
        let mut traps = 0;
        for mv in legal_moves(position) {
            traps += u32::from(-self.value(&*after(position, mv))?.0 < value);
        }
        Some(traps)
    }

    /// Returns the solution of a position, without plies and line if there are no ranks; `None` if
    /// its value is not known.
    pub fn solution(&self, position: &dyn AnyPosition, begun: Instant) -> Option<Solution> {
        let (value, plies) = self.value(position)?;
        let moves = self.rated_moves(position)?;
        let margin = position.to_move().sign() * f64::from(value) + 0.0;
        let has_ranks = self.values.has_ranks();
        Some(Solution {
            best: moves.iter().filter(|rated| rated.value == value).map(|rated| rated.mv).collect(),
            line: if has_ranks { self.line(position.boxed_clone()) } else { Vec::new() },
            plies: (value != 0 && has_ranks).then_some(plies),
            ..Solution::bounds([margin; 2], true, self.len(), begun)
        })
    }

    /// Returns best play from a position, until the end or until a position repeats. It wins as
    /// soon as possible, holds out as long as possible and sets the most traps.
    fn line(&self, mut position: Box<dyn AnyPosition>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = vec![position.key()];
        while !position.is_over() && line.len() < LONGEST_LINE {
            let moves = self.rated_moves(&*position).unwrap_or_default();
            let preference =
                |rated: &&RatedMove| (rating(rated.value, rated.plies), rated.traps, Reverse(rated.mv.code()));
            let Some(best) = moves.iter().max_by_key(preference) else { break };
            position.play_unchecked(best.mv);
            line.push(best.mv);
            if seen.contains(&position.key()) {
                break;
            }
            seen.push(position.key());
        }
        line
    }
}

/// Rates a value and its plies for the side that gets it: more is better, a win soon and a loss
/// late.
fn rating(value: i32, plies: u32) -> (i32, i64) {
    (value, if value > 0 { -i64::from(plies) } else { plies.into() })
}

/// Returns the rank of a position one ply before one with this value and rank.
fn rank_before(value: i32, plies: u32) -> u32 {
    if value == 0 { 0 } else { plies + 1 }
}
