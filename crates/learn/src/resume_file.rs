//! Files from which an interrupted run is resumed: a line with the settings of the run, the
//! content, and a line with a SHA-256 checksum.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use quintet_system::{atomic_file, input_file};
use sha2::{Digest as _, Sha256};

/// The length in bytes of the last line: `sha256 `, 64 digits and a line feed.
const CHECKSUM_LENGTH: usize = 72;

/// The size in bytes of the largest file that is read: the searches of all games of a run.
const LARGEST: u64 = 4 << 30;

/// The largest number of bytes of a line of settings.
const SETTINGS_LENGTH: u64 = 1 << 20;

/// The error for a file that cannot be resumed from.
#[derive(Debug, thiserror::Error)]
pub enum ResumeFileError {
    /// The file cannot be read.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// The file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
    /// The file is not as it was written.
    #[error("{0} is damaged: remove it, and its part of the run begins again")]
    Damaged(PathBuf),
    /// The file was made with other settings.
    #[error("{0} was made with {1}, not with {2}")]
    Differs(PathBuf, String, String),
}

/// Returns the SHA-256 of bytes in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn checksum_line(bytes: &[u8]) -> String {
    format!("sha256 {}\n", sha256(bytes))
}

/// Writes a file completely or not at all. `settings` is one line.
///
/// # Errors
/// Returns [`ResumeFileError::Write`].
pub fn write(path: &Path, settings: &str, content: &[u8]) -> Result<(), ResumeFileError> {
    let mut bytes = [settings.as_bytes(), b"\n", content].concat();
    bytes.extend(checksum_line(&bytes).into_bytes());
    atomic_file::write(path, &bytes).map_err(|error| ResumeFileError::Write(path.to_owned(), error))
}

/// Returns whether a file begins with a line of settings. Other files may be large, and are not read.
fn begins_with_a_line(path: &Path) -> io::Result<bool> {
    let mut line = Vec::new();
    let length = BufReader::new(File::open(path)?).take(SETTINGS_LENGTH).read_until(b'\n', &mut line)?;
    Ok(length > 0 && line.ends_with(b"\n"))
}

/// Returns the content of a file; `None` if there is no file.
///
/// # Errors
/// Returns an error if the file cannot be read, is damaged, or was made with other settings.
pub fn read(path: &Path, settings: &str) -> Result<Option<Vec<u8>>, ResumeFileError> {
    let damaged = || ResumeFileError::Damaged(path.to_owned());
    let read =
        begins_with_a_line(path).and_then(|begins| begins.then(|| input_file::read_at_most(path, LARGEST)).transpose());
    let mut bytes = match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(ResumeFileError::Io(path.to_owned(), error)),
        Ok(bytes) => bytes.ok_or_else(damaged)?,
    };
    let checksum = bytes.split_off(bytes.len().saturating_sub(CHECKSUM_LENGTH));
    if checksum != checksum_line(&bytes).as_bytes() {
        return Err(damaged());
    }
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(damaged)?;
    let content = bytes.split_off(end + 1);
    let found = String::from_utf8_lossy(&bytes[..end]);
    if found != settings {
        return Err(ResumeFileError::Differs(path.to_owned(), found.into_owned(), settings.to_owned()));
    }
    Ok(Some(content))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written_and_only_with_the_same_settings() {
        let path = std::env::temp_dir().join(format!("quintet-resume-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        assert!(read(&path, "seed 1").unwrap().is_none(), "there is no file yet");
        for content in [&b""[..], b"two\nlines\n", &[0, 10, 255, 10]] {
            write(&path, "seed 1", content).unwrap();
            assert_eq!(read(&path, "seed 1").unwrap().as_deref(), Some(content));
        }
        let error = read(&path, "seed 2").unwrap_err().to_string();
        assert!(error.ends_with("was made with seed 1, not with seed 2"), "{error}");
        let bytes = std::fs::read(&path).unwrap();
        for length in 0..bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            assert!(matches!(read(&path, "seed 1"), Err(ResumeFileError::Damaged(_))), "{length} bytes");
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            std::fs::write(&path, damaged).unwrap();
            assert!(matches!(read(&path, "seed 1"), Err(ResumeFileError::Damaged(_))), "byte {at}");
        }
        std::fs::remove_file(path).unwrap();
    }

    /// As after a damage of the disk; and a device, which has no end.
    #[cfg(target_os = "linux")]
    #[test]
    fn of_a_file_without_a_line_of_settings_nothing_else_is_read() {
        let path = std::env::temp_dir().join(format!("quintet-sparse-{}", std::process::id()));
        File::create(&path).unwrap().set_len(LARGEST).unwrap();
        for path in [&path, Path::new("/dev/zero")] {
            assert!(matches!(read(path, "seed 1"), Err(ResumeFileError::Damaged(_))));
        }
        std::fs::remove_file(path).unwrap();
    }
}
