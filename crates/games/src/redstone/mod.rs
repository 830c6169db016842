//! Redstone (Mark Steere, 2012), a relative of Cancer: black and white stones, and red ones that
//! capture. There are no eyes.

mod tutorial;

use quintet_core::setup::{GameInfo, KindInfo, PresentationInfo, Rule as _, TestBoards};
use quintet_core::types::Stone;
use quintet_core::weights::HeuristicsInfo;

use crate::cancer::{self, Pie, Variant};
use crate::chains::drawing::LIBERTIES;

/// The constant facts of Redstone.
pub static INFO: GameInfo = GameInfo {
    id: "redstone",
    title: "Redstone",
    relative_of: Some(cancer::BASE.id),
    rules: &[Pie::INFO],
    fixed_rules: &[("eye", "none")],
    kinds: &[KindInfo { name: "own", stone: None }, KindInfo { name: "red", stone: Some(Stone::Red) }],
    own_stones: [Stone::Black, Stone::White],
    stones: &VARIANT.stones,
    position: |setup, diagram| cancer::position(setup, diagram, &VARIANT),
    heuristics: HeuristicsInfo { weights: weights_file!("redstone"), ..cancer::BASE.heuristics },
    puzzles: include_str!("puzzles.txt"),
    tasks: include_str!("tasks.txt"),
    presentation: PresentationInfo {
        summary: "Black and White each place a stone of their own, which never captures, or a red stone, which must \
            capture. Red stones stay for ever and give no liberty. Wipe the opponent out. Pie rule; no draws.",
        gogui_id: "Redstone",
        star_points: true,
        drawings: VARIANT.drawings,
        tutorial: &tutorial::TUTORIAL,
        ..cancer::BASE.presentation
    },
    test_boards: TestBoards { large: &["9", "25", "7x12 pie=off", "2x25"], ..cancer::BASE.test_boards },
    ..cancer::BASE
};

/// The differences from Cancer.
const VARIANT: Variant = Variant {
    own_first: false,
    stones: [Stone::Black, Stone::White, Stone::Red],
    sides: ["Black", "White"],
    capturing: [
        "a black stone may not capture: it would take a white group's last liberty (a red stone may)",
        "a white stone may not capture: it would take a black group's last liberty (a red stone may)",
    ],
    idle: "a red stone has to capture, and captures nothing here",
    late_swap: "only White can swap, as its first turn, right after Black's first stone",
    pass: "there is no passing in Redstone",
    drawings: &[LIBERTIES, ("eyes", "Red Placements")],
};
