//! Best play on the smallest boards, found by looking at every position: all that can be reached, then, margin by
//! margin, from where one side can force it. Endless play counts 0.

use std::collections::{HashMap, VecDeque};

use quintet::game::Game;
use quintet::games::{self, Visitor};
use quintet::setup::Setup;
use quintet::words::{Move, Seat};

/// All positions that can be reached; the first is the start.
pub struct Graph {
    seats: Vec<Seat>,
    next: Vec<Vec<u32>>,
    margins: Vec<Option<i32>>,
}

struct Explore<'a>(&'a [Move]);

impl Visitor for Explore<'_> {
    type Output = Graph;

    fn visit<G: Game>(self, setup: &Setup) -> Graph {
        let mut start = G::new(setup);
        self.0.iter().for_each(|&mv| start.play(mv).unwrap());
        let mut numbers = HashMap::from([(start.key(), 0)]);
        let mut waiting = VecDeque::from([start]);
        let mut graph = Graph { seats: Vec::new(), next: Vec::new(), margins: Vec::new() };
        let mut moves = Vec::new();
        while let Some(position) = waiting.pop_front() {
            moves.clear();
            position.legal_moves(&mut moves);
            let mut next = Vec::with_capacity(moves.len());
            for &mv in &moves {
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
}

impl Graph {
    /// What can be reached after these moves from the start.
    pub fn new(setup: &Setup, moves: &[Move]) -> Graph {
        games::visit(setup, Explore(moves))
    }

    fn before(&self) -> Vec<Vec<u32>> {
        let mut before = vec![Vec::new(); self.next.len()];
        for (from, next) in (0..).zip(&self.next) {
            next.iter().for_each(|&to| before[to as usize].push(from));
        }
        before
    }

    /// Whether play can come round to where it was.
    pub fn has_cycle(&self) -> bool {
        let before = self.before();
        let mut left: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let mut done: Vec<u32> = (0..).zip(&left).filter(|(_, n)| **n == 0).map(|(i, _)| i).collect();
        let mut at = 0;
        while at < done.len() {
            for &from in &before[done[at] as usize] {
                left[from as usize] -= 1;
                if left[from as usize] == 0 {
                    done.push(from);
                }
            }
            at += 1;
        }
        done.len() < self.next.len()
    }

    /// Whether `seat` can force an end that `wants` is true of, from the start.
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

    /// Black's margin under best play from the start.
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
