//! Counting positions, and ways to forced cycles.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

use quintet_core::position::AnyPosition;
use quintet_core::position::state_index::Counts;
use quintet_core::random::{Rng, random_below};
use quintet_core::types::Move;
use rand::SeedableRng as _;
use rustc_hash::FxHashSet;

use super::LayeredIteration;
use crate::huge_pages;
use crate::limits::{Progress, Watch};
use crate::parallel;
use crate::play::{PositionPool, normalized};
use crate::symmetry::Symmetries;
use crate::value_scale::seen_by;

/// The length and the number of random games that look for a position that repeats.
const REPETITION_GAMES: (usize, u64) = (400, 2000);

/// The number of positions that are searched for ways to forced cycles.
const MOST_SEARCHED: usize = 1 << 20;

/// The number of them that a thread takes at a time.
const PORTION: usize = 1 << 10;

impl LayeredIteration {
    /// Counts the positions that play from `start` can reach; `None` if `watch` returned `false`.
    pub fn count(&self, start: &dyn AnyPosition, watch: Watch<'_>) -> Option<Counts> {
        let reached: Vec<AtomicU8> = huge_pages::zeroed(self.boards.len() as usize);
        let start = normalized(start);
        let planes = start.planes().expect("boards in layers are small");
        self.boards.mark_start(planes, start.to_move(), &reached);
        let [low, high] = seen_by(self.bounds(&*start), start.to_move()).map(|bound| self.scale.margin(bound));
        let go_on = |nodes| watch(Progress { low, high, nodes, of: None, time: self.begun.elapsed() });
        while self.over_blocks(false, &go_on, |block| self.boards.mark_successors(block, &reached))? > 0 {}
        let open = AtomicU64::new(0);
        let positions = self.over_blocks(false, &go_on, |block| {
            let counts = self.boards.count(block, &self.state.ends, &reached);
            open.fetch_add(counts.open, Relaxed);
            counts.positions
        })?;
        Some(Counts { positions, open: open.into_inner() })
    }

    /// Plays random games from `start` and returns a position whose ends do not follow from those
    /// of its moves, if there is one. The iteration has rules of its own; on large boards nothing
    /// else compares them with the game's.
    pub fn contradiction(&self, start: &dyn AnyPosition, games: u64) -> Option<Box<dyn AnyPosition>> {
        let (next, found) = (AtomicU64::new(0), Mutex::new(None::<(u64, Box<dyn AnyPosition>)>));
        parallel::run(self.threads, || {
            // The first game with a contradiction counts: those before it have begun, and are
            // played to the end.
            while found.lock().expect("no thread panics").is_none() {
                let game = next.fetch_add(1, Relaxed);
                if game >= games {
                    break;
                }
                if let Some(position) = self.contradiction_in_game(start, game) {
                    let mut found = found.lock().expect("no thread panics");
                    if found.as_ref().is_none_or(|&(before, _)| game < before) {
                        *found = Some((game, position));
                    }
                }
            }
        });
        found.into_inner().expect("no thread panics").map(|(_, position)| position)
    }

    /// Does the same in the random game of this number.
    fn contradiction_in_game(&self, start: &dyn AnyPosition, game: u64) -> Option<Box<dyn AnyPosition>> {
        let mut rng = Rng::seed_from_u64(game);
        let (mut moves, mut pool) = (Vec::new(), PositionPool::default());
        let mut position = normalized(start);
        while !position.is_over() {
            if self.forced_in(&*position, &mut pool) != self.forced_by_moves(&*position, &mut pool) {
                return Some(position);
            }
            moves.clear();
            position.legal_moves(&mut moves);
            position.advance(moves[random_below(&mut rng, moves.len() as u32) as usize]);
        }
        None
    }

    /// Returns the shortest ways from `start` to at most `most` positions in which the best ends of
    /// the two sides do not meet, as far as they are among the nearest million positions.
    pub fn ways(&self, start: &dyn AnyPosition, most: usize) -> Vec<Vec<Move>> {
        let nearest = self.nearest(start);
        let open = Mutex::new(Vec::new());
        let next = AtomicUsize::new(0);
        parallel::run(self.threads, || {
            let (mut position, mut pool) = (start.boxed_clone(), PositionPool::default());
            // A thread checks the whole portion that it has taken, so no nearer position is missed.
            while open.lock().expect("no thread panics").len() < most {
                let from = next.fetch_add(PORTION, Relaxed);
                if from >= nearest.len() {
                    break;
                }
                let portion = from..nearest.len().min(from + PORTION);
                let found: Vec<usize> = portion
                    .filter(|&at| {
                        nearest.replay(at, start, &mut *position);
                        position.normalize_turn();
                        self.is_open(self.forced_in(&*position, &mut pool))
                    })
                    .collect();
                open.lock().expect("no thread panics").extend(found);
            }
        });
        let mut open = open.into_inner().expect("no thread panics");
        open.sort_unstable();
        open.truncate(most);
        open.into_iter().map(|at| nearest.way(at)).collect()
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
    let mut rng = Rng::seed_from_u64(seed);
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
