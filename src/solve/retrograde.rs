//! Retrograde analysis: from the ends of the game back to all positions from which they can be forced.
//!
//! Margins are taken from the highest down. For each, the positions that end with it are won (or lost) in 0 plies;
//! a position with a move to one that is lost is won, a position all of whose moves lead to won ones is lost, a ply
//! later. What is left at the end is endless, or ends in a draw. So every value but 0 comes with a *rank*: the plies in
//! which the better side forces it while the other holds out. Ranks are what makes a value provable in a game
//! where positions can come again: along best play they fall.
//!
//! The work is done level by level, and a level in two steps: first the positions before those of the latest
//! level are found and sorted into ranges of numbers, then each range is changed by one thread. No two threads touch
//! the same range, the ranges fit a processor's cache, and the result doesn't depend on the number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::marks::Marks;
use crate::states::States;

/// A range holds 2 to this power positions.
const RANGE_BITS: u32 = 20;

/// A thread takes so many positions at a time.
const PORTION: usize = Marks::STRIDE;

/// When a thread has found so many positions, ranges are changed first before it goes on.
const MOST_FOUND: usize = 1 << 22;

/// So many positions are looked back from at a time.
const TOGETHER: usize = 128;

/// Below so many positions in a level more threads are not worth their start.
const WORTH_THREADS: u64 = 1 << 12;

/// What a position's byte says: below this, how many of its moves are not known yet to be won for the opponent.
const DECIDED: u8 = 64;

/// The highest rank that a byte holds.
pub const MOST_RANK: u32 = 255;

/// What is decided of a position: that the side that forces is to move, or that the other is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The seat to move forces.
    Mover = 0,
    /// The seat that waits forces.
    Waiting = 1,
}

/// The bit of a found position that tells its [`Kind`].
const KIND_BIT: u32 = 31;

/// What analysis is to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The value of every position, endless play being worth 0.
    Values,
    /// The best end that each seat can force, endless play being worth less than any.
    Finishes,
}

/// How far an analysis has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions decided so far (for [`Question::Finishes`] each counts twice).
    pub decided: u64,
    /// What there is to be decided, at most.
    pub of: u64,
}

/// A range of positions.
struct Range {
    /// For each sheet a byte a position.
    cells: Vec<Vec<u8>>,
    ranks: Vec<Vec<u8>>,
    /// By kind: what was decided in the latest level, and what is being decided.
    now: [Marks; 2],
    next: [Marks; 2],
}

/// All that is known of the positions.
pub struct Analysis<'a> {
    states: &'a dyn States,
    question: Question,
    ranges: Vec<Range>,
    threads: usize,
    largest: i32,
    decided: u64,
    /// Positions without moves, by margin for the seat to move from `-largest` on.
    ends: Vec<Vec<u32>>,
    /// The margin that comes next.
    margin: i32,
    /// What each thread found before the positions of the latest level, by range: kept, so that memory is asked for once.
    found: Vec<Vec<Vec<u32>>>,
}

/// The analysis was told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// How many bytes an analysis takes at most.
pub fn memory(states: u64, question: Question, threads: usize) -> u64 {
    let sheets = if question == Question::Values { 1 } else { 2 };
    // A byte and a rank, four bits, and what threads have found.
    states * 2 * sheets + states / 2 + (threads * MOST_FOUND * 12) as u64
}

impl<'a> Analysis<'a> {
    /// Prepares the analysis of margins up to `largest`.
    pub fn new(states: &'a dyn States, question: Question, largest: i32, threads: usize) -> Analysis<'a> {
        let sheets = if question == Question::Values { 1 } else { 2 };
        let count = states.len().div_ceil(1 << RANGE_BITS) as usize;
        let next = AtomicUsize::new(0);
        let mut prepared: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
        each(&mut prepared, |prepared| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    break;
                }
                prepared.push((number, Range::new(states, number, sheets)));
            }
        });
        let mut prepared: Vec<_> = prepared.into_iter().flatten().collect();
        prepared.sort_unstable_by_key(|&(number, _)| number);
        let mut ranges = Vec::with_capacity(count);
        let mut ends = vec![Vec::new(); 2 * largest as usize + 1];
        for (_, (range, found)) in prepared {
            ranges.push(range);
            found.into_iter().for_each(|(margin, state)| ends[(margin + largest) as usize].push(state));
        }
        let found = vec![vec![Vec::new(); ranges.len()]; threads];
        Analysis { states, question, ranges, threads, largest, decided: 0, ends, margin: largest, found }
    }

    fn lowest(&self) -> i32 {
        if self.question == Question::Values { 1 } else { -self.largest }
    }

    /// How a decided position's byte tells the margin.
    fn code(&self, kind: Kind, margin: i32) -> u8 {
        match (self.question, kind) {
            (Question::Values, Kind::Mover) => 128 + margin as u8,
            (Question::Values, Kind::Waiting) => DECIDED + margin as u8,
            (Question::Finishes, _) => (i32::from(DECIDED) + self.largest + margin) as u8,
        }
    }

    /// Decides all margins that are left down to `until`, unless `go_on` says no.
    ///
    /// # Errors
    /// [`Stopped`]; the analysis can't be gone on with then, but what higher margins decided stays.
    pub fn run(&mut self, until: i32, go_on: &mut dyn FnMut(Progress) -> bool) -> Result<(), Stopped> {
        while self.margin >= self.lowest().max(until) {
            self.decide(go_on)?;
            self.margin -= 1;
        }
        Ok(())
    }

    fn decide(&mut self, go_on: &mut dyn FnMut(Progress) -> bool) -> Result<(), Stopped> {
        let margin = self.margin;
        let mut count = 0;
        for (kind, of) in [(Kind::Mover, margin), (Kind::Waiting, -margin)] {
            let (code, sheet) = (self.code(kind, margin), self.sheet(kind));
            for &state in &self.ends[(of + self.largest) as usize] {
                let (range, at) = place(state);
                let range = &mut self.ranges[range];
                range.cells[sheet][at] = code;
                range.next[kind as usize].insert(at);
                count += 1;
            }
        }
        let mut level = 0;
        while count > 0 {
            self.decided += count;
            let of = self.states.len() * if self.question == Question::Values { 1 } else { 2 };
            if !go_on(Progress { decided: self.decided, of }) {
                return Err(Stopped);
            }
            for Range { now, next, .. } in &mut self.ranges {
                for kind in 0..2 {
                    std::mem::swap(&mut now[kind], &mut next[kind]);
                    next[kind].clear();
                }
            }
            level += 1;
            let threads = if count < WORTH_THREADS { 1 } else { self.threads };
            count = self.step(margin, level, threads);
        }
        for range in &mut self.ranges {
            range.now.iter_mut().for_each(Marks::clear);
        }
        Ok(())
    }

    fn sheet(&self, kind: Kind) -> usize {
        if self.question == Question::Values { 0 } else { kind as usize }
    }

    /// Goes back one ply from what the latest level decided; how many positions that decides.
    fn step(&mut self, margin: i32, level: u32, threads: usize) -> u64 {
        let codes = [self.code(Kind::Mover, margin), self.code(Kind::Waiting, margin)];
        let sheets = [self.sheet(Kind::Mover), self.sheet(Kind::Waiting)];
        let rank = level.min(MOST_RANK) as u8;
        let ranges = self.ranges.len();
        let portions = (ranges << RANGE_BITS) / PORTION;
        let next_portion = AtomicUsize::new(0);
        let found = &mut self.found[..threads];
        let mut count = 0;
        while next_portion.load(Ordering::Relaxed) < portions {
            let (states, all) = (self.states, &self.ranges);
            each(found, |found| look_back(states, all, &next_portion, portions, found));
            let decided = AtomicUsize::new(0);
            let found_by_all = &*found;
            let work = Mutex::new(self.ranges.iter_mut().enumerate());
            let change = |_: &mut ()| {
                loop {
                    let next = work.lock().expect("no thread fails").next();
                    let Some((i, range)) = next else { break };
                    let new: usize = found_by_all.iter().map(|f| range.decide(&f[i], codes, sheets, rank)).sum();
                    decided.fetch_add(new, Ordering::Relaxed);
                }
            };
            each(&mut vec![(); threads], change);
            count += decided.into_inner() as u64;
            found.iter_mut().flatten().for_each(Vec::clear);
        }
        // What one level found in one range says little of the next: memory stays within what `memory` tells.
        found.iter_mut().flatten().for_each(|found| found.shrink_to(MOST_FOUND / ranges));
        count
    }

    fn cell(&self, kind: Kind, state: u64) -> (u8, u8) {
        let (range, at) = place(state as u32);
        let (range, sheet) = (&self.ranges[range], self.sheet(kind));
        (range.cells[sheet][at], range.ranks[sheet][at])
    }

    /// With [`Question::Values`]: the margin for the seat to move, and its rank (0 where the margin is 0).
    pub fn value(&self, state: u64) -> (i32, u32) {
        match self.cell(Kind::Mover, state) {
            (cell @ 128.., rank) => (i32::from(cell - 128), rank.into()),
            (cell @ DECIDED.., rank) => (-i32::from(cell - DECIDED), rank.into()),
            _ => (0, 0),
        }
    }

    /// With [`Question::Finishes`]: the best margins for themselves that the seat to move and the other can force the
    /// game to end with, and in how many plies; `None` for a seat that can't force an end.
    pub fn finishes(&self, state: u64) -> [Option<(i32, u32)>; 2] {
        [Kind::Mover, Kind::Waiting].map(|kind| {
            let (cell, rank) = self.cell(kind, state);
            (cell >= DECIDED).then(|| (i32::from(cell) - i32::from(DECIDED) - self.largest, rank.into()))
        })
    }

    /// With [`Question::Values`]: the values and the ranks of all positions, in order, as tables hold them.
    pub fn into_values(self) -> (Vec<i8>, Vec<u8>) {
        let len = self.states.len() as usize;
        let (mut values, mut ranks) = (vec![0; len], vec![0; len]);
        let places = values.chunks_mut(1 << RANGE_BITS).zip(ranks.chunks_mut(1 << RANGE_BITS));
        let work = Mutex::new(self.ranges.into_iter().zip(places));
        each(&mut vec![(); self.threads], |_| {
            loop {
                // A range's memory is given back as soon as it was told.
                let next = work.lock().expect("no thread fails").next();
                let Some((range, (values, ranks))) = next else { break };
                range.tell(values, ranks);
            }
        });
        (values, ranks)
    }
}

/// The range of a position, and its place there.
fn place(state: u32) -> (usize, usize) {
    ((state >> RANGE_BITS) as usize, (state & ((1 << RANGE_BITS) - 1)) as usize)
}

/// Does the work for each item on a thread of its own; for the last on this one.
fn each<T: Send>(items: &mut [T], work: impl Fn(&mut T) + Sync) {
    let Some((last, others)) = items.split_last_mut() else { return };
    std::thread::scope(|scope| {
        for item in others {
            let work = &work;
            scope.spawn(move || work(item));
        }
        work(last);
    });
}

/// Finds, portion by portion, what lies before the positions that the latest level decided.
fn look_back(
    states: &dyn States,
    ranges: &[Range],
    next_portion: &AtomicUsize,
    portions: usize,
    found: &mut [Vec<u32>],
) {
    let (mut numbers, mut before) = (Vec::new(), Vec::new());
    let mut total = 0;
    while total < MOST_FOUND {
        let portion = next_portion.fetch_add(1, Ordering::Relaxed);
        if portion >= portions {
            break;
        }
        let first = portion * PORTION;
        let (range, number) = (first >> RANGE_BITS, (first & ((1 << RANGE_BITS) - 1)) / PORTION);
        for (kind, of_before) in [(Kind::Waiting, Kind::Mover), (Kind::Mover, Kind::Waiting)] {
            ranges[range].now[kind as usize].portion(number, |at| {
                numbers.push((range << RANGE_BITS | at) as u32);
                if numbers.len() >= TOGETHER {
                    total += sort_out(states, &mut numbers, &mut before, of_before, found);
                }
            });
            total += sort_out(states, &mut numbers, &mut before, of_before, found);
        }
    }
}

/// Finds what lies before some positions, and puts it to the ranges where it belongs; tells how many they are.
fn sort_out(
    states: &dyn States,
    numbers: &mut Vec<u32>,
    before: &mut Vec<u32>,
    kind: Kind,
    found: &mut [Vec<u32>],
) -> usize {
    states.before(numbers, before);
    let count = before.len();
    for &state in &*before {
        found[(state >> RANGE_BITS) as usize].push(state | (kind as u32) << KIND_BIT);
    }
    numbers.clear();
    before.clear();
    count
}

impl Range {
    /// Prepares the range of this number; and its positions without moves, each after its margin for the seat to move.
    fn new(states: &dyn States, number: usize, sheets: usize) -> (Range, Vec<(i32, u32)>) {
        let first = (number as u64) << RANGE_BITS;
        let last = (first + (1 << RANGE_BITS)).min(states.len());
        let len = (last - first) as usize;
        let (mut counts, mut ends) = (Vec::with_capacity(len), Vec::new());
        states.runs(first..last, &mut |count, moves| {
            if moves == 0 {
                let at = first + counts.len() as u64;
                ends.extend((at..at + count).map(|state| (states.margin(state), state as u32)));
            }
            counts.resize(counts.len() + count as usize, moves as u8);
        });
        let none = || [Marks::new(len), Marks::new(len)];
        let range = Range { cells: vec![counts; sheets], ranks: vec![vec![0; len]; sheets], now: none(), next: none() };
        (range, ends)
    }

    /// Notes that moves from these positions are decided; how many positions that decides.
    fn decide(&mut self, found: &[u32], codes: [u8; 2], sheets: [usize; 2], rank: u8) -> usize {
        let mut count = 0;
        for &state in found {
            let kind = (state >> KIND_BIT) as usize;
            let at = (state & ((1 << RANGE_BITS) - 1)) as usize;
            let cell = &mut self.cells[sheets[kind]][at];
            if *cell >= DECIDED {
                continue;
            }
            if kind == Kind::Waiting as usize {
                *cell -= 1;
                if *cell > 0 {
                    continue;
                }
            }
            *cell = codes[kind];
            self.ranks[sheets[kind]][at] = rank;
            self.next[kind].insert(at);
            count += 1;
        }
        count
    }

    /// With [`Question::Values`]: writes down all values and ranks.
    fn tell(&self, values: &mut [i8], ranks: &mut [u8]) {
        for (value, &cell) in values.iter_mut().zip(&self.cells[0]) {
            *value = match cell {
                128.. => (cell - 128) as i8,
                DECIDED.. => -((cell - DECIDED) as i8),
                _ => 0,
            };
        }
        ranks.copy_from_slice(&self.ranks[0]);
    }
}
