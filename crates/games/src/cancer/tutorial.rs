//! The tutorial of Cancer.

use quintet_core::tutorial::{ExampleGame, RuleExplanation, Step, Symbol, SymbolShape, Tutorial};

pub static TUTORIAL: Tutorial = Tutorial {
    headline: "Red against White, and a cancer that belongs to nobody: wipe out your opponent's stones.",
    signs: "Broken rings: what the last move took. Small dotted ring: an eye, which a cancer stone may fill. Small cross: a cancer stone captures here.",
    labels: &[
        Symbol { label: "eye", shape: SymbolShape::Ring, about: "an eye: a cancer stone may fill it" },
        Symbol { label: "c", shape: SymbolShape::Cross, about: "a cancer stone captures here" },
    ],
    size: "points a side",
    rules: &[
        "Red begins; in turn each side puts down one stone: one of its own colour, or a black cancer stone. Until you have put down a \
         stone of your own colour you must do that. Nobody passes.",
        "Connected stones of one colour are a group, and the empty points beside it are its liberties.",
        "A stone of your own never captures: it may go wherever afterwards every red and every white group still has a liberty, its own \
         included.",
        "A cancer stone has to do something: take at least one red or white group's last liberty, or fill an eye. An eye is an empty \
         point without an empty neighbour whose red and white neighbours are all of one colour.",
        "All red and white groups that are without a liberty leave the board together. Cancer stones stay for good and give no liberty, \
         so room only ever gets scarcer.",
        "After a capture, a side that has no stone left has lost, even by its own move. If both are gone, the player who moved wins. There is \
         no draw.",
        "The pie rule: as its first turn White may swap. The red stone on the board becomes White's first stone, and Red begins again.",
    ],
    steps: &[
        Step {
            moves: 4,
            text: "Each turn puts a stone of your colour where every group keeps an empty point beside it, or a \
                   cancer stone (dark, with spots).",
        },
        Step {
            moves: 5,
            text: "A cancer stone must take a group’s last empty point, which captures the group, or fill an eye; it \
                   stays for good and belongs to nobody.",
        },
        Step {
            moves: 10,
            text: "Room gets scarce: after a capture, the side without any stone on the board has lost.",
        },
    ],
    advice: &[
        "A group lives as long as it can reach open points. Spread out early, and keep your groups joined to room.",
        "When you can no longer put your own colour somewhere without capturing, look whether a cancer stone there captures: it \
         always does one or the other.",
        "Red's first stone should be neither so good that White swaps it, nor so bad that White gladly leaves it.",
    ],
    choices: &[
        RuleExplanation {
            about: "What counts as an eye",
            values: &[
                "an empty point with stones of a single colour around, edges and cancer aside",
                "the same, but with no cancer stone beside it",
                "the same as the first, and all the coloured stones beside it are one group",
            ],
        },
        RuleExplanation { about: "The pie rule", values: &["White may take over Red's first stone", "White may not"] },
    ],
    game: ExampleGame {
        size: 4,
        rules: &[],
        start: "Red begins. The side without a stone has lost.",
        moves: &[
            ("B2", "Red's first stone. Nobody may put down a cancer stone before a stone of their own."),
            ("swap-pieces", "White swaps: B2 is white now, and counts as White's first stone."),
            ("A2", "Red has no stone, so must put down a red one."),
            ("A1", "White's A1 leaves itself a single liberty, B1."),
            ("cancer@B1", "Red takes it: the cancer stone fills the last liberty of A1, which leaves the board."),
            (
                "cancer@A1",
                "A white stone on A1 would have no liberty. But A1 has no empty neighbour, and its only coloured neighbour is red: it \
                 is an eye, and a cancer stone may fill it. That leaves Red's A2 one liberty, A3.",
            ),
            ("A3", "Red runs."),
            ("B3", "White runs alongside."),
            ("A4", "Red has one liberty left, B4. It could have begun a second group at C3 instead."),
            ("cancer@B4", "The cancer stone takes it. Three red stones leave; Red has none, and White has won."),
        ],
    },
};
