//! The directory of a study: its configuration, and its games in order, one line for each.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use quintet_arena::matches::openings::OpeningError;
use quintet_arena::matches::schedule::ParseShardError;
use quintet_system::atomic_file;
use quintet_system::file_lock::FileLock;
use quintet_system::input_file;
use quintet_system::new_folder::NewFolder;

use crate::config::{GridError, StudyConfig};
use crate::run::Numbers;
use crate::trace::GameTrace;

/// The error for a study that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The configuration is not acceptable.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// A file cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, io::Error),
    /// A file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
    /// A line is not the game that should be there.
    #[error("{0}, line {1}: not the game of this study that belongs there")]
    Line(PathBuf, u64),
    /// There are results already.
    #[error("{0} holds results already: continue with --resume, or choose another --out")]
    Exists(PathBuf),
    /// There is no study to resume.
    #[error("{0} holds no study to resume")]
    Nothing(PathBuf),
    /// The directory holds a different study.
    #[error("{0} holds another study: {1} differ")]
    Differs(PathBuf, String),
    /// The shard cannot be read.
    #[error(transparent)]
    Shard(#[from] ParseShardError),
    /// A shard is not finished: the number of its games that are left.
    #[error("{0} is not finished: {1} games are left; continue with --resume")]
    Unfinished(PathBuf, u64),
    /// The number of games that no shard has.
    #[error("{0} games are in none of these shards: give all shards of a study")]
    Missing(u64),
    /// Another process writes to the directory.
    #[error("{0} is in use by another study")]
    InUse(PathBuf),
}

impl StudyError {
    /// Returns whether results could not be written: the study can be made, but not now or there.
    pub fn is_unwritten(&self) -> bool {
        matches!(self, StudyError::Write(..))
    }
}

/// The directory to which a study writes.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    _lock: FileLock,
}

impl Store {
    /// Opens a directory for the games of a study and returns those that are there. An incomplete
    /// last line is removed.
    ///
    /// # Errors
    /// Returns an error if there are games and `resume` is false, or if they are of another study,
    /// in use, or not readable.
    pub fn open(
        directory: &Path,
        config: &StudyConfig,
        resume: bool,
        numbers: Numbers,
    ) -> Result<(Store, Vec<GameTrace>), StudyError> {
        let path = directory.join("games.jsonl");
        let write = |error| StudyError::Write(path.clone(), error);
        let kept = if resume { kept_config(directory)? } else { None };
        match kept {
            None if resume => return Err(StudyError::Nothing(directory.to_owned())),
            Some(kept) if kept != *config => {
                return Err(StudyError::Differs(directory.to_owned(), differences(&kept, config).join(", ")));
            }
            _ => {}
        }
        let _folder = NewFolder::create(directory).map_err(|error| StudyError::Write(directory.to_owned(), error))?;
        let lock = FileLock::acquire(&path).map_err(write)?.ok_or_else(|| StudyError::InUse(directory.to_owned()))?;
        let (traces, length) = read(&path, numbers)?;
        if !resume {
            if !traces.is_empty() {
                return Err(StudyError::Exists(directory.to_owned()));
            }
            let text = serde_json::to_string_pretty(config).expect("a configuration is plain data");
            let path = config_file(directory);
            atomic_file::write(&path, text.as_bytes()).map_err(|error| StudyError::Write(path, error))?;
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(write)?;
        file.set_len(length).map_err(write)?;
        Ok((Store { path, file, _lock: lock }, traces))
    }

    /// Adds a game, which is the next one.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn add(&mut self, trace: &GameTrace) -> Result<(), StudyError> {
        let mut line = serde_json::to_vec(trace).expect("a trace is plain data");
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(|error| StudyError::Write(self.path.clone(), error))
    }
}

/// Returns the configuration that is kept in the directory of a study, if any.
///
/// # Errors
/// Returns an error if it cannot be read.
pub fn kept_config(directory: &Path) -> Result<Option<StudyConfig>, StudyError> {
    let path = config_file(directory);
    match input_file::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StudyError::Read(path, error)),
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| StudyError::Read(path, error.into())),
    }
}

fn config_file(directory: &Path) -> PathBuf {
    directory.join("study.json")
}

/// Returns the names of the values in which two configurations differ.
pub fn differences(kept: &StudyConfig, config: &StudyConfig) -> Vec<String> {
    let [kept, config] = [kept, config].map(|config| serde_json::to_value(config).expect("plain data"));
    let fields = kept.as_object().expect("a structure");
    fields.iter().filter(|(name, value)| config.get(name) != Some(value)).map(|(name, _)| name.clone()).collect()
}

/// Reads the games of a file, which have these numbers, and the length of their lines in bytes. An
/// incomplete last line is not counted.
pub fn read(path: &Path, numbers: Numbers) -> Result<(Vec<GameTrace>, u64), StudyError> {
    let error = |error| StudyError::Read(path.to_owned(), error);
    let mut reader = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        file => io::BufReader::new(file.map_err(error)?),
    };
    let (mut traces, mut length) = (Vec::new(), 0);
    loop {
        let line = input_file::read_line(&mut reader).map_err(error)?;
        if line.last() != Some(&b'\n') {
            return Ok((traces, length));
        }
        let index = traces.len() as u64;
        let trace: Option<GameTrace> = serde_json::from_slice(&line).ok();
        let trace = trace.filter(|trace| numbers.get(index) == Some(trace.number));
        traces.push(trace.ok_or(StudyError::Line(path.to_owned(), index + 1))?);
        length += line.len() as u64;
    }
}
