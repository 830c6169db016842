//! The tutorial of Redstone.

use quintet_core::tutorial::{ExampleGame, RuleExplanation, Step, Symbol, SymbolShape, Tutorial};

pub static TUTORIAL: Tutorial = Tutorial {
    headline: "Black against White, and red stones that capture and belong to nobody: wipe out your opponent's stones.",
    signs: "Broken rings: what the last move took. Small cross: a red stone captures here.",
    labels: &[Symbol { label: "c", shape: SymbolShape::Cross, about: "a red stone captures here" }],
    size: "points a side",
    rules: &[
        "Black begins; in turn each side puts down one stone: one of its own colour, or a red stone. Nobody passes.",
        "Connected stones of one colour are a group, and the empty points beside it are its liberties.",
        "A stone of your own never captures: it may go wherever afterwards every black and every white group still has a liberty, its own \
         included.",
        "A red stone must capture: it has to take the last liberty of at least one black or white group.",
        "All black and white groups that are without a liberty leave the board together, your own among them. Red stones stay for good \
         and give no liberty, so room only ever gets scarcer.",
        "After a capture, a side that has no stone left has lost, even by its own move. If both are gone, the player who moved wins. There is \
         no draw.",
        "The pie rule: as its first turn White may swap. The black stone on the board becomes White's first stone, and Black begins again.",
    ],
    steps: &[
        Step {
            moves: 4,
            text: "Each turn puts a stone of your colour where every group keeps an empty point beside it, or a red \
                   stone.",
        },
        Step {
            moves: 5,
            text: "A red stone must take a group’s last empty point, which captures the group; it stays for good and \
                   belongs to nobody.",
        },
        Step { moves: 8, text: "Room gets scarce: after a capture, the side without any stone on the board has lost." },
    ],
    advice: &[
        "A group with two eyes, two separate empty points inside it, can still be captured only by filling both, and nobody but \
         its owner can: there a stone of the opponent would have no liberty, and a red stone would capture nothing.",
        "Who runs out of other moves has to fill eyes. Count the safe moves of both sides.",
        "Black's first stone should be neither so good that White swaps it, nor so bad that White gladly leaves it.",
    ],
    choices: &[RuleExplanation {
        about: "The pie rule",
        values: &["White may take over Black's first stone", "White may not"],
    }],
    game: ExampleGame {
        size: 4,
        rules: &[],
        start: "Black begins. The side without a stone has lost.",
        moves: &[
            ("B2", "Black's first stone. A red stone could not be placed anywhere: there is nothing to capture."),
            ("swap-pieces", "White swaps: B2 is white now, and Black begins again."),
            ("A2", "Black puts down a stone beside it."),
            ("A1", "White's A1 leaves itself a single liberty, B1."),
            ("red@B1", "Black takes it: the red stone fills the last liberty of A1, which leaves the board."),
            (
                "B3",
                "White cannot go back to A1: its stone would have no liberty there, and a red stone would capture nothing. It keeps \
                 Black from the middle instead.",
            ),
            (
                "A1",
                "Black joins A1 to A2, but the group has one liberty left, A3. It should have begun a second group, such as C3.",
            ),
            ("red@A3", "The red stone takes it. Both black stones leave; Black has none, and White has won."),
        ],
    },
};
