//! One thread's simulations: down the tree, on by random moves, and back with the result.

use std::ops::{AddAssign, Range};

use rand::SeedableRng as _;

use super::amaf::FirstPlacements;
use super::limits::Restriction;
use super::select::Selection;
use super::tree::{Bounds, MARGIN_UNIT, Node, Nursery, REWARD_UNIT, Tree, WIN};
use super::tuning::Tuning;
use crate::game::{Game, Prior};
use crate::history::Walk;
use crate::words::{Move, Rng, Seat, random_below, split_mix, winner};

/// Margins beyond this many points are counted as this, so that sums can't overflow.
const LARGEST_MARGIN: f64 = 1e6;

/// Simulations between two looks at whether the search has to end, at most.
const LARGEST_BURST: u32 = 64;

/// What a search does not change.
pub(crate) struct Task<'a, G: Game> {
    pub tree: &'a Tree,
    pub root: &'a Walk<'a, G>,
    pub tuning: &'a Tuning,
    /// Moves left out near the root.
    pub restrictions: &'a [Restriction],
    /// The random stream: simulations that the root sends on together, the first of them its `n`-th, take their numbers
    /// from this and `n` alone.
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

/// The result of a simulation, or the sum of several.
#[derive(Clone, Copy, Default)]
struct Sample {
    /// Black's results, in 1/[`WIN`] points.
    results: u32,
    /// Margin for Black in the unit of [`Node::margin`].
    margin: i64,
}

impl Sample {
    fn new(margin: f64) -> Sample {
        let results = match winner(margin) {
            Some(Seat::Black) => WIN,
            None => WIN / 2,
            Some(Seat::White) => 0,
        };
        Sample { results, margin: (margin.clamp(-LARGEST_MARGIN, LARGEST_MARGIN) * MARGIN_UNIT) as i64 }
    }

    /// The same `count` times.
    fn times(self, count: u32) -> Sample {
        Sample { results: self.results * count, margin: self.margin * i64::from(count) }
    }

    /// The results of `seat`, if this is the sum of `count` simulations.
    fn results_of(self, seat: Seat, count: u32) -> u32 {
        match seat {
            Seat::Black => self.results,
            Seat::White => WIN * count - self.results,
        }
    }
}

impl AddAssign for Sample {
    fn add_assign(&mut self, other: Sample) {
        self.results += other.results;
        self.margin += other.margin;
    }
}

/// What a thread needs for its simulations, kept from one to the next.
pub(crate) struct Worker<'a, G: Game> {
    task: Task<'a, G>,
    rng: Rng,
    walk: Walk<'a, G>,
    /// From the root on: the nodes, and who was to move there.
    path: Vec<(&'a Node, Seat)>,
    first: FirstPlacements,
    moves: Vec<Move>,
    priors: Vec<Prior>,
    nursery: Nursery,
    /// Walks to be used again.
    spare: Vec<Walk<'a, G>>,
}

impl<'a, G: Game> Worker<'a, G> {
    pub fn new(task: Task<'a, G>) -> Worker<'a, G> {
        Worker {
            task,
            rng: Rng::seed_from_u64(0),
            walk: task.root.clone(),
            path: Vec::with_capacity(64),
            first: FirstPlacements::new(task.tuning.amaf_shared),
            moves: Vec::new(),
            priors: Vec::new(),
            nursery: Nursery::default(),
            spare: Vec::new(),
        }
    }

    /// Makes some simulations, as many as suit the visits that the root has; their numbers at the root, or `None`
    /// where there were enough before. `ending` is shown the positions in which games ended,
    /// with the move at the root that they began with.
    pub fn simulate(&mut self, ending: &mut impl FnMut(Option<Move>, &G)) -> Option<Range<u32>> {
        let root = self.task.tree.root();
        let wanted = self.burst(root);
        let first = root.enter(wanted);
        let count = self.task.most_visits.saturating_sub(first).min(wanted);
        if count < wanted {
            root.leave(wanted - count);
        }
        if count == 0 {
            return None;
        }
        self.rng = Rng::seed_from_u64(split_mix(self.task.stream, first.into()));
        self.walk.clone_from(self.task.root);
        let seat = self.walk.position().to_move();
        self.path.clear();
        self.path.push((root, seat));
        let sum = self.visit(root, seat, count, ending);
        root.add_result(sum.results_of(seat.other(), count), sum.margin);
        Some(first..first + count)
    }

    /// How many simulations to send through a node at once. Where thousands have been, one more changes no choice:
    /// choosing for several at a time costs less, and threads meet less often at the nodes near the root.
    fn burst(&self, node: &Node) -> u32 {
        (1 + node.visits() / self.task.tuning.visits_per_burst.max(1)).min(LARGEST_BURST)
    }

    /// Makes `count` simulations from `node`, the last of the path, where the walk stands. The sum of their results is
    /// noted below the node, but not in itself.
    fn visit(&mut self, node: &'a Node, seat: Seat, count: u32, ending: &mut impl FnMut(Option<Move>, &G)) -> Sample {
        if count == 1 {
            return self.simulate_once(ending);
        }
        let mut here = self.spare.pop().unwrap_or_else(|| self.task.root.clone());
        here.clone_from(&self.walk);
        let depth = self.path.len();
        let mut sum = Sample::default();
        let mut left = count;
        while left > 0 {
            if let Some(sample) = proved(node, left) {
                sum += sample.times(left);
                break;
            }
            if left < count {
                self.walk.clone_from(&here);
            }
            let Some(child) = self.select(node, seat) else {
                sum += self.simulate_once(ending);
                left -= 1;
                continue;
            };
            let share = self.burst(child).min(left);
            let next = self.go_on(child, share);
            let result = self.visit(child, next, share, ending);
            self.path.truncate(depth);
            child.add_result(result.results_of(seat, share), result.margin);
            sum += result;
            left -= share;
        }
        self.spare.push(here);
        sum
    }

    /// Makes one simulation from the last node of the path, where the walk stands, and notes its result below.
    fn simulate_once(&mut self, ending: &mut impl FnMut(Option<Move>, &G)) -> Sample {
        let tree = self.task.tree;
        let depth = self.path.len();
        self.first.clear();
        let sample = loop {
            let &(node, seat) = self.path.last().expect("the root at least");
            if let Some(sample) = self.known(node) {
                if self.walk.is_over() {
                    ending(self.first_move(), self.walk.position());
                }
                break sample;
            }
            if !node.is_expanded() && node.visits() as usize > self.visits_before_expansion() {
                self.moves.clear();
                self.walk.legal_moves(&mut self.moves);
                retain_admitted(&mut self.moves, self.task.restrictions, seat, self.path.len() - 1);
                if !self.moves.is_empty() {
                    self.priors.clear();
                    let tuning = self.task.tuning;
                    if let Some(result) = tuning.judge(self.walk.position(), &self.moves, &mut self.priors) {
                        node.expect(result);
                    }
                    tree.expand(&mut self.nursery, node, &self.moves, &self.priors);
                }
            }
            let Some(child) = self.select(node, seat) else {
                let margin = match self.task.tuning.informed {
                    true => self.walk.informed_playout(&mut self.rng, &mut self.first),
                    false => self.walk.playout(&mut self.rng, &mut self.first),
                };
                ending(self.first_move(), self.walk.position());
                break self.weigh(Sample::new(margin));
            };
            self.go_on(child, 1);
        };
        self.back_up(sample, depth);
        self.path.truncate(depth);
        sample
    }

    /// A playout's result together with what was expected last on the way to it.
    fn weigh(&mut self, sample: Sample) -> Sample {
        let Some(expected) = self.path.iter().rev().find_map(|(node, _)| node.expected()) else { return sample };
        let share = self.task.tuning.network_share;
        let result = (1.0 - share) * sample.results as f32 + share * expected * WIN as f32;
        // Rounded up or down at random, so that nothing is lost on average.
        let random = random_below(&mut self.rng, 1 << 16) as f32 / 65_536.0;
        Sample { results: ((result + random) as u32).min(WIN), ..sample }
    }

    /// The first move of the path; `None` at the root.
    fn first_move(&self) -> Option<Move> {
        self.path.get(1).map(|(node, _)| node.mv())
    }

    /// Goes on to a child of the last node of the path with `count` simulations; the seat that is to move there.
    fn go_on(&mut self, child: &'a Node, count: u32) -> Seat {
        child.enter(count);
        self.walk.play_unchecked(child.mv());
        let seat = self.walk.position().to_move();
        self.path.push((child, seat));
        seat
    }

    /// Notes a result in the nodes of the path from the `depth`-th on, and in all children of the path's nodes for which
    /// the simulation speaks: for AMAF the simulations of a burst count one by one (a sample for several made play
    /// weaker by 50 to 90 Elo).
    fn back_up(&mut self, sample: Sample, depth: usize) {
        let share = f64::from(self.task.tuning.margin_share);
        let margin = (sample.margin as f64 / (2.0 * MARGIN_UNIT * self.task.margin_scale)).clamp(-0.5, 0.5);
        let reward = (1.0 - share) * f64::from(sample.results) / f64::from(WIN) + share * (0.5 + margin);
        let reward = (reward * f64::from(REWARD_UNIT)) as u32;
        for i in (1..self.path.len()).rev() {
            let (child, (node, seat)) = (self.path[i].0, self.path[i - 1]);
            if i >= depth {
                child.add_result(sample.results_of(seat, 1), sample.margin);
            }
            self.first.precede(seat, child.mv());
            if node.visits() <= self.task.tuning.amaf_visits {
                let reward = if seat == Seat::Black { reward } else { REWARD_UNIT - reward };
                let first = self.first.of(seat);
                for child in self.task.tree.children(node) {
                    child.add_amaf(reward, first.contain(child.mv()));
                }
            }
        }
    }

    /// After how many visits the moves of the last node of the path get into the tree.
    fn visits_before_expansion(&self) -> usize {
        let parent = self.path.len().checked_sub(2).map(|i| self.path[i].0);
        parent.map_or(0, |node| 1 + self.task.tree.children(node).len() / self.task.tuning.siblings_per_visit.max(1))
    }

    /// The result where no playout is needed: the game is over, or the position's value is proved.
    fn known(&mut self, node: &Node) -> Option<Sample> {
        if let Some(sample) = proved(node, 1) {
            return Some(sample);
        }
        let outcome = self.walk.outcome()?;
        let sample = Sample::new(outcome.margin.points());
        if self.path.len() > 1 && node.prove(Bounds::exact((2 * sample.results / WIN) as u8)) {
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

    /// The child to go on with; `None` where there is none that could matter.
    fn select(&mut self, node: &Node, seat: Seat) -> Option<&'a Node> {
        let children = self.task.tree.children(node);
        if children.is_empty() {
            return None;
        }
        // Of equal moves the first one met is taken: begin anywhere.
        let start = random_below(&mut self.rng, children.len() as u32) as usize;
        Selection::new(self.task.tuning, self.task.margin_scale, node, seat).best(children, start)
    }
}

/// Leaves out what restrictions don't admit of a seat's moves, so many plies after the root.
pub(crate) fn retain_admitted(moves: &mut Vec<Move>, restrictions: &[Restriction], seat: Seat, ply: usize) {
    if !restrictions.is_empty() {
        moves.retain(|&mv| restrictions.iter().all(|restriction| restriction.admits(seat, mv, ply)));
    }
}

/// The result of a position whose value is proved, and through which `under_way` simulations are going.
fn proved(node: &Node, under_way: u32) -> Option<Sample> {
    let bounds = node.bounds();
    // The margin that this node saw on average.
    let before = || i64::from(node.visits().saturating_sub(under_way).max(1));
    bounds.is_exact().then(|| Sample { results: u32::from(bounds.low) * WIN / 2, margin: node.margin() / before() })
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
