//! Checkpoints: the state of a long computation on disk, so that a stopped one can be resumed.
//!
//! A checkpoint is three lines of text, then the data as little-endian words, then the SHA-256 sum
//! of all that:
//!
//! ```text
//! quintet checkpoint 4
//! stoical 4 ko=stoical repetition=none komi 0 position 0123456789abcdef
//! -16 16 1000000 2097152
//! ```
//!
//! The second line names the task, the third has numbers whose meaning the task defines. A
//! checkpoint of another task, another version or with a wrong sum is refused and left alone.

use std::fs::File;

use quintet_system::clock::Instant;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use quintet_system::atomic_file::AtomicFile;
use quintet_system::file_lock::FileLock;
use sha2::{Digest as _, Sha256};

/// The version of the format.
const VERSION: u32 = 4;

/// The beginning of the first line.
const MAGIC: &str = "quintet checkpoint ";

/// Bytes read at a time.
const CHUNK: usize = 1 << 20;

/// Bytes of the sum.
const SUM: u64 = 32;

/// Bytes of the longest line.
const LONGEST_LINE: u64 = 4096;

/// The time between two checkpoints is at least this.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// It is also at least this many times as long as the latest one took to write.
const SAVE_SHARE: u32 = 9;

/// A computation cannot be resumed from a file.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is no checkpoint, or it was cut.
    #[error("it is no checkpoint of this version, or it was cut")]
    Format,
    /// The checkpoint has another version.
    #[error("it is a checkpoint of version {0}; version {VERSION} is read")]
    Version(String),
    /// The checkpoint is of another task.
    #[error("it is a checkpoint of another run: '{0}', not '{1}'")]
    Other(String, String),
    /// The sum is wrong.
    #[error("it is damaged: its checksum is wrong")]
    Checksum,
    /// The method, which is named, keeps no checkpoint.
    #[error("this board is solved at once, by {0}, which keeps no checkpoint")]
    NotKept(&'static str),
    /// Another process uses the checkpoint.
    #[error("another solver is using it")]
    Locked,
}

/// State that can be saved.
pub trait Saved {
    /// Returns the numbers of the third line.
    fn numbers(&self) -> Vec<i64>;

    /// Writes the data.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The checkpoint file of a task, locked against other processes.
pub struct Checkpoint {
    path: PathBuf,
    task: String,
    timing: Mutex<Timing>,
    _lock: FileLock,
}

struct Timing {
    latest: Instant,
    /// How long the latest one took to write.
    took: Duration,
}

impl Checkpoint {
    /// Opens the checkpoint file of a task. The file need not exist.
    ///
    /// # Errors
    /// Returns an error if another process uses it or the folder cannot be written to.
    pub fn open(path: &Path, task: String) -> Result<Checkpoint, CheckpointError> {
        let lock = FileLock::acquire(path)?.ok_or(CheckpointError::Locked)?;
        let timing = Mutex::new(Timing { latest: Instant::now(), took: Duration::ZERO });
        Ok(Checkpoint { path: path.to_owned(), task, timing, _lock: lock })
    }

    /// Saves a state if it is time to; if another thread is just saving, does nothing.
    pub fn save_if_due(&self, state: &dyn Saved) {
        if let Ok(mut timing) = self.timing.try_lock()
            && timing.latest.elapsed() >= SAVE_EVERY.max(timing.took * SAVE_SHARE)
        {
            self.replace(state, &mut timing);
        }
    }

    /// Saves a state.
    pub fn save(&self, state: &dyn Saved) {
        self.replace(state, &mut self.timing.lock().expect("no thread panics"));
    }

    /// Replaces the file as a whole; an error is logged, as the computation can go on without.
    fn replace(&self, state: &dyn Saved, timing: &mut Timing) {
        let begun = Instant::now();
        if let Err(error) = self.write(state) {
            log::error!("cannot write {}: {error}", self.path.display());
        }
        *timing = Timing { latest: Instant::now(), took: begun.elapsed() };
    }

    fn write(&self, state: &dyn Saved) -> io::Result<()> {
        let hashing = Hashing { stream: AtomicFile::create(&self.path)?, sum: Sha256::new() };
        let mut out = BufWriter::with_capacity(CHUNK, hashing);
        let numbers: Vec<String> = state.numbers().iter().map(i64::to_string).collect();
        writeln!(out, "{MAGIC}{VERSION}\n{}\n{}", self.task, numbers.join(" "))?;
        state.write(&mut out)?;
        let hashing = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Hashing { stream: mut file, sum } = hashing;
        file.write_all(&sum.finalize())?;
        file.commit()
    }

    /// Reads the first lines; `None` if there is no file.
    ///
    /// # Errors
    /// Returns an error if the file is no checkpoint, or that of another task or version.
    pub fn read<const N: usize>(&self) -> Result<Option<Reader<N>>, CheckpointError> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let length = file.metadata()?.len();
        let mut input = Hashing { stream: BufReader::with_capacity(CHUNK, file), sum: Sha256::new() };
        let first = input.line()?;
        let version = first.strip_prefix(MAGIC).ok_or(CheckpointError::Format)?;
        if version != VERSION.to_string() {
            return Err(CheckpointError::Version(version.chars().take(20).collect()));
        }
        let task = input.line()?;
        if task != self.task {
            return Err(CheckpointError::Other(task.chars().take(200).collect(), self.task.clone()));
        }
        let numbers: Vec<i64> = input.line()?.split(' ').filter_map(|word| word.parse().ok()).collect();
        let numbers = numbers.try_into().map_err(|_| CheckpointError::Format)?;
        let read = io::Seek::stream_position(&mut input.stream)?;
        let rest = length.checked_sub(read + SUM).ok_or(CheckpointError::Format)?;
        Ok(Some(Reader { numbers, rest, input }))
    }
}

/// A checkpoint whose first lines were read.
pub struct Reader<const N: usize> {
    /// The numbers of the third line.
    pub numbers: [i64; N],
    /// Bytes of data that follow.
    rest: u64,
    input: Hashing<BufReader<File>>,
}

impl<const N: usize> Reader<N> {
    /// Fails unless exactly this many words of `size` bytes follow. To be called before memory is
    /// allocated for them: a wrong number may be larger than any memory.
    ///
    /// # Errors
    /// [`CheckpointError::Format`].
    pub fn expect_words(&self, count: i64, size: u64) -> Result<(), CheckpointError> {
        let bytes = u64::try_from(count).ok().and_then(|count| count.checked_mul(size));
        if bytes == Some(self.rest) { Ok(()) } else { Err(CheckpointError::Format) }
    }

    /// Reads words of 64 bits.
    ///
    /// # Errors
    /// If the file ends before.
    pub fn read_u64s(&mut self, count: usize) -> Result<Vec<u64>, CheckpointError> {
        let mut words = vec![0u64; count];
        for words in words.chunks_mut(CHUNK / 8) {
            self.input.read_exact(bytemuck::cast_slice_mut(words)).map_err(|_| CheckpointError::Format)?;
            words.iter_mut().for_each(|word| *word = u64::from_le(*word));
        }
        Ok(words)
    }

    /// Compares the sum, after all data was read.
    ///
    /// # Errors
    /// [`CheckpointError::Checksum`].
    pub fn finish(self) -> Result<(), CheckpointError> {
        let Hashing { mut stream, sum } = self.input;
        let mut found = [0; SUM as usize];
        stream.read_exact(&mut found).map_err(|_| CheckpointError::Format)?;
        if sum.finalize()[..] == found { Ok(()) } else { Err(CheckpointError::Checksum) }
    }
}

/// A stream with the sum of all bytes read or written.
struct Hashing<S> {
    stream: S,
    sum: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Hashing<BufReader<File>> {
    fn line(&mut self) -> io::Result<String> {
        let mut bytes = Vec::new();
        (&mut self.stream).take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        self.sum.update(&bytes);
        Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
    }

    fn read_exact(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.stream.read_exact(bytes)?;
        self.sum.update(bytes);
        Ok(())
    }
}
