//! Files that are replaced as a whole: a crash leaves the old file or the new one.

#[cfg(test)]
mod tests;

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// The size of the write buffer in bytes.
const BUFFER: usize = 1 << 20;

/// The name of a temporary file: this, random letters, and [`SUFFIX`]. It does not depend on the
/// name of the file, which may be as long as the system allows.
const PREFIX: &str = ".quintet-";
const SUFFIX: &str = ".tmp";

/// The maximum number of links to links, as on Linux.
const MAX_LINKS: usize = 40;

/// A new version of a file. It is written to a hidden file of a unique name in the same folder,
/// which replaces the old version on [`AtomicFile::commit`]; programs that have mapped or opened
/// the old version keep it.
///
/// A link stays a link: the file that it leads to is replaced, or created. Anything else than a
/// regular file is written in place. A process that is killed leaves the temporary file,
/// `.quintet-XXXXXX.tmp`.
pub struct AtomicFile {
    out: BufWriter<File>,
    /// `None` if the file is written in place.
    replace: Option<Replacement>,
}

struct Replacement {
    /// The path to replace.
    path: PathBuf,
    /// The temporary file. It is removed when this is dropped, unless it was renamed.
    temporary: TempPath,
}

/// Where the bytes of a file go.
enum Destination {
    /// A path that a new file replaces, and the permissions of the present one, if any.
    Replace(PathBuf, Option<Permissions>),
    /// An open device, pipe or standard stream.
    InPlace(File),
}

impl AtomicFile {
    /// Begins a new version of the file at `path`, which need not exist. The new version has the
    /// permissions of the old one.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be created.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let (file, replace) = match destination(path)? {
            Destination::InPlace(file) => (file, None),
            Destination::Replace(path, permissions) => {
                let (file, temporary) = temporary_file(folder_of(&path), permissions)?;
                (file, Some(Replacement { path, temporary }))
            }
        };
        Ok(AtomicFile { out: BufWriter::with_capacity(BUFFER, file), replace })
    }

    /// Writes everything to the disk and replaces the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or renamed; the old version stays then.
    pub fn commit(self) -> io::Result<()> {
        self.finish(|temporary, path| temporary.persist(path).map_err(|error| error.error))
    }

    /// Writes everything to the disk and moves the temporary file to its place.
    fn finish(self, place: impl FnOnce(TempPath, &Path) -> io::Result<()>) -> io::Result<()> {
        let AtomicFile { out, replace } = self;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Some(Replacement { path, temporary }) = replace else { return Ok(()) };
        file.sync_all()?;
        place(temporary, &path)?;
        // Not every system can do this.
        let _ = File::open(folder_of(&path)).and_then(|folder| folder.sync_all());
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
    file.finish(|temporary, path| match temporary.persist_noclobber(path) {
        // A file system without hard links.
        Err(refused) if refused.error.kind() != io::ErrorKind::AlreadyExists && path.symlink_metadata().is_err() => {
            refused.path.persist(path).map_err(|error| error.error)
        }
        placed => placed.map_err(|error| error.error),
    })
}

/// Returns the path of a file next to another one, with its name and a suffix.
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Returns the path of the file that a path leads to through links, whether it exists or not.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    if let Ok(path) = fs::canonicalize(path) {
        return Ok(path);
    }
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

fn destination(path: &Path) -> io::Result<Destination> {
    if let Some(stream) = standard_stream(path)? {
        return Ok(Destination::InPlace(stream));
    }
    match path.metadata() {
        // Besides devices and pipes: a file that was removed and is known by its descriptor alone.
        Ok(data) if !data.is_file() || fs::canonicalize(path).is_err() => Ok(Destination::InPlace(File::create(path)?)),
        Ok(data) => Ok(Destination::Replace(resolve(path)?, Some(data.permissions()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Destination::Replace(resolve(path)?, None)),
        Err(error) => Err(error),
    }
}

/// Returns standard output or standard error if it is meant by its path. To open it anew would
/// truncate it, and lose the place in a file to which the program's output is redirected.
#[cfg(unix)]
fn standard_stream(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsFd as _;
    let stream = match path.to_str() {
        Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => {
            io::stdout().flush()?;
            io::stdout().as_fd().try_clone_to_owned()?
        }
        Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => io::stderr().as_fd().try_clone_to_owned()?,
        _ => return Ok(None),
    };
    Ok(Some(stream.into()))
}

#[cfg(not(unix))]
fn standard_stream(_: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

/// Creates a hidden file with a unique name. Without `permissions` it has those of any new file.
fn temporary_file(folder: &Path, permissions: Option<Permissions>) -> io::Result<(File, TempPath)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(permissions) = &permissions {
        use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
        options.mode(permissions.mode());
    }
    // The error without the name of the temporary file, which nobody knows.
    let mut refused = None;
    let create = |path: &Path| {
        options.open(path).map_err(|error| {
            let kind = error.kind();
            refused = Some(error);
            io::Error::from(kind)
        })
    };
    let created = tempfile::Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(folder, create);
    let (file, temporary) = created.map_err(|error| refused.unwrap_or(error))?.into_parts();
    if let Some(permissions) = permissions {
        // Those that the umask took away. Some file systems have no permissions.
        let _ = file.set_permissions(permissions);
    }
    Ok((file, temporary))
}

/// Returns the folder of a file, which is `.` if the path has none.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
