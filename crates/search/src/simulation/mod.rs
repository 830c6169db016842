//! The simulations of one thread: descent, expansion and playout; [`backup`] adds the result to the
//! tree, [`proof`] handles results that are proved.

mod backup;
mod proof;

use std::ops::Range;

use quintet_core::game::SearchPosition;
use quintet_core::position::{AnyPosition, FirstPlays, PlayoutObserver, Prior};
use quintet_core::random::{Rng, random_below, seeded, split_mix};
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;
use quintet_network::Expectation;

use crate::limits::Restriction;
use crate::params::SearchParams;
use crate::selection::Selection;
use crate::tree::{Node, NodeAllocator, Tree, WIN};

use backup::Sample;
use proof::proved;
pub(crate) use proof::update_bounds;

/// The number of leading root moves that a wide search gathers statistics about.
const WIDE_MOVES: usize = 8;

/// The largest number of simulations between two checks of the stop condition.
const LARGEST_BATCH: u32 = 64;

/// Observes the last positions of simulations.
pub(crate) trait EndObserver {
    /// Returns whether the end of the next simulation is to be [observed](EndObserver::observe).
    fn is_next_due(&mut self) -> bool;

    /// Observes the last position of a simulation that began with the root move `first`.
    fn observe(&mut self, first: Option<Move>, position: &dyn AnyPosition);
}

/// The inputs of a search, shared by all threads.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub tree: &'a Tree,
    pub root: &'a SearchPosition<'a>,
    pub params: &'a SearchParams,
    /// Whether the network's value replaces playouts.
    pub replaces_playouts: bool,
    pub weights: &'a Weights,
    /// Moves excluded near the root.
    pub restrictions: &'a [Restriction],
    /// The random stream: simulations that leave the root together, the first of them its `n`-th,
    /// take their random numbers from this and `n` alone.
    pub stream: u64,
    /// The largest number of simulations at the root.
    pub max_visits: u32,
    /// The share of the visits that goes to the less visited of the leading root moves.
    pub wide_root: f32,
    /// The margin, in points, that counts as a whole win in the margin's share of the reward.
    pub margin_scale: f64,
    /// Returns whether to drop the rest of a batch. Does not matter to single simulations.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

/// The results of the simulations of a batch that were run.
#[derive(Clone, Copy)]
struct Batch {
    sum: Sample,
    count: u32,
}

/// The state of one thread, kept from one simulation to the next.
pub(crate) struct Worker<'a> {
    task: Task<'a>,
    rng: Rng,
    position: SearchPosition<'a>,
    /// Whether the game is over in `position`.
    is_over: bool,
    /// The nodes from the root on, and the side to move in each.
    path: Vec<(&'a Node, Seat)>,
    first: FirstPlays,
    moves: Vec<Move>,
    priors: Vec<Prior>,
    allocator: NodeAllocator,
    /// Positions for reuse.
    spare: Vec<SearchPosition<'a>>,
}

impl Batch {
    /// Adds the results to a node whose mover is `seat` and that `entered` simulations have
    /// entered, and takes those back that were not run.
    fn add_to(self, node: &Node, seat: Seat, entered: u32) {
        if self.count < entered {
            node.leave(entered - self.count);
        }
        node.add_result(self.sum.results_of(seat, self.count), self.sum.margin);
    }
}

impl<'a> Worker<'a> {
    pub fn new(task: Task<'a>) -> Worker<'a> {
        Worker {
            task,
            rng: seeded(0),
            position: task.root.clone(),
            is_over: task.root.is_over(),
            path: Vec::with_capacity(64),
            first: FirstPlays::new(task.params.rave_shared),
            moves: Vec::new(),
            priors: Vec::new(),
            allocator: NodeAllocator::default(),
            spare: Vec::new(),
        }
    }

    /// Runs a batch of simulations, larger the more visits the root has.
    ///
    /// Returns their numbers at the root, fewer if the search ends meanwhile, or `None` if the limit
    /// of visits was reached before. `ends` observes where the simulations end.
    pub fn simulate(&mut self, ends: &mut impl EndObserver) -> Option<Range<u32>> {
        let root = self.task.tree.root();
        let wanted = self.batch(root);
        let first = root.enter(wanted);
        let count = self.task.max_visits.saturating_sub(first).min(wanted);
        if count < wanted {
            root.leave(wanted - count);
        }
        if count == 0 {
            return None;
        }
        self.rng = seeded(split_mix(self.task.stream, first.into()));
        self.position.clone_from(self.task.root);
        self.is_over = false;
        let seat = self.position.to_move();
        self.path.clear();
        self.path.push((root, seat));
        let batch =
            if self.widens() { self.widen(root, seat, count, ends) } else { self.visit(root, seat, count, ends) };
        batch.add_to(root, seat.other(), count);
        Some(first..first + batch.count)
    }

    /// Returns whether this batch serves the less visited of the leading root moves.
    fn widens(&mut self) -> bool {
        // Without widening no random number is used, so that the search is the same.
        self.task.wide_root > 0.0 && self.random() < self.task.wide_root
    }

    /// Runs `count` simulations from the root, like [`Worker::visit`], through the less visited of
    /// the [`WIDE_MOVES`] leading moves.
    fn widen(&mut self, root: &'a Node, seat: Seat, count: u32, ends: &mut impl EndObserver) -> Batch {
        let Task { tree, params, margin_scale, .. } = self.task;
        let mut sum = Sample::default();
        let mut left = count;
        while left > 0 && !self.drops(left, count) {
            let selection = Selection::new(params, margin_scale, root, seat);
            let Some(child) = selection.least_visited_of_best(tree.children(root), WIDE_MOVES) else {
                let rest = self.visit(root, seat, left, ends);
                return Batch { sum: sum + rest.sum, count: count - left + rest.count };
            };
            let share = count.div_ceil(WIDE_MOVES as u32).min(left);
            let next = self.descend(child, share);
            let batch = self.visit(child, next, share, ends);
            self.path.truncate(1);
            self.position.clone_from(self.task.root);
            self.is_over = false;
            batch.add_to(child, seat, share);
            sum += batch.sum;
            left -= batch.count;
        }
        Batch { sum, count: count - left }
    }

    /// Returns the number of simulations to send through a node at once.
    ///
    /// After thousands of visits one more changes no choice: choosing for several at a time is
    /// cheaper, and threads meet less often at the nodes near the root. Visits are counted before
    /// their results are known, which works as a virtual loss.
    fn batch(&self, node: &Node) -> u32 {
        (1 + node.visits() / self.task.params.visits_per_batch.max(1)).min(LARGEST_BATCH)
    }

    /// Returns whether to drop the simulations that are left of a batch. The first one is always
    /// run.
    fn drops(&self, left: u32, count: u32) -> bool {
        left < count && (self.task.is_over)()
    }

    /// Runs `count` simulations from `node`, the last of the path. Adds their results below the
    /// node, and returns the sum, which is not yet added to the node itself.
    fn visit(&mut self, node: &'a Node, seat: Seat, count: u32, ends: &mut impl EndObserver) -> Batch {
        if count == 1 {
            return Batch { sum: self.simulate_once(ends), count };
        }
        let mut here = self.spare.pop().unwrap_or_else(|| self.task.root.clone());
        here.clone_from(&self.position);
        let is_over = self.is_over;
        let depth = self.path.len();
        let mut sum = Sample::default();
        let mut left = count;
        while left > 0 && !self.drops(left, count) {
            if let Some(sample) = proved(node, left) {
                sum += sample.times(left);
                left = 0;
                break;
            }
            if left < count {
                self.position.clone_from(&here);
                self.is_over = is_over;
            }
            let Some(child) = self.select(node, seat) else {
                sum += self.simulate_once(ends);
                left -= 1;
                continue;
            };
            let share = self.batch(child).min(left);
            let next = self.descend(child, share);
            let batch = self.visit(child, next, share, ends);
            self.path.truncate(depth);
            batch.add_to(child, seat, share);
            sum += batch.sum;
            left -= batch.count;
        }
        self.spare.push(here);
        Batch { sum, count: count - left }
    }

    /// Runs one simulation from the last node of the path, and adds its result below.
    fn simulate_once(&mut self, ends: &mut impl EndObserver) -> Sample {
        let depth = self.path.len();
        self.first.clear();
        let sample = loop {
            let &(node, seat) = self.path.last().expect("the root at least");
            if let Some(sample) = self.known(node) {
                if self.is_over && ends.is_next_due() {
                    ends.observe(self.first_move(), self.position.position());
                }
                break sample;
            }
            if !node.is_expanded() && node.visits() > self.expansion_threshold() {
                let expected = self.expand(node, seat);
                if let Some(expected) = expected.filter(|_| self.task.replaces_playouts) {
                    if ends.is_next_due() {
                        self.play_out_aside();
                        ends.observe(self.first_move(), self.position.position());
                    }
                    let results = self.rounded(expected.result * WIN as f32);
                    break Sample { results, ..Sample::new(expected.lead.into()) };
                }
            }
            let Some(child) = self.select(node, seat) else {
                let margin = self.play_out();
                if ends.is_next_due() {
                    ends.observe(self.first_move(), self.position.position());
                }
                break self.mix_value(Sample::new(margin));
            };
            self.descend(child, 1);
        };
        self.back_up(sample, depth);
        self.path.truncate(depth);
        sample
    }

    /// Plays random moves to the end of the game, and returns the margin for Black.
    fn play_out(&mut self) -> f64 {
        let observer = PlayoutObserver::FirstPlays(&mut self.first);
        match self.task.params.informed {
            true => self.position.informed_playout(self.task.weights, &mut self.rng, observer),
            false => self.position.playout(&mut self.rng, observer),
        }
    }

    /// Plays random moves to the end of the game without any effect on the search.
    fn play_out_aside(&mut self) {
        let mut rng = self.rng.clone();
        self.position.informed_playout(self.task.weights, &mut rng, PlayoutObserver::None);
    }

    /// Adds the moves of a position to the tree, with their priors. Returns what a network expects
    /// of the position.
    fn expand(&mut self, node: &Node, seat: Seat) -> Option<Expectation> {
        let Task { tree, params, weights, restrictions, .. } = self.task;
        self.moves.clear();
        self.position.legal_moves(&mut self.moves);
        retain_admitted(&mut self.moves, restrictions, seat, self.path.len() - 1);
        if self.moves.is_empty() {
            return None;
        }
        self.priors.clear();
        let expected = params.priors(self.position.position(), weights, &self.moves, &mut self.priors);
        if let Some(expected) = expected {
            node.set_expected(expected.result);
        }
        tree.expand(&mut self.allocator, node, &self.moves, &self.priors);
        expected
    }

    /// Mixes the result of a playout with the latest network value on the path.
    fn mix_value(&mut self, sample: Sample) -> Sample {
        let Some(expected) = self.path.iter().rev().find_map(|(node, _)| node.expected()) else { return sample };
        let share = self.task.params.value_mix;
        let results = (1.0 - share) * sample.results as f32 + share * expected * WIN as f32;
        Sample { results: self.rounded(results), ..sample }
    }

    /// Rounds results up or down at random, so that nothing is lost on average.
    fn rounded(&mut self, results: f32) -> u32 {
        ((results + self.random()) as u32).min(WIN)
    }

    /// Returns a random number from 0 to 1.
    fn random(&mut self) -> f32 {
        random_below(&mut self.rng, 1 << 16) as f32 / 65_536.0
    }

    /// Returns the first move of the path; `None` at the root.
    fn first_move(&self) -> Option<Move> {
        self.path.get(1).map(|(node, _)| node.mv())
    }

    /// Goes on to a child of the last node of the path with `count` simulations, and returns the
    /// side to move there.
    fn descend(&mut self, child: &'a Node, count: u32) -> Seat {
        child.enter(count);
        let step = self.position.step(child.mv());
        self.is_over = step.is_over;
        self.path.push((child, step.to_move));
        step.to_move
    }

    /// Returns the number of visits after which the last node of the path is expanded: at least one
    /// playout, if there are playouts.
    fn expansion_threshold(&self) -> u32 {
        let parent = self.path.len().checked_sub(2).map(|i| self.path[i].0);
        let Task { tree, params, .. } = self.task;
        let playouts = u32::from(!self.task.replaces_playouts);
        parent.map_or(0, |node| playouts + tree.children(node).len() as u32 / params.expansion_siblings.max(1))
    }

    /// Returns the child to go on with; `None` if there is none that could matter.
    fn select(&mut self, node: &Node, seat: Seat) -> Option<&'a Node> {
        let children = self.task.tree.children(node);
        if children.is_empty() {
            return None;
        }
        // Of equal moves the first is taken: begin anywhere.
        let start = random_below(&mut self.rng, children.len() as u32) as usize;
        let mut selection = Selection::new(self.task.params, self.task.margin_scale, node, seat);
        if self.task.replaces_playouts {
            // Without playouts hardly anything else is random, and all seeds would play the same game.
            selection.scale_exploration(0.6 + 0.8 * self.random());
        }
        selection.best(children, start)
    }
}

/// Removes the moves of `seat` that a restriction excludes `ply` plies after the root.
pub(crate) fn retain_admitted(moves: &mut Vec<Move>, restrictions: &[Restriction], seat: Seat, ply: usize) {
    if !restrictions.is_empty() {
        moves.retain(|&mv| restrictions.iter().all(|restriction| restriction.admits(seat, mv, ply)));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use quintet_core::game::Game;
    use quintet_core::setup::Setup;

    use super::*;
    use crate::params::ParamOverrides;

    /// Counts the ends of simulations.
    struct Counter<'a>(&'a AtomicU32);

    impl EndObserver for Counter<'_> {
        fn is_next_due(&mut self) -> bool {
            true
        }

        fn observe(&mut self, _: Option<Move>, _: &dyn AnyPosition) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Runs one batch of simulations at a root with many visits, which is over when `most`
    /// simulations were run; returns the number of simulations and the tree.
    fn batch_until(most: u32, wide_root: f32) -> (u32, Tree) {
        let game = Game::new(Setup::new(quintet_games::find("cascade").unwrap()));
        let weights = game.info().shipped_weights();
        let params = ParamOverrides::default().resolve(&weights);
        let root = game.search_position(game.to_move());
        let tree = Tree::new(1);
        let done = AtomicU32::new(0);
        let is_over = || done.load(Ordering::Relaxed) >= most;
        let task = Task {
            tree: &tree,
            root: &root,
            params: &params,
            replaces_playouts: false,
            weights: &weights,
            restrictions: &[],
            stream: 1,
            max_visits: u32::MAX,
            wide_root,
            margin_scale: 64.0,
            is_over: &|| false,
        };
        let mut worker = Worker::new(task);
        while tree.root().visits() < 16 * LARGEST_BATCH {
            worker.simulate(&mut Counter(&AtomicU32::new(0)));
        }
        let before = tree.root().visits();
        let mut worker = Worker::new(Task { is_over: &is_over, ..task });
        let numbers = worker.simulate(&mut Counter(&done)).expect("it runs some");
        assert_eq!(numbers, before..tree.root().visits(), "no simulation is in progress");
        let run = done.into_inner();
        (run, tree)
    }

    #[test]
    fn a_search_that_is_over_drops_the_rest_of_a_batch() {
        for wide_root in [0.0, 1.0] {
            assert_eq!(batch_until(u32::MAX, wide_root).0, LARGEST_BATCH);
            for most in [0, 1, 2, 20] {
                let (run, tree) = batch_until(most, wide_root);
                assert_eq!(run, most.max(1), "the first simulation is always run");
                let sum: u32 = tree.children(tree.root()).iter().map(Node::visits).sum();
                // The first simulations end at the root itself.
                assert!(tree.root().visits() - sum <= 1 + tree.children(tree.root()).len() as u32);
            }
        }
    }
}
