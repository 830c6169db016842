//! Reanalysis: positions of games are searched again, with more visits than the games were played
//! with, or evaluated by a [teacher](super::teacher). A network learns from how often the search
//! visited each move, and from the result that it expects. (J. Schrittwieser and others, *Mastering
//! Atari, Go, chess and shogi by planning with a learned model*, 2020; a share of the positions
//! only, as in the playout cap randomization of D. Wu, *Accelerating self-play learning in Go*,
//! 2020.)

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use quintet_arena::driver::engine::EngineFault;
use quintet_arena::driver::recorded_search::MIN_VISITS;
use quintet_arena::matches::results::GameRecord;
use quintet_arena::matches::seeds::derived_seed;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::weights::Weights;
use quintet_search::{Interrupt, Limits, ParamOverrides, Search, SearchOptions, Tree};
use quintet_system::exhaustion;

use super::replay::{End, Learner, Turn, replay};
use super::resume_file::{self, ResumeFileError};
use super::searched::{Searched, SearchedGame};
use super::self_play::LearnError;
use super::teacher::Teacher;

/// One position in this number is searched, on average.
const INTERVAL: u64 = 4;

/// The file is written each time that this number of games was searched, or a quarter of those in
/// the file if that is more.
const GAMES_PER_WRITE: usize = 100;

/// The size of a search's tree in MiB.
const TREE_MIB: usize = 4;

/// The number that distinguishes the seeds of reanalysis from others of the same run.
const SEEDS: u64 = 4;

/// The method of evaluation: it determines which positions are evaluated, and the results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// A search by the program itself.
    Search {
        /// Visits for each position.
        visits: u32,
        seed: u64,
    },
    /// The network of an engine with this command line.
    Teacher(String),
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Method::Search { visits, seed } => write!(f, "{visits} visits and seed {seed}"),
            Method::Teacher(command) => write!(f, "the teacher {command:?}"),
        }
    }
}

/// The searched positions of games, by the fingerprint of the match and the number of the game.
pub struct Reanalysis {
    method: Method,
    /// The file of searches.
    path: PathBuf,
    games: BTreeMap<(String, u64), SearchedGame>,
}

impl Reanalysis {
    /// Returns a reanalysis without games, which is written to `path`.
    pub fn new(method: Method, path: &Path) -> Reanalysis {
        Reanalysis { method, path: path.to_owned(), games: BTreeMap::new() }
    }

    /// Reads the searched positions of `records` from a file; none if there is no file.
    ///
    /// # Errors
    /// Returns an error if the file is damaged or was made by another method.
    pub fn read(method: Method, path: &Path, records: &[GameRecord]) -> Result<Reanalysis, ResumeFileError> {
        let Some(content) = resume_file::read(path, &method.to_string())? else {
            return Ok(Reanalysis::new(method, path));
        };
        let damaged = || ResumeFileError::Damaged(path.to_owned());
        let text = String::from_utf8(content).map_err(|_| damaged())?;
        let known: BTreeMap<_, _> = records.iter().map(|record| (key(record), record)).collect();
        // The lines of a game follow each other.
        let mut games = BTreeMap::new();
        let lines: Vec<&str> = text.lines().collect();
        for game in lines.chunk_by(|a, b| game_words(a) == game_words(b)) {
            let (id, number) = game_words(game[0]).ok_or_else(damaged)?;
            let Some(record) = known.get(&(id.to_owned(), number)) else { continue };
            games.insert(key(record), read_game(record, game).ok_or_else(damaged)?);
        }
        Ok(Reanalysis { games, ..Reanalysis::new(method, path) })
    }

    /// Returns the searched positions of a game.
    pub fn game(&self, record: &GameRecord) -> Option<&SearchedGame> {
        self.games.get(&key(record))
    }

    /// Searches positions of the games that were not searched yet, `threads` games at a time, and
    /// writes all to a file now and then and at the end. `on_progress` gets the number of games
    /// that are done.
    ///
    /// Returns whether all were searched; `false` if `interrupt` was raised.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or the teacher fails.
    pub fn search(
        &mut self,
        info: &'static GameInfo,
        weights: &Weights,
        records: &[&GameRecord],
        threads: usize,
        interrupt: &Arc<AtomicBool>,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<bool, LearnError> {
        let new: Vec<&GameRecord> = records.iter().copied().filter(|record| self.game(record).is_none()).collect();
        let mut left = &new[..];
        while !left.is_empty() {
            let count = GAMES_PER_WRITE.max(self.games.len() / 4).min(left.len());
            let (part, rest) = left.split_at(count);
            let (next, fault) = (AtomicUsize::new(0), Mutex::new(None));
            let done = Mutex::new(Vec::new());
            let work = || {
                let mut worker = Worker { method: &self.method, info, weights, interrupt, teacher: None };
                while let Some(record) = part.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match worker.game(record) {
                        _ if interrupt.load(Ordering::Relaxed) => break,
                        Ok(game) => done.lock().expect("no panic").push((key(record), game)),
                        Err(error) => {
                            *fault.lock().expect("no panic") = Some(error);
                            next.store(part.len(), Ordering::Relaxed);
                        }
                    }
                }
                if let Some(teacher) = worker.teacher {
                    teacher.quit();
                }
            };
            std::thread::scope(|scope| {
                (1..threads.min(count)).for_each(|_| _ = exhaustion::spawn_scoped(scope, work));
                work();
            });
            self.games.extend(done.into_inner().expect("no panic"));
            self.write(records)?;
            if interrupt.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if let Some(error) = fault.into_inner().expect("no panic") {
                return Err(LearnError::Teacher(error));
            }
            left = rest;
            // The file may have other games, too.
            on_progress(records.len() - left.len());
        }
        Ok(true)
    }

    fn write(&self, records: &[&GameRecord]) -> Result<(), ResumeFileError> {
        let mut lines = String::new();
        for record in records {
            let (Some(game), Ok(setup)) = (self.game(record), record.setup.setup()) else { continue };
            let geometry = setup.geometry();
            let (id, number) = key(record);
            if game.is_empty() {
                _ = writeln!(lines, "{id} {number}");
            }
            for (ply, searched) in game {
                _ = writeln!(lines, "{id} {number} {ply} {}", searched.to_text(&setup, &geometry));
            }
        }
        resume_file::write(&self.path, &self.method.to_string(), lines.as_bytes())
    }
}

fn key(record: &GameRecord) -> (String, u64) {
    (record.fingerprint.clone(), record.number)
}

/// Returns the fingerprint and the number at the start of a line.
fn game_words(line: &str) -> Option<(&str, u64)> {
    let mut words = line.split(' ');
    Some((words.next()?, words.next()?.parse().ok()?))
}

/// Reads the lines of a game.
fn read_game(record: &GameRecord, lines: &[&str]) -> Option<SearchedGame> {
    let setup = record.setup.setup().ok()?;
    let geometry = setup.geometry();
    let mut game = SearchedGame::new();
    for line in lines {
        // A game without searched positions is a line without a ply.
        let Some(ply_and_result) = line.splitn(3, ' ').nth(2) else { continue };
        let (ply, result) = ply_and_result.split_once(' ')?;
        let ply: usize = ply.parse().ok().filter(|ply| *ply < record.moves.len())?;
        game.insert(ply, Searched::from_text(&setup, &geometry, record.mover(ply), result)?);
    }
    Some(game)
}

/// Evaluates the positions of games, one after the other, in one thread.
struct Worker<'a> {
    method: &'a Method,
    info: &'static GameInfo,
    weights: &'a Weights,
    interrupt: &'a Arc<AtomicBool>,
    teacher: Option<Teacher>,
}

impl Worker<'_> {
    fn game(&mut self, record: &GameRecord) -> Result<SearchedGame, EngineFault> {
        let &mut Worker { method, info, weights, interrupt, .. } = self;
        match method {
            &Method::Search { visits, seed } => {
                let mut searcher = Searcher { visits, seed, weights, record, interrupt, game: BTreeMap::new() };
                replay(info, record, &mut searcher);
                Ok(searcher.game)
            }
            Method::Teacher(command) => {
                let teacher = match &mut self.teacher {
                    Some(teacher) => teacher,
                    none => none.insert(Teacher::start(command, interrupt)?),
                };
                teacher.game(info, record)
            }
        }
    }
}

/// Searches positions of one game.
struct Searcher<'a> {
    visits: u32,
    seed: u64,
    weights: &'a Weights,
    record: &'a GameRecord,
    interrupt: &'a AtomicBool,
    game: SearchedGame,
}

impl Learner for Searcher<'_> {
    fn add_position(&mut self, turn: &Turn<'_>) {
        let seed = derived_seed(derived_seed(self.seed, SEEDS, self.record.number), SEEDS, turn.ply as u64);
        let is_chosen = seed.is_multiple_of(INTERVAL) && turn.moves.len() > 1;
        if !is_chosen || self.interrupt.load(Ordering::Relaxed) {
            return;
        }
        let interrupt = Interrupt::default();
        let limits = Limits { visits: Some(self.visits.into()), time: None };
        let options = SearchOptions { limits, to_the_limit: true, ..SearchOptions::new(&interrupt) };
        let params = ParamOverrides::default().resolve(self.weights);
        let root = turn.game.search_position(turn.seat);
        let mut search = Search::new(turn.game, root, &params, self.weights, Tree::new(TREE_MIB), options);
        search.stream = seed;
        let report = search.run(&mut |_| ()).report;
        let candidates = report.candidates.iter().filter(|candidate| candidate.visits >= MIN_VISITS.into());
        let visits: Vec<_> = candidates.map(|candidate| (candidate.mv, candidate.visits as u32)).collect();
        if !visits.is_empty() {
            self.game.insert(turn.ply, Searched { win_rate: report.win_rate as f32, visits, owners: None });
        }
    }

    fn end_game(&mut self, _: &Setup, _: Option<End>) -> bool {
        true
    }
}
