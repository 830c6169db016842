//! Tutorials: the rules of a game in half a page, explanations of its optional rules, and an
//! example game.

/// The tutorial of a game. All texts are plain text.
#[derive(Debug)]
pub struct Tutorial {
    /// A sentence that describes the game.
    pub headline: &'static str,
    /// An explanation of the marks on the board other than stones; empty if there are none.
    pub signs: &'static str,
    /// The labels of empty points that are drawn as symbols; all others are shown as text.
    pub labels: &'static [Symbol],
    /// The unit of sizes: `cells`, `points a side`.
    pub size: &'static str,
    /// The paragraphs of the default rules.
    pub rules: &'static [&'static str],
    /// The game in a few pictures: positions of the example game, each with a sentence.
    pub steps: &'static [Step],
    /// Sentences of advice for the first games.
    pub advice: &'static [&'static str],
    /// The optional rules, in the order of [`crate::setup::GameInfo::rules`].
    pub choices: &'static [RuleExplanation],
    /// A short example game.
    pub game: ExampleGame,
}

/// A picture of "how to play": a position of the example game, explained in a sentence.
#[derive(Debug)]
pub struct Step {
    /// The number of moves of [`ExampleGame::moves`] after which the position is shown.
    pub moves: usize,
    /// The sentence.
    pub text: &'static str,
}

/// A label of an empty point that is drawn as a symbol.
#[derive(Debug)]
pub struct Symbol {
    pub label: &'static str,
    /// The symbol that is drawn instead.
    pub shape: SymbolShape,
    /// The meaning, which completes a sentence that begins with the name of the point.
    pub about: &'static str,
}

/// The shape of a symbol on an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolShape {
    /// A dotted ring.
    Ring,
    Cross,
}

impl SymbolShape {
    /// Returns the name: `ring` or `cross`.
    pub const fn name(self) -> &'static str {
        match self {
            SymbolShape::Ring => "ring",
            SymbolShape::Cross => "cross",
        }
    }
}

/// The explanation of an optional rule.
#[derive(Debug)]
pub struct RuleExplanation {
    /// The subject of the rule.
    pub about: &'static str,
    /// The meaning of each value, in the order of [`crate::setup::RuleInfo::values`].
    pub values: &'static [&'static str],
}

/// A game that demonstrates the rules. Both sides move in turn from the start.
#[derive(Debug)]
pub struct ExampleGame {
    /// The size of the board.
    pub size: u16,
    /// The names and values of rules that differ from their defaults.
    pub rules: &'static [(&'static str, &'static str)],
    /// The comment on the starting position.
    pub start: &'static str,
    /// The moves, each with a comment.
    pub moves: &'static [(&'static str, &'static str)],
}

impl Tutorial {
    /// An empty tutorial.
    pub const EMPTY: Tutorial = Tutorial {
        headline: "",
        signs: "",
        labels: &[],
        size: "points a side",
        rules: &[],
        steps: &[],
        advice: &[],
        choices: &[],
        game: ExampleGame { size: 0, rules: &[], start: "", moves: &[] },
    };
}
