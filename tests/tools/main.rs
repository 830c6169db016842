//! The tools that referee: matches, regression suites and the compliance check, on fake engines and on GNU Go.

mod check;
mod match_cluster;
mod matches;
mod regress;
mod suites;

use std::path::PathBuf;

/// A file of these tests.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tools").join(name)
}

/// The command line of `engine.py`.
fn fake_engine() -> String {
    format!("python3 '{}'", file("engine.py").display())
}

/// A directory of its own for a test, empty.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Debian's GNU Go, if it is installed; where `CI` is set, it has to be.
fn gnugo() -> Option<String> {
    let found = ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| std::path::Path::new(path).exists());
    assert!(found.is_some() || std::env::var_os("CI").is_none(), "GNU Go is not installed: apt-get install gnugo");
    found.map(str::to_owned)
}
