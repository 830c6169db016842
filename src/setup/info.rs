//! The constant facts of a game: the sizes and rules that it can have, its stones, and what it is known by.

use std::ops::RangeInclusive;

use super::Setup;
use crate::board::Geometry;
use crate::lesson::Lesson;
use crate::words::{Seat, Stone};

/// A rule with a choice of values, the default first.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// The rule's name in commands.
    pub name: &'static str,
    /// The values that it takes, the default first.
    pub values: &'static [&'static str],
}

/// A rule as a type whose values are those that the rule takes: what a game reads its rules into, once.
/// `rule!` makes such types.
pub trait Rule: Copy + 'static {
    /// The rule's name and the words for its values.
    const INFO: RuleInfo;
    /// The values, in the order of their words.
    const VALUES: &'static [Self];
}

/// Makes the type of a rule: `rule! { /// Docs. Ko = "ko" { /// Docs. Simple = "simple", ... } }`, the default value
/// first.
macro_rules! rule {
    ($(#[$doc:meta])* $name:ident = $word:literal { $($(#[$value_doc:meta])* $value:ident = $value_word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$value_doc])* $value),+
        }

        impl $crate::setup::Rule for $name {
            const INFO: $crate::setup::RuleInfo =
                $crate::setup::RuleInfo { name: $word, values: &[$($value_word),+] };
            const VALUES: &'static [Self] = &[$(Self::$value),+];
        }
    };
}
pub(crate) use rule;

/// A kind of stone that a seat can choose to place.
#[derive(Debug)]
pub struct KindInfo {
    /// The kind's name in moves, before the `@`.
    pub name: &'static str,
    /// What then stands on the board; `None`: the seat's own stone.
    pub stone: Option<Stone>,
}

/// A table of learnt numbers.
#[derive(Debug)]
pub struct TableInfo {
    /// The table's name in weights files.
    pub name: &'static str,
    /// How many numbers it has.
    pub len: usize,
}

/// The constant facts of a game.
///
/// ```
/// use quintet::games;
///
/// let cancer = games::find("cancer").unwrap();
/// assert_eq!((cancer.sizes.clone(), cancer.default_size), (2..=25, 9));
/// let kinds: Vec<&str> = cancer.kinds.iter().map(|kind| kind.name).collect();
/// assert_eq!(kinds, ["own", "cancer"]);
/// ```
#[derive(Debug)]
pub struct GameInfo {
    /// The word that selects it.
    pub id: &'static str,
    /// Its name in words.
    pub title: &'static str,
    /// Its rules in a paragraph, for help texts.
    pub summary: &'static str,
    /// The word by which GoGui knows it: one word, a capital first, and not `Go`.
    pub gogui_id: &'static str,
    /// KataGo's words for the rules as they are set, as a JSON object, where KataGo's words fit.
    pub katago_rules: Option<fn(&Setup) -> String>,
    /// Sizes that it can have.
    pub sizes: RangeInclusive<u16>,
    /// The size that it has by default.
    pub default_size: u16,
    /// Whether width and height may differ (both at least 2 then).
    pub rectangular: bool,
    /// The rules that can be chosen.
    pub rules: &'static [RuleInfo],
    /// The kinds of stone that a move can place, in the order of coded boards.
    pub kinds: &'static [KindInfo],
    /// The seats' own stones, Black's and White's.
    pub own_stones: [Stone; 2],
    /// Stones that can stand on the board.
    pub stones: &'static [Stone],
    /// Who begins.
    pub first: Seat,
    /// Whether a seat may pass before the end of the game.
    pub passes: bool,
    /// Whether komi counts.
    pub komi: bool,
    /// Whether points can be blocked before the first move.
    pub blocking: bool,
    /// Sets of rules that other programs know by a name.
    pub rule_sets: &'static [RuleSet],
    /// Whether the seat that begins can be given stones before the first move.
    pub handicap: bool,
    /// Whether boards are drawn with the star points of Go boards.
    pub star_points: bool,
    /// Whether stones that stand at the end can be judged dead, as GUIs for Go ask it. (The score takes all for alive.)
    pub dead_stones: bool,
    /// The rule whose value `on` lets the second seat answer the first move by [`Move::SWAP`](crate::words::Move::SWAP).
    pub swap: Option<&'static str>,
    /// Features of moves for priors: every move has one entry of each table.
    pub prior: &'static [TableInfo],
    /// What a position tells a network of each of its points, by name; empty where there is none to learn.
    pub inputs: &'static [&'static str],
    /// What the game's informed playouts weigh.
    pub playout: &'static [TableInfo],
    /// The weights file that the program comes with.
    pub weights: &'static str,
    /// How it is taught.
    pub lesson: &'static Lesson,
    /// The board of a setup.
    pub geometry: fn(&Setup) -> Geometry,
    /// Whether size and rules go together.
    pub check: fn(&Setup) -> bool,
    /// The boards on which tests hold it to its rules.
    pub test_boards: TestBoards,
}

/// Boards on which a game is tested, each as a size (`5`, or `4x3`) and what else is to be set: `block=A1,D4`, `komi=0.5`,
/// `ko=simple`.
#[derive(Debug)]
pub struct TestBoards {
    /// Small boards, the smallest and odd ones among them, each for every combination of rules that goes with its size:
    /// a slow test plays many games on them.
    pub small: &'static [&'static str],
    /// Boards of the sizes that people play on, and the largest, each with the rules that it names and the others at
    /// their defaults.
    pub large: &'static [&'static str],
}

/// A set of rules that other programs know by a name, and how much of it the game plays.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleSet {
    /// Its names, as [`RuleSet::is_called`] compares them.
    pub names: &'static [&'static str],
    /// The rules that come nearest to it, by name and value; the others stay as they are.
    pub rules: &'static [(&'static str, &'static str)],
    /// Points that White is given by it where nobody says otherwise.
    pub komi: f64,
    /// What it gives White for handicap stones.
    pub bonus: HandicapBonus,
    /// What of it is not played, in words.
    pub unplayed: &'static [&'static str],
}

impl RuleSet {
    /// Whether a name means this set; case, blanks, `-` and `_` don't count.
    pub fn is_called(&self, name: &str) -> bool {
        let letters = |text: &str| {
            let counts = |c: &char| !matches!(c, ' ' | '-' | '_');
            text.chars().filter(counts).map(|c| c.to_ascii_lowercase()).collect::<String>()
        };
        let name = letters(name.trim());
        self.names.iter().any(|known| letters(known) == name)
    }
}

/// Points that White is given for Black's handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HandicapBonus {
    /// None.
    #[default]
    None,
    /// One a stone.
    Stones,
    /// One a stone but the first.
    StonesLessOne,
}

impl HandicapBonus {
    /// The points for so many handicap stones.
    pub fn points(self, stones: u32) -> u32 {
        match self {
            HandicapBonus::None => 0,
            HandicapBonus::Stones => stones,
            HandicapBonus::StonesLessOne => stones.saturating_sub(1),
        }
    }
}

impl GameInfo {
    /// The set of rules of a name.
    pub fn rule_set(&self, name: &str) -> Option<&'static RuleSet> {
        self.rule_sets.iter().find(|set| set.is_called(name))
    }

    /// The stone that belongs to a seat.
    pub fn own_stone(&self, seat: Seat) -> Stone {
        self.own_stones[seat.index()]
    }

    /// The stone that a seat puts down with a kind.
    pub fn placed_stone(&self, seat: Seat, kind: u8) -> Stone {
        self.kinds[usize::from(kind)].stone.unwrap_or(self.own_stone(seat))
    }

    /// The kind that is the seat's own stone, where there is one.
    pub fn own_kind(&self) -> Option<u8> {
        self.kinds.iter().position(|kind| kind.stone.is_none()).map(|kind| kind as u8)
    }
}
