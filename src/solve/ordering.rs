//! In which order a forward search looks at a position's moves.
//!
//! First the move that answered before, then what promises most: by how often moves answered where they were looked at (the
//! relative history heuristic of Winands, van der Werf, van den Herik and Uiterwijk, 2006), by the moves that were the latest to
//! answer as deep elsewhere (killers), and by what the game gives at a glance.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::{Zeroable, zeroed_vec};

use super::hash::NO_MOVE;
use crate::words::{Move, Seat};

/// Placements have lower codes than this; all other moves are counted as one.
const MOVE_CODES: usize = 7 << 10;

/// What it counts for a move that it answered twice as often.
const TWICE: i32 = 64;

/// How much it counts for a move that it was the latest to answer a question as deep as this one, or the one before that.
const KILLERS: [i32; 2] = [300, 200];

/// How much a point of either bound of its value counts for a move.
const BOUND: i32 = 96;

/// How much a reply that the opponent has counts against a move.
const REPLY: i32 = 64;

/// How often a move answered, each time by the logarithm of the work that took, and how often it was looked at in vain.
#[derive(Clone, Copy, Default, Zeroable)]
struct Record {
    answered: u64,
    failed: u64,
}

impl Record {
    /// How much it speaks for the move.
    fn promise(self) -> i32 {
        log2(self.answered + 1) - log2(self.failed + 1)
    }
}

/// The logarithm of a number, which isn't 0, to the base 2; a whole is [`TWICE`]. Between powers it is taken to be straight, so that it is
/// the same on every machine.
fn log2(number: u64) -> i32 {
    let beyond = number << number.leading_zeros() >> (63 - TWICE.ilog2());
    (number.ilog2() as i32 - 1) * TWICE + beyond as i32
}

/// Where a seat's moves with this code are counted.
fn place(mv: Move) -> usize {
    usize::from(mv.code()).min(MOVE_CODES)
}

/// What all threads of a search have seen moves do.
pub struct Experience([Vec<[AtomicU64; 2]>; 2]);

impl Default for Experience {
    fn default() -> Self {
        Experience(std::array::from_fn(|_| zeroed_vec(MOVE_CODES + 1)))
    }
}

/// What one thread has seen moves do, and others as far as they have told.
pub struct MoveOrder {
    records: [Vec<Record>; 2],
    /// The same when it was last shared; empty before that.
    shared: [Vec<Record>; 2],
    /// Which moves it has seen: their places.
    seen: [Vec<usize>; 2],
    /// By ply the two moves that were the latest to answer a question.
    killers: Vec<[u16; 2]>,
}

/// What is known of a move's position at a glance.
#[derive(Clone, Copy)]
pub struct Glance {
    /// Bounds of its value, as the seat to move there sees it.
    pub bounds: [i32; 2],
    /// How many moves that seat has; 0 where that isn't counted.
    pub replies: usize,
    /// What the game says for the move.
    pub prior: f32,
}

impl Default for MoveOrder {
    fn default() -> Self {
        let records = std::array::from_fn(|_| zeroed_vec(MOVE_CODES + 1));
        MoveOrder { records, shared: Default::default(), seen: Default::default(), killers: Vec::new() }
    }
}

impl MoveOrder {
    /// How promising a move of `seat` is, so many plies into the line.
    pub fn promise(&self, seat: Seat, ply: usize, mv: Move, glance: Glance) -> i32 {
        let killers = self.killers.get(ply).copied().unwrap_or([NO_MOVE; 2]);
        let killer = killers.iter().position(|&code| code == mv.code()).map_or(0, |latest| KILLERS[latest]);
        let [low, high] = glance.bounds;
        let prior = (glance.prior * 64.0) as i32;
        self.records[seat.index()][place(mv)].promise() - (low + high) * BOUND + killer + prior
            - glance.replies as i32 * REPLY
    }

    fn record(&mut self, seat: Seat, mv: Move) -> &mut Record {
        let (seat, place) = (seat.index(), place(mv));
        let record = &mut self.records[seat][place];
        if record.answered | record.failed == 0 {
            self.seen[seat].push(place);
        }
        record
    }

    /// Notes that a move answered a question, which took so many nodes.
    pub fn answered(&mut self, seat: Seat, ply: usize, mv: Move, nodes: u64) {
        self.record(seat, mv).answered += u64::from(64 - nodes.leading_zeros());
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NO_MOVE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != mv.code() {
            *killers = [mv.code(), killers[0]];
        }
    }

    /// Notes that a move was looked at in vain.
    pub fn failed(&mut self, seat: Seat, mv: Move) {
        self.record(seat, mv).failed += 1;
    }

    /// Tells other threads what this one has seen, and takes over what they have told of the same moves. Now and then is enough: what
    /// several threads write to all the time keeps them waiting for each other.
    pub fn share(&mut self, experience: &Experience) {
        for (seat, places) in self.seen.iter().enumerate() {
            self.shared[seat].resize(MOVE_CODES + 1, Record::default());
            for &place in places {
                let (own, before) = (self.records[seat][place], self.shared[seat][place]);
                let [answered, failed] = &experience.0[seat][place];
                let add = |sum: &AtomicU64, news: u64| sum.fetch_add(news, Ordering::Relaxed) + news;
                let now = Record {
                    answered: add(answered, own.answered - before.answered),
                    failed: add(failed, own.failed - before.failed),
                };
                (self.records[seat][place], self.shared[seat][place]) = (now, now);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    const GLANCE: Glance = Glance { bounds: [0, 0], replies: 0, prior: 0.0 };

    fn promise(order: &MoveOrder, point: u16) -> i32 {
        order.promise(Seat::Black, 9, Move::place(0, Point(point)), GLANCE)
    }

    #[test]
    fn a_logarithm_is_exact_for_powers_of_two_and_grows_between_them() {
        assert_eq!([1, 2, 4, 1 << 40, 1 << 63].map(log2), [0, 64, 128, 40 * 64, 63 * 64]);
        assert!((1..5_000).all(|n| log2(n) <= log2(n + 1) && log2(2 * n) == log2(n) + 64));
        assert_eq!(log2(3), 64 + 32);
    }

    #[test]
    fn moves_that_answer_come_before_others_and_those_that_fail_after_them() {
        let mut order = MoveOrder::default();
        let [good, bad] = [1, 2].map(|point| Move::place(0, Point(point)));
        order.answered(Seat::Black, 0, good, 1_000);
        order.failed(Seat::Black, bad);
        assert!(promise(&order, 1) > promise(&order, 3) && promise(&order, 3) > promise(&order, 2));
        let of_white = order.promise(Seat::White, 9, good, GLANCE);
        assert_eq!(of_white, promise(&order, 3), "what Black's moves do says nothing of White's");
    }

    #[test]
    fn a_move_that_answered_long_work_counts_more() {
        let mut order = MoveOrder::default();
        order.answered(Seat::Black, 0, Move::place(0, Point(1)), 1_000);
        order.answered(Seat::Black, 0, Move::place(0, Point(2)), 1);
        assert!(promise(&order, 1) > promise(&order, 2));
    }

    #[test]
    fn the_two_latest_moves_that_answered_as_deep_come_first() {
        let mut order = MoveOrder::default();
        for point in [1, 2, 3] {
            order.answered(Seat::Black, 9, Move::place(0, Point(point)), 1);
        }
        assert!(promise(&order, 3) > promise(&order, 2) && promise(&order, 2) > promise(&order, 1));
    }

    #[test]
    fn fewer_replies_and_a_worse_value_for_the_opponent_promise_more() {
        let order = MoveOrder::default();
        let with = |glance| order.promise(Seat::Black, 0, Move::place(0, Point(1)), glance);
        assert!(with(Glance { replies: 2, ..GLANCE }) > with(Glance { replies: 3, ..GLANCE }));
        assert!(with(Glance { bounds: [-1, 0], ..GLANCE }) > with(GLANCE));
        assert!(with(Glance { prior: 0.5, ..GLANCE }) > with(GLANCE));
    }

    #[test]
    fn threads_learn_from_each_other_what_moves_do() {
        let (experience, mv) = (Experience::default(), Move::place(0, Point(1)));
        let [mut one, mut other] = [MoveOrder::default(), MoveOrder::default()];
        for order in [&mut one, &mut other] {
            order.failed(Seat::Black, mv);
        }
        for _ in 0..3 {
            one.failed(Seat::Black, mv);
        }
        one.share(&experience);
        other.share(&experience);
        one.share(&experience);
        assert_eq!([&one, &other].map(|order| promise(order, 1)), [-log2(6); 2]);
        other.share(&experience);
        assert_eq!(promise(&other, 1), -log2(6), "nothing is told twice");
    }
}
