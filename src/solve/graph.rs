//! All positions that play can lead to from one, found by playing, and what each seat can force in them: for games whose
//! positions have no numbers of their own, on boards small enough.
//!
//! Positions that a symmetry carries into each other, or an exchange of the colours where the game has that, are one. For each
//! it is worked out which end each seat can force, endless play being worth less than any: margin by margin from the
//! highest down, as in [`super::retrograde`]. Where the two seats' best ends don't meet, the value depends on what endless play
//! is worth: neither side can end the game without giving something away, so they go round for ever (a forced cycle).

use std::collections::VecDeque;
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::fold::Folds;
use super::forward::Scale;
use super::known::Ends;
use super::{LONGEST_LINE, Progress, Solution};
use crate::game::Game;
use crate::setup::Setup;
use crate::words::{Move, Seat};

/// No end can be forced.
const NONE: i16 = i16::MIN;

/// About how many bytes a position takes, its moves and those back counted in.
pub const BYTES_A_POSITION: u64 = 250;

/// The positions that can be reached, and what is known of them.
pub struct Graph {
    scale: Scale,
    margins: bool,
    numbers: FxHashMap<u64, u32>,
    folds: Folds,
    /// For each position the place of its first successor.
    first: Vec<u32>,
    next: Vec<u32>,
    /// How each was reached first: from which, by which move.
    from: Vec<(u32, u16)>,
    /// The margin of positions that are over, for the seat to move.
    over: Vec<i16>,
    /// The best end, for itself, that the seat to move, and that the other can force, and the plies.
    best: [Vec<(i16, u16)>; 2],
}

/// Asked now and then; `false` ends the work.
type Watch<'a> = &'a (dyn Fn(Progress) -> bool + Sync);

impl Graph {
    /// Finds all positions and what can be forced; `None` if there are more than `most`, or the work was ended.
    pub fn new<G: Game>(setup: &Setup, start: &G, most: u64, watch: Watch<'_>) -> Option<Graph> {
        let begun = Instant::now();
        let scale = Scale::new::<G>(setup.komi());
        let folds = Folds::with_exchange::<G>(setup);
        let mut graph = Graph {
            scale,
            margins: G::knows_margin(),
            numbers: FxHashMap::default(),
            folds,
            first: vec![0],
            next: Vec::new(),
            from: Vec::new(),
            over: Vec::new(),
            best: [Vec::new(), Vec::new()],
        };
        let mut start = start.clone();
        start.settle();
        start.normalize();
        graph.numbers.insert(graph.folds.key(&start), 0);
        graph.from.push((0, Move::PASS.code()));
        let mut waiting = VecDeque::from([start]);
        let mut moves = Vec::new();
        while let Some(position) = waiting.pop_front() {
            let number = graph.over.len() as u32;
            let margin = position.outcome().map(|outcome| scale.of(outcome.margin.points()));
            let sign = if position.to_move() == Seat::Black { 1 } else { -1 };
            graph.over.push(margin.map_or(NONE, |margin| (sign * margin) as i16));
            if margin.is_none() {
                moves.clear();
                position.legal_moves(&mut moves);
                for &mv in &moves {
                    let mut after = position.clone();
                    after.play_unchecked(mv);
                    after.settle();
                    let new = graph.numbers.len() as u32;
                    let found = *graph.numbers.entry(graph.folds.key(&after)).or_insert(new);
                    if found == new {
                        waiting.push_back(after);
                        graph.from.push((number, mv.code()));
                    }
                    graph.next.push(found);
                }
            }
            graph.first.push(graph.next.len() as u32);
            if number.is_multiple_of(1 << 12) {
                let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
                let progress = Progress { low, high, nodes: number.into(), of: None, time: begun.elapsed() };
                if graph.numbers.len() as u64 > most || !watch(progress) {
                    return None;
                }
            }
        }
        graph.decide();
        Some(graph)
    }

    fn successors(&self, number: u32) -> &[u32] {
        &self.next[self.first[number as usize] as usize..self.first[number as usize + 1] as usize]
    }

    /// Works out the best ends.
    fn decide(&mut self) {
        let len = self.over.len();
        let mut places = vec![0u32; len + 1];
        self.next.iter().for_each(|&to| places[to as usize + 1] += 1);
        (0..len).for_each(|i| places[i + 1] += places[i]);
        let mut fill = places.clone();
        let mut before = vec![0u32; self.next.len()];
        for from in 0..len as u32 {
            for i in self.first[from as usize]..self.first[from as usize + 1] {
                let to = self.next[i as usize] as usize;
                before[fill[to] as usize] = from;
                fill[to] += 1;
            }
        }
        drop(fill);
        self.best = [vec![(NONE, 0); len], vec![(NONE, 0); len]];
        let mut left: Vec<u16> = (0..len as u32).map(|number| self.successors(number).len() as u16).collect();
        let mut margins: Vec<i16> = self.over.iter().copied().filter(|&margin| margin != NONE).collect();
        margins.extend(margins.clone().iter().map(|margin| -margin));
        margins.sort_unstable();
        margins.dedup();
        for &margin in margins.iter().rev() {
            // By turns the positions decided a ply ago and those decided now: who forces, and where.
            let mut now: Vec<(usize, u32)> = Vec::new();
            for number in 0..len {
                for (kind, sign) in [(0, 1), (1, -1)] {
                    if self.over[number] != NONE && self.over[number] * sign == margin {
                        self.best[kind][number] = (margin, 0);
                        now.push((kind, number as u32));
                    }
                }
            }
            let mut level = 0;
            while !now.is_empty() {
                level += 1;
                let mut later = Vec::new();
                for (kind, number) in now {
                    for &from in &before[places[number as usize] as usize..places[number as usize + 1] as usize] {
                        let i = from as usize;
                        // Whoever waits here has moved here.
                        let of = 1 - kind;
                        if self.best[of][i].0 != NONE {
                            continue;
                        }
                        if of == 1 {
                            left[i] -= 1;
                            if left[i] > 0 {
                                continue;
                            }
                        }
                        self.best[of][i] = (margin, level);
                        later.push((of, from));
                    }
                }
                now = later;
            }
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.over.len()
    }

    /// Whether there are none; there is always one.
    pub fn is_empty(&self) -> bool {
        self.over.is_empty()
    }

    /// The value of a position for its seat to move on the game's scale, endless play being worth what rules say.
    fn value(&self, number: u32, seat: Seat) -> i32 {
        let [own, other] = [0, 1].map(|kind| i32::from(self.best[kind][number as usize].0));
        let endless = self.scale.endless * seat.sign();
        if own != i32::from(NONE) && f64::from(own) > endless {
            own
        } else if other != i32::from(NONE) && f64::from(-other) < endless {
            -other
        } else {
            endless as i32
        }
    }

    /// The positions whose value depends on what endless play is worth, in the order in which they were found.
    pub fn cycles(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len() as u32).filter(|&number| {
            let [own, other] = [0, 1].map(|kind| self.best[kind][number as usize].0);
            own == NONE || other == NONE || own != -other
        })
    }

    /// Whether play can come round at all.
    pub fn has_cycle(&self) -> bool {
        let mut left = vec![0u32; self.len()];
        self.next.iter().for_each(|&to| left[to as usize] += 1);
        let mut done: Vec<u32> = (0..self.len() as u32).filter(|&i| left[i as usize] == 0).collect();
        let mut at = 0;
        while at < done.len() {
            for i in self.first[done[at] as usize]..self.first[done[at] as usize + 1] {
                let to = self.next[i as usize];
                left[to as usize] -= 1;
                if left[to as usize] == 0 {
                    done.push(to);
                }
            }
            at += 1;
        }
        done.len() < self.len()
    }

    /// The moves that lead to a position from the start.
    pub fn way(&self, number: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = number;
        while at != 0 {
            let (from, code) = self.from[at as usize];
            moves.push(Move::from_code(code));
            at = from;
        }
        moves.reverse();
        moves
    }

    fn number<G: Game>(&self, position: &G) -> Option<u32> {
        let mut position = position.clone();
        position.settle();
        self.numbers.get(&self.folds.key(&position)).copied()
    }

    /// The best ends that Black and White can force from a position: scores, without komi.
    pub fn ends<G: Game>(&self, position: &G) -> Option<Ends> {
        let number = self.number(position)? as usize;
        let [own, other] = [0, 1].map(|kind| {
            let (margin, plies) = self.best[kind][number];
            (margin != NONE).then_some((i32::from(margin) / self.scale.steps(), u32::from(plies)))
        });
        Some(if position.to_move() == Seat::Black { [own, other] } else { [other, own] })
    }

    /// The solution of a position; `None` if it isn't among those found.
    pub fn solution<G: Game>(&self, position: &G, begun: Instant) -> Option<Solution> {
        let seat = position.to_move();
        let value = self.value(self.number(position)?, seat);
        let black = if seat == Seat::Black { value } else { -value };
        let keeping = |position: &G| -> Option<Vec<(Move, u16)>> {
            let (seat, mut moves) = (position.to_move(), Vec::new());
            let value = self.value(self.number(position)?, seat);
            position.legal_moves(&mut moves);
            let told = moves.into_iter().filter_map(|mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                let number = self.number(&next)?;
                let plies = self.best[usize::from(value > 0)][number as usize].1;
                (-self.value(number, next.to_move()) == value).then_some((mv, plies))
            });
            Some(told.collect())
        };
        let best = keeping(position)?.into_iter().map(|(mv, _)| mv).collect();
        let (mut line, mut at, mut seen) = (Vec::new(), position.clone(), Vec::new());
        while !at.is_over() && line.len() < LONGEST_LINE {
            let moves = keeping(&at)?;
            let seat_value = self.value(self.number(&at)?, at.to_move());
            let soonest = moves.iter().min_by_key(|(_, plies)| *plies);
            let latest = moves.iter().max_by_key(|(_, plies)| *plies);
            let Some(&(mv, _)) = (if seat_value > 0 { soonest } else { latest }) else { break };
            at.play_unchecked(mv);
            line.push(mv);
            let number = self.number(&at)?;
            if seen.contains(&number) {
                break;
            }
            seen.push(number);
        }
        Some(Solution {
            low: self.scale.margin(black),
            high: self.scale.margin(black),
            margins: self.margins,
            best,
            line,
            plies: None,
            ends: self.ends(position),
            nodes: self.len() as u64,
            time: begun.elapsed(),
        })
    }
}
