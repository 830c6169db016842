//! Setups: the game, its size and its rules; and the facts about each game.

mod info;
mod levels;

use std::collections::BTreeMap;

use crate::board::{Geometry, PointSet};
use crate::diagram::{Diagram, DiagramError};
use crate::position::AnyPosition;
use crate::types::Stone;

pub use info::{
    GameInfo, HandicapBonus, HandicapInfo, KindInfo, MakePosition, PresentationInfo, Rule, RuleInfo, RuleSet,
    SolvingInfo, TestBoards,
};
pub use levels::{DEFAULT_LEVELS, LEVELS, LevelInfo, Levels, levels};

/// The error for a size, rule or blocked point that a setup does not allow.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The size is out of range or incompatible with the rules.
    #[error("unacceptable size")]
    Size,
    /// The game has no such rule.
    #[error("no such rule; {0} has {1}")]
    RuleName(&'static str, String),
    /// The rule has no such value.
    #[error("{0} takes {1}")]
    RuleValue(&'static str, String),
    /// The value is incompatible with the current size.
    #[error("the present size forbids {0}={1}")]
    RuleSize(&'static str, &'static str),
    /// The game has no blocked points.
    #[error("{0} has no blocked points")]
    NoBlocking(&'static str),
}

/// A game, its size, its rules, its blocked points and komi: everything that is fixed before the
/// first move.
///
/// ```
/// use quintet_core::setup::{Setup, SetupError};
///
/// let setup = Setup::new(quintet_games::find("bracket").unwrap());
/// assert_eq!((setup.width(), setup.rule("shape")), (9, "hexagon"));
/// // Hexagons have odd widths.
/// assert_eq!(setup.with_size(4), Err(SetupError::Size));
/// let rhombus = setup.with_rule("shape", "rhombus")?.with_size(4)?;
/// assert_eq!(rhombus.geometry().len(), 16);
/// # Ok::<(), SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    info: &'static GameInfo,
    width: u16,
    height: u16,
    choices: Vec<usize>,
    blocked: PointSet,
    komi: f64,
    /// The rule set that was chosen by name; it counts as long as the rules follow it.
    named: Option<&'static RuleSet>,
}

impl PartialEq for Setup {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.info, other.info)
            && (self.width, self.height, &self.choices, &self.blocked)
                == (other.width, other.height, &other.choices, &other.blocked)
            && self.komi == other.komi
            && self.rule_set() == other.rule_set()
            && self.removes_dead_stones() == other.removes_dead_stones()
    }
}

impl Setup {
    /// Creates the setup of a game with its default size, its default rules and no komi.
    pub fn new(info: &'static GameInfo) -> Setup {
        let mut setup = Setup {
            info,
            width: info.default_size,
            height: 0,
            choices: vec![0; info.rules.len()],
            blocked: PointSet::EMPTY,
            komi: 0.0,
            named: None,
        };
        setup.height = (info.geometry)(&Setup { height: setup.width, ..setup.clone() }).height();
        setup
    }

    /// Returns the constant facts about the game.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Returns the number of columns of the board's bounding rectangle.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Returns the number of rows of the board's bounding rectangle.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Returns the board.
    pub fn geometry(&self) -> Geometry {
        (self.info.geometry)(self)
    }

    /// Returns this setup with another size. Blocked points are kept if the size does not change.
    ///
    /// # Errors
    /// Returns [`SetupError::Size`] if the game does not have this size or its rules forbid it.
    pub fn with_size(&self, size: u16) -> Result<Setup, SetupError> {
        if !self.info.sizes.contains(&size) {
            return Err(SetupError::Size);
        }
        let mut setup = Setup { width: size, height: size, ..self.clone() };
        if !(self.info.check)(&setup) {
            return Err(SetupError::Size);
        }
        setup.height = setup.geometry().height();
        Ok(setup.resized_from(self))
    }

    /// Returns this setup with a `width` × `height` board. Blocked points are kept if the size does
    /// not change.
    ///
    /// ```
    /// use quintet_core::setup::Setup;
    ///
    /// let go = Setup::new(quintet_games::find("stoical").unwrap());
    /// assert_eq!(go.with_rectangle(7, 5)?.geometry().len(), 35);
    /// let cascade = Setup::new(quintet_games::find("cascade").unwrap());
    /// assert!(cascade.with_rectangle(7, 5).is_err());
    /// # Ok::<(), quintet_core::setup::SetupError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`SetupError::Size`] if the game does not have this board.
    pub fn with_rectangle(&self, width: u16, height: u16) -> Result<Setup, SetupError> {
        if width == height && self.geometry().height() != 1 {
            return self.with_size(width);
        }
        let side = 2.max(*self.info.sizes.start())..=*self.info.sizes.end();
        if !self.info.rectangular || !side.contains(&width) || !side.contains(&height) {
            return Err(SetupError::Size);
        }
        let setup = Setup { width, height, ..self.clone() };
        if (self.info.check)(&setup) { Ok(setup.resized_from(self)) } else { Err(SetupError::Size) }
    }

    /// Removes the blocked points if the size differs from that of `before`.
    fn resized_from(self, before: &Setup) -> Setup {
        let same = (self.width, self.height) == (before.width, before.height);
        Setup { blocked: if same { before.blocked } else { PointSet::EMPTY }, ..self }
    }

    /// Returns the names and values of the rules, in the order of [`GameInfo::rules`].
    pub fn rules(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        self.info.rules.iter().zip(&self.choices).map(|(rule, &choice)| (rule.name, rule.values[choice]))
    }

    /// Returns the names and values of the rules, then of those that are fixed in this game.
    pub fn all_rules(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        self.rules().chain(self.info.fixed_rules.iter().copied())
    }

    /// Returns whether the rules have the values that a rule set specifies.
    pub fn follows(&self, set: &RuleSet) -> bool {
        set.rules.iter().all(|specified| self.rules().any(|rule| rule == *specified))
    }

    /// Returns this setup with the rules of a rule set, which [`Setup::rule_set`] then returns.
    ///
    /// ```
    /// use quintet_core::setup::Setup;
    ///
    /// let go = Setup::new(quintet_games::find("stoical").unwrap());
    /// assert_eq!(go.rule_set(), None);
    /// let japanese = go.with_rule_set(go.info().rule_set("japanese").unwrap())?;
    /// assert_eq!((japanese.rule("ko"), japanese.rule_set().unwrap().names[0]), ("simple", "japanese"));
    /// assert_eq!(japanese.with_rule("ko", "stoical")?.rule_set(), None);
    /// # Ok::<(), quintet_core::setup::SetupError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the game does not have these rules.
    pub fn with_rule_set(&self, set: &'static RuleSet) -> Result<Setup, SetupError> {
        let setup = set.rules.iter().try_fold(self.clone(), |setup, (name, value)| setup.with_rule(name, value))?;
        Ok(Setup { named: Some(set), ..setup })
    }

    /// Returns the setup with the same rules, but not by the name of a rule set.
    #[must_use]
    pub fn without_rule_set(&self) -> Setup {
        Setup { named: None, ..self.clone() }
    }

    /// Returns the rule set that the rules follow: the one that was chosen by name, otherwise the
    /// first in the list of the game.
    pub fn rule_set(&self) -> Option<&'static RuleSet> {
        self.named.into_iter().chain(self.info.rule_sets).find(|set| self.follows(set))
    }

    /// Returns whether dead stones are removed after the end: only by a rule set that was chosen by
    /// name. The rules of a game alone count every stone.
    pub fn removes_dead_stones(&self) -> bool {
        self.info.presentation.dead_stones && self.named.is_some_and(|set| set.removes_dead && self.follows(set))
    }

    /// Returns the value of a rule as its type.
    ///
    /// # Panics
    /// Panics if the game has no such rule.
    pub fn choice<R: Rule>(&self) -> R {
        let value = self.rule(R::INFO.name);
        let index = R::INFO.values.iter().position(|known| *known == value);
        R::VALUES[index.unwrap_or_else(|| panic!("{} has no value {value}", R::INFO.name))]
    }

    /// Returns whether the second player may answer the first move with a swap (the pie rule).
    pub fn has_swap(&self) -> bool {
        self.info.swap.is_some_and(|rule| self.rule(rule) == "on")
    }

    /// Returns the name of a rule's value, also of one that is fixed in this game.
    ///
    /// # Panics
    /// Panics if the game has no such rule.
    pub fn rule(&self, name: &str) -> &'static str {
        let found = self.all_rules().find(|(rule, _)| *rule == name);
        found.unwrap_or_else(|| panic!("{} has no rule {name}", self.info.id)).1
    }

    /// Returns this setup with a rule set to a value, ignoring the case of both names.
    ///
    /// # Errors
    /// Returns an error if the game has no such rule, the rule has no such value or the current
    /// size forbids it.
    pub fn with_rule(&self, name: &str, value: &str) -> Result<Setup, SetupError> {
        let list = |names: Vec<&str>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let Some(index) = self.info.rules.iter().position(|rule| rule.name.eq_ignore_ascii_case(name)) else {
            let names = self.info.rules.iter().map(|rule| rule.name).collect();
            return Err(SetupError::RuleName(self.info.id, list(names)));
        };
        let rule = &self.info.rules[index];
        let Some(choice) = rule.values.iter().position(|v| v.eq_ignore_ascii_case(value)) else {
            return Err(SetupError::RuleValue(rule.name, list(rule.values.to_vec())));
        };
        let mut setup = self.clone();
        setup.choices[index] = choice;
        if !(self.info.check)(&setup) {
            return Err(SetupError::RuleSize(rule.name, rule.values[choice]));
        }
        Ok(setup)
    }

    /// Returns the blocked points.
    pub fn blocked(&self) -> PointSet {
        self.blocked
    }

    /// Returns this setup with exactly these points blocked.
    ///
    /// ```
    /// use quintet_core::board::{Point, PointSet};
    /// use quintet_core::setup::Setup;
    /// use quintet_core::types::Move;
    ///
    /// let blocked: PointSet = [Point(40)].into_iter().collect();
    /// let go = Setup::new(quintet_games::find("stoical").unwrap()).with_blocked(blocked)?;
    /// assert!(!go.start().is_legal(Move::place(0, Point(40))));
    /// # Ok::<(), quintet_core::setup::SetupError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`SetupError::NoBlocking`] if the game has no blocked points.
    ///
    /// # Panics
    /// Panics if a point is not on the board.
    pub fn with_blocked(&self, blocked: PointSet) -> Result<Setup, SetupError> {
        if !self.info.blocking && !blocked.is_empty() {
            return Err(SetupError::NoBlocking(self.info.title));
        }
        let geometry = self.geometry();
        assert!(blocked.iter().all(|point| geometry.contains(point)), "a blocked point is off the board");
        Ok(Setup { blocked, ..self.clone() })
    }

    /// Returns the board without stones, but with the blocked points.
    pub fn empty_diagram(&self) -> Diagram {
        let mut stones = vec![None; usize::from(self.width) * usize::from(self.height)];
        for point in self.blocked.iter() {
            stones[point.index()] = Some(Stone::Blocked);
        }
        Diagram { stones, to_move: self.info.first, state: BTreeMap::new() }
    }

    /// Returns the starting position.
    pub fn start(&self) -> Box<dyn AnyPosition> {
        self.position(&self.empty_diagram()).expect("the start is a position")
    }

    /// Returns the position of a diagram.
    ///
    /// # Errors
    /// Returns an error if the diagram is not a position of the game.
    pub fn position(&self, diagram: &Diagram) -> Result<Box<dyn AnyPosition>, DiagramError> {
        (self.info.position)(self, diagram)
    }

    /// Returns the points that White receives.
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets the points that White receives, any finite number.
    pub fn set_komi(&mut self, komi: f64) {
        self.komi = komi;
    }
}
