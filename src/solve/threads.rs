//! A forward search by several threads: what they share, and how they are asked.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::forward::{Finding, LONGEST_LINE, Prover};
use super::hash::HashTable;
use super::under_way::UnderWay;
use crate::game::Game;

/// What a move of the line takes of the stack besides its positions, in bytes.
const FRAME: usize = 1024;

/// So many positions stand on the stack for a move of the line; the compiler was seen to keep up to five.
const POSITIONS_A_PLY: usize = 8;

/// So much of the stack is left on any thread, in bytes.
const SMALL_STACK: usize = 3 << 19;

/// What all threads of a search share.
pub struct Shared<'a> {
    /// What is known of positions.
    pub table: &'a HashTable,
    /// What threads look at, so that they don't all look at the same.
    pub under_way: UnderWay,
    /// Nodes so far: positions that were made by playing a move.
    pub nodes: AtomicU64,
    /// Some thread has the answer, or the search has to stop.
    pub stop: AtomicBool,
    /// Asked now and then with the number of nodes; `false` ends the search.
    pub go_on: &'a (dyn Fn(u64) -> bool + Sync),
    /// The search was told to stop.
    pub ended: AtomicBool,
    /// A question is given up, for now, when there are so many nodes.
    patience: AtomicU64,
    /// Entries that the table has lost since it last grew.
    pub lost: AtomicU64,
}

impl<'a> Shared<'a> {
    /// A search that hasn't begun.
    pub fn new(table: &'a HashTable, go_on: &'a (dyn Fn(u64) -> bool + Sync)) -> Shared<'a> {
        let (nodes, stop, ended) = (AtomicU64::new(0), AtomicBool::new(false), AtomicBool::new(false));
        let under_way = UnderWay::default();
        Shared {
            table,
            under_way,
            nodes,
            stop,
            go_on,
            ended,
            patience: AtomicU64::new(u64::MAX),
            lost: AtomicU64::new(0),
        }
    }

    /// Gives up the questions that follow when they have taken so many nodes.
    pub fn give(&self, nodes: u64) {
        self.patience.store(self.nodes.load(Ordering::Relaxed).saturating_add(nodes), Ordering::Relaxed);
    }

    /// Whether what was given for a question is used up.
    pub fn is_impatient(&self) -> bool {
        self.nodes.load(Ordering::Relaxed) >= self.patience.load(Ordering::Relaxed)
    }

    /// Whether the search was told to stop.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Whether it is time for a larger table.
    pub fn wants_room(&self) -> bool {
        self.table.would_grow(self.lost.load(Ordering::Relaxed))
    }
}

/// Asks a question with several threads, with a larger table again and again where the table turns out too small.
pub fn ask<G: Game>(shared: &Shared<'_>, searches: &mut [Prover<'_>], root: &G, value: i32) -> Finding {
    loop {
        let answer = ask_once(shared, searches, root, value);
        if answer != Finding::Unknown || shared.has_ended() || !shared.wants_room() {
            return answer;
        }
        shared.table.grow();
        shared.lost.store(0, Ordering::Relaxed);
    }
}

/// Asks a question with several threads; the first that has the answer tells it. Where the longest lines take more of the
/// stack than any thread has, a thread that has it searches; if there can be none, nothing is found.
fn ask_once<G: Game>(shared: &Shared<'_>, searches: &mut [Prover<'_>], root: &G, value: i32) -> Finding {
    if shared.has_ended() {
        return Finding::Unknown;
    }
    shared.stop.store(false, Ordering::Relaxed);
    // What is not used of it costs nothing.
    let stack = LONGEST_LINE * (POSITIONS_A_PLY * size_of::<G>() + FRAME);
    if let [search] = searches
        && stack <= SMALL_STACK
    {
        return search.ask(root, value);
    }
    let first = std::sync::Mutex::new(Finding::Unknown);
    std::thread::scope(|scope| {
        for search in searches {
            let first = &first;
            let work = move || {
                let answer = search.ask(root, value);
                if !shared.stop.swap(true, Ordering::Relaxed) || answer != Finding::Unknown {
                    *first.lock().expect("no thread fails") = answer;
                }
            };
            let builder = std::thread::Builder::new().stack_size(stack.max(SMALL_STACK));
            if let Err(error) = builder.spawn_scoped(scope, work) {
                log::warn!("no thread to search with: {error}");
            }
        }
    });
    if !shared.has_ended() {
        shared.stop.store(false, Ordering::Relaxed);
    }
    first.into_inner().expect("no thread fails")
}
