//! The framing of responses, and their ids.

use std::sync::Arc;
use std::time::Duration;

use crate::check::Expect::{Answer, Failure, Message, Nothing, Success, Text};
use crate::check::harness::{Finding, Harness, broken};
use crate::check::wire;
use crate::check::{Check, Probe};
use crate::driver::process::{Process, Raw};

/// The time for which a newly started engine is observed before the first command.
const SILENT: Duration = Duration::from_millis(300);

/// The checks on framing and ids.
pub const CHECKS: &[Check] = &[
    Check {
        name: "silent-start",
        says: "nothing is written before the first command",
        source: "GTP 2, 1.3 Communication Model",
        needs: &[],
        probe: Probe::Run(silent_start),
    },
    Check {
        name: "success-form",
        says: "a success is `=`, a space, the text and an empty line",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Run(|harness| spaced(harness, "protocol_version")),
    },
    Check {
        name: "empty-success-form",
        says: "the space after `=` stands even where the text is empty",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Run(|harness| spaced(harness, "clear_board")),
    },
    Check {
        name: "failure-form",
        says: "a failure is `?`, a space, a message and an empty line",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Run(failure_form),
    },
    Check {
        name: "one-empty-line",
        says: "exactly one empty line ends an answer of any kind",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Run(one_empty_line),
    },
    Check {
        name: "no-empty-line-inside",
        says: "an answer of several lines has no empty line inside",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Run(no_empty_line_inside),
    },
    Check {
        name: "no-control-characters-out",
        says: "answers hold no control characters but line ends and tabs",
        source: "GTP 2, 2.2 Control Characters",
        needs: &[],
        probe: Probe::Run(no_control_characters),
    },
    Check {
        name: "id-success",
        says: "a success gives the id of its command back",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Run(|harness| gives_back(harness, "7", "protocol_version", true)),
    },
    Check {
        name: "id-failure",
        says: "a failure gives the id of its command back",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Run(|harness| gives_back(harness, "8", "no_such_command", false)),
    },
    Check {
        name: "id-zero",
        says: "0 is an id",
        source: "GTP 2, 2.5 Command Structure",
        needs: &[],
        probe: Probe::Run(|harness| gives_back(harness, "0", "protocol_version", true)),
    },
    Check {
        name: "id-largest",
        says: "2147483647 is an id",
        source: "GTP 2, 2.5 Command Structure",
        needs: &[],
        probe: Probe::Run(|harness| gives_back(harness, "2147483647", "protocol_version", true)),
    },
    Check {
        name: "id-absent",
        says: "a command without an id is answered without one",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Run(id_absent),
    },
    Check {
        name: "id-too-large",
        says: "a number past the largest id is refused, with one answer",
        source: "GTP 2, 2.5 Command Structure",
        needs: &[],
        probe: Probe::Script(&[("99999999999999999999 protocol_version", Failure), ("protocol_version", Text("2"))]),
    },
    Check {
        name: "id-alone",
        says: "a line of an id alone is no command and gets no answer",
        source: "GNU Go",
        needs: &[],
        probe: Probe::Script(&[("42", Nothing), ("42 ", Nothing), ("protocol_version", Text("2"))]),
    },
    Check {
        name: "session-goes-on",
        says: "a failure does not end the session",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Script(&[
            ("no_such_command", Message("unknown command")),
            ("play black", Failure),
            ("boardsize", Failure),
            ("komi", Failure),
            ("genmove", Answer),
            ("clear_board", Success),
        ]),
    },
];

fn silent_start(harness: &mut Harness) -> Finding {
    // A separate engine before its first command. Anything that it writes at its start precedes its
    // first response.
    let process = Process::start(harness.words());
    let mut process = process.or_else(|error| broken(format!("it does not start again: {error}")))?;
    let sent = b"protocol_version\n";
    let mut seen = Vec::new();
    if let Raw::Bytes(bytes) = process.read_raw(SILENT) {
        seen.extend(bytes);
    }
    process.write(sent.to_vec());
    let clock = Arc::clone(process.time());
    let from = clock.now();
    while clock.since(from) < harness.limit() && !(seen.ends_with(b"\n\n") || seen.ends_with(b"\r\n\r\n")) {
        match process.read_raw(SILENT) {
            Raw::Bytes(bytes) => seen.extend(bytes),
            Raw::Silence => {}
            Raw::End => break,
        }
    }
    harness.record(sent, &seen);
    if seen.starts_with(b"=") { Ok(()) } else { broken("it writes without being asked") }
}

fn spaced(harness: &mut Harness, command: &str) -> Finding {
    let reply = harness.reply(command)?;
    match (reply.success, reply.spaced) {
        (true, true) => Ok(()),
        (true, false) => broken("no space after `=`"),
        (false, _) => broken(format!("{command} was refused")),
    }
}

fn failure_form(harness: &mut Harness) -> Finding {
    let reply = harness.reply("no_such_command")?;
    match (reply.success, reply.spaced, reply.text.trim().is_empty()) {
        (false, true, false) => Ok(()),
        (true, ..) => broken("an unknown command succeeded"),
        (_, false, _) => broken("no space after `?`"),
        (_, _, true) => broken("no message"),
    }
}

fn one_empty_line(harness: &mut Harness) -> Finding {
    let optional = ["showboard", "list_commands", "help", "get_komi", "gogui-analyze_commands", "printsgf"];
    let offered: Vec<_> = optional.into_iter().filter(|command| harness.offers(command)).collect();
    for command in ["name", "clear_board", "no_such_command", "boardsize x"].into_iter().chain(offered) {
        if harness.line(command)?.iter().any(|reply| reply.extra_lines > 0) {
            return broken("more than one empty line");
        }
    }
    Ok(())
}

fn no_empty_line_inside(harness: &mut Harness) -> Finding {
    let optional = ["showboard", "help", "gogui-analyze_commands", "printsgf", "quintet-list_games"];
    let offered: Vec<_> = optional.into_iter().filter(|command| harness.offers(command)).collect();
    for command in ["list_commands"].into_iter().chain(offered) {
        harness.reply(command)?;
    }
    Ok(())
}

fn no_control_characters(harness: &mut Harness) -> Finding {
    for command in ["name", "version", "list_commands", "no_such_command \x01\x1b[1m", "play \x07black \x08x"] {
        let line = format!("{command}\n");
        let seen = harness.bytes(line.as_bytes())?;
        wire::split(&seen).or_else(|error| broken(error.to_string()))?;
        if seen.iter().any(|&byte| byte.is_ascii_control() && !matches!(byte, b'\n' | b'\r' | b'\t')) {
            return broken("a control character in the answer");
        }
    }
    Ok(())
}

fn gives_back(harness: &mut Harness, id: &str, command: &str, success: bool) -> Finding {
    let reply = harness.reply(&format!("{id} {command}"))?;
    if reply.success != success {
        return broken(format!("{command} {}", if success { "was refused" } else { "succeeded" }));
    }
    match reply.id.as_deref() {
        Some(found) if found == id => Ok(()),
        Some(found) => broken(format!("the id came back as {found}")),
        None => broken("the id did not come back"),
    }
}

fn id_absent(harness: &mut Harness) -> Finding {
    harness.success("5 name")?;
    match harness.reply("name")?.id {
        None => Ok(()),
        Some(id) => broken(format!("an id {id} that was not given")),
    }
}
