//! The clocks of both players, and the time that a move should take.
//!
//! The engine runs these clocks itself ([`Clock::spend`]); a client that sends `time_left` corrects
//! them.

use std::time::Duration;

use quintet_core::time_control::{LONGEST, TimeControl, TimeLeft};
use quintet_core::types::Seat;

/// The default of [`Clock::lag`].
pub const DEFAULT_LAG: Duration = Duration::from_millis(50);

/// For short times less is kept back: a quarter, or half if that is less than this.
const LEAST_LAG: Duration = Duration::from_millis(5);

/// Of the moves that a player can be expected to make, this percentage gets shares of the time:
/// most games are decided long before they end (docs/research/strength.md).
const DECISIVE_PERCENT: u64 = 30;

/// Below this, a move takes its budget and no reserve: resolving doubts would cost more than they
/// do.
const LEAST_FOR_DOUBTS: Duration = Duration::from_millis(100);

/// The clocks of both players.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    left: [TimeLeft; 2],
    /// `true` if a client set the time of a player although there is no time control.
    client_sets: [bool; 2],
    lag: Duration,
}

/// The time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimePlan {
    /// The time that the move should take; `None` if nothing limits it.
    pub time: Option<Duration>,
    /// How much longer it may take while the best move is in doubt.
    pub reserve: Duration,
    /// `true` if time that the move does not use is lost.
    pub is_fixed: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Clock::new(TimeControl::Unlimited)
    }
}

impl Clock {
    /// Returns the clocks at the start of a game.
    pub fn new(control: TimeControl) -> Clock {
        let control = control.without_empty_periods();
        Clock { control, left: [TimeLeft::new(control); 2], client_sets: [false; 2], lag: DEFAULT_LAG }
    }

    /// Returns the same clocks with another [`Clock::lag`].
    pub fn with_lag(self, lag: Duration) -> Clock {
        Clock { lag, ..self }
    }

    /// The part of a move's time that is kept back for delays that only the client sees: pipes,
    /// scheduling, drawing, the network.
    pub fn lag(&self) -> Duration {
        self.lag
    }

    /// Sets the lag from the next move on.
    pub fn set_lag(&mut self, lag: Duration) {
        self.lag = lag;
    }

    /// Returns the time control.
    pub fn settings(&self) -> TimeControl {
        self.control
    }

    /// Resets the clocks to the start of a game.
    pub fn reset(&mut self) {
        *self = Clock::new(self.control).with_lag(self.lag);
    }

    /// Sets a clock to the client's: the time left and, in a period, the number of moves (Canadian)
    /// or periods (byo-yomi) left; 0 in main time. Without a time control, the player is limited to
    /// this time from now on.
    pub fn set_left(&mut self, seat: Seat, time: Duration, count: u32) {
        let left = &mut self.left[seat.index()];
        *left = TimeLeft { time: time.min(LONGEST), count };
        left.enter_period(self.control);
        self.client_sets[seat.index()] = true;
    }

    /// Returns the time that a player has left.
    pub fn time_left(&self, seat: Seat) -> TimeLeft {
        self.left[seat.index()]
    }

    /// Returns the longest time that the player's next move may take.
    pub fn limit(&self, seat: Seat) -> Duration {
        self.left[seat.index()].limit(self.control)
    }

    /// Takes the time of a move off, and counts the move.
    pub fn spend(&mut self, seat: Seat, used: Duration) {
        let left = &mut self.left[seat.index()];
        if self.control == TimeControl::Unlimited && self.client_sets[seat.index()] {
            left.time = left.time.saturating_sub(used);
            left.count = left.count.saturating_sub(1);
        } else {
            left.spend(self.control, used, Duration::ZERO);
        }
    }

    /// Returns the time for a player's next move, which takes at most `most`, if about `moves_left`
    /// more moves of the player are expected. They are not counted if the clock does not limit the
    /// move.
    pub fn plan(&self, seat: Seat, most: Option<Duration>, moves_left: impl FnOnce() -> u32) -> TimePlan {
        let budget = self.budget(seat, 1).and_then(|_| self.budget(seat, moves_left()));
        let Some(time) = most.into_iter().chain(budget).min() else { return TimePlan::default() };
        let reserve = budget.map_or(Duration::ZERO, |_| self.reserve(seat, time));
        TimePlan {
            time: Some(time),
            reserve: most.map_or(reserve, |most| reserve.min(most.saturating_sub(time))),
            is_fixed: Some(time) == most || !self.saves(seat),
        }
    }

    /// Returns the time that a move should take if about `moves` more moves of the player are
    /// expected, less a margin for lag; `None` if there is no limit.
    fn budget(&self, seat: Seat, moves: u32) -> Option<Duration> {
        let TimeLeft { time, count } = self.left[seat.index()];
        let share = self.share(time, moves.max(1));
        let whole = match self.control {
            TimeControl::Unlimited if !self.client_sets[seat.index()] => return None,
            TimeControl::Unlimited if count > 0 => time / count,
            TimeControl::Unlimited | TimeControl::Absolute { .. } => share,
            TimeControl::PerMove(_) => time,
            TimeControl::Fischer { increment, .. } => {
                share.saturating_add(increment - increment / 8).min(time - time / 4)
            }
            TimeControl::Byoyomi { .. } if count > 0 => time,
            TimeControl::Canadian { .. } if count > 0 => time / count,
            // In main time a move may take as much as a period will give it later.
            TimeControl::Byoyomi { period, .. } => share.max(period),
            TimeControl::Canadian { period, stones, .. } => share.max(period / stones),
        };
        Some(whole.saturating_sub(self.margin(whole)))
    }

    /// Returns the share of a move in the time left for `moves` moves: that of one of those that
    /// decide the game. The last share is never spent, nor, up to three quarters of the time, the
    /// lag of each move to come.
    fn share(&self, time: Duration, moves: u32) -> Duration {
        let lags = self.lag.saturating_mul(moves).min(time - time / 4);
        let deciding = (u64::from(moves) * DECISIVE_PERCENT / 100).max(1) as u32;
        (time - lags) / (deciding + 1)
    }

    /// Returns the part of a move's time that is kept back. A lag that was set above the default
    /// may take half of a short time.
    fn margin(&self, whole: Duration) -> Duration {
        let most = if self.lag > DEFAULT_LAG { whole / 2 } else { whole / 4 };
        self.lag.min(most).max(LEAST_LAG.min(whole / 2))
    }

    /// Returns the time by which a move may exceed its `budget` while the best move is in doubt: as
    /// long again, but at most an eighth of the time left. Nothing in a byo-yomi period, all of
    /// which is in the budget.
    fn reserve(&self, seat: Seat, budget: Duration) -> Duration {
        let TimeLeft { time, count } = self.left[seat.index()];
        let in_period = count > 0 && matches!(self.control, TimeControl::Byoyomi { .. });
        let last_of_period = count == 1;
        if in_period || last_of_period || budget < LEAST_FOR_DOUBTS {
            return Duration::ZERO;
        }
        budget.min(time.saturating_sub(budget) / 8)
    }

    /// Returns whether unused time of the player's next move is kept for later moves. Unused time
    /// of a byo-yomi period or of the last move of a Canadian one is lost.
    fn saves(&self, seat: Seat) -> bool {
        match (self.control, self.left[seat.index()].count) {
            (_, 0) => true,
            (TimeControl::Byoyomi { .. }, _) => false,
            (_, moves) => moves > 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use quintet_core::time_control::seconds;

    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// An independent model of a referee's clock, in whole nanoseconds.
    struct Referee {
        settings: TimeControl,
        main: i128,
        period_left: i128,
        count: u32,
    }

    impl Referee {
        fn new(settings: TimeControl) -> Referee {
            let (main, period_left, count) = match settings {
                TimeControl::Unlimited => (i128::MAX / 2, 0, 0),
                TimeControl::Absolute { main } => (main.as_nanos() as i128, 0, 0),
                TimeControl::Byoyomi { main, period, periods } => {
                    (main.as_nanos() as i128, period.as_nanos() as i128, periods)
                }
                TimeControl::Canadian { main, period, stones } => {
                    (main.as_nanos() as i128, period.as_nanos() as i128, stones)
                }
                TimeControl::Fischer { main, .. } => (main.as_nanos() as i128, 0, 0),
                TimeControl::PerMove(_) => unreachable!("GTP has no such time control"),
            };
            Referee { settings, main, period_left, count }
        }

        /// Takes the time of a move off and returns whether the time ran out.
        fn lost(&mut self, used: Duration) -> bool {
            let mut used = used.as_nanos() as i128;
            let from_main = used.min(self.main);
            self.main -= from_main;
            used -= from_main;
            match self.settings {
                TimeControl::Byoyomi { period, .. } => {
                    while used > period.as_nanos() as i128 && self.count > 0 {
                        used -= period.as_nanos() as i128;
                        self.count -= 1;
                    }
                    used > 0 && self.count == 0
                }
                TimeControl::Canadian { period, stones, .. } => {
                    if self.main == 0 {
                        self.period_left -= used;
                        self.count -= 1;
                        let lost = self.period_left < 0;
                        if self.count == 0 {
                            (self.period_left, self.count) = (period.as_nanos() as i128, stones);
                        }
                        return lost;
                    }
                    false
                }
                TimeControl::Fischer { increment, .. } => {
                    self.main += increment.as_nanos() as i128;
                    used > 0
                }
                _ => used > 0,
            }
        }
    }

    fn all_settings() -> Vec<TimeControl> {
        let mut all = Vec::new();
        for main in [0, 1, 100, 1000, 60_000, 3_600_000].map(ms) {
            all.push(TimeControl::Absolute { main });
            for period in [ms(1), ms(40), ms(200), ms(5000), LONGEST] {
                for count in [1, 5, 25] {
                    all.push(TimeControl::Byoyomi { main, period, periods: count });
                    all.push(TimeControl::Canadian { main, period, stones: count });
                }
                all.push(TimeControl::Fischer { main, increment: period });
            }
        }
        all
    }

    #[test]
    fn a_player_that_keeps_to_its_budgets_never_loses_on_time() {
        for settings in all_settings() {
            for (moves, is_set) in [(60, false), (10, false), (60, true)] {
                let (mut clock, mut referee) = (Clock::new(settings), Referee::new(settings));
                for played in 0..200 {
                    let budget = clock.budget(Seat::White, moves).expect("there is a limit");
                    // Every third move is in doubt.
                    let budget = if played % 3 == 0 { budget + clock.reserve(Seat::White, budget) } else { budget };
                    // The time that the client counts beyond the search: at most a quarter of the
                    // margin, or of the move.
                    let used = budget + (DEFAULT_LAG / 4).min(budget / 4) * (played % 5) / 4;
                    assert!(!referee.lost(used), "{settings:?} is lost at move {played}, budget {budget:?}");
                    clock.spend(Seat::White, used);
                    if is_set && matches!(settings, TimeControl::Absolute { .. } | TimeControl::Fischer { .. }) {
                        clock.set_left(Seat::White, Duration::from_nanos(referee.main as u64), 0);
                    }
                }
            }
        }
    }

    #[test]
    fn no_number_is_too_large_or_too_small() {
        for value in [0.0, 1e-300, 0.001, 1e9, 1e300, f64::INFINITY] {
            for count in [0, 1, u32::MAX] {
                let period = seconds(value).expect("a time");
                let given = [
                    TimeControl::gtp(value, value, count).expect("settings"),
                    TimeControl::Byoyomi { main: period, period, periods: count },
                    TimeControl::Byoyomi { main: Duration::MAX, period: Duration::MAX, periods: count },
                    TimeControl::Fischer { main: Duration::MAX, increment: Duration::MAX },
                ];
                for settings in given {
                    let mut clock = Clock::new(settings);
                    for used in [Duration::ZERO, ms(1), Duration::MAX] {
                        for moves in [0, 1, u32::MAX] {
                            clock.budget(Seat::Black, moves);
                        }
                        clock.spend(Seat::Black, used);
                        clock.set_left(Seat::Black, used, count);
                    }
                }
            }
        }
        assert_eq!([seconds(-1.0), seconds(f64::NAN)], [None, None]);
    }

    #[test]
    fn a_period_without_moves_means_no_limit() {
        let settings = TimeControl::gtp(0.0, 10.0, 0).expect("settings");
        assert_eq!(settings, TimeControl::Unlimited);
        assert_eq!(Clock::new(settings).budget(Seat::Black, 30), None);
    }

    #[test]
    fn a_move_in_byo_yomi_leaves_a_full_period() {
        let mut clock = Clock::new(TimeControl::Byoyomi { main: ms(0), period: ms(1000), periods: 3 });
        for _ in 0..20 {
            assert_eq!(clock.budget(Seat::Black, 30), Some(ms(950)));
            clock.spend(Seat::Black, ms(990));
        }
        clock.spend(Seat::Black, ms(2500));
        assert_eq!(clock.left[0].count, 1);
    }

    #[test]
    fn canadian_time_is_shared_by_the_moves_of_a_period() {
        let mut clock = Clock::new(TimeControl::gtp(0.0, 10.0, 5).expect("settings"));
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(1950)));
        clock.spend(Seat::Black, ms(6000));
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(950)));
        assert_eq!(clock.budget(Seat::White, 30), Some(ms(1950)), "the other seat's clock stood still");
    }

    #[test]
    fn the_clients_clock_overrides_ours() {
        let mut clock = Clock::new(TimeControl::gtp(600.0, 0.0, 0).expect("settings"));
        clock.set_left(Seat::Black, ms(31_000), 0);
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(2900)));
        let mut unset = Clock::default();
        unset.set_left(Seat::Black, ms(31_000), 0);
        assert_eq!(unset.budget(Seat::Black, 30), Some(ms(2900)));
        assert_eq!(unset.budget(Seat::White, 30), None);
    }

    #[test]
    fn only_a_period_for_one_move_keeps_no_time() {
        let main = TimeControl::gtp(10.0, 10.0, 5).unwrap();
        let byoyomi = TimeControl::Byoyomi { main: ms(0), period: ms(1000), periods: 3 };
        let saves = |settings| Clock::new(settings).saves(Seat::Black);
        assert_eq!([TimeControl::Unlimited, main, byoyomi].map(saves), [true, true, false]);
        assert_eq!([5, 1].map(|stones| saves(TimeControl::gtp(0.0, 10.0, stones).unwrap())), [true, false]);
    }

    #[test]
    fn a_move_in_doubt_may_take_twice_its_budget_but_little_of_the_time_left() {
        let reserve = |main: f64, period: f64, stones: u32, budget: u64| {
            Clock::new(TimeControl::gtp(main, period, stones).unwrap()).reserve(Seat::Black, ms(budget))
        };
        assert_eq!(reserve(600.0, 0.0, 0, 2000), ms(2000));
        assert_eq!(reserve(10.0, 0.0, 0, 2000), ms(1000));
        assert_eq!(reserve(0.0, 10.0, 5, 2000), ms(1000));
        assert_eq!(reserve(0.0, 10.0, 1, 9950), ms(0), "the last move of a period");
        assert_eq!(reserve(10.0, 0.0, 0, 50), ms(0), "a short time");
        let byoyomi = TimeControl::Byoyomi { main: ms(0), period: ms(1000), periods: 3 };
        assert_eq!(Clock::new(byoyomi).reserve(Seat::Black, ms(950)), ms(0));
    }

    #[test]
    fn a_game_as_long_as_expected_has_time_for_half_the_lag_in_every_move() {
        for main in [60, 600, 3600] {
            for lag in [ms(50), ms(500), ms(3000)] {
                for moves in [1, 20, 100, 250].into_iter().filter(|&moves| lag * moves * 2 <= ms(main * 1000)) {
                    let mut clock = Clock::new(TimeControl::Absolute { main: ms(main * 1000) }).with_lag(lag);
                    for left in (1..=moves).rev() {
                        let used = clock.budget(Seat::Black, left).expect("a limit") + lag / 2;
                        assert!(
                            used <= clock.limit(Seat::Black),
                            "{main} s, lag {lag:?}: {left} of {moves} moves left"
                        );
                        clock.spend(Seat::Black, used);
                    }
                }
            }
        }
    }

    #[test]
    fn early_moves_take_most_of_the_time() {
        let mut clock = Clock::new(TimeControl::Absolute { main: ms(600_000) });
        for left in (21..=40).rev() {
            let used = clock.budget(Seat::Black, left).expect("a limit");
            clock.spend(Seat::Black, used);
        }
        assert!(clock.time_left(Seat::Black).time < ms(600_000 / 4), "half of the moves take three quarters");
    }

    #[test]
    fn little_is_kept_back_of_short_times() {
        let budget = |seconds: f64| Clock::new(TimeControl::gtp(0.0, seconds, 1).unwrap()).budget(Seat::Black, 30);
        assert_eq!([1.0, 0.1, 0.012, 0.004].map(budget), [ms(950), ms(75), ms(7), ms(2)].map(Some));
    }

    #[test]
    fn a_longer_lag_is_kept_back_of_every_move_and_outlasts_a_reset() {
        let byoyomi = TimeControl::Byoyomi { main: ms(0), period: ms(5000), periods: 3 };
        let mut clock = Clock::new(byoyomi).with_lag(ms(2000));
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(3000)));
        clock.reset();
        assert_eq!((clock.lag(), clock.budget(Seat::Black, 30)), (ms(2000), Some(ms(3000))));
        clock.set_lag(ms(4000));
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(2500)), "at least half of the time is used");
        clock.set_lag(ms(0));
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(4995)), "the least lag");
    }

    #[test]
    fn an_increment_is_spent_as_far_as_there_is_time() {
        let clock = Clock::new(TimeControl::Fischer { main: ms(400), increment: ms(8000) });
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(250)));
    }

    #[test]
    fn a_plan_keeps_within_the_most_that_a_move_may_take() {
        let plan = |clock: &Clock, most| clock.plan(Seat::Black, most, || 30);
        let unlimited = Clock::default();
        let uncounted = unlimited.plan(Seat::Black, None, || panic!("moves are counted without a clock"));
        assert_eq!(uncounted, TimePlan::default());
        let fixed = |time| TimePlan { time: Some(time), reserve: Duration::ZERO, is_fixed: true };
        assert_eq!(plan(&unlimited, Some(ms(300))), fixed(ms(300)));
        // A tenth of 20 s less the lag, beside the lags of 30 moves; as long again in doubt.
        let clock = Clock::new(TimeControl::Absolute { main: ms(21_500) });
        assert_eq!(plan(&clock, None), TimePlan { time: Some(ms(1950)), reserve: ms(1950), is_fixed: false });
        assert_eq!(plan(&clock, Some(ms(2450))), TimePlan { time: Some(ms(1950)), reserve: ms(500), is_fixed: false });
        assert_eq!(plan(&clock, Some(ms(500))), fixed(ms(500)));
        let period = Clock::new(TimeControl::gtp(0.0, 2.0, 1).unwrap());
        assert_eq!(plan(&period, None), fixed(ms(1950)));
    }
}
