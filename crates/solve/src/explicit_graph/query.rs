//! Values and best moves of a graph, and the number of forced cycles.

use quintet_core::position::AnyPosition;
use quintet_core::types::{Move, Seat};
use quintet_system::clock::Instant;

use super::{Graph, NONE};
use crate::play::{after, legal_moves, normalized};
use crate::solution::{Ends, LONGEST_LINE, Solution, ValuedMove};

impl Graph {
    /// Returns the number of a position, if it is in the graph.
    fn number(&self, position: &dyn AnyPosition) -> Option<u32> {
        self.numbers.get(&self.symmetries.key(&*normalized(position))).copied()
    }

    /// Returns the values of all legal moves of a position; `None` if it is not in the graph.
    pub fn moves(&self, position: &dyn AnyPosition) -> Option<Vec<ValuedMove>> {
        legal_moves(position).into_iter().map(|mv| self.valued_move(&*after(position, mv), mv)).collect()
    }

    /// Returns the value of a move that leads to `next`.
    fn valued_move(&self, next: &dyn AnyPosition, mv: Move) -> Option<ValuedMove> {
        let (number, seat) = (self.number(next)?, next.to_move());
        let value = self.value(number, seat);
        let endless = self.scale.endless() * seat.sign();
        let forcing = if f64::from(value) > endless { Some(0) } else { (f64::from(value) < endless).then_some(1) };
        let best = self.nodes[number as usize].best;
        let plies = forcing.map_or(0, |kind: usize| 1 + u32::from(best[kind].1));
        let traps = self.successors(number).iter().filter(|&&to| -self.value(to, seat.other()) < value).count();
        let black = if seat == Seat::Black { value } else { -value };
        Some(ValuedMove { mv, value: self.scale.margin(black), plies, traps: traps as u32 })
    }

    /// Returns the best ends that Black and White can force from a position: scores, without komi.
    pub fn ends(&self, position: &dyn AnyPosition) -> Option<Ends> {
        let number = self.number(position)?;
        let [own, other] = self.nodes[number as usize].best.map(|(margin, plies)| {
            (margin != NONE).then_some((i32::from(margin) / self.scale.steps(), Some(u32::from(plies))))
        });
        Some(if position.to_move() == Seat::Black { [own, other] } else { [other, own] })
    }

    /// Returns the solution of a position; `None` if it is not in the graph.
    pub fn solution(&self, position: &dyn AnyPosition, begun: Instant) -> Option<Solution> {
        let seat = position.to_move();
        let value = self.value(self.number(position)?, seat);
        let margin = self.scale.margin(if seat == Seat::Black { value } else { -value });
        Some(Solution {
            best: self.keeping(position)?.into_iter().map(|(mv, _)| mv).collect(),
            line: self.line(position)?,
            ends: self.ends(position),
            ..Solution::bounds([margin; 2], self.scale.has_margins(), self.len() as u64, begun)
        })
    }

    /// Returns the moves that keep the value of a position, each with the plies that it takes from
    /// there.
    fn keeping(&self, position: &dyn AnyPosition) -> Option<Vec<(Move, u16)>> {
        let value = self.value(self.number(position)?, position.to_move());
        let keeps = |mv: Move| {
            let next = after(position, mv);
            let number = self.number(&*next)?;
            let plies = self.nodes[number as usize].best[usize::from(value > 0)].1;
            (-self.value(number, next.to_move()) == value).then_some((mv, plies))
        };
        Some(legal_moves(position).into_iter().filter_map(keeps).collect())
    }

    /// Returns best play from a position, until the end or until a position repeats: a win soon, a
    /// loss late.
    fn line(&self, position: &dyn AnyPosition) -> Option<Vec<Move>> {
        let (mut line, mut at, mut seen) = (Vec::new(), position.boxed_clone(), Vec::new());
        while !at.is_over() && line.len() < LONGEST_LINE {
            let moves = self.keeping(&*at)?;
            let value = self.value(self.number(&*at)?, at.to_move());
            let soonest = moves.iter().min_by_key(|(_, plies)| *plies);
            let latest = moves.iter().max_by_key(|(_, plies)| *plies);
            let Some(&(mv, _)) = (if value > 0 { soonest } else { latest }) else { break };
            at.play_unchecked(mv);
            line.push(mv);
            let number = self.number(&*at)?;
            if seen.contains(&number) {
                break;
            }
            seen.push(number);
        }
        Some(line)
    }

    /// Returns the number of positions whose value depends on the value of endless play.
    pub fn cycles(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_open()).count()
    }

    /// Returns whether a board might repeat while a side forces, as fast as it can, a better end
    /// than endless play: a rule that ends such games as draws might matter then. `false` is always
    /// right. For graphs of [small boards](Graph::of_small_board).
    pub fn may_repeat(&self) -> bool {
        // With komi it depends on the side which ends are better: all of them are checked.
        let least = if self.scale.endless() == 0.0 { 1 } else { NONE + 1 };
        let mut seen = vec![0u32; 2 * self.len()];
        let mut waiting = Vec::new();
        for number in 0..self.len() as u32 {
            for kind in 0..2 {
                if self.nodes[number as usize].best[kind].0 < least {
                    continue;
                }
                let from = Forcing { number, kind };
                waiting.clear();
                self.forced_successors(from, &mut waiting);
                while let Some(at) = waiting.pop() {
                    let mark = 1 + from.index() as u32;
                    if std::mem::replace(&mut seen[at.index()], mark) == mark {
                        continue;
                    }
                    let (node, first) = (&self.nodes[at.number as usize], &self.nodes[number as usize]);
                    if at.kind == kind && !node.is_over() && node.board == first.board {
                        return true;
                    }
                    self.forced_successors(at, &mut waiting);
                }
            }
        }
        false
    }

    /// Appends the positions that the next move can lead to while a side forces its best end.
    fn forced_successors(&self, Forcing { number, kind }: Forcing, found: &mut Vec<Forcing>) {
        let (margin, plies) = self.nodes[number as usize].best[kind];
        let after = self.successors(number).iter().map(|&to| Forcing { number: to, kind: 1 - kind });
        let best = |at: &Forcing| self.nodes[at.number as usize].best[at.kind];
        found.extend(after.filter(|at| kind == 1 || best(at) == (margin, plies.saturating_sub(1))));
    }
}

/// A position in which a side forces its best end.
#[derive(Clone, Copy)]
struct Forcing {
    number: u32,
    /// 0 if it is the side to move, 1 if it is the other.
    kind: usize,
}

impl Forcing {
    fn index(self) -> usize {
        2 * self.number as usize + self.kind
    }
}
