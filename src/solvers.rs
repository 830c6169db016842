//! Solving positions of games that are known only at run time.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::game::Game;
use crate::games::{self, Visitor};
use crate::record::position;
use crate::setup::{Diagram, DiagramError, Setup};
use crate::solve::checkpoint::CheckpointError;
use crate::solve::graph::{self, Graph};
use crate::solve::sweeps::{self, Sweeps};
use crate::solve::table::{self, Sidecar, TableError};
use crate::solve::verify::{self, Unproved};
use crate::solve::{self, Limits, Solution, Watch, known, retrograde};
use crate::words::Move;

/// What stands in the way of a solution.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// The diagram is no position of the game.
    #[error(transparent)]
    Position(#[from] DiagramError),
    /// A checkpoint can't be gone on from.
    #[error("{0}: {1}")]
    Checkpoint(PathBuf, CheckpointError),
    /// A table can't be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game can't number its positions, at this size at least.
    #[error("{0} has no numbered positions at this size: Alaric has to n = 22")]
    NotNumbered(&'static str),
    /// So many MiB are needed.
    #[error("some {0} positions need --memory {1} (MiB)")]
    Memory(u64, u64),
    /// More positions than were allowed for, or the work was ended.
    #[error("stopped, or more than {0} positions: more --memory holds more")]
    Cycles(u64),
    /// A fault of this program.
    #[error("what sweeps found doesn't follow from the moves of '{0}'")]
    Contradiction(String),
    /// The work was ended.
    #[error("stopped; {0}")]
    Stopped(&'static str),
    /// A table's header names no setup.
    #[error("{0}: '{1}' is no setup")]
    NoSetup(PathBuf, String),
    /// A value of a table is wrong.
    #[error("{0}: {1}")]
    Unproved(PathBuf, Unproved),
}

/// The value of a position, from a start or from a diagram, as [`solve::solve_from`] tells it; with `ends` the best ends that
/// each side can force as well.
///
/// # Errors
/// If the diagram is no position, the checkpoint can't be used, or the ends can't be worked out.
pub fn solve(
    setup: &Setup,
    diagram: Option<&Diagram>,
    limits: Limits,
    checkpoint: Option<&Path>,
    ends: bool,
    watch: Watch<'_>,
) -> Result<Solution, SolverError> {
    struct Solve<'a>(Option<&'a Diagram>, Limits, Option<&'a Path>, bool, Watch<'a>);
    impl Visitor for Solve<'_> {
        type Output = Result<Solution, SolverError>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let Solve(diagram, limits, checkpoint, ends, watch) = self;
            let start = start::<G>(setup, diagram)?;
            let mut solution = solve::solve_from(setup, &start, limits, checkpoint, watch)
                .map_err(|error| refused(checkpoint, error))?;
            if ends && solution.ends.is_none() {
                fits::<G>(setup, retrograde::Question::Finishes, limits)?;
                solution.ends = known::ends(setup, &start, limits, watch);
            }
            Ok(solution)
        }
    }
    games::visit(setup, Solve(diagram, limits, checkpoint, ends, watch))
}

/// A checkpoint that can't be gone on from.
fn refused(checkpoint: Option<&Path>, error: CheckpointError) -> SolverError {
    SolverError::Checkpoint(checkpoint.unwrap_or(Path::new("")).to_owned(), error)
}

/// Why a setup's positions, or those that follow from a diagram, can't be worked out all at once, where it is the memory and their values
/// aren't known already.
pub fn lacks_memory(setup: &Setup, diagram: Option<&Diagram>, limits: Limits) -> Option<SolverError> {
    struct Fits<'a>(Option<&'a Diagram>, Limits);
    impl Visitor for Fits<'_> {
        type Output = Option<SolverError>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let Fits(diagram, limits) = self;
            if let Some((positions, needs)) = solve::filled_up(&start::<G>(setup, diagram).ok()?) {
                return (needs > limits.memory).then(|| SolverError::Memory(positions, needs.div_ceil(1 << 20)));
            }
            if let Some(boards) = solve::in_layers::<G>(setup) {
                let needs = sweeps::memory(boards.len(), false, false);
                let guess = graph::guess::<G>(setup) as u64;
                return (needs > limits.memory).then(|| SolverError::Memory(guess, needs.div_ceil(1 << 20)));
            }
            let error = fits::<G>(setup, retrograde::Question::Values, limits).err();
            error.filter(|error| matches!(error, SolverError::Memory(..)))
        }
    }
    if known::is_kept(setup) { None } else { games::visit(setup, Fits(diagram, limits)) }
}

fn start<G: Game>(setup: &Setup, diagram: Option<&Diagram>) -> Result<G, DiagramError> {
    diagram.map_or_else(|| Ok(G::new(setup)), |diagram| G::from_diagram(setup, diagram))
}

/// Says no before the work begins where all positions don't fit the memory.
fn fits<G: Game>(setup: &Setup, question: retrograde::Question, limits: Limits) -> Result<(), SolverError> {
    let states = G::states(setup).ok_or(SolverError::NotNumbered(setup.info().title))?;
    let needs = retrograde::memory(states.len(), question, limits.threads);
    if needs > limits.memory {
        return Err(SolverError::Memory(states.len(), needs.div_ceil(1 << 20)));
    }
    Ok(())
}

/// What is known of all positions that can be reached from one.
#[derive(Clone, PartialEq, Debug)]
pub struct Cycles {
    /// The value of the first position.
    pub solution: Solution,
    /// How many positions there are, symmetric ones counted once.
    pub positions: u64,
    /// Whether play can come round at all; `None` where that isn't known.
    pub comes_round: Option<bool>,
    /// In how many positions the value depends on what endless play is worth.
    pub forced: u64,
    /// Whether it does in the first.
    pub at_start: bool,
    /// Moves that lead to the first of them.
    pub ways: Vec<Vec<Move>>,
}

/// Sweeps are held to the rules in all positions of so many random games.
const GAMES_HELD_TO_RULES: u64 = 2000;

/// Looks for forced cycles among all positions that can be reached; tells the ways to at most `examples` of them. Sweeps go on from
/// the checkpoint, if there is one.
///
/// # Errors
/// If the diagram is no position, there are too many positions, the checkpoint can't be used, or `watch` ends the work.
pub fn cycles(
    setup: &Setup,
    diagram: Option<&Diagram>,
    limits: Limits,
    checkpoint: Option<&Path>,
    examples: usize,
    watch: Watch<'_>,
) -> Result<Cycles, SolverError> {
    struct Look<'a>(Option<&'a Diagram>, Limits, Option<&'a Path>, usize, Watch<'a>);
    impl Visitor for Look<'_> {
        type Output = Result<Cycles, SolverError>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let Look(diagram, limits, checkpoint, examples, watch) = self;
            let start = start::<G>(setup, diagram)?;
            let guess = graph::guess::<G>(setup) as u64;
            if diagram.is_none()
                && let Some(boards) = solve::in_layers::<G>(setup)
            {
                let [needs, with_ranks] = [false, true].map(|ranks| sweeps::memory(boards.len(), true, ranks));
                if needs > limits.memory {
                    return Err(SolverError::Memory(guess, needs.div_ceil(1 << 20)));
                }
                let ranks = with_ranks <= limits.memory;
                let sweeps = Sweeps::new::<G>(setup, boards, ranks, limits.threads, checkpoint, watch)
                    .map_err(|error| refused(checkpoint, error))?;
                let counts = sweeps.count(&start, watch).ok_or(SolverError::Stopped("nothing is counted"))?;
                if let Some(position) = sweeps.contradiction(&start, GAMES_HELD_TO_RULES) {
                    return Err(SolverError::Contradiction(position::format(setup, &position.diagram())));
                }
                let ways = if counts.open > 0 { sweeps.ways(&start, examples) } else { Vec::new() };
                return Ok(Cycles {
                    at_start: ways.first().is_some_and(Vec::is_empty),
                    solution: sweeps.solution(&start),
                    positions: counts.positions,
                    comes_round: sweeps::comes_round(&start).then_some(true),
                    forced: counts.open,
                    ways,
                });
            }
            let begun = Instant::now();
            let most = (limits.memory / graph::BYTES_A_POSITION).min(u32::MAX.into());
            if diagram.is_none() && guess > most {
                let bytes = guess.saturating_mul(graph::BYTES_A_POSITION) / 7 * 8;
                return Err(SolverError::Memory(guess, bytes.div_ceil(1 << 20)));
            }
            let graph = Graph::new(setup, &start, most, watch).ok_or(SolverError::Cycles(most))?;
            let forced = graph.cycles();
            Ok(Cycles {
                solution: graph.solution(&start, begun).expect("the start is among the positions"),
                positions: graph.len() as u64,
                comes_round: Some(graph.has_cycle()),
                forced: forced.len() as u64,
                at_start: forced.first() == Some(&0),
                ways: graph.ways(&start, &forced[..forced.len().min(examples)]),
            })
        }
    }
    games::visit(setup, Look(diagram, limits, checkpoint, examples, watch))
}

/// Works out the values of all positions of a setup and writes them to a table.
///
/// # Errors
/// If the positions have no numbers, don't fit the memory, or can't be written, or `watch` ends the work.
pub fn write_table(path: &Path, setup: &Setup, limits: Limits, watch: Watch<'_>) -> Result<Sidecar, SolverError> {
    struct Write<'a>(&'a Path, Limits, Watch<'a>);
    impl Visitor for Write<'_> {
        type Output = Result<Sidecar, SolverError>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let Write(path, limits, watch) = self;
            fits::<G>(setup, retrograde::Question::Values, limits)?;
            let known = known::find::<G>(setup, limits, watch).ok_or(SolverError::Stopped("no table was written"))?;
            Ok(known.write::<G>(path)?)
        }
    }
    games::visit(setup, Write(path, limits, watch))
}

/// Takes a setup's values from a table for all that asks for them later in this process; the setup that the table names.
///
/// # Errors
/// If it can't be read, or names no setup of this program.
pub fn open_table(path: &Path) -> Result<Setup, SolverError> {
    struct Open<'a>(&'a Path);
    impl Visitor for Open<'_> {
        type Output = Result<(), TableError>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            known::open::<G>(self.0, setup).map(|_| ())
        }
    }
    let setup = table_setup(path)?;
    games::visit(&setup, Open(path))?;
    Ok(setup)
}

/// Proves a table, which says itself of what it is: its sums, and every position's value by those of its successors. The
/// setup, and how many positions were proved.
///
/// # Errors
/// If it can't be read, a sum or a value is wrong, or `go_on`, which is told how many positions are done and of how many, says no.
pub fn prove_table(
    path: &Path,
    threads: usize,
    go_on: &(dyn Fn(u64, u64) -> bool + Sync),
) -> Result<(Setup, u64), SolverError> {
    struct Prove<'a>(&'a Path, usize, &'a (dyn Fn(u64, u64) -> bool + Sync));
    impl Visitor for Prove<'_> {
        type Output = Result<u64, SolverError>;
        fn visit<G: Game>(self, setup: &Setup) -> Self::Output {
            let Prove(path, threads, go_on) = self;
            let states = G::states(setup).ok_or(SolverError::NotNumbered(setup.info().title))?;
            let all = states.len();
            let values = table::Values::open(path, setup, all)?;
            table::check_sums(path, all)?;
            match verify::prove(&*states, &values, threads, &|done| go_on(done, all)) {
                None => Err(SolverError::Stopped("nothing is proved")),
                Some(Err(unproved)) => Err(SolverError::Unproved(path.to_owned(), unproved)),
                Some(Ok(())) => Ok(all),
            }
        }
    }
    let setup = table_setup(path)?;
    let states = games::visit(&setup, Prove(path, threads, go_on))?;
    Ok((setup, states))
}

/// The setup that a table names.
fn table_setup(path: &Path) -> Result<Setup, SolverError> {
    let (name, _) = table::header(path)?;
    read_name(&name).ok_or_else(|| SolverError::NoSetup(path.to_owned(), name))
}

/// The setup of a table's name (see [`table::name`]).
fn read_name(name: &str) -> Option<Setup> {
    let mut words = name.split(' ');
    let mut setup = Setup::new(games::find(words.next()?)?);
    let size = words.next()?;
    for word in words {
        let (rule, value) = word.split_once('=')?;
        setup = setup.with_rule(rule, value).ok()?;
    }
    let setup = match size.split_once('x') {
        Some((width, height)) => setup.with_rectangle(width.parse().ok()?, height.parse().ok()?),
        None => setup.with_size(size.parse().ok()?),
    };
    setup.ok().filter(|setup| table::name(setup) == name)
}

/// The line of a solution's position, as `quintet-position` tells it.
///
/// # Errors
/// If the diagram is no position of the game.
pub fn position_line(setup: &Setup, diagram: Option<&Diagram>) -> Result<String, SolverError> {
    let position = match diagram {
        Some(diagram) => games::start_from(setup, diagram)?,
        None => games::start(setup),
    };
    Ok(position::format(setup, &position.diagram()))
}
