//! Best play on the smallest boards, by a second implementation: it finds all positions that can be
//! reached, then decides margin by margin which side can force it. Endless play has the value 0.

use std::collections::{HashMap, VecDeque};

use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};

use crate::legal_moves;

/// All positions that can be reached; the first is the start.
pub struct Reference {
    seats: Vec<Seat>,
    next: Vec<Vec<u32>>,
    margins: Vec<Option<i32>>,
}

impl Reference {
    /// Finds the positions that can be reached after these moves from the start.
    pub fn new(setup: &Setup, moves: &[Move]) -> Reference {
        let mut start = setup.start();
        moves.iter().for_each(|&mv| start.play(mv).unwrap());
        let mut numbers = HashMap::from([(start.key(), 0)]);
        let mut waiting = VecDeque::from([start]);
        let mut graph = Reference { seats: Vec::new(), next: Vec::new(), margins: Vec::new() };
        while let Some(position) = waiting.pop_front() {
            let mut next = Vec::new();
            for mv in legal_moves(&*position) {
                let mut after = position.clone();
                after.play_unchecked(mv);
                let new = numbers.len() as u32;
                let number = *numbers.entry(after.key()).or_insert(new);
                if number == new {
                    waiting.push_back(after);
                }
                next.push(number);
            }
            assert_eq!(position.is_over(), next.is_empty(), "a position without moves is over");
            graph.seats.push(position.to_move());
            graph.margins.push(position.outcome().map(|outcome| outcome.margin.points() as i32));
            graph.next.push(next);
        }
        graph
    }

    fn before(&self) -> Vec<Vec<u32>> {
        let mut before = vec![Vec::new(); self.next.len()];
        for (from, next) in (0..).zip(&self.next) {
            next.iter().for_each(|&to| before[to as usize].push(from));
        }
        before
    }

    /// Returns whether `seat` can force an end whose margin satisfies `wants` from the start.
    fn forces(&self, before: &[Vec<u32>], seat: Seat, wants: impl Fn(i32) -> bool) -> bool {
        let mut left: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let mut won = vec![false; self.next.len()];
        let mut queue: Vec<u32> = Vec::new();
        for (i, margin) in (0..).zip(&self.margins) {
            if margin.is_some_and(&wants) {
                won[i as usize] = true;
                queue.push(i);
            }
        }
        while let Some(at) = queue.pop() {
            for &from in &before[at as usize] {
                let i = from as usize;
                left[i] -= 1;
                if !won[i] && (self.seats[i] == seat || left[i] == 0) {
                    won[i] = true;
                    queue.push(from);
                }
            }
        }
        won[0]
    }

    /// Returns Black's margin with best play from the start.
    pub fn value(&self) -> i32 {
        let before = self.before();
        let mut margins: Vec<i32> = self.margins.iter().flatten().copied().filter(|&m| m != 0).collect();
        margins.sort();
        margins.dedup();
        let black = margins.iter().rev().filter(|&&m| m > 0);
        let white = margins.iter().filter(|&&m| m < 0);
        let black = black.copied().find(|&m| self.forces(&before, Seat::Black, |margin| margin >= m));
        black.or_else(|| white.copied().find(|&m| self.forces(&before, Seat::White, |margin| margin <= m))).unwrap_or(0)
    }
}
