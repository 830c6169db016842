//! Files that are replaced as a whole: a crash leaves the old file or the new one.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The size of the write buffer in bytes.
const BUFFER: usize = 1 << 20;

/// A new version of a file. It is written next to the file and replaces it on
/// [`AtomicFile::commit`]; programs that have mapped or opened the old version keep it.
pub struct AtomicFile {
    out: BufWriter<File>,
    /// The path to replace, and the temporary file; `None` if the file is no regular one and is
    /// written in place.
    replace: Option<Replacement>,
}

/// The temporary file is removed when this is dropped, unless it was renamed.
struct Replacement {
    path: PathBuf,
    temporary: PathBuf,
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // After a rename there is none.
        let _ = fs::remove_file(&self.temporary);
    }
}

impl AtomicFile {
    /// Begins a new version of the file at `path`, which need not exist.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be created.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        // A link stays a link, and a device is not replaced by a file.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            return Ok(AtomicFile { out: BufWriter::with_capacity(BUFFER, File::create(path)?), replace: None });
        }
        let temporary = beside(&path, ".new");
        let file = File::create(&temporary)?;
        if let Ok(old) = path.metadata() {
            // Some file systems have no permissions.
            let _ = file.set_permissions(old.permissions());
        }
        let out = BufWriter::with_capacity(BUFFER, file);
        Ok(AtomicFile { out, replace: Some(Replacement { path, temporary }) })
    }

    /// Writes everything to the disk and replaces the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or renamed; the old version stays then.
    pub fn commit(self) -> io::Result<()> {
        self.finish(|replacement| fs::rename(&replacement.temporary, &replacement.path))
    }

    /// Writes everything to the disk and moves the temporary file to its place.
    fn finish(self, place: impl FnOnce(&Replacement) -> io::Result<()>) -> io::Result<()> {
        let AtomicFile { out, replace } = self;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Some(replacement) = replace else { return Ok(()) };
        file.sync_all()?;
        place(&replacement)?;
        sync_folder_of(&replacement.path);
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Replaces a file by a new one with these bytes, or leaves it as it is.
///
/// # Errors
/// Returns an error if the file cannot be written or renamed; no temporary file stays.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// Writes a file that must not exist yet.
///
/// # Errors
/// Returns an error of the kind [`io::ErrorKind::AlreadyExists`] if there is such a file, which
/// stays as it is, or another one if the file cannot be written; no part of it stays.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.finish(|Replacement { path, temporary }| match fs::hard_link(temporary, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => fs::rename(temporary, path),
        linked => linked,
    })
}

/// Returns the path of a file next to another one, with its name and a suffix.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Writes a folder to the disk after a rename in it, where the system can.
fn sync_folder_of(path: &Path) {
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("quintet-atomic-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn the_old_version_stays_until_the_new_one_is_whole() {
        let folder = folder("replace");
        let path = folder.join("file");
        fs::write(&path, "old").unwrap();
        let mut new = AtomicFile::create(&path).unwrap();
        new.write_all(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        new.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        drop(AtomicFile::create(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file stays");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_nothing_behind() {
        let folder = folder("refused");
        write(&folder.join("file"), b"new").unwrap();
        assert_eq!(fs::read(folder.join("file")).unwrap(), b"new");
        assert!(write(&folder.join("missing/file"), b"new").is_err());
        fs::create_dir_all(folder.join("full/inside")).unwrap();
        assert!(write(&folder.join("full"), b"new").is_err(), "a folder is not replaced");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "no temporary file stays");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_new_file_replaces_none() {
        let folder = folder("new");
        let path = folder.join("file");
        write_new(&path, b"first").unwrap();
        assert_eq!(write_new(&path, b"second").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file stays");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder("permissions");
        let path = folder.join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_devices_are_written_in_place() {
        let folder = folder("link");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut new = AtomicFile::create(&link).unwrap();
        new.write_all(b"new").unwrap();
        new.commit().unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        let mut null = AtomicFile::create(Path::new("/dev/null")).unwrap();
        assert!(null.replace.is_none());
        null.write_all(b"new").unwrap();
        null.commit().unwrap();
        fs::remove_dir_all(folder).unwrap();
    }
}
