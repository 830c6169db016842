//! Selection: which child a simulation goes on with, by PUCT with RAVE and first-play urgency.
//!
//! This is most of the work of a search in games with many moves and short playouts, so children
//! are processed in blocks: their statistics are gathered into arrays, which the compiler
//! vectorizes.

use crate::fpu::FirstPlayUrgency;
use crate::params::SearchParams;
use crate::tree::{Bounds, MARGIN_UNIT, Node, RAVE_UNIT, WIN};
use quintet_core::types::Seat;

/// The number of children in a block.
const BLOCK: usize = 16;

/// Compares the children of a node by value, RAVE, prior and visits.
pub(crate) struct Selection<'t> {
    params: &'t SearchParams,
    seat: Seat,
    /// The proven bounds of the node, seen by the side to move.
    own: Bounds,
    /// The weight of a prior.
    explore: f32,
    /// Turns a sum of margins for Black into rewards of the side to move.
    margin_factor: f32,
    fpu: FirstPlayUrgency,
}

/// The statistics of some children.
#[derive(Default)]
struct Block {
    visits: [i32; BLOCK],
    results: [i32; BLOCK],
    margin: [f32; BLOCK],
    rave_count: [i32; BLOCK],
    rave_sum: [i32; BLOCK],
    prior: [f32; BLOCK],
}

impl<'t> Selection<'t> {
    /// Prepares the selection among the children of `node`, with `seat` to move.
    pub fn new(params: &'t SearchParams, margin_scale: f64, node: &Node, seat: Seat) -> Selection<'t> {
        let visits = node.visits() as f32;
        let margin_factor = (seat.sign() / (2.0 * MARGIN_UNIT * margin_scale)) as f32;
        let mut selection = Selection {
            params,
            seat,
            own: node.bounds().seen_by(seat),
            explore: params.exploration * visits.sqrt(),
            margin_factor,
            fpu: FirstPlayUrgency::default(),
        };
        // The node counts for its mover, the opponent.
        let sum = selection.reward_sum(node.results() as f32, -(node.margin() as f32), visits);
        selection.fpu = FirstPlayUrgency::new(params, 1.0 - sum / visits);
        selection
    }

    /// Multiplies the weight of the exploration term.
    pub fn scale_exploration(&mut self, factor: f32) {
        self.explore *= factor;
    }

    /// Returns the best of all children that could matter; of equal ones the first from `start` on,
    /// cyclically.
    #[inline]
    pub fn best<'a>(&self, children: &'a [Node], start: usize) -> Option<&'a Node> {
        let (mut best, mut best_score) = (None, f32::NEG_INFINITY);
        let mut at = start;
        for _ in 0..children.len().div_ceil(BLOCK) {
            let (scores, next) = self.scores(children, at);
            let top = largest(scores);
            if top > best_score {
                best_score = top;
                best = scores.iter().position(|&score| score == top).map(|i| (at + i) % children.len());
            }
            at = next;
        }
        best.map(|i| &children[i])
    }

    /// Returns the least visited of the `count` children with the best scores; the first of equals.
    pub fn least_visited_of_best<'a>(&self, children: &'a [Node], count: usize) -> Option<&'a Node> {
        let mut scored: Vec<(f32, usize)> = Vec::with_capacity(children.len() + BLOCK);
        let mut at = 0;
        while scored.len() < children.len() {
            let (scores, next) = self.scores(children, at);
            scored.extend(scores.into_iter().zip(at..));
            at = next;
        }
        scored.truncate(children.len());
        scored.retain(|&(score, _)| score > f32::NEG_INFINITY);
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        scored.iter().take(count).map(|&(_, i)| &children[i]).min_by_key(|child| child.visits())
    }

    /// Returns the scores of a block of children from `at` on, cyclically, and where the next block
    /// begins.
    ///
    /// The score of children that cannot matter, and beyond the number of children, is minus
    /// infinity. Of more children than a block has, the last block overlaps the first, which
    /// changes nothing.
    #[inline]
    fn scores(&self, children: &[Node], at: usize) -> ([f32; BLOCK], usize) {
        let mut block = Block::default();
        let mut unknown = true;
        let (head, tail) = children.split_at(at);
        let tail = &tail[..tail.len().min(BLOCK)];
        let head = &head[..head.len().min(BLOCK - tail.len())];
        let mut gather = |i: usize, node: &Node| {
            // Signed integers convert to floating point faster.
            block.visits[i] = node.visits() as i32;
            block.results[i] = node.results() as i32;
            block.margin[i] = node.margin() as f32;
            (block.rave_count[i], block.rave_sum[i]) = node.rave();
            block.prior[i] = node.prior();
            unknown &= node.bounds() == Bounds::UNKNOWN;
        };
        for (i, node) in tail.iter().enumerate() {
            gather(i, node);
        }
        for (i, node) in head.iter().enumerate() {
            gather(tail.len() + i, node);
        }
        let count = tail.len() + head.len();
        let mut scores: [f32; BLOCK] = std::array::from_fn(|i| self.score(&block, i, self.rewards(&block, i)));
        for (i, score) in scores.iter_mut().enumerate() {
            *score = if i < count { *score } else { f32::NEG_INFINITY };
        }
        if !unknown {
            for (i, node) in tail.iter().chain(head).enumerate() {
                let bounds = node.bounds().seen_by(self.seat);
                let certain = |halves: u8| 0.5 * f32::from(halves) * block.visits[i] as f32;
                let rewards = self.rewards(&block, i).clamp(certain(bounds.low), certain(bounds.high));
                // A child that cannot give more than is certain already does not matter.
                let matters = bounds == Bounds::UNKNOWN || bounds.high > self.own.low;
                scores[i] = if matters { self.score(&block, i, rewards) } else { f32::NEG_INFINITY };
            }
        }
        let next = at + count;
        (scores, if next >= children.len() { next - children.len() } else { next })
    }

    /// Returns the sum of rewards of the side to move in child `i` of a block.
    #[inline(always)]
    fn rewards(&self, block: &Block, i: usize) -> f32 {
        self.reward_sum(block.results[i] as f32, block.margin[i], block.visits[i] as f32)
    }

    /// Returns a sum of rewards of the side to move: results, and the share of the margin.
    #[inline(always)]
    fn reward_sum(&self, results: f32, margin: f32, visits: f32) -> f32 {
        let share = self.params.margin_share;
        let half = 0.5 * visits;
        let margin = smaller(larger(margin * self.margin_factor, -half), half);
        (1.0 - share) * (1.0 / WIN as f32) * results + share * (half + margin)
    }

    /// Returns the score of child `i` of a block with a sum of rewards.
    #[inline(always)]
    fn score(&self, block: &Block, i: usize, sum: f32) -> f32 {
        let visits = block.visits[i] as f32;
        let rave_count = block.rave_count[i] as f32 + self.fpu.samples;
        let rave_sum = block.rave_sum[i] as f32 * (1.0 / RAVE_UNIT as f32) + self.fpu.samples * self.fpu.value;
        // The value is (1 − β)·mean + β·rave with β = a / (a + v + a·v·bias), over one denominator;
        // with the exploration term it comes to a single division.
        let own_weight = 1.0 + rave_count * self.params.rave_bias;
        let (value, samples) = (own_weight * sum + rave_sum, own_weight * visits + rave_count);
        let tries = 1.0 + visits;
        (value * tries + self.explore * block.prior[i] * samples) / (samples * tries)
    }
}

/// Like [`f32::max`], but one instruction: no number here is NaN.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Like [`f32::min`], but one instruction.
#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// Returns the largest number, by halves, which is faster than a chain of comparisons.
#[inline(always)]
fn largest(mut numbers: [f32; BLOCK]) -> f32 {
    let mut half = BLOCK / 2;
    while half > 0 {
        for i in 0..half {
            numbers[i] = larger(numbers[i], numbers[i + half]);
        }
        half /= 2;
    }
    numbers[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{NodeAllocator, Tree};
    use quintet_core::board::Point;
    use quintet_core::position::Prior;
    use quintet_core::types::Move;

    const CHILDREN: usize = 2 * BLOCK + 5;

    /// A tree whose root has `visits`, half of them won, and equal children without visits.
    fn tree(visits: u32) -> Tree {
        let tree = Tree::new(1);
        let even = Prior { weight: 1.0, value: 0.0, samples: 0 };
        let moves: Vec<Move> = (0..CHILDREN as u16).map(|p| Move::place(0, Point(p))).collect();
        tree.expand(&mut NodeAllocator::default(), tree.root(), &moves, &[even; CHILDREN]);
        tree.root().enter(visits);
        tree.root().add_result(visits * WIN / 2, 0);
        tree
    }

    fn chosen(tree: &Tree, start: usize) -> Option<usize> {
        let params = SearchParams::default();
        let children = tree.children(tree.root());
        let best = Selection::new(&params, 81.0, tree.root(), Seat::Black).best(children, start)?;
        Some(usize::from(best.mv().code()))
    }

    /// Adds visits that the side that selects has all won or all lost.
    fn visit(child: &Node, count: u32, won: bool) {
        child.enter(count);
        let sign = if won { 1 } else { -1 };
        child.add_result(if won { WIN * count } else { 0 }, sign * i64::from(count) * 80);
    }

    #[test]
    fn the_first_of_equal_children_is_selected() {
        let tree = tree(10);
        for start in 0..CHILDREN {
            assert_eq!(chosen(&tree, start), Some(start));
        }
        for child in &tree.children(tree.root())[3..] {
            visit(child, 1, false);
        }
        assert_eq!(chosen(&tree, 2), Some(2));
        assert_eq!(chosen(&tree, 3), Some(0), "wraps around");
    }

    #[test]
    fn the_winning_child_is_selected_at_every_index() {
        for best in 0..CHILDREN {
            let tree = tree(100);
            for (i, child) in tree.children(tree.root()).iter().enumerate() {
                visit(child, 2, i == best);
            }
            assert_eq!(chosen(&tree, 7), Some(best));
        }
    }

    #[test]
    fn rave_decides_between_untried_moves() {
        let tree = tree(100);
        let children = tree.children(tree.root());
        (0..20).for_each(|_| children[9].add_rave(REWARD, true));
        assert_eq!(chosen(&tree, 0), Some(9));
        (0..20).for_each(|_| children[9].add_rave(0, true));
        (0..20).for_each(|_| children[10].add_rave(REWARD / 2 + 1000, true));
        (0..20).for_each(|_| children[11].add_rave(REWARD, false));
        assert_eq!(chosen(&tree, 0), Some(10));
    }

    #[test]
    fn moves_that_cannot_improve_a_proven_result_are_skipped() {
        let tree = tree(100);
        let children = tree.children(tree.root());
        for child in children {
            visit(child, 2, true);
            child.prove(Bounds::exact(0));
        }
        assert_eq!(chosen(&tree, 0), None);
        let tree = self::tree(100);
        let children = tree.children(tree.root());
        for child in children {
            visit(child, 2, true);
            child.prove(Bounds { low: 0, high: 1 });
        }
        children[20].prove(Bounds::exact(1));
        assert_eq!(chosen(&tree, 4), Some(4), "nothing is proved at the root");
        tree.root().prove(Bounds { low: 1, high: 2 });
        assert_eq!(chosen(&tree, 4), None, "the root has a proven draw");
    }

    const REWARD: u32 = crate::tree::REWARD_UNIT;
}
