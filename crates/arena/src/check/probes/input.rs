//! Input: comments, control characters, white space, case, long lines, many lines at a time.

use std::time::Duration;

use crate::check::Expect::{Failure, Nothing, Success, Text};
use crate::check::harness::{Finding, Harness, broken};
use crate::check::wire;
use crate::check::{Check, Probe, equal};

/// The checks on preprocessing, case, pipelining and length.
pub const CHECKS: &[Check] = &[
    Check {
        name: "empty-line",
        says: "an empty line and a line of space get no answer",
        source: "GTP 2, 3.1 Preprocessing",
        needs: &[],
        probe: Probe::Script(&[("", Nothing), ("   ", Nothing), ("\t \t", Nothing), ("\r", Nothing)]),
    },
    Check {
        name: "comment-line",
        says: "a line that begins with # gets no answer",
        source: "GTP 2, 3.1 Preprocessing",
        needs: &[],
        probe: Probe::Script(&[("# name", Nothing), ("  # name", Nothing), ("#", Nothing), ("## quit", Nothing)]),
    },
    Check {
        name: "comment-behind",
        says: "what follows # on a line is no part of the command",
        source: "GTP 2, 3.1 Preprocessing",
        needs: &[],
        probe: Probe::Script(&[
            ("protocol_version # quit", Text("2")),
            ("protocol_version#x", Text("2")),
            ("known_command name # # x", Text("true")),
        ]),
    },
    Check {
        name: "carriage-return",
        says: "CR is dropped, at the end of a line and elsewhere",
        source: "GTP 2, 3.1 Preprocessing",
        needs: &[],
        probe: Probe::Script(&[("protocol_version\r", Text("2")), ("proto\rcol_version", Text("2"))]),
    },
    Check {
        name: "tab",
        says: "HT separates words as a space does",
        source: "GTP 2, 3.1 Preprocessing",
        needs: &[],
        probe: Probe::Script(&[("known_command\tname", Text("true")), ("\tprotocol_version\t", Text("2"))]),
    },
    Check {
        name: "control-characters",
        says: "other control characters are dropped, DEL among them",
        source: "GTP 2, 3.1 Preprocessing",
        needs: &[],
        probe: Probe::Script(&[
            ("proto\x01col_ver\x1bsion", Text("2")),
            ("\x0cprotocol_version", Text("2")),
            ("protocol\x7f_version", Text("2")),
            ("\x07", Nothing),
        ]),
    },
    Check {
        name: "nul",
        says: "a NUL byte is dropped as any other control character",
        source: "GTP 2, 3.1 Preprocessing",
        needs: &[],
        probe: Probe::Script(&[("protocol\0_version", Text("2"))]),
    },
    Check {
        name: "space",
        says: "leading, trailing and repeated space means nothing",
        source: "GTP 2, 2.3 Whitespace",
        needs: &[],
        probe: Probe::Script(&[("   known_command    name   ", Text("true")), ("  12   protocol_version ", Text("2"))]),
    },
    Check {
        name: "foreign-bytes",
        says: "bytes that are no ASCII, valid UTF-8 or not, neither end the session nor go unanswered",
        source: "GTP 2, 2.1 Character Encoding",
        needs: &[],
        probe: Probe::Run(foreign_bytes),
    },
    Check {
        name: "colour-case",
        says: "colours are read in any case, long and short",
        source: "GTP 2, entities",
        needs: &["undo"],
        probe: Probe::Script(&[
            ("play BLACK {b}", Success),
            ("undo", Success),
            ("play Black {b}", Success),
            ("undo", Success),
            ("play B {b}", Success),
            ("undo", Success),
            ("play b {b}", Success),
        ]),
    },
    Check {
        name: "vertex-case",
        says: "vertices are read in any case",
        source: "GTP 2, entities",
        needs: &["undo"],
        probe: Probe::Run(vertex_case),
    },
    Check {
        name: "pass-case",
        says: "pass is read in any case",
        source: "GTP 2, entities",
        needs: &[],
        probe: Probe::Run(pass_case),
    },
    Check {
        name: "no-column-i",
        says: "no column has the letter I",
        source: "GTP 2, 2.11 Board Coordinates",
        needs: &[],
        probe: Probe::Script(&[("play black I1", Failure), ("play black i5", Failure)]),
    },
    Check {
        name: "command-case",
        says: "the names of commands are case-sensitive",
        source: "GNU Go",
        needs: &[],
        probe: Probe::Script(&[("PROTOCOL_VERSION", Failure), ("known_command NAME", Text("false"))]),
    },
    Check {
        name: "pipelining",
        says: "commands sent without waiting are all answered, in their order",
        source: "GTP 2, 1.3 Communication Model",
        needs: &[],
        probe: Probe::Run(|harness| pipeline(harness, 300)),
    },
    Check {
        name: "pipelining-far",
        says: "10,000 commands at a time are answered as well",
        source: "GTP 2, 1.3 Communication Model",
        needs: &[],
        probe: Probe::Run(|harness| pipeline(harness, 10_000)),
    },
    Check {
        name: "split-line",
        says: "a line may arrive in pieces",
        source: "GTP 2, 1.3 Communication Model",
        needs: &[],
        probe: Probe::Run(split_line),
    },
    Check {
        name: "long-comment",
        says: "a line may be long: 100,000 characters of comment",
        source: "GTP 2, 2.5 Command Structure",
        needs: &[],
        probe: Probe::Run(|harness| {
            let text = harness.success(&format!("protocol_version # {}", "long ".repeat(20_000)))?;
            equal(&text, "2")
        }),
    },
    Check {
        name: "long-line",
        says: "a command with 100,000 characters of arguments gets one answer",
        source: "GTP 2, 2.5 Command Structure",
        needs: &[],
        probe: Probe::Run(|harness| harness.reply(&format!("known_command {}", "x ".repeat(50_000))).map(drop)),
    },
    Check {
        name: "huge-line",
        says: "a command of two million characters gets one answer, and the session continues",
        source: "robustness",
        needs: &[],
        probe: Probe::Run(|harness| {
            harness.reply(&format!("9 known_command {}", "x".repeat(2_000_000)))?;
            equal(&harness.success("protocol_version")?, "2")
        }),
    },
];

fn foreign_bytes(harness: &mut Harness) -> Finding {
    let lines: [(&[u8], usize); 4] =
        [(b"# \xff\xfe\n", 0), (b"\xff\xfe\n", 1), ("n\u{e4}me\n".as_bytes(), 1), (b"play black \xc3\x28\n", 1)];
    for (line, expected) in lines {
        let replies = harness.replies(line)?;
        if replies.len() != expected || replies.iter().any(|reply| reply.success) {
            return broken(format!("expected {expected} failures, got {} answers", replies.len()));
        }
    }
    equal(&harness.success("protocol_version")?, "2")
}

fn vertex_case(harness: &mut Harness) -> Finding {
    let word = harness.fill("{b}");
    for word in [word.to_lowercase(), word.to_uppercase()] {
        harness.success(&format!("play black {word}"))?;
        harness.success("undo")?;
    }
    Ok(())
}

fn pass_case(harness: &mut Harness) -> Finding {
    harness.need_pass()?;
    for word in ["PASS", "Pass", "pass"] {
        harness.success("clear_board")?;
        harness.success(&format!("play black {word}"))?;
    }
    Ok(())
}

fn pipeline(harness: &mut Harness, count: usize) -> Finding {
    let lines: String = (1..=count).map(|id| format!("{id} protocol_version\n")).collect();
    let replies = harness.replies(lines.as_bytes())?;
    if replies.len() != count {
        return broken(format!("{} answers to {count} commands", replies.len()));
    }
    for (reply, id) in replies.iter().zip(1..) {
        if !reply.success || reply.text != "2" || reply.id.as_ref().is_some_and(|found| *found != format!("{id}")) {
            return broken(format!("the answer to command {id} is out of its place"));
        }
    }
    Ok(())
}

fn split_line(harness: &mut Harness) -> Finding {
    let line = b"known_command name\n";
    for piece in line.chunks(1) {
        harness.wire()?.send(piece);
        std::thread::sleep(Duration::from_millis(4));
    }
    let (seen, result) = harness.wire()?.settle();
    harness.record(line, &seen);
    let replies = wire::split(&seen).or_else(|error| broken(error.to_string()))?;
    match (result, replies.as_slice()) {
        (Ok(()), [reply]) if reply.success => equal(&reply.text, "true"),
        _ => broken("expected one success"),
    }
}
