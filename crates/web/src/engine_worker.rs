//! The built-in engine, which does one job at a time beside the session: searches for moves, hints
//! and analysis, or exact values.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::exact_values::{self, ProvedValues};
use super::tasks::Tasks;
use quintet_core::game::Game;
use quintet_engine::{Choice, Clock, Engine, Knowledge, Level, Request, Settings};
use quintet_search::{ANALYSIS_WIDE_ROOT, Interrupt, Limits, Report, Urgency};
use quintet_solve::{self as solve, Solution};
use quintet_system::panics::{caught, panic_message};

/// The time between reports of a search.
const REPORTS: Duration = Duration::from_millis(250);

/// The limits of [`Task::Solve`].
const SOLVE_MEMORY: u64 = 64 << 20;
const SOLVE_NODES: u64 = 300_000;
const SOLVE_TIME: Duration = Duration::from_secs(5);
/// The time limit where the session has to wait meanwhile.
const SOLVE_TIME_IN_SLICES: Duration = Duration::from_secs(1);

/// A position and a task.
pub struct Job {
    /// The number that its events bear.
    pub id: u64,
    /// The game up to the position.
    pub game: Game,
    /// The settings of the engine.
    pub settings: Settings,
    pub task: Task,
}

/// A task of the engine.
#[derive(Clone, Debug)]
pub enum Task {
    /// Searches for the best move.
    Search {
        /// The limits of the search.
        limits: Limits,
        /// The level of the move; `None`: as well as the limits allow.
        level: Option<Level>,
        /// The clock of the game, whose time the search has to divide.
        clock: Option<Clock>,
        /// Whether to search up to the limits even if the best move is clear, for the values that
        /// are shown.
        to_the_limit: bool,
    },
    /// Computes the exact values of all moves.
    ExactValues,
    /// Solves the position, within limits that the refutations of puzzles keep.
    Solve,
}

/// An event of a job.
pub struct WorkerEvent {
    pub job: u64,
    /// The state or the end of its task.
    pub state: WorkerState,
}

/// The state of a task.
pub enum WorkerState {
    /// A search goes on.
    Report(Box<Report>),
    /// A search has ended with a move.
    Chosen(Box<Choice>),
    /// All exact values known so far.
    Values(Box<ProvedValues>),
    /// All exact values; there will be no more.
    AllValues(Box<ProvedValues>),
    /// A position is solved, or the limits are reached.
    Solved(Box<Solution>),
    /// The task has failed because of an internal error (a panic), which has this message.
    Failed(String),
}

/// A job and the flag that interrupts it.
type Order = (Job, Arc<Interrupt>);

/// The engine. Dropping the worker interrupts its job.
pub struct EngineWorker {
    knowledge: Knowledge,
    tasks: Tasks,
    running: Option<(UnboundedSender<Order>, Arc<Interrupt>)>,
}

impl EngineWorker {
    /// Creates a worker; its task is started with the first job.
    pub fn new(knowledge: Knowledge, tasks: Tasks) -> EngineWorker {
        EngineWorker { knowledge, tasks, running: None }
    }

    /// Starts a job and interrupts the previous one.
    pub fn start<E: From<WorkerEvent> + Send + 'static>(&mut self, job: Job, events: &SyncSender<E>) {
        self.stop();
        let interrupt = Arc::new(Interrupt::default());
        let jobs = match self.running.take() {
            Some((jobs, _)) => jobs,
            None => {
                let (jobs, received) = unbounded_channel();
                let (events, knowledge, slice) = (events.clone(), self.knowledge.clone(), self.tasks.slice());
                self.tasks.spawn(move || work(received, events, knowledge, slice));
                jobs
            }
        };
        // The task ends only when the receiver of its events is gone; then nobody waits for an
        // answer.
        let _ = jobs.send((job, Arc::clone(&interrupt)));
        self.running = Some((jobs, interrupt));
    }

    /// Interrupts the current job and ends the task, with the memory of the engine.
    pub fn end(&mut self) {
        self.stop();
        self.running = None;
    }

    /// Interrupts the current job, if there is one.
    pub fn stop(&self) {
        if let Some((_, interrupt)) = &self.running {
            interrupt.call(Urgency::Now);
        }
    }
}

impl Drop for EngineWorker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Does jobs until there can be no more, and pauses after every slice.
async fn work<E: From<WorkerEvent>>(
    mut jobs: UnboundedReceiver<Order>,
    events: SyncSender<E>,
    knowledge: Knowledge,
    slice: Option<Duration>,
) {
    let mut kept: Option<Engine> = None;
    while let Some((job, interrupt)) = jobs.recv().await {
        if interrupt.urgency() != Urgency::None {
            continue;
        }
        // The session may skip reports when it is busy.
        let id = job.id;
        let event = |state| E::from(WorkerEvent { job: id, state });
        let report = |state| _ = events.try_send(event(state));
        let engine = kept.take();
        let done = caught(async {
            let mut engine = engine_at(engine, &job.game, &knowledge);
            let result = run(&mut engine, &job, &interrupt, slice, &report).await;
            (engine, result)
        });
        let result = match done.await {
            Ok((engine, result)) => {
                kept = Some(engine);
                result
            }
            Err(panic) => {
                let message = panic_message(&*panic).to_owned();
                log::error!("the engine panicked: {message}");
                WorkerState::Failed(message)
            }
        };
        if events.send(event(result)).is_err() {
            return;
        }
    }
}

/// Does a job and returns how it ended.
async fn run(
    engine: &mut Engine,
    job: &Job,
    interrupt: &Interrupt,
    slice: Option<Duration>,
    report: &dyn Fn(WorkerState),
) -> WorkerState {
    match &job.task {
        Task::Search { limits, level, clock, to_the_limit } => {
            let level = level.map(|level| level.of(engine.game().info()));
            let seat = engine.game().to_move();
            let plan = clock.as_ref().map(|clock| clock.plan(seat, limits.time, || engine.moves_left(seat)));
            let time = plan.map_or(limits.time, |plan| plan.time);
            let mut request = Request::new(seat, Limits { time, ..*limits }, &job.settings, interrupt).at_level(level);
            if let (Some(plan), None) = (plan, level) {
                (request.options.reserve, request.options.fixed_time) = (plan.reserve, plan.is_fixed);
            }
            let to_the_limit = *to_the_limit;
            request.options.slice = slice;
            request.options.report_every = Some(REPORTS);
            request.options.ownership = true;
            request.options.to_the_limit = to_the_limit;
            request.options.wide_root = if to_the_limit { ANALYSIS_WIDE_ROOT } else { 0.0 };
            let mut report = |state: &Report| report(WorkerState::Report(Box::new(state.clone())));
            WorkerState::Chosen(Box::new(engine.choose_in_slices(&request, &mut report).await))
        }
        Task::ExactValues => {
            let memory = (job.settings.hash_mib as u64) << 20;
            let limits = solve::Limits { threads: job.settings.threads, memory, ..solve::Limits::default() };
            let go_on = || interrupt.urgency() == Urgency::None;
            let mut report = |values: &ProvedValues| report(WorkerState::Values(Box::new(values.clone())));
            let values = exact_values::compute(engine, limits, slice.is_some(), &go_on, &mut report).await;
            WorkerState::AllValues(Box::new(values))
        }
        Task::Solve => {
            let limits = solve::Limits {
                memory: SOLVE_MEMORY,
                nodes: Some(SOLVE_NODES),
                time: Some(if slice.is_some() { SOLVE_TIME_IN_SLICES } else { SOLVE_TIME }),
                ..solve::Limits::default()
            };
            let go_on = || interrupt.urgency() == Urgency::None;
            let solution = engine.solve(engine.game().to_move(), limits, &go_on);
            WorkerState::Solved(Box::new(solution))
        }
    }
}

/// Returns an engine for a game: the previous one, if it plays the same game from the same start,
/// with its search tree.
fn engine_at(previous: Option<Engine>, game: &Game, knowledge: &Knowledge) -> Engine {
    let is_same = |engine: &Engine| engine.game().setup() == game.setup() && *engine.game().start() == *game.start();
    let Some(mut engine) = previous.filter(is_same) else { return Engine::new(game.clone(), knowledge) };
    let wanted = game.moves();
    let shared = engine.game().moves().iter().zip(wanted).take_while(|(a, b)| a == b).count();
    let later = engine.game().moves().len() - shared;
    let moved = engine.game_mut();
    moved.undo(later).expect("the game has these moves");
    for &(seat, mv) in &wanted[shared..] {
        moved.play(seat, mv).expect("the move is legal in the same game");
    }
    engine
}

#[cfg(test)]
mod tests {
    use quintet_core::setup::Setup;
    use quintet_search::complete;

    use super::*;

    /// Returns the choice of a search with one thread and a limit in visits, without its time.
    fn searched(engine: &mut Engine, game: &Game) -> Choice {
        let settings = Settings { seed: 5, exact: true, hash_mib: 8, ..Settings::default() };
        let limits = Limits { visits: Some(120), time: None };
        let task = Task::Search { limits, level: None, clock: None, to_the_limit: false };
        let job = Job { id: 1, game: game.clone(), settings, task };
        match complete(run(engine, &job, &Interrupt::default(), None, &|_| ())) {
            WorkerState::Chosen(mut choice) => {
                choice.report.time = Duration::ZERO;
                *choice
            }
            _ => panic!("a search chooses a move"),
        }
    }

    #[test]
    fn no_earlier_job_changes_a_repeatable_move() {
        for (id, size) in [("alaric", 11), ("bracket", 7), ("cancer", 5), ("cascade", 4), ("stoical", 5)] {
            let setup = Setup::new(quintet_games::find(id).unwrap()).with_size(size).unwrap();
            let mut game = Game::new(setup);
            let start = game.clone();
            let mv = game.legal_moves(game.to_move())[0];
            game.play(game.to_move(), mv).unwrap();
            let expected = searched(&mut Engine::new(game.clone(), &Knowledge::default()), &game);
            let search = |visits, time, level, to_the_limit| {
                let limits = Limits { visits, time };
                Task::Search { limits, level, clock: None, to_the_limit }
            };
            let tasks = [
                search(Some(120), None, None, true),
                search(Some(40), None, None, false),
                search(None, Some(Duration::from_millis(5)), None, true),
                search(None, None, Level::new(3).ok(), false),
                Task::ExactValues,
                Task::Solve,
            ];
            for (interrupted, task) in [false, true].iter().flat_map(|&at| tasks.iter().map(move |task| (at, task))) {
                // The exact values of all moves may take long.
                let interrupted = interrupted || matches!(task, Task::ExactValues) && id != "alaric";
                let knowledge = Knowledge::default();
                let mut kept = None;
                for game in [&start, &game, &start] {
                    let mut engine = engine_at(kept.take(), game, &knowledge);
                    let interrupt = Interrupt::default();
                    if interrupted {
                        interrupt.call(Urgency::Now);
                    }
                    let settings = Settings { seed: 5, exact: true, hash_mib: 8, ..Settings::default() };
                    let job = Job { id: 0, game: game.clone(), settings, task: task.clone() };
                    complete(run(&mut engine, &job, &interrupt, None, &|_| ()));
                    kept = Some(engine);
                }
                let mut engine = engine_at(kept, &game, &knowledge);
                assert_eq!(searched(&mut engine, &game), expected, "{id} after {task:?}, interrupted: {interrupted}");
            }
        }
    }
}
