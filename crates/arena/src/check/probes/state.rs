//! The board: commands that change it, undo, and failures that must not change it.

use crate::check::Expect::{Message, Success};
use crate::check::harness::{A_STONE, Finding, Harness, broken};
use crate::check::{Check, Probe, equal};

/// The checks on state, undo and atomic failures.
pub const CHECKS: &[Check] = &[
    Check {
        name: "clear-board",
        says: "clear_board empties the board",
        source: "GTP 2, 6.3.2 Setup Commands",
        needs: &["showboard", A_STONE],
        probe: Probe::Run(|harness| {
            let empty = harness.board()?;
            harness.success("play black {b}")?;
            differs(harness, &empty, "the stone doesn't show")?;
            harness.success("clear_board")?;
            same(harness, &empty)
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
        probe: Probe::Run(|harness| {
            let empty = harness.board()?;
            harness.success("genmove black")?;
            differs(harness, &empty, "the stone doesn't show")
        }),
    },
    Check {
        name: "reg-genmove-plays-not",
        says: "reg_genmove leaves the board alone",
        source: "GTP 2, 6.3.5 Regression Commands",
        needs: &["reg_genmove", "showboard"],
        probe: Probe::Run(|harness| {
            harness.success("play black {b}")?;
            unchanged(harness, |harness| harness.success("reg_genmove white").map(drop))
        }),
    },
    Check {
        name: "undo-play",
        says: "undo takes back one play",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["undo", "showboard"],
        probe: Probe::Run(|harness| {
            harness.success("play black {b}")?;
            unchanged(harness, |harness| {
                harness.success("play white {w}")?;
                harness.success("undo").map(drop)
            })
        }),
    },
    Check {
        name: "undo-genmove",
        says: "undo takes back a move that genmove played",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["undo", "showboard"],
        probe: Probe::Run(|harness| {
            unchanged(harness, |harness| {
                harness.success("genmove black")?;
                harness.success("undo").map(drop)
            })
        }),
    },
    Check {
        name: "undo-pass",
        says: "undo takes back a pass",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["undo"],
        probe: Probe::Run(|harness| {
            harness.need_pass()?;
            harness.success("undo")?;
            equal_message(harness, "undo", "cannot undo")
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
        probe: Probe::Run(|harness| after_a_move(harness, &["boardsize 1000", "boardsize x", "boardsize"])),
    },
    Check {
        name: "failed-play",
        says: "a play that fails changes nothing",
        source: "GTP 2, 6.3.3 Core Play Commands",
        needs: &["showboard", A_STONE],
        probe: Probe::Run(|harness| after_a_move(harness, &["play white {b}", "play white A99", "play purple {w}"])),
    },
    Check {
        name: "failed-loadsgf",
        says: "a loadsgf that fails changes nothing",
        source: "GTP 2, 6.3.5 Regression Commands",
        needs: &["loadsgf", "showboard"],
        probe: Probe::Run(|harness| {
            after_a_move(harness, &["loadsgf /no/such/file.sgf", "loadsgf /dev/null", "loadsgf"])
        }),
    },
    Check {
        name: "failed-komi",
        says: "a komi that fails changes nothing",
        source: "GTP 2, 6.3.2 Setup Commands",
        needs: &["get_komi"],
        probe: Probe::Run(|harness| {
            harness.success("komi 3.5")?;
            // Games without komi accept every number and answer 0.
            let before = harness.success("get_komi")?;
            harness.failure("komi much")?;
            let after = harness.success("get_komi")?;
            if after == before { Ok(()) } else { broken("expected the komi of before") }
        }),
    },
    Check {
        name: "failed-play-sequence",
        says: "a gogui-play_sequence that fails plays none of its moves",
        source: "GoGui",
        needs: &["gogui-play_sequence", "showboard", A_STONE],
        probe: Probe::Run(|harness| {
            unchanged(harness, |harness| harness.failure("gogui-play_sequence b {b} w {b}").map(drop))
        }),
    },
];

fn same_colour_twice(harness: &mut Harness) -> Finding {
    harness.success("play black {b}")?;
    // Where the colours have different moves, White's answer may not be a move of Black; then
    // Black's own next move is used.
    if harness.reply("play black {w}")?.success {
        return Ok(());
    }
    harness.success("clear_board")?;
    harness.success("genmove black")?;
    harness.success("genmove black").map(drop)
}

fn same(harness: &mut Harness, board: &str) -> Finding {
    if harness.board()? == board { Ok(()) } else { broken("the board is another one") }
}

fn differs(harness: &mut Harness, board: &str, otherwise: &str) -> Finding {
    if harness.board()? == board { broken(otherwise) } else { Ok(()) }
}

fn unchanged(harness: &mut Harness, act: impl FnOnce(&mut Harness) -> Finding) -> Finding {
    let board = harness.board()?;
    act(harness)?;
    same(harness, &board)
}

/// Checks that the lines fail and leave a board with a stone as it was.
fn after_a_move(harness: &mut Harness, lines: &[&str]) -> Finding {
    harness.success("play black {b}")?;
    unchanged(harness, |harness| lines.iter().try_for_each(|line| harness.failure(line).map(drop)))
}

fn equal_message(harness: &mut Harness, line: &str, expected: &str) -> Finding {
    equal(&harness.failure(line)?, expected)
}
