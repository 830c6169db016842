//! Locks that keep two processes from using one file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::atomic_file::resolve;

/// A lock on a path, held until it is dropped. The system releases it when the process ends.
///
/// What is locked is a hidden empty file next to the path, `.NAME.quintet-lock`: the file itself
/// may be replaced meanwhile, and where locks are mandatory nobody else could read it.
#[derive(Debug)]
pub struct FileLock {
    lock: PathBuf,
    file: File,
}

impl FileLock {
    /// Locks a path; `None` if another holder has it.
    ///
    /// # Errors
    /// Returns an error if the lock file cannot be created.
    pub fn acquire(path: &Path) -> io::Result<Option<FileLock>> {
        let lock = lock_file(path)?;
        loop {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&lock)?;
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                return Ok(None);
            }
            // The holder before may have removed it in between.
            if is_at(&file, &lock) {
                return Ok(Some(FileLock { lock, file }));
            }
        }
    }

    /// Returns whether a path is locked. While this looks, nobody can acquire the lock.
    pub fn is_held(path: &Path) -> bool {
        let Ok(file) = lock_file(path).and_then(File::open) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Another process may have opened the file and be about to lock it. Unix shows whether it
        // is still in its place then; elsewhere it stays. A file with content is not ours.
        if cfg!(unix) && self.file.metadata().is_ok_and(|data| data.len() == 0) {
            let _ = fs::remove_file(&self.lock);
        }
    }
}

fn lock_file(path: &Path) -> io::Result<PathBuf> {
    let path = resolve(path)?;
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::IsADirectory)?);
    name.push(".quintet-lock");
    Ok(path.with_file_name(name))
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
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tempfile::tempdir;

    use super::*;

    #[test]
    fn a_path_has_one_holder_at_a_time_and_no_lock_file_stays() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        assert!(!FileLock::is_held(&path));
        let first = FileLock::acquire(&path).unwrap();
        assert!(first.is_some() && FileLock::is_held(&path));
        assert!(FileLock::acquire(&path).unwrap().is_none());
        assert!(!FileLock::is_held(&folder.path().join("other")));
        drop(first);
        assert!(!FileLock::is_held(&path));
        assert!(FileLock::acquire(&path).unwrap().is_some());
        #[cfg(unix)]
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn no_file_of_the_user_is_emptied_or_removed() {
        let folder = tempdir().unwrap();
        let names = ["file", "file.lock", ".file.lock", ".file.quintet-lock"];
        names.iter().for_each(|name| fs::write(folder.path().join(name), name).unwrap());
        drop(FileLock::acquire(&folder.path().join("file")).unwrap().unwrap());
        for name in names {
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), name);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_its_target_have_one_lock() {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink("file", at("link")).unwrap();
        // Before the file is there and after.
        for _ in 0..2 {
            let held = FileLock::acquire(&at("link")).unwrap();
            assert!(held.is_some() && FileLock::acquire(&at("file")).unwrap().is_none());
            drop(held);
            fs::write(at("file"), "").unwrap();
        }
    }

    #[test]
    fn holders_exclude_each_other() {
        let folder = tempdir().unwrap();
        let path = &folder.path().join("file");
        let holders = &AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        if let Some(lock) = FileLock::acquire(path).unwrap() {
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                            holders.fetch_sub(1, Ordering::SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
    }
}
