//! A search from one position: threads, reports and the move to play.

use std::time::Duration;

use quintet_core::board::Geometry;
use quintet_core::game::{Game, SearchPosition};
use quintet_core::position::{AnyPosition, Prior};
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;

use crate::limits::{Limits, Restriction, Urgency};
use crate::move_choice::{POINTS_BETTER, best_of_lost, candidates, is_lost, lead_of, ranking};
use crate::options::SearchOptions;
use crate::ownership::{Ownership, OwnershipSampler};
use crate::params::SearchParams;
use crate::report::{Proof, Report};
use crate::running::Running;
use crate::simulation::{Task, Worker, retain_admitted, update_bounds};
use crate::slices::{complete, pause};
use crate::stop_condition::{StopCondition, mean_result};
use crate::tree::{Bounds, MARGIN_UNIT, MAX_VISITS, Node, NodeAllocator, Tree, WIN};

/// The largest number of threads of a search. More would only hinder each other.
pub const MAX_THREADS: usize = 256;

/// The numbers of threads that a search takes, in words.
pub const THREAD_RANGE: &str = "1 to 256";

/// The visits and the tree of the search that finds what a pass leads to in a lost game.
const VISITS_AFTER_PASS: u64 = 400;
const SMALL_TREE_MIB: usize = 16;

/// Ownership is counted in one of this many simulations of each thread, beginning with the first;
/// in every one if it is counted by root move, since some moves have few simulations.
const OWNERSHIP_INTERVAL: u64 = 4;

/// A search from one position.
///
/// ```
/// use quintet_core::game::Game;
/// use quintet_core::setup::Setup;
/// use quintet_search::{Interrupt, Limits, ParamOverrides, Search, SearchOptions, Tree};
///
/// let game = Game::new(Setup::new(quintet_games::find("alaric").unwrap()));
/// let weights = game.info().weights_for(game.setup());
/// let params = ParamOverrides::default().resolve(&weights);
/// let interrupt = Interrupt::default();
/// let limits = Limits { visits: Some(100), time: None };
/// let options = SearchOptions { limits, ..SearchOptions::new(&interrupt) };
/// let root = game.search_position(game.to_move());
/// let found = Search::new(&game, root, &params, &weights, Tree::new(4), options).run(&mut |_| {});
/// assert!(game.is_legal(game.to_move(), found.mv));
/// ```
pub struct Search<'a> {
    /// The tree; its root is the position searched.
    pub tree: Tree,
    /// The position, with the internal orders of a fresh one.
    pub root: SearchPosition<'a>,
    /// The board.
    pub geometry: &'a Geometry,
    /// The search parameters.
    pub params: &'a SearchParams,
    /// The learned weights of the game.
    pub weights: &'a Weights,
    /// The random stream.
    pub stream: u64,
    pub threads: usize,
    /// The limits and other options.
    pub options: SearchOptions<'a>,
    /// When it started, by the clock of the options.
    pub started: Duration,
}

/// The result of a search.
pub struct SearchResult {
    /// The move to play.
    pub mv: Move,
    /// The statistics.
    pub report: Report,
}

impl<'a> Search<'a> {
    /// Prepares a search on one thread, which starts now, of a position of `game`. The random
    /// stream depends on the position alone.
    pub fn new(
        game: &'a Game,
        root: SearchPosition<'a>,
        params: &'a SearchParams,
        weights: &'a Weights,
        tree: Tree,
        options: SearchOptions<'a>,
    ) -> Search<'a> {
        let (stream, started) = (root.position().key(), options.time.now());
        Search { tree, root, geometry: game.geometry(), params, weights, stream, threads: 1, options, started }
    }
}

impl Search<'_> {
    /// The side to move.
    pub fn seat(&self) -> Seat {
        self.root.to_move()
    }

    /// Returns the legal moves that no restriction excludes.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.root.legal_moves(&mut moves);
        retain_admitted(&mut moves, self.options.restrictions, self.seat(), 0);
        moves
    }

    /// Searches and chooses a move; calls `on_report` with reports that are due. There must be one
    /// of [`Search::moves`].
    pub fn run(&mut self, on_report: &mut dyn FnMut(&Report)) -> SearchResult {
        complete(self.run_in_slices(on_report))
    }

    /// Does the same as a future that is pending at every pause of [`SearchOptions::slice`].
    pub async fn run_in_slices(&mut self, on_report: &mut dyn FnMut(&Report)) -> SearchResult {
        let moves = self.moves();
        let tree_root = self.tree.root();
        if !tree_root.is_expanded() {
            let mut priors = Vec::new();
            let expected = self.params.priors(self.root.position(), self.weights, &moves, &mut priors);
            if let Some(expected) = expected {
                tree_root.set_expected(expected.result);
            }
            self.tree.expand(&mut NodeAllocator::default(), tree_root, &moves, &priors);
        }
        let SearchOptions { limits, ownership, move_ownership, to_the_limit, .. } = self.options;
        let separate = if move_ownership { &moves[..] } else { &[] };
        let ownership = (ownership || move_ownership).then(|| Ownership::new(self.geometry, separate));
        let kept = u64::from(tree_root.visits());
        let immediate = self.immediate_ends(ownership.as_ref());
        let limited = limits.visits.is_some() || limits.time.is_some();
        if !(limited && moves.len() == 1) || to_the_limit {
            let mut grace_ends = None;
            while self.search(kept, ownership.as_ref(), &mut grace_ends, on_report).await {
                let Some(pruned) = self.tree.descend(&[], &|| !self.options.is_over(self.started)) else { break };
                self.tree = pruned;
            }
        }
        let mv = immediate.unwrap_or_else(|| self.save_points(self.avoid_immediate_loss()));
        let mut report = self.report(kept, ownership.as_ref());
        if let Some(at) = report.candidates.iter().position(|candidate| candidate.mv == mv) {
            // Of several moves that win at once, the one that wins by the most is played.
            report.candidates[..=at].rotate_right(1);
        }
        SearchResult { mv, report }
    }

    /// Runs simulations until the search has to stop; returns whether it stopped because the tree
    /// is full.
    async fn search(
        &self,
        kept: u64,
        ownership: Option<&Ownership>,
        grace_ends: &mut Option<Duration>,
        on_report: &mut dyn FnMut(&Report),
    ) -> bool {
        let max_visits = self.options.limits.visits.map_or(MAX_VISITS, |visits| visits.min(MAX_VISITS.into()) as u32);
        let is_over = || self.options.is_over(self.started);
        let replaces_playouts = self.params.replaces_playouts() && self.tree.root().expected().is_some();
        let without_playouts = self.params.without_playouts();
        let task = Task {
            tree: &self.tree,
            root: &self.root,
            params: if replaces_playouts { &without_playouts } else { self.params },
            replaces_playouts,
            weights: self.weights,
            restrictions: self.options.restrictions,
            stream: self.stream,
            max_visits,
            wide_root: self.options.wide_root,
            margin_scale: self.geometry.len() as f64,
            is_over: &is_over,
        };
        let interval = if self.options.move_ownership { 1 } else { OWNERSHIP_INTERVAL };
        let sampler = OwnershipSampler::new(ownership, interval);
        let mut running = Running {
            threads: self.threads.min(MAX_THREADS),
            task,
            sampler,
            worker: Worker::new(task),
            ends: sampler,
            condition: StopCondition::new(
                &self.tree,
                self.seat(),
                self.options,
                self.started,
                kept,
                max_visits,
                grace_ends,
            ),
            simulations: 0,
        };
        // A kept tree may be enough already.
        let mut has_ended = kept > 0 && running.condition.is_decided(0..kept as u32);
        while !has_ended {
            has_ended = running.slice(&mut || on_report(&self.report(kept, ownership)));
            if !has_ended {
                pause().await;
                running.condition.resume();
            }
        }
        running.condition.wants_pruning
    }

    /// Proves the results of all moves that end the game at once, and returns the one that wins by
    /// the most, if one wins.
    fn immediate_ends(&self, ownership: Option<&Ownership>) -> Option<Move> {
        if self.root.position().plies_to_end() > 1 {
            return None;
        }
        let seat = self.seat();
        let mut next = self.root.clone();
        let mut best: Option<(Move, f64)> = None;
        for child in self.tree.children(self.tree.root()) {
            next.clone_from(&self.root);
            next.play_unchecked(child.mv());
            let Some(outcome) = next.outcome() else { continue };
            let halves = match outcome.winner() {
                Some(Seat::Black) => 2,
                None => 1,
                Some(Seat::White) => 0,
            };
            child.prove(Bounds::exact(halves));
            if self.options.to_the_limit && child.visits() == 0 {
                self.add_end(child, halves.into(), outcome.margin.points(), next.position(), ownership);
            }
            let margin = outcome.margin.for_seat(seat);
            if margin > best.map_or(0.0, |(_, margin)| margin) {
                best = Some((child.mv(), margin));
            }
        }
        update_bounds(&self.tree, self.tree.root(), seat);
        best.map(|(mv, _)| mv)
    }

    /// Adds a move that ends the game like a simulation, so that a report has its margin and
    /// ownership although nothing has to be searched.
    fn add_end(&self, child: &Node, halves: u32, margin: f64, end: &dyn AnyPosition, ownership: Option<&Ownership>) {
        let (seat, root) = (self.seat(), self.tree.root());
        let own = |seat: Seat| if seat == Seat::Black { halves } else { 2 - halves };
        for (node, mover) in [(child, seat), (root, seat.other())] {
            node.enter(1);
            node.add_result(own(mover) * WIN / 2, (margin * MARGIN_UNIT) as i64);
        }
        if let Some(ownership) = ownership {
            ownership.count(Some(child.mv()), end);
        }
    }

    /// Returns the best move after which the opponent cannot win at once; the best one if there is
    /// none.
    fn avoid_immediate_loss(&self) -> Move {
        let seat = self.seat();
        let children = self.tree.children(self.tree.root());
        let ranking = ranking(&self.tree, seat);
        let clock = self.options.time;
        // If time counts, looking at the replies must not take much of it.
        let patience = self.options.limits.time.map(|time| (time / 20).max(Duration::from_millis(10)));
        let started = clock.now();
        for &mv in &ranking {
            let Some(child) = children.iter().find(|child| child.mv() == mv) else { continue };
            let bounds = child.bounds().seen_by(seat);
            if bounds.high == 0 {
                break;
            }
            let hurry = self.options.interrupt.urgency() == Urgency::Now && mv != ranking[0];
            let out_of_time = patience.is_some_and(|patience| clock.since(started) > patience);
            if bounds.low > 0 || hurry || out_of_time || !self.loses_at_once(mv) {
                return mv;
            }
            child.prove(Bounds::exact(if seat == Seat::Black { 0 } else { 2 }));
        }
        update_bounds(&self.tree, self.tree.root(), seat);
        ranking[0]
    }

    /// Returns the move to play instead of the favourite if the game is lost: the one that loses by
    /// least.
    fn save_points(&self, favourite: Move) -> Move {
        let seat = self.seat();
        if !is_lost(&self.tree, seat, favourite) {
            return favourite;
        }
        let best = best_of_lost(&self.tree, seat, favourite);
        let lead = lead_of(&self.tree, seat, best) + POINTS_BETTER;
        let passes = best != Move::PASS && self.root.is_legal(Move::PASS);
        if passes && self.lead_after_pass().is_some_and(|after| after > lead) { Move::PASS } else { best }
    }

    /// Returns the lead after a pass, whether the opponent passes too or goes on. The tree of a
    /// lost game knows little about it: that the opponent can end the game is enough there.
    fn lead_after_pass(&self) -> Option<f64> {
        let seat = self.seat();
        let mut root = self.root.clone();
        root.play_unchecked(Move::PASS);
        if let Some(outcome) = root.outcome() {
            return Some(outcome.margin.for_seat(seat));
        }
        let now = root.position().score()?.for_seat(seat);
        // If all is lost a search has nothing to look for. With a komi by which the board as it
        // stands is won, what the side has now is at stake.
        root.set_komi(0.0);
        root.set_komi(root.position().score()?.for_seat(Seat::Black) - 0.5 * seat.sign());
        let at_stake = root.position().score()?.for_seat(seat);
        let no_pass = [Restriction { seat: seat.other(), moves: vec![Move::PASS], others: false, plies: 1 }];
        let SearchOptions { limits, interrupt, time, .. } = self.options;
        let limits = Limits { visits: Some(VISITS_AFTER_PASS), time: limits.time.map(|time| time / 16) };
        let options = SearchOptions { limits, restrictions: &no_pass, time, ..SearchOptions::new(interrupt) };
        let mut on =
            Search { tree: Tree::new(SMALL_TREE_MIB), root, threads: 1, options, started: time.now(), ..*self };
        if on.moves().is_empty() {
            return Some(now);
        }
        let found = on.run(&mut |_| {});
        Some(now.min(now - at_stake - found.report.candidates.first()?.lead))
    }

    /// Returns whether the opponent can answer a move by one that ends the game and wins.
    fn loses_at_once(&self, mv: Move) -> bool {
        let mut next = self.root.clone();
        next.play_unchecked(mv);
        if next.is_over() || next.position().plies_to_end() > 1 {
            return false;
        }
        let mut replies = Vec::new();
        next.legal_moves(&mut replies);
        let mut after = next.clone();
        replies.iter().any(|&reply| {
            after.clone_from(&next);
            after.play_unchecked(reply);
            after.outcome().is_some_and(|outcome| outcome.winner() == Some(self.seat().other()))
        })
    }

    fn report(&self, kept: u64, ownership: Option<&Ownership>) -> Report {
        let root = self.tree.root();
        let seat = self.seat();
        let visits = u64::from(root.visits());
        let bounds = root.bounds().seen_by(seat);
        let win_rate = mean_result(root).clamp(0.5 * f64::from(bounds.low), 0.5 * f64::from(bounds.high));
        let mut candidates = candidates(&self.tree, seat, win_rate);
        for candidate in &mut candidates {
            candidate.ownership = ownership.map_or_else(Vec::new, |ownership| ownership.balance_after(candidate.mv));
        }
        Report {
            seat,
            candidates,
            visits,
            simulations: visits.saturating_sub(kept),
            win_rate,
            proof: Proof::of(bounds),
            ownership: ownership.map_or_else(Vec::new, Ownership::balance),
            time: self.options.time.since(self.started),
        }
    }
}

/// Returns the legal moves of a position with their prior probabilities, which sum to 1: the share
/// of the search's attention that each move has before the first simulation.
pub fn prior_probabilities(root: &SearchPosition<'_>, params: &SearchParams, weights: &Weights) -> Vec<(Move, f32)> {
    let (mut moves, mut priors): (Vec<Move>, Vec<Prior>) = (Vec::new(), Vec::new());
    root.legal_moves(&mut moves);
    if moves.is_empty() {
        return Vec::new();
    }
    params.priors(root.position(), weights, &moves, &mut priors);
    let tree = Tree::new(1);
    tree.expand(&mut NodeAllocator::default(), tree.root(), &moves, &priors);
    tree.children(tree.root()).iter().map(|child| (child.mv(), child.prior())).collect()
}
