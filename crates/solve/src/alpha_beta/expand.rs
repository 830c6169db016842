//! The search of the moves of one position.

use std::cmp::Reverse;

use quintet_core::types::{Move, Seat};

use super::child::{Child, Expansion};
use super::in_progress::InProgress;
use super::move_ordering::{StaticFeatures, log2_of};
use super::probe::Answer;
use super::search::{NO_KEY, Searcher};
use super::transposition_table::NO_MOVE;
use crate::value_scale::seen_by;

/// In games whose positions cannot repeat, positions with at most this many moves are searched
/// without a lookup.
const FEW_MOVES: usize = 3;

/// Threads inform each other about positions with more moves than this; others are searched faster
/// than shared.
const SHARED_MOVES: usize = 8;

/// Positions with at most this many moves are searched without their learned weights.
const FEW_WEIGHTED_MOVES: usize = 5;

/// The order of the move of the transposition table.
const FIRST: i32 = i32::MAX;

/// The order of a move that is deferred because another thread searches it.
const DEFERRED: i32 = i32::MIN;

/// The knowledge about a move before it is searched.
enum Glance {
    Cutoff,
    /// It does not give the value.
    Refuted,
    /// Nothing can be known about it.
    Unknown,
    /// It has to be searched.
    Open(Child),
}

/// The findings of the search of all moves so far.
#[derive(Default)]
struct Found {
    /// A move that gives the value.
    cutoff: Option<Move>,
    /// A move of the side that need not prove anything, without an answer.
    open: Option<Move>,
    /// Whether a move has no answer.
    is_unknown: bool,
}

impl Searcher<'_> {
    /// Searches the moves of the position at a ply for one that gives `value`. The move with the
    /// code `hint` comes first.
    pub(super) fn expand(&mut self, seat: Seat, hint: u16, value: i32, ply: usize) -> Expansion {
        let wanted = 1 - value;
        let begun = self.nodes;
        let mut children = self.take_children(ply);
        let mut found = self.glance_at_moves(seat, hint, wanted, ply, &mut children);
        self.check_in();
        if found.cutoff.is_none() {
            found.cutoff = self.look_up_children(wanted, &mut children);
        }
        self.depends_on = usize::MAX;
        if found.cutoff.is_none() {
            children.sort_unstable_by_key(|child| Reverse(child.order));
            self.search_children(seat, wanted, ply, &mut children, &mut found);
        }
        self.give_children_back(ply, children);
        let best = found.cutoff.or(found.open);
        if let Some(mv) = best {
            self.ordering.record_cutoff(seat, ply, mv, self.nodes - begun);
        }
        let answer = match found.cutoff {
            Some(_) => Answer::Yes,
            None if found.is_unknown => Answer::Unknown,
            None => Answer::No,
        };
        Expansion { answer, best: best.map_or(NO_MOVE, Move::code) }
    }

    /// Plays each move, and lists those that have to be searched.
    fn glance_at_moves(&mut self, seat: Seat, hint: u16, wanted: i32, ply: usize, children: &mut Vec<Child>) -> Found {
        let mut found = Found::default();
        self.positions.reserve_successor(ply);
        let from = self.moves.len();
        self.positions.at(ply).legal_moves(&mut self.moves);
        self.find_priors(from, ply);
        for i in from..self.moves.len() {
            let mv = self.moves[i];
            let prior = self.priors.get(i - from).map_or(0.0, |prior| log2_of(prior.weight));
            match self.glance_at(seat, (mv, prior), hint, wanted, ply) {
                Glance::Cutoff => {
                    found.cutoff = Some(mv);
                    break;
                }
                Glance::Refuted => {}
                Glance::Unknown => found.is_unknown = true,
                Glance::Open(child) => children.push(child),
            }
        }
        self.moves.truncate(from);
        found
    }

    /// Looks up the learned weights of the moves in the list from an index on, if they order the
    /// moves of this game.
    fn find_priors(&mut self, from: usize, ply: usize) {
        self.priors.clear();
        let moves = &self.moves[from..];
        if let Some(weights) = self.weights
            && moves.len() > FEW_WEIGHTED_MOVES
        {
            self.positions.at(ply).priors(weights, moves, &mut self.priors);
        }
    }

    /// Plays a move, and answers the probe after it by the bounds of the game, or prepares its
    /// search.
    #[inline]
    fn glance_at(&mut self, seat: Seat, (mv, learned): (Move, f32), hint: u16, wanted: i32, ply: usize) -> Glance {
        self.nodes += 1;
        let mover = seat.other();
        let (next, bounds) = self.positions.glance(ply, mv);
        // A side that moved twice in a row would see values from the other side.
        debug_assert!(next.to_move() == mover);
        let bounds = seen_by(self.scale.value_bounds(bounds), mover);
        match Answer::by_bounds(bounds, wanted) {
            Some(Answer::No) => return Glance::Cutoff,
            Some(_) => return Glance::Refuted,
            None => {}
        }
        if self.stops_at_reversible_moves && !next.is_irreversible() {
            return Glance::Unknown;
        }
        // In games whose positions can repeat, the number of replies says little, and takes long to
        // count.
        let replies = if self.can_repeat { usize::MAX } else { next.count_legal() };
        let key = if replies <= FEW_MOVES { NO_KEY } else { self.symmetries.key_for(next, mover) };
        let order = if mv.code() == hint {
            FIRST
        } else if self.can_repeat {
            let prior = self.positions.at(ply).prior(mv);
            self.ordering.score(seat, ply, mv, StaticFeatures { bounds, replies: 0, prior })
        } else {
            self.ordering.score(seat, ply, mv, StaticFeatures { bounds, replies, prior: learned })
        };
        let is_shared = self.is_parallel && key != NO_KEY && replies > SHARED_MOVES;
        Glance::Open(Child { order, mv, is_shared, key })
    }

    /// Looks up all children in the transposition table, at once, so that the processor can wait
    /// for several of them at a time. Removes those that do not give the value, and returns a move
    /// that does.
    fn look_up_children(&self, wanted: i32, children: &mut Vec<Child>) -> Option<Move> {
        let mut cutoff = None;
        children.retain(|child| match self.stored_answer(child.key, wanted) {
            Some(Answer::No) => {
                cutoff = Some(child.mv);
                true
            }
            Some(_) => false,
            None => true,
        });
        cutoff
    }

    /// Searches the children in order until one gives a cutoff.
    fn search_children(&mut self, seat: Seat, wanted: i32, ply: usize, children: &mut Vec<Child>, found: &mut Found) {
        let mut depends_on = usize::MAX;
        let mut at = 0;
        while let Some(&child) = children.get(at) {
            at += 1;
            // All threads search the first move: the others depend on its answer. What another
            // thread searches comes last.
            let is_shared = child.is_shared && at > 1;
            let probe = InProgress::probe(child.key, wanted);
            if is_shared && child.order != DEFERRED && self.shared.in_progress.contains(probe) {
                children.push(Child { order: DEFERRED, ..child });
                continue;
            }
            self.positions.play(ply, child.mv);
            if is_shared {
                self.shared.in_progress.enter(probe);
            }
            let answer = self.visit(child.key, wanted, ply + 1);
            if is_shared {
                self.shared.in_progress.leave(probe);
            }
            match answer {
                Answer::No => {
                    found.cutoff = Some(child.mv);
                    // The answer depends on this move alone.
                    depends_on = self.depends_on;
                    break;
                }
                Answer::Yes => {
                    self.ordering.record_failure(seat, child.mv);
                    depends_on = depends_on.min(self.depends_on);
                }
                Answer::Unknown => {
                    found.is_unknown = true;
                    if seat != self.prover {
                        found.open = Some(child.mv);
                        break;
                    }
                }
            }
            if self.is_over() {
                found.is_unknown = true;
                break;
            }
        }
        self.depends_on = depends_on;
    }
}
