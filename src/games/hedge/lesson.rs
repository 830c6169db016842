//! How Hedge is taught.

use crate::lesson::{Explained, Lesson, ShortGame};

/// The lesson.
pub static LESSON: Lesson = Lesson {
    headline: "Fill the board; pairs of own stones side by side count.",
    signs: "",
    labels: &[],
    size: "points a side",
    rules: &[
        "Black begins; in turn both put a stone of their own on any empty point, until the board is full.",
        "Each pair of own stones side by side is a point. More points win.",
    ],
    advice: &["Keep your stones together, and your opponent's apart."],
    choices: &[Explained { about: "Side by side", values: &["along sides", "across corners too"] }],
    game: ShortGame {
        size: 2,
        rules: &[],
        start: "Four points.",
        moves: &[
            ("A1", "Black begins."),
            ("B2", "White takes the corner across."),
            ("B1", "Black has a pair."),
            ("A2", "The board is full, a pair each: a draw."),
        ],
    },
};
