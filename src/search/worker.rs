//! One thread's simulations: down the tree, on by random moves, and back with the result.

use rand::SeedableRng as _;

use super::amaf::FirstPlacements;
use super::tree::{Bounds, MARGIN_UNIT, Node, REWARD_UNIT, Tree};
use super::tuning::Tuning;
use crate::game::{Game, Move, Rng, Seat, random_below, winner};
use crate::history::Walk;

/// Margins beyond this many points are counted as this, so that sums can't overflow.
const LARGEST_MARGIN: f64 = 1e6;

/// What a search does not change.
pub(crate) struct Task<'a, G: Game> {
    pub tree: &'a Tree,
    pub root: &'a Walk<'a, G>,
    pub tuning: &'a Tuning,
    /// The random stream: simulation `n` of a root takes its numbers from this and `n` alone.
    pub stream: u64,
    /// Simulations at the root, at most.
    pub most_visits: u32,
    /// A margin of so many points counts as a whole win in the margin's share of the reward.
    pub margin_scale: f64,
}

impl<G: Game> Clone for Task<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Task<'_, G> {}

/// The result of a simulation.
#[derive(Clone, Copy)]
struct Sample {
    /// Half points for Black.
    halves: u32,
    /// Margin for Black in the unit of [`Node::margin`].
    margin: i64,
}

impl Sample {
    fn new(margin: f64) -> Sample {
        let halves = match winner(margin) {
            Some(Seat::Black) => 2,
            None => 1,
            Some(Seat::White) => 0,
        };
        Sample { halves, margin: (margin.clamp(-LARGEST_MARGIN, LARGEST_MARGIN) * MARGIN_UNIT) as i64 }
    }

    fn halves_of(self, seat: Seat) -> u32 {
        match seat {
            Seat::Black => self.halves,
            Seat::White => 2 - self.halves,
        }
    }
}

/// What a thread needs for its simulations, kept from one to the next.
pub(crate) struct Worker<'a, G: Game> {
    task: Task<'a, G>,
    walk: Walk<'a, G>,
    /// From the root on: the nodes, and who was to move there.
    path: Vec<(&'a Node, Seat)>,
    first: FirstPlacements,
    moves: Vec<Move>,
}

impl<'a, G: Game> Worker<'a, G> {
    pub fn new(task: Task<'a, G>) -> Worker<'a, G> {
        let (walk, first) = (task.root.clone(), FirstPlacements::new());
        Worker { task, walk, path: Vec::with_capacity(64), first, moves: Vec::new() }
    }

    /// Makes one simulation; its number at the root, or `None` where there were enough before. `ending` is shown
    /// the position in which a game that was played out came to its end.
    pub fn simulate(&mut self, ending: impl FnOnce(&G)) -> Option<u32> {
        let tree = self.task.tree;
        let root = tree.root();
        let number = root.enter();
        if number >= self.task.most_visits {
            root.leave();
            return None;
        }
        let mut rng = Rng::seed_from_u64(mix(self.task.stream, number));
        self.walk.clone_from(self.task.root);
        self.first.clear();
        self.path.clear();
        self.path.push((root, self.walk.position().to_move()));
        let sample = loop {
            let &(node, seat) = self.path.last().expect("the root at least");
            if let Some(sample) = self.known(node) {
                break sample;
            }
            if !node.is_expanded() && node.visits() as usize > self.visits_before_expansion() {
                self.moves.clear();
                self.walk.legal_moves(&mut self.moves);
                if !self.moves.is_empty() {
                    let position = self.walk.position();
                    tree.expand(node, &self.moves, |mv| position.prior(mv));
                }
            }
            let children = tree.children(node);
            let Some(child) = self.select(node, seat, children, &mut rng) else {
                let margin = self.walk.playout(&mut rng, &mut self.first);
                ending(self.walk.position());
                break Sample::new(margin);
            };
            child.enter();
            self.walk.play_unchecked(child.mv());
            self.path.push((child, self.walk.position().to_move()));
        };
        self.back_up(sample);
        Some(number)
    }

    /// After how many visits the moves of the last node of the path get into the tree.
    fn visits_before_expansion(&self) -> usize {
        let parent = self.path.len().checked_sub(2).map(|i| self.path[i].0);
        parent.map_or(0, |node| 1 + self.task.tree.children(node).len() / self.task.tuning.siblings_per_visit.max(1))
    }

    /// The result where no playout is needed: the game is over, or the position's value is proved.
    fn known(&mut self, node: &Node) -> Option<Sample> {
        let bounds = node.bounds();
        if bounds.is_exact() {
            // The margin that this node saw on average, this simulation not counted.
            let before = i64::from(node.visits().saturating_sub(1).max(1));
            return Some(Sample { halves: bounds.low.into(), margin: node.margin() / before });
        }
        let outcome = self.walk.outcome()?;
        let sample = Sample::new(outcome.margin);
        if self.path.len() > 1 && node.prove(Bounds::exact(sample.halves as u8)) {
            self.prove();
        }
        Some(sample)
    }

    /// Carries what was proved of the last node of the path up as far as it is news.
    fn prove(&self) {
        for &(node, seat) in self.path.iter().rev().skip(1) {
            if !update_bounds(self.task.tree, node, seat) {
                break;
            }
        }
    }

    /// The child to go on with, by value, AMAF, prior and visits; `None` where there is none that could matter.
    fn select(&self, node: &Node, seat: Seat, children: &'a [Node], rng: &mut Rng) -> Option<&'a Node> {
        if children.is_empty() {
            return None;
        }
        let tuning = self.task.tuning;
        let visits = node.visits() as f32;
        let own = node.bounds().seen_by(seat);
        let explore = tuning.exploration * visits.sqrt();
        // The sum that this node shows is its mover's, the opponent's: one's own is what is left.
        let margin_factor = (seat.sign() / (2.0 * MARGIN_UNIT * self.task.margin_scale)) as f32;
        let value = 1.0 - reward_sum(tuning, node, visits, -margin_factor) / visits;
        let first_play = (value - tuning.first_play_reduction).max(0.0);
        let weight = tuning.first_play_weight;
        let (mut best, mut best_score) = (None, f32::NEG_INFINITY);
        // Of equal moves the first one met is taken: begin anywhere.
        let start = random_below(rng, children.len() as u32) as usize;
        for child in children[start..].iter().chain(&children[..start]) {
            let bounds = child.bounds();
            let visits = child.visits() as f32;
            let mut sum = reward_sum(tuning, child, visits, margin_factor);
            if bounds != Bounds::UNKNOWN {
                let bounds = bounds.seen_by(seat);
                // It can't give more than what is certain already.
                if bounds.high <= own.low {
                    continue;
                }
                sum = sum.clamp(0.5 * f32::from(bounds.low) * visits, 0.5 * f32::from(bounds.high) * visits);
            }
            let (amaf_count, amaf_sum) = child.amaf();
            let amaf_count = amaf_count as f32 + weight;
            let amaf_sum = amaf_sum as f32 * (1.0 / REWARD_UNIT as f32) + weight * first_play;
            // The value is (1 − β)·mean + β·amaf with β = a / (a + v + a·v·bias), over one denominator; with the
            // exploration term it comes to a single division.
            let own_weight = 1.0 + amaf_count * tuning.amaf_bias;
            let (value, samples) = (own_weight * sum + amaf_sum, own_weight * visits + amaf_count);
            let tries = 1.0 + visits;
            let score = (value * tries + explore * child.prior() * samples) / (samples * tries);
            if score > best_score {
                (best, best_score) = (Some(child), score);
            }
        }
        best
    }

    /// Adds a result to the nodes of the path, and to the children that it also speaks for.
    fn back_up(&mut self, sample: Sample) {
        let tuning = self.task.tuning;
        let share = f64::from(tuning.margin_share);
        let margin = (sample.margin as f64 / (2.0 * MARGIN_UNIT * self.task.margin_scale)).clamp(-0.5, 0.5);
        let reward = (1.0 - share) * 0.5 * f64::from(sample.halves) + share * (0.5 + margin);
        let reward = (reward * f64::from(REWARD_UNIT)) as u32;
        for i in (0..self.path.len()).rev() {
            let (node, seat) = self.path[i];
            let mover = if i > 0 { self.path[i - 1].1 } else { seat.other() };
            node.add_result(sample.halves_of(mover), sample.margin);
            if let Some((next, _)) = self.path.get(i + 1) {
                self.first.precede(seat, next.mv());
            }
            if node.visits() <= tuning.amaf_visits {
                let reward = if seat == Seat::Black { reward } else { REWARD_UNIT - reward };
                for child in self.task.tree.children(node) {
                    if self.first.contains(seat, child.mv()) {
                        child.add_amaf(reward);
                    }
                }
            }
        }
    }
}

/// The rewards of a node's mover, summed: results and the share of the margin.
#[inline]
fn reward_sum(tuning: &Tuning, node: &Node, visits: f32, margin_factor: f32) -> f32 {
    let half = 0.5 * visits;
    let margin = (node.margin() as f32 * margin_factor).clamp(-half, half);
    (1.0 - tuning.margin_share) * 0.5 * node.halves() as f32 + tuning.margin_share * (half + margin)
}

/// Works out what the bounds of a node's children, with `seat` to move, prove of it; tells whether that is news.
pub(crate) fn update_bounds(tree: &Tree, node: &Node, seat: Seat) -> bool {
    let children = tree.children(node);
    if children.is_empty() {
        return false;
    }
    let bounds = children.iter().map(|child| child.bounds().seen_by(seat));
    let best = bounds.reduce(|a, b| Bounds { low: a.low.max(b.low), high: a.high.max(b.high) });
    node.prove(best.unwrap_or(Bounds::UNKNOWN).seen_by(seat))
}

/// A seed for one simulation: the finalizer of SplitMix64 over stream and number.
fn mix(stream: u64, number: u32) -> u64 {
    let mut z = stream.wrapping_add(u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
