//! Counting positions, and ways to forced cycles.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use quintet_core::position::AnyPosition;
use quintet_core::random::{random_below, seeded};
use quintet_core::types::Move;
use quintet_solve::huge_pages;
use quintet_solve::symmetry::Symmetries;
use rustc_hash::FxHashSet;

use crate::boards::Counts;
use crate::iteration::{Iteration, is_open};
use crate::{legal_moves, normalized};

/// The length and the number of random games that look for a position that repeats.
const REPETITION_GAMES: (usize, u64) = (400, 2000);

/// The number of positions that are searched for ways to forced cycles.
const MOST_SEARCHED: usize = 1 << 20;

impl Iteration {
    /// Counts the positions that play from `start` can reach.
    pub fn count(&self, start: &dyn AnyPosition) -> Counts {
        let reached: Vec<AtomicU8> = huge_pages::zeroed(self.boards.count_words() as usize);
        let start = normalized(start);
        self.boards.mark_start(start.planes().expect("the board is small"), start.to_move(), &reached);
        while self.over_blocks(false, |block| self.boards.mark_successors(block, &reached)) > 0 {}
        let open = AtomicU64::new(0);
        let positions = self.over_blocks(false, |block| {
            let counts = self.boards.count(block, &self.ends, &reached);
            open.fetch_add(counts.open, Relaxed);
            counts.positions
        });
        Counts { positions, open: open.into_inner() }
    }

    /// Plays random games from `start` and returns a position whose ends do not follow from those
    /// of its moves, if there is one. The iteration has rules of its own; on large boards nothing
    /// else compares them with the game's.
    pub fn contradiction(&self, start: &dyn AnyPosition, games: u64) -> Option<Box<dyn AnyPosition>> {
        (0..games).find_map(|game| self.contradiction_in_game(start, game))
    }

    /// Does the same in the random game of this number.
    fn contradiction_in_game(&self, start: &dyn AnyPosition, game: u64) -> Option<Box<dyn AnyPosition>> {
        let mut rng = seeded(game);
        let mut position = normalized(start);
        while !position.is_over() {
            if self.forced(&*position) != self.forced_by_moves(&*position) {
                return Some(position);
            }
            let moves = legal_moves(&*position);
            position.advance(moves[random_below(&mut rng, moves.len() as u32) as usize]);
        }
        None
    }

    /// Returns the shortest ways from `start` to at most `most` positions in which the best ends of
    /// the two sides do not meet, as far as they are among the nearest million positions.
    pub fn ways(&self, start: &dyn AnyPosition, most: usize) -> Vec<Vec<Move>> {
        let nearest = self.nearest(start);
        let mut position = start.boxed_clone();
        let is_open = |&at: &usize| {
            nearest.replay(at, start, &mut *position);
            position.normalize_turn();
            is_open(self.forced(&*position))
        };
        (0..nearest.len()).filter(is_open).take(most).map(|at| nearest.way(at)).collect()
    }

    /// Finds the positions that are nearest to `start`, itself included, about a million of them.
    fn nearest(&self, start: &dyn AnyPosition) -> Nearest {
        let symmetries = Symmetries::new(&self.setup);
        let mut nearest = Nearest(vec![(0, Move::PASS)]);
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let (mut position, mut next) = (start.boxed_clone(), start.boxed_clone());
        let (mut moves, mut at) = (Vec::new(), 0);
        while at < nearest.len() && nearest.len() < MOST_SEARCHED {
            nearest.replay(at, start, &mut *position);
            moves.clear();
            position.legal_moves(&mut moves);
            for &mv in &moves {
                next.copy_from(&*position);
                next.advance(mv);
                if seen.insert(symmetries.key(&*next)) {
                    nearest.0.push((at, mv));
                }
            }
            at += 1;
        }
        nearest
    }
}

/// Positions in the order of their distance from the start, each as the index of the one before it
/// and the move.
struct Nearest(Vec<(usize, Move)>);

impl Nearest {
    fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the moves that lead to a position.
    fn way(&self, mut at: usize) -> Vec<Move> {
        let mut way = Vec::new();
        while at > 0 {
            let (before, mv) = self.0[at];
            way.push(mv);
            at = before;
        }
        way.reverse();
        way
    }

    /// Sets `position` to one of these positions.
    fn replay(&self, at: usize, start: &dyn AnyPosition, position: &mut dyn AnyPosition) {
        position.copy_from(start);
        self.way(at).into_iter().for_each(|mv| position.play_unchecked(mv));
    }
}

/// Returns whether a position repeated in random games from a position: `true` is certain.
pub fn can_repeat(start: &dyn AnyPosition) -> bool {
    let (_, games) = REPETITION_GAMES;
    let mut position = start.boxed_clone();
    (0..games).any(|seed| {
        position.copy_from(start);
        repeats_in_game(&mut *position, seed)
    })
}

/// Returns whether a position repeats in one random game.
fn repeats_in_game(position: &mut dyn AnyPosition, seed: u64) -> bool {
    let (length, _) = REPETITION_GAMES;
    let mut rng = seeded(seed);
    let (mut moves, mut seen) = (Vec::new(), FxHashSet::default());
    (0..length).any(|_| {
        moves.clear();
        position.legal_moves(&mut moves);
        // A pass is played only if nothing else is legal: two end the game.
        if moves.len() > 1 {
            moves.retain(|mv| mv.point().is_some());
        }
        let index = random_below(&mut rng, moves.len().max(1) as u32) as usize;
        let Some(&mv) = moves.get(index) else { return false };
        position.advance(mv);
        !position.is_over() && !seen.insert(position.key())
    })
}
