//! The players' clocks: how much time a seat has, and how much of it a move should take.
//!
//! The engine keeps these clocks by itself ([`Clock::spend`]); a client that sends `time_left` corrects them.

use std::time::Duration;

use crate::words::Seat;

/// The longest time that a setting can have, about 30 years: longer ones count as this.
pub const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// What is kept back of a move's time for what the client counts and we don't see: pipes, scheduling, drawing.
const LAG: Duration = Duration::from_millis(50);

/// Of a short time not so much is kept back: a quarter, but where half of it is less than this, half of it.
const LEAST_LAG: Duration = Duration::from_millis(5);

/// Below this a move takes what it is given and no more: waiting for doubts to go would cost more than they do.
const LEAST_FOR_DOUBTS: Duration = Duration::from_millis(100);

/// Seconds as a time; `None` where negative or not a number. Times beyond [`LONGEST`] count as that.
pub fn seconds(value: f64) -> Option<Duration> {
    (value >= 0.0).then(|| Duration::from_secs_f64(value.min(LONGEST.as_secs_f64())))
}

/// How much time the seats are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeSettings {
    /// As much as they like.
    #[default]
    Unlimited,
    /// A fixed time for the whole game.
    Absolute {
        /// For the whole game.
        main: Duration,
    },
    /// After the main time, periods for one move each; a period is lost only when it is used up.
    Byoyomi {
        /// Before the periods.
        main: Duration,
        /// One period.
        period: Duration,
        /// How many there are.
        periods: u32,
    },
    /// After the main time, periods for a number of moves each.
    Canadian {
        /// Before the periods.
        main: Duration,
        /// One period.
        period: Duration,
        /// Moves to be made in each.
        stones: u32,
    },
    /// Every move made adds to the time.
    Fischer {
        /// At the start.
        main: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

impl TimeSettings {
    /// GTP's `time_settings`: seconds of main time, seconds of a Canadian period, moves in a period. A period
    /// without moves means no limit, no period means a fixed time.
    ///
    /// `None` where a number of seconds is negative or not a number.
    pub fn gtp(main: f64, period: f64, stones: u32) -> Option<TimeSettings> {
        let (main, period) = (seconds(main)?, seconds(period)?);
        Some(match (period.is_zero(), stones) {
            (true, _) => TimeSettings::Absolute { main },
            (false, 0) => TimeSettings::Unlimited,
            (false, _) => TimeSettings::Canadian { main, period, stones },
        })
    }

    /// The same with periods that give nothing left out.
    fn plain(self) -> TimeSettings {
        match self {
            TimeSettings::Byoyomi { main, period, periods: count }
            | TimeSettings::Canadian { main, period, stones: count }
                if period.is_zero() || count == 0 =>
            {
                TimeSettings::Absolute { main }
            }
            other => other,
        }
    }
}

/// What a seat has left.
#[derive(Clone, Copy, Debug)]
struct Left {
    /// Of the main time, or of the running period.
    time: Duration,
    /// Periods (byo-yomi) or moves (Canadian) left; 0 in main time.
    count: u32,
}

/// A clock for both seats.
#[derive(Clone, Debug)]
pub struct Clock {
    settings: TimeSettings,
    left: [Left; 2],
    /// Whether a client told a seat's time though none was set.
    told: [bool; 2],
}

impl Default for Clock {
    fn default() -> Self {
        Clock::new(TimeSettings::Unlimited)
    }
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(settings: TimeSettings) -> Clock {
        let settings = settings.plain();
        let main = match settings {
            TimeSettings::Unlimited => LONGEST,
            TimeSettings::Absolute { main }
            | TimeSettings::Byoyomi { main, .. }
            | TimeSettings::Canadian { main, .. }
            | TimeSettings::Fischer { main, .. } => main.min(LONGEST),
        };
        let mut clock = Clock { settings, left: [Left { time: main, count: 0 }; 2], told: [false; 2] };
        // Without main time the first period runs from the start.
        Seat::BOTH.into_iter().for_each(|seat| clock.enter_period(seat));
        clock
    }

    /// How the time is given.
    pub fn settings(&self) -> TimeSettings {
        self.settings
    }

    /// Sets the clock back to the start of a game.
    pub fn reset(&mut self) {
        *self = Clock::new(self.settings);
    }

    /// What the client's clock shows: `time` left and, in a period, the number of moves (Canadian) or periods
    /// (byo-yomi) left; 0 in main time. Where no time was set, the seat has from now on what is told.
    pub fn set_left(&mut self, seat: Seat, time: Duration, count: u32) {
        self.left[seat.index()] = Left { time: time.min(LONGEST), count };
        self.told[seat.index()] = true;
        self.enter_period(seat);
    }

    /// Counts the time that a seat took for a move, and the move.
    pub fn spend(&mut self, seat: Seat, used: Duration) {
        let left = &mut self.left[seat.index()];
        let over = used.saturating_sub(left.time);
        match self.settings {
            TimeSettings::Unlimited if !self.told[seat.index()] => {}
            TimeSettings::Unlimited => {
                left.time = left.time.saturating_sub(used);
                left.count = left.count.saturating_sub(1);
            }
            TimeSettings::Absolute { .. } => left.time = left.time.saturating_sub(used),
            TimeSettings::Fischer { increment, .. } => {
                left.time = left.time.saturating_sub(used).saturating_add(increment).min(LONGEST);
            }
            TimeSettings::Byoyomi { period, periods, .. } => {
                if left.count == 0 && used < left.time {
                    left.time -= used;
                    return;
                }
                // What went beyond the main time or the running period is taken from (further) periods.
                let lost = over.as_nanos() / period.as_nanos();
                let had = if left.count == 0 { u128::from(periods) } else { u128::from(left.count) };
                let lost = if left.count > 0 && !over.is_zero() { lost + 1 } else { lost };
                *left = Left { time: period, count: had.saturating_sub(lost).max(1) as u32 };
            }
            TimeSettings::Canadian { period, stones, .. } => {
                if left.count == 0 && used < left.time {
                    left.time -= used;
                    return;
                }
                if left.count == 0 {
                    *left = Left { time: period.saturating_sub(over), count: stones };
                } else {
                    left.time = left.time.saturating_sub(used);
                }
                left.count -= 1;
                if left.count == 0 {
                    *left = Left { time: period, count: stones };
                }
            }
        }
    }

    /// How long a move of `seat` should take so that the time lasts, with a margin for lag, where `moves` more
    /// moves of the seat are to be expected; `None` where there is no limit.
    pub fn budget(&self, seat: Seat, moves: u32) -> Option<Duration> {
        let Left { time, count } = self.left[seat.index()];
        let moves = moves.max(1);
        // A share of what is left: the last one is never spent.
        let share = time / moves.saturating_add(1);
        let whole = match self.settings {
            TimeSettings::Unlimited if !self.told[seat.index()] => return None,
            TimeSettings::Unlimited if count > 0 => time / count,
            TimeSettings::Unlimited | TimeSettings::Absolute { .. } => share,
            TimeSettings::Fischer { increment, .. } => {
                share.saturating_add(increment - increment / 8).min(time - time / 4)
            }
            TimeSettings::Byoyomi { .. } if count > 0 => time,
            TimeSettings::Canadian { .. } if count > 0 => time / count,
            // In main time a move may take what a period will give it later on.
            TimeSettings::Byoyomi { period, .. } => share.max(period),
            TimeSettings::Canadian { period, stones, .. } => share.max(period / stones),
        };
        Some(whole.saturating_sub(LAG.min(whole / 4).max(LEAST_LAG.min(whole / 2))))
    }

    /// How much longer than its `budget` a move may take where it isn't clear which move is best: as long again, but an
    /// eighth of what is left at most. Nothing in a byo-yomi period, of which the budget has all.
    pub fn reserve(&self, seat: Seat, budget: Duration) -> Duration {
        let Left { time, count } = self.left[seat.index()];
        let in_period = count > 0 && matches!(self.settings, TimeSettings::Byoyomi { .. });
        let last_of_period = count == 1;
        if in_period || last_of_period || budget < LEAST_FOR_DOUBTS {
            return Duration::ZERO;
        }
        budget.min(time.saturating_sub(budget) / 8)
    }

    /// Whether time that a seat's next move leaves over serves later ones; what a byo-yomi period or the last move of a
    /// Canadian one leaves is lost.
    pub fn saves(&self, seat: Seat) -> bool {
        match (self.settings, self.left[seat.index()].count) {
            (_, 0) => true,
            (TimeSettings::Byoyomi { .. }, _) => false,
            (_, moves) => moves > 1,
        }
    }

    fn enter_period(&mut self, seat: Seat) {
        let left = &mut self.left[seat.index()];
        if left.time.is_zero() && left.count == 0 {
            match self.settings {
                TimeSettings::Byoyomi { period, periods: count, .. }
                | TimeSettings::Canadian { period, stones: count, .. } => *left = Left { time: period, count },
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// A referee's clock, kept in another way: in whole nanoseconds, move by move. Says whether time ran out.
    struct Referee {
        settings: TimeSettings,
        main: i128,
        period_left: i128,
        count: u32,
    }

    impl Referee {
        fn new(settings: TimeSettings) -> Referee {
            let (main, period_left, count) = match settings {
                TimeSettings::Unlimited => (i128::MAX / 2, 0, 0),
                TimeSettings::Absolute { main } => (main.as_nanos() as i128, 0, 0),
                TimeSettings::Byoyomi { main, period, periods } => {
                    (main.as_nanos() as i128, period.as_nanos() as i128, periods)
                }
                TimeSettings::Canadian { main, period, stones } => {
                    (main.as_nanos() as i128, period.as_nanos() as i128, stones)
                }
                TimeSettings::Fischer { main, .. } => (main.as_nanos() as i128, 0, 0),
            };
            Referee { settings, main, period_left, count }
        }

        fn lost(&mut self, used: Duration) -> bool {
            let mut used = used.as_nanos() as i128;
            let from_main = used.min(self.main);
            self.main -= from_main;
            used -= from_main;
            match self.settings {
                TimeSettings::Byoyomi { period, .. } => {
                    while used > period.as_nanos() as i128 && self.count > 0 {
                        used -= period.as_nanos() as i128;
                        self.count -= 1;
                    }
                    used > 0 && self.count == 0
                }
                TimeSettings::Canadian { period, stones, .. } => {
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
                TimeSettings::Fischer { increment, .. } => {
                    self.main += increment.as_nanos() as i128;
                    used > 0
                }
                _ => used > 0,
            }
        }
    }

    fn all_settings() -> Vec<TimeSettings> {
        let mut all = Vec::new();
        for main in [0, 1, 100, 1000, 60_000, 3_600_000].map(ms) {
            all.push(TimeSettings::Absolute { main });
            for period in [ms(1), ms(40), ms(200), ms(5000), LONGEST] {
                for count in [1, 5, 25] {
                    all.push(TimeSettings::Byoyomi { main, period, periods: count });
                    all.push(TimeSettings::Canadian { main, period, stones: count });
                }
                all.push(TimeSettings::Fischer { main, increment: period });
            }
        }
        all
    }

    #[test]
    fn a_player_that_keeps_to_its_budgets_never_loses_on_time() {
        for settings in all_settings() {
            for (moves, told) in [(60, false), (10, false), (60, true)] {
                let (mut clock, mut referee) = (Clock::new(settings), Referee::new(settings));
                for played in 0..200 {
                    let budget = clock.budget(Seat::White, moves).expect("there is a limit");
                    // Every third move is in doubt.
                    let budget = if played % 3 == 0 { budget + clock.reserve(Seat::White, budget) } else { budget };
                    // What the client counts beyond the search: at most a quarter of the margin, or of the move.
                    let used = budget + (LAG / 4).min(budget / 4) * (played % 5) / 4;
                    assert!(!referee.lost(used), "{settings:?} is lost at move {played}, budget {budget:?}");
                    clock.spend(Seat::White, used);
                    if told && matches!(settings, TimeSettings::Absolute { .. } | TimeSettings::Fischer { .. }) {
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
                    TimeSettings::gtp(value, value, count).expect("settings"),
                    TimeSettings::Byoyomi { main: period, period, periods: count },
                    TimeSettings::Byoyomi { main: Duration::MAX, period: Duration::MAX, periods: count },
                    TimeSettings::Fischer { main: Duration::MAX, increment: Duration::MAX },
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
        let settings = TimeSettings::gtp(0.0, 10.0, 0).expect("settings");
        assert_eq!(settings, TimeSettings::Unlimited);
        assert_eq!(Clock::new(settings).budget(Seat::Black, 30), None);
    }

    #[test]
    fn a_full_period_is_there_again_after_a_move_in_byo_yomi() {
        let mut clock = Clock::new(TimeSettings::Byoyomi { main: ms(0), period: ms(1000), periods: 3 });
        for _ in 0..20 {
            assert_eq!(clock.budget(Seat::Black, 30), Some(ms(950)));
            clock.spend(Seat::Black, ms(990));
        }
        clock.spend(Seat::Black, ms(2500));
        assert_eq!(clock.left[0].count, 1);
    }

    #[test]
    fn canadian_time_is_shared_by_the_moves_of_a_period() {
        let mut clock = Clock::new(TimeSettings::gtp(0.0, 10.0, 5).expect("settings"));
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(1950)));
        clock.spend(Seat::Black, ms(6000));
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(950)));
        assert_eq!(clock.budget(Seat::White, 30), Some(ms(1950)), "the other seat's clock stood still");
    }

    #[test]
    fn the_clients_clock_counts_more_than_ours() {
        let mut clock = Clock::new(TimeSettings::gtp(600.0, 0.0, 0).expect("settings"));
        clock.set_left(Seat::Black, ms(31_000), 0);
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(950)));
        let mut unset = Clock::default();
        unset.set_left(Seat::Black, ms(31_000), 0);
        assert_eq!(unset.budget(Seat::Black, 30), Some(ms(950)));
        assert_eq!(unset.budget(Seat::White, 30), None);
    }

    #[test]
    fn only_a_period_for_one_move_saves_nothing() {
        let main = TimeSettings::gtp(10.0, 10.0, 5).unwrap();
        let byoyomi = TimeSettings::Byoyomi { main: ms(0), period: ms(1000), periods: 3 };
        let saves = |settings| Clock::new(settings).saves(Seat::Black);
        assert_eq!([TimeSettings::Unlimited, main, byoyomi].map(saves), [true, true, false]);
        assert_eq!([5, 1].map(|stones| saves(TimeSettings::gtp(0.0, 10.0, stones).unwrap())), [true, false]);
    }

    #[test]
    fn a_move_in_doubt_may_take_as_long_again_but_never_much_of_what_is_left() {
        let reserve = |main: f64, period: f64, stones: u32, budget: u64| {
            Clock::new(TimeSettings::gtp(main, period, stones).unwrap()).reserve(Seat::Black, ms(budget))
        };
        assert_eq!(reserve(600.0, 0.0, 0, 2000), ms(2000));
        assert_eq!(reserve(10.0, 0.0, 0, 2000), ms(1000));
        assert_eq!(reserve(0.0, 10.0, 5, 2000), ms(1000));
        assert_eq!(reserve(0.0, 10.0, 1, 9950), ms(0), "the last move of a period");
        assert_eq!(reserve(10.0, 0.0, 0, 50), ms(0), "a short time");
        let byoyomi = TimeSettings::Byoyomi { main: ms(0), period: ms(1000), periods: 3 };
        assert_eq!(Clock::new(byoyomi).reserve(Seat::Black, ms(950)), ms(0));
    }

    #[test]
    fn little_is_kept_back_of_short_times() {
        let budget = |seconds: f64| Clock::new(TimeSettings::gtp(0.0, seconds, 1).unwrap()).budget(Seat::Black, 30);
        assert_eq!([1.0, 0.1, 0.012, 0.004].map(budget), [ms(950), ms(75), ms(7), ms(2)].map(Some));
    }

    #[test]
    fn an_increment_is_spent_and_not_more_than_there_is() {
        let clock = Clock::new(TimeSettings::Fischer { main: ms(400), increment: ms(8000) });
        assert_eq!(clock.budget(Seat::Black, 30), Some(ms(250)));
    }
}
