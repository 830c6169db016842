//! A position for searching: it goes on from a game without changing it.

use rustc_hash::FxHashMap;

use super::{is_forbidden, occurrence};
use crate::position::{AnyPosition, PlayoutObserver, Repetition, Step};
use crate::random::Rng;
use crate::types::{Move, Outcome, Seat};
use crate::weights::Weights;

/// A position with the rules of repetition of the game that it goes on from. [`Clone::clone_from`]
/// does not allocate.
pub struct SearchPosition<'a> {
    position: Box<dyn AnyPosition>,
    repetition: Repetition,
    /// The occurrences of the game.
    earlier: &'a FxHashMap<u64, u32>,
    /// The occurrences since.
    path: Vec<u64>,
    /// Whether the game is drawn by repetition.
    repeated: bool,
}

impl Clone for SearchPosition<'_> {
    fn clone(&self) -> Self {
        SearchPosition { position: self.position.clone(), path: self.path.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        self.position.clone_from(&source.position);
        self.repetition = source.repetition;
        self.earlier = source.earlier;
        self.path.clone_from(&source.path);
        self.repeated = source.repeated;
    }
}

impl<'a> SearchPosition<'a> {
    pub(super) fn new(
        position: Box<dyn AnyPosition>,
        earlier: &'a FxHashMap<u64, u32>,
        repeated: bool,
    ) -> SearchPosition<'a> {
        SearchPosition { repetition: position.repetition(), position, earlier, path: Vec::new(), repeated }
    }

    /// Sets komi, in the games that have one.
    pub fn set_komi(&mut self, komi: f64) {
        self.position.set_komi(komi);
    }

    /// The position reached.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Restores internal orders to those of a fresh position (see
    /// [`Position::normalize`](crate::position::Position::normalize)).
    pub fn normalize(&mut self) {
        self.position.normalize();
    }

    /// Plays the position to the end of the game by uniformly random moves, ignoring earlier
    /// boards, and returns the margin for Black. Afterwards only [`SearchPosition::position`] is
    /// meaningful.
    pub fn playout(&mut self, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        self.position.playout(rng, observer)
    }

    /// Like [`SearchPosition::playout`], but plays an informed playout.
    pub fn informed_playout(&mut self, weights: &Weights, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        self.position.informed_playout(weights, rng, observer)
    }

    /// Returns the side to move.
    pub fn to_move(&self) -> Seat {
        self.position.to_move()
    }

    /// Returns whether the game is over here.
    pub fn is_over(&self) -> bool {
        self.repeated || self.position.is_over()
    }

    /// Returns the result if the game is over here.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.repeated { Some(Outcome::REPETITION) } else { self.position.outcome() }
    }

    fn seen(&self, key: u64) -> bool {
        self.earlier.contains_key(&key) || self.path.contains(&key)
    }

    fn is_forbidden(&self, mv: Move) -> bool {
        is_forbidden(&*self.position, self.repetition, mv, |key| self.seen(key))
    }

    /// Returns whether the side to move may play this move.
    pub fn is_legal(&self, mv: Move) -> bool {
        !self.repeated && self.position.is_legal(mv) && !self.is_forbidden(mv)
    }

    /// Appends all legal moves of the side to move in ascending order; none after the end.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.repeated {
            return;
        }
        let from = moves.len();
        self.position.legal_moves(moves);
        if self.repetition == Repetition::Illegal {
            let mut kept = from;
            for i in from..moves.len() {
                if !self.is_forbidden(moves[i]) {
                    moves[kept] = moves[i];
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
    }

    /// Plays a legal move of the side to move.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.step(mv);
    }

    /// Plays a legal move of the side to move, and returns what follows from it.
    #[inline]
    pub fn step(&mut self, mv: Move) -> Step {
        if self.repetition == Repetition::Ignored {
            return self.position.step(mv);
        }
        let mover = self.position.to_move();
        let step = self.position.step(mv);
        let (occurrence, drawn) = occurrence(&*self.position, self.repetition, mover, mv, |key| self.seen(key));
        self.repeated = drawn;
        self.path.extend(occurrence);
        Step { is_over: step.is_over || drawn, ..step }
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_while(depth, &|| true).expect("nothing stops it")
    }

    /// Like [`SearchPosition::perft`], but stops and returns `None` when `go_on` returns `false`.
    /// It is called at nodes that are at least two plies above the leaves.
    pub fn perft_while(&self, depth: u32, go_on: &dyn Fn() -> bool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        if depth == 1 {
            return Some(moves.len() as u64);
        }
        if !go_on() {
            return None;
        }
        let mut count: u64 = 0;
        let mut next = self.clone();
        for mv in moves {
            next.clone_from(self);
            next.play_unchecked(mv);
            count = count.saturating_add(next.perft_while(depth - 1, go_on)?);
        }
        Some(count)
    }
}
