//! Going on from a history without changing it.

use rustc_hash::FxHashMap;

use super::{is_forbidden, left_behind};
use crate::game::{Game, Repetition, Trace};
use crate::words::{Move, Outcome, Rng};

/// Moves tried out from a history's position, with its repetition rules in force. Cheap to clone, and
/// [`Clone::clone_from`] takes no memory.
pub struct Walk<'a, G: Game> {
    pub(super) position: G,
    pub(super) earlier: &'a FxHashMap<u64, u32>,
    pub(super) path: Vec<u64>,
    pub(super) repeated: bool,
}

impl<G: Game> Clone for Walk<'_, G> {
    fn clone(&self) -> Self {
        Walk {
            position: self.position.clone(),
            earlier: self.earlier,
            path: self.path.clone(),
            repeated: self.repeated,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.position.clone_from(&source.position);
        self.earlier = source.earlier;
        self.path.clone_from(&source.path);
        self.repeated = source.repeated;
    }
}

impl<G: Game> Walk<'_, G> {
    /// Takes up another komi, in the games that have one.
    pub(crate) fn set_komi(&mut self, komi: f64) {
        self.position.set_komi(komi);
    }

    /// The position reached.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Brings inner orders to those of a fresh position (see [`Game::normalize`]).
    pub fn normalize(&mut self) {
        self.position.normalize();
    }

    /// Plays the position itself to the end of the game (see [`Game::playout`]), without regard to earlier boards;
    /// the margin for Black. All that the walk is good for afterwards is [`Walk::position`] and to be overwritten.
    pub fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        self.position.playout(rng, trace)
    }

    /// The same by [`Game::informed_playout`].
    pub fn informed_playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        self.position.informed_playout(rng, trace)
    }

    /// Whether the game is over here.
    pub fn is_over(&self) -> bool {
        self.repeated || self.position.is_over()
    }

    /// The result if the game is over here.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.repeated { Some(Outcome::REPETITION) } else { self.position.outcome() }
    }

    fn seen(&self, key: u64) -> bool {
        self.earlier.contains_key(&key) || self.path.contains(&key)
    }

    /// Whether the seat to move may play this move.
    pub fn is_legal(&self, mv: Move) -> bool {
        !self.repeated && self.position.is_legal(mv) && !is_forbidden(&self.position, mv, |key| self.seen(key))
    }

    /// Appends all legal moves of the seat to move, ascending; none after the end.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.repeated {
            return;
        }
        let from = moves.len();
        self.position.legal_moves(moves);
        if self.position.repetition() == Repetition::Forbidden {
            let mut kept = from;
            for i in from..moves.len() {
                if !is_forbidden(&self.position, moves[i], |key| self.seen(key)) {
                    moves[kept] = moves[i];
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
    }

    /// Plays a legal move of the seat to move.
    pub fn play_unchecked(&mut self, mv: Move) {
        let mover = self.position.to_move();
        self.position.play_unchecked(mv);
        if self.position.repetition() == Repetition::Free {
            return;
        }
        let (occurrence, drawn) = left_behind(&self.position, mover, mv, |key| self.seen(key));
        self.repeated = drawn;
        self.path.extend(occurrence);
    }

    /// The number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_while(depth, &|| true).expect("nothing cuts it short")
    }

    /// The same, as long as `go_on` says so, which is asked at the nodes two moves or more above the last; `None` if it
    /// was cut short.
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
        for mv in moves {
            let mut next = self.clone();
            next.play_unchecked(mv);
            count = count.saturating_add(next.perft_while(depth - 1, go_on)?);
        }
        Some(count)
    }
}
