//! The file that keeps a training after each epoch, so that it can be resumed: a line with the
//! settings, the network and the moments of Adam as little-endian `f32`, and a SHA-256 checksum.

use std::path::{Path, PathBuf};

use quintet_core::atomic_file;
use quintet_core::network::Parameters;
use sha2::{Digest as _, Sha256};

use super::training::{Plan, Progress, Start};

/// The length of the checksum in bytes.
const SUM: usize = 32;

/// The error for a file of an interrupted training that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TrainingFileError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    /// The file is not as it was written.
    #[error("{0} is damaged: remove it, and the training begins again")]
    Damaged(PathBuf),
    /// The file was made with other settings.
    #[error("{0} was made with {1}, not with {2}")]
    Differs(PathBuf, String, String),
}

/// Returns the settings that decide the result of a training.
fn settings(plan: &Plan<'_>, examples: usize) -> String {
    let start = match plan.start {
        Start::New(shape) => format!("a new network {shape}"),
        Start::Refined(net) => format!("the network {:.8}", hex(&Sha256::digest(numbers(net)))),
    };
    format!("{start}, {} epochs, seed {} and {examples} positions", plan.epochs, plan.seed)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn numbers(net: &Parameters) -> Vec<u8> {
    net.blocks().into_iter().flatten().flat_map(|number| number.to_le_bytes()).collect()
}

/// Writes a training.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write(path: &Path, plan: &Plan<'_>, examples: usize, progress: &Progress) -> Result<(), TrainingFileError> {
    let mut bytes = format!("epoch {} of {}\n", progress.epoch, settings(plan, examples)).into_bytes();
    for part in [&progress.net, &progress.means, &progress.squares] {
        bytes.extend(numbers(part));
    }
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    atomic_file::write(path, &bytes).map_err(|error| TrainingFileError::Io(path.to_owned(), error))
}

/// Reads a training; `None` if there is no file.
///
/// # Errors
/// Returns an error if the file is damaged or was made with other settings.
pub fn read(path: &Path, plan: &Plan<'_>, examples: usize) -> Result<Option<Progress>, TrainingFileError> {
    let bytes = match std::fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(TrainingFileError::Io(path.to_owned(), error)),
        Ok(bytes) => bytes,
    };
    let damaged = || TrainingFileError::Damaged(path.to_owned());
    let (body, sum) = bytes.split_at_checked(bytes.len().saturating_sub(SUM)).ok_or_else(damaged)?;
    if Sha256::digest(body)[..] != *sum {
        return Err(damaged());
    }
    let end = body.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
    let line = std::str::from_utf8(&body[..end]).map_err(|_| damaged())?;
    let (epoch, found) = line.strip_prefix("epoch ").and_then(|rest| rest.split_once(" of ")).ok_or_else(damaged)?;
    let wanted = settings(plan, examples);
    if found != wanted {
        return Err(TrainingFileError::Differs(path.to_owned(), found.to_owned(), wanted));
    }
    let mut progress = Progress::new(plan);
    progress.epoch = epoch.parse().map_err(|_| damaged())?;
    let (numbers, rest) = body[end + 1..].as_chunks::<4>();
    let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
    for part in [&mut progress.net, &mut progress.means, &mut progress.squares] {
        for number in part.blocks_mut().into_iter().flatten() {
            *number = numbers.next().ok_or_else(damaged)?;
        }
    }
    if numbers.next().is_some() || !rest.is_empty() || progress.epoch > plan.epochs {
        return Err(damaged());
    }
    Ok(Some(progress))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_is_read_as_it_was_written_and_only_with_the_same_settings() {
        let path = std::env::temp_dir().join(format!("quintet-training-{}.bin", std::process::id()));
        let plan = Plan { start: Start::New("24x1".parse().unwrap()), epochs: 3, seed: 5, threads: 1 };
        assert!(read(&path, &plan, 10).unwrap().is_none(), "there is no file yet");
        let mut progress = Progress::new(&plan);
        progress.epoch = 2;
        progress.means.value_lead = [0.25];
        progress.squares.value_lead = [f32::MIN_POSITIVE];
        write(&path, &plan, 10, &progress).unwrap();
        let found = read(&path, &Plan { threads: 2, ..plan }, 10).unwrap().unwrap();
        assert_eq!(found.epoch, 2);
        for (read, written) in
            [(&found.net, &progress.net), (&found.means, &progress.means), (&found.squares, &progress.squares)]
        {
            assert_eq!(numbers(read), numbers(written));
        }
        let refined = Plan { start: Start::Refined(&progress.net), ..plan };
        let others = [(&refined, 10), (&Plan { epochs: 4, ..plan }, 10), (&Plan { seed: 6, ..plan }, 10), (&plan, 11)];
        for (other, examples) in others {
            assert!(matches!(read(&path, other, examples), Err(TrainingFileError::Differs(..))));
        }
        let bytes = std::fs::read(&path).unwrap();
        for length in [0, 20, SUM, bytes.len() - 1] {
            std::fs::write(&path, &bytes[..length]).unwrap();
            assert!(matches!(read(&path, &plan, 10), Err(TrainingFileError::Damaged(_))), "{length} bytes");
        }
        for at in [8, 70, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            std::fs::write(&path, damaged).unwrap();
            assert!(matches!(read(&path, &plan, 10), Err(TrainingFileError::Damaged(_))), "byte {at}");
        }
        std::fs::remove_file(path).unwrap();
    }
}
