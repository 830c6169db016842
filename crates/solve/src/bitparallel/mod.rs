//! Bit-parallel search of all positions, for [filling
//! games](quintet_core::setup::SolvingInfo::is_filling_game): the sides fill the board in turn, and
//! only the full board decides.
//!
//! For a position, the answer to the question whether the side that begins gets a value or more is
//! one bit. Positions are in layers, by the number of filled points. The points are in two halves,
//! and a layer in blocks: one for each number of filled points, and of that side's own, in the
//! first half. A row of a block is a content of the first half, a bit of the row a content of the
//! second. So a stone in the first half leads from row to row, for 64 positions at once, and so
//! does a stone in the second half once 64 rows are transposed.
//!
//! From the full boards back, no position is looked up by itself: each takes a fraction of a
//! nanosecond, and no order of moves has to be guessed.

mod halves;
mod layers;
mod sizes;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use quintet_core::position::AnyPosition;
use quintet_core::types::{Move, Seat};
use quintet_system::clock::Instant;

use crate::limits::{Progress, Watch};
use crate::play::legal_moves;
use crate::solution::Solution;
use crate::value_scale::{ValueScale, seen_by};
use layers::{Answer, Evaluate, Layers};

pub use sizes::{MOST_POINTS, memory, positions};

/// Returns the value of a position, the moves that keep it and a line of best play, as far as
/// `watch` permits.
pub fn solve(
    position: &dyn AnyPosition,
    scale: ValueScale,
    threads: usize,
    watch: Watch<'_>,
    begun: Instant,
) -> Solution {
    let seat = position.to_move();
    let mut solver = Solver { scale, threads, watch, begun, nodes: AtomicU64::new(0), rooms: Default::default() };
    let mut bounds = seen_by(scale.bounds(position), seat);
    let best = solver.keeping(position, &mut bounds).unwrap_or_default();
    let line = solver.line(position, bounds[0], best.first().copied());
    let margins = scale.margins(seen_by(bounds, seat));
    let nodes = solver.nodes.into_inner();
    Solution { best, line, ..Solution::bounds(margins, scale.has_margins(), nodes, begun) }
}

/// The common state of all questions about a position and those that follow it.
struct Solver<'a> {
    scale: ValueScale,
    threads: usize,
    watch: Watch<'a>,
    begun: Instant,
    nodes: AtomicU64,
    /// The memory of two layers.
    rooms: [Vec<u64>; 2],
}

impl Solver<'_> {
    /// Returns a line of best play that begins with a move that keeps the value.
    fn line(&mut self, position: &dyn AnyPosition, mut value: i32, mut next: Option<Move>) -> Vec<Move> {
        let mut line = Vec::new();
        let mut at = position.boxed_clone();
        while let Some(mv) = next {
            at.play_unchecked(mv);
            line.push(mv);
            value = -value;
            next = self.keeping(&*at, &mut [value; 2]).and_then(|best| best.first().copied());
        }
        line
    }

    /// Narrows the bounds of a position's value for its side to move until they meet; returns the
    /// moves that keep the value, or `None` if the work was stopped.
    fn keeping(&mut self, position: &dyn AnyPosition, bounds: &mut [i32; 2]) -> Option<Vec<Move>> {
        let moves = legal_moves(position);
        if moves.is_empty() {
            return Some(Vec::new());
        }
        let (seat, scale) = (position.to_move(), self.scale);
        let (first, second) = moves.split_at(moves.len() / 2);
        let evaluate = |own: u16, others: &[[u16; 2]], row: &mut [i32]| {
            let mut half = position.boxed_clone();
            half.play_for(seat, first, own.into());
            let mut full = half.boxed_clone();
            for (end, &[_, own]) in row.iter_mut().zip(others) {
                full.copy_from(&*half);
                full.play_for(seat, second, own.into());
                let margin = full.outcome().map_or(0.0, |outcome| outcome.margin.points());
                *end = seen_by([scale.value_of(margin); 2], seat)[0];
            }
        };
        let kept = self.kept(moves.len(), &evaluate, seat, bounds)?;
        Some(moves.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(mv, _)| mv).collect())
    }

    /// Narrows the bounds until they meet and returns for each move whether it keeps the value.
    fn kept(&mut self, points: usize, evaluate: Evaluate<'_>, seat: Seat, bounds: &mut [i32; 2]) -> Option<Vec<bool>> {
        let [low, high] = self.scale.margins(seen_by(*bounds, seat));
        let Solver { nodes, watch, begun, threads, .. } = self;
        let layers = Layers::new(points, evaluate, *threads, &|_| {
            watch(Progress { low, high, nodes: nodes.load(Relaxed), of: None, time: begun.elapsed() })
        })?;
        let ends = layers.ends();
        *self.nodes.get_mut() += ends.len() as u64;
        let worst = ends.iter().min().copied()?;
        let best = ends.iter().max().copied()?;
        *bounds = [bounds[0].max(worst), bounds[1].min(best)];
        let mut kept = None;
        while bounds[0] < bounds[1] {
            let least = bounds[0] + (bounds[1] - bounds[0] + 2) / 2;
            let answer = self.ask(&layers, least, seen_by(*bounds, seat))?;
            if answer.is_yes {
                bounds[0] = least;
                kept = Some(answer.after);
            } else {
                bounds[1] = least - 1;
            }
        }
        Some(match kept {
            Some(kept) => kept,
            None if bounds[0] == worst => vec![true; points],
            None => self.ask(&layers, bounds[0], seen_by(*bounds, seat))?.after,
        })
    }

    fn ask(&mut self, layers: &Layers, least: i32, bounds: [i32; 2]) -> Option<Answer> {
        let [low, high] = self.scale.margins(bounds);
        let of = self.nodes.load(Relaxed) + positions(layers.points()) - layers.ends().len() as u64;
        let Solver { nodes, watch, begun, rooms, .. } = self;
        layers.ask(least, rooms, &|more| {
            let nodes = nodes.fetch_add(more, Relaxed) + more;
            watch(Progress { low, high, nodes, of: Some(of), time: begun.elapsed() })
        })
    }
}
