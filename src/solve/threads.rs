//! A forward search by several threads: what they share, and how they get their questions.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};

use super::agenda::{Agenda, Question};
use super::forward::{Finding, LONGEST_LINE, Prover};
use super::hash::HashTable;
use super::ordering::Experience;
use super::under_way::UnderWay;
use crate::game::Game;

/// What a move of the line takes of the stack besides its positions, in bytes.
const FRAME: usize = 1024;

/// So many positions stand on the stack for a move of the line; the compiler was seen to keep up to five.
const POSITIONS_A_PLY: usize = 8;

/// So much of the stack is left on any thread, in bytes.
const SMALL_STACK: usize = 3 << 19;

/// The bit of [`Shared::stop`] that ends the search for the answer to the question.
pub const ANSWERED: u8 = 1;

/// The bit that ends it though there is no answer.
pub const STOPPED: u8 = 2;

/// What all threads of a search share.
pub struct Shared<'a> {
    /// What is known of positions.
    pub table: &'a HashTable,
    /// What threads look at, so that they don't all look at the same.
    pub under_way: UnderWay,
    /// What moves did.
    pub experience: Experience,
    /// Nodes so far: positions that were made by playing a move.
    pub nodes: AtomicU64,
    /// [`ANSWERED`], [`STOPPED`] or both while threads come back from a question.
    pub stop: AtomicU8,
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
        let (nodes, stop, ended) = (AtomicU64::new(0), AtomicU8::new(0), AtomicBool::new(false));
        let (under_way, experience) = (UnderWay::default(), Experience::default());
        Shared {
            table,
            under_way,
            experience,
            nodes,
            stop,
            go_on,
            ended,
            patience: AtomicU64::new(u64::MAX),
            lost: AtomicU64::new(0),
        }
    }

    /// Gives up the question that follows when it has taken so many nodes.
    pub fn give(&self, nodes: u64) {
        self.patience.store(self.nodes.load(Ordering::Relaxed).saturating_add(nodes), Ordering::Relaxed);
    }

    /// Whether what was given for a question is used up.
    pub fn is_impatient(&self) -> bool {
        self.nodes.load(Ordering::Relaxed) >= self.patience.load(Ordering::Relaxed)
    }

    /// Whether all threads have to stop, for good or for a larger table, or because their patience is at an end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) & STOPPED != 0
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
        let Round::Stopped(question) = ask_until_stopped(shared, searches, agenda, tell) else { break };
        if shared.wants_room() {
            shared.table.grow();
            shared.lost.store(0, Ordering::Relaxed);
        } else if let Some(question) = question
            && shared.is_impatient()
        {
            agenda.put_off(question);
        }
    }
}

/// How a round of questions came to its end.
enum Round {
    /// There is nothing more to ask.
    Done,
    /// The search was stopped, with a question that had no answer then.
    Stopped(Option<Question>),
}

/// Asks until there is nothing to ask, or until the search is stopped. Where the longest lines take more of the stack than any
/// thread has, threads that have it search.
fn ask_until_stopped<G: Game>(
    shared: &Shared<'_>,
    searches: &mut [Prover<'_>],
    agenda: &mut Agenda<G>,
    tell: Tell<'_>,
) -> Round {
    let desk =
        Desk { shared, tell, state: Mutex::new(State { agenda, asked: None, stopped: None }), news: Condvar::new() };
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
        return Round::Done;
    }
    if !shared.has_ended() {
        shared.stop.store(0, Ordering::Relaxed);
    }
    Round::Stopped(desk.state.into_inner().expect("no thread fails").stopped)
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
    asked: Option<Asked>,
    /// What had no answer when the search was stopped.
    stopped: Option<Question>,
}

/// The question that is being asked.
struct Asked {
    question: Question,
    /// How many threads look for its answer.
    threads: usize,
    /// It has its answer, but not all threads are back.
    is_done: bool,
}

impl<G: Game> Desk<'_, '_, G> {
    /// Asks question after question until there is none, or the search is stopped.
    fn work(&self, search: &mut Prover<'_>) {
        let mut state = self.state.lock().expect("no thread fails");
        while !self.shared.is_stopped() {
            if let Some(question) = state.take(self.shared) {
                let position = state.agenda.position(question).clone();
                drop(state);
                let finding = search.ask(&position, question.value);
                state = self.state.lock().expect("no thread fails");
                let before = state.agenda.bounds();
                state.bring(self.shared, question, finding);
                if state.agenda.bounds() != before {
                    (self.tell)(state.agenda.bounds());
                }
                self.news.notify_all();
            } else if state.asked.is_none() {
                break;
            } else {
                state = self.news.wait(state).expect("no thread fails");
            }
        }
    }
}

impl<G: Game> State<'_, G> {
    /// The question that is being asked, or the next one; `None` where there is none, or threads are still to come back.
    fn take(&mut self, shared: &Shared<'_>) -> Option<Question> {
        if let Some(asked) = &mut self.asked {
            asked.threads += usize::from(!asked.is_done);
            return (!asked.is_done).then_some(asked.question);
        }
        let question = self.agenda.next()?;
        shared.give(self.agenda.patience());
        self.asked = Some(Asked { question, threads: 1, is_done: false });
        Some(question)
    }

    /// Takes what a thread has found.
    fn bring(&mut self, shared: &Shared<'_>, question: Question, finding: Finding) {
        let asked = self.asked.as_mut().expect("it was taken");
        asked.threads -= 1;
        if !asked.is_done {
            if finding == Finding::Unknown && shared.is_stopped() {
                self.stopped = Some(question);
            } else {
                self.agenda.note(question, finding);
            }
            asked.is_done = true;
            shared.stop.fetch_or(ANSWERED, Ordering::Relaxed);
        }
        if asked.threads == 0 {
            self.asked = None;
            shared.stop.fetch_and(!ANSWERED, Ordering::Relaxed);
        }
    }
}
