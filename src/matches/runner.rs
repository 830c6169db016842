//! Runs a match: so many games at a time, each written down as it ends.

use std::collections::{BTreeMap, VecDeque};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::config::{ConfigError, MatchConfig};
use super::game::{self, MatchTerms, PlayedGame, assignment};
use super::live::{self, LiveHead, LiveWriter};
use super::openings::Openings;
use super::report::standings::Standings;
use super::results::{GameRecord, ResultsError, SetupRecord, Store};
use super::schedule::{ScheduledGame, Shard, jobs, of_shard};
use super::stats::sprt::Verdict;
use crate::driver::engine::{EngineFault, GtpEngine};
use crate::driver::referee::Cancelled;
use crate::record::sgf::{self, Notes};
use crate::setup::Setup;
use crate::words::Seat;

/// How a match is run; none of it changes what the games are.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Where results go.
    pub out: PathBuf,
    /// Go on with what is there.
    pub resume: bool,
    /// Games at a time.
    pub concurrency: usize,
    /// Which part of the match is played.
    pub shard: Shard,
    /// After so many void games in a row the match stops; 0: never.
    pub max_voids: u32,
}

/// Why a match stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// All its games are played.
    Finished,
    /// The sequential test came to a verdict.
    Decided(Verdict),
    /// Too many void games in a row.
    Voids,
    /// Somebody interrupted it.
    Interrupted,
}

/// A match that can't be run.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// It is not described well.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Its results can't be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// An engine doesn't work at all.
    #[error("the engine {0} can't take part: {1}")]
    Engine(String, EngineFault),
}

/// What came of it.
pub struct MatchOutcome {
    /// Why it stopped.
    pub stop: StopReason,
    /// All games, those of earlier runs first.
    pub records: Vec<GameRecord>,
    /// How many games the match, or its shard, has.
    pub total: usize,
}

/// What the workers share.
struct Shared<'a> {
    terms: MatchTerms<'a>,
    openings: Openings,
    left: Mutex<VecDeque<ScheduledGame>>,
    /// The directory of results, where games are shown while they are played.
    out: &'a Path,
    /// The engines are to be stopped at once.
    cancel: Arc<AtomicBool>,
    timeout: Duration,
}

/// Plays a match, or what is left of it. `interrupt` ends it soon after it is raised.
///
/// # Errors
/// If the match is not described well, its directory can't be used, or an engine can't even be set up.
pub fn run(
    config: &MatchConfig,
    options: &RunOptions,
    interrupt: &Arc<AtomicBool>,
) -> Result<MatchOutcome, MatchError> {
    config.check()?;
    let setup = config.setup()?;
    let openings = Openings::of(config, &setup)?;
    let (mut store, mut records) = Store::open(&options.out, config, options.resume)?;
    let mut standings = Standings::new(config.engines.iter().map(|engine| engine.name.as_str()));
    for record in &records {
        standings.add(record);
    }
    let all = of_shard(jobs(config), options.shard);
    let total = all.len();
    let left: VecDeque<ScheduledGame> = all.into_iter().filter(|job| !store.is_done(job.number)).collect();
    let timeout = Duration::from_secs_f64(config.timeout);
    if !left.is_empty() && standings.verdict(config) == Verdict::Open {
        try_engines(config, &setup, timeout, interrupt)?;
    }
    let progress = Progress::new(config, total, records.len());
    progress.show(&standings);
    let fingerprint = config.fingerprint();
    let shared = Shared {
        terms: MatchTerms { config, setup: &setup, fingerprint: &fingerprint },
        openings,
        left: Mutex::new(left),
        out: &options.out,
        cancel: Arc::default(),
        timeout,
    };
    let mut stop = match standings.verdict(config) {
        Verdict::Open => StopReason::Finished,
        decided => StopReason::Decided(decided),
    };
    if stop == StopReason::Finished {
        live::prepare(&options.out);
        thread::scope(|scope| -> Result<(), MatchError> {
            let (sender, results) = mpsc::channel();
            for _ in 0..options.concurrency.max(1) {
                let (shared, sender) = (&shared, sender.clone());
                scope.spawn(move || work(shared, &sender));
            }
            drop(sender);
            let mut voids = 0;
            let mut failure: Option<ResultsError> = None;
            loop {
                if interrupt.load(Ordering::Relaxed) && stop == StopReason::Finished {
                    stop = StopReason::Interrupted;
                }
                if stop != StopReason::Finished || failure.is_some() {
                    shared.cancel.store(true, Ordering::Relaxed);
                }
                let played = match results.recv_timeout(Duration::from_millis(50)) {
                    Ok(played) => played,
                    Err(mpsc::RecvTimeoutError::Timeout) => continue,
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                };
                // Once the match has stopped, what comes still is left for another run.
                if stop != StopReason::Finished || failure.is_some() {
                    continue;
                }
                let (record, history) = *played;
                let sgf = sgf::write(&*history, &notes(&record));
                if let Err(error) = store.add(&record, &sgf) {
                    failure = Some(error);
                    continue;
                }
                standings.add(&record);
                voids = if record.is_void() { voids + 1 } else { 0 };
                progress.game(&record, &standings);
                records.push(record);
                if options.max_voids > 0 && voids >= options.max_voids {
                    stop = StopReason::Voids;
                }
                match standings.verdict(config) {
                    Verdict::Open => {}
                    decided => stop = StopReason::Decided(decided),
                }
            }
            failure.map_or(Ok(()), |error| Err(error.into()))
        })?;
        live::clear(&options.out);
    }
    if stop == StopReason::Finished && interrupt.load(Ordering::Relaxed) && records.len() < total {
        stop = StopReason::Interrupted;
    }
    progress.bar.finish_and_clear();
    records.sort_by_key(|record| record.number);
    Ok(MatchOutcome { stop, records, total })
}

/// Sets every engine up once, so that a wrong command line or board is told before the first game.
fn try_engines(
    config: &MatchConfig,
    setup: &Setup,
    timeout: Duration,
    interrupt: &Arc<AtomicBool>,
) -> Result<(), MatchError> {
    for entrant in &config.engines {
        let error = |fault| MatchError::Engine(entrant.name.clone(), fault);
        let mut engine = GtpEngine::start(entrant, timeout, Arc::clone(interrupt)).map_err(error)?;
        let untold = engine.new_game(&assignment(config, entrant, setup, 1)).map_err(error)?;
        for what in untold {
            eprintln!("quintet: {} has no command to be told {what}; its command line has to say it", entrant.name);
        }
        engine.quit();
    }
    Ok(())
}

/// One worker: takes games until none is left. Engines stay from game to game.
fn work(shared: &Shared<'_>, results: &mpsc::Sender<Box<PlayedGame>>) {
    let mut engines: BTreeMap<usize, GtpEngine> = BTreeMap::new();
    let next = || shared.left.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop_front();
    while !shared.cancel.load(Ordering::Relaxed)
        && let Some(job) = next()
    {
        let Ok(played) = play(shared, &job, &mut engines) else { break };
        if results.send(Box::new(played)).is_err() {
            break;
        }
    }
    if shared.cancel.load(Ordering::Relaxed) {
        // Dropping kills: an engine that is thinking does not hear of `quit`.
        return;
    }
    engines.into_values().for_each(GtpEngine::quit);
}

/// Plays one game. An engine that doesn't start makes it void: it did start when the match began.
fn play(
    shared: &Shared<'_>,
    job: &ScheduledGame,
    engines: &mut BTreeMap<usize, GtpEngine>,
) -> Result<PlayedGame, Cancelled> {
    let config = shared.terms.config;
    let mut seated = Vec::new();
    for (seat, index) in Seat::BOTH.into_iter().zip([job.black, job.white]) {
        let started = match engines.remove(&index) {
            Some(engine) => Ok(engine),
            None => GtpEngine::start(&config.engines[index], shared.timeout, Arc::clone(&shared.cancel)),
        };
        match started {
            Ok(engine) => seated.push((index, engine)),
            Err(fault) => {
                engines.extend(seated);
                return game::not_started(&shared.terms, job, seat, &fault);
            }
        }
    }
    let opening = shared.openings.line(config, shared.terms.setup, job.round);
    let [(_, black), (_, white)] = &mut seated[..] else { unreachable!("two engines were seated") };
    let [black_name, white_name] = [job.black, job.white].map(|index| config.engines[index].name.clone());
    let mut shown = LiveWriter::begin(
        shared.out,
        &LiveHead {
            number: job.number,
            black: black_name,
            white: white_name,
            setup: SetupRecord::from(shared.terms.setup),
            first: shared.terms.setup.info().first,
        },
    );
    let told = &mut |word: &str| shown.add(word);
    let (record, history) = game::play(&shared.terms, job, [black, white], &opening, told)?;
    for (index, engine) in seated {
        let entrant = &config.engines[index];
        if record.is_void() && record.culprit.as_ref() == Some(&entrant.name) {
            drop(engine);
        } else if entrant.restart {
            engine.quit();
        } else {
            engines.insert(index, engine);
        }
    }
    Ok((record, history))
}

/// What a game's SGF tells beside its moves.
fn notes(record: &GameRecord) -> Notes {
    let culprit = record.culprit.as_ref().map_or(String::new(), |name| format!(" of {name}"));
    Notes {
        black: Some(record.black.clone()),
        white: Some(record.white.clone()),
        result: Some(record.result.clone()),
        event: Some(format!("match {}", record.fingerprint)),
        round: Some(record.number.to_string()),
        comment: Some(format!("{}{culprit}: {}", record.reason.name(), record.detail)),
        ..Notes::default()
    }
}

/// Tells on stderr how the match goes: a bar on a terminal, else a line a game.
struct Progress {
    bar: ProgressBar,
    plain: bool,
    total: usize,
    config: MatchConfig,
}

impl Progress {
    fn new(config: &MatchConfig, total: usize, done: usize) -> Progress {
        let plain = !std::io::stderr().is_terminal();
        let bar = ProgressBar::new(total as u64);
        if plain {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        } else if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {elapsed} (left {eta})  {msg}") {
            bar.set_style(style);
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        bar.set_position(done as u64);
        bar.reset_eta();
        Progress { bar, plain, total, config: config.clone() }
    }

    fn show(&self, standings: &Standings) {
        self.bar.set_message(self.score(standings));
    }

    fn game(&self, record: &GameRecord, standings: &Standings) {
        self.bar.inc(1);
        self.show(standings);
        let line = format!(
            "game {}: {} (b) - {} (w): {} ({}{}), {} moves",
            record.number,
            record.black,
            record.white,
            record.result,
            record.reason.name(),
            record.culprit.as_ref().map_or(String::new(), |name| format!(" of {name}: {}", record.detail)),
            record.moves.len(),
        );
        if self.plain {
            eprintln!("[{}/{}] {line}; {}", self.bar.position(), self.total, self.score(standings));
        } else if record.culprit.is_some() {
            self.bar.println(line);
        }
    }

    fn score(&self, standings: &Standings) -> String {
        standings.line(&self.config)
    }
}
