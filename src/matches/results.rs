//! The results of a match: one JSON object a line and game, written once the game is over.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::config::MatchConfig;
use crate::driver::referee::Reason;
use crate::record::setup_words::{ReadSetupError, SetupWords, Size};
use crate::setup::Setup;
use crate::words::{Margin, Seat};

/// A [`Setup`] in a result file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SetupRecord {
    /// The game's id.
    pub game: String,
    /// Columns of the board.
    pub width: u16,
    /// Rows of the board.
    pub height: u16,
    /// All rules.
    pub rules: BTreeMap<String, String>,
    /// Points for White.
    pub komi: f64,
    /// Blocked points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<String>,
}

impl From<&Setup> for SetupRecord {
    fn from(setup: &Setup) -> SetupRecord {
        let geometry = setup.geometry();
        SetupRecord {
            game: setup.info().id.to_owned(),
            width: setup.width(),
            height: setup.height(),
            rules: setup.rules().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            komi: setup.komi(),
            blocked: setup.blocked().iter().map(|point| geometry.vertex(point).to_string()).collect(),
        }
    }
}

impl SetupRecord {
    /// The setup again.
    ///
    /// # Errors
    /// If there is no such game, size, rule or point.
    pub fn setup(&self) -> Result<Setup, ReadSetupError> {
        let words = SetupWords {
            game: Some(self.game.clone()),
            size: Some(Size::Rectangle(self.width, self.height).to_string()),
            rules: self.rules.clone().into_iter().collect(),
            komi: Some(self.komi),
            blocked: self.blocked.clone(),
        };
        words.read()
    }
}

/// The seeds of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seeds {
    /// Of the opening.
    pub opening: u64,
    /// What the engine with the black stones was told, if it has `set_random_seed`.
    pub black: u64,
    /// The same of white.
    pub white: u64,
}

/// A game that was played, or began to be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which match it is of: [`MatchConfig::fingerprint`].
    #[serde(rename = "match")]
    pub fingerprint: String,
    /// Its number in the match, from 1.
    pub number: u64,
    /// The colour-swapped pair that it is one game of, from 0.
    pub pair: u64,
    /// The engine that played as black.
    pub black: String,
    /// The engine that played as white.
    pub white: String,
    /// `B+n`, `W+n`, `0`; `B+R` (resigned), `B+T` (time), `B+F` (illegal move); `Void`.
    pub result: String,
    /// Why it ended.
    pub reason: Reason,
    /// Who won; absent in draws and void games.
    pub winner: Option<Seat>,
    /// By how much Black won, where the game was counted.
    pub margin: Option<Margin>,
    /// More about its end, in words.
    pub detail: String,
    /// The engine that failed, where one did.
    pub culprit: Option<String>,
    /// What was played.
    pub setup: SetupRecord,
    /// Who moved first; then the seats take turns.
    pub first: Seat,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// The moves, in the program's own words.
    pub moves: Vec<String>,
    /// How many seconds each move took; 0 in the opening.
    pub times: Vec<f64>,
    /// The seeds.
    pub seeds: Seeds,
    /// When it began, in seconds since 1970.
    pub started: f64,
    /// When it ended, in seconds since 1970.
    pub ended: f64,
    /// Of void games, by engine: the traffic, and what it wrote to stderr last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<BTreeMap<String, Vec<String>>>,
}

impl GameRecord {
    /// Whether the game counts for nobody.
    pub fn is_void(&self) -> bool {
        self.reason.is_void()
    }

    /// The engine of a seat.
    pub fn engine(&self, seat: Seat) -> &str {
        match seat {
            Seat::Black => &self.black,
            Seat::White => &self.white,
        }
    }

    /// The half points of a seat: 0, 1 or 2; `None` in a void game.
    pub fn half_points(&self, seat: Seat) -> Option<u8> {
        (!self.is_void()).then(|| match self.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == seat),
        })
    }

    /// Who made a move, by its index.
    pub fn mover(&self, ply: usize) -> Seat {
        if ply.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// The seconds that a seat used.
    pub fn time_of(&self, seat: Seat) -> f64 {
        (0..).zip(&self.times).filter(|(ply, _)| self.mover(*ply) == seat).map(|(_, time)| time).sum()
    }
}

/// A result file or directory that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// Reading or writing failed.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A line in the middle is no game.
    #[error("{0}, line {1}: {2}")]
    Line(PathBuf, usize, serde_json::Error),
    /// There are results already.
    #[error("{0} holds results already: --resume goes on with them, another --out starts afresh")]
    Exists(PathBuf),
    /// There is nothing to go on with.
    #[error("{0} holds no match to resume")]
    Nothing(PathBuf),
    /// The match in the directory is another one.
    #[error("{0} holds another match: {1} differ")]
    Differs(PathBuf, String),
    /// Another process writes there.
    #[error("{0} is in use by another match")]
    InUse(PathBuf),
}

/// What a result file holds.
#[derive(Debug, Default)]
pub struct Read {
    /// The games, in the order of the file.
    pub records: Vec<GameRecord>,
    /// Whether the last line was not written to its end, as after a kill.
    pub torn: bool,
    /// Up to here the file is whole.
    pub length: u64,
}

/// Reads a result file. A last line that was not written to its end is passed over.
///
/// # Errors
/// If the file can't be read or another line is no game.
pub fn read(path: &Path) -> Result<Read, ResultsError> {
    let bytes = fs::read(path).map_err(|error| ResultsError::Io(path.to_owned(), error))?;
    let mut read = Read::default();
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let Some(text) = line.strip_suffix(b"\n") else {
            read.torn = true;
            break;
        };
        if !text.trim_ascii().is_empty() {
            let record = serde_json::from_slice(text);
            read.records.push(record.map_err(|error| ResultsError::Line(path.to_owned(), index + 1, error))?);
        }
        read.length += line.len() as u64;
    }
    Ok(read)
}

/// The directory into which a match writes.
pub struct Store {
    directory: PathBuf,
    file: File,
    done: BTreeSet<u64>,
}

impl Store {
    /// The file of games in a directory of results.
    pub fn games_file(directory: &Path) -> PathBuf {
        directory.join("games.jsonl")
    }

    /// The configuration that was kept in a directory of results; `None` if none was.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn kept_config(directory: &Path) -> Result<Option<MatchConfig>, ResultsError> {
        let path = directory.join("match.json");
        let io = |error| ResultsError::Io(path.clone(), error);
        match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io(error)),
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| io(error.into())),
        }
    }

    /// Opens a directory for the results of a match, with what is there already where it is resumed.
    ///
    /// # Errors
    /// If there are results and `resume` is false, or they are of another match, or in use, or can't be read.
    pub fn open(
        directory: &Path,
        config: &MatchConfig,
        resume: bool,
    ) -> Result<(Store, Vec<GameRecord>), ResultsError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| ResultsError::Io(path, error)
        };
        let path = Store::games_file(directory);
        let kept = Store::kept_config(directory)?;
        match &kept {
            None if resume => return Err(ResultsError::Nothing(directory.to_owned())),
            Some(_) if !resume => return Err(ResultsError::Exists(directory.to_owned())),
            Some(kept) if kept != config => {
                let names = kept.differences(config).join(", ");
                return Err(ResultsError::Differs(directory.to_owned(), names));
            }
            None if path.exists() => return Err(ResultsError::Exists(directory.to_owned())),
            _ => {}
        }
        fs::create_dir_all(directory.join("sgf")).map_err(io(directory))?;
        if kept.is_none() {
            let text = serde_json::to_string_pretty(config).expect("a configuration is plain data");
            write_whole(&directory.join("match.json"), text.as_bytes()).map_err(io(directory))?;
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(io(&path))?;
        if !lock(&file) {
            return Err(ResultsError::InUse(directory.to_owned()));
        }
        let found = read(&path)?;
        if found.torn {
            eprintln!("quintet: {}: the last line was not written to its end and is dropped", path.display());
            file.set_len(found.length).map_err(io(&path))?;
        }
        let done = found.records.iter().map(|record| record.number).collect();
        Ok((Store { directory: directory.to_owned(), file, done }, found.records))
    }

    /// Whether a game is there already.
    pub fn is_done(&self, number: u64) -> bool {
        self.done.contains(&number)
    }

    /// Writes a game down: its SGF first, then its line, which makes it count.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn add(&mut self, record: &GameRecord, sgf: &str) -> Result<(), ResultsError> {
        let name = self.directory.join("sgf").join(format!("{:05}.sgf", record.number));
        write_whole(&name, sgf.as_bytes()).map_err(|error| ResultsError::Io(name.clone(), error))?;
        let mut line = serde_json::to_vec(record).expect("a record is plain data");
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(|error| ResultsError::Io(Store::games_file(&self.directory), error))?;
        self.done.insert(record.number);
        Ok(())
    }
}

/// Writes a file so that it is there whole or not at all.
///
/// # Errors
/// If it can't be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, bytes)?;
    fs::rename(&part, path)
}

#[cfg(unix)]
fn lock(file: &File) -> bool {
    rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok()
}

#[cfg(not(unix))]
fn lock(_file: &File) -> bool {
    true
}
