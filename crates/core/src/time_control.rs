//! Time controls, and the time that they leave a player.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use nom::Parser as _;
use nom::branch::alt;
use nom::combinator::{fail, map, map_opt, verify};
use nom::error::context;
use nom::sequence::{preceded, terminated};
use serde::{Deserialize, Serialize};

use crate::notation::grammar::{GrammarError, Parsed, count, number, parse_all, symbol};

/// The longest time that a setting can have, about 30 years: longer ones count as this.
pub const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// The longest time that is accepted in the text of a time control, in seconds.
const LONGEST_IN_TEXT: f64 = 1e7;

/// Converts seconds to a time of at most [`LONGEST`]; `None` if negative or not a number.
pub fn seconds(value: f64) -> Option<Duration> {
    (value >= 0.0).then(|| Duration::from_secs_f64(value.min(LONGEST.as_secs_f64())))
}

/// The time that a player has for a game.
///
/// ```
/// use std::time::Duration;
/// use quintet_core::time_control::TimeControl;
///
/// let control: TimeControl = "fischer:60+0.5".parse()?;
/// let (main, increment) = (Duration::from_secs(60), Duration::from_millis(500));
/// assert_eq!(control, TimeControl::Fischer { main, increment });
/// assert_eq!(control.to_string(), "fischer:60+0.5");
/// # Ok::<(), quintet_core::time_control::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// No limit.
    #[default]
    Unlimited,
    /// The same time for every move.
    PerMove(Duration),
    /// A fixed time for the whole game.
    Absolute {
        /// The time for the whole game.
        main: Duration,
    },
    /// After the main time, periods for one move each; a period is lost only when it is used up.
    Byoyomi {
        /// The time before the periods.
        main: Duration,
        /// The length of a period.
        period: Duration,
        periods: u32,
    },
    /// After the main time, periods for a number of moves each.
    Canadian {
        /// The time before the periods.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of moves to be made in each period.
        stones: u32,
    },
    /// Every move adds to the time.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// The time added after each move.
        increment: Duration,
    },
}

/// The error for a text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "cannot read the clock {0:?}: {1}; clocks are move:S, absolute:MAIN, byoyomi:MAIN+PERIODSxS, \
     canadian:MAIN+S/STONES, fischer:MAIN+S, in seconds"
)]
pub struct ParseTimeControlError(String, GrammarError);

impl TimeControl {
    /// Returns the time control of GTP's `time_settings`: seconds of main time, seconds of a
    /// Canadian period, moves in a period. A period without moves means no limit; no period means a
    /// fixed time.
    ///
    /// Returns `None` if a number of seconds is negative or not a number.
    pub fn gtp(main: f64, period: f64, stones: u32) -> Option<TimeControl> {
        let (main, period) = (seconds(main)?, seconds(period)?);
        Some(match (period.is_zero(), stones) {
            (true, _) => TimeControl::Absolute { main },
            (false, 0) => TimeControl::Unlimited,
            (false, _) => TimeControl::Canadian { main, period, stones },
        })
    }

    /// Replaces periods without time or without moves by a fixed time.
    #[must_use]
    pub fn without_empty_periods(self) -> TimeControl {
        match self {
            TimeControl::Byoyomi { main, period, periods: count }
            | TimeControl::Canadian { main, period, stones: count }
                if period.is_zero() || count == 0 =>
            {
                TimeControl::Absolute { main }
            }
            other => other,
        }
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        parse_all(text, control).map_err(|error| ParseTimeControlError(text.to_owned(), error))
    }
}

/// Reads a time control.
fn control(input: &str) -> Parsed<'_, TimeControl> {
    let kind = |name| terminated(symbol(name), symbol(":"));
    alt((
        map(preceded(kind("move"), positive), TimeControl::PerMove),
        map(preceded(kind("absolute"), positive), |main| TimeControl::Absolute { main }),
        map(
            preceded(kind("byoyomi"), (time, symbol("+"), counted, symbol("x"), positive)),
            |(main, _, periods, _, period)| TimeControl::Byoyomi { main, period, periods },
        ),
        map(
            preceded(kind("canadian"), (time, symbol("+"), positive, symbol("/"), counted)),
            |(main, _, period, _, stones)| TimeControl::Canadian { main, period, stones },
        ),
        map(preceded(kind("fischer"), (positive, symbol("+"), time)), |(main, _, increment)| TimeControl::Fischer {
            main,
            increment,
        }),
        context("a kind of clock", fail()),
    ))
    .parse(input)
}

fn time(input: &str) -> Parsed<'_, Duration> {
    let accepted = |value: f64| (value <= LONGEST_IN_TEXT).then(|| seconds(value)).flatten();
    context("a number of seconds up to 10000000", map_opt(number, accepted)).parse(input)
}

fn positive(input: &str) -> Parsed<'_, Duration> {
    context("a number of seconds above 0", verify(time, |time| !time.is_zero())).parse(input)
}

fn counted(input: &str) -> Parsed<'_, u32> {
    context("an integer above 0", verify(count, |&count| count > 0)).parse(input)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => f.write_str("unlimited"),
            TimeControl::PerMove(time) => write!(f, "move:{}", decimal(time)),
            TimeControl::Absolute { main } => write!(f, "absolute:{}", decimal(main)),
            TimeControl::Byoyomi { main, period, periods } => {
                write!(f, "byoyomi:{}+{periods}x{}", decimal(main), decimal(period))
            }
            TimeControl::Canadian { main, period, stones } => {
                write!(f, "canadian:{}+{}/{stones}", decimal(main), decimal(period))
            }
            TimeControl::Fischer { main, increment } => {
                write!(f, "fischer:{}+{}", decimal(main), decimal(increment))
            }
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseTimeControlError;

    fn try_from(text: String) -> Result<TimeControl, ParseTimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// Formats a time as exact decimal seconds without trailing zeros: `0.5`, `60`.
pub fn decimal(time: Duration) -> String {
    let (seconds, nanos) = (time.as_secs(), time.subsec_nanos());
    if nanos == 0 {
        return seconds.to_string();
    }
    format!("{seconds}.{nanos:09}").trim_end_matches('0').to_owned()
}

/// The time that a player has left under a time control.
///
/// ```
/// use std::time::Duration;
/// use quintet_core::time_control::{TimeControl, TimeLeft};
///
/// let control: TimeControl = "byoyomi:10+3x5".parse().unwrap();
/// let mut left = TimeLeft::new(control);
/// left.spend(control, Duration::from_secs(16), Duration::ZERO);
/// assert_eq!(left, TimeLeft { time: Duration::from_secs(5), count: 2 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// The rest of the main time, or of the current period.
    pub time: Duration,
    /// The number of periods (byo-yomi) or moves (Canadian) left; 0 in main time.
    pub count: u32,
}

impl TimeLeft {
    /// Returns the time at the start of a game.
    pub fn new(control: TimeControl) -> TimeLeft {
        let (main, count) = match control {
            TimeControl::Unlimited => (LONGEST, 0),
            TimeControl::PerMove(time) => (time, 1),
            TimeControl::Absolute { main }
            | TimeControl::Byoyomi { main, .. }
            | TimeControl::Canadian { main, .. }
            | TimeControl::Fischer { main, .. } => (main, 0),
        };
        let mut left = TimeLeft { time: main.min(LONGEST), count };
        left.enter_period(control);
        left
    }

    /// Starts the first period if there is no main time left.
    pub fn enter_period(&mut self, control: TimeControl) {
        if self.time.is_zero() && self.count == 0 {
            match control {
                TimeControl::Byoyomi { period, periods: count, .. }
                | TimeControl::Canadian { period, stones: count, .. } => *self = TimeLeft { time: period, count },
                _ => {}
            }
        }
    }

    /// Returns the longest time that the next move may take.
    pub fn limit(self, control: TimeControl) -> Duration {
        match (control, self.count) {
            (TimeControl::Byoyomi { period, periods, .. }, 0) => {
                self.time.saturating_add(period.saturating_mul(periods))
            }
            (TimeControl::Byoyomi { period, .. }, count) => self.time.saturating_add(period.saturating_mul(count - 1)),
            (TimeControl::Canadian { period, .. }, 0) => self.time.saturating_add(period),
            _ => self.time,
        }
    }

    /// Returns the time that is left during a move that has taken `used` so far: in byo-yomi and
    /// Canadian time that of the current period, with the periods or moves left. Once all time is
    /// used up it is 0.
    #[must_use]
    pub fn during_move(self, control: TimeControl, used: Duration) -> TimeLeft {
        if used <= self.time {
            return TimeLeft { time: self.time - used, ..self };
        }
        let over = used - self.time;
        match (control, self.count) {
            (TimeControl::Byoyomi { period, periods, .. }, count) => {
                let begun = u32::try_from(over.as_nanos().div_ceil(period.as_nanos().max(1))).unwrap_or(u32::MAX);
                // The period that follows the main time is not lost by being begun.
                let count = if count == 0 { periods.saturating_sub(begun - 1) } else { count.saturating_sub(begun) };
                match count {
                    0 => TimeLeft { time: Duration::ZERO, count: 1 },
                    _ => TimeLeft { time: period.saturating_mul(begun) - over, count },
                }
            }
            (TimeControl::Canadian { period, stones, .. }, 0) => {
                TimeLeft { time: period.saturating_sub(over), count: stones }
            }
            (_, count) => TimeLeft { time: Duration::ZERO, count },
        }
    }

    /// Takes the time of a move off.
    ///
    /// Byo-yomi periods may be exceeded by `grace` without being lost. Time that was exceeded
    /// counts as used up: callers compare with [`TimeLeft::limit`] first.
    pub fn spend(&mut self, control: TimeControl, used: Duration, grace: Duration) {
        let over = used.saturating_sub(self.time);
        let stays_in_main = self.count == 0 && used <= self.time;
        match control {
            TimeControl::Unlimited | TimeControl::PerMove(_) => {}
            TimeControl::Absolute { .. } => self.time = self.time.saturating_sub(used),
            TimeControl::Fischer { increment, .. } => {
                self.time = self.time.saturating_sub(used).saturating_add(increment).min(LONGEST);
            }
            TimeControl::Byoyomi { .. } | TimeControl::Canadian { .. } if stays_in_main => {
                self.time -= used;
                self.enter_period(control);
            }
            TimeControl::Byoyomi { period, periods, .. } => {
                let begun = over.saturating_sub(grace).as_nanos().div_ceil(period.as_nanos().max(1));
                // The period that follows the main time is not lost by being begun.
                let (had, lost) = match self.count {
                    0 => (periods, begun.saturating_sub(1)),
                    count => (count, begun),
                };
                *self = TimeLeft { time: period, count: u128::from(had).saturating_sub(lost).max(1) as u32 };
            }
            TimeControl::Canadian { period, stones, .. } => {
                *self = match self.count {
                    0 => TimeLeft { time: period.saturating_sub(over), count: stones.saturating_sub(1) },
                    count => TimeLeft { time: self.time.saturating_sub(used), count: count - 1 },
                };
                if self.count == 0 {
                    *self = TimeLeft { time: period, count: stones };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_parsed_and_formatted() {
        for text in [
            "move:0.5",
            "absolute:300",
            "byoyomi:60+3x10",
            "canadian:60.5+30/10",
            "fischer:60+0",
            "move:1.15",
            "move:0.000001",
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for wrong in ["", "60", "move:0", "move:-1", "move:nan", "byoyomi:60", "canadian:60+30/0", "fischer:60", "x:1"]
        {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn empty_periods_are_a_fixed_time() {
        let main = Duration::from_secs(9);
        for (period, stones) in [(Duration::ZERO, 1), (main, 0)] {
            let control = TimeControl::Canadian { main, period, stones };
            assert_eq!(control.without_empty_periods(), TimeControl::Absolute { main });
        }
    }
}
