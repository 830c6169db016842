//! A game as it is played: a start, the moves, and the earlier positions that repetition rules look at.
//!
//! [`History`] knows its game at compile time; [`AnyHistory`] is the same for callers that learn it at run time.
//! [`Walk`] goes on from a history without changing it, for search and perft.

mod any;
mod walk;

use rustc_hash::FxHashMap;

use crate::board::{Geometry, Point};
use crate::game::{Game, Repetition};
use crate::setup::Setup;
use crate::words::{Move, Seat, Stone};

pub use any::AnyHistory;
pub use walk::Walk;

/// There are not so many moves to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot undo")]
pub struct CannotUndo;

/// A point whose stone changed, with what stood and what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// Where.
    pub point: Point,
    /// What stood there.
    pub before: Option<Stone>,
    /// What stands there now.
    pub after: Option<Stone>,
}

/// Every so many moves the whole position is kept, so that taking back costs at most so many moves played again.
const CHECKPOINT: usize = 32;

/// A start and the moves since, with all that repetition rules remember.
///
/// ```
/// use quintet::game::Game;
/// use quintet::games::{self, Visitor};
/// use quintet::history::{AnyHistory, History};
/// use quintet::setup::Setup;
///
/// /// Plays the first legal move until the game is over; tells how many moves it took.
/// struct FirstMoves;
/// impl Visitor for FirstMoves {
///     type Output = usize;
///     fn visit<G: Game>(self, setup: &Setup) -> usize {
///         let mut history = History::new(setup.clone(), G::new(setup));
///         while !AnyHistory::is_over(&history) {
///             let seat = history.to_move();
///             history.play(seat, history.legal_moves(seat)[0]).unwrap();
///         }
///         history.moves().len()
///     }
/// }
/// let bracket = Setup::new(games::find("bracket").unwrap()).with_size(3).unwrap();
/// assert_eq!(games::visit(&bracket, FirstMoves), 7);
/// ```
#[derive(Clone)]
pub struct History<G: Game> {
    setup: Setup,
    geometry: Geometry,
    moves: Vec<(Seat, Move)>,
    /// The position after `i * CHECKPOINT` moves; the first is the start.
    checkpoints: Vec<G>,
    current: G,
    /// The occurrence that each move left behind.
    occurrences: Vec<Option<u64>>,
    seen: FxHashMap<u64, u32>,
    /// The number of moves at which the game was drawn by repetition.
    repeated_at: Option<usize>,
}

impl<G: Game> History<G> {
    /// A game that starts from `start`, a position of `setup`.
    pub fn new(setup: Setup, start: G) -> History<G> {
        let mut seen = FxHashMap::default();
        if let Some(key) = start.occurrence(None) {
            seen.insert(key, 1);
        }
        History {
            geometry: setup.geometry(),
            setup,
            moves: Vec::new(),
            checkpoints: vec![start.clone()],
            current: start,
            occurrences: Vec::new(),
            seen,
            repeated_at: None,
        }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.current
    }

    /// The position before the first move.
    pub fn start(&self) -> &G {
        &self.checkpoints[0]
    }

    /// The setup that it is played by.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// A walk from the position now, with `seat` to move.
    pub fn walk(&self, seat: Seat) -> Walk<'_, G> {
        let mut position = self.current.clone();
        if !self.is_over() {
            position.set_to_move(seat);
        }
        Walk { position, earlier: &self.seen, path: Vec::new(), repeated: self.repeated_at.is_some() }
    }

    fn is_over(&self) -> bool {
        self.repeated_at.is_some() || self.current.is_over()
    }

    /// The position after the first `count` moves.
    fn position_after(&self, count: usize) -> G {
        let from = (count / CHECKPOINT).min(self.checkpoints.len() - 1);
        let mut position = self.checkpoints[from].clone();
        let real = count.min(self.repeated_at.unwrap_or(count));
        for &(seat, mv) in &self.moves[(from * CHECKPOINT).min(real)..real] {
            if position.is_over() {
                break;
            }
            position.set_to_move(seat);
            position.play_unchecked(mv);
        }
        position
    }

    fn remember(&mut self, occurrence: Option<u64>) {
        if let Some(key) = occurrence {
            *self.seen.entry(key).or_insert(0) += 1;
        }
        self.occurrences.push(occurrence);
    }

    fn forget(&mut self) {
        if let Some(Some(key)) = self.occurrences.pop()
            && let Some(count) = self.seen.get_mut(&key)
        {
            *count -= 1;
            if *count == 0 {
                self.seen.remove(&key);
            }
        }
    }
}

fn changes<G: Game>(geometry: &Geometry, before: &G, after: &G) -> Vec<Change> {
    geometry
        .points()
        .map(|point| Change { point, before: before.stone(point), after: after.stone(point) })
        .filter(|change| change.before != change.after)
        .collect()
}

/// Whether the game's rule of repetition forbids a legal move: a placement that would bring back what was there before.
fn is_forbidden<G: Game>(position: &G, mv: Move, seen: impl Fn(u64) -> bool) -> bool {
    if position.repetition() != Repetition::Forbidden || mv == Move::PASS || !position.is_legal(mv) {
        return false;
    }
    let mut next = position.clone();
    next.play_unchecked(mv);
    next.occurrence(Some(position.to_move())).is_some_and(seen)
}

/// What a move that `mover` has just played leaves behind to be remembered, and whether the game is drawn by it.
fn left_behind<G: Game>(position: &G, mover: Seat, mv: Move, seen: impl Fn(u64) -> bool) -> (Option<u64>, bool) {
    let occurrence = position.occurrence(Some(mover));
    let draws = mv != Move::PASS && position.repetition() == Repetition::Draws;
    (occurrence, draws && occurrence.is_some_and(seen))
}
