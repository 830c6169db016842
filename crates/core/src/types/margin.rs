//! Winning margins: rounding, text form and comparison.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::char;
use nom::combinator::{map_opt, value};
use nom::sequence::preceded;
use serde::{Deserialize, Serialize};

use super::Seat;
use crate::notation::decimal;
use crate::notation::grammar::{Parsed, any_case, parse_all};

/// Margins are rounded to 1/[`STEPS_PER_POINT`] points, which removes the rounding errors of sums
/// with a komi in tenths.
const STEPS_PER_POINT: f64 = 1e6;

/// Margins of at least this many points are not rounded: an `f64` cannot represent their
/// millionths.
const ROUNDING_LIMIT: f64 = 1e9;

/// The number of points by which Black wins, including komi; negative if White wins, 0 for a draw.
///
/// Rounded to a millionth of a point and never `-0`, so that equal margins have equal texts.
///
/// ```
/// use quintet_core::types::{Margin, Seat};
///
/// let margin = Margin::new(9.0 - 6.1);
/// assert_eq!(margin.to_string(), "B+2.9");
/// assert_eq!(margin.winner(), Some(Seat::Black));
/// assert_eq!("B+2.9".parse(), Ok(margin));
/// assert_eq!((-margin).to_string(), "W+2.9");
/// ```
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct Margin(f64);

impl Margin {
    pub const DRAW: Margin = Margin(0.0);

    /// Creates a margin from points for Black, which must not be NaN.
    #[inline]
    pub fn new(points: f64) -> Margin {
        debug_assert!(!points.is_nan());
        let rounded =
            if points.abs() < ROUNDING_LIMIT { (points * STEPS_PER_POINT).round() / STEPS_PER_POINT } else { points };
        // Adding 0 turns −0 into 0.
        Margin(rounded + 0.0)
    }

    /// Returns the points for Black; negative if White wins.
    #[inline]
    pub const fn points(self) -> f64 {
        self.0
    }

    /// Returns the points for a seat; negative if it loses.
    #[inline]
    pub const fn for_seat(self, seat: Seat) -> f64 {
        self.0 * seat.sign()
    }

    /// Returns the points for the winner.
    pub const fn abs(self) -> f64 {
        self.0.abs()
    }

    /// Returns the winner; `None` for a draw.
    #[inline]
    pub fn winner(self) -> Option<Seat> {
        winner(self.0)
    }
}

/// Returns the winner by a margin for Black, as playouts return it; `None` for 0.
#[inline]
pub fn winner(points: f64) -> Option<Seat> {
    match points {
        points if points > 0.0 => Some(Seat::Black),
        points if points < 0.0 => Some(Seat::White),
        _ => None,
    }
}

/// Converts whole points for Black, without rounding.
impl From<i32> for Margin {
    #[inline]
    fn from(points: i32) -> Margin {
        Margin(points.into())
    }
}

impl From<f64> for Margin {
    fn from(points: f64) -> Margin {
        Margin::new(points)
    }
}

impl From<Margin> for f64 {
    fn from(margin: Margin) -> f64 {
        margin.0
    }
}

impl PartialEq<f64> for Margin {
    fn eq(&self, points: &f64) -> bool {
        *self == Margin::new(*points)
    }
}

impl Neg for Margin {
    type Output = Margin;

    fn neg(self) -> Margin {
        Margin(0.0 - self.0)
    }
}

/// Formats the margin as in GTP and SGF: `B+3`, `W+0.5`, `0` for a draw.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(seat) => write!(f, "{}+{}", seat.letter().to_ascii_uppercase(), self.abs()),
            None => f.write_str("0"),
        }
    }
}

/// The error for a text that is not a margin or names only the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a margin is like B+3, W+0.5, or 0 for a draw")]
pub struct ParseMarginError;

/// Parses the format of [`Display`](fmt::Display) and `draw`, ignoring case.
impl FromStr for Margin {
    type Err = ParseMarginError;

    fn from_str(text: &str) -> Result<Margin, ParseMarginError> {
        parse_all(text, margin).map_err(|_| ParseMarginError)
    }
}

/// Reads a margin.
fn margin(input: &str) -> Parsed<'_, Margin> {
    let is_plain = |c: char| c.is_ascii_digit() || c == '.';
    let finite = |text: &str| decimal(text).map(Margin::new);
    let points = |seat| preceded((any_case(seat), char('+')), map_opt(take_while1(is_plain), finite));
    alt((value(Margin::DRAW, alt((tag("0"), any_case("draw")))), points("B"), points("W").map(|points| -points)))
        .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_in_tenths_leaves_no_rounding_error() {
        for tenths in -1000..=1000 {
            let komi = f64::from(tenths) / 10.0;
            for area in [-81.0, 0.0, 9.0, 80.0] {
                let margin = Margin::new(area - komi);
                let text = margin.to_string();
                assert!(text.len() <= "W+181.1".len(), "{area} - {komi}: {text}");
                assert_eq!(text.parse(), Ok(margin));
                assert_eq!(margin, area - komi);
            }
        }
    }

    #[test]
    fn a_draw_is_0_and_has_no_winner() {
        for points in [0.0, -0.0, 1e-7, -1e-7, 6.1 - 6.1] {
            assert_eq!(Margin::new(points).to_string(), "0");
            assert_eq!(Margin::new(points).winner(), None);
            assert_eq!((-Margin::new(points)).to_string(), "0");
        }
        assert_eq!("Draw".parse(), Ok(Margin::DRAW));
    }

    #[test]
    fn texts_without_points_are_rejected() {
        for text in ["", "B", "B+", "B+R", "W+T", "+3", "B-3", "B+-3", "B+inf", "B+1e999", "x+3", "1"] {
            assert_eq!(text.parse::<Margin>(), Err(ParseMarginError), "{text:?}");
        }
    }
}
