//! Required commands, and error messages.

use crate::check::Expect::{Begins, Failure, Message, Success, Text};
use crate::check::harness::{A_STONE, Finding, Harness, broken};
use crate::check::{Check, Probe};

/// The checks on required commands and fixed messages.
pub const CHECKS: &[Check] = &[
    Check {
        name: "required-commands",
        says: "all commands that every engine must have are listed; where it has rules for GoGui, komi may be left out",
        source: "GTP 2, 6.1 Required Commands",
        needs: &[],
        probe: Probe::Run(required_commands),
    },
    Check {
        name: "protocol-version",
        says: "protocol_version is 2",
        source: "GTP 2, 6.3.1 Administrative Commands",
        needs: &[],
        probe: Probe::Script(&[("protocol_version", Text("2"))]),
    },
    Check {
        name: "name-and-version",
        says: "name and version answer with one line each",
        source: "GTP 2, 6.3.1 Administrative Commands",
        needs: &[],
        probe: Probe::Run(name_and_version),
    },
    Check {
        name: "known-command",
        says: "known_command answers true or false",
        source: "GTP 2, 6.3.1 Administrative Commands",
        needs: &[],
        probe: Probe::Script(&[
            ("known_command protocol_version", Text("true")),
            ("known_command no_such_command", Text("false")),
        ]),
    },
    Check {
        name: "list-commands",
        says: "list_commands has one command a line, none twice, and known_command knows them all",
        source: "GTP 2, 6.3.1 Administrative Commands",
        needs: &[],
        probe: Probe::Run(list_commands),
    },
    Check {
        name: "unknown-command",
        says: "`unknown command` is the message for a command that isn't there",
        source: "GTP 2, 2.6 Response Structure",
        needs: &[],
        probe: Probe::Script(&[
            ("no_such_command", Message("unknown command")),
            ("no_such_command 1 2 3", Message("unknown command")),
        ]),
    },
    Check {
        name: "syntax-error",
        says: "a message for arguments that can't be read begins with `syntax error`",
        source: "GTP 2, 6.3",
        needs: &[],
        probe: Probe::Script(&[("boardsize nine", Begins("syntax error")), ("komi much", Begins("syntax error"))]),
    },
    Check {
        name: "missing-arguments",
        says: "a command without its arguments fails",
        source: "GTP 2, 6.3",
        needs: &[],
        probe: Probe::Script(&[("boardsize", Failure), ("komi", Failure), ("play", Failure), ("play black", Failure)]),
    },
    Check {
        name: "unacceptable-size",
        says: "`unacceptable size` is the message for a board that the engine hasn't",
        source: "GTP 2, 6.3.2 Setup Commands",
        needs: &[],
        probe: Probe::Script(&[
            ("boardsize 1000", Message("unacceptable size")),
            ("boardsize 0", Message("unacceptable size")),
            ("boardsize -1", Failure),
        ]),
    },
    Check {
        name: "komi",
        says: "komi takes any number of points, half ones and negative ones too",
        source: "GTP 2, 6.3.2 Setup Commands",
        needs: &[],
        probe: Probe::Script(&[
            ("komi 6.5", Success),
            ("komi 0", Success),
            ("komi -3.5", Success),
            ("komi 7", Success),
        ]),
    },
    Check {
        name: "illegal-move",
        says: "`illegal move` is the message for a stone on a stone",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &[A_STONE],
        probe: Probe::Script(&[
            ("play black {b}", Success),
            ("play white {b}", Message("illegal move")),
            ("play black {b}", Message("illegal move")),
        ]),
    },
    Check {
        name: "play-what-is-no-move",
        says: "play fails for words that are no colour and no vertex",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &[],
        probe: Probe::Script(&[
            ("play purple {b}", Failure),
            ("play black 4D", Failure),
            ("play black D", Failure),
            ("play black A99", Failure),
            ("play {b}", Failure),
        ]),
    },
    Check {
        name: "genmove-answer",
        says: "genmove answers with one word: a move, pass or resign",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &[],
        probe: Probe::Run(genmove_answer),
    },
    Check {
        name: "genmove-without-colour",
        says: "genmove without a colour fails",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &[],
        probe: Probe::Script(&[("genmove", Failure), ("genmove purple", Failure)]),
    },
    Check {
        name: "cannot-undo",
        says: "`cannot undo` is the message at the start of a game",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["undo"],
        probe: Probe::Script(&[("undo", Message("cannot undo"))]),
    },
    Check {
        name: "cannot-load-file",
        says: "`cannot load file` is the message for a file that isn't there",
        source: "GTP 2, 6.3.5 Regression Commands",
        needs: &["loadsgf"],
        probe: Probe::Script(&[("loadsgf /no/such/file.sgf", Message("cannot load file"))]),
    },
    Check {
        name: "final-score",
        says: "final_score is B+points, W+points or 0; `cannot score` if there is no score",
        source: "GTP 2, 6.3.4 Tournament Commands",
        needs: &["final_score"],
        probe: Probe::Run(final_score),
    },
    Check {
        name: "time-settings",
        says: "time_settings takes main time, byo-yomi time and stones",
        source: "GTP 2, 6.3.4 Tournament Commands",
        needs: &["time_settings"],
        probe: Probe::Script(&[
            ("time_settings 600 30 5", Success),
            ("time_settings 600 0 0", Success),
            ("time_settings 0 1 0", Success),
            ("time_settings x", Failure),
        ]),
    },
    Check {
        name: "time-left",
        says: "time_left takes a colour, seconds and stones",
        source: "GTP 2, 6.3.4 Tournament Commands",
        needs: &["time_settings", "time_left"],
        probe: Probe::Script(&[
            ("time_settings 600 30 5", Success),
            ("time_left black 500 0", Success),
            ("time_left w 25 3", Success),
            ("time_left purple 1 1", Failure),
            ("time_settings 0 1 0", Success),
        ]),
    },
];

fn required_commands(harness: &mut Harness) -> Finding {
    const REQUIRED: [&str; 11] = [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
    ];
    harness.success("list_commands")?;
    // GoGui sends komi to a player that lists it, and never to the program that has the rules. A
    // player with the komi of its command line accepts the command without listing it.
    let gogui = harness.offers("gogui-rules_game_id");
    let left_out = |command: &str| command == "komi" && gogui;
    let missing: Vec<_> =
        REQUIRED.into_iter().filter(|command| !harness.offers(command) && !left_out(command)).collect();
    if missing.is_empty() { Ok(()) } else { broken(format!("not listed: {}", missing.join(" "))) }
}

fn name_and_version(harness: &mut Harness) -> Finding {
    let name = harness.success("name")?;
    if name.trim().is_empty() {
        return broken("the name is empty");
    }
    let version = harness.success("version")?;
    if name.contains('\n') || version.contains('\n') { broken("more than one line") } else { Ok(()) }
}

fn list_commands(harness: &mut Harness) -> Finding {
    let list = harness.success("list_commands")?;
    let mut names: Vec<&str> = list.lines().collect();
    if let Some(line) = names.iter().find(|line| line.is_empty() || line.trim().contains(char::is_whitespace)) {
        return broken(format!("{line:?} is not one command"));
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    if names.len() < count {
        return broken("a command is listed twice");
    }
    let questions: String = names.iter().map(|name| format!("known_command {name}\n")).collect();
    let replies = harness.replies(questions.as_bytes())?;
    let unknown = names.iter().zip(&replies).find(|(_, reply)| reply.text != "true");
    match unknown {
        Some((name, _)) => broken(format!("{name} is listed and not known")),
        None if replies.len() == count => Ok(()),
        None => broken(format!("{} answers to {count} commands", replies.len())),
    }
}

fn genmove_answer(harness: &mut Harness) -> Finding {
    for seat in ["black", "W", "b"] {
        let word = harness.success(&format!("genmove {seat}"))?;
        if word.is_empty() || word.contains(char::is_whitespace) {
            return broken("not one word");
        }
    }
    Ok(())
}

fn final_score(harness: &mut Harness) -> Finding {
    let reply = harness.reply("final_score")?;
    if !reply.success {
        return match reply.text.as_str() {
            "cannot score" => Ok(()),
            _ => broken("expected \"cannot score\""),
        };
    }
    let points = reply.text.strip_prefix("B+").or_else(|| reply.text.strip_prefix("W+"));
    let is_number = |text: &str| text.parse::<f64>().is_ok_and(|points| points > 0.0 && points.is_finite());
    if reply.text == "0" || points.is_some_and(is_number) { Ok(()) } else { broken("not B+points, W+points or 0") }
}
