//! A search from one position: threads, limits, reports and the choice of a move.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::choice::{POINTS_BETTER, best_of_lost, candidates, is_lost, lead_of, ranking};
use super::limits::{Interrupt, Limits, Restriction, Urgency};
use super::overseer::{Overseer, mean_result};
use super::report::{Proof, Report};
use super::tree::{Bounds, MARGIN_UNIT, MOST_VISITS, Node, Nursery, Tree, WIN};
use super::tuning::Tuning;
use super::worker::{Task, Worker, retain_admitted, update_bounds};
use crate::board::{Geometry, Point};
use crate::game::Game;
use crate::history::Walk;
use crate::words::{Move, Seat};

/// More threads than this would only be in each other's way.
const MOST_THREADS: usize = 256;

/// The search that tells what a pass leads to in a lost game.
const VISITS_AFTER_PASS: u64 = 400;
const SMALL_TREE_MIB: usize = 16;

/// In every so many of a thread's games that are played out, from the first on, the owners of all points are counted,
/// where they are asked for. In each of them where they are told apart by moves, of which some have few games.
const OWNERSHIP_INTERVAL: u64 = 4;

/// What a search has to work with.
pub(crate) struct Search<'a, G: Game> {
    /// The tree; its root is the position searched.
    pub tree: Tree,
    /// The position, its inner orders those of a fresh one.
    pub root: Walk<'a, G>,
    pub geometry: &'a Geometry,
    pub tuning: &'a Tuning,
    /// The random stream.
    pub stream: u64,
    pub threads: usize,
    pub limits: Limits,
    /// How much longer than the limit of time it goes on while it isn't clear which move is best.
    pub reserve: Duration,
    /// Whether what it leaves of the limit of time is lost.
    pub fixed_time: bool,
    pub report_every: Option<Duration>,
    /// Whether the owners of all points are counted.
    pub ownership: bool,
    /// Whether they are also counted apart for each move at the root.
    pub move_ownership: bool,
    /// Whether the limits are spent though no other move can become the best any more.
    pub to_the_limit: bool,
    /// Moves left out near the root.
    pub restrictions: &'a [Restriction],
    pub interrupt: &'a Interrupt,
    pub started: Instant,
}

/// Whose the cells were in the end: in all games, and where it is asked for in those that began with each move.
struct Ownership {
    all: Balance,
    moves: FxHashMap<Move, Balance>,
}

impl Ownership {
    fn new(geometry: &Geometry, moves: &[Move]) -> Ownership {
        Ownership { all: Balance::new(geometry), moves: moves.iter().map(|&mv| (mv, Balance::new(geometry))).collect() }
    }

    fn count<G: Game>(&self, points: &[Point], first: Option<Move>, position: &G) {
        self.all.count(points, position);
        if let Some(balance) = first.and_then(|mv| self.moves.get(&mv)) {
            balance.count(points, position);
        }
    }
}

/// For each cell of the bounding rectangle: Black's games less White's.
struct Balance {
    balance: Vec<AtomicI32>,
    games: AtomicU32,
}

impl Balance {
    fn new(geometry: &Geometry) -> Balance {
        let cells = usize::from(geometry.width()) * usize::from(geometry.height());
        Balance { balance: (0..cells).map(|_| AtomicI32::new(0)).collect(), games: AtomicU32::new(0) }
    }

    fn count<G: Game>(&self, points: &[Point], position: &G) {
        self.games.fetch_add(1, Ordering::Relaxed);
        for &point in points {
            if let Some(owner) = position.owner(point) {
                let balance = if owner == Seat::Black { 1 } else { -1 };
                self.balance[point.index()].fetch_add(balance, Ordering::Relaxed);
            }
        }
    }

    fn shares(&self) -> Vec<f32> {
        let games = self.games.load(Ordering::Relaxed).max(1) as f32;
        self.balance.iter().map(|balance| (balance.load(Ordering::Relaxed) as f32 / games).clamp(-1.0, 1.0)).collect()
    }
}

/// What a search comes to.
pub(crate) struct SearchResult {
    /// The move to play.
    pub mv: Move,
    pub report: Report,
}

impl<G: Game> Search<'_, G> {
    /// The seat to move.
    pub fn seat(&self) -> Seat {
        self.root.position().to_move()
    }

    /// The legal moves, without those that are left out.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.root.legal_moves(&mut moves);
        retain_admitted(&mut moves, self.restrictions, self.seat(), 0);
        moves
    }

    /// Searches and chooses. There is at least one of [`Search::moves`].
    pub fn run(&mut self, watch: &mut dyn FnMut(&Report)) -> SearchResult {
        let moves = self.moves();
        let tree_root = self.tree.root();
        if !tree_root.is_expanded() {
            let mut priors = Vec::new();
            if let Some(result) = self.tuning.judge(self.root.position(), &moves, &mut priors) {
                tree_root.expect(result);
            }
            self.tree.expand(&mut Nursery::default(), tree_root, &moves, &priors);
        }
        let told_apart = if self.move_ownership { &moves[..] } else { &[] };
        let ownership = (self.ownership || self.move_ownership).then(|| Ownership::new(self.geometry, told_apart));
        let kept = u64::from(tree_root.visits());
        let immediate = self.immediate_ends(ownership.as_ref());
        let limited = self.limits.visits.is_some() || self.limits.time.is_some();
        if !(limited && moves.len() == 1) || self.to_the_limit {
            let mut grace_ends = None;
            while self.search(kept, ownership.as_ref(), &mut grace_ends, watch) {
                self.tree = self.tree.descend(&[]).expect("the root is in the tree");
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

    /// Makes simulations until the search has to end, or the tree is full, which it tells.
    fn search(
        &self,
        kept: u64,
        ownership: Option<&Ownership>,
        grace_ends: &mut Option<Instant>,
        watch: &mut dyn FnMut(&Report),
    ) -> bool {
        let most_visits = self.limits.visits.map_or(MOST_VISITS, |visits| visits.min(MOST_VISITS.into()) as u32);
        let task = Task {
            tree: &self.tree,
            root: &self.root,
            tuning: self.tuning,
            restrictions: self.restrictions,
            stream: self.stream,
            most_visits,
            margin_scale: self.geometry.len() as f64,
        };
        let stop = AtomicBool::new(false);
        let points: Vec<Point> = self.geometry.points().collect();
        let interval = if self.move_ownership { 1 } else { OWNERSHIP_INTERVAL };
        let counter = || {
            let mut games: u64 = 0;
            let points = &points;
            move |first: Option<Move>, position: &G| {
                if let Some(ownership) = ownership
                    && games.is_multiple_of(interval)
                {
                    ownership.count(points, first, position);
                }
                games += 1;
            }
        };
        let root = self.tree.root();
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(MOST_THREADS) {
                let work = || {
                    let (mut worker, mut count) = (Worker::new(task), counter());
                    while !stop.load(Ordering::Relaxed) && !root.bounds().is_exact() {
                        if worker.simulate(&mut count).is_none() {
                            break;
                        }
                    }
                };
                // Fewer threads than asked for are better than none.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            let (mut worker, mut count) = (Worker::new(task), counter());
            let mut overseer = Overseer::new(self, kept, most_visits, grace_ends);
            let mut simulations = 0;
            // A kept tree may have been enough already.
            let decided = kept > 0 && overseer.is_decided(0..kept as u32);
            while !decided && !root.bounds().is_exact() && !overseer.ends(simulations) {
                let Some(numbers) = worker.simulate(&mut count) else { break };
                simulations += numbers.len() as u64;
                if overseer.is_decided(numbers) {
                    break;
                }
                if overseer.report_is_due {
                    overseer.report_is_due = false;
                    watch(&self.report(kept, ownership));
                }
            }
            stop.store(true, Ordering::Relaxed);
            overseer.wants_room
        })
    }

    /// Looks at all moves that could end the game at once, notes their results, and tells the one that wins by the
    /// most, if one wins.
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
            if self.to_the_limit && child.visits() == 0 {
                self.note_end(child, halves.into(), outcome.margin.points(), next.position(), ownership);
            }
            let margin = outcome.margin.for_seat(seat);
            if margin > best.map_or(0.0, |(_, margin)| margin) {
                best = Some((child.mv(), margin));
            }
        }
        update_bounds(&self.tree, self.tree.root(), seat);
        best.map(|(mv, _)| mv)
    }

    /// Notes a move that ends the game like a simulation, so that a report tells its margin and who owns what though nothing more
    /// has to be searched.
    fn note_end(&self, child: &Node, halves: u32, margin: f64, end: &G, ownership: Option<&Ownership>) {
        let (seat, root) = (self.seat(), self.tree.root());
        let own = |seat: Seat| if seat == Seat::Black { halves } else { 2 - halves };
        for (node, mover) in [(child, seat), (root, seat.other())] {
            node.enter(1);
            node.add_result(own(mover) * WIN / 2, (margin * MARGIN_UNIT) as i64);
        }
        if let Some(ownership) = ownership {
            let points: Vec<Point> = self.geometry.points().collect();
            ownership.count(&points, Some(child.mv()), end);
        }
    }

    /// The best move after which the opponent can't win at once; the best one where there is none.
    fn avoid_immediate_loss(&self) -> Move {
        let seat = self.seat();
        let children = self.tree.children(self.tree.root());
        let ranking = ranking(&self.tree, seat);
        // Where time counts, looking at the replies must not take much of it.
        let patience = self.limits.time.map(|time| (time / 20).max(Duration::from_millis(10)));
        let begun = Instant::now();
        for &mv in &ranking {
            let Some(child) = children.iter().find(|child| child.mv() == mv) else { continue };
            let bounds = child.bounds().seen_by(seat);
            if bounds.high == 0 {
                break;
            }
            let hurry = self.interrupt.urgency() == Urgency::Now && mv != ranking[0];
            let tired = patience.is_some_and(|patience| begun.elapsed() > patience);
            if bounds.low > 0 || hurry || tired || !self.loses_at_once(mv) {
                return mv;
            }
            child.prove(Bounds::exact(if seat == Seat::Black { 0 } else { 2 }));
        }
        update_bounds(&self.tree, self.tree.root(), seat);
        ranking[0]
    }

    /// The move to play in the place of the favourite where the game is lost: the one that loses by least.
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

    /// What a pass leads to, whether the opponent passes too or goes on. The tree of a lost game knows little of it: that the
    /// opponent can end the game is enough there.
    fn lead_after_pass(&self) -> Option<f64> {
        let seat = self.seat();
        let mut root = self.root.clone();
        root.play_unchecked(Move::PASS);
        if let Some(outcome) = root.outcome() {
            return Some(outcome.margin.for_seat(seat));
        }
        let now = root.position().score()?.for_seat(seat);
        // Where all is lost a search has nothing to look for. With a komi by which the board as it stands is won, it is what the seat has
        // now that is at stake.
        root.set_komi(0.0);
        root.set_komi(root.position().score()?.for_seat(Seat::Black) - 0.5 * seat.sign());
        let at_stake = root.position().score()?.for_seat(seat);
        let no_pass = [Restriction { seat: seat.other(), moves: vec![Move::PASS], others: false, plies: 1 }];
        let mut on = Search {
            tree: Tree::new(SMALL_TREE_MIB),
            root,
            limits: Limits { visits: Some(VISITS_AFTER_PASS), time: self.limits.time.map(|time| time / 16) },
            reserve: Duration::ZERO,
            fixed_time: false,
            threads: 1,
            report_every: None,
            ownership: false,
            move_ownership: false,
            to_the_limit: false,
            restrictions: &no_pass,
            started: Instant::now(),
            ..*self
        };
        if on.moves().is_empty() {
            return Some(now);
        }
        let found = on.run(&mut |_| {});
        Some(now.min(now - at_stake - found.report.candidates.first()?.lead))
    }

    /// Whether the opponent has an answer to a move that ends the game and wins.
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
            let balance = ownership.and_then(|ownership| ownership.moves.get(&candidate.mv));
            candidate.ownership = balance.map_or_else(Vec::new, Balance::shares);
        }
        Report {
            seat,
            candidates,
            visits,
            simulations: visits.saturating_sub(kept),
            win_rate,
            proof: Proof::of(bounds),
            ownership: ownership.map_or_else(Vec::new, |ownership| ownership.all.shares()),
            time: self.started.elapsed(),
        }
    }
}
