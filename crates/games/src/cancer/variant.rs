//! The differences between Cancer and its relatives.

use quintet_core::types::Stone;

use crate::chains::drawing::LIBERTIES;

/// The parts of a relative of Cancer that are not in its `GameInfo`: a rule, the stones, the texts.
/// The neutral stone is the cancer stone in Cancer and the red stone in Redstone.
pub struct Variant {
    /// `true` if a side must place one of its own stones before its first neutral stone.
    pub own_first: bool,
    /// The stones of Black, of White and of nobody.
    pub stones: [Stone; 3],
    /// The names of the sides.
    pub sides: [&'static str; 2],
    /// The reasons why Black and White may not capture by a stone of their own.
    pub capturing: [&'static str; 2],
    /// The reason why a neutral stone may not be placed that has no effect.
    pub idle: &'static str,
    /// The reason why nobody may swap now.
    pub late_swap: &'static str,
    /// The reason why nobody may pass.
    pub pass: &'static str,
    /// The names and labels of the drawings.
    pub drawings: &'static [(&'static str, &'static str)],
}

/// The name of the drawing of eyes and of placements of neutral stones.
pub const EYES: &str = "eyes";

/// Cancer itself.
pub const CANCER: Variant = Variant {
    own_first: true,
    stones: [Stone::Red, Stone::White, Stone::Cancer],
    sides: ["Red", "White"],
    capturing: [
        "a red stone may not capture: it would take a white group's last liberty (a cancer stone may)",
        "a white stone may not capture: it would take a red group's last liberty (a cancer stone may)",
    ],
    idle: "a cancer stone has to capture or to fill an eye, and does neither here",
    late_swap: "only White can swap, as its first turn, right after Red's first stone",
    pass: "there is no passing in Cancer",
    drawings: &[LIBERTIES, (EYES, "Eyes and Cancer Placements")],
};
