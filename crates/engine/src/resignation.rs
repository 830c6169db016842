//! When the engine resigns: a game that looked lost at several of its moves in a row.

use std::collections::BTreeMap;

use quintet_core::game::Game;
use quintet_core::random::split_mix;
use quintet_core::types::{Move, Seat};
use quintet_search::{Proof, Report};

/// The number of moves in a row that must look lost before the engine resigns.
const RESIGN_MOVES: usize = 3;

/// With fewer simulations an expected result is too uncertain to resign.
const RESIGN_VISITS: u64 = 100;

/// Records at which moves of a game the engine found it lost.
///
/// A record belongs to the moves that led to it. Moves that are taken back and played again find
/// theirs as they were, and other moves do not.
#[derive(Default)]
pub(crate) struct Judgements {
    /// Whether the game looked lost for a side, after the moves with this hash.
    looked_lost: BTreeMap<(u64, usize), bool>,
}

impl Judgements {
    /// Returns whether `seat` resigns after a search of the current position. The search counts for
    /// later moves unless it was `tentative`.
    pub fn resigns(&mut self, game: &Game, seat: Seat, below: f64, report: &Report, tentative: bool) -> bool {
        let Some(best) = report.candidates.first() else { return false };
        let is_known = report.proof.is_some() || report.visits >= RESIGN_VISITS;
        let looks_lost = is_known && best.win_rate < below;
        let mut hashes = hashes(game.moves());
        let now = hashes.pop().expect("also the start has a hash");
        if !tentative {
            self.looked_lost.insert((now, seat.index()), looks_lost);
        }
        if !looks_lost {
            return false;
        }
        let earlier = hashes.iter().rev().filter_map(|&hash| self.looked_lost.get(&(hash, seat.index())));
        report.proof == Some(Proof::Loss) || earlier.take_while(|&&lost| lost).count() + 1 >= RESIGN_MOVES
    }
}

/// Returns a hash of the moves up to each position of a game, from the start to the current one.
fn hashes(moves: &[(Seat, Move)]) -> Vec<u64> {
    let next =
        |hash: u64, &(seat, mv): &(Seat, Move)| split_mix(hash, 1 + 2 * u64::from(mv.code()) + seat.index() as u64);
    let mut hashes = vec![0];
    hashes.extend(moves.iter().scan(0, |hash, played| {
        *hash = next(*hash, played);
        Some(*hash)
    }));
    hashes
}
