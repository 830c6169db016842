//! Which child a simulation goes on with.
//!
//! This is most of the work of a search in games with many moves and short playouts, so children are looked at in
//! blocks: what is known of them is gathered into arrays of numbers, on which the compiler works by vector.

use super::tree::{AMAF_UNIT, Bounds, MARGIN_UNIT, Node, WIN};
use super::tuning::Tuning;
use crate::words::Seat;

/// Children looked at together.
const BLOCK: usize = 16;

/// What the children of a node are compared by: value, AMAF, prior and visits.
pub(crate) struct Selection<'t> {
    tuning: &'t Tuning,
    seat: Seat,
    /// What is proved of the node, seen by the seat to move.
    own: Bounds,
    /// Weight of a prior.
    explore: f32,
    /// Turns a sum of margins for Black into rewards of the seat to move.
    margin_factor: f32,
    /// What an untried move is taken to give.
    first_play: f32,
}

/// What is known of some children.
#[derive(Default)]
struct Block {
    visits: [i32; BLOCK],
    results: [i32; BLOCK],
    margin: [f32; BLOCK],
    amaf_count: [i32; BLOCK],
    amaf_sum: [i32; BLOCK],
    prior: [f32; BLOCK],
}

impl<'t> Selection<'t> {
    /// For the children of `node`, where `seat` is to move.
    pub fn new(tuning: &'t Tuning, margin_scale: f64, node: &Node, seat: Seat) -> Selection<'t> {
        let visits = node.visits() as f32;
        let margin_factor = (seat.sign() / (2.0 * MARGIN_UNIT * margin_scale)) as f32;
        let mut selection = Selection {
            tuning,
            seat,
            own: node.bounds().seen_by(seat),
            explore: tuning.exploration * visits.sqrt(),
            margin_factor,
            first_play: 0.0,
        };
        // The sum that the node shows is its mover's, the opponent's: one's own is what is left.
        let sum = selection.reward_sum(node.results() as f32, -(node.margin() as f32), visits);
        selection.first_play = (1.0 - sum / visits - tuning.first_play_reduction).max(0.0);
        selection
    }

    /// The best of all children that could matter; of equal ones the first from `start` on, round the end.
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

    /// The scores of a block of children from `at` on, round the end; minus infinity for those that can't matter.
    /// Where the next block begins. (The last block goes on with children of the first, which changes nothing.)
    #[inline]
    fn scores(&self, children: &[Node], at: usize) -> ([f32; BLOCK], usize) {
        let mut block = Block::default();
        let mut unknown = true;
        let mut next = at;
        for i in 0..BLOCK {
            let node = &children[next];
            next = if next + 1 == children.len() { 0 } else { next + 1 };
            // Signed numbers turn into floating point ones faster.
            block.visits[i] = node.visits() as i32;
            block.results[i] = node.results() as i32;
            block.margin[i] = node.margin() as f32;
            (block.amaf_count[i], block.amaf_sum[i]) = node.amaf();
            block.prior[i] = node.prior();
            unknown &= node.bounds() == Bounds::UNKNOWN;
        }
        let mut scores: [f32; BLOCK] = std::array::from_fn(|i| self.score(&block, i, self.rewards(&block, i)));
        if !unknown {
            for i in 0..BLOCK {
                let bounds = children[(at + i) % children.len()].bounds().seen_by(self.seat);
                let certain = |halves: u8| 0.5 * f32::from(halves) * block.visits[i] as f32;
                let rewards = self.rewards(&block, i).clamp(certain(bounds.low), certain(bounds.high));
                // It can't give more than what is certain already.
                let matters = bounds == Bounds::UNKNOWN || bounds.high > self.own.low;
                scores[i] = if matters { self.score(&block, i, rewards) } else { f32::NEG_INFINITY };
            }
        }
        (scores, next)
    }

    /// The rewards of the seat to move after child `i` of a block.
    #[inline(always)]
    fn rewards(&self, block: &Block, i: usize) -> f32 {
        self.reward_sum(block.results[i] as f32, block.margin[i], block.visits[i] as f32)
    }

    /// The rewards of the seat to move, summed: results and the share of the margin.
    #[inline(always)]
    fn reward_sum(&self, results: f32, margin: f32, visits: f32) -> f32 {
        let share = self.tuning.margin_share;
        let half = 0.5 * visits;
        let margin = smaller(larger(margin * self.margin_factor, -half), half);
        (1.0 - share) * (1.0 / WIN as f32) * results + share * (half + margin)
    }

    /// The score of child `i` of a block, whose rewards come to `sum`.
    #[inline(always)]
    fn score(&self, block: &Block, i: usize, sum: f32) -> f32 {
        let visits = block.visits[i] as f32;
        let weight = self.tuning.first_play_weight;
        let amaf_count = block.amaf_count[i] as f32 + weight;
        let amaf_sum = block.amaf_sum[i] as f32 * (1.0 / AMAF_UNIT as f32) + weight * self.first_play;
        // The value is (1 − β)·mean + β·amaf with β = a / (a + v + a·v·bias), over one denominator; with the
        // exploration term it comes to a single division.
        let own_weight = 1.0 + amaf_count * self.tuning.amaf_bias;
        let (value, samples) = (own_weight * sum + amaf_sum, own_weight * visits + amaf_count);
        let tries = 1.0 + visits;
        (value * tries + self.explore * block.prior[i] * samples) / (samples * tries)
    }
}

/// Unlike [`f32::max`] one instruction; none of the numbers here is NaN.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Unlike [`f32::min`] one instruction.
#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The largest of some numbers, by halves: a chain of comparisons would take longer.
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
    use super::super::tree::{Nursery, Tree};
    use super::*;
    use crate::board::Point;
    use crate::game::Prior;
    use crate::words::Move;

    const CHILDREN: usize = 2 * BLOCK + 5;

    /// A tree whose root has been visited so often, with as many wins as losses, and has children without visits, all alike.
    fn tree(visits: u32) -> Tree {
        let tree = Tree::new(1);
        let even = Prior { weight: 1.0, value: 0.0, samples: 0 };
        let moves: Vec<Move> = (0..CHILDREN as u16).map(|p| Move::place(0, Point(p))).collect();
        tree.expand(&mut Nursery::default(), tree.root(), &moves, &[even; CHILDREN]);
        tree.root().enter(visits);
        tree.root().add_result(visits * WIN / 2, 0);
        tree
    }

    fn chosen(tree: &Tree, start: usize) -> Option<usize> {
        let tuning = Tuning::default();
        let children = tree.children(tree.root());
        let best = Selection::new(&tuning, 81.0, tree.root(), Seat::Black).best(children, start)?;
        Some(usize::from(best.mv().code()))
    }

    /// So many visits, all of them won or all lost by the side that chooses.
    fn visit(child: &Node, count: u32, won: bool) {
        child.enter(count);
        let sign = if won { 1 } else { -1 };
        child.add_result(if won { WIN * count } else { 0 }, sign * i64::from(count) * 80);
    }

    #[test]
    fn of_equal_children_the_first_from_the_start_on_is_taken() {
        let tree = tree(10);
        for start in 0..CHILDREN {
            assert_eq!(chosen(&tree, start), Some(start));
        }
        for child in &tree.children(tree.root())[3..] {
            visit(child, 1, false);
        }
        assert_eq!(chosen(&tree, 2), Some(2));
        assert_eq!(chosen(&tree, 3), Some(0), "round the end");
    }

    #[test]
    fn the_child_that_wins_is_taken_wherever_it_stands() {
        for best in 0..CHILDREN {
            let tree = tree(100);
            for (i, child) in tree.children(tree.root()).iter().enumerate() {
                visit(child, 2, i == best);
            }
            assert_eq!(chosen(&tree, 7), Some(best));
        }
    }

    #[test]
    fn amaf_speaks_for_what_was_not_tried() {
        let tree = tree(100);
        let children = tree.children(tree.root());
        (0..20).for_each(|_| children[9].add_amaf(REWARD, true));
        assert_eq!(chosen(&tree, 0), Some(9));
        (0..20).for_each(|_| children[9].add_amaf(0, true));
        (0..20).for_each(|_| children[10].add_amaf(REWARD / 2 + 1000, true));
        (0..20).for_each(|_| children[11].add_amaf(REWARD, false));
        assert_eq!(chosen(&tree, 0), Some(10));
    }

    #[test]
    fn what_is_lost_or_no_better_than_a_sure_draw_is_left_out() {
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
        assert_eq!(chosen(&tree, 4), Some(4), "a draw is better than nothing that is sure");
        tree.root().prove(Bounds { low: 1, high: 2 });
        assert_eq!(chosen(&tree, 4), None, "a draw is sure already");
    }

    const REWARD: u32 = super::super::tree::REWARD_UNIT;
}
