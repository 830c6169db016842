//! Runs a match: several games at a time, each stored when it ends.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use quintet_core::board::Vertex;
use quintet_core::game::Game;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_record::sgf;
use quintet_system::exhaustion;

use super::balance::Judge;
use super::config::{ConfigError, MatchConfig};
use super::game::{self, MatchTerms, PlayedGame, assignment};
use super::in_progress::{self, GameFile, GameHeader};
use super::openings::{OpeningError, Openings};
use super::random_line::random_line;
use super::record::{GameRecord, SetupRecord};
use super::report::standings::Standings;
use super::results::Store;
use super::results_error::ResultsError;
use super::schedule::{Schedule, ScheduledGame, Shard};
use super::seeds::opening_seed;
use super::stats::sprt::Verdict;
use crate::driver::engine::{EngineFault, GtpEngine};
use crate::driver::engine_config::MoveNotation;
use crate::driver::referee::Cancelled;

/// The time after which no more moves are tried on an engine before a match.
const TRIAL: Duration = Duration::from_secs(5);

/// The options of a run; they do not change the games.
#[derive(Clone)]
pub struct RunOptions<'a> {
    /// The directory for the results.
    pub out: PathBuf,
    /// Whether to resume the match in the directory.
    pub resume: bool,
    /// The number of games at a time.
    pub concurrency: usize,
    /// The part of the match that is played.
    pub shard: Shard,
    /// The number of void games in a row that stop the match; 0: no limit.
    pub max_voids: u32,
    /// The judge of positions for balanced openings.
    pub judge: Option<&'a dyn Judge>,
}

/// The reason why a match stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// All its games are played.
    Finished,
    /// The sequential test came to a verdict.
    Decided(Verdict),
    /// The intervals are as narrow as wanted.
    Narrow,
    /// There were too many void games in a row.
    Voids,
    /// It was interrupted.
    Interrupted,
}

/// The error for a match that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The configuration is not acceptable.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The results cannot be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// An engine does not work at all.
    #[error("the engine {0} cannot take part: {1}")]
    Engine(String, EngineFault),
    /// An engine plays another game.
    #[error("the engine {0} does not play this game: {1}")]
    OtherGame(String, EngineFault),
    /// Searches are to be recorded, but no engine reports them.
    #[error("no engine reports its searches: --record-searches needs the command kata-genmove_analyze")]
    NoSearches,
}

impl MatchError {
    /// Returns whether results could not be written: the match can be played, but not now or there.
    pub fn is_unwritten(&self) -> bool {
        matches!(self, MatchError::Results(ResultsError::Write(..)))
    }
}

impl From<OpeningError> for MatchError {
    fn from(error: OpeningError) -> MatchError {
        MatchError::Config(error.into())
    }
}

/// The result of a run.
pub struct MatchOutcome {
    /// The reason why it stopped.
    pub stop: StopReason,
    /// The number of games that are played, including those of earlier runs.
    pub played: usize,
    /// The standings after these games.
    pub standings: Standings,
    /// The number of games of the match, or of its shard.
    pub total: usize,
}

/// Observer of a match while it is played.
pub trait MatchObserver {
    /// Called before the first game, with the number of all games and of those that were played
    /// before.
    fn started(&mut self, config: &MatchConfig, total: usize, done: usize, standings: &Standings);

    /// Called after each game.
    fn game_over(&mut self, record: &GameRecord, standings: &Standings);

    /// Called after the last game.
    fn ended(&mut self);

    /// Called with something that the user should know.
    fn warn(&mut self, text: &str);
}

/// The values that the workers share.
struct Shared<'a> {
    terms: MatchTerms<'a>,
    openings: Openings<'a>,
    /// The games that are left; each is computed when a worker asks for it.
    queue: Mutex<Box<dyn Iterator<Item = ScheduledGame> + Send>>,
    /// The directory of results, which also shows games in progress.
    out: &'a Path,
    /// Stops the engines at once.
    cancel: Arc<AtomicBool>,
    timeout: Duration,
}

/// Plays a match, or the rest of it. `interrupt` ends it soon after it is raised.
///
/// # Errors
/// Returns an error if the configuration is not acceptable, the directory cannot be used, or an
/// engine cannot even be set up.
pub fn run(
    config: &MatchConfig,
    options: &RunOptions<'_>,
    interrupt: &Arc<AtomicBool>,
    observer: &mut dyn MatchObserver,
) -> Result<MatchOutcome, MatchError> {
    config.check()?;
    let setup = config.setup()?;
    let openings = Openings::of(&setup, &config.openings, config.opening_plies, options.judge)?;
    let mut standings = Standings::new(config.engines.iter().map(|engine| engine.name.as_str()));
    let (store, found) = Store::open(&options.out, config, options.resume, &mut |record| standings.add(record))?;
    if found.torn {
        let path = Store::games_file(&options.out);
        observer.warn(&format!("{}: the last line was not written to its end and is dropped", path.display()));
    }
    if let Some(before) = found.extended_from {
        observer.warn(&format!("the match is extended from {before} to {} games between two engines", config.games));
    }
    let schedule = Schedule::new(config);
    let total = usize::try_from(schedule.len_of(options.shard)).unwrap_or(usize::MAX);
    let (played, done) = (found.numbers.len(), found.numbers);
    let mut queue = schedule.games(options.shard).filter(move |game| !done.contains(&game.number)).peekable();
    let is_whole = options.shard == Shard::ALL;
    let is_decided = is_whole && (standings.verdict(config) != Verdict::Open || standings.is_narrow(config));
    if queue.peek().is_some() && !is_decided {
        try_engines(config, &setup, interrupt, observer)?;
    }
    observer.started(config, total, played, &standings);
    let fingerprint = config.fingerprint();
    let shared = Shared {
        terms: MatchTerms { config, setup: &setup, fingerprint: &fingerprint },
        openings,
        queue: Mutex::new(Box::new(queue)),
        out: &options.out,
        cancel: Arc::default(),
        timeout: config.timeout(),
    };
    let max_voids = options.max_voids;
    let mut collector =
        Collector { config, max_voids, store, played, standings, voids_in_a_row: 0, is_whole, stop: None };
    collector.check_verdict();
    if collector.stop.is_none() {
        in_progress::prepare(&options.out);
        let played = collector.play(&shared, options.concurrency, interrupt, observer);
        in_progress::clear(&options.out);
        observer.ended();
        played?;
    } else {
        observer.ended();
    }
    let Collector { played, standings, stop, .. } = collector;
    let stop = match stop {
        None if interrupt.load(Ordering::Relaxed) && played < total => StopReason::Interrupted,
        stop => stop.unwrap_or(StopReason::Finished),
    };
    Ok(MatchOutcome { stop, played, standings, total })
}

/// Stores the games as they end and decides when the match stops.
struct Collector<'a> {
    config: &'a MatchConfig,
    max_voids: u32,
    store: Store,
    /// The number of games that are played. Their records are in the file alone.
    played: usize,
    standings: Standings,
    voids_in_a_row: u32,
    /// Whether the whole match is played, not a shard.
    is_whole: bool,
    /// The reason to stop before the last game.
    stop: Option<StopReason>,
}

impl Collector<'_> {
    /// Stops the match if the sequential test is decided, or the intervals are as narrow as wanted.
    /// A shard plays all its games: only the games of all shards together decide.
    fn check_verdict(&mut self) {
        if !self.is_whole {
            return;
        }
        match self.standings.verdict(self.config) {
            Verdict::Open if self.standings.is_narrow(self.config) => self.stop = Some(StopReason::Narrow),
            Verdict::Open => {}
            verdict => self.stop = Some(StopReason::Decided(verdict)),
        }
    }

    /// Runs the workers and collects their games.
    fn play(
        &mut self,
        shared: &Shared<'_>,
        concurrency: usize,
        interrupt: &AtomicBool,
        observer: &mut dyn MatchObserver,
    ) -> Result<(), ResultsError> {
        thread::scope(|scope| {
            // Workers wait while games are written, so that no finished games pile up in memory.
            let (sender, results) = mpsc::sync_channel(concurrency);
            for _ in 0..concurrency.max(1) {
                let sender = sender.clone();
                exhaustion::spawn_scoped(scope, move || work(shared, &sender));
            }
            drop(sender);
            let mut failure: Option<ResultsError> = None;
            loop {
                if interrupt.load(Ordering::Relaxed) && self.stop.is_none() {
                    self.stop = Some(StopReason::Interrupted);
                }
                let stopped = self.stop.is_some() || failure.is_some();
                if stopped {
                    shared.cancel.store(true, Ordering::Relaxed);
                }
                match results.recv_timeout(Duration::from_millis(50)) {
                    // A game that ends after the match has stopped is left for another run.
                    Ok(_) if stopped => {}
                    Ok(played) => failure = self.add(*played, observer).err(),
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
            }
            failure.map_or(Ok(()), Err)
        })
    }

    /// Stores a game.
    fn add(&mut self, played: PlayedGame, observer: &mut dyn MatchObserver) -> Result<(), ResultsError> {
        let (record, game) = played;
        self.store.add(&record, &sgf_of(&record, &game))?;
        self.standings.add(&record);
        self.voids_in_a_row = if record.is_void() { self.voids_in_a_row + 1 } else { 0 };
        observer.game_over(&record, &self.standings);
        self.played += 1;
        if self.max_voids > 0 && self.voids_in_a_row >= self.max_voids {
            self.stop = Some(StopReason::Voids);
        }
        self.check_verdict();
        Ok(())
    }
}

/// Sets every engine up once, so that a wrong command line or board is reported before the first
/// game.
fn try_engines(
    config: &MatchConfig,
    setup: &Setup,
    interrupt: &Arc<AtomicBool>,
    observer: &mut dyn MatchObserver,
) -> Result<(), MatchError> {
    let mut has_searches = !config.record_searches;
    for engine_config in &config.engines {
        let name = &engine_config.name;
        let error = |fault| MatchError::Engine(name.clone(), fault);
        let mut engine = GtpEngine::start(engine_config, config.timeout(), Arc::clone(interrupt)).map_err(error)?;
        let unset = engine.new_game(&assignment(config, engine_config, setup, 1)).map_err(error)?;
        for what in unset {
            observer.warn(&format!("{name} has no command to set {what}; its command line must"));
        }
        if config.record_searches && !engine.reports_searches() {
            observer.warn(&format!("{name} does not report its searches"));
        }
        has_searches |= engine.reports_searches();
        if !engine.can_set_game()
            && let Err((word, fault)) = try_moves(&mut engine, setup)
        {
            if !matches!(fault, EngineFault::Refused { .. }) {
                return Err(error(fault));
            }
            // A word that is not a vertex is unknown to other games.
            if engine_config.moves == MoveNotation::Words && word.parse::<Vertex>().is_err() {
                return Err(MatchError::OtherGame(name.clone(), fault));
            }
            observer.warn(&format!("{name} refuses a legal move and may play another game or other rules: {fault}"));
        }
        engine.quit();
    }
    if has_searches { Ok(()) } else { Err(MatchError::NoSearches) }
}

/// Plays random legal moves to an engine. Returns the word of the first move that fails, and why.
fn try_moves(engine: &mut GtpEngine, setup: &Setup) -> Result<(), (String, EngineFault)> {
    let plies = u32::from(setup.width()) * u32::from(setup.height());
    let mut game = Game::new(setup.clone());
    let from = Instant::now();
    for mv in random_line(setup, 1, plies) {
        let (seat, word) = (game.to_move(), game.word(mv));
        engine.play(seat, &word).map_err(|fault| (word, fault))?;
        if from.elapsed() > TRIAL || game.play(seat, mv).is_err() {
            break;
        }
    }
    Ok(())
}

/// Plays games until none is left. Engines are kept from game to game.
fn work(shared: &Shared<'_>, results: &mpsc::SyncSender<Box<PlayedGame>>) {
    let mut engines: BTreeMap<usize, GtpEngine> = BTreeMap::new();
    let next = || shared.queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    while !shared.cancel.load(Ordering::Relaxed)
        && let Some(job) = next()
    {
        let Ok(played) = play(shared, &job, &mut engines) else { break };
        if results.send(Box::new(played)).is_err() {
            break;
        }
    }
    if shared.cancel.load(Ordering::Relaxed) {
        // Dropping kills the engines: one that is thinking does not read `quit`.
        return;
    }
    engines.into_values().for_each(GtpEngine::quit);
}

/// Plays one game. It is void if an engine does not start, since it started when the match began.
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
    let seed = opening_seed(config.seed, job.round);
    let opening = shared.openings.line(shared.terms.setup, seed, job.round, &shared.cancel)?;
    let [(_, black), (_, white)] = &mut seated[..] else { unreachable!("two engines were seated") };
    let [black_name, white_name] = [job.black, job.white].map(|index| config.engines[index].name.clone());
    let header = GameHeader {
        number: job.number,
        black: black_name,
        white: white_name,
        setup: SetupRecord::from(shared.terms.setup),
        first: shared.terms.setup.info().first,
    };
    let mut file = GameFile::create(shared.out, &header);
    let (record, game) = game::play(&shared.terms, job, [black, white], &opening, &mut |word: &str| file.add(word))?;
    for (index, engine) in seated {
        let engine_config = &config.engines[index];
        if record.is_void() && record.culprit.as_ref() == Some(&engine_config.name) {
            drop(engine);
        } else if engine_config.restart {
            engine.quit();
        } else {
            engines.insert(index, engine);
        }
    }
    Ok((record, game))
}

/// Returns a game as SGF.
fn sgf_of(record: &GameRecord, game: &Game) -> String {
    let culprit = record.culprit.as_ref().map_or(String::new(), |name| format!(" of {name}"));
    let facts = [
        ("PB", &*record.black),
        ("PW", &record.white),
        ("EV", &format!("match {}", record.fingerprint)),
        ("RO", &record.number.to_string()),
        ("RE", &record.result),
        ("C", &format!("{}{culprit}: {}", record.reason.name(), record.detail)),
    ];
    sgf::write_game(game, &facts)
}
