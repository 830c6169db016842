//! The threads of a search, and how they get their probes.

use std::sync::{Condvar, Mutex};

use super::probe::{Answer, Probe};
use super::probe_plan::ProbePlan;
use super::search::Searcher;
use super::shared::Shared;
use crate::parallel;

/// Callback that receives the bounds of a plan's position whenever they change.
pub type OnBounds<'a> = &'a (dyn Fn([i32; 2]) + Sync);

/// Makes all probes of a plan, and enlarges the table whenever it turns out too small.
pub fn run_plan(shared: &Shared<'_>, searchers: &mut [Searcher<'_>], plan: &mut ProbePlan, on_bounds: OnBounds<'_>) {
    while !shared.is_ended() {
        let Round::Stopped(probe) = probe_until_stopped(shared, searchers, plan, on_bounds) else { break };
        if shared.table_should_grow() {
            shared.grow_table();
        } else if let Some(probe) = probe
            && shared.is_out_of_patience()
        {
            plan.postpone(probe);
        }
    }
}

/// How a round of probes ended.
enum Round {
    /// There are no more probes.
    Done,
    /// The search was stopped, possibly during a probe.
    Stopped(Option<Probe>),
}

/// Makes probes until there are none left or the search is stopped.
fn probe_until_stopped(
    shared: &Shared<'_>,
    searchers: &mut [Searcher<'_>],
    plan: &mut ProbePlan,
    on_bounds: OnBounds<'_>,
) -> Round {
    let state = Mutex::new(State { plan, current: None, stopped: None });
    let dispatcher = Dispatcher { shared, on_bounds, state, changed: Condvar::new() };
    parallel::for_each(searchers, |searcher| dispatcher.work(searcher));
    if !shared.is_stopped() {
        return Round::Done;
    }
    if !shared.is_ended() {
        shared.resume();
    }
    Round::Stopped(dispatcher.state.into_inner().expect("no thread panics").stopped)
}

/// Gives probes to threads and takes their answers.
struct Dispatcher<'d, 'a> {
    shared: &'d Shared<'a>,
    on_bounds: OnBounds<'d>,
    state: Mutex<State<'d>>,
    /// Notified when threads that wait for a probe should check again.
    changed: Condvar,
}

struct State<'d> {
    plan: &'d mut ProbePlan,
    current: Option<Current>,
    /// The probe without an answer when the search was stopped.
    stopped: Option<Probe>,
}

/// The current probe.
struct Current {
    probe: Probe,
    /// The number of threads that work on it.
    threads: usize,
    /// Whether it is answered, though not all threads have returned.
    is_done: bool,
}

impl Dispatcher<'_, '_> {
    /// Makes probe after probe until there are none left or the search is stopped.
    fn work(&self, searcher: &mut Searcher<'_>) {
        let mut state = self.state.lock().expect("no thread panics");
        while !self.shared.is_stopped() {
            if let Some(probe) = state.take(self.shared) {
                searcher.set_root(state.plan.position(probe));
                drop(state);
                let answer = searcher.probe(probe.value);
                state = self.state.lock().expect("no thread panics");
                let before = state.plan.bounds();
                state.put(self.shared, probe, answer);
                if state.plan.bounds() != before {
                    (self.on_bounds)(state.plan.bounds());
                }
                self.changed.notify_all();
            } else if state.current.is_none() {
                break;
            } else {
                state = self.changed.wait(state).expect("no thread panics");
            }
        }
    }
}

impl State<'_> {
    /// Returns the current probe or the next one; `None` if there is none, or threads have not
    /// returned yet.
    fn take(&mut self, shared: &Shared<'_>) -> Option<Probe> {
        if let Some(current) = &mut self.current {
            current.threads += usize::from(!current.is_done);
            return (!current.is_done).then_some(current.probe);
        }
        let probe = self.plan.next()?;
        shared.set_patience(self.plan.patience());
        self.current = Some(Current { probe, threads: 1, is_done: false });
        Some(probe)
    }

    /// Takes the answer of a thread.
    fn put(&mut self, shared: &Shared<'_>, probe: Probe, answer: Answer) {
        let current = self.current.as_mut().expect("it was taken");
        current.threads -= 1;
        if !current.is_done {
            if answer == Answer::Unknown && shared.is_stopped() {
                self.stopped = Some(probe);
            } else {
                self.plan.record(probe, answer);
            }
            current.is_done = true;
            shared.begin_return();
        }
        if current.threads == 0 {
            self.current = None;
            shared.end_return();
        }
    }
}
