//! A node of the tree: statistics, priors and proven bounds of one position.

use std::hint::select_unpredictable;

use quintet_core::position::Prior;
use quintet_core::types::{Move, Seat};

use crate::sync::{AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, Zeroable};

/// [`Node::children`] of a node that has none yet.
const NONE: u32 = 0;
/// [`Node::children`] while a thread makes them.
const BUSY: u32 = 1;
/// The lowest number that a child can have.
pub(super) const FIRST_CHILD: u32 = BUSY + 1;

/// A won simulation in the unit of [`Node::results`]; sixteenths, so that a network's value can be
/// mixed in.
pub(crate) const WIN: u32 = 16;

/// The largest number of visits of a node; beyond it, sums could overflow as signed numbers.
pub(crate) const MAX_VISITS: u32 = i32::MAX as u32 / WIN;

/// One point of margin in the unit of [`Node::add_result`].
pub(crate) const MARGIN_UNIT: f64 = 8.0;

/// A certain win in the unit of [`Node::add_rave`].
pub(crate) const REWARD_UNIT: u32 = 1 << 15;

/// A certain win in the unit of [`Node::rave`], in which the sum of all samples fits 31 bits.
pub(crate) const RAVE_UNIT: u32 = 1 << (31 - RAVE_COUNT_BITS);

const RAVE_COUNT_BITS: u32 = 20;
/// The low bits of a RAVE sum that are dropped.
const SUM_SHIFT: u32 = (REWARD_UNIT / RAVE_UNIT).ilog2();
const RAVE_COUNT_MASK: u64 = (1 << RAVE_COUNT_BITS) - 1;

/// The largest number of samples that a prior counts for.
const MAX_PRIOR_SAMPLES: u32 = 1 << 16;

/// Proven bounds of a value, in half points for Black: 0 White wins, 1 draw, 2 Black wins.
/// (Cazenave and Saffidine, *Score Bounded Monte-Carlo Tree Search*, 2010.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// The lower bound.
    pub low: u8,
    /// The upper bound.
    pub high: u8,
}

impl Bounds {
    /// Nothing is proved.
    pub const UNKNOWN: Bounds = Bounds { low: 0, high: 2 };

    /// Returns the bounds of a known value, in half points for Black.
    pub const fn exact(halves: u8) -> Bounds {
        Bounds { low: halves, high: halves }
    }

    /// Returns whether the value is known.
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// Returns the bounds in half points for `seat`.
    pub const fn seen_by(self, seat: Seat) -> Bounds {
        match seat {
            Seat::Black => self,
            Seat::White => Bounds { low: 2 - self.high, high: 2 - self.low },
        }
    }
}

/// A position of the tree with the move that led to it. "The mover" is the side that played this
/// move.
///
/// All bits of a fresh node are 0.
#[derive(Zeroable)]
pub(crate) struct Node {
    /// The sum of margins for Black, in 1/[`MARGIN_UNIT`] points.
    margin: AtomicI64,
    /// RAVE (all moves as first): the number of simulations that had the move later on, and above
    /// it the mover's rewards in them.
    rave: AtomicU64,
    /// The number of simulations through this node, including those in progress.
    visits: AtomicU32,
    /// The mover's results, in 1/[`WIN`] points.
    results: AtomicU32,
    /// [`NONE`], [`BUSY`] or the index of the first child.
    children: AtomicU32,
    /// The move's share of the prior, the bits of an `f32`.
    prior: AtomicU32,
    mv: AtomicU16,
    count: AtomicU16,
    /// [`Bounds`]: `low` in the lower bits; `high` is stored as 2 − `high`, so that 0 means
    /// unknown.
    bounds: AtomicU8,
    /// The network's value at expansion, for Black, in 1/[`u16::MAX`]; 0 if there is none.
    expected: AtomicU16,
}

impl Node {
    /// The move that leads to this node.
    #[inline]
    pub fn mv(&self) -> Move {
        Move::from_code(self.mv.load(Ordering::Relaxed))
    }

    /// The share of the prior, 0 to 1.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// The number of simulations through this node, including those in progress.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The mover's results, in 1/[`WIN`] points.
    #[inline]
    pub fn results(&self) -> u32 {
        self.results.load(Ordering::Relaxed)
    }

    /// The network's value at expansion, from 0 to 1 for Black.
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

    /// Returns the number of RAVE samples and the sum of the mover's rewards, in 1/[`RAVE_UNIT`].
    #[inline]
    pub fn rave(&self) -> (i32, i32) {
        let packed = self.rave.load(Ordering::Relaxed);
        ((packed & RAVE_COUNT_MASK) as i32, (packed >> (RAVE_COUNT_BITS + SUM_SHIFT)) as i32)
    }

    /// The proven bounds of the position.
    #[inline]
    pub fn bounds(&self) -> Bounds {
        unpack(self.bounds.load(Ordering::SeqCst))
    }

    /// Narrows the bounds; returns whether they changed.
    ///
    /// Sequentially consistent, so that of two threads that prove two children at least one sees
    /// both proofs when it updates the parent.
    pub fn prove(&self, bounds: Bounds) -> bool {
        let merge = |stored| {
            let known = unpack(stored);
            let (low, high) = (known.low.max(bounds.low), known.high.min(bounds.high));
            (low <= high && (low, high) != (known.low, known.high)).then_some(low | (2 - high) << 2)
        };
        self.bounds.fetch_update(Ordering::SeqCst, Ordering::SeqCst, merge).is_ok()
    }

    /// Begins `count` simulations through this node and returns how many began before.
    ///
    /// Until their results arrive they count as lost (a virtual loss), which keeps other threads
    /// away.
    #[inline]
    pub fn enter(&self, count: u32) -> u32 {
        self.visits.fetch_add(count, Ordering::Relaxed)
    }

    /// Reverts [`Node::enter`].
    pub fn leave(&self, count: u32) {
        self.visits.fetch_sub(count, Ordering::Relaxed);
    }

    /// Adds results of simulations: the mover's in 1/[`WIN`] points, the margin for Black.
    #[inline]
    pub fn add_result(&self, results: u32, margin: i64) {
        self.results.fetch_add(results, Ordering::Relaxed);
        self.margin.fetch_add(margin, Ordering::Relaxed);
    }

    /// Adds the mover's reward as a RAVE sample if the simulation `had` the move later on.
    ///
    /// Two threads may overwrite each other's sample, which matters less than the cost of an atomic
    /// addition for every child.
    #[inline]
    pub fn add_rave(&self, reward: u32, had: bool) {
        let packed = self.rave.load(Ordering::Relaxed);
        let counts = had & (packed & RAVE_COUNT_MASK != RAVE_COUNT_MASK);
        let sum = packed + (u64::from(reward) << RAVE_COUNT_BITS | 1);
        // Unpredictable, so a branch would be mispredicted often.
        self.rave.store(select_unpredictable(counts, sum, packed), Ordering::Relaxed);
    }

    /// Returns whether the children exist or are being created.
    pub fn is_expanded(&self) -> bool {
        self.children.load(Ordering::Relaxed) != NONE
    }

    /// Sets the network's value, from 0 to 1 for Black; called before the children are created.
    pub fn set_expected(&self, result: f32) {
        self.expected.store(((result * f32::from(u16::MAX)) as u16).max(1), Ordering::Relaxed);
    }

    /// Returns the index of the first child and the number of children, if there are any.
    #[inline]
    pub(super) fn family(&self) -> Option<(usize, usize)> {
        let first = self.children.load(Ordering::Acquire);
        (first >= FIRST_CHILD).then(|| (first as usize, usize::from(self.count.load(Ordering::Relaxed))))
    }

    /// Reserves the expansion for one thread; `false` if another was first.
    pub(super) fn begin_expansion(&self) -> bool {
        self.children.compare_exchange(NONE, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Reverts [`Node::begin_expansion`].
    pub(super) fn give_up_expansion(&self) {
        self.children.store(NONE, Ordering::Relaxed);
    }

    /// Publishes the children, which are all [set up](Node::set_up), to all threads.
    pub(super) fn set_family(&self, first: usize, count: usize) {
        self.count.store(count as u16, Ordering::Relaxed);
        self.children.store(first as u32, Ordering::Release);
    }

    /// Initializes a node with its move and the RAVE samples of its prior.
    pub(super) fn set_up(&self, mv: Move, prior: &Prior) {
        self.rave.store(prior_samples(prior), Ordering::Relaxed);
        self.mv.store(mv.code(), Ordering::Relaxed);
    }

    pub(super) fn set_prior(&self, share: f32) {
        self.prior.store(share.to_bits(), Ordering::Relaxed);
    }

    /// Copies everything but the children.
    pub(super) fn copy_from(&self, other: &Node) {
        self.margin.store(other.margin(), Ordering::Relaxed);
        self.rave.store(other.rave.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.results.store(other.results(), Ordering::Relaxed);
        self.expected.store(other.expected.load(Ordering::Relaxed), Ordering::Relaxed);
        self.prior.store(other.prior.load(Ordering::Relaxed), Ordering::Relaxed);
        self.mv.store(other.mv.load(Ordering::Relaxed), Ordering::Relaxed);
        self.bounds.store(other.bounds.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// Returns a prior as packed RAVE samples.
fn prior_samples(prior: &Prior) -> u64 {
    let samples = u64::from(prior.samples.min(MAX_PRIOR_SAMPLES));
    let sum = f64::from(prior.value.clamp(0.0, 1.0)) * samples as f64 * f64::from(REWARD_UNIT);
    (sum as u64) << RAVE_COUNT_BITS | samples
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
    fn bounds_are_mirrored_for_white() {
        assert_eq!(Bounds { low: 0, high: 1 }.seen_by(Seat::White), Bounds { low: 1, high: 2 });
        assert_eq!(Bounds::UNKNOWN.seen_by(Seat::White), Bounds::UNKNOWN);
    }

    #[test]
    fn rave_counts_samples_up_to_its_limit() {
        let node = Node::zeroed();
        node.add_rave(REWARD_UNIT, true);
        node.add_rave(REWARD_UNIT / 2, true);
        node.add_rave(REWARD_UNIT, false);
        assert_eq!(node.rave(), (2, RAVE_UNIT as i32 * 3 / 2));
        (0..RAVE_COUNT_MASK + 5).for_each(|_| node.add_rave(REWARD_UNIT, true));
        let (count, sum) = node.rave();
        assert_eq!(count, RAVE_COUNT_MASK as i32);
        assert_eq!(sum / RAVE_UNIT as i32, count - 1, "half a win less than wins");
    }
}
