//! The tree: nodes in an arena that grows chunk by chunk up to a bound, shared by threads without locks.
//!
//! All statistics are integers, so that sums don't depend on the order in which they were added up. Threads may see
//! a sum without its count for a moment; nothing but the quality of one simulation depends on that.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use crate::game::{Move, Seat};

/// Nodes in a chunk; a power of two, more than a position has moves. The children of a node lie in one chunk.
const CHUNK: usize = 1 << 14;

/// [`Node::children`] of a node that has none yet.
const NONE: u32 = 0;
/// [`Node::children`] while a thread makes them.
const BUSY: u32 = 1;

/// Simulations that a node can count; past it, sums could overflow.
pub(crate) const MOST_VISITS: u32 = u32::MAX / 2;

/// One point of margin in the unit of [`Node::add_result`].
pub(crate) const MARGIN_UNIT: f64 = 8.0;

/// A certain result in the unit of AMAF sums.
pub(crate) const REWARD_UNIT: u32 = 1 << 15;

const AMAF_COUNT_BITS: u32 = 24;
const AMAF_COUNT_MASK: u64 = (1 << AMAF_COUNT_BITS) - 1;

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
#[derive(Default)]
pub(crate) struct Node {
    /// The sum of margins for Black, in 1/[`MARGIN_UNIT`] points.
    margin: AtomicI64,
    /// All-moves-as-first: how many simulations had the move later on, and (above) the mover's rewards in them.
    amaf: AtomicU64,
    /// Simulations that went through, those under way counted in.
    visits: AtomicU32,
    /// The mover's results, in half points.
    halves: AtomicU32,
    /// [`NONE`], [`BUSY`] or the first child.
    children: AtomicU32,
    /// The move's share of the prior, the bits of an `f32`.
    prior: AtomicU32,
    mv: AtomicU16,
    count: AtomicU16,
    /// [`Bounds`], `low` in the lower half; as stored, `high` counts down from 2, so that 0 is the unknown.
    bounds: AtomicU8,
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

    /// The mover's results, in half points.
    #[inline]
    pub fn halves(&self) -> u32 {
        self.halves.load(Ordering::Relaxed)
    }

    /// The sum of margins for Black, in 1/[`MARGIN_UNIT`] points.
    #[inline]
    pub fn margin(&self) -> i64 {
        self.margin.load(Ordering::Relaxed)
    }

    /// AMAF count and sum of the mover's rewards in 1/[`REWARD_UNIT`].
    #[inline]
    pub fn amaf(&self) -> (i32, i64) {
        let packed = self.amaf.load(Ordering::Relaxed);
        // As signed numbers, which turn into floating point ones faster.
        ((packed & AMAF_COUNT_MASK) as i32, (packed >> AMAF_COUNT_BITS) as i64)
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

    /// Begins a simulation through this node and tells how many began before. Until its result comes it counts as
    /// lost, which keeps other threads away.
    #[inline]
    pub fn enter(&self) -> u32 {
        self.visits.fetch_add(1, Ordering::Relaxed)
    }

    /// Takes back [`Node::enter`].
    pub fn leave(&self) {
        self.visits.fetch_sub(1, Ordering::Relaxed);
    }

    /// Adds the result of a simulation: half points of the mover, margin for Black.
    #[inline]
    pub fn add_result(&self, halves: u32, margin: i64) {
        self.halves.fetch_add(halves, Ordering::Relaxed);
        self.margin.fetch_add(margin, Ordering::Relaxed);
    }

    /// Adds the mover's reward in a simulation that had the move later on. Two threads may overwrite each other's:
    /// that loses a sample, which matters less than the time of an atomic addition for every child.
    #[inline]
    pub fn add_amaf(&self, reward: u32) {
        let packed = self.amaf.load(Ordering::Relaxed);
        if packed & AMAF_COUNT_MASK != AMAF_COUNT_MASK {
            self.amaf.store(packed + (u64::from(reward) << AMAF_COUNT_BITS) + 1, Ordering::Relaxed);
        }
    }

    /// Whether children were made, or are being made.
    pub fn is_expanded(&self) -> bool {
        self.children.load(Ordering::Relaxed) != NONE
    }

    fn copy_from(&self, other: &Node) {
        self.margin.store(other.margin(), Ordering::Relaxed);
        self.amaf.store(other.amaf.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.halves.store(other.halves(), Ordering::Relaxed);
        self.prior.store(other.prior.load(Ordering::Relaxed), Ordering::Relaxed);
        self.mv.store(other.mv.load(Ordering::Relaxed), Ordering::Relaxed);
        self.bounds.store(other.bounds.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

fn unpack(stored: u8) -> Bounds {
    Bounds { low: stored & 3, high: 2 - (stored >> 2) }
}

/// A tree of bounded size.
pub(crate) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    /// The next free node.
    next: AtomicU32,
    capacity: u32,
    full: AtomicBool,
}

impl Tree {
    /// A tree of a root alone that takes at most `mib` MiB, half as much again while [`Tree::descend`] copies it
    /// counted in. Memory is taken as the tree grows. The smallest tree takes one chunk, whatever `mib`.
    pub fn new(mib: usize) -> Tree {
        let nodes = (mib.saturating_mul(1 << 20) / size_of::<Node>()).saturating_mul(2) / 3;
        Tree::with_chunks((nodes / CHUNK).clamp(1, u32::MAX as usize / CHUNK))
    }

    fn with_chunks(count: usize) -> Tree {
        Tree {
            chunks: (0..count).map(|_| OnceLock::new()).collect(),
            // The numbers 0 and 1 are taken by the root and by what `BUSY` would mean.
            next: AtomicU32::new(2),
            capacity: (count * CHUNK) as u32,
            full: AtomicBool::new(false),
        }
    }

    fn chunk(&self, index: usize) -> &[Node] {
        self.chunks[index].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.chunk(0)[0]
    }

    /// Whether the bound was met; the tree then grows no more.
    pub fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.next.load(Ordering::Relaxed) as usize
    }

    /// The children of a node; none where they weren't made yet.
    #[inline]
    pub fn children(&self, node: &Node) -> &[Node] {
        let first = node.children.load(Ordering::Acquire);
        if first <= BUSY {
            return &[];
        }
        let (first, count) = (first as usize, usize::from(node.count.load(Ordering::Relaxed)));
        &self.chunk(first / CHUNK)[first % CHUNK..][..count]
    }

    /// Makes a node's children, one a move, with priors that need not sum to 1. Nothing happens where another
    /// thread was first, or the tree is full.
    pub fn expand(&self, node: &Node, moves: &[Move], prior: impl Fn(Move) -> f32) {
        debug_assert!(!moves.is_empty() && moves.len() <= CHUNK - 2);
        if self.is_full() || node.children.compare_exchange(NONE, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return;
        }
        let Some(first) = self.allocate(moves.len()) else {
            node.children.store(NONE, Ordering::Relaxed);
            return;
        };
        let children = &self.chunk(first / CHUNK)[first % CHUNK..][..moves.len()];
        let mut sum = 0.0;
        for (child, &mv) in children.iter().zip(moves) {
            // No move is left out altogether, whatever a game says of it.
            let weight = prior(mv).clamp(1e-3, 1e3);
            sum += weight;
            child.mv.store(mv.code(), Ordering::Relaxed);
            child.prior.store(weight.to_bits(), Ordering::Relaxed);
        }
        for child in children {
            child.prior.store((child.prior() / sum).to_bits(), Ordering::Relaxed);
        }
        node.count.store(moves.len() as u16, Ordering::Relaxed);
        node.children.store(first as u32, Ordering::Release);
    }

    fn allocate(&self, count: usize) -> Option<usize> {
        let mut next = self.next.load(Ordering::Relaxed);
        loop {
            let room = CHUNK - next as usize % CHUNK;
            let first = if count <= room { next as usize } else { next as usize + room };
            if first + count > self.capacity as usize {
                self.full.store(true, Ordering::Relaxed);
                return None;
            }
            let end = (first + count) as u32;
            match self.next.compare_exchange_weak(next, end, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(first),
                Err(now) => next = now,
            }
        }
    }

    /// The tree below the node that `moves` lead to, as far as half of the memory holds it, the nearest nodes
    /// first; `None` where that node isn't in the tree.
    pub fn descend(&self, moves: &[Move]) -> Option<Tree> {
        let mut node = self.root();
        for &mv in moves {
            node = self.children(node).iter().find(|child| child.mv() == mv)?;
        }
        let tree = Tree::with_chunks(self.chunks.len());
        let half = self.capacity / 2;
        tree.root().copy_from(node);
        let mut pairs = std::collections::VecDeque::from([(node, tree.root())]);
        while let Some((from, to)) = pairs.pop_front() {
            let children = self.children(from);
            if children.is_empty() || tree.len() + children.len() > half as usize {
                continue;
            }
            let Some(first) = tree.allocate(children.len()) else { continue };
            let copies = &tree.chunk(first / CHUNK)[first % CHUNK..][..children.len()];
            for (child, copy) in children.iter().zip(copies) {
                copy.copy_from(child);
                pairs.push_back((child, copy));
            }
            to.count.store(children.len() as u16, Ordering::Relaxed);
            to.children.store(first as u32, Ordering::Relaxed);
        }
        tree.full.store(false, Ordering::Relaxed);
        Some(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    fn moves(count: u16) -> Vec<Move> {
        (0..count).map(|p| Move::place(0, Point(p))).collect()
    }

    #[test]
    fn a_node_is_forty_bytes() {
        assert_eq!(size_of::<Node>(), 40);
    }

    #[test]
    fn priors_are_shares() {
        let tree = Tree::new(1);
        tree.expand(tree.root(), &moves(4), |mv| 1.0 + f32::from(mv.code()));
        let priors: Vec<f32> = tree.children(tree.root()).iter().map(Node::prior).collect();
        assert_eq!(priors, [0.1, 0.2, 0.3, 0.4]);
    }

    #[test]
    fn a_tree_stops_growing_at_its_bound_and_stays_whole() {
        let tree = Tree::new(1);
        let moves = moves(600);
        let mut level = vec![tree.root()];
        while !tree.is_full() {
            level.iter().for_each(|node| tree.expand(node, &moves, |_| 1.0));
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
        tree.expand(tree.root(), &moves(3), |_| 1.0);
        let child = &tree.children(tree.root())[1];
        tree.expand(child, &moves(2), |_| 1.0);
        let grandchild = &tree.children(child)[1];
        grandchild.enter();
        grandchild.add_result(2, -5);
        grandchild.prove(Bounds { low: 1, high: 2 });
        let below = tree.descend(&[Move::place(0, Point(1))]).expect("it is in the tree");
        let kept = &below.children(below.root())[1];
        assert_eq!((kept.visits(), kept.halves(), kept.margin()), (1, 2, -5));
        assert_eq!(kept.bounds(), Bounds { low: 1, high: 2 });
        assert!(tree.descend(&[Move::PASS]).is_none());
    }

    #[test]
    fn bounds_are_turned_round_for_white() {
        assert_eq!(Bounds { low: 0, high: 1 }.seen_by(Seat::White), Bounds { low: 1, high: 2 });
        assert_eq!(Bounds::UNKNOWN.seen_by(Seat::White), Bounds::UNKNOWN);
    }
}
