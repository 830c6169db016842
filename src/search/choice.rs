//! Which move is best by what the tree knows.

use std::cmp::Ordering;

use super::report::{Candidate, Proof};
use super::tree::{Bounds, MARGIN_UNIT, Node, Tree, WIN};
use crate::words::{Move, Seat};

/// Principal variations are not followed further than this.
const LONGEST_VARIATION: usize = 64;

impl Proof {
    /// What bounds seen by a seat prove for it.
    pub(crate) fn of(bounds: Bounds) -> Option<Proof> {
        bounds.is_exact().then_some(match bounds.low {
            0 => Proof::Loss,
            1 => Proof::Draw,
            _ => Proof::Win,
        })
    }
}

/// Expected result of a node's mover, without regard to proofs; `None` before the first visit.
fn mean(node: &Node) -> Option<f64> {
    let visits = node.visits();
    (visits > 0).then(|| f64::from(node.results()) / f64::from(WIN) / f64::from(visits))
}

/// The expected margin of a node's mover in points; 0 before the first visit.
fn lead(node: &Node, seat: Seat) -> f64 {
    // Adding 0 makes −0 plain 0.
    seat.sign() * node.margin() as f64 / MARGIN_UNIT / f64::from(node.visits().max(1)) + 0.0
}

/// How good a child is for the mover: first the class, then what counts in it. `plays_on` says that there is a sure
/// draw, and that what may yet win is to be preferred to it.
fn compare(a: &Node, b: &Node, seat: Seat, plays_on: bool) -> Ordering {
    let class = |node: &Node| {
        let bounds = node.bounds().seen_by(seat);
        match (bounds.low, bounds.high) {
            (2, _) => 4,
            (_, 0) => 0,
            (1, 1) => 2,
            (_, 2) if plays_on => 3,
            _ => 1,
        }
    };
    let by_visits = a.visits().cmp(&b.visits());
    let by_class = class(a).cmp(&class(b));
    // Among proved wins, the higher one.
    let by_lead = if class(a) == 4 { lead(a, seat).total_cmp(&lead(b, seat)) } else { Ordering::Equal };
    by_class
        .then(by_lead)
        .then(by_visits)
        .then_with(|| mean(a).unwrap_or(0.0).total_cmp(&mean(b).unwrap_or(0.0)))
        .then_with(|| a.prior().total_cmp(&b.prior()))
}

/// Whether `seat`, which is to move, is sure of a draw and does better to play on: unless the move that was looked
/// at most is known well enough to be worse.
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

/// A node's children with `seat` to move, the best first.
fn ranked<'a>(tree: &'a Tree, node: &Node, seat: Seat) -> Vec<&'a Node> {
    let mut children: Vec<&Node> = tree.children(node).iter().collect();
    let plays_on = plays_on(tree, node, seat);
    children.sort_by(|a, b| compare(b, a, seat, plays_on));
    children
}

/// The move at the root with most visits, of those that aren't lost to `seat`, which is to move.
pub(crate) fn most_visited(tree: &Tree, seat: Seat) -> Option<Move> {
    first_of_possible(tree, seat).map(Node::mv)
}

fn first_of_possible(tree: &Tree, seat: Seat) -> Option<&Node> {
    let possible = tree.children(tree.root()).iter().filter(|child| child.bounds().seen_by(seat).high > 0);
    possible.max_by_key(|child| child.visits())
}

/// Whether it is clear which move at the root is best: the one that was looked at most has the best results too, among those
/// that were looked at a quarter as often, and it was the `earlier` favourite already.
pub(crate) fn is_clear(tree: &Tree, seat: Seat, earlier: Option<Move>) -> bool {
    let Some(first) = first_of_possible(tree, seat) else { return true };
    let rivals = tree.children(tree.root()).iter().filter(|child| child.visits() >= first.visits() / 4);
    let best = rivals.max_by(|a, b| mean(a).unwrap_or(0.0).total_cmp(&mean(b).unwrap_or(0.0)));
    best.is_some_and(|best| best.mv() == first.mv()) && earlier.is_none_or(|earlier| earlier == first.mv())
}

/// Where all results of a move are as bad as this, the game counts as lost.
const LOST: f64 = 0.01;

/// A move's lead is trusted if it was looked at this share as often as the favourite, and so many times.
const TRUSTED_SHARE: u32 = 16;
const TRUSTED_VISITS: u32 = 20;

/// By how many points a move has to be better in a lost game than the favourite.
pub(crate) const POINTS_BETTER: f64 = 1.0;

/// Whether all that is known of a move at the root says that it loses.
pub(crate) fn is_lost(tree: &Tree, seat: Seat, mv: Move) -> bool {
    let child = tree.children(tree.root()).iter().find(|child| child.mv() == mv);
    child.is_some_and(|child| {
        child.bounds().seen_by(seat).low == 0
            && mean(child).is_some_and(|mean| mean <= LOST)
            && child.visits() >= TRUSTED_VISITS
    })
}

/// The expected margin, in points, of a move at the root; 0 if it is none.
pub(crate) fn lead_of(tree: &Tree, seat: Seat, mv: Move) -> f64 {
    tree.children(tree.root()).iter().find(|child| child.mv() == mv).map_or(0.0, |child| lead(child, seat))
}

/// The move to play in the place of the favourite of a lost game, if margins count: the one that loses by least.
pub(crate) fn best_of_lost(tree: &Tree, seat: Seat, favourite: Move) -> Move {
    let children = tree.children(tree.root());
    let Some(first) = children.iter().find(|child| child.mv() == favourite) else { return favourite };
    let least = (first.visits() / TRUSTED_SHARE).max(TRUSTED_VISITS);
    let rivals = children.iter().filter(|child| child.visits() >= least && child.mv() != favourite);
    let best = rivals.max_by(|a, b| lead(a, seat).total_cmp(&lead(b, seat)));
    best.filter(|best| lead(best, seat) > lead(first, seat) + POINTS_BETTER).map_or(favourite, Node::mv)
}

/// The moves at the root with `seat` to move, the best first.
pub(crate) fn ranking(tree: &Tree, seat: Seat) -> Vec<Move> {
    ranked(tree, tree.root(), seat).into_iter().map(Node::mv).collect()
}

/// What is known of the moves at the root: the best first, then those with visits or proofs.
/// `otherwise` is the expected result of a move without visits.
pub(crate) fn candidates(tree: &Tree, seat: Seat, otherwise: f64) -> Vec<Candidate> {
    let all = ranked(tree, tree.root(), seat).into_iter().enumerate();
    let told = all.filter(|(i, node)| *i == 0 || node.visits() > 0 || node.bounds() != Bounds::UNKNOWN);
    told.map(|(_, node)| candidate(tree, node, seat, otherwise)).collect()
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
        let best = tree.children(node).iter().max_by(|a, b| compare(a, b, seat, plays_on));
        let Some(best) = best.filter(|best| best.visits() > 0 || best.bounds().is_exact()) else { break };
        moves.push((best.mv(), best.visits().into()));
        node = best;
        seat = seat.other();
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::super::tree::Nursery;
    use super::*;
    use crate::board::Point;
    use crate::game::Prior;

    #[test]
    fn in_a_lost_game_the_move_that_loses_by_least_is_chosen_if_it_is_known_well() {
        let move_of = |point: u16| Move::place(0, Point(point));
        // Visits, halves won by White, and White's lead, of the favourite and of another move.
        let chosen = |results: [(u32, u32, f64); 2]| {
            let tree = Tree::new(1);
            let prior = Prior { weight: 1.0, value: 0.0, samples: 0 };
            tree.expand(&mut Nursery::default(), tree.root(), &[0, 1].map(move_of), &[prior; 2]);
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
        assert_eq!(chosen([(1000, 0, -30.0), (100, 0, -29.5)]), move_of(0), "as good as the same");
        assert_eq!(chosen([(1000, 0, -30.0), (10, 0, -20.0)]), move_of(0), "looked at too little");
        assert_eq!(chosen([(1000, 100, -30.0), (100, 0, -20.0)]), move_of(0), "there is hope");
    }

    #[test]
    fn it_is_clear_which_move_is_best_where_most_visits_and_best_results_are_one_moves_and_were() {
        let move_of = |point: u16| Move::place(0, Point(point));
        let clear = |results: [(u32, u32); 3], earlier: Option<u16>| {
            let tree = Tree::new(1);
            let prior = Prior { weight: 1.0, value: 0.0, samples: 0 };
            tree.expand(&mut Nursery::default(), tree.root(), &[0, 1, 2].map(move_of), &[prior; 3]);
            for (child, (visits, halves)) in tree.children(tree.root()).iter().zip(results) {
                child.enter(visits);
                child.add_result(halves * WIN / 2, 0);
            }
            is_clear(&tree, Seat::Black, earlier.map(move_of))
        };
        assert!(clear([(100, 120), (50, 50), (30, 20)], None));
        assert!(clear([(100, 120), (50, 50), (30, 20)], Some(0)));
        assert!(!clear([(100, 120), (50, 50), (30, 20)], Some(1)), "another one was the favourite");
        assert!(!clear([(100, 120), (50, 70), (30, 20)], Some(0)), "another one has better results");
        assert!(clear([(100, 120), (10, 20), (30, 20)], Some(0)), "the better results are of few games");
    }
}
