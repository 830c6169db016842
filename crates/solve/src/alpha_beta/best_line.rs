//! Best moves and lines, once the value of a position is known.

use quintet_core::position::AnyPosition;
use quintet_core::types::Move;

use super::probe_plan::{Goal, Keeping, ProbePlan};
use super::search::Searcher;
use super::shared::Shared;
use super::workers::run_plan;
use crate::play::after;
use crate::solution::LONGEST_LINE;
use crate::value_scale::ValueScale;

/// Finds moves that keep a known value.
pub struct BestPlay<'s, 'a> {
    pub shared: &'s Shared<'a>,
    pub searchers: &'s mut [Searcher<'a>],
    pub scale: ValueScale,
}

impl BestPlay<'_, '_> {
    /// Returns the moves that keep a position's value for its side to move, or the first of them;
    /// `None` if time is up.
    fn keeping(&mut self, position: &dyn AnyPosition, value: i32, goal: Goal) -> Option<Keeping> {
        let mut plan = ProbePlan::new(position, [value; 2], goal, u64::MAX, self.scale);
        run_plan(self.shared, self.searchers, &mut plan, &|_| ());
        plan.keeping()
    }

    /// Returns the number of replies to a move that give something away, if the move keeps the
    /// value; `None` if that is not known of every reply, or time is up.
    pub fn traps(&mut self, position: &dyn AnyPosition, mv: Move, value: i32) -> Option<u32> {
        let next = after(position, mv);
        if next.is_over() {
            return Some(0);
        }
        let Keeping { proved, undecided } = self.keeping(&*next, -value, Goal::AllMoves)?;
        undecided.is_empty().then(|| (next.count_legal() - proved.len()) as u32)
    }

    /// Returns a line of best play, to the end of the game or until a position repeats.
    pub fn line(&mut self, position: &dyn AnyPosition, mut value: i32) -> Vec<Move> {
        let mut position = position.boxed_clone();
        let mut line = Vec::new();
        let mut seen = vec![position.key()];
        while !position.is_over() && line.len() < LONGEST_LINE {
            let keeping = self.keeping(&*position, value, Goal::FirstMove).unwrap_or_default();
            let Some(&mv) = keeping.proved.first() else { break };
            position.play_unchecked(mv);
            line.push(mv);
            value = -value;
            if seen.contains(&position.key()) {
                break;
            }
            seen.push(position.key());
        }
        line
    }
}
