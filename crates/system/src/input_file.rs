//! Files that are read into memory, within a bound.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// The size in bytes of the largest file that is read: many times that of any file of its kind.
pub const LARGEST: u64 = 64 << 20;

/// Reads a file of at most [`LARGEST`] bytes.
///
/// # Errors
/// Returns an error of the kind [`io::ErrorKind::FileTooLarge`] if it is larger, or another one if
/// it cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_at_most(path, LARGEST)
}

/// Reads a text file of at most [`LARGEST`] bytes.
///
/// # Errors
/// Returns an error as [`read`] does, or one of the kind [`io::ErrorKind::InvalidData`] if the text
/// is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let text = String::from_utf8(read(path)?);
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}

/// Reads a file of at most `most` bytes, a multiple of a mebibyte.
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    // A device has no size; a file can grow.
    if file.metadata()?.len() > most { Err(too_large("file", most)) } else { read_stream(file, most) }
}

/// Reads a stream of at most `most` bytes, a multiple of a mebibyte, to its end.
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_stream(stream: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if stream.take(most + 1).read_to_end(&mut bytes)? as u64 > most { Err(too_large("file", most)) } else { Ok(bytes) }
}

fn too_large(what: &str, most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("the {what} is larger than {} MiB", most >> 20))
}

/// Reads a line of at most [`LARGEST`] bytes, with its line feed; without one, it is the last line,
/// or empty at the end.
///
/// # Errors
/// Returns an error of the kind [`io::ErrorKind::FileTooLarge`] if the line is longer, or another
/// one if it cannot be read.
pub fn read_line(reader: impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    if reader.take(LARGEST + 1).read_until(b'\n', &mut line)? as u64 > LARGEST {
        return Err(too_large("line", LARGEST));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for (length, is_read) in [(0, true), (1 << 20, true), ((1 << 20) + 1, false), (4 << 30, false)] {
            File::create(&path).unwrap().set_len(length).unwrap();
            match read_at_most(&path, 1 << 20) {
                Ok(bytes) => assert!(is_read && bytes == vec![0; length as usize]),
                Err(error) => {
                    assert!(!is_read && error.kind() == io::ErrorKind::FileTooLarge);
                    assert_eq!(error.to_string(), "the file is larger than 1 MiB");
                }
            }
        }
        std::fs::write(&path, b"caf\xe9").unwrap();
        assert_eq!(read(&path).unwrap(), b"caf\xe9");
        assert_eq!(
            read_to_string(&path).unwrap_err().to_string(),
            std::fs::read_to_string(&path).unwrap_err().to_string()
        );
        assert_eq!(read(&folder.path().join("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn a_line_is_read_up_to_the_bound() {
        let mut text = io::Cursor::new(b"one\n\nthree");
        let lines: Vec<Vec<u8>> = (0..4).map(|_| read_line(&mut text).unwrap()).collect();
        assert_eq!(lines, [&b"one\n"[..], b"\n", b"three", b""]);
        let longest = |length| read_line(io::BufReader::new(io::repeat(b'x').take(length)));
        assert_eq!(longest(LARGEST).unwrap().len() as u64, LARGEST);
        assert_eq!(longest(LARGEST + 1).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_an_end_is_too_large() {
        assert_eq!(read_at_most(Path::new("/dev/zero"), 1 << 20).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
