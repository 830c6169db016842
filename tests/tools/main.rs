//! Matches, regression suites, conformance checks and learning, with fake engines and GNU Go.

mod check;
mod count_tests;
mod dead_stones;
mod learn;
mod learn_network;
mod match_cluster;
mod match_limits;
mod match_resume;
mod match_searches;
mod matches;
mod pages;
mod regress;
#[cfg(unix)]
mod scripts;
mod study;
mod suites;
mod teacher;

use std::io::Write as _;
use std::path::PathBuf;

/// Returns the path of a file of these tests.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tools").join(name)
}

/// Returns the command line of `engine.py`.
fn fake_engine() -> String {
    format!("python3 '{}'", file("engine.py").display())
}

/// Creates an empty directory for a test.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Reports that a test is skipped, or fails it if `CI` is set. The text bypasses the capture of the
/// test harness, so that it is visible for passing tests and counted by .ci/run.
fn skipped(why: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}");
    let thread = std::thread::current();
    let _ = writeln!(std::io::stderr(), "test {} ... skipped: {why}", thread.name().unwrap_or("?"));
}

/// Returns the path of GNU Go if it is installed. It is required if `QUINTET_GNUGO` is `required`,
/// as scripts/test-clients sets it.
fn gnugo() -> Option<String> {
    let found = ["/usr/games/gnugo", "/usr/bin/gnugo"].into_iter().find(|path| std::path::Path::new(path).exists());
    let required = std::env::var_os("QUINTET_GNUGO").is_some_and(|value| value == "required");
    assert!(found.is_some() || !required, "GNU Go is not installed: apt-get install gnugo");
    if found.is_none() {
        skipped("GNU Go is not installed: apt-get install gnugo");
    }
    found.map(str::to_owned)
}
