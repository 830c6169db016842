//! The words for what is settled before the first move, wherever somebody writes them: on the command line, in TOML
//! files, results, position lines, SGF and GTP. Which game, how large, by which rules, what komi, which points are blocked.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};

use super::quote;
use crate::board::{Geometry, PointSet, Vertex};
use crate::games;
use crate::setup::{GameInfo, Setup, SetupError};

/// Words that ask for no game that there is; it says what was wrong and what is accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadSetupError {
    /// No game of ours, and the games that there are.
    #[error("unknown game '{0}'; games are {1}")]
    Game(String, String),
    /// No size.
    #[error("cannot read the size '{0}'; a size is N, or WxH where the sides differ")]
    SizeText(String),
    /// A size that the game hasn't, or not by these rules.
    #[error("unacceptable size {size}; {game} takes {least} to {most}, as far as its rules allow")]
    Size {
        /// What was asked for.
        size: Size,
        /// The game's id.
        game: &'static str,
        /// Its smallest side.
        least: u16,
        /// Its largest side.
        most: u16,
    },
    /// No rule.
    #[error("cannot read the rule '{0}'; a rule is NAME=VALUE")]
    RuleText(String),
    /// A rule or blocked points that the game hasn't.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// No komi.
    #[error("komi is a finite number, not '{0}'")]
    Komi(String),
    /// No vertex, or none of this board.
    #[error("'{0}' is no point of this board")]
    Point(String),
}

/// The size of a board: `9`, or `9x7` for width and height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// The side of the board; Alaric's number of cells.
    Side(u16),
    /// Width and height.
    Rectangle(u16, u16),
}

impl Size {
    /// A game on a board of this size; its blocked points stay where the size does.
    ///
    /// # Errors
    /// [`SetupError::Size`] if the game hasn't that size, or its rules forbid it.
    pub fn of(self, setup: &Setup) -> Result<Setup, SetupError> {
        match self {
            Size::Side(side) => setup.with_size(side),
            // A row of cells is n × 1.
            Size::Rectangle(width, 1) if setup.geometry().height() == 1 => setup.with_size(width),
            Size::Rectangle(width, height) => setup.with_rectangle(width, height),
        }
    }

    /// Width and height.
    pub const fn sides(self) -> (u16, u16) {
        match self {
            Size::Side(side) => (side, side),
            Size::Rectangle(width, height) => (width, height),
        }
    }

    /// The size with other sides.
    ///
    /// # Errors
    /// The first one of `change`.
    pub fn map_sides<E>(self, change: impl Fn(u16) -> Result<u16, E>) -> Result<Size, E> {
        Ok(match self {
            Size::Side(side) => Size::Side(change(side)?),
            Size::Rectangle(width, height) => Size::Rectangle(change(width)?, change(height)?),
        })
    }

    /// The size of a setup, in the one way in which it is written.
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

/// Reads `9`, `9x7`, `9X7`, `9:7` (SGF's). A side that no board has reads as 0.
impl FromStr for Size {
    type Err = ReadSetupError;

    fn from_str(text: &str) -> Result<Size, ReadSetupError> {
        let side = |text: &str| {
            let text = text.trim();
            let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse().unwrap_or(0))
        };
        let size = match text.split_once(['x', 'X', ':']) {
            None => side(text).map(Size::Side),
            Some((width, height)) => {
                side(width).zip(side(height)).map(|(width, height)| Size::Rectangle(width, height))
            }
        };
        size.ok_or_else(|| ReadSetupError::SizeText(quote(text)))
    }
}

/// Reads a game by its id, in any case.
///
/// # Errors
/// [`ReadSetupError::Game`], with all games.
pub fn game(text: &str) -> Result<&'static GameInfo, ReadSetupError> {
    games::find(text).ok_or_else(|| unknown_game(text))
}

/// The error for a text that is no game.
pub fn unknown_game(text: &str) -> ReadSetupError {
    let ids: Vec<&str> = games::GAMES.iter().map(|info| info.id).collect();
    ReadSetupError::Game(quote(text), ids.join(", "))
}

/// Reads points for White: any finite number.
///
/// # Errors
/// [`ReadSetupError::Komi`].
pub fn komi(text: &str) -> Result<f64, ReadSetupError> {
    // Words like `inf` and `nan` are numbers to the library, not to a reader.
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let komi = text.parse().ok().filter(|komi: &f64| plain && komi.is_finite());
    komi.ok_or_else(|| ReadSetupError::Komi(quote(text)))
}

/// A komi as it is written: never `-0`.
pub fn komi_text(komi: f64) -> String {
    (komi + 0.0).to_string()
}

/// Reads a rule: `NAME=VALUE`.
///
/// # Errors
/// [`ReadSetupError::RuleText`].
pub fn rule(text: &str) -> Result<(&str, &str), ReadSetupError> {
    text.split_once('=').ok_or_else(|| ReadSetupError::RuleText(quote(text)))
}

/// Reads the vertices of a board's points, parted by commas or blanks.
///
/// # Errors
/// [`ReadSetupError::Point`].
pub fn points<'a>(geometry: &Geometry, words: impl IntoIterator<Item = &'a str>) -> Result<PointSet, ReadSetupError> {
    let words = words.into_iter().flat_map(|text| text.split([',', ' '])).filter(|word| !word.is_empty());
    let point = |word: &str| word.parse::<Vertex>().ok().and_then(|vertex| geometry.point(vertex));
    words.map(|word| point(word).ok_or_else(|| ReadSetupError::Point(quote(word)))).collect()
}

/// A setup as somebody asks for it; what is not told is the game's default.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SetupWords {
    /// The game's id; [`games::DEFAULT`] without it.
    pub game: Option<String>,
    /// A [`Size`].
    pub size: Option<String>,
    /// Names and values of rules; of two for the same rule the later counts.
    pub rules: Vec<(String, String)>,
    /// Points for White.
    pub komi: Option<f64>,
    /// Vertices of blocked points.
    pub blocked: Vec<String>,
}

impl SetupWords {
    /// The setup.
    ///
    /// # Errors
    /// The first thing asked for that there isn't.
    pub fn read(&self) -> Result<Setup, ReadSetupError> {
        let mut setup = Setup::new(self.game.as_deref().map_or(Ok(games::DEFAULT), game)?);
        let size = self.size.as_deref().map(str::parse::<Size>).transpose()?;
        // Some sizes go only with some rules, and the other way round, so whatever can be applied goes first.
        let mut left: Vec<Change<'_>> = size.into_iter().map(Change::Size).collect();
        left.extend(self.rules.iter().map(|(name, value)| Change::Rule(name, value)));
        while !left.is_empty() {
            let before = left.len();
            let mut first_error = None;
            left.retain(|change| match change.of(&setup) {
                Ok(changed) => {
                    setup = changed;
                    false
                }
                Err(error) => {
                    first_error.get_or_insert(error);
                    true
                }
            });
            if let Some(error) = first_error.filter(|_| left.len() == before) {
                return Err(error);
            }
        }
        let blocked = points(&setup.geometry(), self.blocked.iter().map(String::as_str))?;
        setup = setup.with_blocked(blocked)?;
        if let Some(komi) = self.komi {
            if !komi.is_finite() {
                return Err(ReadSetupError::Komi(komi.to_string()));
            }
            setup.set_komi(komi);
        }
        Ok(setup)
    }
}

/// One thing that is asked of a setup.
enum Change<'a> {
    Size(Size),
    Rule(&'a str, &'a str),
}

impl Change<'_> {
    fn of(&self, setup: &Setup) -> Result<Setup, ReadSetupError> {
        match *self {
            Change::Size(size) => size.of(setup).map_err(|_| unacceptable(size, setup.info())),
            Change::Rule(name, value) => Ok(setup.with_rule(name, value)?),
        }
    }
}

fn unacceptable(size: Size, info: &GameInfo) -> ReadSetupError {
    ReadSetupError::Size { size, game: info.id, least: *info.sizes.start(), most: *info.sizes.end() }
}

/// A size in a file: a number, or a text such as `9x7`.
///
/// # Errors
/// If it is neither.
pub fn deserialize_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a size: a number, or a text such as '9x7'")]
    enum NumberOrText {
        Number(i64),
        Text(String),
    }
    Ok(Option::<NumberOrText>::deserialize(deserializer)?.map(|told| match told {
        NumberOrText::Number(number) => number.to_string(),
        NumberOrText::Text(text) => text,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(game: &str, size: &str, rules: &[(&str, &str)], blocked: &[&str]) -> Result<Setup, String> {
        let words = SetupWords {
            game: Some(game.to_owned()),
            size: Some(size.to_owned()),
            rules: rules.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            komi: None,
            blocked: blocked.iter().map(|word| (*word).to_owned()).collect(),
        };
        words.read().map_err(|error| error.to_string())
    }

    #[test]
    fn sizes_are_a_side_or_two() {
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
    fn size_and_rules_may_depend_on_each_other_in_either_order() {
        assert_eq!(words("bracket", "4", &[("shape", "rhombus")], &[]).unwrap().width(), 4);
        assert_eq!(words("bracket", "5", &[("shape", "hexagon")], &[]).unwrap().width(), 5);
        let error = words("bracket", "4", &[], &[]).unwrap_err();
        assert_eq!(error, "unacceptable size 4; bracket takes 1 to 25, as far as its rules allow");
    }

    #[test]
    fn points_are_parted_by_commas_or_blanks() {
        let setup = words("stoical", "9x7", &[], &["a1,B2", "C3 D4"]).unwrap();
        assert_eq!((setup.width(), setup.height(), setup.blocked().iter().count()), (9, 7, 4));
        assert_eq!(words("stoical", "9x7", &[], &["A8"]).unwrap_err(), "'A8' is no point of this board");
        assert_eq!(words("bracket", "5", &[], &["A1"]).unwrap_err(), "Bracket has no blocked points");
    }

    #[test]
    fn what_there_is_not_is_named_with_what_there_is() {
        assert!(words("chess", "8", &[], &[]).unwrap_err().starts_with("unknown game 'chess'; games are alaric, "));
        assert_eq!(
            words("stoical", "big", &[], &[]).unwrap_err(),
            "cannot read the size 'big'; a size is N, or WxH where the sides differ"
        );
        assert!(words("stoical", "9", &[("ko", "none")], &[]).unwrap_err().starts_with("ko takes stoical, "));
        for text in ["nan", "inf", "1e999", "", "6,5"] {
            assert_eq!(komi(text), Err(ReadSetupError::Komi(text.to_owned())));
        }
        assert_eq!((komi("-6.5"), komi_text(-0.0)), (Ok(-6.5), "0".to_owned()));
    }
}
