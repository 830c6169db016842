//! The results of a match: one JSON object and line for each game, written when the game is over.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use quintet_system::atomic_file;
use quintet_system::file_lock::FileLock;
use quintet_system::input_file;
use quintet_system::new_folder::NewFolder;

use super::config::MatchConfig;
use super::result_file::{Lines, for_each_record};
use super::results_error::ResultsError;
use super::schedule::Schedule;
use super::validation::{self, RecordFault};

pub use super::record::{GameRecord, Seeds, SetupRecord};
pub use super::result_file::{Follower, Place, Read, Update, read};

/// The directory to which a match writes.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
    file: File,
    _lock: FileLock,
}

/// The results of earlier runs of a match.
#[derive(Debug, Default)]
pub struct Found {
    /// The numbers of the games.
    pub numbers: BTreeSet<u64>,
    /// True if an incomplete last line was removed.
    pub torn: bool,
    /// The number of games between two engines before the match was extended.
    pub extended_from: Option<u64>,
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
        let path = config_file(directory);
        let io = |error| ResultsError::Io(path.clone(), error);
        match input_file::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io(error)),
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| io(error.into())),
        }
    }

    /// Opens a directory for the results of a match. `on_record` gets the games of the match that
    /// is resumed, in the order of the file. An incomplete last line is removed. With `resume` a
    /// match can be extended to more games. Without `resume` a match is replaced if no game of it
    /// was finished.
    ///
    /// Nothing is written before the directory is locked.
    ///
    /// # Errors
    /// Returns an error if there are results and `resume` is false, or if they are of another
    /// match, in use, or not readable.
    pub fn open(
        directory: &Path,
        config: &MatchConfig,
        resume: bool,
        on_record: &mut dyn FnMut(&GameRecord),
    ) -> Result<(Store, Found), ResultsError> {
        let path = Store::games_file(directory);
        let write = |error| ResultsError::Write(path.clone(), error);
        if resume && Store::kept_config(directory)?.is_none() {
            return Err(ResultsError::Nothing(directory.to_owned()));
        }
        let _folder = NewFolder::create(directory).map_err(|error| ResultsError::Write(directory.to_owned(), error))?;
        let lock = lock(&path).map_err(write)?.ok_or_else(|| ResultsError::InUse(directory.to_owned()))?;
        let kept = Store::kept_config(directory)?.filter(|_| resume);
        let extended_from = kept.as_ref().map_or(Ok(None), |kept| extension(directory, kept, config))?;
        let fingerprint = config.fingerprint();
        let mut numbers = BTreeMap::new();
        let found = for_each_record(&path, &mut |place, record| {
            let line = place.line;
            if !resume {
                return Err(ResultsError::Exists(directory.to_owned()));
            }
            let twice = numbers.insert(record.number, line).map(|first| RecordFault::Twice(record.number, first));
            let checked = twice.map_or_else(|| validation::check(config, &record), Err);
            checked.map_err(|fault| ResultsError::Foreign(path.clone(), line, Box::new(fault)))?;
            on_record(&GameRecord { fingerprint: fingerprint.clone(), ..record });
            Ok(())
        });
        let lines = match found {
            Err(ResultsError::Io(_, error)) if error.kind() == io::ErrorKind::NotFound => Lines::default(),
            found => found?,
        };
        // The configuration first: without it nothing else stays.
        if kept.as_ref() != Some(config) {
            let text = serde_json::to_string_pretty(config).expect("a configuration is plain data");
            let path = config_file(directory);
            atomic_file::write(&path, text.as_bytes()).map_err(|error| ResultsError::Write(path, error))?;
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(write)?;
        if lines.torn {
            file.set_len(lines.length).map_err(write)?;
        }
        let sgf = directory.join("sgf");
        fs::create_dir_all(&sgf).map_err(|error| ResultsError::Write(sgf, error))?;
        let found = Found { numbers: numbers.into_keys().collect(), torn: lines.torn, extended_from };
        Ok((Store { directory: directory.to_owned(), file, _lock: lock }, found))
    }

    /// Returns whether a match is writing to a directory now.
    pub fn is_in_use(directory: &Path) -> bool {
        FileLock::is_held(&Store::games_file(directory))
    }

    /// Adds a game: first its SGF, then its line, which makes it count.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn add(&mut self, record: &GameRecord, sgf: &str) -> Result<(), ResultsError> {
        let name = self.directory.join("sgf").join(format!("{:05}.sgf", record.number));
        atomic_file::write(&name, sgf.as_bytes()).map_err(|error| ResultsError::Write(name.clone(), error))?;
        let mut line = serde_json::to_vec(record).expect("a record is plain data");
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        written.map_err(|error| ResultsError::Write(Store::games_file(&self.directory), error))
    }
}

/// Locks the results of a match; `None` if another match writes them.
fn lock(path: &Path) -> io::Result<Option<FileLock>> {
    for _ in 0..20 {
        if let Some(lock) = FileLock::acquire(path)? {
            return Ok(Some(lock));
        }
        // `is_in_use` takes the lock for a moment.
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(None)
}

fn config_file(directory: &Path) -> PathBuf {
    directory.join("match.json")
}

/// Checks that a match can be resumed with another configuration, which may have more games and end
/// at another width of the interval.
/// Returns the number of games before, if it has.
fn extension(directory: &Path, kept: &MatchConfig, config: &MatchConfig) -> Result<Option<u64>, ResultsError> {
    let same_games = MatchConfig { games: kept.games, until_error: kept.until_error, ..config.clone() };
    if *kept != same_games {
        return Err(ResultsError::Differs(directory.to_owned(), kept.differences(&same_games).join(", ")));
    }
    if !Schedule::new(config).extends(&Schedule::new(kept)) {
        return Err(ResultsError::Extension(directory.to_owned(), kept.games, config.games));
    }
    Ok(Some(kept.games).filter(|games| *games != config.games))
}

#[cfg(test)]
mod tests {
    use quintet_core::types::Seat;

    use super::*;
    use crate::driver::engine_config::EngineConfig;
    use crate::driver::referee::Reason;
    use crate::matches::report::standings::tests::game;

    fn scratch(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("quintet-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        directory
    }

    #[test]
    fn a_directory_is_in_use_while_its_match_is_open() {
        let directory = scratch("in-use");
        assert!(!Store::is_in_use(&directory));
        let (store, _) = Store::open(&directory, &MatchConfig::default(), false, &mut |_| ()).unwrap();
        assert!(Store::is_in_use(&directory));
        assert!(matches!(
            Store::open(&directory, &MatchConfig::default(), true, &mut |_| ()),
            Err(ResultsError::InUse(_))
        ));
        drop(store);
        assert!(!Store::is_in_use(&directory));
        fs::remove_dir_all(directory).unwrap();
    }

    /// Returns a match of A against B.
    fn config(games: u64) -> MatchConfig {
        let engine = |name: &str| EngineConfig { name: name.to_owned(), ..EngineConfig::default() };
        MatchConfig {
            game: "bracket".to_owned(),
            size: Some("3".to_owned()),
            games,
            engines: vec![engine("A"), engine("B")],
            ..MatchConfig::default()
        }
    }

    /// Returns the line of a game of that match that White won.
    fn line(number: u64) -> String {
        let (black, white) = if number % 2 == 1 { ("A", "B") } else { ("B", "A") };
        let fingerprint = config(4).fingerprint();
        let result = "W+R".to_owned();
        let resigned = game(number, black, white, Some(Seat::White), Reason::Resign);
        let record = GameRecord { fingerprint, result, ..resigned };
        serde_json::to_string(&record).unwrap() + "\n"
    }

    #[test]
    fn games_that_are_not_of_the_match_are_refused_when_it_is_resumed() {
        let directory = scratch("foreign");
        drop(Store::open(&directory, &config(4), false, &mut |_| ()).unwrap());
        let resume = |text: &str| {
            fs::write(Store::games_file(&directory), text).unwrap();
            Store::open(&directory, &config(4), true, &mut |_| ()).map(|(_, found)| found.numbers.len())
        };
        assert_eq!(resume(&(line(2) + &line(1))).unwrap(), 2);
        let error = resume(&(line(1) + &line(2) + &line(1))).unwrap_err().to_string();
        assert!(error.ends_with("games.jsonl, line 3: game 1 is there twice, first in line 1"), "{error}");
        let error = resume(&(line(1) + &line(999))).unwrap_err().to_string();
        assert!(error.ends_with("line 2: there is no game 999 in this match, which has 4"), "{error}");
        let error = resume(&line(1).replace(&config(4).fingerprint(), "other")).unwrap_err().to_string();
        assert!(error.contains("line 1: the game is of another match (other; "), "{error}");
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn a_match_can_be_extended_and_started_again_if_no_game_was_finished() {
        let directory = scratch("extended");
        drop(Store::open(&directory, &MatchConfig { seed: 9, ..config(2) }, false, &mut |_| ()).unwrap());
        // No game was finished: another match can take its place.
        drop(Store::open(&directory, &config(4), false, &mut |_| ()).unwrap());
        assert_eq!(Store::kept_config(&directory).unwrap(), Some(config(4)));
        fs::write(Store::games_file(&directory), line(1)).unwrap();
        assert!(matches!(Store::open(&directory, &config(4), false, &mut |_| ()), Err(ResultsError::Exists(_))));
        let error =
            Store::open(&directory, &MatchConfig { seed: 9, ..config(8) }, true, &mut |_| ()).unwrap_err().to_string();
        assert!(error.ends_with("another match: seed differ"), "{error}");
        let (_, found) = Store::open(&directory, &config(8), true, &mut |_| ()).unwrap();
        assert_eq!((found.numbers.len(), found.extended_from), (1, Some(4)));
        assert_eq!(Store::kept_config(&directory).unwrap(), Some(config(8)));
        assert!(matches!(
            Store::open(&directory, &config(4), true, &mut |_| ()),
            Err(ResultsError::Extension(_, 8, 4))
        ));
        fs::remove_dir_all(directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_into_a_directory_that_another_match_uses() {
        let directory = scratch("locked");
        let (_store, _) = Store::open(&directory, &config(4), false, &mut |_| ()).unwrap();
        let other = MatchConfig { seed: 9, ..config(4) };
        assert!(matches!(Store::open(&directory, &other, false, &mut |_| ()), Err(ResultsError::InUse(_))));
        assert_eq!(Store::kept_config(&directory).unwrap(), Some(config(4)));
        fs::remove_dir_all(directory).unwrap();
    }
}
