//! A given engine at a seat: a process of its own, driven as in matches, in a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TrySendError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::session::Event;
use crate::driver::clock::TimeControl;
use crate::driver::engine::{Assignment, EngineFault, GtpEngine};
use crate::driver::entrant::Entrant;
use crate::setup::Setup;
use crate::words::Seat;

/// So many of its last lines are shown when something went wrong.
const SHOWN: usize = 40;

/// A request for a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    /// By which its answer is known.
    pub id: u64,
    /// Who is to move.
    pub seat: Seat,
    /// What is played.
    pub table: GuestGame,
    /// The moves since the start.
    pub moves: Vec<(Seat, String)>,
}

/// What is settled before the first move.
#[derive(Clone, PartialEq, Debug)]
pub struct GuestGame {
    /// Game, size, rules, komi.
    pub setup: Setup,
    /// The position that the game starts from, where it isn't the usual one.
    pub start: Option<Start>,
    /// Simulations a move.
    pub visits: Option<u64>,
    /// Seconds a move.
    pub seconds: Option<f64>,
}

/// A start that an engine has to be told.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// The position line.
    pub line: String,
    /// The handicap stones, where these are all that is on the board.
    pub handicap: Vec<String>,
}

/// Why there is no move.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// In a sentence.
    pub text: String,
    /// The last lines of traffic and stderr.
    pub traffic: Vec<String>,
}

/// An engine at a seat. Dropping it ends the engine.
pub struct Guest {
    asks: Option<Sender<Ask>>,
    cancel: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Guest {
    /// Seats an engine that may be silent for so long beyond the time that it was given; it is started when it is first
    /// asked.
    pub fn seat(entrant: Entrant, patience: Duration, events: SyncSender<Event>) -> Guest {
        let (asks, received) = mpsc::channel();
        let cancel: Arc<AtomicBool> = Arc::default();
        let flag = Arc::clone(&cancel);
        let thread = thread::spawn(move || work(&entrant, patience, &received, &events, &flag));
        Guest { asks: Some(asks), cancel, thread: Some(thread) }
    }

    /// Asks for a move; the answer comes as an event.
    pub fn ask(&self, ask: Ask) {
        if let Some(asks) = &self.asks {
            // Were the thread gone, the session would be too.
            let _ = asks.send(ask);
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // The thread gives up what it waits for, and the engine ends with it: before anything else does, the program
        // least of all.
        self.cancel.store(true, Ordering::Relaxed);
        self.asks = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// An engine with what it was told.
struct Running {
    player: GtpEngine,
    table: Option<GuestGame>,
    moves: Vec<(Seat, String)>,
    patience: Duration,
}

fn work(
    entrant: &Entrant,
    patience: Duration,
    asks: &Receiver<Ask>,
    events: &SyncSender<Event>,
    cancel: &Arc<AtomicBool>,
) {
    let mut running = None;
    for ask in asks {
        let result = answer(&mut running, entrant, patience, &ask, cancel).map_err(|fault| {
            let traffic = running.take().map_or_else(Vec::new, |failed: Running| failed.player.transcript());
            let from = traffic.len().saturating_sub(SHOWN);
            Failure { text: fault.to_string(), traffic: traffic[from..].to_vec() }
        });
        let mut answer = Event::Answered { job: ask.id, result };
        loop {
            if cancel.load(Ordering::Relaxed) {
                return;
            }
            // It must not wait for a session that waits for its end.
            match events.try_send(answer) {
                Ok(()) => break,
                Err(TrySendError::Disconnected(_)) => return,
                Err(TrySendError::Full(back)) => answer = back,
            }
            thread::sleep(Duration::from_millis(10));
        }
    }
}

fn answer(
    running: &mut Option<Running>,
    entrant: &Entrant,
    patience: Duration,
    ask: &Ask,
    cancel: &Arc<AtomicBool>,
) -> Result<String, EngineFault> {
    let patience = patience + Duration::from_secs_f64(ask.table.seconds.unwrap_or(0.0));
    // An engine that was started with less patience is started anew.
    if running.as_ref().is_some_and(|engine| engine.patience != patience) {
        *running = None;
    }
    let engine = match running {
        Some(engine) => engine,
        None => running.insert(Running {
            player: GtpEngine::start(entrant, patience, Arc::clone(cancel))?,
            table: None,
            moves: Vec::new(),
            patience,
        }),
    };
    if engine.table.as_ref() != Some(&ask.table) || !ask.moves.starts_with(&engine.moves) {
        engine.table = None;
        let table = &ask.table;
        engine.player.new_game(&Assignment {
            setup: &table.setup,
            seed: rand::random(),
            visits: table.visits.or(entrant.visits),
            clock: table.seconds.map(TimeControl::PerMove).or(entrant.clock),
            send: &entrant.send,
        })?;
        if let Some(start) = &table.start {
            engine.player.set_up(&start.line, &start.handicap)?;
        }
        engine.table = Some(table.clone());
        engine.moves.clear();
    }
    for (seat, word) in &ask.moves[engine.moves.len()..] {
        engine.player.play(*seat, word)?;
    }
    engine.moves.clone_from(&ask.moves);
    let (word, _) = engine.player.genmove(ask.seat, None)?;
    engine.moves.push((ask.seat, word.clone()));
    Ok(word)
}
