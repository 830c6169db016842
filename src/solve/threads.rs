//! A forward search by several threads: what they share, and how they get their questions.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};

use super::agenda::{Agenda, Question};
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

/// The bit of [`Shared::stop`] that stops all threads.
pub const EVERYTHING: u64 = 1 << 63;

/// What all threads of a search share.
pub struct Shared<'a> {
    /// What is known of positions.
    pub table: &'a HashTable,
    /// What threads look at, so that they don't all look at the same.
    pub under_way: UnderWay,
    /// Nodes so far: positions that were made by playing a move.
    pub nodes: AtomicU64,
    /// A bit for each question that threads need not look for any more, and [`EVERYTHING`].
    pub stop: AtomicU64,
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
        let (nodes, stop, ended) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
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

    /// Whether all threads have to stop, for good or for a larger table, or because their patience is at an end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) & EVERYTHING != 0
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

/// Told of the bounds of an agenda's position whenever they are news.
pub type Tell<'a> = &'a (dyn Fn([i32; 2]) + Sync);

/// Asks all that an agenda has to ask, with a larger table again and again where the table turns out too small.
pub fn work_off<G: Game>(shared: &Shared<'_>, searches: &mut [Prover<'_>], agenda: &mut Agenda<G>, tell: Tell<'_>) {
    while !shared.has_ended() {
        let Some(stopped) = ask_until_stopped(shared, searches, agenda, tell) else { break };
        if shared.wants_room() {
            shared.table.grow();
            shared.lost.store(0, Ordering::Relaxed);
        } else if shared.is_impatient() {
            agenda.put_off(&stopped);
        }
    }
}

/// Asks until there is nothing to ask, or until the search is stopped: the questions that had no answer then. Where the longest lines
/// take more of the stack than any thread has, threads that have it search.
fn ask_until_stopped<G: Game>(
    shared: &Shared<'_>,
    searches: &mut [Prover<'_>],
    agenda: &mut Agenda<G>,
    tell: Tell<'_>,
) -> Option<Vec<Question>> {
    let desk = Desk {
        shared,
        tell,
        state: Mutex::new(State { agenda, asked: Vec::new(), stopped: Vec::new() }),
        news: Condvar::new(),
    };
    // What is not used of it costs nothing.
    let stack = LONGEST_LINE * (POSITIONS_A_PLY * size_of::<G>() + FRAME);
    if let [search] = searches
        && stack <= SMALL_STACK
    {
        desk.work(search);
    } else {
        std::thread::scope(|scope| {
            for search in searches {
                let builder = std::thread::Builder::new().stack_size(stack.max(SMALL_STACK));
                let desk = &desk;
                if let Err(error) = builder.spawn_scoped(scope, move || desk.work(search)) {
                    log::warn!("no thread to search with: {error}");
                }
            }
        });
    }
    if !shared.is_stopped() {
        return None;
    }
    if !shared.has_ended() {
        shared.stop.store(0, Ordering::Relaxed);
    }
    Some(desk.state.into_inner().expect("no thread fails").stopped)
}

/// Where threads get their questions and bring their answers.
struct Desk<'d, 'a, G> {
    shared: &'d Shared<'a>,
    tell: Tell<'d>,
    state: Mutex<State<'d, G>>,
    /// Told to threads that wait for a question.
    news: Condvar,
}

struct State<'d, G> {
    agenda: &'d mut Agenda<G>,
    /// What is being asked.
    asked: Vec<Asked>,
    /// What had no answer when the search was stopped.
    stopped: Vec<Question>,
}

/// A question that is being asked.
struct Asked {
    question: Question,
    /// Its bit of [`Shared::stop`].
    bit: u64,
    /// How many threads look for its answer.
    threads: usize,
    /// It has its answer, or needs none any more.
    is_done: bool,
}

impl<G: Game> Desk<'_, '_, G> {
    /// Asks question after question until there is none, or the search is stopped.
    fn work(&self, search: &mut Prover<'_>) {
        let mut state = self.state.lock().expect("no thread fails");
        while !self.shared.is_stopped() {
            if let Some((question, bit)) = state.take() {
                let position = state.agenda.position(question).clone();
                if let Some(nodes) = state.agenda.patience(question) {
                    self.shared.give(nodes);
                }
                drop(state);
                let finding = search.ask(&position, question.value, bit);
                state = self.state.lock().expect("no thread fails");
                let before = state.agenda.bounds();
                state.bring(self.shared, question, finding);
                if state.agenda.bounds() != before {
                    (self.tell)(state.agenda.bounds());
                }
                self.news.notify_all();
            } else if state.asked.is_empty() {
                break;
            } else {
                state = self.news.wait(state).expect("no thread fails");
            }
        }
    }
}

impl<G: Game> State<'_, G> {
    /// A question and its bit: a new one, else the one that the fewest threads are at.
    fn take(&mut self) -> Option<(Question, u64)> {
        let asked: Vec<Question> = self.asked.iter().map(|asked| asked.question).collect();
        let taken = self.asked.iter().fold(0, |taken, asked| taken | asked.bit);
        let free = !taken & taken.wrapping_add(1);
        if free != EVERYTHING
            && let Some(question) = self.agenda.next(&asked)
        {
            self.asked.push(Asked { question, bit: free, threads: 1, is_done: false });
            return Some((question, free));
        }
        let open = self.asked.iter_mut().filter(|asked| !asked.is_done);
        let joined = open.min_by_key(|asked| asked.threads)?;
        joined.threads += 1;
        Some((joined.question, joined.bit))
    }

    /// Takes what a thread has found.
    fn bring(&mut self, shared: &Shared<'_>, question: Question, finding: Finding) {
        let at = self.asked.iter().position(|asked| asked.question == question).expect("it was taken");
        self.asked[at].threads -= 1;
        if !self.asked[at].is_done {
            if finding == Finding::Unknown && shared.is_stopped() {
                self.stopped.push(question);
            } else {
                self.agenda.note(question, finding);
            }
            self.asked[at].is_done = true;
            for asked in &mut self.asked {
                asked.is_done |= self.agenda.is_moot(asked.question);
                if asked.is_done {
                    shared.stop.fetch_or(asked.bit, Ordering::Relaxed);
                }
            }
        }
        self.asked.retain(|asked| {
            if asked.threads == 0 {
                shared.stop.fetch_and(!asked.bit, Ordering::Relaxed);
            }
            asked.threads > 0
        });
    }
}
