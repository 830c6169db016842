//! What forward search and sweeps know, kept on disk, so that a killed run can be gone on with.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use super::hash::HashTable;
use super::pages;

/// The first line of a checkpoint.
const FIRST: &str = "quintet checkpoint 3";

/// Bytes that are read at a time.
const CHUNK: usize = 1 << 20;

/// Why work can't go on from a file.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It can't be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is none.
    #[error("it is no checkpoint of this version, or it was cut")]
    Format,
    /// It is of another position.
    #[error("it is a checkpoint of another run: '{0}', not '{1}'")]
    Other(String, String),
}

/// Writes a task, some numbers and what `tell` tells; a file that is there is replaced as a whole.
fn replace(
    path: &Path,
    task: &str,
    numbers: &[i64],
    tell: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = Path::new(&name);
    let mut out = BufWriter::with_capacity(CHUNK, File::create(new)?);
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    writeln!(out, "{FIRST}\n{task}\n{}", numbers.join(" "))?;
    tell(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    std::fs::rename(new, path)
}

/// A checkpoint whose first lines were read.
struct Opened<const N: usize> {
    numbers: [i64; N],
    /// How many bytes come after the lines.
    rest: u64,
    input: BufReader<File>,
}

/// Opens the checkpoint of a task; `None` if there is no such file.
fn open<const N: usize>(path: &Path, task: &str) -> Result<Option<Opened<N>>, CheckpointError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let length = file.metadata()?.len();
    let mut input = BufReader::with_capacity(CHUNK, file);
    let mut line = || -> Result<String, CheckpointError> {
        let mut bytes = Vec::new();
        (&mut input).take(4096).read_until(b'\n', &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
    };
    if line()? != FIRST {
        return Err(CheckpointError::Format);
    }
    let found = line()?;
    if found != task {
        return Err(CheckpointError::Other(found.chars().take(200).collect(), task.to_owned()));
    }
    let numbers: Vec<i64> = line()?.split(' ').filter_map(|word| word.parse().ok()).collect();
    let numbers = numbers.try_into().map_err(|_| CheckpointError::Format)?;
    let rest = length - input.stream_position()?;
    Ok(Some(Opened { numbers, rest, input }))
}

impl<const N: usize> Opened<N> {
    /// Whether so many words of some bytes are left, neither more nor fewer. It is asked before room is made for them: a number that is
    /// wrong may be larger than any memory.
    fn holds(&self, words: i64, bytes: u64) -> bool {
        u64::try_from(words).ok().and_then(|words| words.checked_mul(bytes)) == Some(self.rest)
    }
}

/// What a forward search knows.
pub struct Checkpoint {
    /// The bounds, seen by the seat to move.
    pub bounds: [i32; 2],
    /// Nodes so far.
    pub nodes: u64,
    /// What was known of positions.
    pub table: HashTable,
}

/// Writes the bounds so far, seen by the seat to move, and the table; a file that is there is replaced as a whole.
///
/// # Errors
/// If it can't be written.
pub fn write(path: &Path, task: &str, bounds: [i32; 2], nodes: u64, table: &HashTable) -> io::Result<()> {
    let mut words = table.words();
    let numbers = [bounds[0].into(), bounds[1].into(), nodes as i64, words.len() as i64];
    replace(path, task, &numbers, |out| words.try_for_each(|word| out.write_all(&word.to_le_bytes())))
}

/// Reads a checkpoint of a task, its table with room to grow to so many bytes; `None` if there is no such file.
///
/// # Errors
/// If it is none, or that of another task.
pub fn read(path: &Path, task: &str, bytes: u64) -> Result<Option<Checkpoint>, CheckpointError> {
    let Some(mut opened) = open(path, task)? else { return Ok(None) };
    let [low, high, nodes, count] = opened.numbers;
    if !opened.holds(count, 8) {
        return Err(CheckpointError::Format);
    }
    let mut words = vec![0u64; count as usize];
    opened.input.read_exact(bytemuck::cast_slice_mut(&mut words)).map_err(|_| CheckpointError::Format)?;
    words.iter_mut().for_each(|word| *word = u64::from_le(*word));
    let table = HashTable::from_words(&words, bytes).ok_or(CheckpointError::Format)?;
    Ok(Some(Checkpoint { bounds: [low as i32, high as i32], nodes: nodes as u64, table }))
}

/// What sweeps know.
pub struct Swept {
    /// How many sweeps have begun.
    pub sweeps: u8,
    /// The words of all boards.
    pub ends: Vec<AtomicU32>,
    /// Their ranks, where there are some.
    pub ranks: Vec<AtomicU32>,
}

impl Swept {
    /// Writes it; a file that is there is replaced as a whole.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, path: &Path, task: &str) -> io::Result<()> {
        let numbers = [self.sweeps.into(), self.ends.len() as i64, self.ranks.len() as i64];
        replace(path, task, &numbers, |out| {
            let mut words = self.ends.iter().chain(&self.ranks);
            words.try_for_each(|word| out.write_all(&word.load(Ordering::Relaxed).to_le_bytes()))
        })
    }

    /// Reads what sweeps over so many boards knew, without ranks where none are wanted; `None` if there is no such file.
    ///
    /// # Errors
    /// If it is no checkpoint, or that of another task.
    pub fn read(path: &Path, task: &str, boards: usize, ranks: bool) -> Result<Option<Swept>, CheckpointError> {
        let Some(mut opened) = open::<3>(path, task)? else { return Ok(None) };
        let [sweeps, ends, ranked] = opened.numbers;
        let is_whole = ends == boards as i64 && [0, ends].contains(&ranked) && opened.holds(ends + ranked, 4);
        let sweeps = u8::try_from(sweeps).ok().filter(|_| is_whole).ok_or(CheckpointError::Format)?;
        let ends = words(&mut opened.input, boards)?;
        let ranks = words(&mut opened.input, if ranks { ranked as usize } else { 0 })?;
        Ok(Some(Swept { sweeps, ends, ranks }))
    }
}

/// Reads so many words.
fn words(input: &mut impl io::Read, count: usize) -> Result<Vec<AtomicU32>, CheckpointError> {
    let words: Vec<AtomicU32> = pages::zeroed(count);
    let mut bytes = vec![0; CHUNK];
    for words in words.chunks(CHUNK / 4) {
        let bytes = &mut bytes[..4 * words.len()];
        input.read_exact(bytes).map_err(|_| CheckpointError::Format)?;
        for (word, bytes) in words.iter().zip(bytes.as_chunks().0) {
            word.store(u32::from_le_bytes(*bytes), Ordering::Relaxed);
        }
    }
    Ok(words)
}
