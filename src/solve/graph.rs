//! All positions that play can lead to from one, found by playing, and what each seat can force in them: for games whose
//! positions have no numbers of their own, on boards small enough.
//!
//! Positions that a symmetry carries into each other, or an exchange of the colours where the game has that, are one. For each
//! it is worked out which end each seat can force, endless play being worth less than any: margin by margin from the
//! highest down, as in [`super::retrograde`]. Where the two seats' best ends don't meet, the value depends on what endless play
//! is worth: neither side can end the game without giving something away, so they go round for ever (a forced cycle).

use std::sync::{Arc, Mutex};
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::fold::Folds;
use super::known::Ends;
use super::scale::Scale;
use super::{LONGEST_LINE, Progress, Solution};
use crate::game::{Game, Planes, Repetition};
use crate::setup::Setup;
use crate::words::{Move, Seat};

/// No end can be forced.
const NONE: i16 = i16::MIN;

/// About how many bytes a position takes, its moves and those back counted in.
pub const BYTES_A_POSITION: u64 = 160;

/// Graphs of at most so many positions are made for a single move, and kept.
const SMALL: u64 = 20_000;

/// All positions of a board, made for a single move.
#[derive(Clone)]
pub struct Whole {
    /// The positions.
    pub graph: Arc<Graph>,
    /// Whether rules against repetition can't matter to those who force an end, so that the values hold with them too.
    pub proved: bool,
}

/// The graphs of whole boards that were made lately; none where a board has none.
static LATELY: Mutex<Vec<(Setup, Option<Whole>)>> = Mutex::new(Vec::new());

/// So many are kept.
const KEPT: usize = 4;

/// About how many positions a board of Stoical Go has: on those that were counted, from 0.87 to 1.13 times as many.
pub fn guess<G: Game>(setup: &Setup) -> f64 {
    2.0 * 3f64.powi(setup.geometry().len() as i32) / (G::symmetries(setup).len() as f64 + 1.0)
}

/// All positions of a board, where they are so few that they are looked at in some hundredths of a second.
pub fn small<G: Game>(setup: &Setup) -> Option<Whole> {
    if !G::comes_round() || guess::<G>(setup) * 3.0 > SMALL as f64 {
        return None;
    }
    let kept = LATELY.lock().expect("no thread fails").iter().find(|(of, _)| of == setup).cloned();
    if let Some((_, whole)) = kept {
        return whole;
    }
    let start = G::new(setup);
    let fits = start.planes().is_some() && start.repetition() != Repetition::Forbidden;
    let made = if fits { Graph::new(setup, &start, SMALL, &|_| true) } else { None };
    let whole = made.map(|graph| {
        let proved = start.repetition() == Repetition::Free || !graph.may_repeat();
        Whole { graph: Arc::new(graph), proved }
    });
    let mut lately = LATELY.lock().expect("no thread fails");
    lately.truncate(KEPT - 1);
    lately.insert(0, (setup.clone(), whole.clone()));
    whole
}

/// The positions that can be reached, and what is known of them.
pub struct Graph {
    scale: Scale,
    margins: bool,
    numbers: FxHashMap<u64, u32>,
    folds: Folds,
    /// For each position the place of its first successor, and how many it has: one for each legal move, in their order.
    first: Vec<(u32, u16)>,
    next: Vec<u32>,
    /// The boards without what else counts, of graphs that are small.
    boards: Vec<u64>,
    keeps_boards: bool,
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
        let folds = Folds::new::<G>(setup);
        let mut graph = Graph {
            scale,
            margins: G::knows_margin(),
            numbers: FxHashMap::default(),
            folds,
            first: Vec::new(),
            next: Vec::new(),
            boards: Vec::new(),
            keeps_boards: most <= SMALL,
            over: Vec::new(),
            best: [Vec::new(), Vec::new()],
        };
        let mut start = start.clone();
        start.settle();
        start.normalize();
        graph.number_of(&start);
        // Depth first: far fewer positions wait at a time.
        let mut waiting = vec![(0, start)];
        let mut moves = Vec::new();
        let mut done = 0u64;
        while let Some((number, position)) = waiting.pop() {
            moves.clear();
            let margin = position.outcome().map(|outcome| scale.of(outcome.margin.points()));
            let sign = if position.to_move() == Seat::Black { 1 } else { -1 };
            graph.over[number as usize] = margin.map_or(NONE, |margin| (sign * margin) as i16);
            if margin.is_none() {
                position.legal_moves(&mut moves);
            }
            graph.first[number as usize] = (graph.next.len() as u32, moves.len() as u16);
            for &mv in &moves {
                let mut after = position.clone();
                after.play_unchecked(mv);
                after.settle();
                let new = graph.over.len() as u32;
                let found = graph.number_of(&after);
                graph.next.push(found);
                if found == new {
                    waiting.push((found, after));
                }
            }
            done += 1;
            if done.is_multiple_of(1 << 12) {
                let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
                let progress = Progress { low, high, nodes: done, of: None, time: begun.elapsed() };
                let full = graph.over.len() as u64 > most || graph.next.len() > u32::MAX as usize / 2;
                if full || !watch(progress) {
                    return None;
                }
            }
        }
        graph.decide();
        Some(graph)
    }

    /// The number of a position, a new one where it has none yet.
    fn number_of<G: Game>(&mut self, position: &G) -> u32 {
        let new = self.over.len() as u32;
        let number = *self.numbers.entry(self.folds.key(position)).or_insert(new);
        if number == new {
            self.over.push(NONE);
            self.first.push((0, 0));
            if self.keeps_boards
                && let Some(planes) = position.planes()
            {
                self.boards.push(self.folds.least(Planes { rest: 0, ..planes }, position.to_move()));
            }
        }
        number
    }

    fn successors(&self, number: u32) -> &[u32] {
        let (first, count) = self.first[number as usize];
        &self.next[first as usize..first as usize + usize::from(count)]
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
            for &to in self.successors(from) {
                before[fill[to as usize] as usize] = from;
                fill[to as usize] += 1;
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

    /// The positions whose value depends on what endless play is worth, those that are reached in fewer moves first.
    pub fn cycles(&self) -> Vec<u32> {
        let open = |&(number, _): &(u32, u32)| {
            let [own, other] = [0, 1].map(|kind| self.best[kind][number as usize].0);
            own == NONE || other == NONE || own != -other
        };
        self.by_distance().iter().filter(|found| open(found)).map(|&(number, _)| number).collect()
    }

    /// All positions, those that are reached in fewer moves first; each with the one from which it is reached so.
    fn by_distance(&self) -> Vec<(u32, u32)> {
        let mut seen = vec![false; self.len()];
        seen[0] = true;
        let mut found = vec![(0, 0)];
        let mut at = 0;
        while at < found.len() {
            let from = found[at].0;
            for &to in self.successors(from) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    found.push((to, from));
                }
            }
            at += 1;
        }
        found
    }

    /// Whether play can come round at all.
    pub fn has_cycle(&self) -> bool {
        let mut left = vec![0u32; self.len()];
        self.next.iter().for_each(|&to| left[to as usize] += 1);
        let mut done: Vec<u32> = (0..self.len() as u32).filter(|&i| left[i as usize] == 0).collect();
        let mut at = 0;
        while at < done.len() {
            for &to in self.successors(done[at]) {
                left[to as usize] -= 1;
                if left[to as usize] == 0 {
                    done.push(to);
                }
            }
            at += 1;
        }
        done.len() < self.len()
    }

    /// Whether a board could come again while a seat forces a better end than endless play, as soon as it can: a rule that
    /// ends such games as draws might matter then. Never wrong where it says no; for graphs that keep boards.
    fn may_repeat(&self) -> bool {
        // With komi it depends on the seat what is better: all ends are looked at.
        let least = if self.scale.endless == 0.0 { 1 } else { NONE + 1 };
        // A position, and whether the other seat forces there.
        let after = |(number, kind): (u32, usize), found: &mut Vec<(u32, usize)>| {
            let (margin, plies) = self.best[kind][number as usize];
            found.extend(
                self.successors(number)
                    .iter()
                    .map(|&to| (to, 1 - kind))
                    .filter(|&(to, of)| kind == 1 || self.best[of][to as usize] == (margin, plies.saturating_sub(1))),
            );
        };
        let mut seen = vec![0u32; 2 * self.len()];
        let mut waiting = Vec::new();
        for number in 0..self.len() as u32 {
            for kind in 0..2 {
                if self.best[kind][number as usize].0 < least {
                    continue;
                }
                waiting.clear();
                after((number, kind), &mut waiting);
                while let Some((at, of)) = waiting.pop() {
                    let mark = 1 + 2 * number + kind as u32;
                    if std::mem::replace(&mut seen[2 * at as usize + of], mark) == mark {
                        continue;
                    }
                    let over = self.over[at as usize] != NONE;
                    if of == kind && !over && self.boards[at as usize] == self.boards[number as usize] {
                        return true;
                    }
                    after((at, of), &mut waiting);
                }
            }
        }
        false
    }

    /// What each move leads to: the margin for Black (who wins, where margins aren't known), the plies in which the better side
    /// can force it, and how many of the opponent's answers give something away.
    pub fn moves<G: Game>(&self, position: &G) -> Option<Vec<(Move, f64, u32, u32)>> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let told = moves.into_iter().map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            let (number, seat) = (self.number(&next)?, next.to_move());
            let value = self.value(number, seat);
            let endless = self.scale.endless * seat.sign();
            let forcing = if f64::from(value) > endless { Some(0) } else { (f64::from(value) < endless).then_some(1) };
            let plies = forcing.map_or(0, |kind: usize| 1 + u32::from(self.best[kind][number as usize].1));
            let traps = self.successors(number).iter().filter(|&&to| -self.value(to, seat.other()) < value).count();
            let black = if seat == Seat::Black { value } else { -value };
            Some((mv, self.scale.margin(black), plies, traps as u32))
        });
        told.collect()
    }

    /// The moves that lead from the start to each of some positions, as few as can be; where a symmetry folds positions, to one
    /// of its images.
    pub fn ways<G: Game>(&self, start: &G, wanted: &[u32]) -> Vec<Vec<Move>> {
        let mut before = vec![0; self.len()];
        self.by_distance().iter().for_each(|&(number, from)| before[number as usize] = from);
        let way = |&number: &u32| {
            let mut numbers = vec![number];
            while let Some(&at) = numbers.last().filter(|&&at| at != 0) {
                numbers.push(before[at as usize]);
            }
            let (mut position, mut way, mut moves) = (start.clone(), Vec::new(), Vec::new());
            for &to in numbers.iter().rev().skip(1) {
                moves.clear();
                position.legal_moves(&mut moves);
                let leads = |mv: &&Move| {
                    let mut next = position.clone();
                    next.play_unchecked(**mv);
                    self.number(&next) == Some(to)
                };
                let Some(&mv) = moves.iter().find(leads) else { break };
                position.play_unchecked(mv);
                way.push(mv);
            }
            way
        };
        wanted.iter().map(way).collect()
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
            (margin != NONE).then_some((i32::from(margin) / self.scale.steps(), Some(u32::from(plies))))
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
            traps: Vec::new(),
            line,
            plies: None,
            ends: self.ends(position),
            nodes: self.len() as u64,
            time: begun.elapsed(),
        })
    }
}
