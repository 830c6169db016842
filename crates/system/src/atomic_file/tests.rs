use std::collections::BTreeMap;
use std::ffi::OsString;
use std::thread;

use tempfile::{TempDir, tempdir};

use super::*;

/// Returns the names in a folder, and the contents of those that are regular files.
fn listing(folder: &TempDir) -> BTreeMap<OsString, Option<Vec<u8>>> {
    let entries = fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
    let content = |path: PathBuf| path.metadata().is_ok_and(|data| data.is_file()).then(|| fs::read(path).unwrap());
    entries.map(|entry| (entry.file_name(), content(entry.path()))).collect()
}

#[test]
fn the_old_version_stays_until_the_new_one_is_whole() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    let mut new = AtomicFile::create(&path).unwrap();
    new.write_all(b"new").unwrap();
    new.flush().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    new.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    drop(AtomicFile::create(&path).unwrap());
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(listing(&folder).len(), 1, "no temporary file stays");
}

#[test]
fn neighbours_stay_as_they_are() {
    let folder = tempdir().unwrap();
    let names = ["file.new", "file.tmp", "file.part", "file.lock", "file~", ".file.tmp", ".quintet-.tmp", "new", "tmp"];
    for name in names {
        fs::write(folder.path().join(name), "mine").unwrap();
    }
    let before = listing(&folder);
    let path = folder.path().join("file");
    write_new(&path, b"one").unwrap();
    write(&path, b"two").unwrap();
    drop(AtomicFile::create(&path).unwrap());
    assert_eq!(fs::read(&path).unwrap(), b"two");
    fs::remove_file(&path).unwrap();
    assert_eq!(listing(&folder), before);
}

#[test]
fn two_writers_of_one_file_do_not_disturb_each_other() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    // Each is begun before the other is done; the last one to be committed stays.
    let mut first = AtomicFile::create(&path).unwrap();
    let mut second = AtomicFile::create(&path).unwrap();
    first.write_all(&[b'1'; 10_000]).unwrap();
    second.write_all(&[b'2'; 5_000]).unwrap();
    second.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), [b'2'; 5_000]);
    first.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), [b'1'; 10_000]);
    // A writer that gives up takes nothing from the other.
    let mut kept = AtomicFile::create(&path).unwrap();
    drop(AtomicFile::create(&path).unwrap());
    kept.write_all(b"kept").unwrap();
    kept.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"kept");

    let path = &path;
    thread::scope(|scope| {
        for digit in b'0'..b'8' {
            scope.spawn(move || (0..20).for_each(|_| write(path, &[digit; 3_000]).unwrap()));
        }
    });
    let last = fs::read(path).unwrap();
    assert_eq!(last, vec![last[0]; 3_000], "the file is of one writer");
    assert_eq!(listing(&folder).len(), 1, "no temporary file stays");
}

#[test]
fn one_of_many_writers_of_a_new_file_succeeds() {
    let folder = tempdir().unwrap();
    let path = &folder.path().join("file");
    let attempts: Vec<(u8, io::Result<()>)> = thread::scope(|scope| {
        let writer = |digit| scope.spawn(move || (digit, write_new(path, &[digit; 100])));
        let writers: Vec<_> = (b'0'..b'8').map(writer).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    let winners: Vec<u8> = attempts.iter().filter(|(_, result)| result.is_ok()).map(|(digit, _)| *digit).collect();
    assert_eq!(winners.len(), 1);
    assert_eq!(fs::read(path).unwrap(), [winners[0]; 100]);
    let refused = attempts.into_iter().filter_map(|(_, result)| result.err());
    assert!(refused.map(|error| error.kind()).all(|kind| kind == io::ErrorKind::AlreadyExists));
    assert_eq!(listing(&folder).len(), 1, "no temporary file stays");
}

#[test]
fn a_file_that_cannot_be_replaced_leaves_nothing_behind() {
    let folder = tempdir().unwrap();
    let error = write(&folder.path().join("missing/file"), b"new").unwrap_err();
    assert!(error.raw_os_error().is_some(), "{error} does not name the temporary file");
    fs::create_dir_all(folder.path().join("full/inside")).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for path in ["full", "empty", "."] {
        assert!(write(&folder.path().join(path), b"new").is_err(), "a folder is not replaced");
        let refused = write_new(&folder.path().join(path), b"new").unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
    }
    assert!(write(Path::new(""), b"new").is_err());
    assert_eq!(listing(&folder).len(), 2, "no temporary file stays");
}

#[test]
fn a_new_file_replaces_none() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    write_new(&path, b"first").unwrap();
    assert_eq!(write_new(&path, b"second").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&path).unwrap(), b"first");
    assert_eq!(listing(&folder).len(), 1, "no temporary file stays");
}

/// As after the end of a process that was killed.
#[test]
fn an_abandoned_temporary_file_is_hidden_and_in_nobodys_way() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    for _ in 0..2 {
        let mut killed = AtomicFile::create(&path).unwrap();
        killed.write_all(b"ha").unwrap();
        killed.flush().unwrap();
        std::mem::forget(killed);
    }
    assert_eq!(fs::read(&path).unwrap(), b"old");
    write(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    let names: Vec<String> = listing(&folder).into_keys().map(|name| name.into_string().unwrap()).collect();
    let left = |name: &&String| name.starts_with(".quintet-") && name.ends_with(".tmp");
    assert_eq!((names.len(), names.iter().filter(left).count()), (3, 2), "{names:?}");
}

#[test]
fn names_have_spaces_other_scripts_and_any_length() {
    let folder = tempdir().unwrap();
    let mut names: Vec<OsString> = ["a name with spaces", " ", "-", "名前.sgf", "'\"\\$(x)"].map(OsString::from).into();
    names.push("n".repeat(255).into());
    #[cfg(unix)]
    names.push(std::os::unix::ffi::OsStringExt::from_vec(b"caf\xe9 \xff.svg".to_vec()));
    for name in &names {
        let path = folder.path().join(name);
        write_new(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
    assert_eq!(listing(&folder).len(), names.len());
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions_and_a_new_one_has_those_of_the_umask() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        for permissions in [0o600, 0o640, 0o666, 0o444, 0o755] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(permissions)).unwrap();
            write(&path, b"new").unwrap();
            assert_eq!(mode(&path), permissions);
            fs::remove_file(&path).unwrap();
        }
        let ordinary = folder.path().join("ordinary");
        fs::write(&ordinary, "").unwrap();
        write(&path, b"new").unwrap();
        write_new(&folder.path().join("new"), b"new").unwrap();
        assert_eq!([mode(&path), mode(&folder.path().join("new"))], [mode(&ordinary); 2]);
    }

    #[test]
    fn links_stay_links() {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("below")).unwrap();
        fs::write(at("below/file"), "old").unwrap();
        // A link to a file, to a link, to nothing, through a link to nothing; absolute and not.
        symlink("below/file", at("link")).unwrap();
        symlink(at("link"), at("second")).unwrap();
        symlink("below/later", at("dangling")).unwrap();
        symlink("../dangling", at("below/chain")).unwrap();
        symlink(at("below"), at("folder")).unwrap();
        for (name, target) in [
            ("link", "below/file"),
            ("second", "below/file"),
            ("dangling", "below/later"),
            ("below/chain", "below/later"),
            ("folder/chain", "below/later"),
        ] {
            let _ = fs::remove_file(at("below/later"));
            assert_eq!(write_new(&at(name), b"no").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
            write(&at(name), name.as_bytes()).unwrap();
            assert!(at(name).symlink_metadata().unwrap().is_symlink(), "{name}");
            assert!(at(target).symlink_metadata().unwrap().is_file(), "{name}");
            assert_eq!(fs::read_to_string(at(target)).unwrap(), name);
        }
        // Links to no place.
        symlink("circle", at("circle")).unwrap();
        symlink("missing/file", at("lost")).unwrap();
        for name in ["circle", "lost"] {
            assert!(write(&at(name), b"new").is_err());
            assert!(at(name).symlink_metadata().unwrap().is_symlink());
        }
        assert_eq!((listing(&folder).len(), fs::read_dir(at("below")).unwrap().count()), (7, 3));
    }

    #[test]
    fn devices_and_pipes_are_written_in_place() {
        let mut null = AtomicFile::create(Path::new("/dev/null")).unwrap();
        assert!(null.replace.is_none());
        null.write_all(b"new").unwrap();
        null.commit().unwrap();
        let (mut reader, writer) = io::pipe().unwrap();
        let path = format!("/dev/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&writer));
        write(Path::new(&path), b"through the pipe").unwrap();
        drop(writer);
        assert_eq!(io::read_to_string(&mut reader).unwrap(), "through the pipe");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_and_a_read_only_folder_are_errors_of_the_system() {
        let error = write(Path::new("/dev/full"), b"new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        // Not even root may create a file there.
        let error = write(Path::new("/proc/file"), b"new").unwrap_err();
        assert!(!error.to_string().contains(PREFIX), "{error}");
    }

    #[test]
    fn a_file_in_a_read_only_folder_stays() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).unwrap();
        // Root may write anywhere.
        let is_root = File::create(folder.path().join("other")).is_ok();
        let written = write(&path, b"new");
        assert_eq!(written.is_ok(), is_root);
        assert_eq!(fs::read(&path).unwrap(), if is_root { b"new" } else { b"old" });
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    }
}
