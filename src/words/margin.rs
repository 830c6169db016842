//! By how much a game is won: one rounding, one spelling, one comparison.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Seat;

/// Margins are told apart by a millionth of a point. Binary fractions leave dust far below that where points and a
/// komi in tenths are added up; beyond [`EXACT`] there are no millionths to round to.
const STEPS_A_POINT: f64 = 1e6;

/// From so many points on a margin is left as it is.
const EXACT: f64 = 1e9;

/// By how many points Black wins: negative where White does, 0 for a draw; komi is in it. Rounded to a millionth of
/// a point, never `-0`, so that equal margins have equal texts everywhere.
///
/// ```
/// use quintet::words::{Margin, Seat};
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
    /// Nobody wins.
    pub const DRAW: Margin = Margin(0.0);

    /// A margin of so many points for Black, which must be a number.
    #[inline]
    pub fn new(points: f64) -> Margin {
        debug_assert!(!points.is_nan());
        let rounded = if points.abs() < EXACT { (points * STEPS_A_POINT).round() / STEPS_A_POINT } else { points };
        // Adding 0 makes -0 plain.
        Margin(rounded + 0.0)
    }

    /// The points for Black; negative where White wins.
    #[inline]
    pub const fn points(self) -> f64 {
        self.0
    }

    /// The points that a seat wins by; negative where it loses.
    #[inline]
    pub const fn for_seat(self, seat: Seat) -> f64 {
        self.0 * seat.sign()
    }

    /// The points for whoever wins.
    pub const fn abs(self) -> f64 {
        self.0.abs()
    }

    /// Who wins; `None` for a draw.
    #[inline]
    pub fn winner(self) -> Option<Seat> {
        winner(self.0)
    }
}

/// Who wins by a margin seen by Black, as playouts give it; `None` for 0.
#[inline]
pub fn winner(points: f64) -> Option<Seat> {
    match points {
        points if points > 0.0 => Some(Seat::Black),
        points if points < 0.0 => Some(Seat::White),
        _ => None,
    }
}

/// Whole points need no rounding.
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

/// As referees and SGF files have it: `B+3`, `W+0.5`, `0` for a draw.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(seat) => write!(f, "{}+{}", seat.letter().to_ascii_uppercase(), self.abs()),
            None => f.write_str("0"),
        }
    }
}

/// A text that is no margin, or tells only who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a margin is like B+3, W+0.5, or 0 for a draw")]
pub struct ParseMarginError;

/// Reads what [`Display`](fmt::Display) writes, in any case, and `draw`.
impl FromStr for Margin {
    type Err = ParseMarginError;

    fn from_str(text: &str) -> Result<Margin, ParseMarginError> {
        if text == "0" || text.eq_ignore_ascii_case("draw") {
            return Ok(Margin::DRAW);
        }
        let (seat, points) = text.split_once('+').ok_or(ParseMarginError)?;
        let plain = points.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let points = points.parse().ok().filter(|points: &f64| plain && points.is_finite());
        let points = Margin::new(points.ok_or(ParseMarginError)?);
        match seat {
            "B" | "b" => Ok(points),
            "W" | "w" => Ok(-points),
            _ => Err(ParseMarginError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_komi_in_tenths_leaves_no_dust() {
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
    fn a_draw_has_one_text_and_no_winner() {
        for points in [0.0, -0.0, 1e-7, -1e-7, 6.1 - 6.1] {
            assert_eq!(Margin::new(points).to_string(), "0");
            assert_eq!(Margin::new(points).winner(), None);
            assert_eq!((-Margin::new(points)).to_string(), "0");
        }
        assert_eq!("Draw".parse(), Ok(Margin::DRAW));
    }

    #[test]
    fn whatever_is_no_number_of_points_is_refused() {
        for text in ["", "B", "B+", "B+R", "W+T", "+3", "B-3", "B+-3", "B+inf", "B+1e999", "x+3", "1"] {
            assert_eq!(text.parse::<Margin>(), Err(ParseMarginError), "{text:?}");
        }
    }
}
