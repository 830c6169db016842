//! The tutorial of Bracket.

use quintet_core::tutorial::{ExampleGame, RuleExplanation, Step, Tutorial};

/// The tutorial of Bracket.
pub static TUTORIAL: Tutorial = Tutorial {
    headline: "Fill the board; you score enemy groups that stand between a smaller and a larger group of yours.",
    signs: "Numbers: sizes of groups. Bracketed, as it stands: on blue, counts for Black; on yellow with a broken edge, counts for White.",
    labels: &[],
    size: "cells across (odd for a hexagon)",
    rules: &[
        "The board is made of hexagons. Black begins; in turn both put a stone of their own on any empty cell, until the board is full. \
         Nothing is ever captured, and nobody passes.",
        "Connected stones of one colour are a group. Its size is the number of its stones.",
        "A group is bracketed if it touches an enemy group that is smaller than itself and another one that is larger.",
        "At the end each side lists the sizes of the enemy's bracketed groups, the largest first. The first difference decides, for the \
         higher number; a missing entry counts 0. No difference is a draw.",
    ],
    steps: &[
        Step {
            moves: 5,
            text: "Each turn puts one stone of your own on any empty cell, until the board is full; stones that \
                   touch are a group.",
        },
        Step {
            moves: 8,
            text: "The numbers are the sizes of groups: you want enemy groups to touch a smaller and a larger group \
                   of yours.",
        },
        Step {
            moves: 9,
            text: "On the full board the largest enemy group that you bracketed like this decides (outlined); equal \
                   ones cancel out.",
        },
    ],
    advice: &[
        "You want one large group of your own, and single stones on the far side of your opponent's groups.",
        "A group of yours that is larger than all its neighbours cannot be bracketed, nor can one that is smaller than all of them.",
    ],
    choices: &[
        RuleExplanation { about: "The board", values: &["a hexagon", "a rhombus"] },
        RuleExplanation {
            about: "How the lists are compared",
            values: &["from the largest group down", "from the smallest group up"],
        },
    ],
    game: ExampleGame {
        size: 3,
        rules: &[("shape", "rhombus")],
        start: "A rhombus of nine cells. A cell touches its neighbours in the row, and two above and below.",
        moves: &[
            ("A3", "A single black stone in the corner: the smaller side of a bracket to be."),
            ("A2", "White plays beside it."),
            ("B2", "Black begins a chain on the other side."),
            ("B3", "A2 and B3 touch: White has a group of two, with the single A3 behind it."),
            ("C2", "Black's chain has two stones."),
            ("C3", "C3 joins B3. The white group has three stones now."),
            ("B1", "Black's chain has three. Equal is neither smaller nor larger: nothing is bracketed yet."),
            ("C1", "White's C1 stays alone."),
            (
                "A1",
                "The board is full, and Black's chain has four stones. The white three touch a black group of one and a black group of \
                 four: they are bracketed, and Black's list is 3. White's list is empty. Black wins by 3.",
            ),
        ],
    },
};
