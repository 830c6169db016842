//! Constant facts about a game: names, sizes, rules, stones and the functions that create its
//! positions.

use std::ops::RangeInclusive;

use super::Setup;
use super::levels::{DEFAULT_LEVELS, Levels};
use crate::board::{Geometry, Point, Shape};
use crate::diagram::{Diagram, DiagramError};
use crate::position::AnyPosition;
use crate::position::state_index::StateIndex;
use crate::tutorial::Tutorial;
use crate::types::{Seat, Stone};
use crate::weights::{Domain, HeuristicsInfo, ShippedFile, Weights, WeightsError, WeightsFile, domain_of, domains_of};

/// An optional rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// The rule's name in commands.
    pub name: &'static str,
    /// The names of its values, the default first.
    pub values: &'static [&'static str],
}

/// An optional rule as a type with one value for each value of the rule. [`rule!`](crate::rule)
/// defines such types.
pub trait Rule: Copy + 'static {
    /// The names of the rule and of its values.
    const INFO: RuleInfo;
    /// The values, in the order of their names.
    const VALUES: &'static [Self];
}

/// Defines the type of an optional rule, the default value first.
///
/// ```
/// use quintet_core::setup::Rule;
///
/// quintet_core::rule! {
///     /// The shape of the board.
///     BoardShape = "shape" {
///         /// A hexagon.
///         Hexagon = "hexagon",
///         /// A rhombus.
///         Rhombus = "rhombus",
///     }
/// }
/// assert_eq!(BoardShape::INFO.values, ["hexagon", "rhombus"]);
/// ```
#[macro_export]
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

/// A kind of stone that a player can choose to place.
#[derive(Debug)]
pub struct KindInfo {
    /// The kind's name in moves, before the `@`.
    pub name: &'static str,
    /// The stone that is placed; `None` is the player's own stone.
    pub stone: Option<Stone>,
}

/// A function that creates the position of a diagram.
pub type MakePosition = fn(&Setup, &Diagram) -> Result<Box<dyn AnyPosition>, DiagramError>;

/// The constant facts about a game.
///
/// ```
/// let cancer = quintet_games::find("cancer").unwrap();
/// assert_eq!((cancer.sizes.clone(), cancer.default_size), (2..=25, 9));
/// let kinds: Vec<&str> = cancer.kinds.iter().map(|kind| kind.name).collect();
/// assert_eq!(kinds, ["own", "cancer"]);
/// ```
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The identifier that selects the game in commands.
    pub id: &'static str,
    /// The name of the game.
    pub title: &'static str,
    /// The identifier of the game that this one is a variant of, with which it shares its code and,
    /// unless it has its own, its weights. Relatives are listed after all other games.
    pub relative_of: Option<&'static str>,
    /// The sizes of its boards.
    pub sizes: RangeInclusive<u16>,
    pub default_size: u16,
    /// Whether width and height may differ (both at least 2 then).
    pub rectangular: bool,
    /// The rules that can be chosen.
    pub rules: &'static [RuleInfo],
    /// The names and values of rules that cannot be chosen in this game, but in others that share
    /// its code.
    pub fixed_rules: &'static [(&'static str, &'static str)],
    /// The kinds of stone that a move can place, in the order of coded boards.
    pub kinds: &'static [KindInfo],
    /// The own stones of Black and White.
    pub own_stones: [Stone; 2],
    /// All stones that can stand on the board.
    pub stones: &'static [Stone],
    /// The side that begins.
    pub first: Seat,
    /// Whether a side may pass before the end of the game.
    pub passes: bool,
    /// Whether komi counts.
    pub komi: bool,
    /// Whether points can be blocked before the first move.
    pub blocking: bool,
    /// The places of handicap stones; `None` if the game has no handicap.
    pub handicap: Option<HandicapInfo>,
    /// Whether margins are points, so that a larger margin is better.
    pub has_margin: bool,
    /// The rule whose value `on` lets the second side answer the first move by
    /// [`Move::SWAP`](crate::types::Move::SWAP).
    pub swap: Option<&'static str>,
    /// Named rule sets of other programs.
    pub rule_sets: &'static [RuleSet],
    /// Returns the board of a setup.
    pub geometry: fn(&Setup) -> Geometry,
    /// Returns whether the size and the rules of a setup are compatible.
    pub check: fn(&Setup) -> bool,
    /// Creates the position of a diagram. With [`Setup::empty_diagram`], the starting position, it
    /// never fails.
    pub position: MakePosition,
    /// Facts for priors and learning.
    pub heuristics: HeuristicsInfo,
    /// The levels of play.
    pub levels: Levels,
    /// The puzzles: solved positions with one best move, one per line.
    pub puzzles: &'static str,
    /// The tasks of the lesson: small positions with a goal that the rules check, one per line.
    pub tasks: &'static str,
    /// Facts for exact solvers.
    pub solving: SolvingInfo,
    /// Facts for user interfaces and other programs.
    pub presentation: PresentationInfo,
    /// The boards on which tests check the rules.
    pub test_boards: TestBoards,
}

/// Facts for exact solvers. [`SolvingInfo::BASE`] is valid for every game, but makes solvers slow.
#[derive(Clone, Debug)]
pub struct SolvingInfo {
    /// Whether positions can repeat.
    pub can_repeat: bool,
    /// Whether the players fill the empty points in turn, each with its own stones, until the board
    /// is full, and the result depends on the full board alone.
    pub is_filling_game: bool,
    /// Whether values are margins; otherwise only the winner counts.
    pub values_are_margins: bool,
    /// `true` if learned weights order the moves in a search for exact values: there they save more
    /// time than they take.
    pub learned_ordering: bool,
    /// Returns the symmetries of the board under which the rules are invariant, except the
    /// identity, each as the image of every cell of the bounding rectangle.
    pub symmetries: fn(&Setup) -> Vec<Vec<u16>>,
    /// Returns the index of all positions, if the game has one and there are not too many
    /// positions.
    pub states: fn(&Setup) -> Option<Box<dyn StateIndex>>,
    /// Returns whether [`SolvingInfo::states`] has at most `limit` positions, without creating it,
    /// by a bound of about three times their number at most.
    pub can_index_states: fn(&Setup, limit: u64) -> bool,
}

impl SolvingInfo {
    /// Facts that are valid for every game.
    pub const BASE: SolvingInfo = SolvingInfo {
        can_repeat: true,
        is_filling_game: false,
        values_are_margins: true,
        learned_ordering: false,
        symmetries: |setup| setup.geometry().symmetries(),
        states: |_| None,
        can_index_states: |_, _| false,
    };
}

/// Facts for user interfaces and other programs.
#[derive(Clone, Debug)]
pub struct PresentationInfo {
    /// The rules in a paragraph, for help texts.
    pub summary: &'static str,
    /// The name of the game in GoGui: one word, a capital first, and not `Go`.
    pub gogui_id: &'static str,
    /// Whether boards are drawn with the star points of Go boards.
    pub star_points: bool,
    /// Whether the ends of the board of a setup are drawn as walls.
    pub has_walls: fn(&Setup) -> bool,
    /// Whether stones on the final board can be dead, as Go GUIs ask. (Scores count all stones as
    /// alive.)
    pub dead_stones: bool,
    /// The names and labels of the drawings of
    /// [`Presentation::draw`](crate::position::Presentation::draw).
    pub drawings: &'static [(&'static str, &'static str)],
    pub tutorial: &'static Tutorial,
}

impl PresentationInfo {
    /// A game without any special presentation.
    pub const BASE: PresentationInfo = PresentationInfo {
        summary: "",
        gogui_id: "",
        star_points: false,
        has_walls: |_| false,
        dead_stones: false,
        drawings: &[],
        tutorial: &Tutorial::EMPTY,
    };
}

impl GameInfo {
    /// A game in which both players place their own stones, without name and positions, for
    /// `..GameInfo::BASE`.
    pub const BASE: GameInfo = GameInfo {
        id: "",
        title: "",
        relative_of: None,
        sizes: 1..=25,
        default_size: 9,
        rectangular: false,
        rules: &[],
        fixed_rules: &[],
        kinds: &[KindInfo { name: "own", stone: None }],
        own_stones: [Stone::Black, Stone::White],
        stones: &[Stone::Black, Stone::White],
        first: Seat::Black,
        passes: false,
        komi: false,
        blocking: false,
        handicap: None,
        has_margin: true,
        swap: None,
        rule_sets: &[],
        geometry: |setup| Geometry::rectangle(Shape::Square, setup.width(), setup.height()),
        check: |_| true,
        position: |setup, _| panic!("{} has no positions", setup.info().id),
        heuristics: HeuristicsInfo::BASE,
        levels: DEFAULT_LEVELS,
        puzzles: "",
        tasks: "",
        solving: SolvingInfo::BASE,
        presentation: PresentationInfo::BASE,
        test_boards: TestBoards { small: &[], large: &[] },
    };
}

/// Boards for tests, each as a size (`5` or `4x3`) and other settings: `block=A1,D4`, `komi=0.5`,
/// `ko=simple`.
#[derive(Clone, Debug)]
pub struct TestBoards {
    /// Small boards, including the smallest and unusual ones. Slow tests play many games on each,
    /// with every combination of rules that its size allows.
    pub small: &'static [&'static str],
    /// Boards of common sizes and the largest one. Rules that are not named have their defaults.
    pub large: &'static [&'static str],
}

/// A named rule set of other programs, and the rules of this game that come closest to it.
#[derive(Clone, PartialEq, Debug)]
pub struct RuleSet {
    /// The names of the rule set, compared by [`RuleSet::is_called`].
    pub names: &'static [&'static str],
    /// The names and values of the rules that come closest to it; other rules are not changed.
    pub rules: &'static [(&'static str, &'static str)],
    /// The default komi of the rule set.
    pub komi: f64,
    /// The points that White receives for handicap stones.
    pub bonus: HandicapBonus,
    /// Whether dead stones leave the board after the end; otherwise all stones count as alive.
    pub removes_dead: bool,
    /// Descriptions of the parts of the rule set that are not supported.
    pub unplayed: &'static [&'static str],
}

impl RuleSet {
    /// Returns whether a name denotes this rule set, ignoring case, spaces, `-` and `_`.
    pub fn is_called(&self, name: &str) -> bool {
        let normalize = |text: &str| {
            let counts = |c: &char| !matches!(c, ' ' | '-' | '_');
            text.chars().filter(counts).map(|c| c.to_ascii_lowercase()).collect::<String>()
        };
        let name = normalize(name.trim());
        self.names.iter().any(|known| normalize(known) == name)
    }
}

/// The fixed places of handicap stones.
#[derive(Clone, Copy, Debug)]
pub struct HandicapInfo {
    /// Returns the number of stones that have fixed places on a board; 0 if there are none.
    pub most_fixed: fn(&Geometry) -> usize,
    /// Returns the fixed places of `count` stones: 2 to [`HandicapInfo::most_fixed`].
    pub fixed_places: fn(&Geometry, count: usize) -> Vec<Point>,
}

/// The points that White receives for Black's handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HandicapBonus {
    /// No points.
    #[default]
    None,
    /// One point for each stone.
    Stones,
    /// One point for each stone except the first.
    StonesLessOne,
}

impl HandicapBonus {
    /// Returns the points for a number of handicap stones.
    pub fn points(self, stones: u32) -> u32 {
        match self {
            HandicapBonus::None => 0,
            HandicapBonus::Stones => stones,
            HandicapBonus::StonesLessOne => stones.saturating_sub(1),
        }
    }
}

impl GameInfo {
    /// Returns the built-in weights for all setups, with the network but not in a domain of it.
    pub fn shipped_weights(&self) -> Weights {
        self.built_in_weights(WeightsFile::Game)
    }

    /// Returns the built-in file for a setup: the first with a network whose domain covers it,
    /// otherwise that of the game.
    pub fn weights_file(&self, setup: &Setup) -> WeightsFile {
        let files = (0..self.heuristics.domain_weights.len()).map(WeightsFile::Domain);
        let mut covering = files.filter(|&file| domain_of(&self.domains(file), setup).is_some());
        covering.next().unwrap_or(WeightsFile::Game)
    }

    /// Returns the domains of the network in a built-in file.
    ///
    /// # Panics
    /// Panics if the file is damaged, which a test checks.
    pub fn domains(&self, file: WeightsFile) -> Vec<Domain> {
        let text = self.shipped_file(file).text();
        if text.is_empty() {
            return Vec::new();
        }
        domains_of(text).unwrap_or_else(|error| panic!("weights of {}: {error}", self.id))
    }

    /// Returns the weights in a built-in file; neutral ones if the game has none.
    ///
    /// # Panics
    /// Panics if the file is damaged, which a test checks.
    pub fn built_in_weights(&self, file: WeightsFile) -> Weights {
        let text = self.shipped_file(file).text();
        if text.is_empty() {
            return Weights::zero(self.id, &self.heuristics);
        }
        self.read_weights(text).unwrap_or_else(|error| panic!("weights of {}: {error}", self.id))
    }

    /// Returns the weights for a setup, as they are used there.
    ///
    /// # Panics
    /// Panics if the built-in file is damaged, which a test checks.
    pub fn weights_for(&self, setup: &Setup) -> Weights {
        let weights = self.built_in_weights(self.weights_file(setup));
        let domain = domain_of(weights.domains(), setup);
        weights.in_domain(domain, &self.heuristics)
    }

    fn shipped_file(&self, file: WeightsFile) -> ShippedFile {
        let heuristics = &self.heuristics;
        match file {
            WeightsFile::Game => heuristics.weights,
            WeightsFile::Domain(index) => heuristics.domain_weights[index],
        }
    }

    /// Returns the names of the built-in weights files that are missing, which only a program without
    /// built-in files has.
    pub fn missing_weights(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> =
            self.heuristics.files().filter(|file| file.is_missing()).map(|file| file.name).collect();
        names.dedup();
        names
    }

    /// Supplies the text of a weights file that is not built in; see [`ShippedFile`].
    ///
    /// # Errors
    /// Returns an error if the text is not a complete weights file of the game.
    pub fn supply_weights(&self, file: ShippedFile, text: String) -> Result<(), WeightsError> {
        self.read_weights(&text)?;
        file.supply(text);
        Ok(())
    }

    /// Parses a weights file of this game, or of the one that it is a relative of.
    ///
    /// # Errors
    /// Returns an error, whose message is one line, if the text is not a complete file of this
    /// version and game.
    pub fn read_weights(&self, text: &str) -> Result<Weights, WeightsError> {
        Weights::read([self.id, self.relative_of.unwrap_or(self.id)], &self.heuristics, text).map_err(|error| {
            match error {
                WeightsError::NoNetwork(_) => WeightsError::NoNetwork(self.title),
                WeightsError::Unknown(_, section, name) => WeightsError::Unknown(self.title, section, name),
                other => other,
            }
        })
    }

    /// Returns the rule set of a name.
    pub fn rule_set(&self, name: &str) -> Option<&'static RuleSet> {
        self.rule_sets.iter().find(|set| set.is_called(name))
    }

    /// Returns the own stone of a player.
    pub fn own_stone(&self, seat: Seat) -> Stone {
        self.own_stones[seat.index()]
    }

    /// Returns the stone that a player places with a kind.
    pub fn placed_stone(&self, seat: Seat, kind: u8) -> Stone {
        self.kinds[usize::from(kind)].stone.unwrap_or(self.own_stone(seat))
    }

    /// Returns the kind that is the player's own stone, if there is one.
    pub fn own_kind(&self) -> Option<u8> {
        self.kinds.iter().position(|kind| kind.stone.is_none()).map(|kind| kind as u8)
    }
}
