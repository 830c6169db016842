//! What a forward search knows, kept on disk, so that a killed run can be gone on with.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Read as _, Seek as _, Write as _};
use std::path::Path;

use super::hash::HashTable;

/// The first line of a checkpoint.
const FIRST: &str = "quintet checkpoint 2";

/// Why a search can't go on from a file.
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

/// Writes the bounds so far, seen by the seat to move, and the table; a file that is there is replaced as a whole.
///
/// # Errors
/// If it can't be written.
pub fn write(path: &Path, task: &str, bounds: [i32; 2], nodes: u64, table: &HashTable) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = Path::new(&name);
    let mut out = BufWriter::with_capacity(1 << 20, File::create(new)?);
    let words = table.words();
    writeln!(out, "{FIRST}\n{task}\n{} {} {nodes} {}", bounds[0], bounds[1], words.len())?;
    for word in words {
        out.write_all(&word.to_le_bytes())?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    std::fs::rename(new, path)
}

/// What [`write()`] wrote.
pub struct Checkpoint {
    /// The bounds, seen by the seat to move.
    pub bounds: [i32; 2],
    /// Nodes so far.
    pub nodes: u64,
    /// What was known of positions.
    pub table: HashTable,
}

/// Reads a checkpoint of a task, its table with room to grow to so many bytes; `None` if there is no such file.
///
/// # Errors
/// If it is none, or that of another task.
pub fn read(path: &Path, task: &str, bytes: u64) -> Result<Option<Checkpoint>, CheckpointError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let length = file.metadata()?.len();
    let mut input = BufReader::with_capacity(1 << 20, file);
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
    let numbers = line()?;
    let numbers: Vec<i64> = numbers.split(' ').filter_map(|word| word.parse().ok()).collect();
    let &[low, high, nodes, count] = &numbers[..] else { return Err(CheckpointError::Format) };
    // Before room is made for them: a number that is wrong may be larger than any memory.
    let rest = length - input.stream_position()?;
    if u64::try_from(count).ok().and_then(|count| count.checked_mul(8)) != Some(rest) {
        return Err(CheckpointError::Format);
    }
    let mut words = vec![0u64; rest as usize / 8];
    input.read_exact(bytemuck::cast_slice_mut(&mut words)).map_err(|_| CheckpointError::Format)?;
    words.iter_mut().for_each(|word| *word = u64::from_le(*word));
    let table = HashTable::from_words(&words, bytes).ok_or(CheckpointError::Format)?;
    Ok(Some(Checkpoint { bounds: [low as i32, high as i32], nodes: nodes as u64, table }))
}
