//! Our own engine in a thread of its own: one search at a time, for moves, hints and analysis alike.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::Duration;

use super::session::Event;
use super::values;
use crate::engine::{AnyPlayer, Request, Settings};
use crate::history::AnyHistory;
use crate::players::player;
use crate::search::{Interrupt, Limits, Urgency};
use crate::solve;
use crate::words::{Move, Seat};

/// How often a running search tells of itself.
const REPORTS: Duration = Duration::from_millis(250);

/// A position to be thought about.
pub struct Job {
    /// By which its reports are known.
    pub id: u64,
    /// The game as it stands.
    pub game: Box<dyn AnyHistory>,
    /// How to think.
    pub settings: Settings,
    /// What to find out.
    pub task: Task,
}

/// What is to be found out of a position.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// The best move, by a search.
    Search {
        /// When to stop.
        limits: Limits,
        /// Whether the last simulations are to be made though the move is clear: for what is shown of them.
        whole: bool,
    },
    /// The exact values of all moves.
    Exact,
}

/// A job, and what ends it.
type Order = (Job, Arc<Interrupt>);

/// The engine. Dropping it ends its search.
#[derive(Default)]
pub struct Mind {
    running: Option<(Sender<Order>, Arc<Interrupt>)>,
}

impl Mind {
    /// Begins a search, and ends the one before it.
    pub fn think(&mut self, job: Job, events: &SyncSender<Event>) {
        self.stop();
        let interrupt = Arc::new(Interrupt::default());
        let jobs = match self.running.take() {
            Some((jobs, _)) => jobs,
            None => {
                let (jobs, received) = mpsc::channel();
                let events = events.clone();
                thread::spawn(move || work(&received, &events));
                jobs
            }
        };
        // Were the thread gone, nobody would wait for its answer: the session ends with it.
        let _ = jobs.send((job, Arc::clone(&interrupt)));
        self.running = Some((jobs, interrupt));
    }

    /// Ends the search that runs, if one does.
    pub fn stop(&self) {
        if let Some((_, interrupt)) = &self.running {
            interrupt.call(Urgency::Now);
        }
    }
}

impl Drop for Mind {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(jobs: &Receiver<Order>, events: &SyncSender<Event>) {
    let mut kept: Option<Box<dyn AnyPlayer>> = None;
    for (job, interrupt) in jobs {
        if interrupt.urgency() != Urgency::None {
            continue;
        }
        let Some(mut player) = synchronized(kept.take(), &*job.game) else { continue };
        let found = match job.task {
            Task::Search { limits, whole } => {
                let seat = player.history().to_move();
                let request = Request {
                    report_every: Some(REPORTS),
                    ownership: true,
                    to_the_limit: whole,
                    ..Request::new(seat, limits, &job.settings, &interrupt)
                };
                let choice = player.choose(&request, &mut |report| {
                    // A session that has much to do can pass over a report.
                    let _ = events.try_send(Event::Report { job: job.id, report: Box::new(report.clone()) });
                });
                Event::Chosen { job: job.id, choice: Box::new(choice) }
            }
            Task::Exact => {
                let memory = (job.settings.hash_mib as u64) << 20;
                let bounds = solve::Limits { threads: job.settings.threads, memory, ..solve::Limits::default() };
                let go_on = || interrupt.urgency() == Urgency::None;
                let values = values::work_out(&mut *player, bounds, &go_on, &mut |values| {
                    let _ =
                        events.try_send(Event::Valued { job: job.id, values: Box::new(values.clone()), done: false });
                });
                Event::Valued { job: job.id, values: Box::new(values), done: true }
            }
        };
        if events.send(found).is_err() {
            return;
        }
        kept = Some(player);
    }
}

/// A player of this very game: the one that there is, moved on or back, or a new one.
fn synchronized(kept: Option<Box<dyn AnyPlayer>>, game: &dyn AnyHistory) -> Option<Box<dyn AnyPlayer>> {
    let start = game.start_diagram();
    let same =
        |player: &dyn AnyPlayer| player.history().setup() == game.setup() && player.history().start_diagram() == start;
    let mut player = match kept.filter(|player| same(&**player)) {
        Some(player) => player,
        None => player(game.setup(), Some(&start)).ok()?,
    };
    let wanted: &[(Seat, Move)] = game.moves();
    let shared = player.history().moves().iter().zip(wanted).take_while(|(a, b)| a == b).count();
    let back = player.history().moves().len() - shared;
    let history = player.history_mut();
    history.undo(back).ok()?;
    for &(seat, mv) in &wanted[shared..] {
        history.play(seat, mv).ok()?;
    }
    Some(player)
}
