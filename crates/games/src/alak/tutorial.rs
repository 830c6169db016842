//! The tutorial of Alak.

use quintet_core::tutorial::{ExampleGame, RuleExplanation, Step, Tutorial};

pub static TUTORIAL: Tutorial = Tutorial {
    headline: "Go on a line: take runs of enemy stones; who cannot move ends the game, and more stones win.",
    signs: "Broken rings: what the last move took. Crossed out: barred for a turn.",
    size: "cells",
    rules: &[
        "The board is a line of cells. Black begins, and the seats take turns. A turn puts a stone of your own on an empty cell. There \
         is no passing.",
        "Connected stones of one colour are a run. When a new stone takes the last empty cell beside an enemy run, the run is taken off \
         the board; both runs beside the stone can go at once. The ends of the line have no cell beyond them.",
        "Your own stones may be without an empty cell beside them. They stand until a new enemy stone beside their run takes it.",
        "The cells that were emptied are barred to the player who lost them, for one turn.",
        "The game ends when the side to move has no cell to play on. More stones win; equal numbers are a draw, and so is a position \
         that comes a second time.",
    ],
    steps: &[
        Step { moves: 3, text: "Each turn puts one stone of your own on an empty cell of the line; you never pass." },
        Step {
            moves: 4,
            text: "Enemy stones between the new stone and another of yours, or the end of the line, are taken; their \
                   owner may not play on those cells for one turn (crossed out).",
        },
        Step {
            moves: 9,
            text: "The game ends when the side to move has no cell left; whoever has more stones then has won.",
        },
    ],
    advice: &[
        "A run is only in danger when an enemy stone, or the end of the line, is already beside it.",
        "Near the end count the cells that will be open to you after each capture. A capture that bars all that is left ends the game.",
    ],
    choices: &[RuleExplanation {
        about: "The ends of the line",
        values: &["the ends bound a run as a stone of the capturing side would", "the ends bound nothing"],
    }],
    game: ExampleGame {
        size: 7,
        rules: &[],
        start: "Seven cells in a line. Whoever has more stones at the end wins.",
        moves: &[
            ("A1", "Black plays at an end of the line, where a stone has one neighbour."),
            ("F1", "White plays near the other end."),
            ("C1", "Black goes on."),
            (
                "B1",
                "White takes A1, which has no empty cell beside it now: the end of the line bounds it. Black may not play there on its \
                 next turn.",
            ),
            ("G1", "G1 has no empty cell beside it either. A stone may be placed there, and it stands."),
            ("D1", "White takes C1, between B1 and D1. C1 is barred to Black for one turn."),
            ("A1", "The bar on A1 is over. The stone has no empty cell beside it, and stands."),
            ("E1", "White joins its stones. Nothing is taken: G1 is not next to E1."),
            (
                "C1",
                "Black takes on both sides: B1, between A1 and C1, and the run from D1 to F1, between C1 and G1. All empty cells are \
                 barred to White, who cannot move: the game is over, three stones to none.",
            ),
        ],
    },
    ..Tutorial::EMPTY
};
