//! What somebody new to a game is told: the rules in half a page, what each rule that can be chosen means, and a short
//! game to step through.

/// How a game is taught. All of it is plain text.
#[derive(Debug)]
pub struct Lesson {
    /// What it is about, in a sentence.
    pub headline: &'static str,
    /// What is drawn on its board beside stones, and what that means; empty where there is nothing of the kind.
    pub signs: &'static str,
    /// What labels of empty points mean in its drawings; others are texts that tell themselves.
    pub labels: &'static [Sign],
    /// What a size is: `cells`, `points a side`.
    pub size: &'static str,
    /// The rules by default, a paragraph each.
    pub rules: &'static [&'static str],
    /// Advice for the first games, a sentence each.
    pub advice: &'static [&'static str],
    /// The rules that can be chosen, in the order of [`crate::setup::GameInfo::rules`].
    pub choices: &'static [Explained],
    /// A short game.
    pub game: ShortGame,
}

/// A label of an empty point, as a small picture can show it.
#[derive(Debug)]
pub struct Sign {
    /// The label.
    pub label: &'static str,
    /// What is drawn in its place.
    pub shape: SignShape,
    /// What it means, as the end of a sentence that names the point.
    pub about: &'static str,
}

/// A small picture on an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignShape {
    /// A dotted ring.
    Ring,
    /// A cross.
    Cross,
}

impl SignShape {
    /// Its name: `ring`, `cross`.
    pub const fn name(self) -> &'static str {
        match self {
            SignShape::Ring => "ring",
            SignShape::Cross => "cross",
        }
    }
}

/// A rule with a choice of values, explained.
#[derive(Debug)]
pub struct Explained {
    /// What it is about.
    pub about: &'static str,
    /// What each value means, in the order of [`crate::setup::RuleInfo::values`].
    pub values: &'static [&'static str],
}

/// A game that shows the rules at work; both seats take turns from the start.
#[derive(Debug)]
pub struct ShortGame {
    /// The size of the board.
    pub size: u16,
    /// Rules that are not at their defaults.
    pub rules: &'static [(&'static str, &'static str)],
    /// What there is to say before the first move.
    pub start: &'static str,
    /// The moves, with what there is to say of each.
    pub moves: &'static [(&'static str, &'static str)],
}
