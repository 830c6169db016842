//! When a search ends, and when it reports.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::choice::{is_clear, most_visited};
use super::limits::{Limits, Urgency};
use super::run::Search;
use super::tree::{Node, Tree, WIN};
use crate::game::Game;
use crate::words::{Move, Seat};

/// How long a search goes on after [`Urgency::Soon`] where visits alone bound it.
const GRACE: Duration = Duration::from_millis(1800);

/// How much time should pass between two looks at the clock.
const CLOCK_INTERVAL: Duration = Duration::from_micros(500);

/// What a search may take that was called to end before it began: enough for more than a guess.
const LEAST_TIME: Duration = Duration::from_millis(4);

/// And so many simulations, where the machine is busy or a table has yet to be made.
const LEAST_SIMULATIONS: u64 = 4;

/// A full tree is made smaller only where so much time is left: copying what is kept takes some.
const LEAST_REST: Duration = Duration::from_millis(250);

/// Mean results between which a game is open, so that knowing more of its later moves is worth time.
const OPEN_GAME: Range<f64> = 0.03..0.97;

/// Where visits bound a search, every so many simulations it looks whether the best move can still be overtaken.
const OVERTAKING_INTERVAL: u32 = 128;

/// Decides, on the calling thread, when a search ends and when it reports.
pub(super) struct Overseer<'s, 'a, G: Game> {
    search: &'s Search<'a, G>,
    kept: u64,
    most_visits: u32,
    deadline: Option<Instant>,
    /// The move that was looked at most when half of the time was up.
    half_way: Option<Move>,
    /// The call to end came before the search.
    called_early: bool,
    /// Kept from one search to the next where a full tree gets room between.
    grace_ends: &'s mut Option<Instant>,
    next_report: Option<Instant>,
    /// Whether it is time to report; whoever does so takes it back.
    pub report_is_due: bool,
    /// Whether it ends because the tree is full and there is time to make room.
    pub wants_room: bool,
    /// The number of this thread's simulations at which the clock is looked at again, and how many lie between.
    next_look: u64,
    interval: u64,
    latest_look: Instant,
}

impl<'s, 'a, G: Game> Overseer<'s, 'a, G> {
    /// For a search from a tree that had so many visits `kept`, up to `most_visits` at the root. `grace_ends` is when a search that was
    /// called to end soon has to, if that is known.
    pub fn new(search: &'s Search<'a, G>, kept: u64, most_visits: u32, grace_ends: &'s mut Option<Instant>) -> Self {
        Overseer {
            search,
            kept,
            most_visits,
            deadline: search.limits.time.and_then(|time| search.started.checked_add(time)),
            half_way: None,
            called_early: search.interrupt.urgency() != Urgency::None,
            grace_ends,
            next_report: search.report_every.and_then(|every| search.started.checked_add(every)),
            report_is_due: false,
            wants_room: false,
            next_look: 1,
            interval: 1,
            latest_look: Instant::now(),
        }
    }

    /// Whether the search has to end now, after so many simulations of this thread.
    pub fn ends(&mut self, simulations: u64) -> bool {
        let Limits { visits, time } = self.search.limits;
        match self.search.interrupt.urgency() {
            Urgency::None => {}
            Urgency::Soon if time.is_none() && visits.is_some() => {
                let now = Instant::now();
                if now >= *self.grace_ends.get_or_insert(now + GRACE) {
                    return true;
                }
            }
            Urgency::Soon | Urgency::Now
                if self.called_early
                    && (simulations < LEAST_SIMULATIONS || self.search.started.elapsed() < LEAST_TIME) => {}
            Urgency::Soon | Urgency::Now => return true,
        }
        if self.search.tree.is_full() && self.deadline.is_none_or(|deadline| Instant::now() + LEAST_REST < deadline) {
            self.wants_room = true;
            return true;
        }
        if simulations < self.next_look {
            return false;
        }
        let now = Instant::now();
        let passed = now - self.latest_look;
        if passed * 2 < CLOCK_INTERVAL {
            self.interval = (self.interval * 2).min(4096);
        } else if passed > CLOCK_INTERVAL * 2 {
            self.interval = (self.interval / 2).max(1);
        }
        self.latest_look = now;
        self.next_look = simulations + self.interval;
        if let Some(at) = self.next_report
            && now >= at
        {
            self.report_is_due = true;
            self.next_report = self.search.report_every.and_then(|every| now.checked_add(every));
        }
        self.deadline.is_some_and(|deadline| self.time_is_up(deadline, now))
    }

    /// Whether nothing is gained by going on: time is up and it is clear which move is best, the reserve is up too, or no
    /// other move can become the best.
    fn time_is_up(&mut self, deadline: Instant, now: Instant) -> bool {
        let Search { tree, reserve, started, .. } = self.search;
        if now < deadline {
            if !reserve.is_zero() && self.half_way.is_none() && now - *started > deadline - now {
                self.half_way = most_visited(tree, self.search.seat());
            }
            return self.cannot_be_overtaken_by(deadline, now);
        }
        now - deadline >= *reserve || is_clear(tree, self.search.seat(), self.half_way)
    }

    /// Whether, at the present speed, no move can have more visits than the best one when time is up, and what more visits
    /// would tell of later moves is worth nothing.
    fn cannot_be_overtaken_by(&self, deadline: Instant, now: Instant) -> bool {
        let root = self.search.tree.root();
        let visits = u64::from(root.visits());
        let spent = now - self.search.started;
        let serves_later = self.search.fixed_time && OPEN_GAME.contains(&mean_result(root));
        if self.search.to_the_limit || serves_later || spent < Duration::from_millis(20) {
            return false;
        }
        let speed = (visits.saturating_sub(self.kept)) as f64 / spent.as_secs_f64();
        let left = (deadline - now).as_secs_f64() * speed;
        lead_in_visits(&self.search.tree, self.search.seat()) as f64 > left * 1.1
    }

    /// Whether visits bound the search, and these simulations left too few of them for another move to get more
    /// than the best one has. Depends on the tree alone, so that one thread stays repeatable.
    pub fn is_decided(&self, numbers: Range<u32>) -> bool {
        let left = self.most_visits.saturating_sub(numbers.end);
        self.search.limits.visits.is_some()
            && !self.search.to_the_limit
            && numbers.start / OVERTAKING_INTERVAL != numbers.end / OVERTAKING_INTERVAL
            && lead_in_visits(&self.search.tree, self.search.seat()) > left
    }
}

/// The mean result of the seat to move at the root.
pub(super) fn mean_result(root: &Node) -> f64 {
    match root.visits() {
        0 => 0.5,
        // What the root shows is its mover's, the opponent's.
        visits => 1.0 - f64::from(root.results()) / f64::from(WIN) / f64::from(visits),
    }
}

/// By how many visits the most visited move is ahead of all others that may still be chosen; 0 while a draw is sure
/// (what is chosen then is not a matter of visits).
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
