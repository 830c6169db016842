//! The results of a match: one JSON object a line and game, written once the game is over.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

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
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (records, _) = records(&bytes[..whole], path, 0)?;
    Ok(Read { records, torn: whole < bytes.len(), length: whole as u64 })
}

/// The games of whole lines, before which there are `before` others in the file, and how many lines these are.
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

/// A result file that is read while a match writes it.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    /// Up to here it was read.
    offset: u64,
    /// So many lines.
    lines: usize,
}

/// What a [`Follower`] found since it last looked.
#[derive(Debug, Default)]
pub struct News {
    /// Whether the file is another one now, so that what was read before counts no more.
    pub afresh: bool,
    /// The games that were added.
    pub records: Vec<GameRecord>,
}

impl Follower {
    /// Of a file that need not be there yet. Nothing is read.
    pub fn new(path: &Path) -> Follower {
        Follower { path: path.to_owned(), offset: 0, lines: 0 }
    }

    /// The games written since the last call. A last line that is not whole yet is left for the next one.
    ///
    /// # Errors
    /// If the file is there and can't be read, or a whole line is no game; nothing is passed over then.
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
        // Somebody who looks whether a match is running has the lock for a moment.
        let locked = (0..20).any(|attempt| {
            std::thread::sleep(Duration::from_millis(if attempt == 0 { 0 } else { 10 }));
            lock(&file)
        });
        if !locked {
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

    /// Whether a match is writing to a directory now.
    pub fn is_in_use(directory: &Path) -> bool {
        File::open(Store::games_file(directory)).is_ok_and(|file| !lock(&file))
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

/// Writes a file so that it is there whole or not at all, even if the power fails.
///
/// # Errors
/// If it can't be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
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
    fn a_file_is_followed_as_it_grows_and_begins_afresh() {
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
