//! Forward search: whether the seat to move can get a value or more, asked value by value.
//!
//! A question has a yes or a no for its answer, so that every search has a null window; a table of bounds carries what
//! is found from one question to the next (MTD, Plaat and others 1996). Before any move is searched, what the table
//! and the game itself know of all of them is looked at (enhanced transposition cutoffs); the rest is ordered by what it promises
//! (`ordering.rs`).
//!
//! **Cycles.** Where play can come round to a position of the line that led there, it is worth what endless play is
//! worth. An answer that rests on such a position higher up holds for that line alone (the problem of graphs and
//! histories, Kishimoto and Müller 2004), and is not kept; but what beats endless play never rests on it, and is
//! kept always. There lines are cut at a horizon, which grows until the answer doesn't depend on it. What lies beyond counts
//! against one seat at a time, which has to prove its answer: so the other is done where one of its moves leads beyond the
//! horizon, and every search has as many cutoffs as one that knows all ends. Where a question had no answer is
//! remembered with the plies that it had left.

use std::sync::atomic::Ordering;

use super::fold::Folds;
use super::hash::{Entry, NO_MOVE};
use super::ordering::{Glance, MoveOrder};
use super::scale::{Scale, seen_by};
use super::threads::{STOPPED, Shared};
use super::under_way::UnderWay;
use crate::board::hash;
use crate::game::{Game, Repetition};
use crate::words::{Move, Seat};

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The seat to move can get that much.
    Yes,
    /// It can't.
    No,
    /// Not within the horizon, or before the search was told to stop.
    Unknown,
}

/// Positions with so many moves at most are searched without a look at the table, where play can't come round.
const FEW_MOVES: usize = 3;

/// The first horizon, where lines can be endless, and by how much it grows.
const HORIZON: usize = 6;
const HORIZON_STEP: usize = 6;

/// So many questions without an answer within the horizon are remembered by each thread at most.
const UNFINISHED: u64 = 1 << 21;

/// Longer lines are not searched, so that recursion stays bounded.
pub const LONGEST_LINE: usize = 1000;

/// Every so many nodes a search asks whether it has to stop.
const LOOK_EVERY: u64 = 1 << 12;

/// Every so many nodes a thread asks whether another has answered a position of its line.
const LOOK_BACK_EVERY: u64 = 1 << 9;

/// Threads tell each other of positions with more moves than this: others are sooner searched than told of.
const TOLD_MOVES: usize = 8;

fn bound(value: i32) -> i16 {
    value.clamp(-32_000, 32_000) as i16
}

/// A move that is to be searched, and the key of the position that it leads to.
#[derive(Clone, Copy)]
struct Child {
    order: i32,
    mv: Move,
    /// Whether other threads are told that it is looked at, and asked whether they do.
    told: bool,
    key: u64,
}

/// The order of a move that waits because another thread looks at it.
const PUT_OFF: i32 = i32::MIN;

/// The key of positions that are not looked up.
const NO_KEY: u64 = 0;

/// One thread's search.
pub struct Prover<'a> {
    shared: &'a Shared<'a>,
    folds: &'a Folds,
    scale: Scale,
    /// Whether play can come round.
    endless: bool,
    /// Whether earlier boards decide what a capture leads to, so that nothing is known beyond one.
    blind: bool,
    /// What coming round is worth to Black, for now.
    round: f64,
    horizon: usize,
    /// The seat that has to prove its answer: what lies beyond the horizon counts against it.
    prover: Seat,
    cut: bool,
    /// Questions that had no answer: the key of each but for its lowest eight bits, and there the plies that it had left.
    unfinished: Vec<u64>,
    nodes: u64,
    told: u64,
    /// Entries of the table that made room for others since that was told.
    lost: u64,
    /// Whether other threads look for the same answer.
    together: bool,
    /// When there are so many nodes it is time to ask whether another thread has answered a position of the line.
    look_back_at: u64,
    /// The ply of the first such position; `usize::MAX` while there is none.
    back_to: usize,
    /// What is asked at the root.
    value: i32,
    /// The keys of the line.
    path: Vec<u64>,
    /// How high up the line the latest answer rests on a position that came again.
    rests_on: usize,
    order: MoveOrder,
    pool: Vec<Vec<Child>>,
    moves: Vec<Move>,
}

impl<'a> Prover<'a> {
    /// The search of one thread; `together` tells whether there are others. `memory` is what it may take in bytes, but for some hundred KiB.
    pub fn new<G: Game>(
        shared: &'a Shared<'a>,
        folds: &'a Folds,
        scale: Scale,
        root: &G,
        memory: u64,
        together: bool,
    ) -> Prover<'a> {
        // A power of two.
        let unfinished = 1 << (memory / 8).clamp(1, UNFINISHED).ilog2();
        let blind = G::info().passes && root.repetition() != Repetition::Free;
        Prover {
            shared,
            folds,
            scale,
            endless: G::comes_round(),
            blind,
            round: scale.endless,
            horizon: usize::MAX,
            prover: root.to_move(),
            cut: false,
            unfinished: if G::comes_round() { vec![0; unfinished] } else { Vec::new() },
            nodes: 0,
            told: 0,
            lost: 0,
            together,
            look_back_at: 0,
            back_to: usize::MAX,
            value: 0,
            path: Vec::new(),
            rests_on: usize::MAX,
            order: MoveOrder::default(),
            pool: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Whether the seat to move in `root` can get `value` or more; nothing is found once [`Shared::stop`] is set.
    pub fn ask<G: Game>(&mut self, root: &G, value: i32) -> Finding {
        self.horizon = if self.endless { HORIZON } else { LONGEST_LINE };
        (self.value, self.back_to) = (value, usize::MAX);
        let sign = root.to_move().sign();
        let key = self.folds.key(root);
        // An answer that the rules' own worth of endless play leads to is one. So is one that holds though endless play
        // were worth whatever speaks most against it; and that one rests on no line.
        let seat = root.to_move();
        let endless = self.scale.endless;
        let (sure, other, against) = if f64::from(value) > endless * sign {
            (Finding::Yes, Finding::No, f64::INFINITY * sign)
        } else {
            (Finding::No, Finding::Yes, f64::NEG_INFINITY * sign)
        };
        // What each search tries to prove, and what endless play is worth in it.
        let searches = [(sure, endless), (other, against), (other, endless)];
        // Where play can't come round no line is cut: the first search answers.
        let searches = if self.endless { &searches[..] } else { &searches[..1] };
        loop {
            let mut cut = false;
            for &(proved, round) in searches {
                self.cut = false;
                self.round = round;
                self.prover = if proved == Finding::Yes { seat } else { seat.other() };
                self.path.clear();
                let answer = self.visit(root, key, value, 0);
                if answer == proved || answer != Finding::Unknown && round == endless {
                    self.tell();
                    return answer;
                }
                if self.stops() {
                    self.tell();
                    return Finding::Unknown;
                }
                cut |= self.cut;
            }
            if !cut || self.horizon >= LONGEST_LINE {
                self.tell();
                return Finding::Unknown;
            }
            self.horizon += HORIZON_STEP;
        }
    }

    fn tell(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
        self.shared.lost.fetch_add(std::mem::take(&mut self.lost), Ordering::Relaxed);
    }

    /// Whether this search has to stop, or goes back to a position that another thread has answered.
    fn stops(&self) -> bool {
        self.back_to != usize::MAX || self.shared.stop.load(Ordering::Relaxed) != 0
    }

    /// Notes the first position of the line that another thread has answered.
    fn look_back(&mut self) {
        self.look_back_at = self.nodes + LOOK_BACK_EVERY;
        let asked = [self.value, 1 - self.value];
        let mut line = self.path.iter().enumerate();
        let answered =
            line.find(|&(ply, &key)| self.entry(key).is_some_and(|e| Self::by_entry(e, asked[ply % 2]).is_some()));
        self.back_to = answered.map_or(usize::MAX, |(ply, _)| ply);
    }

    fn look_up(&mut self) {
        self.tell();
        if self.together {
            self.order.share(&self.shared.experience);
        }
        if !(self.shared.go_on)(self.shared.nodes.load(Ordering::Relaxed)) {
            self.shared.ended.store(true, Ordering::Relaxed);
            self.shared.stop.fetch_or(STOPPED, Ordering::Relaxed);
        } else if self.shared.is_impatient() || self.shared.wants_room() {
            self.shared.stop.fetch_or(STOPPED, Ordering::Relaxed);
        }
    }

    /// What bounds say to a question.
    fn by_bounds([low, high]: [i32; 2], value: i32) -> Option<Finding> {
        if low >= value {
            Some(Finding::Yes)
        } else if high < value {
            Some(Finding::No)
        } else {
            None
        }
    }

    /// What the table has of a position.
    #[inline]
    fn entry(&self, key: u64) -> Option<Entry> {
        if key == NO_KEY { None } else { self.shared.table.get(key) }
    }

    fn put(&mut self, key: u64, entry: Entry) {
        self.lost += u64::from(self.shared.table.put(key, entry));
    }

    /// What an entry of the table says to a question.
    #[inline]
    fn by_entry(entry: Entry, value: i32) -> Option<Finding> {
        Self::by_bounds([entry.low.into(), entry.high.into()], value)
    }

    /// The answer at a position of the line, which is not over and whose bounds are known not to answer.
    fn visit<G: Game>(&mut self, position: &G, key: u64, value: i32, ply: usize) -> Finding {
        self.rests_on = usize::MAX;
        let seat = position.to_move();
        let endless = self.round * seat.sign();
        if self.endless
            && let Some(at) = self.path.iter().position(|&earlier| earlier == key)
        {
            self.rests_on = at;
            return if endless >= f64::from(value) { Finding::Yes } else { Finding::No };
        }
        if ply >= self.horizon {
            self.cut = true;
            return Finding::Unknown;
        }
        // The move before looked it up already; here its best move is of interest, and what was found since.
        let known = self.entry(key);
        if let Some(answer) = known.and_then(|entry| Self::by_entry(entry, value)) {
            return answer;
        }
        let left = self.horizon - ply;
        let question = if self.endless { self.question(key, value) } else { 0 };
        if self.endless && self.is_unfinished(question, left) {
            self.cut = true;
            return Finding::Unknown;
        }
        if self.stops() {
            return Finding::Unknown;
        }
        let begun = self.nodes;
        self.path.push(key);
        let (answer, best) = loop {
            let found = self.search(position, known.map_or(NO_MOVE, |entry| entry.best), value, ply);
            if self.back_to != ply {
                break found;
            }
            self.back_to = usize::MAX;
            // It may have been lost again meanwhile.
            if let Some(answer) = self.entry(key).and_then(|entry| Self::by_entry(entry, value)) {
                self.path.pop();
                return answer;
            }
        };
        self.path.pop();
        if self.stops() {
            return Finding::Unknown;
        }
        // An answer that beats endless play holds on any line.
        let sure = match answer {
            Finding::Yes => f64::from(value) > endless,
            Finding::No => f64::from(value) <= endless,
            Finding::Unknown => false,
        };
        // What rests on nothing further up holds on any line, but only for what endless play is taken to be worth: an answer that
        // takes it for more or less is no fact.
        if self.rests_on >= ply && self.round == self.scale.endless {
            self.rests_on = usize::MAX;
        }
        let kept = key != NO_KEY && (sure || self.rests_on == usize::MAX);
        if sure {
            self.rests_on = usize::MAX;
        }
        let work = (64 - (self.nodes - begun).leading_zeros()) as u8;
        let entry = Entry { best, work, ..Entry::UNKNOWN };
        match answer {
            Finding::Yes if kept => self.put(key, Entry { low: bound(value), ..entry }),
            Finding::No if kept => self.put(key, Entry { high: bound(value - 1), ..entry }),
            Finding::Unknown if self.endless && !self.blind => {
                let place = self.place(question);
                self.unfinished[place] = question & !0xff | left.min(0xff) as u64;
                if best != NO_MOVE {
                    self.put(key, entry);
                }
            }
            _ => {}
        }
        answer
    }

    /// What tells a question of the present search from others.
    fn question(&self, key: u64, value: i32) -> u64 {
        hash([key, value as u64, self.round.to_bits(), self.prover as u64])
    }

    fn place(&self, question: u64) -> usize {
        question as usize >> 8 & (self.unfinished.len() - 1)
    }

    /// Whether a question is known to have no answer within so many plies. What another line would find is not lost: the
    /// horizon grows.
    fn is_unfinished(&self, question: u64, left: usize) -> bool {
        let found = self.unfinished[self.place(question)];
        found & !0xff == question & !0xff && left <= (found & 0xff) as usize
    }

    fn search<G: Game>(&mut self, position: &G, hint: u16, value: i32, ply: usize) -> (Finding, u16) {
        let seat = position.to_move();
        let wanted = 1 - value;
        let begun = self.nodes;
        if self.pool.len() <= ply {
            self.pool.push(Vec::new());
        }
        let mut children = std::mem::take(&mut self.pool[ply]);
        let from = self.moves.len();
        position.legal_moves(&mut self.moves);
        let mut unknown = false;
        let mut found = None;
        let mut open = None;
        for i in from..self.moves.len() {
            let mv = self.moves[i];
            let mut next = position.clone();
            next.play_unchecked(mv);
            next.settle();
            self.nodes += 1;
            let mover = next.to_move();
            // Cancer's swap apart, turns alternate; a seat that moves again would see values from the other side.
            debug_assert!(mover != seat);
            let bounds = match next.outcome() {
                Some(outcome) => [self.scale.of(outcome.margin.points()); 2],
                None => self.scale.bounds(&next),
            };
            let bounds = seen_by(bounds, mover);
            match Self::by_bounds(bounds, wanted) {
                Some(Finding::No) => {
                    found = Some(mv);
                    break;
                }
                Some(_) => continue,
                None => {}
            }
            if self.blind && next.is_reopened() {
                unknown = true;
                continue;
            }
            // Where play can come round they say little, and take long to count.
            let replies = if self.endless { usize::MAX } else { next.count_legal() };
            let key = if replies <= FEW_MOVES { NO_KEY } else { self.folds.key(&next) };
            let order = if mv.code() == hint {
                i32::MAX
            } else {
                let (replies, prior) = if self.endless { (0, position.prior(mv)) } else { (replies, 0.0) };
                self.order.promise(seat, ply, mv, Glance { bounds, replies, prior })
            };
            let told = self.together && key != NO_KEY && replies > TOLD_MOVES;
            children.push(Child { order, mv, told, key });
        }
        self.moves.truncate(from);
        if self.nodes - self.told >= LOOK_EVERY {
            self.look_up();
        }
        // Where play can come round an answer may hold on the other thread's line alone.
        if self.together && !self.endless && self.nodes >= self.look_back_at {
            self.look_back();
        }
        if found.is_none() {
            // All at once, so that the processor can wait for several of them at a time.
            children.retain(|child| {
                match self.entry(child.key).and_then(|entry| Self::by_entry(entry, wanted)) {
                    Some(Finding::No) => found = Some(child.mv),
                    Some(_) => return false,
                    None => {}
                }
                true
            });
        }
        let mut rests_on = usize::MAX;
        if found.is_none() {
            children.sort_unstable_by_key(|child| std::cmp::Reverse(child.order));
            let mut at = 0;
            while let Some(&child) = children.get(at) {
                at += 1;
                // The first move is everybody's: all others wait for its answer. What another thread looks at comes last.
                let told = child.told && at > 1;
                let asked = UnderWay::question(child.key, wanted);
                if told && child.order != PUT_OFF && self.shared.under_way.contains(asked) {
                    children.push(Child { order: PUT_OFF, ..child });
                    continue;
                }
                let mut next = position.clone();
                next.play_unchecked(child.mv);
                next.settle();
                if told {
                    self.shared.under_way.enter(asked);
                }
                let answer = self.visit(&next, child.key, wanted, ply + 1);
                if told {
                    self.shared.under_way.leave(asked);
                }
                match answer {
                    Finding::No => {
                        rests_on = self.rests_on;
                        found = Some(child.mv);
                        break;
                    }
                    Finding::Yes => {
                        self.order.failed(seat, child.mv);
                        rests_on = rests_on.min(self.rests_on);
                    }
                    Finding::Unknown => {
                        unknown = true;
                        if seat != self.prover {
                            open = Some(child.mv);
                            break;
                        }
                    }
                }
                if self.stops() {
                    unknown = true;
                    break;
                }
            }
        }
        children.clear();
        self.pool[ply] = children;
        self.rests_on = rests_on;
        if let Some(mv) = found.or(open) {
            self.order.answered(seat, ply, mv, self.nodes - begun);
        }
        let best = found.or(open).map_or(NO_MOVE, Move::code);
        let answer = match found {
            Some(_) => Finding::Yes,
            None if unknown => Finding::Unknown,
            None => Finding::No,
        };
        (answer, best)
    }
}
