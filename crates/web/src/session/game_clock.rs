//! The clock of a game: the time that both sides have left, and whose time runs.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::messages::{ClockView, TimeLeftView};
use crate::view;
use quintet_core::time::TimeSource;
use quintet_core::time_control::{TimeControl, TimeLeft};
use quintet_core::types::Seat;
use quintet_engine::Clock;
use quintet_record::tree::NodeId;

/// The result of [`GameClock::tick`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tick {
    /// The page shows the clock as it is.
    Unchanged,
    /// The clock was started or stopped, or a period has begun.
    Changed,
    /// The time of the side to move is up.
    Expired,
}

/// The clock of a game.
///
/// It runs for the side to move in the game, whatever position is shown meanwhile. The times at the
/// start of each turn are kept: taking a move back restores them.
pub struct GameClock {
    time: Arc<dyn TimeSource>,
    control: TimeControl,
    /// The clocks at the start of the turn, for each position of the game.
    turns: HashMap<NodeId, Clock>,
    /// The clocks at the start of this turn.
    turn: Clock,
    /// The side to move.
    to_move: Seat,
    /// The time that this turn took until the clock was last stopped.
    used: Duration,
    /// When the clock was started; `None` while it is stopped.
    started: Option<Duration>,
    /// The number of periods of the side to move that the page shows.
    shown_periods: u32,
}

impl GameClock {
    /// Creates a clock that is stopped at the first position of a game.
    pub fn new(control: TimeControl, time: Arc<dyn TimeSource>, node: NodeId, to_move: Seat) -> GameClock {
        let clock = Clock::new(control);
        let control = clock.settings();
        let turns = HashMap::from([(node, clock.clone())]);
        let used = Duration::ZERO;
        GameClock { time, control, turns, turn: clock, to_move, used, started: None, shown_periods: 0 }
    }

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns whether the clock runs.
    fn is_running(&self) -> bool {
        self.started.is_some()
    }

    /// Returns the side to move in the game.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Returns whether the times that were left at a node are known: the game was there.
    pub fn knows(&self, node: NodeId) -> bool {
        self.turns.contains_key(&node)
    }

    /// Starts or stops the clock. Returns whether that changed anything.
    fn set_running(&mut self, running: bool) -> bool {
        if running == self.is_running() {
            return false;
        }
        self.used = self.used();
        self.started = running.then(|| self.time.now());
        true
    }

    /// Starts or stops the clock, unless the time of the side to move is up: then it stops.
    pub fn tick(&mut self, running: bool) -> Tick {
        // Whoever has exceeded the time has lost, even if the clock would stop now.
        if self.is_running() && self.has_expired() {
            self.set_running(false);
            return Tick::Expired;
        }
        let periods = self.time_left(self.to_move).count;
        let is_same = !self.set_running(running) && std::mem::replace(&mut self.shown_periods, periods) == periods;
        if is_same { Tick::Unchanged } else { Tick::Changed }
    }

    /// Returns the clock as the page shows it.
    pub fn view(&self) -> ClockView {
        ClockView {
            about: view::clock_words(self.control),
            running: self.is_running().then_some(self.to_move),
            left: Seat::BOTH.map(|seat| {
                let TimeLeft { time, count } = self.time_left(seat);
                // A time for each move has nothing to be counted.
                let periods = if matches!(self.control, TimeControl::PerMove(_)) { 0 } else { count };
                TimeLeftView { seconds: time.as_secs_f64(), periods }
            }),
        }
    }

    /// Returns the time that this turn has taken.
    fn used(&self) -> Duration {
        self.used + self.started.map_or(Duration::ZERO, |started| self.time.since(started))
    }

    /// Ends the turn with a move that leads to `node`, where `to_move` is to move.
    pub fn press(&mut self, node: NodeId, to_move: Seat) {
        let mut clock = self.turn.clone();
        clock.spend(self.to_move, self.used());
        self.turns.insert(node, clock.clone());
        self.begin_turn(clock, to_move);
    }

    /// Begins the turn at a node of the game again, with the times that were left there. Returns
    /// `false` if the game was never there.
    pub fn go_back(&mut self, node: NodeId, to_move: Seat) -> bool {
        let known = self.turns.get(&node).cloned();
        known.map(|clock| self.begin_turn(clock, to_move)).is_some()
    }

    fn begin_turn(&mut self, clock: Clock, to_move: Seat) {
        self.turn = clock;
        self.to_move = to_move;
        self.used = Duration::ZERO;
        self.started = self.started.map(|_| self.time.now());
    }

    /// Returns whether the side to move has used up its time.
    fn has_expired(&self) -> bool {
        self.used() > self.turn.limit(self.to_move)
    }

    /// Returns the time that a side has left now.
    pub fn time_left(&self, seat: Seat) -> TimeLeft {
        let left = self.turn.time_left(seat);
        if seat == self.to_move { left.during_move(self.control, self.used()) } else { left }
    }

    /// Returns the clock as an engine to move needs it: with what is left now.
    pub fn for_engine(&self) -> Clock {
        let mut clock = self.turn.clone();
        let TimeLeft { time, count } = self.time_left(self.to_move);
        clock.set_left(self.to_move, time, count);
        clock
    }

    /// Returns the time until the running clock enters another period, or expires.
    pub fn until_change(&self) -> Option<Duration> {
        // Just after the end of the time, when it is certain that none is left.
        self.started.map(|_| self.time_left(self.to_move).time + Duration::from_millis(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::time::ManualTime;

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clock(control: &str) -> (Arc<ManualTime>, GameClock) {
        let time = Arc::new(ManualTime::default());
        let source: Arc<dyn TimeSource> = time.clone();
        (time, GameClock::new(control.parse().unwrap(), source, NodeId::ROOT, Seat::Black))
    }

    fn left(clock: &GameClock, seat: Seat) -> (u64, u32) {
        let left = clock.time_left(seat);
        (left.time.as_secs(), left.count)
    }

    #[test]
    fn only_the_side_to_move_uses_time_and_only_while_the_clock_runs() {
        let (time, mut clock) = clock("fischer:60+5");
        time.advance(secs(9));
        assert_eq!((left(&clock, Seat::Black), left(&clock, Seat::White)), ((60, 0), (60, 0)));
        clock.set_running(true);
        time.advance(secs(10));
        assert_eq!((left(&clock, Seat::Black), left(&clock, Seat::White)), ((50, 0), (60, 0)));
        clock.press(NodeId::new(1), Seat::White);
        time.advance(secs(20));
        assert_eq!((left(&clock, Seat::Black), left(&clock, Seat::White)), ((55, 0), (40, 0)));
        clock.set_running(false);
        time.advance(secs(100));
        assert_eq!(left(&clock, Seat::White), (40, 0));
        assert!(!clock.has_expired());
    }

    #[test]
    fn a_move_taken_back_restores_the_times_of_its_turn() {
        let (time, mut clock) = clock("absolute:60");
        clock.set_running(true);
        time.advance(secs(10));
        clock.press(NodeId::new(1), Seat::White);
        time.advance(secs(30));
        clock.press(NodeId::new(2), Seat::Black);
        assert!(clock.go_back(NodeId::new(1), Seat::White));
        assert_eq!((left(&clock, Seat::Black), left(&clock, Seat::White)), ((50, 0), (60, 0)));
        assert!(clock.go_back(NodeId::new(2), Seat::Black), "the move is played again");
        assert_eq!((left(&clock, Seat::Black), left(&clock, Seat::White)), ((50, 0), (30, 0)));
        assert!(!clock.go_back(NodeId::new(9), Seat::Black), "the game was never there");
    }

    #[test]
    fn time_expires_once_it_is_exceeded() {
        let (time, mut clock) = clock("absolute:60");
        clock.set_running(true);
        assert_eq!(clock.until_change(), Some(secs(60) + Duration::from_millis(1)));
        time.advance(secs(60));
        assert!(!clock.has_expired());
        time.advance(Duration::from_millis(1));
        assert!(clock.has_expired());
        assert_eq!(left(&clock, Seat::Black), (0, 0));
    }

    #[test]
    fn byo_yomi_periods_are_counted_down_during_a_move() {
        let (time, mut clock) = clock("byoyomi:10+3x5");
        clock.set_running(true);
        for (step, expected) in [(4, (6, 0)), (6, (0, 0)), (1, (4, 3)), (5, (4, 2)), (5, (4, 1))] {
            time.advance(secs(step));
            assert_eq!(left(&clock, Seat::Black), expected);
        }
        clock.press(NodeId::new(1), Seat::White);
        assert_eq!(left(&clock, Seat::Black), (5, 1));
        clock.press(NodeId::new(2), Seat::Black);
        time.advance(secs(5));
        assert!(!clock.has_expired());
        time.advance(secs(1));
        assert!(clock.has_expired());
        assert_eq!(left(&clock, Seat::Black), (0, 1));
    }

    #[test]
    fn the_periods_shown_during_a_move_are_left_after_it() {
        for control in ["byoyomi:10+3x5", "canadian:10+20/3"] {
            for used in 11..=25 {
                let (time, mut clock) = clock(control);
                clock.set_running(true);
                time.advance(secs(used));
                let shown = clock.time_left(Seat::Black);
                clock.press(NodeId::new(1), Seat::White);
                let kept = clock.time_left(Seat::Black);
                if control.starts_with("canadian") {
                    assert_eq!((kept.time, kept.count), (shown.time, shown.count - 1), "{used} s");
                } else {
                    assert_eq!((kept.time, kept.count), (secs(5), shown.count), "{used} s");
                }
            }
        }
    }

    #[test]
    fn an_engine_gets_what_is_left_now() {
        let (time, mut clock) = clock("fischer:100+0");
        let fresh = clock.for_engine().plan(Seat::Black, None, || 9).time;
        clock.set_running(true);
        time.advance(secs(90));
        assert!(clock.for_engine().plan(Seat::Black, None, || 9).time < fresh);
        assert_eq!(clock.for_engine().time_left(Seat::Black).time, secs(10));
    }
}
