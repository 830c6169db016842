//! Files of game records, read line by line: one JSON object and line for each game.

use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use quintet_system::input_file;

use super::record::GameRecord;
use super::results_error::ResultsError;

/// The contents of a result file.
#[derive(Debug, Default)]
pub struct Read {
    /// The games, in the order of the file.
    pub records: Vec<GameRecord>,
    /// True if the last line is incomplete, as after a kill.
    pub torn: bool,
}

/// The complete lines of a result file.
#[derive(Default)]
pub(super) struct Lines {
    /// True if an incomplete line follows.
    pub torn: bool,
    /// Their length in bytes.
    pub length: u64,
}

/// The place of a record in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of the line, from 1.
    pub line: usize,
    /// The first byte.
    offset: u64,
    /// The number of bytes.
    length: usize,
}

/// Reads a result file. An incomplete last line is skipped.
///
/// # Errors
/// Returns an error if the file cannot be read or another line is not a record.
pub fn read(path: &Path) -> Result<Read, ResultsError> {
    let mut records = Vec::new();
    let lines = for_each_record(path, &mut |_, record| {
        records.push(record);
        Ok(())
    })?;
    Ok(Read { records, torn: lines.torn })
}

/// Reads a result file record by record, so that the length of the file does not matter.
/// `on_record` may end the reading by an error.
pub(super) fn for_each_record(
    path: &Path,
    on_record: &mut dyn FnMut(Place, GameRecord) -> Result<(), ResultsError>,
) -> Result<Lines, ResultsError> {
    let file = File::open(path).map_err(|error| ResultsError::Io(path.to_owned(), error))?;
    let mut lines = LineReader { path, reader: BufReader::new(file), line: 0, offset: 0 };
    loop {
        match lines.next()? {
            Next::Record(place, record) => on_record(place, *record)?,
            Next::Empty => {}
            Next::End { torn } => return Ok(Lines { torn, length: lines.offset }),
        }
    }
}

/// Reads the record at a place again.
pub(super) fn read_record(file: &mut File, path: &Path, place: Place) -> Result<GameRecord, ResultsError> {
    let io = |error| ResultsError::Io(path.to_owned(), error);
    let mut line = vec![0; place.length];
    file.seek(io::SeekFrom::Start(place.offset)).map_err(io)?;
    file.read_exact(&mut line).map_err(io)?;
    serde_json::from_slice(&line).map_err(|_| ResultsError::Changed(path.to_owned()))
}

/// The complete lines of a file from a place on.
struct LineReader<'a> {
    path: &'a Path,
    reader: BufReader<File>,
    /// The number of lines before.
    line: usize,
    /// The number of bytes before.
    offset: u64,
}

/// A line.
enum Next {
    Record(Place, Box<GameRecord>),
    Empty,
    End { torn: bool },
}

impl LineReader<'_> {
    /// Reads a line. After an error the reader is still before the line.
    fn next(&mut self) -> Result<Next, ResultsError> {
        let read = input_file::read_line(&mut self.reader);
        let bytes = read.map_err(|error| ResultsError::Io(self.path.to_owned(), error))?;
        if bytes.last() != Some(&b'\n') {
            return Ok(Next::End { torn: !bytes.is_empty() });
        }
        let place = Place { line: self.line + 1, offset: self.offset, length: bytes.len() };
        let next = if bytes.trim_ascii().is_empty() {
            Next::Empty
        } else {
            let record = serde_json::from_slice(&bytes);
            let error = |error| ResultsError::Line(self.path.to_owned(), place.line, error);
            Next::Record(place, Box::new(record.map_err(error)?))
        };
        self.line = place.line;
        self.offset += bytes.len() as u64;
        Ok(next)
    }
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

/// A change of a file that is followed.
#[derive(Debug)]
pub enum Update {
    /// The file was replaced, so that earlier records are obsolete.
    Replaced,
    /// A record was added.
    Game(Place, Box<GameRecord>),
}

impl Follower {
    /// Creates a reader for a file that need not exist yet. Nothing is read.
    pub fn new(path: &Path) -> Follower {
        Follower { path: path.to_owned(), offset: 0, lines: 0 }
    }

    /// Reports the games written since the last call. An incomplete last line is left for the next
    /// call.
    ///
    /// # Errors
    /// Returns an error if the file exists and cannot be read, or a complete line is not a record.
    /// The next call begins with that line.
    pub fn poll(&mut self, on_update: &mut dyn FnMut(Update)) -> Result<(), ResultsError> {
        let io = |error| ResultsError::Io(self.path.clone(), error);
        let file = match File::open(&self.path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(io(error)),
        };
        let length = file.as_ref().map_or(Ok(0), |file| file.metadata().map(|data| data.len())).map_err(io)?;
        if length < self.offset {
            (self.offset, self.lines) = (0, 0);
            on_update(Update::Replaced);
        }
        let Some(mut file) = file else { return Ok(()) };
        file.seek(io::SeekFrom::Start(self.offset)).map_err(io)?;
        let mut lines =
            LineReader { path: &self.path, reader: BufReader::new(file), line: self.lines, offset: self.offset };
        loop {
            let next = lines.next()?;
            (self.offset, self.lines) = (lines.offset, lines.line);
            match next {
                Next::Record(place, record) => on_update(Update::Game(place, record)),
                Next::Empty => {}
                Next::End { .. } => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::driver::referee::Reason;
    use crate::matches::report::standings::tests::game;

    #[test]
    fn a_file_is_followed_as_it_grows_and_when_it_is_replaced() {
        let path = std::env::temp_dir().join(format!("quintet-followed-{}.jsonl", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut follower = Follower::new(&path);
        // The numbers of the games, and 0 if the file was replaced.
        let mut poll = || {
            let mut numbers = Vec::new();
            let result = follower.poll(&mut |update| match update {
                Update::Replaced => numbers.push(0),
                Update::Game(_, record) => numbers.push(record.number),
            });
            (numbers, result.map_err(|error| error.to_string()))
        };
        assert_eq!(poll(), (vec![], Ok(())), "there is no file yet");
        let line = |number| serde_json::to_string(&game(number, "A", "B", None, Reason::Score)).unwrap() + "\n";
        let whole = line(1) + &line(2);
        fs::write(&path, &whole[..whole.len() - 9]).unwrap();
        assert_eq!(poll().0, [1]);
        assert_eq!(poll(), (vec![], Ok(())), "the second line is not whole");
        fs::write(&path, &whole).unwrap();
        assert_eq!(poll().0, [2]);
        fs::write(&path, line(3)).unwrap();
        assert_eq!(poll().0, [0, 3]);
        fs::write(&path, line(3) + "\n" + &line(4) + "nonsense\n" + &line(5)).unwrap();
        let (numbers, result) = poll();
        let error = result.unwrap_err();
        assert!(numbers == [4] && error.contains(".jsonl, line 4: "), "{numbers:?} {error}");
        fs::write(&path, line(3) + "\n" + &line(4) + &line(5)).unwrap();
        assert_eq!(poll(), (vec![5], Ok(())), "the line that was repaired");
        fs::remove_file(&path).unwrap();
        assert_eq!(poll(), (vec![0], Ok(())));
    }

    #[test]
    fn a_path_that_cannot_be_read_is_not_a_missing_file() {
        // A directory cannot lie in a file.
        let program = std::env::current_exe().unwrap();
        let result = Follower::new(&program.join("games.jsonl")).poll(&mut |_| ());
        assert!(matches!(result, Err(ResultsError::Io(..))), "{result:?}");
    }
}
