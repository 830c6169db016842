//! The tree: nodes in one arena of bounded size, shared by threads without locks.
//!
//! All statistics are integers, so that sums don't depend on the order in which they were added up. Threads may see
//! a sum without its count for a moment; nothing but the quality of one simulation depends on that.

mod node;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;

use crate::game::Prior;
use crate::words::Move;

pub(crate) use node::{AMAF_UNIT, Bounds, MARGIN_UNIT, MOST_VISITS, Node, REWARD_UNIT, WIN};

/// Nodes that a thread takes at a time.
const NURSERY: u32 = 1 << 10;

/// The smallest tree has so many nodes: more than any position has moves.
const FEWEST_NODES: usize = 1 << 14;

/// A tree of bounded size.
pub(crate) struct Tree {
    /// The root, a node that is never used, and on from there families of siblings.
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
        Tree { nodes, growth: Growth { next: AtomicU32::new(node::FIRST_CHILD), full: AtomicBool::new(false) } }
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
        node.family().map_or(&[], |(first, count)| &self.nodes[first..][..count])
    }

    /// Makes a node's children, one a move, with priors whose weights need not sum to 1. Nothing happens where another
    /// thread was first, or the tree is full.
    pub fn expand(&self, nursery: &mut Nursery, node: &Node, moves: &[Move], priors: &[Prior]) {
        debug_assert!(!moves.is_empty() && moves.len() <= FEWEST_NODES - 2);
        if self.is_full() || !node.begin_expansion() {
            return;
        }
        let Some(first) = self.allocate(nursery, moves.len()) else {
            node.give_up_expansion();
            return;
        };
        let children = &self.nodes[first..][..moves.len()];
        let mut sum = 0.0;
        for ((child, &mv), prior) in children.iter().zip(moves).zip(priors) {
            // No move is left out altogether, whatever a game says of it.
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
            to.set_family(first, children.len());
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
}
