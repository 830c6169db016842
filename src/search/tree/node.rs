//! A node of the tree: what is counted, guessed and proved of one position.

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use bytemuck::Zeroable;

use crate::game::Prior;
use crate::words::{Move, Seat};

/// [`Node::children`] of a node that has none yet.
const NONE: u32 = 0;
/// [`Node::children`] while a thread makes them.
const BUSY: u32 = 1;
/// The lowest number that a child can have.
pub(super) const FIRST_CHILD: u32 = BUSY + 1;

/// A won simulation in the unit of [`Node::results`]: quarters hold what lies between, where a network has a say.
pub(crate) const WIN: u32 = 4;

/// Simulations that a node can count; past it, sums could overflow (of signed numbers, in which they are worked with).
pub(crate) const MOST_VISITS: u32 = i32::MAX as u32 / WIN;

/// One point of margin in the unit of [`Node::add_result`].
pub(crate) const MARGIN_UNIT: f64 = 8.0;

/// A certain result in the unit of [`Node::add_amaf`].
pub(crate) const REWARD_UNIT: u32 = 1 << 15;

/// A certain result in the unit of [`Node::amaf`], in which the sum of all samples still fits 31 bits.
pub(crate) const AMAF_UNIT: u32 = 1 << (31 - AMAF_COUNT_BITS);

const AMAF_COUNT_BITS: u32 = 20;
/// Bits of an AMAF sum that are not told.
const SUM_SHIFT: u32 = (REWARD_UNIT / AMAF_UNIT).ilog2();
const AMAF_COUNT_MASK: u64 = (1 << AMAF_COUNT_BITS) - 1;

/// A prior counts for no more samples than this.
const MOST_PRIOR_SAMPLES: u32 = 1 << 16;

/// What is proved of a value: it lies from `low` to `high`, in half points for Black (0 White wins, 1 draw,
/// 2 Black wins). (Cazenave and Saffidine, *Score Bounded Monte-Carlo Tree Search*, 2010.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// Black gets at least this.
    pub low: u8,
    /// Black gets at most this.
    pub high: u8,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds { low: 0, high: 2 };

    /// The value itself is known, in half points for Black.
    pub const fn exact(halves: u8) -> Bounds {
        Bounds { low: halves, high: halves }
    }

    /// Whether the value itself is known.
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The same in half points for `seat`.
    pub const fn seen_by(self, seat: Seat) -> Bounds {
        match seat {
            Seat::Black => self,
            Seat::White => Bounds { low: 2 - self.high, high: 2 - self.low },
        }
    }
}

/// A position of the tree, with the move that led to it. "The mover" is the seat that played this move.
///
/// All bits are 0 in a node that nothing is known of.
#[derive(Zeroable)]
pub(crate) struct Node {
    /// The sum of margins for Black, in 1/[`MARGIN_UNIT`] points.
    margin: AtomicI64,
    /// All-moves-as-first: how many simulations had the move later on, and (above) the mover's rewards in them.
    amaf: AtomicU64,
    /// Simulations that went through, those under way counted in.
    visits: AtomicU32,
    /// The mover's results, in 1/[`WIN`] points.
    results: AtomicU32,
    /// [`NONE`], [`BUSY`] or the first child.
    children: AtomicU32,
    /// The move's share of the prior, the bits of an `f32`.
    prior: AtomicU32,
    mv: AtomicU16,
    count: AtomicU16,
    /// [`Bounds`], `low` in the lower half; as stored, `high` counts down from 2, so that 0 is the unknown.
    bounds: AtomicU8,
    /// The result that was expected when the moves got into the tree, for Black, in 1/[`u16::MAX`]; 0 where nothing was.
    expected: AtomicU16,
}

impl Node {
    /// The move that leads here.
    #[inline]
    pub fn mv(&self) -> Move {
        Move::from_code(self.mv.load(Ordering::Relaxed))
    }

    /// The share of the prior, 0 to 1.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// Simulations that went through, those under way counted in.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The mover's results, in 1/[`WIN`] points.
    #[inline]
    pub fn results(&self) -> u32 {
        self.results.load(Ordering::Relaxed)
    }

    /// The result for Black that was expected when the moves got into the tree, from 0 to 1.
    #[inline]
    pub fn expected(&self) -> Option<f32> {
        let expected = self.expected.load(Ordering::Relaxed);
        (expected > 0).then(|| f32::from(expected) / f32::from(u16::MAX))
    }

    /// The sum of margins for Black, in 1/[`MARGIN_UNIT`] points.
    #[inline]
    pub fn margin(&self) -> i64 {
        self.margin.load(Ordering::Relaxed)
    }

    /// AMAF: how many samples, and the sum of the mover's rewards in 1/[`AMAF_UNIT`].
    #[inline]
    pub fn amaf(&self) -> (i32, i32) {
        let packed = self.amaf.load(Ordering::Relaxed);
        ((packed & AMAF_COUNT_MASK) as i32, (packed >> (AMAF_COUNT_BITS + SUM_SHIFT)) as i32)
    }

    /// What is proved of the position.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        unpack(self.bounds.load(Ordering::SeqCst))
    }

    /// Notes what has been proved, beside what was proved before; tells whether that is news.
    ///
    /// Sequentially consistent, so that of two threads that prove two children, at least one sees both when it
    /// looks what they prove of the parent.
    pub fn prove(&self, bounds: Bounds) -> bool {
        let merge = |stored| {
            let known = unpack(stored);
            let (low, high) = (known.low.max(bounds.low), known.high.min(bounds.high));
            (low <= high && (low, high) != (known.low, known.high)).then_some(low | (2 - high) << 2)
        };
        self.bounds.fetch_update(Ordering::SeqCst, Ordering::SeqCst, merge).is_ok()
    }

    /// Begins `count` simulations through this node and tells how many began before. Until their results come they
    /// count as lost, which keeps other threads away.
    #[inline]
    pub fn enter(&self, count: u32) -> u32 {
        self.visits.fetch_add(count, Ordering::Relaxed)
    }

    /// Takes back [`Node::enter`].
    pub fn leave(&self, count: u32) {
        self.visits.fetch_sub(count, Ordering::Relaxed);
    }

    /// Adds the results of simulations: the mover's in 1/[`WIN`] points, margin for Black.
    #[inline]
    pub fn add_result(&self, results: u32, margin: i64) {
        self.results.fetch_add(results, Ordering::Relaxed);
        self.margin.fetch_add(margin, Ordering::Relaxed);
    }

    /// Adds the mover's reward in a simulation, if it `had` the move later on. Two threads may overwrite each other's:
    /// that loses a sample, which matters less than the time of an atomic addition for every child.
    #[inline]
    pub fn add_amaf(&self, reward: u32, had: bool) {
        let packed = self.amaf.load(Ordering::Relaxed);
        let counts = had & (packed & AMAF_COUNT_MASK != AMAF_COUNT_MASK);
        let sum = packed + (u64::from(reward) << AMAF_COUNT_BITS | 1);
        // Which children a simulation speaks for can't be foreseen.
        self.amaf.store(select_unpredictable(counts, sum, packed), Ordering::Relaxed);
    }

    /// Whether children were made, or are being made.
    pub fn is_expanded(&self) -> bool {
        self.children.load(Ordering::Relaxed) != NONE
    }

    /// Notes the result for Black that is expected, from 0 to 1. To be told before the children are made.
    pub fn expect(&self, result: f32) {
        self.expected.store(((result * f32::from(u16::MAX)) as u16).max(1), Ordering::Relaxed);
    }

    /// The number of the first child and how many there are, where they were made.
    #[inline]
    pub(super) fn family(&self) -> Option<(usize, usize)> {
        let first = self.children.load(Ordering::Acquire);
        (first >= FIRST_CHILD).then(|| (first as usize, usize::from(self.count.load(Ordering::Relaxed))))
    }

    /// Lets one thread make the children; false where another was first.
    pub(super) fn begin_expansion(&self) -> bool {
        self.children.compare_exchange(NONE, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Takes back [`Node::begin_expansion`].
    pub(super) fn give_up_expansion(&self) {
        self.children.store(NONE, Ordering::Relaxed);
    }

    /// Shows the children, all of which are [set up](Node::set_up), to all threads.
    pub(super) fn set_family(&self, first: usize, count: usize) {
        self.count.store(count as u16, Ordering::Relaxed);
        self.children.store(first as u32, Ordering::Release);
    }

    /// Begins a node with its move and the samples that a prior counts for.
    pub(super) fn set_up(&self, mv: Move, prior: &Prior) {
        self.amaf.store(prior_samples(prior), Ordering::Relaxed);
        self.mv.store(mv.code(), Ordering::Relaxed);
    }

    pub(super) fn set_prior(&self, share: f32) {
        self.prior.store(share.to_bits(), Ordering::Relaxed);
    }

    /// Takes over all but the children.
    pub(super) fn copy_from(&self, other: &Node) {
        self.margin.store(other.margin(), Ordering::Relaxed);
        self.amaf.store(other.amaf.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.results.store(other.results(), Ordering::Relaxed);
        self.expected.store(other.expected.load(Ordering::Relaxed), Ordering::Relaxed);
        self.prior.store(other.prior.load(Ordering::Relaxed), Ordering::Relaxed);
        self.mv.store(other.mv.load(Ordering::Relaxed), Ordering::Relaxed);
        self.bounds.store(other.bounds.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// A prior as AMAF samples, as [`Node::amaf`] has them.
fn prior_samples(prior: &Prior) -> u64 {
    let samples = u64::from(prior.samples.min(MOST_PRIOR_SAMPLES));
    let sum = f64::from(prior.value.clamp(0.0, 1.0)) * samples as f64 * f64::from(REWARD_UNIT);
    (sum as u64) << AMAF_COUNT_BITS | samples
}

fn unpack(stored: u8) -> Bounds {
    Bounds { low: stored & 3, high: 2 - (stored >> 2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_forty_bytes() {
        assert_eq!(size_of::<Node>(), 40);
    }

    #[test]
    fn bounds_are_turned_round_for_white() {
        assert_eq!(Bounds { low: 0, high: 1 }.seen_by(Seat::White), Bounds { low: 1, high: 2 });
        assert_eq!(Bounds::UNKNOWN.seen_by(Seat::White), Bounds::UNKNOWN);
    }

    #[test]
    fn amaf_counts_what_it_is_told_and_stops_at_its_bound() {
        let node = Node::zeroed();
        node.add_amaf(REWARD_UNIT, true);
        node.add_amaf(REWARD_UNIT / 2, true);
        node.add_amaf(REWARD_UNIT, false);
        assert_eq!(node.amaf(), (2, AMAF_UNIT as i32 * 3 / 2));
        (0..AMAF_COUNT_MASK + 5).for_each(|_| node.add_amaf(REWARD_UNIT, true));
        let (count, sum) = node.amaf();
        assert_eq!(count, AMAF_COUNT_MASK as i32);
        assert_eq!(sum / AMAF_UNIT as i32, count - 1, "half a win less than wins");
    }
}
