//! The end of a session, and interrupted searches.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::check::harness::{Finding, Harness, Shortfall, broken};
use crate::check::wire::{self, FramedReply, Wire, WireError};
use crate::check::{Check, Probe};

/// `quit`, the end of input, interruption.
pub const CHECKS: &[Check] = &[
    Check {
        name: "quit",
        says: "quit is answered, then the engine ends with status 0",
        source: "GTP 2, 6.3.1 Administrative Commands",
        needs: &[],
        probe: Probe::Run(|harness| {
            let replies = session(harness, b"3 quit\n")?;
            match replies.as_slice() {
                [reply] if reply.success && reply.id.as_deref().is_none_or(|id| id == "3") => Ok(()),
                _ => broken("expected one success"),
            }
        }),
    },
    Check {
        name: "after-quit",
        says: "what stands before quit is answered, what stands behind it is not",
        source: "GTP 2, 6.3.1 Administrative Commands",
        needs: &[],
        probe: Probe::Run(|harness| answers(harness, b"name\nversion\nquit\nname\nname\n", 3)),
    },
    Check {
        name: "end-of-input",
        says: "the end of input ends the engine quietly, with status 0",
        source: "GNU Go",
        needs: &[],
        probe: Probe::Run(|harness| answers(harness, b"", 0)),
    },
    Check {
        name: "answers-before-the-end",
        says: "what was sent before the end of input is answered",
        source: "GNU Go",
        needs: &[],
        probe: Probe::Run(|harness| answers(harness, &b"protocol_version\n".repeat(200), 200)),
    },
    Check {
        name: "last-line-without-newline",
        says: "a last line without a newline is answered",
        source: "GNU Go",
        needs: &[],
        probe: Probe::Run(|harness| answers(harness, b"name\nprotocol_version", 2)),
    },
    Check {
        name: "end-of-input-in-a-search",
        says: "a search is answered, and does not hold up the end of input",
        source: "robustness",
        needs: &[],
        probe: Probe::Run(|harness| answers(harness, b"genmove black\n", 1)),
    },
    Check {
        name: "quit-in-a-search",
        says: "quit behind a search is answered behind it",
        source: "GTP 2, 1.3 Communication Model",
        needs: &[],
        probe: Probe::Run(|harness| answers(harness, b"genmove black\nquit\n", 2)),
    },
    Check {
        name: "closed-output",
        says: "an engine whose output is closed ends with its input",
        source: "robustness",
        needs: &[],
        probe: Probe::Run(closed_output),
    },
    Check {
        name: "interrupt-between-searches",
        says: "`# interrupt` between searches is a comment",
        source: "GoGui",
        needs: &[],
        probe: Probe::Run(|harness| {
            let replies = harness.replies(b"# interrupt\nprotocol_version\n# interrupt\n")?;
            if replies.len() == 1 && replies[0].success { Ok(()) } else { broken("expected one success") }
        }),
    },
    Check {
        name: "interrupt-in-a-search",
        says: "`# interrupt` in a search leaves genmove answered once, with a move",
        source: "GoGui",
        needs: &[],
        probe: Probe::Run(|harness| {
            let replies = interrupted(harness, "genmove black", Duration::from_millis(100), b"# interrupt\n")?;
            match replies.as_slice() {
                [reply] if reply.success && !reply.text.is_empty() => Ok(()),
                _ => broken("expected one move"),
            }
        }),
    },
    Check {
        name: "analysis-ends",
        says: "any line ends an analysis: its answer ends with an empty line, then the line is answered",
        source: "Leela Zero, KataGo",
        needs: &[],
        probe: Probe::Run(analysis_ends),
    },
    Check {
        name: "genmove-analyze",
        says: "an analysed move is `info` lines, then `play` and the move",
        source: "Sabaki",
        needs: &[],
        probe: Probe::Run(genmove_analyze),
    },
];

/// Sends bytes to a separate engine, ends its input and returns its responses. It has to end with
/// status 0.
fn session(harness: &mut Harness, bytes: &[u8]) -> Result<Vec<FramedReply>, Shortfall> {
    let wire = Wire::start(harness.words(), harness.limit());
    let mut wire = wire.or_else(|error| broken(format!("it does not start again: {error}")))?;
    wire.send(bytes);
    let (seen, end) = wire.finish();
    harness.record(bytes, &seen);
    let replies = wire::split(&seen).or_else(|error| broken(error.to_string()))?;
    match end {
        Ok(()) => Ok(replies),
        Err(WireError::End(how)) => broken(format!("it {how}")),
        Err(WireError::Timeout) => broken(format!("it did not end within {:?}", harness.limit())),
        Err(WireError::Flood) => broken("it did not end, but writes without a pause"),
    }
}

fn answers(harness: &mut Harness, bytes: &[u8], expected: usize) -> Finding {
    let replies = session(harness, bytes)?;
    if replies.iter().any(|reply| !reply.success) {
        return broken("a command was refused");
    }
    if replies.len() == expected {
        Ok(())
    } else {
        broken(format!("expected {expected} answers, got {}", replies.len()))
    }
}

fn closed_output(harness: &mut Harness) -> Finding {
    use std::io::Write as _;
    let Some((program, arguments)) = harness.words().split_first() else { return broken("no command") };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().or_else(|error| broken(format!("it does not start again: {error}")))?;
    drop(child.stdout.take());
    let sent = b"name\nversion\nname\n";
    if let Some(mut input) = child.stdin.take() {
        // The engine may be gone already.
        let _ = input.write_all(sent);
    }
    harness.record(sent, b"");
    let from = Instant::now();
    while from.elapsed() < harness.limit() {
        if child.try_wait().is_ok_and(|status| status.is_some()) {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    let _ = child.wait();
    broken(format!("it did not end within {:?}", harness.limit()))
}

/// Sends a line, waits, sends more bytes, and returns all responses.
fn interrupted(
    harness: &mut Harness,
    line: &str,
    pause: Duration,
    bytes: &[u8],
) -> Result<Vec<FramedReply>, Shortfall> {
    let line = format!("{line}\n");
    harness.wire()?.send(line.as_bytes());
    let mut seen = harness.wire()?.listen(pause);
    harness.wire()?.send(bytes);
    let (rest, result) = harness.wire()?.settle();
    seen.extend(rest);
    harness.record(&[line.as_bytes(), bytes].concat(), &seen);
    match result {
        Ok(()) => wire::split(&seen).or_else(|error| broken(error.to_string())),
        Err(_) => broken("no end of the answers"),
    }
}

fn first_offered(harness: &Harness, commands: &[&'static str]) -> Result<&'static str, Shortfall> {
    let found = commands.iter().find(|command| harness.offers(command));
    found.copied().ok_or_else(|| Shortfall::NotOffered(format!("no {}", commands.join(", "))))
}

fn analysis_ends(harness: &mut Harness) -> Finding {
    let command = first_offered(harness, &["lz-analyze", "kata-analyze", "analyze"])?;
    let line = format!("1 {command} black 10");
    let replies = interrupted(harness, &line, Duration::from_millis(700), b"2 name\n")?;
    match replies.as_slice() {
        [analysis, name] if analysis.success && name.success => {
            if !analysis.text.lines().any(|line| line.starts_with("info ")) {
                return broken("no line begins with `info`");
            }
            let ids = (analysis.id.as_deref(), name.id.as_deref());
            if ids == (Some("1"), Some("2")) { Ok(()) } else { broken("the ids are not 1 and 2") }
        }
        _ => broken(format!("expected two answers, got {}", replies.len())),
    }
}

fn genmove_analyze(harness: &mut Harness) -> Finding {
    let commands = ["genmove_analyze", "kata-genmove_analyze", "lz-genmove_analyze"];
    let command = first_offered(harness, &commands)?;
    let text = harness.success(&format!("{command} black 20"))?;
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let Some((last, infos)) = lines.split_last() else { return broken("an empty answer") };
    if !last.starts_with("play ") {
        return broken("the last line is not `play` and a move");
    }
    if infos.iter().all(|line| line.starts_with("info ")) { Ok(()) } else { broken("a line that is no `info` line") }
}
