//! Little memory: the program ends with one line, or does its work, but neither panics nor is ended
//! by a signal.
#![cfg(target_os = "linux")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Runs the program with this many KiB of address space and some input.
fn run(limit: u32, line: &str, input: &str) -> Output {
    let script = format!("ulimit -v {limit} && exec '{}' {line}", env!("CARGO_BIN_EXE_quintet"));
    let mut command = Command::new("sh");
    command.args(["-c", &script]).env("RUST_BACKTRACE", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that has ended does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Returns the least limit, to about a MiB, with which the program starts.
fn least_limit() -> u32 {
    let (mut low, mut high) = (1_000, 1_000_000);
    while high - low > 1_000 {
        let limit = (low + high) / 2;
        if run(limit, "version", "").status.success() { high = limit } else { low = limit }
    }
    high
}

#[test]
fn missing_memory_is_one_line_and_a_failure() {
    let least = least_limit();
    let (mut done, mut failed) = (0, 0);
    for (line, input) in [
        ("--visits 100 --seed 1", "genmove b\nquit\n"),
        ("--visits 100 --seed 1 --threads 4 --game cascade", "genmove w\nquit\n"),
        ("solve --game stoical --size 3 --rule repetition=none", ""),
        ("solve --game alaric --size 9 --threads 3", ""),
        ("solve --game cascade --size 3 --threads 2", ""),
        ("analysis", "{\"id\":\"a\",\"game\":\"cascade\",\"maxVisits\":20}\n"),
    ] {
        for more in [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 1_000_000] {
            let output = run(least + more, line, input);
            let stderr = String::from_utf8_lossy(&output.stderr);
            let context = format!("{line} with {} KiB: {}\n{stderr}", least + more, output.status);
            assert!(!stderr.contains("panicked") && !stderr.contains("backtrace"), "{context}");
            if output.status.success() {
                done += 1;
                continue;
            }
            assert_eq!(output.status.code(), Some(1), "{context}");
            assert!(stderr.lines().any(|line| line.starts_with("quintet: ")), "{context}");
            failed += 1;
        }
    }
    assert!(done > 6 && failed > 6, "{done} commands were done and {failed} failed");
}
