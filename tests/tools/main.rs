//! The tools that referee: matches, regression suites and the compliance check, on fake engines and on GNU Go.

mod check;
mod learn;
mod match_cluster;
mod matches;
mod pages;
mod referee;
mod regress;
mod suites;

use std::io::Write as _;
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

/// Says that a test is not made for want of something, where `CI` is set a failure. Goes past what the test harness
/// captures, so that it is seen beside tests that pass, and counted by .ci/run.
fn skipped(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}");
    let thread = std::thread::current();
    let _ = writeln!(std::io::stderr(), "test {} ... skipped: {why}", thread.name().unwrap_or("?"));
}

/// Debian's GNU Go, if it is installed. Where `QUINTET_GNUGO` is `required`, as scripts/test-clients sets it, it has to be.
fn gnugo() -> Option<String> {
    let found = ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| std::path::Path::new(path).exists());
    let required = std::env::var_os("QUINTET_GNUGO").is_some_and(|value| value == "required");
    assert!(found.is_some() || !required, "GNU Go is not installed: apt-get install gnugo");
    if found.is_none() {
        skipped("GNU Go is not installed: apt-get install gnugo");
    }
    found.map(str::to_owned)
}
