//! The choice of the move to play from the statistics of the tree.

use std::cmp::Ordering;

use crate::report::{Candidate, Proof};
use crate::tree::{Bounds, MARGIN_UNIT, Node, Tree, WIN};
use quintet_core::types::{Move, Seat};

/// The longest principal variation.
const LONGEST_VARIATION: usize = 64;

impl Proof {
    /// Returns what bounds seen by a side prove for it.
    pub(crate) fn of(bounds: Bounds) -> Option<Proof> {
        bounds.is_exact().then_some(match bounds.low {
            0 => Proof::Loss,
            1 => Proof::Draw,
            _ => Proof::Win,
        })
    }
}

/// Returns the mean result of a node's mover, ignoring proofs; `None` before the first visit.
fn mean(node: &Node) -> Option<f64> {
    let visits = node.visits();
    (visits > 0).then(|| f64::from(node.results()) / f64::from(WIN) / f64::from(visits))
}

/// Returns the mean margin of a node's mover in points; 0 before the first visit.
fn lead(node: &Node, seat: Seat) -> f64 {
    // Adding 0 makes −0 plain 0.
    seat.sign() * node.margin() as f64 / MARGIN_UNIT / f64::from(node.visits().max(1)) + 0.0
}

/// The sort key of a child, read once: other threads change the tree meanwhile, and sorting by
/// numbers that change is undefined.
#[derive(Clone, Copy)]
struct Rank {
    class: u8,
    /// The lead of a proven win; 0 for all others.
    lead: f64,
    visits: u32,
    mean: f64,
    prior: f32,
}

impl Rank {
    /// Reads the rank of a child for its mover.
    ///
    /// With `plays_on` a draw is certain, and a move that may still win is preferred to it.
    fn of(node: &Node, seat: Seat, plays_on: bool) -> Rank {
        let bounds = node.bounds().seen_by(seat);
        let class = match (bounds.low, bounds.high) {
            (2, _) => 4,
            (_, 0) => 0,
            (1, 1) => 2,
            (_, 2) if plays_on => 3,
            _ => 1,
        };
        // Among proven wins, the higher one.
        let lead = if class == 4 { lead(node, seat) } else { 0.0 };
        Rank { class, lead, visits: node.visits(), mean: mean(node).unwrap_or(0.0), prior: node.prior() }
    }

    fn compare(&self, other: &Rank) -> Ordering {
        (self.class.cmp(&other.class))
            .then(self.lead.total_cmp(&other.lead))
            .then(self.visits.cmp(&other.visits))
            .then(self.mean.total_cmp(&other.mean))
            .then(self.prior.total_cmp(&other.prior))
    }
}

/// Returns whether `seat`, the side to move, is certain of a draw and does better to play on:
/// unless the most visited open move is known well enough to be worse.
fn plays_on(tree: &Tree, node: &Node, seat: Seat) -> bool {
    let open = tree.children(node).iter().filter(|child| {
        let bounds = child.bounds().seen_by(seat);
        !bounds.is_exact() && bounds.high == 2
    });
    let draw_is_sure = node.bounds().seen_by(seat).low == 1;
    open.max_by_key(|child| child.visits()).filter(|_| draw_is_sure).is_some_and(|child| {
        let doubt = 0.5 / f64::from(child.visits().max(1)).sqrt();
        mean(child).unwrap_or(0.5) + doubt > 0.5
    })
}

/// Returns the children of a node with `seat` to move, best first.
fn ranked<'a>(tree: &'a Tree, node: &Node, seat: Seat) -> Vec<&'a Node> {
    let plays_on = plays_on(tree, node, seat);
    let mut children: Vec<(Rank, &Node)> =
        tree.children(node).iter().map(|child| (Rank::of(child, seat, plays_on), child)).collect();
    children.sort_by(|(a, _), (b, _)| b.compare(a));
    children.into_iter().map(|(_, child)| child).collect()
}

/// Returns the most visited root move that is not lost for `seat`, the side to move.
pub(crate) fn most_visited(tree: &Tree, seat: Seat) -> Option<Move> {
    first_of_possible(tree, seat).map(Node::mv)
}

fn first_of_possible(tree: &Tree, seat: Seat) -> Option<&Node> {
    let possible = tree.children(tree.root()).iter().filter(|child| child.bounds().seen_by(seat).high > 0);
    possible.max_by_key(|child| child.visits())
}

/// Returns whether it is clear which root move is best: the most visited one also has the best
/// results among those with a quarter of its visits, and it was the favourite `earlier` too.
pub(crate) fn is_clear(tree: &Tree, seat: Seat, earlier: Option<Move>) -> bool {
    let Some(first) = first_of_possible(tree, seat) else { return true };
    let rivals = tree.children(tree.root()).iter().filter(|child| child.visits() >= first.visits() / 4);
    let best = rivals.max_by(|a, b| mean(a).unwrap_or(0.0).total_cmp(&mean(b).unwrap_or(0.0)));
    best.is_some_and(|best| best.mv() == first.mv()) && earlier.is_none_or(|earlier| earlier == first.mv())
}

/// A game counts as lost if the mean result of a move is at most this. It takes so many visits that
/// one win in a hundred would show; a proved loss takes only those that its margin needs.
const LOST: f64 = 0.01;
const LOST_VISITS: u32 = 100;

/// The margin of a move is trusted if it has this fraction of the favourite's visits, and at least
/// this many.
const TRUSTED_SHARE: u32 = 16;
const TRUSTED_VISITS: u32 = 20;

/// How many points better than the favourite a move has to be in a lost game.
pub(crate) const POINTS_BETTER: f64 = 1.0;

/// Returns whether everything known about a root move says that it loses.
pub(crate) fn is_lost(tree: &Tree, seat: Seat, mv: Move) -> bool {
    let child = tree.children(tree.root()).iter().find(|child| child.mv() == mv);
    child.is_some_and(|child| {
        let bounds = child.bounds().seen_by(seat);
        let enough = if bounds.high == 0 { TRUSTED_VISITS } else { LOST_VISITS };
        bounds.low == 0 && mean(child).is_some_and(|mean| mean <= LOST) && child.visits() >= enough
    })
}

/// Returns the expected margin of a root move in points; 0 if there is no such move.
pub(crate) fn lead_of(tree: &Tree, seat: Seat, mv: Move) -> f64 {
    tree.children(tree.root()).iter().find(|child| child.mv() == mv).map_or(0.0, |child| lead(child, seat))
}

/// Returns the move to play instead of the favourite in a lost game: the one that loses by least.
pub(crate) fn best_of_lost(tree: &Tree, seat: Seat, favourite: Move) -> Move {
    let children = tree.children(tree.root());
    let Some(first) = children.iter().find(|child| child.mv() == favourite) else { return favourite };
    let least = (first.visits() / TRUSTED_SHARE).max(TRUSTED_VISITS);
    let rivals = children.iter().filter(|child| child.visits() >= least && child.mv() != favourite);
    let best = rivals.max_by(|a, b| lead(a, seat).total_cmp(&lead(b, seat)));
    best.filter(|best| lead(best, seat) > lead(first, seat) + POINTS_BETTER).map_or(favourite, Node::mv)
}

/// Returns the root moves with `seat` to move, best first.
pub(crate) fn ranking(tree: &Tree, seat: Seat) -> Vec<Move> {
    ranked(tree, tree.root(), seat).into_iter().map(Node::mv).collect()
}

/// Returns the candidates at the root: the best first, then those with visits or proofs.
///
/// `otherwise` is the expected result of a move without visits.
pub(crate) fn candidates(tree: &Tree, seat: Seat, otherwise: f64) -> Vec<Candidate> {
    let all = ranked(tree, tree.root(), seat).into_iter().enumerate();
    let shown = all.filter(|(i, node)| *i == 0 || node.visits() > 0 || node.bounds() != Bounds::UNKNOWN);
    shown.map(|(_, node)| candidate(tree, node, seat, otherwise)).collect()
}

fn candidate(tree: &Tree, node: &Node, seat: Seat, otherwise: f64) -> Candidate {
    let bounds = node.bounds().seen_by(seat);
    let visits = node.visits();
    let win_rate = mean(node).unwrap_or(otherwise);
    let (pv, pv_visits) = principal_variation(tree, node, seat.other()).into_iter().unzip();
    Candidate {
        mv: node.mv(),
        visits: visits.into(),
        win_rate: win_rate.clamp(0.5 * f64::from(bounds.low), 0.5 * f64::from(bounds.high)),
        lead: lead(node, seat),
        prior: node.prior().into(),
        proof: Proof::of(bounds),
        pv,
        pv_visits,
        ownership: Vec::new(),
    }
}

/// The best moves on from a node, its own first, each with its visits; `seat` is to move after it.
fn principal_variation(tree: &Tree, node: &Node, mut seat: Seat) -> Vec<(Move, u64)> {
    let mut moves = vec![(node.mv(), node.visits().into())];
    let mut node = node;
    while moves.len() < LONGEST_VARIATION {
        let plays_on = plays_on(tree, node, seat);
        let ranks = tree.children(node).iter().map(|child| (Rank::of(child, seat, plays_on), child));
        let best = ranks.max_by(|(a, _), (b, _)| a.compare(b)).map(|(_, child)| child);
        let Some(best) = best.filter(|best| best.visits() > 0 || best.bounds().is_exact()) else { break };
        moves.push((best.mv(), best.visits().into()));
        node = best;
        seat = seat.other();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::NodeAllocator;
    use quintet_core::board::Point;
    use quintet_core::position::Prior;

    #[test]
    fn lost_games_are_continued_with_the_smallest_loss() {
        let move_of = |point: u16| Move::place(0, Point(point));
        // Visits, halves won by White, and White's lead, of the favourite and of another move.
        let chosen = |results: [(u32, u32, f64); 2]| {
            let tree = Tree::new(1);
            let prior = Prior { weight: 1.0, value: 0.0, samples: 0 };
            tree.expand(&mut NodeAllocator::default(), tree.root(), &[0, 1].map(move_of), &[prior; 2]);
            for (child, (visits, halves, lead)) in tree.children(tree.root()).iter().zip(results) {
                child.enter(visits);
                child.add_result(halves * WIN / 2, (-lead * f64::from(visits) * MARGIN_UNIT) as i64);
            }
            if is_lost(&tree, Seat::White, move_of(0)) {
                best_of_lost(&tree, Seat::White, move_of(0))
            } else {
                move_of(0)
            }
        };
        assert_eq!(chosen([(1000, 0, -30.0), (100, 0, -20.0)]), move_of(1));
        assert_eq!(chosen([(1000, 0, -30.0), (100, 0, -29.5)]), move_of(0), "no point better");
        assert_eq!(chosen([(1000, 0, -30.0), (10, 0, -20.0)]), move_of(0), "too few visits");
        assert_eq!(chosen([(1000, 100, -30.0), (100, 0, -20.0)]), move_of(0), "not lost");
    }

    #[test]
    fn the_choice_is_clear_if_visits_results_and_the_earlier_favourite_agree() {
        let move_of = |point: u16| Move::place(0, Point(point));
        let clear = |results: [(u32, u32); 3], earlier: Option<u16>| {
            let tree = Tree::new(1);
            let prior = Prior { weight: 1.0, value: 0.0, samples: 0 };
            tree.expand(&mut NodeAllocator::default(), tree.root(), &[0, 1, 2].map(move_of), &[prior; 3]);
            for (child, (visits, halves)) in tree.children(tree.root()).iter().zip(results) {
                child.enter(visits);
                child.add_result(halves * WIN / 2, 0);
            }
            is_clear(&tree, Seat::Black, earlier.map(move_of))
        };
        assert!(clear([(100, 120), (50, 50), (30, 20)], None));
        assert!(clear([(100, 120), (50, 50), (30, 20)], Some(0)));
        assert!(!clear([(100, 120), (50, 50), (30, 20)], Some(1)), "another move was the favourite");
        assert!(!clear([(100, 120), (50, 70), (30, 20)], Some(0)), "another move has better results");
        assert!(clear([(100, 120), (10, 20), (30, 20)], Some(0)), "the better results have few visits");
    }
}
