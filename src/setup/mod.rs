//! What is settled before the first move: which game, how large, by which rules; and positions set up by hand.

mod info;

use std::collections::BTreeMap;

use crate::board::{Geometry, Point, PointSet};
use crate::words::{Seat, Stone};

pub(crate) use info::rule;
pub use info::{GameInfo, HandicapBonus, KindInfo, Rule, RuleInfo, RuleSet, TableInfo, TestBoards};

/// Size, rule or blocked point that the game, as it is set up, does not allow; nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The size is out of range, or does not go with the rules.
    #[error("unacceptable size")]
    Size,
    /// There is no such rule.
    #[error("no such rule; {0} has {1}")]
    RuleName(&'static str, String),
    /// The rule does not take this value.
    #[error("{0} takes {1}")]
    RuleValue(&'static str, String),
    /// The value does not go with the present size.
    #[error("the present size forbids {0}={1}")]
    RuleSize(&'static str, &'static str),
    /// The game has no blocked points.
    #[error("{0} has no blocked points")]
    NoBlocking(&'static str),
}

/// A game, its size and its rules: all that is settled before the first move.
///
/// ```
/// use quintet::games;
/// use quintet::setup::{Setup, SetupError};
///
/// let setup = Setup::new(games::find("bracket").unwrap());
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
}

impl PartialEq for Setup {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.info, other.info)
            && (self.width, self.height, &self.choices, &self.blocked)
                == (other.width, other.height, &other.choices, &other.blocked)
            && self.komi == other.komi
    }
}

impl Setup {
    /// A game at its default size with its default rules and no komi.
    pub fn new(info: &'static GameInfo) -> Setup {
        let mut setup = Setup {
            info,
            width: info.default_size,
            height: 0,
            choices: vec![0; info.rules.len()],
            blocked: PointSet::EMPTY,
            komi: 0.0,
        };
        setup.height = (info.geometry)(&Setup { height: setup.width, ..setup.clone() }).height();
        setup
    }

    /// The game's constant facts.
    pub fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Columns of the board's bounding rectangle; n in Alaric.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows of the board's bounding rectangle; 1 in Alaric.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The board.
    pub fn geometry(&self) -> Geometry {
        (self.info.geometry)(self)
    }

    /// The same game with size `size`; blocked points stay where that is the present one.
    ///
    /// # Errors
    /// [`SetupError::Size`] if the game hasn't that size, or its rules forbid it.
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

    /// The same game on a `width` × `height` board; blocked points stay where that is the present one.
    ///
    /// ```
    /// use quintet::games;
    /// use quintet::setup::Setup;
    ///
    /// let go = Setup::new(games::find("stoical").unwrap());
    /// assert_eq!(go.with_rectangle(7, 5)?.geometry().len(), 35);
    /// let cascade = Setup::new(games::find("cascade").unwrap());
    /// assert!(cascade.with_rectangle(7, 5).is_err());
    /// # Ok::<(), quintet::setup::SetupError>(())
    /// ```
    ///
    /// # Errors
    /// [`SetupError::Size`] if the game hasn't that board.
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

    /// Points are blocked on a board of one size.
    fn resized_from(self, before: &Setup) -> Setup {
        let same = (self.width, self.height) == (before.width, before.height);
        Setup { blocked: if same { before.blocked } else { PointSet::EMPTY }, ..self }
    }

    /// The rules as they are set: names and values, in the game's order.
    pub fn rules(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        self.info.rules.iter().zip(&self.choices).map(|(rule, &choice)| (rule.name, rule.values[choice]))
    }

    /// Whether its rules are those of a set, as far as the set tells them.
    pub fn follows(&self, set: &RuleSet) -> bool {
        set.rules.iter().all(|told| self.rules().any(|rule| rule == *told))
    }

    /// The value of a rule, as the type that the game reads it into.
    ///
    /// # Panics
    /// If the game has no such rule.
    pub fn choice<R: Rule>(&self) -> R {
        let index = self.info.rules.iter().position(|rule| rule.name == R::INFO.name);
        let index = index.unwrap_or_else(|| panic!("{} has no rule {}", self.info.id, R::INFO.name));
        R::VALUES[self.choices[index]]
    }

    /// Whether the second seat may answer the first move by a swap.
    pub fn has_swap(&self) -> bool {
        self.info.swap.is_some_and(|rule| self.rule(rule) == "on")
    }

    /// The word for a rule's value.
    ///
    /// # Panics
    /// If the game has no such rule.
    pub fn rule(&self, name: &str) -> &'static str {
        let found = self.rules().find(|(rule, _)| *rule == name);
        found.unwrap_or_else(|| panic!("{} has no rule {name}", self.info.id)).1
    }

    /// The same game with a rule set to a value, both read in any case.
    ///
    /// # Errors
    /// If the game has no such rule, the rule no such value, or the present size forbids it.
    pub fn with_rule(&self, name: &str, value: &str) -> Result<Setup, SetupError> {
        let list = |words: Vec<&str>| if words.is_empty() { "none".to_owned() } else { words.join(", ") };
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

    /// The blocked points.
    pub fn blocked(&self) -> PointSet {
        self.blocked
    }

    /// The same game with these points blocked, and no others.
    ///
    /// ```
    /// use quintet::board::{Point, PointSet};
    /// use quintet::games;
    /// use quintet::setup::Setup;
    ///
    /// let blocked: PointSet = [Point(40)].into_iter().collect();
    /// let go = Setup::new(games::find("stoical").unwrap()).with_blocked(blocked)?;
    /// assert!(!games::start(&go).legal_moves(go.info().first).iter().any(|mv| mv.point() == Some(Point(40))));
    /// # Ok::<(), quintet::setup::SetupError>(())
    /// ```
    ///
    /// # Errors
    /// [`SetupError::NoBlocking`] if the game has no blocked points.
    ///
    /// # Panics
    /// If a point is not on the board.
    pub fn with_blocked(&self, blocked: PointSet) -> Result<Setup, SetupError> {
        if !self.info.blocking && !blocked.is_empty() {
            return Err(SetupError::NoBlocking(self.info.title));
        }
        let geometry = self.geometry();
        assert!(blocked.iter().all(|point| geometry.contains(point)), "a blocked point is off the board");
        Ok(Setup { blocked, ..self.clone() })
    }

    /// Points that White is given.
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets the points that White is given: any finite number.
    pub fn set_komi(&mut self, komi: f64) {
        self.komi = komi;
    }
}

/// A position as it is drawn and written down: stones, the seat to move, and the rest of what legality depends on
/// as words.
///
/// ```
/// use quintet::games;
/// use quintet::setup::{Diagram, Setup};
/// use quintet::words::{Seat, Stone};
///
/// let setup = Setup::new(games::find("stoical").unwrap()).with_size(3)?;
/// let mut diagram = Diagram { to_move: Seat::White, ..Diagram::empty(&setup) };
/// diagram.stones[4] = Some(Stone::Black);
/// let game = games::start_from(&setup, &diagram).unwrap();
/// assert_eq!(game.score().unwrap().to_string(), "B+9");
/// # Ok::<(), quintet::setup::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// What stands on each cell of the bounding rectangle, in the order of [`Point`].
    pub stones: Vec<Option<Stone>>,
    /// Whose turn it is.
    pub to_move: Seat,
    /// What else legality and the result depend on, by name, where it isn't the ordinary: `passes=1`, `barred-b=A1,B1`.
    pub state: BTreeMap<String, String>,
}

impl Diagram {
    /// An empty board of a setup, its blocked points on it.
    pub fn empty(setup: &Setup) -> Diagram {
        let mut stones = vec![None; usize::from(setup.width) * usize::from(setup.height)];
        for point in setup.blocked.iter() {
            stones[point.index()] = Some(Stone::Blocked);
        }
        Diagram { stones, to_move: setup.info.first, state: BTreeMap::new() }
    }

    /// The points with this stone.
    pub fn points_with(&self, stone: Stone) -> impl Iterator<Item = Point> + '_ {
        (0..).map(Point).zip(&self.stones).filter(move |(_, s)| **s == Some(stone)).map(|(point, _)| point)
    }
}

/// A diagram that is no position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagramError {
    /// A stone that the game hasn't, or a stone on a cell that doesn't exist.
    #[error("no {0} stone can stand on {1}")]
    Stone(&'static str, String),
    /// A chain that could not stand.
    #[error("the chain at {0} has no liberty")]
    NoLiberty(String),
    /// A state word that the game hasn't or that can't be read.
    #[error("cannot read the state {0}={1}")]
    State(String, String),
    /// The number of cells does not fit the board.
    #[error("the board has {0} cells, the diagram {1}")]
    Size(usize, usize),
}
