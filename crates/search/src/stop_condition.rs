//! When a search stops, and when it reports.

use std::ops::Range;
use std::time::Duration;

use quintet_core::types::{Move, Seat};

use crate::limits::{Limits, Urgency};
use crate::move_choice::{is_clear, most_visited};
use crate::options::SearchOptions;
use crate::tree::{Node, Tree, WIN};

/// How long a search goes on after [`Urgency::Soon`] if only visits limit it.
const GRACE: Duration = Duration::from_millis(1800);

/// The desired time between two readings of the clock.
const CLOCK_INTERVAL: Duration = Duration::from_micros(500);

/// The least time of a search that was interrupted before it began: enough for more than a guess.
const MIN_TIME: Duration = Duration::from_millis(4);

/// The least number of simulations of such a search, on a busy machine.
const MIN_SIMULATIONS: u64 = 4;

/// A full tree is pruned only if this much time is left: copying what is kept takes some.
const MIN_TIME_TO_PRUNE: Duration = Duration::from_millis(250);

/// The mean results between which a game is open, so that knowing more about its later moves is
/// worth time.
const OPEN_GAME: Range<f64> = 0.03..0.97;

/// If visits limit a search, the number of simulations between two checks whether the best move can
/// be overtaken.
const OVERTAKING_INTERVAL: u32 = 128;

/// Decides, on the calling thread, when a search stops and when it reports.
pub(crate) struct StopCondition<'s> {
    tree: &'s Tree,
    seat: Seat,
    options: SearchOptions<'s>,
    started: Duration,
    /// The visits of the tree that the search went on from.
    kept: u64,
    max_visits: u32,
    deadline: Option<Duration>,
    /// The most visited move after half of the time.
    half_way: Option<Move>,
    /// Whether the search was interrupted before it began.
    called_early: bool,
    /// When a search has to stop after [`Urgency::Soon`]; kept while a full tree is pruned in
    /// between.
    grace_ends: &'s mut Option<Duration>,
    next_report: Option<Duration>,
    /// Whether a report is due; reset by whoever makes it.
    pub report_is_due: bool,
    /// When a pause is due, and whether it is; see [`StopCondition::resume`].
    slice_ends: Option<Duration>,
    pub pause_is_due: bool,
    /// Whether the search stops because the tree is full and there is time to prune it.
    pub wants_pruning: bool,
    /// The number of this thread's simulations at which the clock is read next, and the interval.
    next_reading: u64,
    interval: u64,
    latest_reading: Duration,
}

impl<'s> StopCondition<'s> {
    /// Creates the condition of a search that began at `started` from a tree with `kept` visits, up
    /// to `max_visits` at the root.
    pub fn new(
        tree: &'s Tree,
        seat: Seat,
        options: SearchOptions<'s>,
        started: Duration,
        kept: u64,
        max_visits: u32,
        grace_ends: &'s mut Option<Duration>,
    ) -> Self {
        let now = options.time.now();
        StopCondition {
            tree,
            seat,
            options,
            started,
            kept,
            max_visits,
            deadline: options.limits.time.and_then(|time| started.checked_add(time)),
            half_way: None,
            called_early: options.interrupt.urgency() != Urgency::None,
            grace_ends,
            next_report: options.report_every.and_then(|every| started.checked_add(every)),
            report_is_due: false,
            slice_ends: options.slice.and_then(|slice| now.checked_add(slice)),
            pause_is_due: false,
            wants_pruning: false,
            next_reading: 1,
            interval: 1,
            latest_reading: now,
        }
    }

    /// Begins the next slice after a pause.
    pub fn resume(&mut self) {
        let now = self.options.time.now();
        self.latest_reading = now;
        self.slice_ends = self.options.slice.and_then(|slice| now.checked_add(slice));
        self.pause_is_due = false;
    }

    /// Returns whether the search has to stop now, after `simulations` of this thread.
    pub fn is_met(&mut self, simulations: u64) -> bool {
        if self.is_interrupted(simulations) {
            return true;
        }
        let time = self.options.time;
        if self.tree.is_full() && self.deadline.is_none_or(|deadline| time.now() + MIN_TIME_TO_PRUNE < deadline) {
            self.wants_pruning = true;
            return true;
        }
        if simulations < self.next_reading {
            return false;
        }
        let now = time.now();
        self.schedule_reading(simulations, now);
        if let Some(at) = self.next_report
            && now >= at
        {
            self.report_is_due = true;
            self.next_report = self.options.report_every.and_then(|every| now.checked_add(every));
        }
        self.pause_is_due = self.slice_ends.is_some_and(|end| now >= end);
        self.deadline.is_some_and(|deadline| self.time_is_up(deadline, now))
    }

    fn is_interrupted(&mut self, simulations: u64) -> bool {
        let Limits { visits, time } = self.options.limits;
        let clock = self.options.time;
        match self.options.interrupt.urgency() {
            Urgency::None => false,
            Urgency::Soon if time.is_none() && visits.is_some() => {
                let now = clock.now();
                now >= *self.grace_ends.get_or_insert(now + GRACE)
            }
            Urgency::Soon | Urgency::Now => {
                let has_begun = simulations >= MIN_SIMULATIONS && clock.since(self.started) >= MIN_TIME;
                !self.called_early || has_begun
            }
        }
    }

    /// Adapts the interval so that the clock is read about every [`CLOCK_INTERVAL`].
    fn schedule_reading(&mut self, simulations: u64, now: Duration) {
        let passed = now.saturating_sub(self.latest_reading);
        if passed * 2 < CLOCK_INTERVAL {
            self.interval = (self.interval * 2).min(4096);
        } else if passed > CLOCK_INTERVAL * 2 {
            self.interval = (self.interval / 2).max(1);
        }
        self.latest_reading = now;
        self.next_reading = simulations + self.interval;
    }

    /// Returns whether going on gains nothing: time is up and it is clear which move is best, the
    /// reserve is used up too, or no other move can become the best.
    fn time_is_up(&mut self, deadline: Duration, now: Duration) -> bool {
        let reserve = self.options.reserve;
        if now < deadline {
            if !reserve.is_zero() && self.half_way.is_none() && now - self.started > deadline - now {
                self.half_way = most_visited(self.tree, self.seat);
            }
            return self.cannot_be_overtaken_by(deadline, now);
        }
        now - deadline >= reserve || is_clear(self.tree, self.seat, self.half_way)
    }

    /// Returns whether, at the present speed, no move can have more visits than the best one when
    /// time is up, and more visits would not help later moves.
    fn cannot_be_overtaken_by(&self, deadline: Duration, now: Duration) -> bool {
        let root = self.tree.root();
        let visits = u64::from(root.visits());
        let spent = now - self.started;
        let serves_later = self.options.fixed_time && OPEN_GAME.contains(&mean_result(root));
        if self.options.to_the_limit || serves_later || spent < Duration::from_millis(20) {
            return false;
        }
        let speed = (visits.saturating_sub(self.kept)) as f64 / spent.as_secs_f64();
        let left = (deadline - now).as_secs_f64() * speed;
        lead_in_visits(self.tree, self.seat) as f64 > left * 1.1
    }

    /// Returns whether visits limit the search and after these simulations too few are left for
    /// another move to overtake the best. Depends on the tree alone, so that a search by one thread
    /// stays repeatable.
    pub fn is_decided(&self, numbers: Range<u32>) -> bool {
        let left = self.max_visits.saturating_sub(numbers.end);
        self.options.limits.visits.is_some()
            && !self.options.to_the_limit
            && numbers.start / OVERTAKING_INTERVAL != numbers.end / OVERTAKING_INTERVAL
            && lead_in_visits(self.tree, self.seat) > left
    }
}

/// Returns the mean result of the side to move at the root.
pub(crate) fn mean_result(root: &Node) -> f64 {
    match root.visits() {
        0 => 0.5,
        // The root counts for its mover, the opponent.
        visits => 1.0 - f64::from(root.results()) / f64::from(WIN) / f64::from(visits),
    }
}

/// Returns by how many visits the most visited move is ahead of all others that may still be
/// chosen; 0 while a draw is certain (visits alone do not decide then).
fn lead_in_visits(tree: &Tree, seat: Seat) -> u32 {
    let root = tree.root();
    if root.bounds().seen_by(seat).low > 0 {
        return 0;
    }
    let possible = |child: &&Node| child.bounds().seen_by(seat).high > 0;
    let (mut first, mut second) = (0, 0);
    for child in tree.children(root).iter().filter(possible) {
        let visits = child.visits();
        if visits > first {
            (first, second) = (visits, first);
        } else {
            second = second.max(visits);
        }
    }
    first - second
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Interrupt;
    use crate::tree::NodeAllocator;
    use quintet_core::board::Point;
    use quintet_core::position::Prior;
    use quintet_core::time::{ManualTime, TimeSource as _};

    const SECOND: Duration = Duration::from_secs(1);

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn move_of(point: u16) -> Move {
        Move::place(0, Point(point))
    }

    /// A tree whose root has a child for each pair of visits and half points of Black, who selects.
    fn tree(results: &[(u32, u32)]) -> Tree {
        let tree = Tree::new(1);
        let moves: Vec<Move> = (0..results.len() as u16).map(move_of).collect();
        let priors = vec![Prior::NEUTRAL; moves.len()];
        tree.expand(&mut NodeAllocator::default(), tree.root(), &moves, &priors);
        for (i, &(visits, halves)) in results.iter().enumerate() {
            visit(&tree, i, visits, halves);
        }
        tree
    }

    /// Adds visits to a child and to the root.
    fn visit(tree: &Tree, child: usize, visits: u32, halves: u32) {
        let child = &tree.children(tree.root())[child];
        child.enter(visits);
        child.add_result(halves * WIN / 2, 0);
        tree.root().enter(visits);
        tree.root().add_result((2 * visits - halves) * WIN / 2, 0);
    }

    /// A search that is driven by hand.
    struct Driver<'s> {
        condition: StopCondition<'s>,
        clock: &'s ManualTime,
        simulations: u64,
    }

    impl<'s> Driver<'s> {
        fn new(
            tree: &'s Tree,
            options: SearchOptions<'s>,
            clock: &'s ManualTime,
            grace_ends: &'s mut Option<Duration>,
        ) -> Driver<'s> {
            let options = SearchOptions { time: clock, ..options };
            let max_visits = options.limits.visits.map_or(u32::MAX, |visits| visits as u32);
            let condition = StopCondition::new(tree, Seat::Black, options, clock.now(), 0, max_visits, grace_ends);
            Driver { condition, clock, simulations: 0 }
        }

        /// Advances the clock and returns whether the search has to stop, after enough simulations
        /// that it reads the clock.
        fn stops_after(&mut self, time: Duration) -> bool {
            self.clock.advance(time);
            self.simulations += 5000;
            self.condition.is_met(self.simulations)
        }
    }

    fn timed(interrupt: &Interrupt) -> SearchOptions<'_> {
        let limits = Limits { visits: None, time: Some(SECOND) };
        SearchOptions { limits, ..SearchOptions::new(interrupt) }
    }

    #[test]
    fn a_search_stops_at_its_deadline() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        let tree = tree(&[(50, 50), (50, 50)]);
        let mut search = Driver::new(&tree, timed(&interrupt), &clock, &mut grace);
        assert!(!search.stops_after(Duration::ZERO));
        assert!(!search.stops_after(millis(999)));
        assert!(search.stops_after(millis(1)));
    }

    #[test]
    fn a_search_without_limits_does_not_stop() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        let tree = tree(&[(5000, 5000), (50, 50)]);
        let mut search = Driver::new(&tree, SearchOptions::new(&interrupt), &clock, &mut grace);
        assert!(!search.stops_after(1000 * SECOND));
        assert!(!search.condition.is_decided(0..1_000_000));
    }

    #[test]
    fn the_clock_is_not_read_for_every_simulation() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        let tree = tree(&[(50, 50), (50, 50)]);
        let mut search = Driver::new(&tree, timed(&interrupt), &clock, &mut grace);
        assert!(!search.stops_after(Duration::ZERO));
        clock.advance(2 * SECOND);
        assert!(!search.condition.is_met(search.simulations + 1), "the next reading is not due");
        assert!(search.stops_after(Duration::ZERO));
    }

    #[test]
    fn the_reserve_is_used_while_the_choice_is_not_clear() {
        let (interrupt, clock) = (Interrupt::default(), ManualTime::default());
        let options = SearchOptions { reserve: millis(500), ..timed(&interrupt) };
        let clear = tree(&[(60, 80), (50, 40)]);
        let mut grace = None;
        assert!(Driver::new(&clear, options, &clock, &mut grace).stops_after(SECOND));
        let unclear = tree(&[(60, 40), (50, 80)]);
        let mut search = Driver::new(&unclear, options, &clock, &mut grace);
        assert!(!search.stops_after(SECOND));
        assert!(!search.stops_after(millis(499)));
        assert!(search.stops_after(millis(1)));
    }

    #[test]
    fn the_reserve_is_used_if_the_favourite_changed_since_half_time() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        let options = SearchOptions { reserve: millis(500), ..timed(&interrupt) };
        let tree = tree(&[(60, 60), (59, 60)]);
        let mut search = Driver::new(&tree, options, &clock, &mut grace);
        assert!(!search.stops_after(millis(510)));
        visit(&tree, 1, 5, 10);
        assert!(!search.stops_after(millis(490)), "the deadline, with a new favourite");
        assert!(search.stops_after(millis(500)));
    }

    #[test]
    fn a_search_stops_early_if_no_move_can_overtake_the_best() {
        let (interrupt, clock) = (Interrupt::default(), ManualTime::default());
        let stops = |tree: &Tree, options: SearchOptions<'_>, time: Duration| {
            let mut grace = None;
            Driver::new(tree, options, &clock, &mut grace).stops_after(time)
        };
        // 1,000 visits in the time that passed; the lead is 800.
        let even = tree(&[(900, 900), (100, 100)]);
        let options = timed(&interrupt);
        assert!(!stops(&even, options, millis(500)), "1,000 more visits are to come");
        assert!(stops(&even, options, millis(600)), "667 more visits are to come");
        assert!(!stops(&even, SearchOptions { to_the_limit: true, ..options }, millis(600)));
        assert!(!stops(&even, SearchOptions { fixed_time: true, ..options }, millis(600)));
        let won = tree(&[(900, 1800), (100, 200)]);
        assert!(stops(&won, SearchOptions { fixed_time: true, ..options }, millis(600)), "the game is decided");
        let (short, tiny) = (Limits { visits: None, time: Some(millis(20)) }, tree(&[(9000, 9000)]));
        assert!(!stops(&tiny, SearchOptions { limits: short, ..options }, millis(19)), "speed is measured for 20 ms");
    }

    #[test]
    fn a_proven_draw_keeps_a_search_going() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        let tree = tree(&[(900, 900), (100, 100)]);
        tree.root().prove(crate::tree::Bounds { low: 1, high: 2 });
        assert!(!Driver::new(&tree, timed(&interrupt), &clock, &mut grace).stops_after(millis(900)));
    }

    #[test]
    fn a_search_limited_by_visits_stops_if_too_few_are_left_to_overtake() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        let tree = tree(&[(900, 900), (100, 100)]);
        let limits = |visits| Limits { visits: Some(visits), time: None };
        let options = |visits| SearchOptions { limits: limits(visits), ..SearchOptions::new(&interrupt) };
        let mut is_decided = |options, numbers: Range<u32>| {
            Driver::new(&tree, options, &clock, &mut grace).condition.is_decided(numbers)
        };
        assert!(is_decided(options(1823), 1000..1024), "799 visits are left");
        assert!(!is_decided(options(1824), 1000..1024), "800 visits are left");
        assert!(!is_decided(options(1823), 1024..1048), "not checked within an interval of 128");
        assert!(!is_decided(SearchOptions { to_the_limit: true, ..options(1823) }, 1000..1024));
        assert!(!is_decided(timed(&interrupt), 1000..1024));
    }

    #[test]
    fn reports_are_due_at_their_interval() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        let tree = tree(&[(50, 50), (50, 50)]);
        let options = SearchOptions { report_every: Some(millis(100)), ..SearchOptions::new(&interrupt) };
        let mut search = Driver::new(&tree, options, &clock, &mut grace);
        // A late report does not bring the next one forward.
        let times = [99, 1, 99, 31, 99, 1];
        let due = times.map(|time| {
            assert!(!search.stops_after(millis(time)));
            std::mem::take(&mut search.condition.report_is_due)
        });
        assert_eq!(due, [false, true, false, true, false, true]);
    }

    #[test]
    fn an_interrupt_stops_a_timed_search_immediately() {
        for urgency in [Urgency::Soon, Urgency::Now] {
            let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
            let tree = tree(&[(50, 50), (50, 50)]);
            let mut search = Driver::new(&tree, timed(&interrupt), &clock, &mut grace);
            assert!(!search.stops_after(millis(1)));
            interrupt.call(urgency);
            assert!(search.condition.is_met(search.simulations + 1));
        }
    }

    #[test]
    fn a_search_limited_by_visits_has_a_grace_period_after_soon_but_not_after_now() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        let tree = tree(&[(50, 50), (50, 50)]);
        let limits = Limits { visits: Some(1_000_000), time: None };
        let options = SearchOptions { limits, ..SearchOptions::new(&interrupt) };
        let mut search = Driver::new(&tree, options, &clock, &mut grace);
        interrupt.call(Urgency::Soon);
        assert!(!search.stops_after(SECOND), "the period begins when the search sees the interrupt");
        assert!(!search.stops_after(GRACE - millis(1)));
        // The search goes on after its tree was pruned: the period does not begin again.
        let mut search = Driver::new(&tree, options, &clock, &mut grace);
        assert!(search.stops_after(millis(1)));
        interrupt.clear();
        let mut grace = None;
        let mut search = Driver::new(&tree, options, &clock, &mut grace);
        interrupt.call(Urgency::Now);
        assert!(search.stops_after(Duration::ZERO));
    }

    #[test]
    fn a_search_that_was_interrupted_before_it_began_still_has_a_minimum() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        interrupt.call(Urgency::Now);
        let tree = tree(&[(50, 50), (50, 50)]);
        let mut search = Driver::new(&tree, timed(&interrupt), &clock, &mut grace);
        assert!(!search.stops_after(MIN_TIME - millis(1)), "too little time");
        clock.advance(millis(1));
        assert!(!search.condition.is_met(MIN_SIMULATIONS - 1), "too few simulations");
        assert!(search.condition.is_met(MIN_SIMULATIONS));
    }

    #[test]
    fn a_full_tree_is_pruned_if_there_is_time() {
        let (interrupt, clock, mut grace) = (Interrupt::default(), ManualTime::default(), None);
        let tree = tree(&[(50, 50); 600]);
        let moves: Vec<Move> = (0..600).map(move_of).collect();
        let mut allocator = NodeAllocator::default();
        for child in tree.children(tree.root()) {
            tree.expand(&mut allocator, child, &moves, &[Prior::NEUTRAL; 600]);
        }
        assert!(tree.is_full());
        let mut search = Driver::new(&tree, timed(&interrupt), &clock, &mut grace);
        assert!(search.stops_after(SECOND - MIN_TIME_TO_PRUNE - millis(1)) && search.condition.wants_pruning);
        let mut search = Driver::new(&tree, timed(&interrupt), &clock, &mut grace);
        assert!(!search.stops_after(SECOND - MIN_TIME_TO_PRUNE) && !search.condition.wants_pruning);
    }
}
