//! Folders for results, of which none stays if there are no results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folders that were created for a path. Those that are empty are removed when this is dropped.
#[derive(Debug)]
#[must_use]
pub struct NewFolder {
    /// The folder, then those above it.
    created: Vec<PathBuf>,
}

impl NewFolder {
    /// Creates a folder, and those above it, unless they exist.
    ///
    /// # Errors
    /// Returns an error if one cannot be created.
    pub fn create(path: &Path) -> io::Result<NewFolder> {
        let missing = |path: &&Path| !path.as_os_str().is_empty() && path.symlink_metadata().is_err();
        let created = path.ancestors().take_while(missing).map(Path::to_owned).collect();
        // Dropped, and with it what was created, if the rest cannot be.
        let folder = NewFolder { created };
        fs::create_dir_all(path)?;
        Ok(folder)
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        // The system removes no folder that has anything in it.
        self.created.iter().for_each(|folder| _ = fs::remove_dir(folder));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_folders_stay_if_they_have_something() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("old")).unwrap();
        drop(NewFolder::create(&at("old")).unwrap());
        drop(NewFolder::create(&at("old/a/b")).unwrap());
        assert!(at("old").is_dir() && !at("old/a").exists());
        let new = NewFolder::create(&at("old/a/b")).unwrap();
        fs::write(at("old/a/file"), "").unwrap();
        drop(new);
        assert!(at("old/a/file").exists() && !at("old/a/b").exists());
        assert!(NewFolder::create(&at("old/a/file")).is_err());
        assert!(NewFolder::create(&at("old/a/c/../file/b")).is_err());
        assert!(!at("old/a/c").exists(), "what was created on the way is removed");
        assert!(at("old/a/file").exists());
    }
}
