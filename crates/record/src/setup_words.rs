//! The words for everything that is settled before the first move: the game, its size and rules,
//! komi and blocked points. The command line, TOML files, results, position lines, SGF and GTP all
//! use them.

use std::fmt;
use std::str::FromStr;

use nom::Parser as _;
use nom::branch::alt;
use nom::character::complete::{digit1, one_of};
use nom::combinator::{opt, recognize};
use nom::sequence::separated_pair;
use quintet_core::board::{Geometry, PointSet, Vertex};
use quintet_core::notation::grammar::{Parsed, parse_all, spaced};
use quintet_core::notation::{decimal, quote};
use quintet_core::setup::{GameInfo, Setup, SetupError};
use quintet_games as games;
use serde::{Deserialize, Deserializer};

/// Words that do not describe a setup. The message says what is wrong and what is accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadSetupError {
    /// The game is unknown; lists the known games.
    #[error("unknown game '{0}'; games are {1}")]
    Game(String, String),
    /// The size cannot be read.
    #[error("cannot read the size '{0}'; a size is N, or WxH where the sides differ")]
    SizeText(String),
    /// The game does not have this size, or not with these rules.
    #[error("unacceptable size {given}: {game} takes {accepted}")]
    Size {
        /// The size as it was written.
        given: String,
        /// The id of the game.
        game: &'static str,
        /// The sizes that are accepted, in words.
        accepted: String,
    },
    /// The rule cannot be read.
    #[error("cannot read the rule '{0}'; a rule is NAME=VALUE")]
    RuleText(String),
    /// The game does not have this rule, or no blocked points.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Komi cannot be read.
    #[error("komi is a finite number, not '{0}'")]
    Komi(String),
    /// The vertex cannot be read, or is not on this board.
    #[error("'{0}' is not a point of this board")]
    Point(String),
}

/// The size of a board: `9`, or `9x7` (width and height).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// The length of the side; the number of cells of a board with a single row.
    Side(u16),
    /// Width and height.
    Rectangle(u16, u16),
}

impl Size {
    /// Returns a setup with a board of this size. Blocked points are kept if the size stays the
    /// same.
    ///
    /// # Errors
    /// Returns [`SetupError::Size`] if the game does not have this size, or its rules forbid it.
    pub fn of(self, setup: &Setup) -> Result<Setup, SetupError> {
        match self {
            Size::Side(side) => setup.with_size(side),
            // A single row of cells may be written n × 1.
            Size::Rectangle(width, 1) if setup.geometry().height() == 1 => setup.with_size(width),
            Size::Rectangle(width, height) => setup.with_rectangle(width, height),
        }
    }

    /// Returns width and height.
    pub const fn sides(self) -> (u16, u16) {
        match self {
            Size::Side(side) => (side, side),
            Size::Rectangle(width, height) => (width, height),
        }
    }

    /// Returns the size with each side changed.
    ///
    /// # Errors
    /// Returns the first error of `change`.
    pub fn map_sides<E>(self, change: impl Fn(u16) -> Result<u16, E>) -> Result<Size, E> {
        Ok(match self {
            Size::Side(side) => Size::Side(change(side)?),
            Size::Rectangle(width, height) => Size::Rectangle(change(width)?, change(height)?),
        })
    }

    /// Returns the size of a setup as it is written.
    pub fn written(setup: &Setup) -> Size {
        match (setup.width(), setup.height()) {
            (width, height) if setup.info().rectangular && width != height => Size::Rectangle(width, height),
            (width, _) => Size::Side(width),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Side(side) => side.fmt(f),
            Size::Rectangle(width, height) => write!(f, "{width}x{height}"),
        }
    }
}

/// Parses `9`, `9x7`, `9X7` and SGF's `9:7`. A side that is out of range becomes 0.
impl FromStr for Size {
    type Err = ReadSetupError;

    fn from_str(text: &str) -> Result<Size, ReadSetupError> {
        parse_all(text, size).map_err(|_| ReadSetupError::SizeText(quote(text)))
    }
}

fn size(input: &str) -> Parsed<'_, Size> {
    let signed = || recognize((opt(one_of("+-")), digit1));
    let side = || spaced(signed().map(|text: &str| text.parse().unwrap_or(0)));
    alt((
        separated_pair(side(), one_of("xX:"), side()).map(|(width, height)| Size::Rectangle(width, height)),
        side().map(Size::Side),
    ))
    .parse(input)
}

/// Returns the game with this id, in any case.
///
/// # Errors
/// Returns [`ReadSetupError::Game`], which lists all games.
pub fn game(text: &str) -> Result<&'static GameInfo, ReadSetupError> {
    games::find(text).ok_or_else(|| unknown_game(text))
}

/// Returns the error for a text that is not a game.
pub fn unknown_game(text: &str) -> ReadSetupError {
    let ids: Vec<&str> = games::GAMES.iter().map(|info| info.id).collect();
    ReadSetupError::Game(quote(text), ids.join(", "))
}

/// Parses komi, the points for White: any finite number.
///
/// # Errors
/// Returns [`ReadSetupError::Komi`].
pub fn komi(text: &str) -> Result<f64, ReadSetupError> {
    decimal(text).ok_or_else(|| ReadSetupError::Komi(quote(text)))
}

/// Returns komi as it is written: never `-0`.
pub fn komi_text(komi: f64) -> String {
    (komi + 0.0).to_string()
}

/// Splits a rule, `NAME=VALUE`.
///
/// # Errors
/// Returns [`ReadSetupError::RuleText`].
pub fn rule(text: &str) -> Result<(&str, &str), ReadSetupError> {
    text.split_once('=').ok_or_else(|| ReadSetupError::RuleText(quote(text)))
}

/// Parses vertices of points of a board, separated by commas or spaces.
///
/// # Errors
/// Returns [`ReadSetupError::Point`].
pub fn points<'a>(geometry: &Geometry, words: impl IntoIterator<Item = &'a str>) -> Result<PointSet, ReadSetupError> {
    let words = words.into_iter().flat_map(|text| text.split([',', ' '])).filter(|word| !word.is_empty());
    let point = |word: &str| word.parse::<Vertex>().ok().and_then(|vertex| geometry.point(vertex));
    words.map(|word| point(word).ok_or_else(|| ReadSetupError::Point(quote(word)))).collect()
}

/// A setup as a user writes it. Everything left out is the game's default.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SetupWords {
    /// The id of the game; [`games::DEFAULT`] if `None`.
    pub game: Option<String>,
    /// The size, read as a [`Size`].
    pub size: Option<String>,
    /// Names and values of rules. If a rule occurs twice, the later value counts.
    pub rules: Vec<(String, String)>,
    /// Komi, in points for White; ignored in games without komi.
    pub komi: Option<f64>,
    /// The vertices of blocked points.
    pub blocked: Vec<String>,
}

impl SetupWords {
    /// Returns the setup.
    ///
    /// # Errors
    /// Returns an error for the first word that cannot be applied.
    pub fn read(&self) -> Result<Setup, ReadSetupError> {
        let mut setup = Setup::new(self.game.as_deref().map_or(Ok(games::DEFAULT), game)?);
        let size = self.size.as_deref().map(str::parse::<Size>).transpose()?;
        // Some sizes need certain rules, and the other way round. Everything that can be applied is
        // applied first.
        let mut pending: Vec<Change<'_>> = size.into_iter().map(Change::Size).collect();
        pending.extend(self.rules.iter().map(|(name, value)| Change::Rule(name, value)));
        while !pending.is_empty() {
            let before = pending.len();
            let mut first_error = None;
            pending.retain(|change| match self.apply(change, &setup) {
                Ok(changed) => {
                    setup = changed;
                    false
                }
                Err(error) => {
                    first_error.get_or_insert(error);
                    true
                }
            });
            if let Some(error) = first_error.filter(|_| pending.len() == before) {
                return Err(error);
            }
        }
        let blocked = points(&setup.geometry(), self.blocked.iter().map(String::as_str))?;
        setup = setup.with_blocked(blocked)?;
        if let Some(komi) = self.komi {
            if !komi.is_finite() {
                return Err(ReadSetupError::Komi(komi.to_string()));
            }
            // In a game without komi it would only make equal setups differ.
            if setup.info().komi {
                setup.set_komi(komi);
            }
        }
        Ok(setup)
    }

    fn apply(&self, change: &Change<'_>, setup: &Setup) -> Result<Setup, ReadSetupError> {
        match *change {
            Change::Size(size) => size.of(setup).map_err(|_| ReadSetupError::Size {
                given: quote(self.size.as_deref().unwrap_or_default().trim()),
                game: setup.info().id,
                accepted: accepted_sizes(size, setup),
            }),
            Change::Rule(name, value) => Ok(setup.with_rule(name, value)?),
        }
    }
}

/// A change to a setup.
enum Change<'a> {
    Size(Size),
    Rule(&'a str, &'a str),
}

/// Returns the sizes that a game takes with the rules of `setup`, in words, with a rule that also
/// allows the rejected size if there is one.
fn accepted_sizes(rejected: Size, setup: &Setup) -> String {
    let info = setup.info();
    let sizes: Vec<u16> = info.sizes.clone().filter(|&size| setup.with_size(size).is_ok()).collect();
    let (Some(least), Some(most)) = (sizes.first(), sizes.last()) else { return "no size with these rules".to_owned() };
    let all = match sizes[..] {
        _ if sizes.len() == usize::from(most - least) + 1 => format!("{least} to {most}"),
        _ if sizes.len() > 2 && sizes.iter().all(|size| size % 2 == 1) => format!("odd sizes from {least} to {most}"),
        _ => sizes.iter().map(u16::to_string).collect::<Vec<_>>().join(", "),
    };
    let all = if info.rectangular { format!("{all}, or WxH with these sides") } else { all };
    let choices = info.rules.iter().flat_map(|rule| rule.values.iter().map(|value| (rule.name, *value)));
    let mut allowing =
        choices.filter(|(name, value)| setup.with_rule(name, value).is_ok_and(|changed| rejected.of(&changed).is_ok()));
    match allowing.next() {
        Some((name, value)) => format!("{all}; {rejected} needs {name}={value}"),
        None => all,
    }
}

/// Deserializes a size: a number, or a text such as `9x7`.
///
/// # Errors
/// Returns an error if the value is neither.
pub fn deserialize_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a size: a number, or a text such as '9x7'")]
    enum NumberOrText {
        Number(i64),
        Text(String),
    }
    Ok(Option::<NumberOrText>::deserialize(deserializer)?.map(|size| match size {
        NumberOrText::Number(number) => number.to_string(),
        NumberOrText::Text(text) => text,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: &str, size: &str, rules: &[(&str, &str)], blocked: &[&str]) -> Result<Setup, ReadSetupError> {
        let words = SetupWords {
            game: Some(game.to_owned()),
            size: Some(size.to_owned()),
            rules: rules.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            komi: None,
            blocked: blocked.iter().map(|word| (*word).to_owned()).collect(),
        };
        words.read()
    }

    fn error(game: &str, size: &str, rules: &[(&str, &str)], blocked: &[&str]) -> String {
        read(game, size, rules, blocked).unwrap_err().to_string()
    }

    #[test]
    fn komi_makes_a_setup_differ_only_in_games_with_komi() {
        for info in games::GAMES {
            let words = |komi| SetupWords { game: Some(info.id.to_owned()), komi, ..SetupWords::default() };
            assert_eq!(words(Some(5.5)).read() != words(None).read(), info.komi, "{}", info.id);
        }
    }

    #[test]
    fn sizes_have_one_side_or_two() {
        for (text, size) in [
            ("9", Size::Side(9)),
            (" 9 ", Size::Side(9)),
            ("9x7", Size::Rectangle(9, 7)),
            ("9X7", Size::Rectangle(9, 7)),
            ("9:7", Size::Rectangle(9, 7)),
            ("-4", Size::Side(0)),
            ("99999999", Size::Side(0)),
        ] {
            assert_eq!(text.parse(), Ok(size), "{text}");
        }
        for text in ["", "x", "9x", "x9", "9.5", "nine", "9 7"] {
            assert_eq!(text.parse::<Size>(), Err(ReadSetupError::SizeText(text.to_owned())));
        }
    }

    #[test]
    fn size_and_rules_are_applied_in_either_order() {
        assert_eq!(read("bracket", "4", &[("shape", "rhombus")], &[]).unwrap().width(), 4);
        assert_eq!(read("bracket", "5", &[("shape", "hexagon")], &[]).unwrap().width(), 5);
        assert_eq!(
            error("bracket", "4", &[], &[]),
            "unacceptable size 4: bracket takes odd sizes from 1 to 25; 4 needs shape=rhombus"
        );
    }

    #[test]
    fn points_are_separated_by_commas_or_spaces() {
        let setup = read("stoical", "9x7", &[], &["a1,B2", "C3 D4"]).unwrap();
        assert_eq!((setup.width(), setup.height(), setup.blocked().iter().count()), (9, 7, 4));
        assert_eq!(error("stoical", "9x7", &[], &["A8"]), "'A8' is not a point of this board");
        assert_eq!(error("bracket", "5", &[], &["A1"]), "Bracket has no blocked points");
    }

    #[test]
    fn errors_say_what_is_accepted() {
        assert!(error("chess", "8", &[], &[]).starts_with("unknown game 'chess'; games are alaric, "));
        assert_eq!(
            error("stoical", "big", &[], &[]),
            "cannot read the size 'big'; a size is N, or WxH where the sides differ"
        );
        assert!(error("stoical", "9", &[("ko", "none")], &[]).starts_with("ko takes stoical, "));
        assert_eq!(error("alaric", "-3", &[], &[]), "unacceptable size -3: alaric takes 1 to 52");
        for text in ["nan", "inf", "1e999", "", "6,5"] {
            assert_eq!(komi(text), Err(ReadSetupError::Komi(text.to_owned())));
        }
        assert_eq!((komi("-6.5"), komi_text(-0.0)), (Ok(-6.5), "0".to_owned()));
    }
}
