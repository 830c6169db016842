//! Time controls, and the clock that the referee keeps for each engine.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How much time an engine has. All times in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// So much for every move.
    PerMove(f64),
    /// So much for the whole game.
    Absolute(f64),
    /// After the main time, periods that are used up only by moves that take longer than one of them.
    ByoYomi {
        /// The main time.
        main: f64,
        /// A period.
        period: f64,
        /// How many periods.
        periods: u32,
    },
    /// After the main time, so many moves in each period.
    Canadian {
        /// The main time.
        main: f64,
        /// A period.
        period: f64,
        /// Moves in a period.
        stones: u32,
    },
    /// The main time, and an increment after every move.
    Fischer {
        /// The main time.
        main: f64,
        /// The increment.
        increment: f64,
    },
}

/// Text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "cannot read the clock {0:?}; clocks are move:S, absolute:MAIN, byoyomi:MAIN+PERIODSxS, canadian:MAIN+S/STONES, \
     fischer:MAIN+S, in seconds"
)]
pub struct ParseClockError(String);

impl FromStr for TimeControl {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<TimeControl, ParseClockError> {
        parse(text).ok_or_else(|| ParseClockError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    let seconds = |text: &str| text.trim().parse::<f64>().ok().filter(|s| s.is_finite() && (0.0..=1e7).contains(s));
    let positive = |text: &str| seconds(text).filter(|s| *s > 0.0);
    let count = |text: &str| text.trim().parse::<u32>().ok().filter(|n| *n > 0);
    let (kind, rest) = text.split_once(':')?;
    Some(match kind.trim() {
        "move" => TimeControl::PerMove(positive(rest)?),
        "absolute" => TimeControl::Absolute(positive(rest)?),
        "byoyomi" => {
            let (main, rest) = rest.split_once('+')?;
            let (periods, period) = rest.split_once('x')?;
            TimeControl::ByoYomi { main: seconds(main)?, period: positive(period)?, periods: count(periods)? }
        }
        "canadian" => {
            let (main, rest) = rest.split_once('+')?;
            let (period, stones) = rest.split_once('/')?;
            TimeControl::Canadian { main: seconds(main)?, period: positive(period)?, stones: count(stones)? }
        }
        "fischer" => {
            let (main, increment) = rest.split_once('+')?;
            TimeControl::Fischer { main: positive(main)?, increment: seconds(increment)? }
        }
        _ => return None,
    })
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::PerMove(seconds) => write!(f, "move:{seconds}"),
            TimeControl::Absolute(main) => write!(f, "absolute:{main}"),
            TimeControl::ByoYomi { main, period, periods } => write!(f, "byoyomi:{main}+{periods}x{period}"),
            TimeControl::Canadian { main, period, stones } => write!(f, "canadian:{main}+{period}/{stones}"),
            TimeControl::Fischer { main, increment } => write!(f, "fischer:{main}+{increment}"),
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseClockError;

    fn try_from(text: String) -> Result<TimeControl, ParseClockError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// A number of seconds as GTP commands take it: whole where it is whole, else with up to three decimals, cut and
/// not rounded. With `whole`, cut to whole seconds.
pub fn seconds_text(seconds: f64, whole: bool) -> String {
    let unit = if whole { 1.0 } else { 1000.0 };
    // What is a thousandth but for floating point's last bit counts as one.
    let cut = (seconds.max(0.0) * unit + 1e-6).floor() / unit;
    format!("{cut}")
}

/// An engine's clock during a game.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: TimeControl,
    margin: f64,
    main: f64,
    /// Periods left, or moves left in the period.
    count: u32,
    /// What is left of the Canadian period.
    period: f64,
}

impl GameClock {
    /// A clock at the start of a game. By up to `margin` seconds a limit may be exceeded without loss.
    pub fn new(control: TimeControl, margin: f64) -> GameClock {
        let (main, count, period) = match control {
            TimeControl::PerMove(seconds) => (0.0, 1, seconds),
            TimeControl::Absolute(main) | TimeControl::Fischer { main, .. } => (main, 0, 0.0),
            TimeControl::ByoYomi { main, period, periods } => (main, periods, period),
            TimeControl::Canadian { main, period, stones } => (main, stones, period),
        };
        GameClock { control, margin, main, count, period }
    }

    /// By what it runs.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// How long the next move may take, margin apart.
    pub fn limit(&self) -> f64 {
        match self.control {
            TimeControl::PerMove(seconds) => seconds,
            TimeControl::Absolute(_) | TimeControl::Fischer { .. } => self.main,
            TimeControl::ByoYomi { period, .. } => self.main + f64::from(self.count) * period,
            TimeControl::Canadian { .. } => self.main + self.period,
        }
    }

    /// Takes the time of a move off. False: the time was over.
    pub fn spend(&mut self, seconds: f64) -> bool {
        if seconds > self.limit() + self.margin {
            return false;
        }
        let over = (seconds - self.main).max(0.0);
        let in_main = over == 0.0 && self.main > 0.0;
        self.main = (self.main - seconds).max(0.0);
        match self.control {
            TimeControl::PerMove(_) | TimeControl::Absolute(_) => {}
            TimeControl::Fischer { increment, .. } => self.main += increment,
            TimeControl::ByoYomi { period, .. } => {
                let full = (((over - self.margin) / period).ceil() as u32).saturating_sub(1);
                self.count = self.count.saturating_sub(full).max(1);
            }
            TimeControl::Canadian { period, stones, .. } => {
                if !in_main {
                    self.period = (self.period - over).max(0.0);
                    self.count -= 1;
                    if self.count == 0 {
                        (self.period, self.count) = (period, stones);
                    }
                }
            }
        }
        true
    }

    /// The two numbers of `time_left`: seconds, and the moves left for them (Canadian) or periods (byo-yomi); 0 in
    /// the main time.
    pub fn time_left(&self) -> (f64, u32) {
        if self.main > 0.0 {
            return (self.main, 0);
        }
        match self.control {
            TimeControl::Absolute(_) | TimeControl::Fischer { .. } => (0.0, 0),
            _ => (self.period, self.count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> GameClock {
        GameClock::new(text.parse().unwrap(), 0.5)
    }

    #[test]
    fn clocks_are_read_and_written_alike() {
        for text in ["move:0.5", "absolute:300", "byoyomi:60+3x10", "canadian:60.5+30/10", "fischer:60+0"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for wrong in ["", "60", "move:0", "move:-1", "move:nan", "byoyomi:60", "canadian:60+30/0", "fischer:60", "x:1"]
        {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn seconds_are_never_rounded_up() {
        assert_eq!(seconds_text(2.9, true), "2");
        assert_eq!(seconds_text(0.9999, false), "0.999");
        assert_eq!(seconds_text(0.1 + 0.2, false), "0.3");
        assert_eq!(seconds_text(60.0, false), "60");
        assert_eq!(seconds_text(-1.0, true), "0");
    }

    #[test]
    fn absolute_time_runs_out() {
        let mut clock = clock("absolute:10");
        assert!(clock.spend(6.0));
        assert_eq!(clock.time_left(), (4.0, 0));
        assert!(clock.spend(4.4), "within the margin");
        assert_eq!(clock.time_left(), (0.0, 0));
        assert!(!clock.spend(0.6));
    }

    #[test]
    fn fischer_adds_after_the_move() {
        let mut clock = clock("fischer:10+2");
        assert!(clock.spend(9.0));
        assert_eq!(clock.limit(), 3.0);
        assert!(!clock.spend(3.6));
    }

    #[test]
    fn byo_yomi_periods_are_used_up_by_slow_moves_alone() {
        let mut clock = clock("byoyomi:10+3x5");
        assert!(clock.spend(10.0));
        assert_eq!(clock.time_left(), (5.0, 3));
        assert!(clock.spend(4.9));
        assert_eq!(clock.time_left(), (5.0, 3));
        assert!(clock.spend(7.0));
        assert_eq!(clock.time_left(), (5.0, 2));
        assert!(clock.spend(10.4), "two periods and the margin");
        assert_eq!(clock.time_left(), (5.0, 1));
        assert!(!clock.spend(5.6));
    }

    #[test]
    fn canadian_periods_begin_anew_after_their_moves() {
        let mut clock = clock("canadian:10+6/2");
        assert!(clock.spend(11.0));
        assert_eq!(clock.time_left(), (5.0, 1));
        assert!(clock.spend(5.0));
        assert_eq!(clock.time_left(), (6.0, 2));
        assert!(clock.spend(5.0));
        assert!(!clock.spend(1.6));
    }
}
