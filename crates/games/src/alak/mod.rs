//! Alak (Alan Baljeu, 2001), a relative of Alaric: Go on a line. The ends of the line bound a run, or
//! nothing, as in the novel that the game comes from.

mod tutorial;

use quintet_core::setup::{GameInfo, PresentationInfo, Rule as _, RuleInfo, TestBoards};

use crate::alaric::{self, Edge, Outline};

/// The constant facts of Alak.
pub static INFO: GameInfo = GameInfo {
    id: "alak",
    title: "Alak",
    relative_of: Some(alaric::BASE.id),
    rules: &[RuleInfo { values: &["wall", "open"], ..Edge::INFO }],
    fixed_rules: &[(Outline::INFO.name, "line")],
    puzzles: include_str!("puzzles.txt"),
    tasks: include_str!("tasks.txt"),
    presentation: PresentationInfo {
        summary: "Go on a line of cells. Every enemy run next to the new stone that now has no liberty leaves the \
            board, and its owner may not play into the vacated cells on the next turn. Your own stones need no \
            liberty. Who can't move ends the game; more stones win.",
        gogui_id: "Alak",
        tutorial: &tutorial::TUTORIAL,
        ..alaric::BASE.presentation
    },
    test_boards: TestBoards { large: &["52", "33", "31 edge=open"], ..alaric::BASE.test_boards },
    ..alaric::BASE
};
