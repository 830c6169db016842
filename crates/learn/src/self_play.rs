//! Matches of the program against itself, for learning and tuning.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quintet_arena::driver::command_line;
use quintet_arena::driver::engine::EngineFault;
use quintet_arena::driver::engine_config::EngineConfig;
use quintet_arena::matches::config::MatchConfig;
use quintet_arena::matches::report::{standings::Standings, text};
use quintet_arena::matches::results::Store;
use quintet_arena::matches::results_error::ResultsError;
use quintet_arena::matches::runner::{self, MatchError, MatchObserver, MatchOutcome, RunOptions, StopReason};
use quintet_arena::matches::schedule::Shard;
use quintet_arena::matches::stats::sprt::{Sprt, Verdict};
use quintet_system::atomic_file;

use super::resume_file::ResumeFileError;

/// The error for learning or tuning that cannot be done.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The game has no tables of features.
    #[error("moves of {0} have no features yet from which weights could be learnt")]
    NoFeatures(&'static str),
    /// The game has no network.
    #[error("{0} has no inputs for a network; {1}")]
    NoInputs(&'static str, String),
    /// No game has recorded search results.
    #[error("no game has recorded searches: play with --record-searches, or leave --from-searches out")]
    NoSearches,
    /// There is no network to refine.
    #[error("the weights have no network that could be refined: leave --refine out")]
    NoNetwork,
    /// No finished game has a choice.
    #[error("there is no move to learn from: no finished game of {0}")]
    NoChoices(&'static str),
    /// No game was played to its end.
    #[error(
        "there is no move to learn from: no game of {0} that was played to its end on a board three columns wide or more"
    )]
    NoPositions(&'static str),
    /// Tuning has neither visits nor seconds.
    #[error("tuning needs --visits or --seconds: what is best depends on it")]
    NoLimit,
    /// The directory has results already.
    #[error("{0} holds results already: continue with --resume, or choose another --out")]
    Exists(PathBuf),
    /// A directory cannot be created.
    #[error("cannot create the directory {0}: {1}")]
    Directory(PathBuf, io::Error),
    /// A file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
    /// The program cannot be found.
    #[error("cannot find the program itself: {0}")]
    Program(io::Error),
    /// The command line of an engine cannot be quoted.
    #[error("cannot write a command line: {0}")]
    CommandLine(shlex::QuoteError),
    /// All games were void.
    #[error("games came to nothing: see {0}")]
    Voids(PathBuf),
    /// A match cannot be run.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The teacher fails.
    #[error("the teacher fails: {0}")]
    Teacher(EngineFault),
    /// Results cannot be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A file of an interrupted run cannot be used.
    #[error(transparent)]
    ResumeFile(#[from] ResumeFileError),
}

impl LearnError {
    /// Returns whether results could not be written: the run is possible, but not now or there.
    pub fn is_unwritten(&self) -> bool {
        match self {
            LearnError::Directory(..) | LearnError::Write(..) | LearnError::ResumeFile(ResumeFileError::Write(..)) => {
                true
            }
            LearnError::Match(error) => error.is_unwritten(),
            _ => false,
        }
    }
}

/// Observer of learning and its matches.
pub trait LearnObserver: MatchObserver {
    /// Called with a line of the results.
    fn result(&mut self, text: &str);

    fn as_match_observer(&mut self) -> &mut dyn MatchObserver;
}

/// The matches of the program against itself.
pub struct SelfPlay<'a> {
    /// Game, board, limits, openings and seed.
    pub config: MatchConfig,
    /// The weights file of the present weights, if they are not the shipped ones.
    pub weights_file: Option<PathBuf>,
    /// The number of games at a time.
    pub concurrency: usize,
    /// Ends the matches soon after it is raised.
    pub interrupt: &'a Arc<AtomicBool>,
    pub observer: &'a mut dyn LearnObserver,
}

impl SelfPlay<'_> {
    /// Returns the program as an engine with these options. It plays by its search alone: exact
    /// values, which are found quickly on small boards, would hide the effect of weights.
    pub fn engine(&self, name: &str, options: &[OsString]) -> Result<EngineConfig, LearnError> {
        let program = std::env::current_exe().map_err(LearnError::Program)?;
        let words = [vec![program.into_os_string()], options.to_vec()].concat();
        let cmd = command_line::join(&words).map_err(LearnError::CommandLine)?;
        let send = vec!["param exact 0".to_owned()];
        Ok(EngineConfig { name: name.to_owned(), cmd, send, ..EngineConfig::default() })
    }

    /// Returns the options of an engine with the present weights.
    pub fn present_options(&self) -> Vec<OsString> {
        self.weights_file.iter().map(|path| weights_option(path)).collect()
    }

    /// Plays a match into a directory, or the rest of it, and returns its standings; `None` if it
    /// was interrupted.
    pub fn play(
        &mut self,
        engines: [EngineConfig; 2],
        games: u64,
        seed: u64,
        out: &Path,
    ) -> Result<Option<Standings>, LearnError> {
        let config = MatchConfig { games, seed, engines: engines.into(), ..self.config.clone() };
        Ok(self.run(&config, out)?.map(|outcome| outcome.standings))
    }

    /// Plays a match into a directory, or the rest of it; `None` if it was interrupted.
    pub fn run(&mut self, config: &MatchConfig, out: &Path) -> Result<Option<MatchOutcome>, LearnError> {
        let options = RunOptions {
            out: PathBuf::from(out),
            resume: Store::kept_config(out)?.is_some(),
            concurrency: self.concurrency,
            shard: Shard::ALL,
            max_voids: 2,
            judge: None,
        };
        let outcome = runner::run(config, &options, self.interrupt, self.observer.as_match_observer())?;
        match outcome.stop {
            StopReason::Interrupted => {
                self.observer.warn("interrupted; continue with --resume");
                Ok(None)
            }
            StopReason::Voids => Err(LearnError::Voids(out.to_owned())),
            _ => Ok(Some(outcome)),
        }
    }

    /// Plays the first engine against the second until a sequential test is decided, or `games` are
    /// played, and reports the result. Returns whether the first is stronger; `None` if the match
    /// was interrupted.
    pub fn test(
        &mut self,
        engines: [EngineConfig; 2],
        games: u64,
        sprt: Sprt,
        seed: u64,
        out: &Path,
    ) -> Result<Option<bool>, LearnError> {
        let config = MatchConfig { games, seed, engines: engines.into(), sprt: Some(sprt), ..self.config.clone() };
        let Some(outcome) = self.run(&config, out)? else { return Ok(None) };
        self.observer.result(text::report(&outcome.standings, Some(&sprt)).trim_end_matches('\n'));
        Ok(Some(outcome.stop == StopReason::Decided(Verdict::H1)))
    }
}

/// Returns the option of an engine that plays with a weights file.
pub fn weights_option(file: &Path) -> OsString {
    let mut option = OsString::from("--weights=");
    option.push(file);
    option
}

/// Writes a file completely or not at all.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    atomic_file::write(path, bytes).map_err(|error| LearnError::Write(path.to_owned(), error))
}
