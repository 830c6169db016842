//! The tree: nodes in one arena of bounded size, shared by threads without locks.
//!
//! All statistics are integers, so that sums do not depend on the order of additions. Threads may
//! see a sum without its count for a moment; only the quality of one simulation depends on that.

mod node;

use quintet_core::position::Prior;
use quintet_core::types::Move;
use quintet_system::exhaustion;

use crate::sync::{AtomicBool, AtomicU32, Ordering, try_zeroed_slice_box};

pub(crate) use node::{Bounds, MARGIN_UNIT, MAX_VISITS, Node, RAVE_UNIT, REWARD_UNIT, WIN};

/// The number of nodes that a thread takes at a time.
const BLOCK: u32 = 1 << 10;

/// The number of nodes of the smallest tree: more than any position has moves.
const MIN_NODES: usize = 1 << 14;

/// The largest size of a tree in MiB: where memory is cleared when it is provided, a larger one would
/// take seconds.
const MAX_CLEARED_MIB: usize = 512;

/// While a tree is copied, the number of nodes between two checks whether to go on.
const CHECK_EVERY: u32 = 1 << 6;

/// A tree of bounded size.
pub struct Tree {
    /// The root, a node that is never used, and then families of siblings.
    nodes: Box<[Node]>,
    growth: Growth,
}

/// The parts that change as a tree grows, in cache lines of its own so that threads that only read
/// do not wait for it.
#[repr(align(128))]
struct Growth {
    /// The index of the next free node.
    next: AtomicU32,
    full: AtomicBool,
}

/// A block of free nodes that one thread hands out, so that threads do not contend for every family
/// of siblings.
#[derive(Default)]
pub(crate) struct NodeAllocator {
    next: u32,
    end: u32,
}

impl Tree {
    /// Creates a tree of a root alone that takes at most `mib` MiB, including the copy that
    /// [`Tree::descend`] makes.
    ///
    /// The system provides memory as the tree grows; if it does not provide that much, the tree is
    /// smaller.
    pub fn new(mib: usize) -> Tree {
        let mib = if cfg!(target_family = "wasm") { mib.min(MAX_CLEARED_MIB) } else { mib };
        Tree::with_nodes((mib.saturating_mul(1 << 20) / size_of::<Node>()).saturating_mul(2) / 3)
    }

    /// Returns a size in MiB at which a new tree does not get full within `visits` simulations of one
    /// thread in a game whose positions have at most `moves` moves.
    pub fn mib_for(visits: u64, moves: usize) -> usize {
        // A simulation expands at most one node, and a family that does not fit into the rest of a
        // block leaves less than its own size unused.
        let visits = usize::try_from(visits).unwrap_or(usize::MAX);
        let nodes = visits.saturating_add(2).saturating_mul(2 * moves).saturating_add(BLOCK as usize);
        (nodes.saturating_mul(size_of::<Node>()) / 2).saturating_mul(3).div_ceil(1 << 20)
    }

    fn with_nodes(count: usize) -> Tree {
        let mut count = count.clamp(MIN_NODES, u32::MAX as usize);
        // Zeroed memory from the system is not touched before it is used.
        loop {
            match try_zeroed_slice_box(count) {
                Ok(nodes) => return Tree::from_nodes(nodes),
                Err(()) if count > MIN_NODES => count = (count / 2).max(MIN_NODES),
                Err(()) => exhaustion::end(format_args!("not enough memory for a search tree")),
            }
        }
    }

    /// Creates a tree in zeroed nodes.
    pub(crate) fn from_nodes(nodes: Box<[Node]>) -> Tree {
        Tree { nodes, growth: Growth { next: AtomicU32::new(node::FIRST_CHILD), full: AtomicBool::new(false) } }
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// Returns whether the tree has reached its limit; it then grows no more.
    pub(crate) fn is_full(&self) -> bool {
        self.growth.full.load(Ordering::Relaxed)
    }

    /// The number of nodes, including those that threads took and have not used yet.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.growth.next.load(Ordering::Relaxed) as usize
    }

    /// Returns the children of a node; none before its expansion.
    #[inline]
    pub(crate) fn children(&self, node: &Node) -> &[Node] {
        node.family().map_or(&[], |(first, count)| &self.nodes[first..][..count])
    }

    /// Expands a node: creates a child for each move, with priors whose weights need not sum to 1.
    ///
    /// Does nothing if another thread was first or the tree is full.
    pub(crate) fn expand(&self, allocator: &mut NodeAllocator, node: &Node, moves: &[Move], priors: &[Prior]) {
        debug_assert!(!moves.is_empty() && moves.len() <= MIN_NODES - 2);
        if self.is_full() || !node.begin_expansion() {
            return;
        }
        let Some(first) = self.allocate(allocator, moves.len()) else {
            node.give_up_expansion();
            return;
        };
        let children = &self.nodes[first..][..moves.len()];
        let mut sum = 0.0;
        for ((child, &mv), prior) in children.iter().zip(moves).zip(priors) {
            // No prior excludes a move altogether.
            let weight = prior.weight.clamp(1e-3, 1e3);
            sum += weight;
            child.set_up(mv, prior);
            child.set_prior(weight);
        }
        for child in children {
            child.set_prior(child.prior() / sum);
        }
        node.set_family(first, moves.len());
    }

    /// Returns the index of the first of `count` free nodes.
    fn allocate(&self, allocator: &mut NodeAllocator, count: usize) -> Option<usize> {
        let count = count as u32;
        if allocator.end - allocator.next < count {
            *allocator = self.reserve(count.max(BLOCK)).or_else(|| self.reserve(count)).unwrap_or_else(|| {
                self.growth.full.store(true, Ordering::Relaxed);
                NodeAllocator::default()
            });
        }
        let first = allocator.next;
        (allocator.end - first >= count).then(|| {
            allocator.next += count;
            first as usize
        })
    }

    fn reserve(&self, count: u32) -> Option<NodeAllocator> {
        let room = |next: u32| next.checked_add(count).filter(|&end| end as usize <= self.nodes.len());
        let next = self.growth.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).ok()?;
        Some(NodeAllocator { next, end: next + count })
    }

    /// Returns a copy of the subtree below the node that `moves` lead to. If it takes more than
    /// half of the memory, the least visited nodes are left out. Without moves it is this tree,
    /// pruned.
    ///
    /// `None` if that node is not in the tree, or `go_on`, which is called regularly, returned
    /// `false`.
    pub fn descend(&self, moves: &[Move], go_on: &dyn Fn() -> bool) -> Option<Tree> {
        let mut node = self.root();
        for &mv in moves {
            node = self.children(node).iter().find(|child| child.mv() == mv)?;
        }
        let tree = Tree::with_nodes(self.nodes.len());
        // Threads leave some nodes of their blocks unused.
        let least = self.least_visits(node, tree.nodes.len() / 2, go_on)?;
        let mut allocator = NodeAllocator::default();
        tree.root().copy_from(node);
        let mut pairs = std::collections::VecDeque::from([(node, tree.root())]);
        let mut calls = Calls::default();
        while let Some((from, to)) = pairs.pop_front() {
            if !calls.go_on(go_on) {
                return None;
            }
            let children = self.children(from);
            if children.is_empty() || (from.visits() < least && !std::ptr::eq(from, node)) {
                continue;
            }
            let Some(first) = tree.allocate(&mut allocator, children.len()) else { continue };
            let copies = &tree.nodes[first..][..children.len()];
            for (child, copy) in children.iter().zip(copies) {
                copy.copy_from(child);
                pairs.push_back((child, copy));
            }
            to.set_family(first, children.len());
        }
        tree.growth.full.store(false, Ordering::Relaxed);
        Some(tree)
    }

    /// Returns the number of visits that a position below a node needs to keep its children so that
    /// at most `room` nodes are kept; `None` if `go_on` returned `false`.
    fn least_visits(&self, node: &Node, room: usize, go_on: &dyn Fn() -> bool) -> Option<u32> {
        // The visits and the number of children of each expanded position.
        let mut found = Vec::new();
        let mut stack = vec![node];
        let mut calls = Calls::default();
        while let Some(node) = stack.pop() {
            if !calls.go_on(go_on) {
                return None;
            }
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
                return Some(visits + 1);
            }
        }
        Some(0)
    }
}

/// Counts calls of a function, to do something at the first of every [`CHECK_EVERY`].
#[derive(Default)]
struct Calls(u32);

impl Calls {
    /// Calls `go_on` if it is time to, and returns whether to go on.
    fn go_on(&mut self, go_on: &dyn Fn() -> bool) -> bool {
        self.0 += 1;
        self.0 % CHECK_EVERY != 1 || go_on()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_core::board::Point;

    fn moves(count: u16) -> Vec<Move> {
        (0..count).map(|p| Move::place(0, Point(p))).collect()
    }

    fn prior(weight: f32) -> Prior {
        Prior { weight, value: 0.0, samples: 0 }
    }

    fn neutral(count: usize) -> Vec<Prior> {
        vec![prior(1.0); count]
    }

    #[test]
    fn a_tree_for_some_visits_does_not_get_full_by_them() {
        // Families of 513 nodes leave nearly half of each block unused.
        for (visits, most) in [(1_000, 163), (500, 361), (2_000, 513), (100, 1_025), (5_000, 20), (10, 4_000)] {
            let (tree, mut allocator) = (Tree::new(Tree::mib_for(visits, most.into())), NodeAllocator::default());
            let mut node = tree.root();
            for count in (0..visits).map(|visit| if visit % 3 == 0 { most / 2 + 1 } else { most }) {
                tree.expand(&mut allocator, node, &moves(count), &neutral(count.into()));
                node = tree.children(node).last().expect("the tree is not full");
            }
            assert!(!tree.is_full(), "{visits} visits, {most} moves");
        }
    }

    #[test]
    fn a_prior_counts_as_rave_samples() {
        let tree = Tree::new(1);
        let known = Prior { weight: 1.0, value: 0.75, samples: 8 };
        tree.expand(&mut NodeAllocator::default(), tree.root(), &moves(2), &[known, prior(1.0)]);
        let [known, unknown] = tree.children(tree.root()) else { panic!("two children") };
        assert_eq!(known.rave(), (8, 6 * RAVE_UNIT as i32));
        assert_eq!(unknown.rave(), (0, 0));
    }

    #[test]
    fn priors_are_normalized() {
        let tree = Tree::new(1);
        tree.expand(&mut NodeAllocator::default(), tree.root(), &moves(4), &[1.0, 2.0, 3.0, 4.0].map(prior));
        let priors: Vec<f32> = tree.children(tree.root()).iter().map(Node::prior).collect();
        assert_eq!(priors, [0.1, 0.2, 0.3, 0.4]);
    }

    #[test]
    fn a_full_tree_stops_growing_and_stays_consistent() {
        let tree = Tree::new(1);
        let moves = moves(600);
        let mut allocator = NodeAllocator::default();
        let mut level = vec![tree.root()];
        while !tree.is_full() {
            level.iter().for_each(|node| tree.expand(&mut allocator, node, &moves, &neutral(600)));
            level = level.iter().flat_map(|node| tree.children(node)).collect();
        }
        assert!(tree.len() * size_of::<Node>() <= 1 << 20);
        let last = level.last().copied().unwrap_or(tree.root());
        assert!(tree.children(last).is_empty());
        assert_eq!(tree.children(tree.root()).len(), 600);
    }

    #[test]
    fn descend_keeps_statistics_and_proofs() {
        let tree = Tree::new(1);
        tree.expand(&mut NodeAllocator::default(), tree.root(), &moves(3), &neutral(3));
        let child = &tree.children(tree.root())[1];
        tree.expand(&mut NodeAllocator::default(), child, &moves(2), &neutral(2));
        let grandchild = &tree.children(child)[1];
        grandchild.enter(1);
        grandchild.add_result(WIN, -5);
        grandchild.prove(Bounds { low: 1, high: 2 });
        let below = tree.descend(&[Move::place(0, Point(1))], &|| true).expect("it is in the tree");
        let kept = &below.children(below.root())[1];
        assert_eq!((kept.visits(), kept.results(), kept.margin()), (1, WIN, -5));
        assert_eq!(kept.bounds(), Bounds { low: 1, high: 2 });
        assert!(tree.descend(&[Move::PASS], &|| true).is_none());
    }

    #[test]
    fn descend_of_a_full_tree_drops_the_least_visited_positions() {
        // Once with few visits, and once with many.
        for least in [1, 5000] {
            let tree = Tree::new(1);
            let mut allocator = NodeAllocator::default();
            let mut level = vec![tree.root()];
            while !tree.is_full() {
                level.iter().for_each(|node| tree.expand(&mut allocator, node, &moves(100), &neutral(100)));
                level = level.iter().flat_map(|node| tree.children(node)).collect();
            }
            tree.root().enter(1_000_000);
            for (child, visits) in tree.children(tree.root()).iter().zip(least..) {
                child.enter(visits);
                for reply in tree.children(child) {
                    reply.enter(visits - 1);
                }
            }
            let smaller = tree.descend(&[], &|| true).expect("the root is in the tree");
            assert!(!smaller.is_full() && smaller.len() <= tree.len() / 2 + BLOCK as usize);
            let kept: Vec<bool> = smaller.children(smaller.root()).iter().map(Node::is_expanded).collect();
            assert!(kept[99] && !kept[0] && kept.is_sorted());
            assert_eq!(smaller.root().visits(), 1_000_000);
        }
    }

    #[test]
    fn copying_a_tree_checks_regularly_whether_to_go_on() {
        let tree = Tree::new(16);
        let mut allocator = NodeAllocator::default();
        let mut level = vec![tree.root()];
        while !tree.is_full() {
            level.iter().for_each(|node| tree.expand(&mut allocator, node, &moves(100), &neutral(100)));
            level = level.iter().flat_map(|node| tree.children(node)).collect();
        }
        let checks = std::cell::Cell::new(0);
        let until = |most| {
            checks.set(0);
            move |checks: &std::cell::Cell<u32>| {
                checks.set(checks.get() + 1);
                checks.get() < most
            }
        };
        let all = until(u32::MAX);
        assert!(tree.descend(&[], &|| all(&checks)).is_some());
        // Each expanded node has 100 children.
        assert!(checks.get() >= tree.len() as u32 / 100 / CHECK_EVERY, "{} checks", checks.get());
        for most in [1, checks.get()] {
            let some = until(most);
            assert!(tree.descend(&[], &|| some(&checks)).is_none());
            assert_eq!(checks.get(), most);
        }
    }

    #[test]
    fn concurrent_expansions_get_disjoint_families() {
        let tree = Tree::new(4);
        tree.expand(&mut NodeAllocator::default(), tree.root(), &moves(100), &neutral(100));
        let level = tree.children(tree.root());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut allocator = NodeAllocator::default();
                    level.iter().for_each(|node| tree.expand(&mut allocator, node, &moves(300), &neutral(300)));
                });
            }
        });
        let mut families: Vec<_> = level.iter().map(|node| tree.children(node).as_ptr_range()).collect();
        families.sort_by_key(|family| family.start);
        assert!(families.iter().all(|family| family.start < family.end));
        assert!(families.windows(2).all(|pair| pair[0].end <= pair[1].start));
    }
}
