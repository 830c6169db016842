//! The models: what threads do to a tree at the same time, and what must hold.

use loom::sync::Arc;
use loom::thread;
use quintet_core::board::Point;
use quintet_core::position::Prior;
use quintet_core::types::Move;

use crate::sync::try_zeroed_slice_box;
use crate::tree::{Bounds, Node, NodeAllocator, RAVE_UNIT, REWARD_UNIT, Tree, WIN};

/// A model by name.
type Model = (&'static str, fn());

/// All models.
pub const MODELS: &[Model] = &[
    ("an expansion is seen whole or not at all", expansion_is_published),
    ("of two threads one expands a node", one_thread_expands),
    ("families of siblings are disjoint", families_are_disjoint),
    ("a full tree gives no node to two families", full_tree),
    ("no visit and no result is lost", statistics_add_up),
    ("a RAVE sample is added once or not at all", rave_samples),
    ("bounds of two proofs are joined", proofs_are_joined),
];

/// Returns a tree of this many nodes, the root and the unused one included.
fn tree(nodes: usize) -> Arc<Tree> {
    Arc::new(Tree::from_nodes(try_zeroed_slice_box(nodes).expect("it is small")))
}

fn moves(from: u16) -> [Move; 2] {
    [from, from + 1].map(|point| Move::place(0, Point(point)))
}

const PRIORS: [Prior; 2] =
    [Prior { weight: 1.0, value: 0.5, samples: 2 }, Prior { weight: 3.0, value: 0.0, samples: 0 }];

fn expand_root(tree: &Tree, from: u16) {
    tree.expand(&mut NodeAllocator::default(), tree.root(), &moves(from), &PRIORS);
}

/// Returns the points of the children's moves, and checks that the children are complete.
fn children_of(tree: &Tree, node: &Node) -> Vec<u16> {
    let children = tree.children(node);
    assert!(children.is_empty() || children.len() == 2, "{} children", children.len());
    if let [first, second] = children {
        assert_eq!([first.prior(), second.prior()], [0.25, 0.75]);
        assert_eq!([first.rave(), second.rave()], [(2, RAVE_UNIT as i32), (0, 0)]);
    }
    children.iter().map(|child| child.mv().point().expect("a placement").0).collect()
}

fn expansion_is_published() {
    let tree = tree(4);
    let other = tree.clone();
    let thread = thread::spawn(move || expand_root(&other, 7));
    assert!([vec![], vec![7, 8]].contains(&children_of(&tree, tree.root())));
    thread.join().expect("it does not panic");
    assert_eq!(children_of(&tree, tree.root()), [7, 8]);
}

fn one_thread_expands() {
    let tree = tree(6);
    let other = tree.clone();
    let thread = thread::spawn(move || {
        expand_root(&other, 7);
        children_of(&other, other.root())
    });
    expand_root(&tree, 3);
    let here = children_of(&tree, tree.root());
    let there = thread.join().expect("it does not panic");
    let children = children_of(&tree, tree.root());
    assert!([[7, 8], [3, 4]].iter().any(|pair| children == pair));
    for seen in [here, there] {
        assert!(seen.is_empty() || seen == children);
    }
}

fn families_are_disjoint() {
    let tree = tree(8);
    expand_root(&tree, 0);
    let threads = [0, 1].map(|index| {
        let tree = tree.clone();
        thread::spawn(move || {
            let child = &tree.children(tree.root())[index];
            tree.expand(&mut NodeAllocator::default(), child, &moves(10 * index as u16 + 10), &PRIORS);
            assert_eq!(children_of(&tree, child), [10, 11].map(|point| point + 10 * index as u16));
        })
    });
    threads.map(|thread| thread.join().expect("it does not panic"));
    let found: Vec<u16> = tree.children(tree.root()).iter().flat_map(|child| children_of(&tree, child)).collect();
    assert_eq!(found, [10, 11, 20, 21]);
}

/// There is room for the children of one of two nodes.
fn full_tree() {
    let tree = tree(6);
    expand_root(&tree, 0);
    let threads = [0, 1].map(|index| {
        let tree = tree.clone();
        thread::spawn(move || {
            let child = &tree.children(tree.root())[index];
            tree.expand(&mut NodeAllocator::default(), child, &moves(10), &PRIORS);
            child.is_expanded()
        })
    });
    let expanded = threads.map(|thread| thread.join().expect("it does not panic"));
    assert_eq!(expanded.iter().filter(|&&expanded| expanded).count(), 1);
    assert!(tree.is_full());
    for (child, expanded) in tree.children(tree.root()).iter().zip(expanded) {
        assert_eq!(children_of(&tree, child).len(), if expanded { 2 } else { 0 });
    }
}

fn statistics_add_up() {
    let tree = tree(2);
    let threads = [1, 2].map(|count| {
        let tree = tree.clone();
        thread::spawn(move || {
            let node = tree.root();
            node.enter(count + 1);
            node.add_result(WIN * count, -3 * i64::from(count));
            node.leave(1);
        })
    });
    threads.map(|thread| thread.join().expect("it does not panic"));
    let node = tree.root();
    assert_eq!((node.visits(), node.results(), node.margin()), (3, 3 * WIN, -9));
}

/// Samples may be lost, but no sum without its count.
fn rave_samples() {
    let tree = tree(2);
    let threads = [0, 1].map(|_| {
        let tree = tree.clone();
        thread::spawn(move || {
            tree.root().add_rave(REWARD_UNIT, true);
            tree.root().add_rave(REWARD_UNIT, false);
        })
    });
    let sample = || {
        let (count, sum) = tree.root().rave();
        assert_eq!(sum, count * RAVE_UNIT as i32);
        count
    };
    assert!(sample() <= 2);
    threads.map(|thread| thread.join().expect("it does not panic"));
    assert!([1, 2].contains(&sample()));
}

fn proofs_are_joined() {
    let tree = tree(2);
    let threads = [Bounds { low: 1, high: 2 }, Bounds { low: 0, high: 1 }].map(|bounds| {
        let tree = tree.clone();
        thread::spawn(move || tree.root().prove(bounds))
    });
    let changed = threads.map(|thread| thread.join().expect("it does not panic"));
    assert_eq!(changed, [true; 2]);
    assert_eq!(tree.root().bounds(), Bounds::exact(1));
}
