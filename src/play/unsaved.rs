//! The game that is in no file yet. It is saved when the session ends, in whatever way.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use quintet_arena::driver::command_line;
use quintet_system::atomic_file;

/// The largest number in the name of a file.
const MOST_FILES: u32 = 9_999;

/// A game as SGF that is not in a file. Clones share it; it is saved once.
#[derive(Clone, Default)]
pub struct Unsaved(Arc<Mutex<Option<Draft>>>);

struct Draft {
    /// The game's identifier.
    id: &'static str,
    text: String,
}

impl Unsaved {
    /// Keeps a game in place of the one before.
    pub fn set(&self, id: &'static str, text: String) {
        *self.lock() = Some(Draft { id, text });
    }

    /// Returns whether there is a game to save.
    pub fn is_set(&self) -> bool {
        self.lock().is_some()
    }

    /// Forgets the game.
    pub fn clear(&self) {
        *self.lock() = None;
    }

    /// Saves the game to a new file: in the working directory, the home directory or that of
    /// temporary files. Returns what to tell the user; `None` if there is nothing to save.
    pub fn save(&self) -> Option<String> {
        // Locked until the file is written: the program must not end before.
        let mut draft = self.lock();
        let Draft { id, text } = draft.take()?;
        let folders = [Some(PathBuf::new()), std::env::home_dir(), Some(std::env::temp_dir())];
        let mut refused = None;
        for folder in folders.into_iter().flatten() {
            match save_in(&folder, id, &text) {
                Ok(path) => {
                    let words = [OsStr::new("quintet"), OsStr::new("play"), OsStr::new("--resume"), path.as_os_str()];
                    let command = command_line::join(&words.map(OsString::from)).unwrap_or_default();
                    return Some(format!("the game is saved in {}; {command} continues it", path.display()));
                }
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        let reason = refused.map_or(String::new(), |error| format!(": {error}"));
        Some(format!("the game cannot be saved{reason}; here it is:\n{}", text.trim_end()))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Draft>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a file of a name that no other file has.
fn save_in(folder: &Path, id: &str, text: &str) -> io::Result<PathBuf> {
    for number in 1..=MOST_FILES {
        let path = folder.join(format!("quintet-{id}-{number}.sgf"));
        match atomic_file::write_new(&path, text.as_bytes()) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            written => return written.map(|()| path),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
