//! The tutorial of Stoical Go.

use quintet_core::tutorial::{ExampleGame, RuleExplanation, Step, Tutorial};

pub static TUTORIAL: Tutorial = Tutorial {
    headline: "Go without ko: instead you may not capture right after your opponent captured.",
    signs: "Broken rings: what the last move took.",
    labels: &[],
    size: "points a side",
    rules: &[
        "Black begins. A turn is a stone on an empty point, or a pass. Connected stones of one colour are a chain, and the empty points beside \
         it are its liberties. Enemy chains that are left without liberties are captured.",
        "A play that captures is illegal if your opponent's latest move captured. There is no other ko rule.",
        "Suicide is illegal: a stone that captures nothing needs a liberty, of its own or of the chain that it joins.",
        "Two passes in a row end the game. Each side scores its stones on the board and the empty regions that touch its colour only; \
         White gets komi besides. Stones that stand count as alive: capture dead ones before you pass.",
        "A play that brings back the board after one of that seat's own earlier turns ends the game as a draw.",
        "Before the game any points can be blocked: nothing stands there, and they give no liberty and no point.",
    ],
    steps: &[
        Step {
            moves: 8,
            text: "Each turn puts one stone of your own on an empty point; stones without an empty point beside them \
                   are captured.",
        },
        Step {
            moves: 9,
            text: "Right after your opponent captured you may not capture yourself: play elsewhere or pass first, \
                   which takes the place of the ko rule.",
        },
        Step {
            moves: 18,
            text: "Two passes in a row end the game: you score your stones and the empty regions that touch only \
                   your colour.",
        },
    ],
    advice: &[
        "After you capture, your opponent cannot capture on the next turn: a good moment for a second threat.",
        "A pass captures nothing, so it lifts the ban.",
    ],
    choices: &[
        RuleExplanation {
            about: "Captures after a capture",
            values: &[
                "no capture right after your opponent captured",
                "right after a capture only a larger one",
                "right after a single stone was taken, two or more may be taken",
                "ordinary Go: a single stone may not be taken back at once",
                "ordinary Go: no board may come back at all",
            ],
        },
        RuleExplanation { about: "A board that comes again", values: &["ends the game as a draw", "means nothing"] },
    ],
    game: ExampleGame {
        size: 5,
        rules: &[],
        start: "Black and White share a small board. Watch D4 and C4.",
        moves: &[
            ("C3", "Black begins in the middle."),
            ("D3", "White on the right."),
            ("C5", ""),
            ("D5", ""),
            ("B4", "Black has stones on three sides of C4."),
            ("E4", "White has stones on three sides of D4."),
            ("B2", ""),
            ("C4", "White puts a stone between the black ones; its last liberty is D4."),
            (
                "D4",
                "Black takes C4. The new stone has one liberty, C4, so in Go without ko White would take it back at once. Here White \
                 may not: Black's latest move was a capture.",
            ),
            ("D2", "White plays elsewhere."),
            ("C2", "C4 would have been better. C2 captured nothing, so the ban is over."),
            ("C4", "White takes D4. Now it is Black who may not take back."),
            ("C1", ""),
            ("D4", "White joins up. Had White played elsewhere, Black could have taken again."),
            ("D1", "The border is closed."),
            ("E1", ""),
            ("pass", "Black has nothing left to do."),
            ("pass", "Two passes end the game. Black has 7 stones and 8 points, White 7 and 3: Black wins by 5."),
        ],
    },
};
