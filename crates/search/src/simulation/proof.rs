//! Proven results: ends of games and exact bounds, and their propagation up the path (score-bounded
//! MCTS, T. Cazenave and A. Saffidine, 2010).

use quintet_core::types::Seat;

use super::Worker;
use super::backup::Sample;
use crate::tree::{Bounds, Node, Tree, WIN};

impl Worker<'_> {
    /// Returns the result if no playout is needed: the game is over, or the value of the position
    /// is proved.
    pub(super) fn known(&mut self, node: &Node) -> Option<Sample> {
        if let Some(sample) = proved(node, 1) {
            return Some(sample);
        }
        if !self.is_over {
            return None;
        }
        let outcome = self.position.outcome()?;
        let sample = Sample::new(outcome.margin.points());
        if self.path.len() > 1 && node.prove(Bounds::exact((2 * sample.results / WIN) as u8)) {
            self.propagate_proof();
        }
        Some(sample)
    }

    /// Carries new bounds of the last node of the path up as far as they change anything.
    fn propagate_proof(&self) {
        for &(node, seat) in self.path.iter().rev().skip(1) {
            if !update_bounds(self.task.tree, node, seat) {
                break;
            }
        }
    }
}

/// Returns the result of a position whose value is proved, with `in_progress` simulations on their
/// way through it.
pub(super) fn proved(node: &Node, in_progress: u32) -> Option<Sample> {
    let bounds = node.bounds();
    // The margin is the average that the node saw before.
    let before = || i64::from(node.visits().saturating_sub(in_progress).max(1));
    bounds.is_exact().then(|| Sample { results: u32::from(bounds.low) * WIN / 2, margin: node.margin() / before() })
}

/// Updates the bounds of a node, with `seat` to move, from those of its children; returns whether
/// they changed.
pub(crate) fn update_bounds(tree: &Tree, node: &Node, seat: Seat) -> bool {
    let children = tree.children(node);
    if children.is_empty() {
        return false;
    }
    let bounds = children.iter().map(|child| child.bounds().seen_by(seat));
    let best = bounds.reduce(|a, b| Bounds { low: a.low.max(b.low), high: a.high.max(b.high) });
    node.prove(best.unwrap_or(Bounds::UNKNOWN).seen_by(seat))
}
