//! An external engine that plays for one side: a GTP process, driven as in matches by a thread of
//! its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "server")]
use std::sync::mpsc::TrySendError;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
#[cfg(feature = "server")]
use std::thread;
use std::thread::JoinHandle;
use std::time::Duration;

#[cfg(feature = "server")]
use quintet_arena::driver::engine::{Assignment, EngineFault, GtpEngine};
use quintet_arena::driver::engine_config::EngineConfig;
#[cfg(feature = "server")]
use quintet_arena::driver::loss_on_time::PlayerClock;
use quintet_core::board::Point;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::time_control::{TimeControl, TimeLeft};
use quintet_core::types::{Seat, Stone};
use quintet_record::position_line;
use quintet_system::exhaustion;

/// The number of last lines of traffic that are shown after a failure.
const SHOWN: usize = 40;

/// A request for a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRequest {
    /// The number that the answer bears.
    pub job: u64,
    /// The side to move.
    pub seat: Seat,
    /// The seed of the engine's random numbers if it begins a game with this move.
    pub seed: u64,
    /// The game that is played.
    pub assignment: GameAssignment,
    /// The moves since the start.
    pub moves: Vec<(Seat, String)>,
    /// The time that the side has left, if the game has a clock.
    pub time_left: Option<TimeLeft>,
}

/// The game that an engine plays, before the first move.
#[derive(Clone, PartialEq, Debug)]
pub struct GameAssignment {
    /// Game, size, rules, komi.
    pub setup: Setup,
    /// The starting position, unless it is the usual one.
    pub start: Option<CustomStart>,
    /// The number of visits per move.
    pub visits: Option<u64>,
    /// The clock of the game, or the time per move.
    pub clock: Option<TimeControl>,
}

/// A starting position that is not the usual one of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct CustomStart {
    /// The position line.
    pub line: String,
    /// The handicap stones, if there is nothing else on the board.
    pub handicap: Vec<String>,
}

impl CustomStart {
    /// Returns the starting position of a game, unless it is the usual one.
    pub fn of(game: &Game) -> Option<CustomStart> {
        let (setup, start) = (game.setup(), game.start_diagram());
        if start == setup.start().diagram() {
            return None;
        }
        let vertex = |point: Point| game.geometry().vertex(point).to_string();
        let handicap: Vec<String> = start.points_with(Stone::Black).map(vertex).collect();
        let others = start.stones.iter().flatten().any(|stone| !matches!(stone, Stone::Black | Stone::Blocked));
        let allowed = setup.info().handicap.is_some();
        let plain = !others && start.state.is_empty() && start.to_move == Seat::White && allowed;
        let line = position_line::format(setup, &start);
        Some(CustomStart { line, handicap: if plain { handicap } else { Vec::new() } })
    }
}

/// The failure of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineFailure {
    /// The reason, in a sentence.
    pub text: String,
    /// The last lines of GTP traffic and of stderr.
    pub traffic: Vec<String>,
}

/// The answer to a request.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveAnswer {
    /// The number of the request.
    pub job: u64,
    /// The move.
    pub result: Result<String, EngineFailure>,
}

/// An external engine. Dropping it ends its process.
pub struct ExternalEngine {
    requests: Option<Sender<MoveRequest>>,
    cancel: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ExternalEngine {
    /// Creates an engine that may be silent for `patience` beyond the time of its move. Its process
    /// is started with the first request.
    pub fn new<E: From<MoveAnswer> + Send + 'static>(
        config: EngineConfig,
        patience: Duration,
        events: SyncSender<E>,
    ) -> ExternalEngine {
        let (requests, received) = mpsc::channel();
        let cancel: Arc<AtomicBool> = Arc::default();
        let flag = Arc::clone(&cancel);
        let thread = exhaustion::spawn(move || work(&config, patience, &received, &events, &flag));
        ExternalEngine { requests: Some(requests), cancel, thread: Some(thread) }
    }

    /// Requests a move; the answer comes as an event.
    pub fn request(&self, request: MoveRequest) {
        if let Some(requests) = &self.requests {
            // The thread ends only when the receiver of its events is gone.
            let _ = requests.send(request);
        }
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        // The thread stops waiting and ends its process, before the whole program can end.
        self.cancel.store(true, Ordering::Relaxed);
        self.requests = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// A page without a server runs no other programs.
#[cfg(not(feature = "server"))]
fn work<E>(_: &EngineConfig, _: Duration, _: &Receiver<MoveRequest>, _: &SyncSender<E>, _: &Arc<AtomicBool>) {}

/// A running process with the state that it is in.
#[cfg(feature = "server")]
struct Running {
    engine: GtpEngine,
    assignment: Option<GameAssignment>,
    moves: Vec<(Seat, String)>,
    patience: Duration,
}

/// Answers requests until there can be no more.
#[cfg(feature = "server")]
fn work<E: From<MoveAnswer>>(
    config: &EngineConfig,
    patience: Duration,
    requests: &Receiver<MoveRequest>,
    events: &SyncSender<E>,
    cancel: &Arc<AtomicBool>,
) {
    let mut running = None;
    for request in requests {
        let result = answer(&mut running, config, patience, &request, cancel).map_err(|fault| {
            let traffic = running.take().map_or_else(Vec::new, |failed: Running| failed.engine.transcript());
            let from = traffic.len().saturating_sub(SHOWN);
            EngineFailure { text: fault.to_string(), traffic: traffic[from..].to_vec() }
        });
        let mut event = E::from(MoveAnswer { job: request.job, result });
        loop {
            if cancel.load(Ordering::Relaxed) {
                return;
            }
            // A blocking send could wait for a session that waits for this thread to end.
            match events.try_send(event) {
                Ok(()) => break,
                Err(TrySendError::Disconnected(_)) => return,
                Err(TrySendError::Full(back)) => event = back,
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Returns the move that the engine answers; starts the process and sets up the game as needed.
#[cfg(feature = "server")]
fn answer(
    running: &mut Option<Running>,
    config: &EngineConfig,
    patience: Duration,
    request: &MoveRequest,
    cancel: &Arc<AtomicBool>,
) -> Result<String, EngineFault> {
    let assignment = &request.assignment;
    let clock = assignment.clock.zip(request.time_left);
    let clock = clock.map(|(control, left)| PlayerClock::with_time_left(control, left));
    let patience = match assignment.clock {
        Some(TimeControl::PerMove(time)) => patience + time,
        _ => patience,
    };
    // The patience of a process is fixed at its start.
    if running.as_ref().is_some_and(|running| running.patience != patience) {
        *running = None;
    }
    let state = match running {
        Some(state) => state,
        None => running.insert(Running {
            engine: GtpEngine::start(config, patience, Arc::clone(cancel))?,
            assignment: None,
            moves: Vec::new(),
            patience,
        }),
    };
    if state.assignment.as_ref() != Some(assignment) || !request.moves.starts_with(&state.moves) {
        state.assignment = None;
        state.engine.new_game(&Assignment {
            setup: &assignment.setup,
            seed: request.seed,
            visits: assignment.visits.or(config.visits),
            clock: assignment.clock.or(config.clock),
            send: &config.send,
        })?;
        if let Some(start) = &assignment.start {
            state.engine.set_up(&start.line, &start.handicap)?;
        }
        state.assignment = Some(assignment.clone());
        state.moves.clear();
    }
    for (seat, word) in &request.moves[state.moves.len()..] {
        state.engine.play(*seat, word)?;
    }
    state.moves.clone_from(&request.moves);
    let word = state.engine.genmove(request.seat, clock.as_ref())?.word;
    state.moves.push((request.seat, word.clone()));
    Ok(word)
}
