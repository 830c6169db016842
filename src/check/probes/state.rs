//! The board behind the commands: what changes it, what takes it back, and that a failure leaves it alone.

use crate::check::bench::{A_STONE, Bench, Finding, broken};
use crate::check::unit::Expect::{Message, Success};
use crate::check::unit::{Check, Probe, equal};

/// State, undo, atomic failures.
pub const CHECKS: &[Check] = &[
    Check {
        name: "clear-board",
        says: "clear_board empties the board",
        source: "GTP 2, 6.3.2 Setup Commands",
        needs: &["showboard", A_STONE],
        probe: Probe::Run(|bench| {
            let empty = bench.board()?;
            bench.success("play black {b}")?;
            differs(bench, &empty, "the stone doesn't show")?;
            bench.success("clear_board")?;
            same(bench, &empty)
        }),
    },
    Check {
        name: "same-colour-twice",
        says: "the same colour may play twice in a row",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &[],
        probe: Probe::Run(same_colour_twice),
    },
    Check {
        name: "genmove-out-of-turn",
        says: "genmove plays for either colour at any time",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &[],
        probe: Probe::Script(&[("genmove white", Success), ("genmove white", Success), ("genmove black", Success)]),
    },
    Check {
        name: "genmove-plays",
        says: "the move that genmove answers with stands on the board",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["showboard", A_STONE],
        probe: Probe::Run(|bench| {
            let empty = bench.board()?;
            bench.success("genmove black")?;
            differs(bench, &empty, "the stone doesn't show")
        }),
    },
    Check {
        name: "reg-genmove-plays-not",
        says: "reg_genmove leaves the board alone",
        source: "GTP 2, 6.3.5 Regression Commands",
        needs: &["reg_genmove", "showboard"],
        probe: Probe::Run(|bench| {
            bench.success("play black {b}")?;
            unchanged(bench, |bench| bench.success("reg_genmove white").map(drop))
        }),
    },
    Check {
        name: "undo-play",
        says: "undo takes back one play",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["undo", "showboard"],
        probe: Probe::Run(|bench| {
            bench.success("play black {b}")?;
            unchanged(bench, |bench| {
                bench.success("play white {w}")?;
                bench.success("undo").map(drop)
            })
        }),
    },
    Check {
        name: "undo-genmove",
        says: "undo takes back a move that genmove played",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["undo", "showboard"],
        probe: Probe::Run(|bench| {
            unchanged(bench, |bench| {
                bench.success("genmove black")?;
                bench.success("undo").map(drop)
            })
        }),
    },
    Check {
        name: "undo-pass",
        says: "undo takes back a pass",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["undo"],
        probe: Probe::Run(|bench| {
            bench.need_pass()?;
            bench.success("undo")?;
            equal_message(bench, "undo", "cannot undo")
        }),
    },
    Check {
        name: "undo-to-the-start",
        says: "undo goes back to the start of the game and no further",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["undo"],
        probe: Probe::Script(&[
            ("play black {b}", Success),
            ("play white {w}", Success),
            ("undo", Success),
            ("undo", Success),
            ("undo", Message("cannot undo")),
        ]),
    },
    Check {
        name: "undo-forgets",
        says: "a move taken back can be played again",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["undo", A_STONE],
        probe: Probe::Script(&[
            ("play black {b}", Success),
            ("undo", Success),
            ("play black {b}", Success),
            ("play white {b}", Message("illegal move")),
        ]),
    },
    Check {
        name: "undo-after-clear-board",
        says: "clear_board forgets the moves",
        source: "GTP 2, 6.3.2 Setup Commands",
        needs: &["undo"],
        probe: Probe::Script(&[
            ("play black {b}", Success),
            ("clear_board", Success),
            ("undo", Message("cannot undo")),
        ]),
    },
    Check {
        name: "failed-boardsize",
        says: "a boardsize that fails changes nothing",
        source: "GTP 2, 6.3.2 Setup Commands",
        needs: &["showboard"],
        probe: Probe::Run(|bench| after_a_move(bench, &["boardsize 1000", "boardsize x", "boardsize"])),
    },
    Check {
        name: "failed-play",
        says: "a play that fails changes nothing",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["showboard", A_STONE],
        probe: Probe::Run(|bench| after_a_move(bench, &["play white {b}", "play white A99", "play purple {w}"])),
    },
    Check {
        name: "failed-loadsgf",
        says: "a loadsgf that fails changes nothing",
        source: "GTP 2, 6.3.5 Regression Commands",
        needs: &["loadsgf", "showboard"],
        probe: Probe::Run(|bench| after_a_move(bench, &["loadsgf /no/such/file.sgf", "loadsgf /dev/null", "loadsgf"])),
    },
    Check {
        name: "failed-komi",
        says: "a komi that fails changes nothing",
        source: "GTP 2, 6.3.2 Setup Commands",
        needs: &["get_komi"],
        probe: Probe::Run(|bench| {
            bench.success("komi 3.5")?;
            bench.failure("komi much")?;
            let komi = bench.success("get_komi")?;
            if komi.trim().parse() == Ok(3.5) { Ok(()) } else { broken("expected 3.5") }
        }),
    },
    Check {
        name: "failed-play-sequence",
        says: "a gogui-play_sequence that fails plays none of its moves",
        source: "GoGui",
        needs: &["gogui-play_sequence", "showboard", A_STONE],
        probe: Probe::Run(|bench| unchanged(bench, |bench| bench.failure("gogui-play_sequence b {b} w {b}").map(drop))),
    },
];

fn same_colour_twice(bench: &mut Bench) -> Finding {
    bench.success("play black {b}")?;
    // White's answer may be no move of black's in games where the colours differ; then black's own next move is asked.
    if bench.reply("play black {w}")?.success {
        return Ok(());
    }
    bench.success("clear_board")?;
    bench.success("genmove black")?;
    bench.success("genmove black").map(drop)
}

fn same(bench: &mut Bench, board: &str) -> Finding {
    if bench.board()? == board { Ok(()) } else { broken("the board is another one") }
}

fn differs(bench: &mut Bench, board: &str, otherwise: &str) -> Finding {
    if bench.board()? == board { broken(otherwise) } else { Ok(()) }
}

fn unchanged(bench: &mut Bench, act: impl FnOnce(&mut Bench) -> Finding) -> Finding {
    let board = bench.board()?;
    act(bench)?;
    same(bench, &board)
}

/// The lines fail and leave a board with a stone as it was.
fn after_a_move(bench: &mut Bench, lines: &[&str]) -> Finding {
    bench.success("play black {b}")?;
    unchanged(bench, |bench| lines.iter().try_for_each(|line| bench.failure(line).map(drop)))
}

fn equal_message(bench: &mut Bench, line: &str, expected: &str) -> Finding {
    equal(&bench.failure(line)?, expected)
}
