//! The results of a match: one JSON object and line for each game, written when the game is over.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use quintet_core::setup::Setup;
use quintet_core::types::{Margin, Seat};
use quintet_record::setup_words::{ReadSetupError, SetupWords, Size};
use serde::{Deserialize, Serialize};

use super::config::MatchConfig;
use crate::driver::referee::Reason;

/// A [`Setup`] in a result file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SetupRecord {
    /// The game's id.
    pub game: String,
    /// The number of columns.
    pub width: u16,
    /// The number of rows.
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
    /// Returns the setup.
    ///
    /// # Errors
    /// Returns an error if there is no such game, size, rule or point.
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
    /// The seed of the opening.
    pub opening: u64,
    /// The seed of Black's engine, if it has `set_random_seed`.
    pub black: u64,
    /// The seed of White's engine, if it has `set_random_seed`.
    pub white: u64,
}

/// The record of a game that was played or begun.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The match: [`MatchConfig::fingerprint`].
    #[serde(rename = "match")]
    pub fingerprint: String,
    /// The number in the match, from 1.
    pub number: u64,
    /// The number of its colour-swapped pair, from 0.
    pub pair: u64,
    /// The engine that played Black.
    pub black: String,
    /// The engine that played White.
    pub white: String,
    /// The result: `B+n`, `W+n`, `0`; `B+R` (resigned), `B+T` (time), `B+F` (illegal move); `Void`.
    pub result: String,
    /// The reason of its end.
    pub reason: Reason,
    /// The winner; absent in draws and void games.
    pub winner: Option<Seat>,
    /// The margin, if the game was counted.
    pub margin: Option<Margin>,
    /// An explanation of its end.
    pub detail: String,
    /// The engine at fault, if any.
    pub culprit: Option<String>,
    /// The setup.
    pub setup: SetupRecord,
    /// The side with the first move; then the sides take turns.
    pub first: Seat,
    /// The number of moves of the opening.
    pub opening: usize,
    /// The moves, in the program's own words.
    pub moves: Vec<String>,
    /// The seconds that each move took; 0 in the opening.
    pub times: Vec<f64>,
    /// The seeds.
    pub seeds: Seeds,
    /// The start, in seconds since 1970.
    pub started: f64,
    /// The end, in seconds since 1970.
    pub ended: f64,
    /// For void games, by engine: the traffic and the last lines of stderr.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<BTreeMap<String, Vec<String>>>,
}

impl GameRecord {
    /// Returns whether the game counts for nobody.
    pub fn is_void(&self) -> bool {
        self.reason.is_void()
    }

    /// Returns the engine of a side.
    pub fn engine(&self, seat: Seat) -> &str {
        match seat {
            Seat::Black => &self.black,
            Seat::White => &self.white,
        }
    }

    /// Returns the half points of a side: 0, 1 or 2; `None` for a void game.
    pub fn half_points(&self, seat: Seat) -> Option<u8> {
        (!self.is_void()).then(|| match self.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == seat),
        })
    }

    /// Returns the side that made a move, by its index.
    pub fn mover(&self, ply: usize) -> Seat {
        if ply.is_multiple_of(2) { self.first } else { self.first.other() }
    }
}

/// The error for a result file or directory that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// Reading or writing failed.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A line before the last is not a record.
    #[error("{0}, line {1}: {2}")]
    Line(PathBuf, usize, serde_json::Error),
    /// There are results already.
    #[error("{0} holds results already: --resume goes on with them, another --out starts afresh")]
    Exists(PathBuf),
    /// There is no match to resume.
    #[error("{0} holds no match to resume")]
    Nothing(PathBuf),
    /// The directory holds a different match.
    #[error("{0} holds another match: {1} differ")]
    Differs(PathBuf, String),
    /// Another process writes to the directory.
    #[error("{0} is in use by another match")]
    InUse(PathBuf),
}

/// The contents of a result file.
#[derive(Debug, Default)]
pub struct Read {
    /// The games, in the order of the file.
    pub records: Vec<GameRecord>,
    /// Whether the last line is incomplete, as after a kill.
    pub torn: bool,
    /// The length of the complete lines, in bytes.
    pub length: u64,
}

/// Reads a result file. An incomplete last line is skipped.
///
/// # Errors
/// Returns an error if the file cannot be read or another line is not a record.
pub fn read(path: &Path) -> Result<Read, ResultsError> {
    let bytes = fs::read(path).map_err(|error| ResultsError::Io(path.to_owned(), error))?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (records, _) = records(&bytes[..whole], path, 0)?;
    Ok(Read { records, torn: whole < bytes.len(), length: whole as u64 })
}

/// Parses complete lines, which follow `before` others in the file, and returns also their number.
fn records(bytes: &[u8], path: &Path, before: usize) -> Result<(Vec<GameRecord>, usize), ResultsError> {
    let mut records = Vec::new();
    let mut count = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        count += 1;
        if !line.trim_ascii().is_empty() {
            let record = serde_json::from_slice(line);
            records.push(record.map_err(|error| ResultsError::Line(path.to_owned(), before + count, error))?);
        }
    }
    Ok((records, count))
}

/// A reader of a result file that a match is still writing.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    /// The number of bytes that were read.
    offset: u64,
    /// The number of lines that were read.
    lines: usize,
}

/// The news since the last call of [`Follower::news`].
#[derive(Debug, Default)]
pub struct News {
    /// Whether the file was replaced, so that earlier records are obsolete.
    pub afresh: bool,
    /// The records that were added.
    pub records: Vec<GameRecord>,
}

impl Follower {
    /// Creates a reader for a file that need not exist yet. Nothing is read.
    pub fn new(path: &Path) -> Follower {
        Follower { path: path.to_owned(), offset: 0, lines: 0 }
    }

    /// Returns the games written since the last call. An incomplete last line is left for the next
    /// call.
    ///
    /// # Errors
    /// Returns an error, and skips nothing, if the file exists and cannot be read, or a complete
    /// line is not a record.
    pub fn news(&mut self) -> Result<News, ResultsError> {
        let io = |error| ResultsError::Io(self.path.clone(), error);
        let mut news = News::default();
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                news.afresh = self.offset > 0;
                (self.offset, self.lines) = (0, 0);
                return Ok(news);
            }
            Err(error) => return Err(io(error)),
        };
        if file.metadata().map_err(io)?.len() < self.offset {
            news.afresh = true;
            (self.offset, self.lines) = (0, 0);
        }
        let mut bytes = Vec::new();
        file.seek(io::SeekFrom::Start(self.offset)).map_err(io)?;
        file.read_to_end(&mut bytes).map_err(io)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (records, lines) = records(&bytes[..whole], &self.path, self.lines)?;
        news.records = records;
        self.offset += whole as u64;
        self.lines += lines;
        Ok(news)
    }
}

/// The directory to which a match writes.
pub struct Store {
    directory: PathBuf,
    file: File,
    done: BTreeSet<u64>,
}

impl Store {
    /// Returns the file of records in a directory of results.
    pub fn games_file(directory: &Path) -> PathBuf {
        directory.join("games.jsonl")
    }

    /// Returns the configuration that is kept in a directory of results, if any.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn kept_config(directory: &Path) -> Result<Option<MatchConfig>, ResultsError> {
        let path = directory.join("match.json");
        let io = |error| ResultsError::Io(path.clone(), error);
        match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io(error)),
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| io(error.into())),
        }
    }

    /// Opens a directory for the results of a match and returns also the results of the match that
    /// is resumed. An incomplete last line is removed.
    ///
    /// # Errors
    /// Returns an error if there are results and `resume` is false, or if they are of another
    /// match, in use, or not readable.
    pub fn open(directory: &Path, config: &MatchConfig, resume: bool) -> Result<(Store, Read), ResultsError> {
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
            write_atomically(&directory.join("match.json"), text.as_bytes()).map_err(io(directory))?;
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(io(&path))?;
        // `is_in_use` takes the lock for a moment.
        let locked = (0..20).any(|attempt| {
            std::thread::sleep(Duration::from_millis(if attempt == 0 { 0 } else { 10 }));
            lock(&file)
        });
        if !locked {
            return Err(ResultsError::InUse(directory.to_owned()));
        }
        let found = read(&path)?;
        if found.torn {
            file.set_len(found.length).map_err(io(&path))?;
        }
        let done = found.records.iter().map(|record| record.number).collect();
        Ok((Store { directory: directory.to_owned(), file, done }, found))
    }

    /// Returns whether a match is writing to a directory now.
    pub fn is_in_use(directory: &Path) -> bool {
        File::open(Store::games_file(directory)).is_ok_and(|file| !lock(&file))
    }

    /// Returns whether a game was played already.
    pub fn is_done(&self, number: u64) -> bool {
        self.done.contains(&number)
    }

    /// Adds a game: first its SGF, then its line, which makes it count.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn add(&mut self, record: &GameRecord, sgf: &str) -> Result<(), ResultsError> {
        let name = self.directory.join("sgf").join(format!("{:05}.sgf", record.number));
        write_atomically(&name, sgf.as_bytes()).map_err(|error| ResultsError::Io(name.clone(), error))?;
        let mut line = serde_json::to_vec(record).expect("a record is plain data");
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(|error| ResultsError::Io(Store::games_file(&self.directory), error))?;
        self.done.insert(record.number);
        Ok(())
    }
}

/// Writes a file completely or not at all, even if the power fails.
///
/// # Errors
/// Returns an error if it cannot be written.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::report::standings::tests::game;

    fn scratch(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("quintet-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        directory
    }

    #[test]
    fn a_file_is_followed_as_it_grows_and_when_it_is_replaced() {
        let directory = scratch("followed");
        let path = Store::games_file(&directory);
        let mut follower = Follower::new(&path);
        assert!(follower.news().unwrap().records.is_empty(), "there is no file yet");
        let line = |number| serde_json::to_string(&game(number, "A", "B", None, Reason::Score)).unwrap() + "\n";
        let whole = line(1) + &line(2);
        fs::write(&path, &whole[..whole.len() - 9]).unwrap();
        let numbers = |news: News| news.records.iter().map(|record| record.number).collect::<Vec<_>>();
        assert_eq!(numbers(follower.news().unwrap()), [1]);
        assert!(follower.news().unwrap().records.is_empty(), "the second line isn't whole");
        fs::write(&path, &whole).unwrap();
        assert_eq!(numbers(follower.news().unwrap()), [2]);
        fs::write(&path, line(3)).unwrap();
        let news = follower.news().unwrap();
        assert!(news.afresh && numbers(news) == [3]);
        fs::write(&path, line(3) + "nonsense\n").unwrap();
        let error = follower.news().unwrap_err().to_string();
        assert!(error.contains("games.jsonl, line 2: "), "{error}");
        fs::remove_dir_all(directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_directory_is_in_use_while_its_match_is_open() {
        let directory = scratch("in-use");
        assert!(!Store::is_in_use(&directory));
        let (store, _) = Store::open(&directory, &MatchConfig::default(), false).unwrap();
        assert!(Store::is_in_use(&directory));
        assert!(matches!(Store::open(&directory, &MatchConfig::default(), true), Err(ResultsError::InUse(_))));
        drop(store);
        assert!(!Store::is_in_use(&directory));
        fs::remove_dir_all(directory).unwrap();
    }
}
