//! A strategy that proves a bound of the value: a move for each position in which the side that
//! claims it is to move, and that its own moves and all moves of the other side lead to.

use quintet_core::position::AnyPosition;
use quintet_core::types::{Move, Seat};
use quintet_system::clock::Instant;
use rustc_hash::{FxHashMap, FxHashSet};

use super::move_ordering::ordering_weights;
use super::probe::Answer;
use super::probe_plan::{Goal, ProbePlan};
use super::search::Searcher;
use super::shared::Shared;
use super::transposition_table::TranspositionTable;
use super::workers::run_plan;
use super::{Task, searchers};
use crate::limits::{Progress, Watch};
use crate::play::{PositionPool, legal_moves};
use crate::symmetry::Symmetries;
use crate::value_scale::ValueScale;

/// A claim: that a side gets at least a margin; in games without margins, 1, 0 or −1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim {
    pub seat: Seat,
    pub margin: f64,
}

/// Longer lines are in no strategy, so that a search does not need more stack than it has.
const LONGEST_LINE: usize = 100_000;

/// A strategy.
pub struct Strategy {
    /// The moves in the order of a depth-first traversal. Where the claiming side is to move, it
    /// follows this move alone, elsewhere all moves, in the order that is wanted. Positions that are
    /// symmetric to one that was visited are left out.
    pub moves: Vec<Move>,
    /// The number of positions that are visited.
    pub positions: usize,
}

/// A search was stopped, or found no proof.
pub struct NotProved;

/// Proves a claim by search, and finds a strategy for it. `order` sorts the moves of the other side.
///
/// # Errors
/// Returns an error if the claim was not proved within the limits.
pub fn prove(
    task: &Task<'_>,
    claim: Claim,
    order: &dyn Fn(&dyn AnyPosition, &mut Vec<Move>),
    watch: Watch<'_>,
) -> Result<Strategy, NotProved> {
    let &Task { setup, limits, .. } = task;
    let mut root = task.position.boxed_clone();
    root.normalize();
    let scale = ValueScale::new(setup);
    let table = TranspositionTable::new(limits.memory - limits.memory / super::THREAD_SHARE);
    let begun = Instant::now();
    let go_on = |nodes| {
        let [low, high] = scale.margins(scale.bounds(&*root));
        let progress = Progress { low, high, nodes, of: None, time: begun.elapsed() };
        limits.nodes.is_none_or(|most| nodes < most) && watch(progress)
    };
    let shared = Shared::new(&table, 0, &go_on);
    let symmetries = Symmetries::new(setup);
    let weights = ordering_weights(setup);
    let mut searchers = searchers(&shared, &symmetries, weights.as_ref(), setup, &*root, limits);
    let value = scale.value_of(claim.margin * claim.seat.sign()) * claim.seat.sign() as i32;
    // The value of the claiming side, or what the other side cannot get.
    let window = if root.to_move() == claim.seat { [value - 1, value] } else { [-value, 1 - value] };
    run_plan(&shared, &mut searchers, &mut ProbePlan::new(&*root, window, Goal::FirstMove, u64::MAX, scale), &|_| ());
    shared.set_patience(u64::MAX);
    let mut finder = Finder {
        shared: &shared,
        searcher: searchers.swap_remove(0),
        symmetries: &symmetries,
        scale,
        seat: claim.seat,
        value,
        endless_keeps: scale.endless() * claim.seat.sign() >= f64::from(value),
        complete: FxHashMap::default(),
        open: FxHashSet::default(),
        pool: PositionPool::default(),
    };
    if !finder.find(&*root)? {
        return Err(NotProved);
    }
    let mut strategy = Strategy { moves: Vec::new(), positions: 0 };
    finder.traverse(&*root, &mut FxHashSet::default(), order, &mut strategy);
    Ok(strategy)
}

/// A position up to symmetry.
type Key = [u64; 2];

struct Finder<'s, 'a> {
    shared: &'s Shared<'a>,
    searcher: Searcher<'a>,
    symmetries: &'s Symmetries,
    scale: ValueScale,
    seat: Seat,
    /// The claimed value for that side.
    value: i32,
    /// `true` if endless play keeps the claim.
    endless_keeps: bool,
    /// The positions from which a strategy is complete. For those in which the claiming side is to
    /// move, the one after its move; the move itself differs between symmetric positions.
    complete: FxHashMap<Key, Option<Key>>,
    /// The positions of the current line.
    open: FxHashSet<Key>,
    pool: PositionPool,
}

impl Finder<'_, '_> {
    /// Finds a strategy from a position on; `false` if there is none that does not lead back to the
    /// current line.
    fn find(&mut self, position: &dyn AnyPosition) -> Result<bool, NotProved> {
        if let Some(keeps) = self.is_kept(position) {
            return Ok(keeps);
        }
        let key = self.symmetries.image(position);
        if self.complete.contains_key(&key) {
            return Ok(true);
        }
        if !self.open.insert(key) {
            return Ok(self.endless_keeps);
        }
        if self.open.len() > LONGEST_LINE {
            self.open.remove(&key);
            return Ok(false);
        }
        let found = if position.to_move() == self.seat {
            self.find_move(position)?.map(Some)
        } else {
            self.find_against_all(position)?.then_some(None)
        };
        self.open.remove(&key);
        if let Some(next) = found {
            self.complete.insert(key, next);
        }
        Ok(found.is_some())
    }

    /// Returns whether the claim is kept, where the game is over or nothing can change it.
    fn is_kept(&self, position: &dyn AnyPosition) -> Option<bool> {
        let Some(outcome) = position.outcome() else {
            return (position.guaranteed_margin(self.seat) >= f64::from(self.value)).then_some(true);
        };
        Some(self.scale.value_of(outcome.margin.points()) * self.seat.sign() as i32 >= self.value)
    }

    fn find_against_all(&mut self, position: &dyn AnyPosition) -> Result<bool, NotProved> {
        for mv in legal_moves(position) {
            if !self.find_after(position, mv)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn find_after(&mut self, position: &dyn AnyPosition, mv: Move) -> Result<bool, NotProved> {
        let next = self.pool.successor(position, mv);
        let found = self.find(&*next);
        self.pool.give_back(next);
        found
    }

    /// Finds the position after a move: one that ends the game or leads to a position with a strategy, so that proofs
    /// are short, or else one that the search finds.
    fn find_move(&mut self, position: &dyn AnyPosition) -> Result<Option<Key>, NotProved> {
        let mut moves = legal_moves(position);
        for &mv in &moves {
            let next = self.pool.successor(position, mv);
            let keeps = self.is_kept(&*next);
            let key = self.symmetries.image(&*next);
            let keeps = keeps.unwrap_or_else(|| self.complete.contains_key(&key));
            self.pool.give_back(next);
            if keeps {
                return Ok(Some(key));
            }
        }
        self.ask(position, self.value)?;
        let hint = self.searcher.stored_move(position);
        if let Some(at) = moves.iter().position(|mv| mv.code() == hint) {
            moves[..=at].rotate_right(1);
        }
        for mv in moves {
            let next = self.pool.successor(position, mv);
            let keeps = self.is_kept(&*next).is_some() || self.ask(&*next, 1 - self.value)? == Answer::No;
            let found = keeps && self.find(&*next)?;
            let key = self.symmetries.image(&*next);
            self.pool.give_back(next);
            if found {
                return Ok(Some(key));
            }
        }
        Ok(None)
    }

    /// Returns whether the side to move gets `value`.
    fn ask(&mut self, position: &dyn AnyPosition, value: i32) -> Result<Answer, NotProved> {
        loop {
            self.searcher.set_root(position);
            let answer = self.searcher.probe(value);
            if answer != Answer::Unknown || !self.shared.is_stopped() {
                return Ok(answer);
            }
            if self.shared.is_ended() {
                return Err(NotProved);
            }
            self.shared.resume();
            if self.shared.table_should_grow() {
                self.shared.grow_table();
            }
        }
    }

    /// Lists the moves of the strategy.
    fn traverse(
        &mut self,
        position: &dyn AnyPosition,
        visited: &mut FxHashSet<Key>,
        order: &dyn Fn(&dyn AnyPosition, &mut Vec<Move>),
        strategy: &mut Strategy,
    ) {
        let key = self.symmetries.image(position);
        if self.is_kept(position).is_some() || !visited.insert(key) {
            return;
        }
        strategy.positions += 1;
        let mut moves = legal_moves(position);
        if position.to_move() == self.seat {
            moves.retain(|&mv| self.image_after(position, mv) == self.complete[&key]);
            moves.truncate(1);
            strategy.moves.extend(&moves);
        } else {
            order(position, &mut moves);
        }
        for mv in moves {
            let next = self.pool.successor(position, mv);
            self.traverse(&*next, visited, order, strategy);
            self.pool.give_back(next);
        }
    }

    fn image_after(&mut self, position: &dyn AnyPosition, mv: Move) -> Option<Key> {
        let next = self.pool.successor(position, mv);
        let key = self.symmetries.image(&*next);
        self.pool.give_back(next);
        Some(key)
    }
}
