//! Exact values: what each side can force from a position, as a fresh start, endless play being worth 0.
//!
//! Several ways lead there. [`retrograde`] analysis decides all positions at once, from the ends of the game back, where
//! the game can number its positions and they fit in memory; what it finds can be kept as a [`table`]. [`sweeps`] do the same where
//! boards lie in layers. A [`graph`] is made of all positions that can be reached, where they are few. Where the seats fill the board all
//! positions are looked at 64 at a time (`filling.rs`). Forward search
//! looks at the lines from one position. [`solve()`] takes the way that fits.
//!
//! The layer knows the [`Game`] trait alone.

mod agenda;
pub(crate) mod checkpoint;
mod filling;
pub mod fold;
mod forward;
pub mod graph;
mod hash;
pub mod known;
mod marks;
mod ordering;
mod pages;
pub mod retrograde;
mod scale;
pub mod sweeps;
pub mod table;
mod threads;
mod under_way;
pub mod verify;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::game::{Game, Repetition};
use crate::setup::Setup;
use crate::states::Boards;
use crate::words::{Margin, Move, Seat};
use agenda::{Agenda, Goal};
use checkpoint::CheckpointError;
use fold::Folds;
use forward::Prover;
use graph::Graph;
use hash::HashTable;
use known::Ends;
use scale::Scale;
use sweeps::Sweeps;
use threads::Shared;

/// What bounds a solution, and how it is worked out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Threads, 1 or more.
    pub threads: usize,
    /// Bytes for tables.
    pub memory: u64,
    /// Nodes of a forward search.
    pub nodes: Option<u64>,
    /// Time from the beginning.
    pub time: Option<Duration>,
    /// A question that isn't answered after so many nodes is put off, and the easiest ones are asked: those next to the
    /// bounds. Each time that helps nothing it is twice as many.
    pub patience: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { threads: 1, memory: 256 << 20, nodes: None, time: None, patience: 1 << 27 }
    }
}

/// What is known of a position's value. Margins are Black's; where a game knows none they are 1, 0 and −1.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The value is at least this.
    pub low: f64,
    /// The value is at most this.
    pub high: f64,
    /// Whether the numbers are margins, or tell the winner alone.
    pub margins: bool,
    /// All moves that keep the value, ascending, where it is known and none was left out for want of time.
    pub best: Vec<Move>,
    /// For each of the best moves how many answers of the opponent give something away; empty where that isn't worked out.
    pub traps: Vec<u32>,
    /// A line of best play, to the end of the game or until a position comes again.
    pub line: Vec<Move>,
    /// The plies in which the better side can force its margin, where retrograde analysis tells them.
    pub plies: Option<u32>,
    /// The best ends that Black and White can force, each for itself, endless play being worth less than any; where they are
    /// worked out.
    pub ends: Option<Ends>,
    /// Positions made by forward search, or decided by retrograde analysis; boards that were swept over.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Solution {
    /// The value in words: `B+3`, `W+` where the winner alone counts, `0`, or `unknown LOW HIGH`.
    pub fn text(&self) -> String {
        let told = |value: f64| match (value, self.margins) {
            (0.0, _) => "0".to_owned(),
            (value, true) => Margin::new(value).to_string(),
            (value, false) => (if value > 0.0 { "B+" } else { "W+" }).to_owned(),
        };
        match self.value() {
            Some(value) => told(value),
            None => format!("unknown {} {}", told(self.low), told(self.high)),
        }
    }

    fn progress(&self) -> Progress {
        let &Solution { low, high, nodes, time, .. } = self;
        Progress { low, high, nodes, of: None, time }
    }

    /// The value for Black, where it is known.
    pub fn value(&self) -> Option<f64> {
        (self.low == self.high).then_some(self.low)
    }
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The bounds so far, as in [`Solution`].
    pub low: f64,
    /// The upper one.
    pub high: f64,
    /// Positions so far.
    pub nodes: u64,
    /// Of how many, where that is known.
    pub of: Option<u64>,
    /// Time since the beginning.
    pub time: Duration,
}

/// Asked now and then; `false` ends the work with what is known so far.
pub type Watch<'a> = &'a (dyn Fn(Progress) -> bool + Sync);

/// The time between two checkpoints.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// Lines of best play are not followed further.
const LONGEST_LINE: usize = 500;

/// Works out the value of a position with its seat to move.
pub fn solve<G: Game>(setup: &Setup, position: &G, limits: Limits, watch: Watch<'_>) -> Solution {
    solve_from(setup, position, limits, None, watch).expect("without a file nothing can fail")
}

/// The same; a forward search goes on from the checkpoint in a file, if there is one, and writes one every so often and when it
/// is stopped.
///
/// # Errors
/// If the file is no checkpoint, or that of another run.
pub fn solve_from<G: Game>(
    setup: &Setup,
    position: &G,
    limits: Limits,
    file: Option<&Path>,
    watch: Watch<'_>,
) -> Result<Solution, CheckpointError> {
    let begun = Instant::now();
    let watch = |progress: Progress| {
        limits.time.is_none_or(|time| begun.elapsed() < time) && watch(Progress { time: begun.elapsed(), ..progress })
    };
    if position.is_over() || position.count_legal() == 0 {
        return Ok(ended(setup, position, begun));
    }
    if let Some(known) = known::find::<G>(setup, limits, &watch)
        && let Some(solution) = known.solution(position, begun)
    {
        return Ok(solution);
    }
    if let Some(whole) = graph::small::<G>(setup)
        && whole.proved
        && let Some(solution) = whole.graph.solution(position, begun)
    {
        return Ok(solution);
    }
    if file.is_none()
        && let Some(most) = fits_graph(setup, position, limits)
        && let Some(graph) = Graph::new(setup, position, most, &watch)
        && let Some(solution) = graph.solution(position, begun)
    {
        return Ok(solution);
    }
    if file.is_none()
        && limits.nodes.is_none()
        && position.repetition() == Repetition::Free
        && let Some(boards) = in_layers::<G>(setup)
        && sweeps::memory(boards.len(), false, false) <= limits.memory
    {
        // Late in a game forward search is sooner done.
        let nodes = Some(boards.len() / SEARCHED_FIRST);
        let searched = search(setup, position, Limits { nodes, ..limits }, None, false, &watch, begun)?;
        if searched.value().is_some() || !watch(searched.progress()) {
            return Ok(searched);
        }
        let ranks = sweeps::memory(boards.len(), false, true) <= limits.memory;
        let swept = Sweeps::new::<G>(setup, boards, ranks, limits.threads, None, &watch)?.solution(position);
        let (low, high) = (swept.low.max(searched.low), swept.high.min(searched.high));
        return Ok(Solution { low, high, time: begun.elapsed(), ..swept });
    }
    if file.is_none()
        && limits.nodes.is_none()
        && filled_up(position).is_some_and(|(_, memory)| memory <= limits.memory)
    {
        return Ok(filling::solve(position, Scale::new::<G>(setup.komi()), limits.threads, &watch, begun));
    }
    search(setup, position, limits, file, false, &watch, begun)
}

/// How many positions follow from one, and how many bytes it takes to look at all of them at once, where the seats fill the board and
/// it isn't too large for that.
pub fn filled_up<G: Game>(position: &G) -> Option<(u64, u64)> {
    let points = if G::fills_up() { position.count_legal() } else { return None };
    (points <= filling::MOST_POINTS).then(|| (filling::positions(points), filling::memory(points)))
}

/// Before sweeps over so many boards forward search may make one node for so many of them.
const SEARCHED_FIRST: u64 = 16;

/// A game's boards in layers, where there are so many that sweeps over them are the way to go.
pub fn in_layers<G: Game>(setup: &Setup) -> Option<Box<dyn Boards>> {
    if graph::guess::<G>(setup) < SWEPT_OVER { None } else { G::boards(setup) }
}

/// With fewer positions than this each is looked at by itself.
const SWEPT_OVER: f64 = 200_000.0;

/// With more positions than this, forward search is sooner done than a look at each of them.
const LOOKED_AT: u64 = 5_000_000;

/// How many positions may be looked at one by one, where that is likely to be all: where play can come round, and where earlier
/// boards don't matter.
fn fits_graph<G: Game>(setup: &Setup, position: &G, limits: Limits) -> Option<u64> {
    let most = (limits.memory / graph::BYTES_A_POSITION).min(LOOKED_AT);
    let fits = position.repetition() == Repetition::Free && graph::guess::<G>(setup) < most as f64;
    (G::comes_round() && fits).then_some(most)
}

/// The same by forward search alone, on this thread, within a bound of nodes that makes it repeatable; with
/// [`Solution::traps`].
pub fn search_alone<G: Game>(setup: &Setup, position: &G, limits: Limits) -> Solution {
    let begun = Instant::now();
    if position.is_over() || position.count_legal() == 0 {
        return ended(setup, position, begun);
    }
    let in_time = |_: Progress| limits.time.is_none_or(|time| begun.elapsed() < time);
    search(setup, position, limits, None, true, &in_time, begun).expect("without a file nothing can fail")
}

fn ended<G: Game>(setup: &Setup, position: &G, begun: Instant) -> Solution {
    let scale = Scale::new::<G>(setup.komi());
    let value = scale.margin(position.outcome().map_or(0, |outcome| scale.of(outcome.margin.points())));
    Solution {
        low: value,
        high: value,
        margins: G::knows_margin(),
        best: Vec::new(),
        traps: Vec::new(),
        line: Vec::new(),
        plies: Some(0),
        ends: None,
        nodes: 1,
        time: begun.elapsed(),
    }
}

fn search<G: Game>(
    setup: &Setup,
    position: &G,
    limits: Limits,
    file: Option<&Path>,
    traps: bool,
    watch: &(dyn Fn(Progress) -> bool + Sync),
    begun: Instant,
) -> Result<Solution, CheckpointError> {
    let mut position = position.clone();
    position.normalize();
    let seat = position.to_move();
    let scale = Scale::new::<G>(setup.komi());
    let folds = Folds::new::<G>(setup);
    let task = format!("{} komi {} position {:016x}", table::name(setup), setup.komi(), position.key());
    // A sixteenth of the memory is for what each thread keeps to itself.
    let beside = limits.memory / 16;
    let earlier = file.map(|file| checkpoint::read(file, &task, limits.memory - beside)).transpose()?.flatten();
    let nodes_before = earlier.as_ref().map_or(0, |earlier| earlier.nodes);
    let seen = |[low, high]: [i32; 2]| if seat == Seat::Black { [low, high] } else { [-high, -low] };
    let told = Mutex::new(earlier.as_ref().map_or(scale.bounds(&position), |earlier| seen(earlier.bounds)));
    let table = earlier.map_or_else(|| HashTable::new(limits.memory - beside), |e| e.table);
    let saved = Mutex::new(Instant::now());
    let save = |nodes: u64, every: Duration| {
        // One thread is enough, and those that come meanwhile need not wait.
        if let (Some(file), Ok(mut saved)) = (file, saved.try_lock())
            && saved.elapsed() >= every
        {
            let bounds = seen(*told.lock().expect("no thread fails"));
            if let Err(error) = checkpoint::write(file, &task, bounds, nodes, &table) {
                log::error!("cannot write {}: {error}", file.display());
            }
            *saved = Instant::now();
        }
    };
    let go_on = |nodes: u64| {
        save(nodes, SAVE_EVERY);
        let [low, high] = *told.lock().expect("no thread fails");
        let progress =
            Progress { low: scale.margin(low), high: scale.margin(high), nodes, of: None, time: Duration::ZERO };
        limits.nodes.is_none_or(|most| nodes < most) && watch(progress)
    };
    let shared = Shared::new(&table, &go_on);
    let count = limits.threads.max(1);
    let own = beside / count as u64;
    let mut searches: Vec<Prover<'_>> =
        (0..count).map(|_| Prover::new(&shared, &folds, scale, &position, own, count > 1)).collect();
    shared.nodes.store(nodes_before, Ordering::Relaxed);
    let [low, high] = seen(*told.lock().expect("no thread fails"));
    let mut agenda = Agenda::new(&position, [low, high], Goal::All, limits.patience, scale);
    let tell = |bounds| *told.lock().expect("no thread fails") = seen(bounds);
    threads::work_off(&shared, &mut searches, &mut agenda, &tell);
    if shared.has_ended() {
        save(shared.nodes.load(Ordering::Relaxed), Duration::ZERO);
    }
    let [low, high] = seen(agenda.bounds());
    let mut solution = Solution {
        low: scale.margin(low),
        high: scale.margin(high),
        margins: G::knows_margin(),
        best: Vec::new(),
        traps: Vec::new(),
        line: Vec::new(),
        plies: None,
        ends: None,
        nodes: 0,
        time: Duration::ZERO,
    };
    if low == high {
        let [value, _] = agenda.bounds();
        let mut line = BestLine { shared: &shared, searches: &mut searches, scale };
        solution.best = agenda.keeping().unwrap_or_default();
        if traps && solution.best.len() > 1 {
            let traps = solution.best.iter().map(|&mv| line.traps(&position, mv, value));
            solution.traps = traps.collect::<Option<_>>().unwrap_or_default();
        }
        solution.line = line.best(position, value);
    }
    solution.nodes = shared.nodes.load(Ordering::Relaxed);
    solution.time = begun.elapsed();
    Ok(solution)
}

/// Follows best play where the values are known.
struct BestLine<'s, 'a> {
    shared: &'s Shared<'a>,
    searches: &'s mut [Prover<'a>],
    scale: Scale,
}

impl BestLine<'_, '_> {
    /// The moves that keep a position's value for the seat to move, or the first of them; `None` if time is up.
    fn keeping<G: Game>(&mut self, position: &G, value: i32, goal: Goal) -> Option<Vec<Move>> {
        let mut agenda = Agenda::new(position, [value; 2], goal, u64::MAX, self.scale);
        threads::work_off(self.shared, self.searches, &mut agenda, &|_| ());
        agenda.keeping()
    }

    /// How many answers to a move that keeps the value don't keep it; `None` if time is up.
    fn traps<G: Game>(&mut self, position: &G, mv: Move, value: i32) -> Option<u32> {
        let mut next = position.clone();
        next.play_unchecked(mv);
        if next.is_over() {
            return Some(0);
        }
        Some((next.count_legal() - self.keeping(&next, -value, Goal::All)?.len()) as u32)
    }

    fn best<G: Game>(&mut self, mut position: G, mut value: i32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = vec![position.key()];
        while !position.is_over() && line.len() < LONGEST_LINE {
            let Some(&mv) = self.keeping(&position, value, Goal::First).unwrap_or_default().first() else { break };
            position.play_unchecked(mv);
            line.push(mv);
            value = -value;
            if seen.contains(&position.key()) {
                break;
            }
            seen.push(position.key());
        }
        line
    }
}
