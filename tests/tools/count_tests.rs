//! `.ci/count-tests`, which adds up the tests of all runners.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Returns what it says about an output, and whether it succeeds.
fn count(output: &str) -> (String, bool) {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/count-tests");
    let mut child = Command::new("python3").arg(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(output.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap().lines().last().unwrap_or_default().to_owned(), output.status.success())
}

#[test]
fn the_last_line_of_each_runner_counts() {
    for (line, said, success) in [
        (
            "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.1s",
            "12 passed, 0 failed, 3 skipped",
            true,
        ),
        (
            "     Summary [ 792.4s] 1503 tests run: 1503 passed (3 slow), 24 skipped",
            "1503 passed, 0 failed, 24 skipped",
            true,
        ),
        ("     Summary [   0.1s] 1 test run: 1 passed, 0 skipped", "1 passed, 0 failed, 0 skipped", true),
        (
            "     Summary [   9.4s] 5 tests run: 3 passed (1 slow), 2 failed, 1 skipped",
            "3 passed, 2 failed, 1 skipped",
            false,
        ),
        (
            "     Summary [   9.4s] 5 tests run: 4 passed, 1 timed out, 0 skipped",
            "4 passed, 1 failed, 0 skipped",
            false,
        ),
        ("     Summary [   9.4s] 5/9 tests run: 4 passed, 1 failed, 0 skipped", "4 passed, 1 failed, 0 skipped", false),
        ("browser: 117 passed, 0 failed", "117 passed, 0 failed, 0 skipped", true),
        ("documents: 79 passed, 1 failed, 1 skipped", "79 passed, 1 failed, 1 skipped", false),
    ] {
        assert_eq!(count(line), (said.to_owned(), success), "{line}");
    }
}

#[test]
fn a_test_that_says_why_it_was_skipped_has_not_passed() {
    let output = "test tools::gnugo ... skipped: GNU Go is not installed\nskipped: there is no tag\n\
                  test result: ok. 12 passed; 0 failed; 0 ignored";
    assert_eq!(count(output), ("11 passed, 0 failed, 2 skipped".to_owned(), true));
}

#[test]
fn no_test_at_all_is_a_failure() {
    assert_eq!(count("nothing"), ("0 passed, 0 failed, 0 skipped".to_owned(), false));
}
