//! The tree: nodes in one arena of bounded size, shared by threads without locks.
//!
//! All statistics are integers, so that sums don't depend on the order in which they were added up. Threads may see
//! a sum without its count for a moment; nothing but the quality of one simulation depends on that.

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;

use crate::game::Prior;
use crate::words::{Move, Seat};

/// Nodes that a thread takes at a time.
const NURSERY: u32 = 1 << 10;

/// The smallest tree has so many nodes: more than any position has moves.
const FEWEST_NODES: usize = 1 << 14;

/// [`Node::children`] of a node that has none yet.
const NONE: u32 = 0;
/// [`Node::children`] while a thread makes them.
const BUSY: u32 = 1;

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

    fn copy_from(&self, other: &Node) {
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

/// A tree of bounded size.
pub(crate) struct Tree {
    /// The root, a node that is never used (its number is [`BUSY`]), and on from there families of siblings.
    nodes: Box<[Node]>,
    growth: Growth,
}

/// What changes as a tree grows, in cache lines of its own: threads that only read the tree don't wait for it.
#[repr(align(128))]
struct Growth {
    /// The next free node.
    next: AtomicU32,
    full: AtomicBool,
}

/// Nodes taken together from a tree, to be handed out by one thread: threads that took families of siblings one by one
/// would wait for each other.
#[derive(Default)]
pub(crate) struct Nursery {
    next: u32,
    end: u32,
}

impl Tree {
    /// A tree of a root alone that takes at most `mib` MiB, half as much again while [`Tree::descend`] copies it
    /// counted in. The system gives memory as the tree grows; where it would not give that much, the tree is
    /// smaller.
    pub fn new(mib: usize) -> Tree {
        Tree::with_nodes((mib.saturating_mul(1 << 20) / size_of::<Node>()).saturating_mul(2) / 3)
    }

    fn with_nodes(count: usize) -> Tree {
        let mut count = count.clamp(FEWEST_NODES, u32::MAX as usize);
        // Memory that the system hands out as zeros isn't touched before it is used.
        let nodes = loop {
            match try_zeroed_slice_box(count) {
                Ok(nodes) => break nodes,
                Err(()) => count = (count / 2).max(FEWEST_NODES),
            }
        };
        Tree { nodes, growth: Growth { next: AtomicU32::new(BUSY + 1), full: AtomicBool::new(false) } }
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// Whether the bound was met; the tree then grows no more.
    pub fn is_full(&self) -> bool {
        self.growth.full.load(Ordering::Relaxed)
    }

    /// The number of nodes, those counted in that threads took and didn't use yet.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.growth.next.load(Ordering::Relaxed) as usize
    }

    /// The children of a node; none where they weren't made yet.
    #[inline]
    pub fn children(&self, node: &Node) -> &[Node] {
        let first = node.children.load(Ordering::Acquire);
        if first <= BUSY {
            return &[];
        }
        &self.nodes[first as usize..][..usize::from(node.count.load(Ordering::Relaxed))]
    }

    /// Notes the result for Black that is expected of a node, from 0 to 1. To be told before its children are made.
    pub fn expect(&self, node: &Node, result: f32) {
        node.expected.store(((result * f32::from(u16::MAX)) as u16).max(1), Ordering::Relaxed);
    }

    /// Makes a node's children, one a move, with priors whose weights need not sum to 1. Nothing happens where another
    /// thread was first, or the tree is full.
    pub fn expand(&self, nursery: &mut Nursery, node: &Node, moves: &[Move], priors: &[Prior]) {
        debug_assert!(!moves.is_empty() && moves.len() <= FEWEST_NODES - 2);
        if self.is_full() || node.children.compare_exchange(NONE, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return;
        }
        let Some(first) = self.allocate(nursery, moves.len()) else {
            node.children.store(NONE, Ordering::Relaxed);
            return;
        };
        let children = &self.nodes[first..][..moves.len()];
        let mut sum = 0.0;
        for ((child, &mv), prior) in children.iter().zip(moves).zip(priors) {
            // No move is left out altogether, whatever a game says of it.
            let weight = prior.weight.clamp(1e-3, 1e3);
            sum += weight;
            child.amaf.store(prior_samples(prior), Ordering::Relaxed);
            child.mv.store(mv.code(), Ordering::Relaxed);
            child.prior.store(weight.to_bits(), Ordering::Relaxed);
        }
        for child in children {
            child.prior.store((child.prior() / sum).to_bits(), Ordering::Relaxed);
        }
        node.count.store(moves.len() as u16, Ordering::Relaxed);
        node.children.store(first as u32, Ordering::Release);
    }

    /// The first of `count` free nodes.
    fn allocate(&self, nursery: &mut Nursery, count: usize) -> Option<usize> {
        let count = count as u32;
        if nursery.end - nursery.next < count {
            *nursery = self.reserve(count.max(NURSERY)).or_else(|| self.reserve(count)).unwrap_or_else(|| {
                self.growth.full.store(true, Ordering::Relaxed);
                Nursery::default()
            });
        }
        let first = nursery.next;
        (nursery.end - first >= count).then(|| {
            nursery.next += count;
            first as usize
        })
    }

    fn reserve(&self, count: u32) -> Option<Nursery> {
        let room = |next: u32| next.checked_add(count).filter(|&end| end as usize <= self.nodes.len());
        let next = self.growth.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        Some(Nursery { next, end: next + count })
    }

    /// The tree below the node that `moves` lead to, as far as half of the memory holds it: what was visited least
    /// is dropped; `None` where that node isn't in the tree. Without moves it is this tree with room to grow.
    pub fn descend(&self, moves: &[Move]) -> Option<Tree> {
        let mut node = self.root();
        for &mv in moves {
            node = self.children(node).iter().find(|child| child.mv() == mv)?;
        }
        let tree = Tree::with_nodes(self.nodes.len());
        // Threads leave some nodes of their nurseries unused.
        let least = self.least_visits(node, tree.nodes.len() / 2);
        let mut nursery = Nursery::default();
        tree.root().copy_from(node);
        let mut pairs = std::collections::VecDeque::from([(node, tree.root())]);
        while let Some((from, to)) = pairs.pop_front() {
            let children = self.children(from);
            if children.is_empty() || (from.visits() < least && !std::ptr::eq(from, node)) {
                continue;
            }
            let Some(first) = tree.allocate(&mut nursery, children.len()) else { continue };
            let copies = &tree.nodes[first..][..children.len()];
            for (child, copy) in children.iter().zip(copies) {
                copy.copy_from(child);
                pairs.push_back((child, copy));
            }
            to.count.store(children.len() as u16, Ordering::Relaxed);
            to.children.store(first as u32, Ordering::Relaxed);
        }
        tree.growth.full.store(false, Ordering::Relaxed);
        Some(tree)
    }

    /// With how many visits a position below a node may keep its moves so that all that are kept are at most `room`.
    fn least_visits(&self, node: &Node, room: usize) -> u32 {
        // Visits of each position that has moves, and how many.
        let mut found = Vec::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let children = self.children(node);
            if !children.is_empty() {
                found.push((node.visits(), children.len()));
                stack.extend(children.iter().filter(|child| child.is_expanded()));
            }
        }
        found.sort_unstable_by_key(|&(visits, _)| std::cmp::Reverse(visits));
        let mut sum = 0;
        for (visits, moves) in found {
            sum += moves;
            if sum > room {
                return visits + 1;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    fn moves(count: u16) -> Vec<Move> {
        (0..count).map(|p| Move::place(0, Point(p))).collect()
    }

    fn weighing(weight: f32) -> Prior {
        Prior { weight, value: 0.0, samples: 0 }
    }

    fn even(count: usize) -> Vec<Prior> {
        vec![weighing(1.0); count]
    }

    #[test]
    fn a_prior_counts_as_amaf_samples() {
        let tree = Tree::new(1);
        let known = Prior { weight: 1.0, value: 0.75, samples: 8 };
        tree.expand(&mut Nursery::default(), tree.root(), &moves(2), &[known, weighing(1.0)]);
        let [known, unknown] = tree.children(tree.root()) else { panic!("two children") };
        assert_eq!(known.amaf(), (8, 6 * AMAF_UNIT as i32));
        assert_eq!(unknown.amaf(), (0, 0));
    }

    #[test]
    fn a_node_is_forty_bytes() {
        assert_eq!(size_of::<Node>(), 40);
    }

    #[test]
    fn priors_are_shares() {
        let tree = Tree::new(1);
        tree.expand(&mut Nursery::default(), tree.root(), &moves(4), &[1.0, 2.0, 3.0, 4.0].map(weighing));
        let priors: Vec<f32> = tree.children(tree.root()).iter().map(Node::prior).collect();
        assert_eq!(priors, [0.1, 0.2, 0.3, 0.4]);
    }

    #[test]
    fn a_tree_stops_growing_at_its_bound_and_stays_whole() {
        let tree = Tree::new(1);
        let moves = moves(600);
        let mut nursery = Nursery::default();
        let mut level = vec![tree.root()];
        while !tree.is_full() {
            level.iter().for_each(|node| tree.expand(&mut nursery, node, &moves, &even(600)));
            level = level.iter().flat_map(|node| tree.children(node)).collect();
        }
        assert!(tree.len() * size_of::<Node>() <= 1 << 20);
        let last = level.last().copied().unwrap_or(tree.root());
        assert!(tree.children(last).is_empty());
        assert_eq!(tree.children(tree.root()).len(), 600);
    }

    #[test]
    fn descending_keeps_statistics_and_proofs() {
        let tree = Tree::new(1);
        tree.expand(&mut Nursery::default(), tree.root(), &moves(3), &even(3));
        let child = &tree.children(tree.root())[1];
        tree.expand(&mut Nursery::default(), child, &moves(2), &even(2));
        let grandchild = &tree.children(child)[1];
        grandchild.enter(1);
        grandchild.add_result(WIN, -5);
        grandchild.prove(Bounds { low: 1, high: 2 });
        let below = tree.descend(&[Move::place(0, Point(1))]).expect("it is in the tree");
        let kept = &below.children(below.root())[1];
        assert_eq!((kept.visits(), kept.results(), kept.margin()), (1, WIN, -5));
        assert_eq!(kept.bounds(), Bounds { low: 1, high: 2 });
        assert!(tree.descend(&[Move::PASS]).is_none());
    }

    #[test]
    fn a_full_tree_gets_room_by_dropping_what_was_visited_least() {
        // However many visits there are, some positions have fewer than others.
        for least in [1, 5000] {
            let tree = Tree::new(1);
            let mut nursery = Nursery::default();
            let mut level = vec![tree.root()];
            while !tree.is_full() {
                level.iter().for_each(|node| tree.expand(&mut nursery, node, &moves(100), &even(100)));
                level = level.iter().flat_map(|node| tree.children(node)).collect();
            }
            tree.root().enter(1_000_000);
            for (child, visits) in tree.children(tree.root()).iter().zip(least..) {
                child.enter(visits);
                for reply in tree.children(child) {
                    reply.enter(visits - 1);
                }
            }
            let smaller = tree.descend(&[]).expect("the root is in the tree");
            assert!(!smaller.is_full() && smaller.len() <= tree.len() / 2 + NURSERY as usize);
            let kept: Vec<bool> = smaller.children(smaller.root()).iter().map(Node::is_expanded).collect();
            assert!(kept[99] && !kept[0] && kept.is_sorted());
            assert_eq!(smaller.root().visits(), 1_000_000);
        }
    }

    #[test]
    fn bounds_are_turned_round_for_white() {
        assert_eq!(Bounds { low: 0, high: 1 }.seen_by(Seat::White), Bounds { low: 1, high: 2 });
        assert_eq!(Bounds::UNKNOWN.seen_by(Seat::White), Bounds::UNKNOWN);
    }

    #[test]
    fn threads_that_expand_at_once_get_families_of_their_own() {
        let tree = Tree::new(4);
        tree.expand(&mut Nursery::default(), tree.root(), &moves(100), &even(100));
        let level = tree.children(tree.root());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut nursery = Nursery::default();
                    level.iter().for_each(|node| tree.expand(&mut nursery, node, &moves(300), &even(300)));
                });
            }
        });
        let mut families: Vec<_> = level.iter().map(|node| tree.children(node).as_ptr_range()).collect();
        families.sort_by_key(|family| family.start);
        assert!(families.iter().all(|family| family.start < family.end));
        assert!(families.windows(2).all(|pair| pair[0].end <= pair[1].start));
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
