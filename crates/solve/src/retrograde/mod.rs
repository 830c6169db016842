//! Retrograde analysis: from the ends of the game back to all positions from which they can be
//! forced.
//!
//! Margins are processed in descending order. For each margin, the positions that end with it are
//! won (or lost) in 0 plies; a position with a move to a lost one is won, and a position whose
//! moves all lead to won ones is lost, one ply later. Positions that remain undecided are endless
//! or end in a draw. So every value but 0 comes with a *rank*: the plies in which the better side
//! forces it while the other holds out. Ranks make values provable in a game where positions can
//! repeat: along best play they decrease.
//!
//! The work is done level by level, and each level in two steps: the positions before those of the
//! latest level are found and sorted into ranges of numbers, then each range is changed by one
//! thread. No two threads change the same range, ranges fit into a processor's cache, and the
//! result does not depend on the number of threads.

mod range;
mod sparse_set;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use quintet_core::position::state_index::StateIndex;

use crate::parallel;
use range::{DECIDED, KIND_BIT, Kind, Range};
pub use range::{RANGE_BITS, RangeValues};
use sparse_set::SparseSet;

/// The number of positions that a thread takes at a time.
const PORTION: usize = SparseSet::STRIDE;

/// A thread that has found this many positions waits until the ranges are changed.
const MOST_FOUND: usize = 1 << 22;

/// The number of positions whose predecessors are looked up in one call.
const BATCH: usize = 128;

/// Callback that receives the progress regularly; the analysis stops when it returns `false`.
pub type GoOn<'a> = &'a (dyn Fn(Progress) -> bool + Sync);

/// Levels with fewer positions run on one thread.
const WORTH_THREADS: u64 = 1 << 12;

/// The highest rank that a byte holds.
pub const MOST_RANK: u32 = 255;

/// The goal of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The value of every position, endless play being worth 0, and its rank.
    Values,
    /// The same without ranks, in less memory.
    ValuesAlone,
    /// The best end that each side can force, endless play being worth less than any.
    Finishes,
}

impl Question {
    /// The number of bytes per position.
    fn sheets(self) -> u64 {
        if self == Question::Finishes { 2 } else { 1 }
    }

    /// The number of ranks per position.
    fn rank_sheets(self) -> u64 {
        if self == Question::ValuesAlone { 0 } else { self.sheets() }
    }
}

/// The progress of an analysis.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of positions decided; with [`Question::Finishes`] each counts twice.
    pub decided: u64,
    /// The largest number of positions that can be decided.
    pub of: u64,
}

/// The analysis was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Returns the largest number of bytes that an analysis takes.
pub fn memory(states: u64, question: Question, threads: usize) -> u64 {
    // Bytes and ranks, four bits, and what threads have found.
    states * (question.sheets() + question.rank_sheets()) + states / 2 + (threads * MOST_FOUND * 12) as u64
}

/// All that is known about the positions of a setup.
pub struct Analysis<'a> {
    states: &'a dyn StateIndex,
    question: Question,
    ranges: Vec<Range>,
    threads: usize,
    largest: i32,
    decided: u64,
    /// Positions without moves, by margin for the side to move from `-largest` on.
    ends: Vec<Vec<u64>>,
    /// The next margin.
    margin: i32,
    /// Positions that each thread found before those of the latest level, by range; kept to reuse
    /// their memory.
    found: Vec<Vec<Vec<u32>>>,
}

impl<'a> Analysis<'a> {
    /// Prepares the analysis of margins up to `largest`.
    ///
    /// # Errors
    /// Returns [`Stopped`] if `go_on` returned `false`.
    pub fn new(
        states: &'a dyn StateIndex,
        question: Question,
        largest: i32,
        threads: usize,
        go_on: GoOn<'_>,
    ) -> Result<Analysis<'a>, Stopped> {
        let count = states.len().div_ceil(1 << RANGE_BITS) as usize;
        let stop = Stop::new(Progress { decided: 0, of: states.len() * question.sheets() }, go_on);
        let next = AtomicUsize::new(0);
        let mut prepared: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
        parallel::for_each(&mut prepared, |prepared| {
            while stop.go_on() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    break;
                }
                prepared.push((number, Range::new(states, number, question)));
            }
        });
        stop.result()?;
        let mut prepared: Vec<_> = prepared.into_iter().flatten().collect();
        prepared.sort_unstable_by_key(|&(number, _)| number);
        let mut ranges = Vec::with_capacity(count);
        let mut ends = vec![Vec::new(); 2 * largest as usize + 1];
        for (_, (range, found)) in prepared {
            ranges.push(range);
            found.into_iter().for_each(|(margin, state)| ends[(margin + largest) as usize].push(state));
        }
        let found = vec![vec![Vec::new(); ranges.len()]; threads];
        Ok(Analysis { states, question, ranges, threads, largest, decided: 0, ends, margin: largest, found })
    }

    fn lowest(&self) -> i32 {
        if self.question == Question::Finishes { -self.largest } else { 1 }
    }

    /// Returns the byte of a position decided with this margin.
    fn code(&self, kind: Kind, margin: i32) -> u8 {
        match (self.question, kind) {
            (Question::Finishes, _) => (i32::from(DECIDED) + self.largest + margin) as u8,
            (_, Kind::Mover) => 128 + margin as u8,
            (_, Kind::Waiting) => DECIDED + margin as u8,
        }
    }

    fn sheet(&self, kind: Kind) -> usize {
        if self.question == Question::Finishes { kind as usize } else { 0 }
    }

    /// Decides all remaining margins down to `until`, while `go_on` returns `true`.
    ///
    /// # Errors
    /// Returns [`Stopped`] if it was stopped. The analysis cannot continue then; results for higher
    /// margins stay.
    pub fn run(&mut self, until: i32, go_on: GoOn<'_>) -> Result<(), Stopped> {
        while self.margin >= self.lowest().max(until) {
            self.decide_margin(go_on)?;
            self.margin -= 1;
        }
        Ok(())
    }

    /// Decides all positions in which the current margin can be forced.
    fn decide_margin(&mut self, go_on: GoOn<'_>) -> Result<(), Stopped> {
        let mut count = self.decide_ends();
        let mut level = 0;
        while count > 0 {
            self.decided += count;
            let progress = Progress { decided: self.decided, of: self.states.len() * self.question.sheets() };
            let stop = Stop::new(progress, go_on);
            self.ranges.iter_mut().for_each(Range::begin_level);
            level += 1;
            let threads = if count < WORTH_THREADS { 1 } else { self.threads };
            count = self.step_back(level, threads, &stop)?;
        }
        for range in &mut self.ranges {
            range.now.iter_mut().for_each(SparseSet::clear);
        }
        Ok(())
    }

    /// Decides the positions without moves that have the current margin and returns their number.
    fn decide_ends(&mut self) -> u64 {
        let margin = self.margin;
        let mut count = 0;
        for (kind, for_mover) in [(Kind::Mover, margin), (Kind::Waiting, -margin)] {
            let (code, sheet) = (self.code(kind, margin), self.sheet(kind));
            for &state in &self.ends[(for_mover + self.largest) as usize] {
                let (range, at) = locate(state);
                self.ranges[range].decide_end(kind, at, code, sheet);
                count += 1;
            }
        }
        count
    }

    /// Goes back one ply from the positions of the latest level and returns the number of positions
    /// that this decides.
    fn step_back(&mut self, level: u32, threads: usize, stop: &Stop<'_>) -> Result<u64, Stopped> {
        let codes = [Kind::Mover, Kind::Waiting].map(|kind| self.code(kind, self.margin));
        let sheets = [Kind::Mover, Kind::Waiting].map(|kind| self.sheet(kind));
        let rank = level.min(MOST_RANK) as u8;
        let ranges = self.ranges.len();
        let portions = (ranges << RANGE_BITS) / PORTION;
        let next_portion = AtomicUsize::new(0);
        let found = &mut self.found[..threads];
        let mut count = 0;
        while next_portion.load(Ordering::Relaxed) < portions {
            let (states, all) = (self.states, &self.ranges);
            parallel::for_each(found, |found| {
                find_predecessors(states, all, &next_portion, portions, found, stop);
            });
            let decided = AtomicUsize::new(0);
            let found_by_all = &*found;
            let work = Mutex::new(self.ranges.iter_mut().enumerate());
            parallel::run(threads, || {
                while stop.go_on() {
                    let next = work.lock().expect("no thread panics").next();
                    let Some((i, range)) = next else { break };
                    let new: usize = found_by_all.iter().map(|f| range.decide(&f[i], codes, sheets, rank)).sum();
                    decided.fetch_add(new, Ordering::Relaxed);
                }
            });
            stop.result()?;
            count += decided.into_inner() as u64;
            found.iter_mut().flatten().for_each(Vec::clear);
        }
        // One level says little about the next: memory stays within the result of `memory`.
        found.iter_mut().flatten().for_each(|found| found.shrink_to(MOST_FOUND / ranges));
        Ok(count)
    }

    fn cell(&self, kind: Kind, state: u64) -> (u8, u8) {
        let (range, at) = locate(state);
        let (range, sheet) = (&self.ranges[range], self.sheet(kind));
        (range.cells[sheet][at], range.ranks.get(sheet).map_or(0, |ranks| ranks[at]))
    }

    /// With [`Question::Values`] or without ranks: returns the margin for the side to move and its
    /// rank (0 if the margin is 0, or without ranks).
    pub fn value(&self, state: u64) -> (i32, u32) {
        match self.cell(Kind::Mover, state) {
            (cell @ 128.., rank) => (i32::from(cell - 128), rank.into()),
            (cell @ DECIDED.., rank) => (-i32::from(cell - DECIDED), rank.into()),
            _ => (0, 0),
        }
    }

    /// With [`Question::Finishes`]: returns the best margins, for themselves, that the side to move
    /// and the other side can force the game to end with, and in how many plies; `None` for a side
    /// that cannot force an end.
    pub fn finishes(&self, state: u64) -> [Option<(i32, u32)>; 2] {
        [Kind::Mover, Kind::Waiting].map(|kind| {
            let (cell, rank) = self.cell(kind, state);
            (cell >= DECIDED).then(|| (i32::from(cell) - i32::from(DECIDED) - self.largest, rank.into()))
        })
    }

    /// With [`Question::Values`], or without ranks: returns the values and the ranks of all
    /// positions, range by range.
    pub fn into_values(self) -> Vec<RangeValues> {
        self.ranges.into_iter().map(Range::into_values).collect()
    }
}

/// Returns the range of a position and its index there.
fn locate(state: u64) -> (usize, usize) {
    ((state >> RANGE_BITS) as usize, (state & ((1 << RANGE_BITS) - 1)) as usize)
}

/// Lets several threads stop when one of them sees that the analysis has to.
struct Stop<'a> {
    progress: Progress,
    go_on: GoOn<'a>,
    is_stopped: AtomicBool,
}

impl<'a> Stop<'a> {
    fn new(progress: Progress, go_on: GoOn<'a>) -> Stop<'a> {
        Stop { progress, go_on, is_stopped: AtomicBool::new(false) }
    }

    /// Returns whether to go on.
    fn go_on(&self) -> bool {
        if !self.is_stopped.load(Ordering::Relaxed) && !(self.go_on)(self.progress) {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        !self.is_stopped.load(Ordering::Relaxed)
    }

    /// Returns an error if the analysis was stopped.
    fn result(&self) -> Result<(), Stopped> {
        if self.is_stopped.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// Finds the predecessors of the positions that the latest level decided, portion by portion.
fn find_predecessors(
    states: &dyn StateIndex,
    ranges: &[Range],
    next_portion: &AtomicUsize,
    portions: usize,
    found: &mut [Vec<u32>],
    stop: &Stop<'_>,
) {
    let (mut numbers, mut before) = (Vec::new(), Vec::new());
    let mut total = 0;
    while total < MOST_FOUND && stop.go_on() {
        let portion = next_portion.fetch_add(1, Ordering::Relaxed);
        if portion >= portions {
            break;
        }
        let first = portion * PORTION;
        let (range, number) = (first >> RANGE_BITS, (first & ((1 << RANGE_BITS) - 1)) / PORTION);
        for (kind, kind_before) in [(Kind::Waiting, Kind::Mover), (Kind::Mover, Kind::Waiting)] {
            ranges[range].now[kind as usize].portion(number, |at| {
                numbers.push((range << RANGE_BITS | at) as u64);
                if numbers.len() >= BATCH {
                    total += sort_predecessors(states, &mut numbers, &mut before, kind_before, found);
                }
            });
            total += sort_predecessors(states, &mut numbers, &mut before, kind_before, found);
        }
    }
}

/// Finds the predecessors of some positions, sorts them into the ranges that they belong to, and
/// returns their number.
fn sort_predecessors(
    states: &dyn StateIndex,
    numbers: &mut Vec<u64>,
    before: &mut Vec<u64>,
    kind: Kind,
    found: &mut [Vec<u32>],
) -> usize {
    states.predecessors(numbers, before);
    let count = before.len();
    for &state in &*before {
        let (range, at) = locate(state);
        found[range].push(at as u32 | (kind as u32) << KIND_BIT);
    }
    numbers.clear();
    before.clear();
    count
}
