//! The tutorial of Cascade.

use quintet_core::tutorial::{ExampleGame, RuleExplanation, Step, Tutorial};

/// The tutorial of Cascade.
pub static TUTORIAL: Tutorial = Tutorial {
    headline: "Place a stone of any colour and watch more fall into place below; White wants white stones, Black black ones.",
    signs: "Broken rings: what fell with the last move.",
    labels: &[],
    size: "squares a side",
    rules: &[
        "The board is a square that stands on its corner. White begins. A turn puts a white, a black or a red stone, as you like, on any empty \
         square. Nobody passes.",
        "Then stones fall into place by themselves: an empty square right below two filled ones gets a stone. If the two are alike, it gets \
         their colour; if they differ, it gets the third colour. This continues until nothing changes.",
        "Stones on the board never change, and this rule does not restrict the stones that players place.",
        "When the board is full, White wins with more white stones than black ones, Black with more black than white. Red counts for \
         nobody.",
    ],
    steps: &[
        Step { moves: 2, text: "Each turn puts a white, a black or a red stone, as you like, on any empty square." },
        Step {
            moves: 4,
            text: "A square right below two stones is filled by itself: two alike give their own colour, two \
                   different ones the third colour.",
        },
        Step {
            moves: 6,
            text: "On the full board White wins with more white stones than black ones, Black with more black; red \
                   counts for nobody.",
        },
    ],
    advice: &[
        "Look at the squares that have one filled neighbour above: your next stone decides what falls below them.",
        "A red stone beside an enemy stone makes one of yours below.",
    ],
    choices: &[RuleExplanation {
        about: "Where stones fall",
        values: &["squares below two filled ones are filled", "squares above two filled ones are filled as well"],
    }],
    game: ExampleGame {
        size: 3,
        rules: &[],
        start: "The square stands on its corner: A1 is at the bottom, C3 at the top. White wants white stones, Black black ones.",
        moves: &[
            ("white@B2", "White puts white in the middle."),
            ("black@C3", "Black puts black at the top. No square is below two filled ones yet."),
            ("white@A3", "A2 lies below A3 and B2, both white: it becomes white by itself."),
            (
                "red@C1",
                "B1 lies below white B2 and red C1: it becomes black, the third colour. Now A1 lies below white A2 and black B1: it \
                 becomes red.",
            ),
            ("white@B3", "One square each is left."),
            ("black@C2", "Four white stones, three black ones: White wins by 1."),
        ],
    },
};
