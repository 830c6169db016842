//! The clock that the referee keeps for each engine.

use std::time::Duration;

use quintet_core::time_control::{TimeControl, TimeLeft, decimal};

/// Formats a time as GTP commands take it: seconds with at most three decimals, cut and not
/// rounded; with `whole`, cut to whole seconds.
pub fn seconds_text(time: Duration, whole: bool) -> String {
    if whole { time.as_secs().to_string() } else { decimal(Duration::from_millis(time.as_millis() as u64)) }
}

/// The clock of an engine during a game.
#[derive(Clone, Debug)]
pub struct PlayerClock {
    control: TimeControl,
    margin: Duration,
    left: TimeLeft,
}

impl PlayerClock {
    /// Returns a clock at the start of a game. A limit may be exceeded by up to `margin` without
    /// loss.
    pub fn new(control: TimeControl, margin: Duration) -> PlayerClock {
        let control = control.without_empty_periods();
        PlayerClock { control, margin, left: TimeLeft::new(control) }
    }

    /// Returns a clock during a game that is judged elsewhere, with the time that is left.
    pub fn with_time_left(control: TimeControl, left: TimeLeft) -> PlayerClock {
        PlayerClock { left, ..PlayerClock::new(control, Duration::ZERO) }
    }

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the longest time that the next move may take, without the margin.
    pub fn limit(&self) -> Duration {
        self.left.limit(self.control)
    }

    /// Takes the time of a move off. Returns `false` if the move took too long and the game is
    /// lost.
    pub fn spend(&mut self, time: Duration) -> bool {
        if time > self.limit().saturating_add(self.margin) {
            return false;
        }
        self.left.spend(self.control, time, self.margin);
        true
    }

    /// Returns the two numbers of `time_left`: the time, and the moves (Canadian) or periods
    /// (byo-yomi) left; 0 in the main time.
    pub fn time_left(&self) -> TimeLeft {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> PlayerClock {
        PlayerClock::new(text.parse().unwrap(), Duration::from_millis(500))
    }

    fn secs(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn left(clock: &PlayerClock) -> (f64, u32) {
        let TimeLeft { time, count } = clock.time_left();
        (time.as_secs_f64(), count)
    }

    #[test]
    fn seconds_are_never_rounded_up() {
        assert_eq!(seconds_text(secs(2.9), true), "2");
        assert_eq!(seconds_text(secs(0.9999), false), "0.999");
        assert_eq!(seconds_text(secs(0.3), false), "0.3");
        assert_eq!(seconds_text(secs(60.0), false), "60");
    }

    #[test]
    fn absolute_time_runs_out() {
        let mut clock = clock("absolute:10");
        assert!(clock.spend(secs(6.0)));
        assert_eq!(left(&clock), (4.0, 0));
        assert!(clock.spend(secs(4.4)), "within the margin");
        assert_eq!(left(&clock), (0.0, 0));
        assert!(!clock.spend(secs(0.6)));
    }

    #[test]
    fn a_clock_that_is_judged_elsewhere_has_the_given_time() {
        let given = TimeLeft { time: secs(4.0), count: 2 };
        let clock = PlayerClock::with_time_left("byoyomi:60+3x5".parse().unwrap(), given);
        assert_eq!((clock.time_left(), clock.limit()), (given, secs(9.0)));
    }

    #[test]
    fn a_time_for_each_move_never_changes() {
        let mut clock = clock("move:2");
        assert!(clock.spend(secs(2.4)) && clock.spend(secs(1.0)));
        assert_eq!(clock.limit(), secs(2.0));
        assert!(!clock.spend(secs(2.6)));
    }

    #[test]
    fn fischer_adds_after_the_move() {
        let mut clock = clock("fischer:10+2");
        assert!(clock.spend(secs(9.0)));
        assert_eq!(clock.limit(), secs(3.0));
        assert!(!clock.spend(secs(3.6)));
    }

    #[test]
    fn byo_yomi_periods_are_used_up_by_slow_moves_alone() {
        let mut clock = clock("byoyomi:10+3x5");
        assert_eq!(clock.limit(), secs(25.0));
        assert!(clock.spend(secs(10.0)));
        assert_eq!(left(&clock), (5.0, 3));
        assert!(clock.spend(secs(4.9)));
        assert_eq!(left(&clock), (5.0, 3));
        assert!(clock.spend(secs(7.0)));
        assert_eq!(left(&clock), (5.0, 2));
        assert!(clock.spend(secs(10.4)), "two periods and the margin");
        assert_eq!(left(&clock), (5.0, 1));
        assert!(!clock.spend(secs(5.6)));
    }

    #[test]
    fn canadian_periods_begin_anew_after_their_moves() {
        let mut clock = clock("canadian:10+6/2");
        assert!(clock.spend(secs(11.0)));
        assert_eq!(left(&clock), (5.0, 1));
        assert!(clock.spend(secs(5.0)));
        assert_eq!(left(&clock), (6.0, 2));
        assert!(clock.spend(secs(5.0)));
        assert!(!clock.spend(secs(1.6)));
    }
}
