//! Layered iteration: what each side can force in all positions of a board, in games where nearly
//! every move leads from one layer of positions to the next.
//!
//! A side can force an end that is reached, or one that its moves lead to whatever the other side
//! does; endless play is no end. Each iteration goes from the last layer to the first, and every
//! position takes over what its successors have. Nearly all of these are in the next layer, so that
//! few iterations are needed, for what returns to earlier layers by captures. When nothing changes
//! any more, the ends are the best that can be forced; if those of the two sides do not meet, the
//! value depends on the value of endless play (as in [`crate::explicit_graph`], which looks at each
//! position by itself).
//!
//! Everything found at any time can be forced, so the work can be stopped with bounds. The result
//! does not depend on the number of threads.

mod cycles;
mod lookup;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use quintet_core::position::state_index::LayeredBoards;
use quintet_core::setup::Setup;

use crate::checkpoint::{Checkpoint, CheckpointError, Saved};
use crate::huge_pages;
use crate::limits::{Progress, Watch};
use crate::parallel;
use crate::setup_name;
use crate::value_scale::{ValueScale, seen_by};

pub use cycles::can_repeat;

/// The time is checked each time that this many blocks are done.
const CHECK_EVERY: usize = 16;

/// Memory besides the words of the boards, in bytes.
const OVERHEAD: u64 = 64 << 20;

/// Returns the least number of bytes that iterations over this many boards take; with a count of
/// positions, and with ranks, which lead along a short line.
pub fn memory(boards: u64, counts: bool, ranks: bool) -> u64 {
    boards * (4 + u64::from(counts) + if ranks { 4 } else { 0 }) + OVERHEAD
}

/// How to iterate.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Whether to store the iteration that found each end.
    pub ranks: bool,
    /// The number of threads.
    pub threads: usize,
    /// The checkpoint file.
    pub checkpoint: Option<&'a Path>,
}

/// The state of an iteration.
struct State {
    /// The number of iterations begun.
    iterations: u8,
    /// The word of each board: what each side can force.
    ends: Vec<AtomicU32>,
    /// The rank of each board; empty if there are none.
    ranks: Vec<AtomicU32>,
}

impl State {
    fn new(boards: usize, ranks: bool) -> State {
        let ranks = if ranks { boards } else { 0 };
        State { iterations: 0, ends: huge_pages::zeroed(boards), ranks: huge_pages::zeroed(ranks) }
    }

    /// Reads a checkpoint; `None` if there is no file.
    fn read(checkpoint: &Checkpoint, boards: usize, with_ranks: bool) -> Result<Option<State>, CheckpointError> {
        let Some(mut reader) = checkpoint.read::<3>()? else { return Ok(None) };
        let [iterations, ends, ranks] = reader.numbers;
        let iterations = u8::try_from(iterations).map_err(|_| CheckpointError::Format)?;
        if ends != boards as i64 || ![0, ends].contains(&ranks) {
            return Err(CheckpointError::Format);
        }
        reader.expect_words(ends + ranks, 4)?;
        let state = State { iterations, ..State::new(boards, with_ranks && ranks > 0) };
        reader.read_u32s(&state.ends)?;
        if state.ranks.is_empty() {
            reader.skip(4 * ranks as usize)?;
        } else {
            reader.read_u32s(&state.ranks)?;
        }
        reader.finish()?;
        Ok(Some(state))
    }
}

impl Saved for State {
    fn numbers(&self) -> Vec<i64> {
        vec![self.iterations.into(), self.ends.len() as i64, self.ranks.len() as i64]
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut words = self.ends.iter().chain(&self.ranks);
        words.try_for_each(|word| out.write_all(&word.load(Relaxed).to_le_bytes()))
    }
}

/// All positions of a board, and what can be forced in them.
pub struct LayeredIteration {
    setup: Setup,
    boards: Arc<dyn LayeredBoards>,
    scale: ValueScale,
    state: State,
    threads: usize,
    begun: Instant,
    /// Whether nothing changes any more.
    is_done: bool,
}

impl LayeredIteration {
    /// Iterates until nothing changes any more or `watch` returns `false`. With a checkpoint file
    /// it resumes from there, and saves regularly and at the end.
    ///
    /// # Errors
    /// Returns an error if the file is no checkpoint of this task.
    pub fn run(
        setup: &Setup,
        boards: Arc<dyn LayeredBoards>,
        options: Options<'_>,
        watch: Watch<'_>,
    ) -> Result<LayeredIteration, CheckpointError> {
        let Options { ranks, threads, checkpoint } = options;
        let begun = Instant::now();
        let count = boards.len() as usize;
        let task = format!("sweeps of {} komi {}", setup_name::format(setup), setup.komi());
        let checkpoint = checkpoint.map(|path| Checkpoint::open(path, task)).transpose()?;
        let earlier = checkpoint.as_ref().map(|file| State::read(file, count, ranks)).transpose()?.flatten();
        let mut iteration = LayeredIteration {
            setup: setup.clone(),
            boards,
            scale: ValueScale::new(setup),
            state: earlier.unwrap_or_else(|| State::new(count, ranks)),
            threads,
            begun,
            is_done: false,
        };
        let mut before = 0;
        while let Some(changed) = iteration.iterate(before, watch).filter(|&changed| changed > 0) {
            before += changed;
            if let Some(file) = &checkpoint {
                file.save_if_due(&iteration.state);
            }
        }
        if let Some(file) = &checkpoint {
            file.save(&iteration.state);
        }
        Ok(iteration)
    }

    /// Goes over all boards once and returns the number of changes; `None` if `watch` returned
    /// `false`.
    fn iterate(&mut self, changes_before: u64, watch: Watch<'_>) -> Option<u64> {
        // After a stop in the middle of an iteration the next one gets a new number: what an
        // iteration finds rests on earlier ones, or on fuller boards.
        self.state.iterations = self.state.iterations.saturating_add(1);
        let State { iterations, ends, ranks } = &self.state;
        let start = self.setup.start();
        let go_on = |changed| {
            let bounds = seen_by(self.bounds(&*start), start.to_move());
            let [low, high] = bounds.map(|bound| self.scale.margin(bound));
            watch(Progress { low, high, nodes: changes_before + changed, of: None, time: self.begun.elapsed() })
        };
        let changed = self.over_blocks(true, &go_on, |block| self.boards.sweep(block, ends, ranks, *iterations));
        self.is_done = changed == Some(0);
        changed
    }

    /// Calls `work` for each block, layer by layer, from the last or from the first, and returns
    /// the sum of its results; `None` if `go_on`, which receives the sum so far, returned `false`.
    fn over_blocks(
        &self,
        from_last: bool,
        go_on: &(dyn Fn(u64) -> bool + Sync),
        work: impl Fn(u32) -> u64 + Sync,
    ) -> Option<u64> {
        let layers = self.boards.layers();
        let (total, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        for i in 0..layers.len() {
            let blocks = &layers[if from_last { layers.len() - 1 - i } else { i }];
            let next = AtomicUsize::new(0);
            parallel::run(self.threads.min(blocks.len()), || {
                while !stopped.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    let Some(&block) = blocks.get(number) else { break };
                    total.fetch_add(work(block), Relaxed);
                    if number.is_multiple_of(CHECK_EVERY) && !go_on(total.load(Relaxed)) {
                        stopped.store(true, Relaxed);
                    }
                }
            });
            if stopped.load(Relaxed) {
                return None;
            }
        }
        Some(total.into_inner())
    }
}
