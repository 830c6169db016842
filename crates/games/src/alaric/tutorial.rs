//! The tutorial of Alaric.

use quintet_core::tutorial::{ExampleGame, RuleExplanation, Step, Tutorial};

/// The tutorial of Alaric.
pub static TUTORIAL: Tutorial = Tutorial {
    headline: "Take runs of enemy stones on a circle of cells; who cannot move ends the game, and more stones win.",
    signs: "Broken rings: what the last move took. Crossed out: barred for a turn.",
    labels: &[],
    size: "cells",
    rules: &[
        "The board is a circle of cells: the last is next to the first. Black begins, and the seats take turns. A turn puts a stone \
         of your own on an empty cell. There is no passing.",
        "Look both ways from the new stone. The enemy stones next to it, as far as they go on without a gap, are a run. If one of your \
         stones stands right behind the run, the run is taken off the board. Both runs can go at once, and a run that goes all the way \
         round is bounded by the new stone alone.",
        "The cells that were emptied are barred to the player who lost them, for one turn. The player who captured may play there at once.",
        "Only runs next to the new stone are looked at: you may put a stone between two enemies, and it stands until a new stone next to \
         it takes it.",
        "The game ends when the side to move has no cell to play on. More stones win; equal numbers are a draw, and so is a position \
         that comes a second time.",
    ],
    steps: &[
        Step { moves: 4, text: "Each turn puts one stone of your own on an empty cell of the circle; you never pass." },
        Step {
            moves: 5,
            text: "Enemy stones between the new stone and another of yours are taken, and their owner may not play \
                   on those cells for one turn (crossed out).",
        },
        Step {
            moves: 8,
            text: "The game ends when the side to move has no cell left; whoever has more stones then has won.",
        },
    ],
    advice: &[
        "Keep an empty cell behind your runs: a run is only in danger when an enemy stone already stands at its other end.",
        "Near the end count the cells that will be open to you after each capture. A capture that bars all that is left ends the game.",
    ],
    choices: &[
        RuleExplanation {
            about: "The board",
            values: &["a circle: the last cell is next to the first", "a row with two ends, as in the game Alak"],
        },
        RuleExplanation {
            about: "The ends of a row",
            values: &["the ends bound nothing", "the ends bound a run as a stone of the capturing side would"],
        },
    ],
    game: ExampleGame {
        size: 7,
        rules: &[],
        start: "Seven cells in a circle; A1 is next to G1. Whoever has more stones at the end wins.",
        moves: &[
            ("D1", "Both put stones on empty cells."),
            ("A1", "White's A1 has empty cells on both sides: nothing is in danger yet."),
            ("G1", "Black plays next to A1. A run needs a stone at both ends to be taken, and B1 is still empty."),
            ("E1", "White plays next to Black's D1, and leaves A1 where it is."),
            (
                "B1",
                "White's A1 now stands between B1 and G1, and is taken. A1 is barred to White for one turn: White may play C1 or F1 only.",
            ),
            ("F1", "F1 touches Black's G1, but behind G1 is the empty A1, so nothing is taken."),
            (
                "A1",
                "The bar was on White alone, so Black may play here. C1, the other cell left, would have been no better.",
            ),
            (
                "C1",
                "White takes on both sides: B1, A1 and G1, a run with White's F1 behind it, and D1 with E1 behind it. All four empty \
                 cells are barred to Black, who cannot move: the game is over, three stones to none.",
            ),
        ],
    },
};
