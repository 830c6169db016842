//! Locks that keep two processes from using one file.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use quintet_core::atomic_file::beside;

/// A lock on a path, held until it is dropped. The lock is a file next to the path, since the file
/// itself may be replaced meanwhile; the system releases it when the process ends.
pub struct FileLock {
    lock: PathBuf,
    _file: File,
}

impl FileLock {
    /// Locks a path; `None` if another holder has it.
    ///
    /// # Errors
    /// Returns an error if the lock file cannot be created.
    pub fn acquire(path: &Path) -> io::Result<Option<FileLock>> {
        let lock = beside(path, ".lock");
        loop {
            let file = File::create(&lock)?;
            if !try_lock(&file) {
                return Ok(None);
            }
            // The holder before may have removed it in between.
            if is_at(&file, &lock) {
                return Ok(Some(FileLock { lock, _file: file }));
            }
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.lock);
    }
}

#[cfg(unix)]
fn try_lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => false,
        Err(error) => {
            log::debug!("no locks on this file system: {error}");
            true
        }
        Ok(()) => true,
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (file.metadata(), path.metadata()) {
        (Ok(open), Ok(found)) => (open.dev(), open.ino()) == (found.dev(), found.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn try_lock(_: &File) -> bool {
    true
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_holder_at_a_time_and_no_lock_file_stays() {
        let path = std::env::temp_dir().join(format!("quintet-lock-{}", std::process::id()));
        let first = FileLock::acquire(&path).unwrap();
        assert!(first.is_some());
        assert!(FileLock::acquire(&path).unwrap().is_none());
        drop(first);
        assert!(!beside(&path, ".lock").exists());
        assert!(FileLock::acquire(&path).unwrap().is_some());
    }
}
