//! Move ordering.
//!
//! The best move of the transposition table comes first, then the moves with the highest score: by
//! how often they gave a cutoff where they were searched (the relative history heuristic of
//! Winands, van der Werf, van den Herik and Uiterwijk, 2006), by the latest moves that gave a
//! cutoff at the same ply (killers), and by static features.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::{Zeroable, zeroed_vec};

use super::transposition_table::NO_MOVE;
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;

/// Placements have lower codes than this; all other moves share one record.
const MOVE_CODES: usize = 7 << 10;

/// The score for twice as many cutoffs.
const TWICE: i32 = 64;

/// The scores of the latest killer move and of the one before.
const KILLERS: [i32; 2] = [300, 200];

/// The score per point of either bound of the value.
const BOUND: i32 = 96;

/// The score per reply of the opponent, which counts against a move.
const REPLY: i32 = 64;

/// The score per unit of prior weight.
const PRIOR: f32 = 64.0;

/// The history of a move: the number of cutoffs, each weighted by the logarithm of the nodes it
/// took, and of searches without a cutoff.
#[derive(Clone, Copy, Default, Zeroable)]
struct Record {
    cutoffs: u64,
    failures: u64,
}

impl Record {
    /// Returns the score of the move.
    fn score(self) -> i32 {
        log2(self.cutoffs + 1) - log2(self.failures + 1)
    }
}

/// Returns the binary logarithm of a positive number in units of 1 / [`TWICE`]. It is linear
/// between powers of two, so that it is the same on every machine.
fn log2(number: u64) -> i32 {
    let beyond = number << number.leading_zeros() >> (63 - TWICE.ilog2());
    (number.ilog2() as i32 - 1) * TWICE + beyond as i32
}

/// Returns the binary logarithm of a positive weight, linear between powers of two for the same
/// reason: exponent and significand of a number are next to each other in its bits.
pub fn log2_of(weight: f32) -> f32 {
    weight.to_bits() as f32 / (1u32 << (f32::MANTISSA_DIGITS - 1)) as f32 - (f32::MAX_EXP - 1) as f32
}

/// Returns the index of a move's record.
fn index(mv: Move) -> usize {
    usize::from(mv.code()).min(MOVE_CODES)
}

/// The history shared by all threads of a search.
pub struct SharedHistory([Vec<[AtomicU64; 2]>; 2]);

impl Default for SharedHistory {
    fn default() -> Self {
        SharedHistory(std::array::from_fn(|_| zeroed_vec(MOVE_CODES + 1)))
    }
}

/// The history of one thread, and of the others as far as they have shared it.
pub struct MoveOrdering {
    records: [Vec<Record>; 2],
    /// The records when they were last shared; empty before that.
    shared: [Vec<Record>; 2],
    /// The indices of the records in use.
    seen: [Vec<usize>; 2],
    /// By ply, the two latest moves that gave a cutoff.
    killers: Vec<[u16; 2]>,
}

/// The most points of a board on which learned weights order moves: on large ones they find the end
/// of a game later than the history does.
const MOST_WEIGHTED_POINTS: usize = 25;

/// Returns the weights that order the moves of a game, if they do. The network is left out, since it
/// takes longer than a search of the position.
pub fn ordering_weights(setup: &Setup) -> Option<Weights> {
    let is_ordered = setup.info().solving.learned_ordering && setup.geometry().len() <= MOST_WEIGHTED_POINTS;
    is_ordered.then(|| setup.info().weights_for(setup).with_network(None))
}

/// Static features of a move.
#[derive(Clone, Copy)]
pub struct StaticFeatures {
    /// The bounds of the value after it for the side to move there.
    pub bounds: [i32; 2],
    /// The number of moves of that side; 0 if they are not counted.
    pub replies: usize,
    /// The prior weight of the move.
    pub prior: f32,
}

impl Default for MoveOrdering {
    fn default() -> Self {
        let records = std::array::from_fn(|_| zeroed_vec(MOVE_CODES + 1));
        MoveOrdering { records, shared: Default::default(), seen: Default::default(), killers: Vec::new() }
    }
}

impl MoveOrdering {
    /// Returns the score of a move at a ply; higher ones are searched first.
    #[inline]
    pub fn score(&self, seat: Seat, ply: usize, mv: Move, features: StaticFeatures) -> i32 {
        let killers = self.killers.get(ply).copied().unwrap_or([NO_MOVE; 2]);
        let killer = killers.iter().position(|&code| code == mv.code()).map_or(0, |latest| KILLERS[latest]);
        let [low, high] = features.bounds;
        let prior = (features.prior * PRIOR) as i32;
        let history = self.records[seat.index()][index(mv)].score();
        history - (low + high) * BOUND + killer + prior - features.replies as i32 * REPLY
    }

    fn record(&mut self, seat: Seat, mv: Move) -> &mut Record {
        let (seat, index) = (seat.index(), index(mv));
        let record = &mut self.records[seat][index];
        if record.cutoffs | record.failures == 0 {
            self.seen[seat].push(index);
        }
        record
    }

    /// Records that a move gave a cutoff after this many nodes.
    pub fn record_cutoff(&mut self, seat: Seat, ply: usize, mv: Move, nodes: u64) {
        self.record(seat, mv).cutoffs += u64::from(64 - nodes.leading_zeros());
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NO_MOVE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != mv.code() {
            *killers = [mv.code(), killers[0]];
        }
    }

    /// Records that a move was searched without a cutoff.
    pub fn record_failure(&mut self, seat: Seat, mv: Move) {
        self.record(seat, mv).failures += 1;
    }

    /// Adds the latest records of this thread to the shared history, and takes over those of other
    /// threads about the same moves. To be called rarely: threads that write to the same
    /// memory wait for each other.
    pub fn share(&mut self, history: &SharedHistory) {
        for (seat, seen) in self.seen.iter().enumerate() {
            self.shared[seat].resize(MOVE_CODES + 1, Record::default());
            for &index in seen {
                let (own, before) = (self.records[seat][index], self.shared[seat][index]);
                let [cutoffs, failures] = &history.0[seat][index];
                let add = |sum: &AtomicU64, news: u64| sum.fetch_add(news, Ordering::Relaxed) + news;
                let now = Record {
                    cutoffs: add(cutoffs, own.cutoffs - before.cutoffs),
                    failures: add(failures, own.failures - before.failures),
                };
                (self.records[seat][index], self.shared[seat][index]) = (now, now);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::board::Point;

    const STATIC: StaticFeatures = StaticFeatures { bounds: [0, 0], replies: 0, prior: 0.0 };

    fn score(order: &MoveOrdering, point: u16) -> i32 {
        order.score(Seat::Black, 9, Move::place(0, Point(point)), STATIC)
    }

    #[test]
    fn a_logarithm_is_exact_for_powers_of_two_and_grows_between_them() {
        assert_eq!([1, 2, 4, 1 << 40, 1 << 63].map(log2), [0, 64, 128, 40 * 64, 63 * 64]);
        assert!((1..5_000).all(|n| log2(n) <= log2(n + 1) && log2(2 * n) == log2(n) + 64));
        assert_eq!(log2(3), 64 + 32);
    }

    #[test]
    fn the_logarithm_of_a_weight_is_exact_for_powers_of_two_and_grows_between_them() {
        assert_eq!([0.25, 0.5, 1.0, 2.0, 1024.0].map(log2_of), [-2.0, -1.0, 0.0, 1.0, 10.0]);
        assert_eq!(log2_of(1.5), 0.5);
        assert!((1..1000).all(|n| log2_of(n as f32 / 7.0) < log2_of((n + 1) as f32 / 7.0)));
    }

    #[test]
    fn moves_with_cutoffs_come_before_others_and_failures_after_them() {
        let mut order = MoveOrdering::default();
        let [good, bad] = [1, 2].map(|point| Move::place(0, Point(point)));
        order.record_cutoff(Seat::Black, 0, good, 1_000);
        order.record_failure(Seat::Black, bad);
        assert!(score(&order, 1) > score(&order, 3) && score(&order, 3) > score(&order, 2));
        let of_white = order.score(Seat::White, 9, good, STATIC);
        assert_eq!(of_white, score(&order, 3), "Black's history is not White's");
    }

    #[test]
    fn a_cutoff_of_more_nodes_counts_more() {
        let mut order = MoveOrdering::default();
        order.record_cutoff(Seat::Black, 0, Move::place(0, Point(1)), 1_000);
        order.record_cutoff(Seat::Black, 0, Move::place(0, Point(2)), 1);
        assert!(score(&order, 1) > score(&order, 2));
    }

    #[test]
    fn the_two_killers_of_a_ply_come_first() {
        let mut order = MoveOrdering::default();
        for point in [1, 2, 3] {
            order.record_cutoff(Seat::Black, 9, Move::place(0, Point(point)), 1);
        }
        assert!(score(&order, 3) > score(&order, 2) && score(&order, 2) > score(&order, 1));
    }

    #[test]
    fn fewer_replies_and_a_worse_value_for_the_opponent_score_higher() {
        let order = MoveOrdering::default();
        let with = |features| order.score(Seat::Black, 0, Move::place(0, Point(1)), features);
        assert!(with(StaticFeatures { replies: 2, ..STATIC }) > with(StaticFeatures { replies: 3, ..STATIC }));
        assert!(with(StaticFeatures { bounds: [-1, 0], ..STATIC }) > with(STATIC));
        assert!(with(StaticFeatures { prior: 0.5, ..STATIC }) > with(STATIC));
    }

    #[test]
    fn threads_share_their_history() {
        let (history, mv) = (SharedHistory::default(), Move::place(0, Point(1)));
        let [mut one, mut other] = [MoveOrdering::default(), MoveOrdering::default()];
        for order in [&mut one, &mut other] {
            order.record_failure(Seat::Black, mv);
        }
        for _ in 0..3 {
            one.record_failure(Seat::Black, mv);
        }
        one.share(&history);
        other.share(&history);
        one.share(&history);
        assert_eq!([&one, &other].map(|order| score(order, 1)), [-log2(6); 2]);
        other.share(&history);
        assert_eq!(score(&other, 1), -log2(6), "nothing is shared twice");
    }
}
