//! The search for the answer to a probe.
//!
//! Every probe has a null window, so that its answer is yes or no; a table of bounds carries
//! results from one probe to the next (MTD, Plaat and others 1996). Before any move is searched,
//! the table and the game's own bounds are looked up for all of them (enhanced transposition
//! cutoffs); the rest is ordered (`move_ordering.rs`).
//!
//! **Cycles.** In games whose positions can repeat, a position that occurred earlier on the line
//! has the value of endless play. An answer that depends on such a position further up holds for
//! that line alone (the graph-history interaction problem, Kishimoto and Müller 2004), and is not
//! stored; but what beats endless play never depends on it, and is always stored. In these games
//! lines are cut at a horizon, which grows until the answer does not depend on it. What lies beyond
//! counts against one side at a time, which has to prove its answer: so the other side is done once
//! one of its moves leads beyond the horizon, and every search has as many cutoffs as one without a
//! horizon. Probes without an answer are stored with their distance to the horizon.

use std::ops::ControlFlow;

use quintet_core::board::hash;
use quintet_core::position::{AnyPosition, Prior, Repetition};
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat};
use quintet_core::weights::Weights;

use super::child::{Child, Expansion};
use super::move_ordering::MoveOrdering;
use super::position_stack::PositionStack;
use super::probe::Answer;
use super::shared::Shared;
use super::transposition_table::{Entry, NO_MOVE};
use crate::symmetry::Symmetries;
use crate::value_scale::ValueScale;

/// The first horizon in games whose positions can repeat, and the step by which it grows.
const HORIZON: usize = 6;
const HORIZON_STEP: usize = 6;

/// The maximum number of unanswered probes that a thread stores.
const MOST_UNANSWERED: u64 = 1 << 21;

/// The maximum length of a line, which limits the depth of the recursion.
const MAX_PLY: usize = 1000;

/// A thread counts its nodes and checks the limits of the search each time that it has made this
/// many.
const CHECK_EVERY: u64 = 1 << 12;

/// It checks whether the search has to stop each time that it has made this many: a node takes up
/// to some tens of microseconds.
const CHECK_STOP_EVERY: u64 = 1 << 6;

/// Each time that it has made this many nodes, a thread checks if another one has answered a
/// position of its line.
const CHECK_LINE_EVERY: u64 = 1 << 9;

/// The key of positions that are not looked up.
pub(super) const NO_KEY: u64 = 0;

/// The value of [`Searcher::back_to`] and [`Searcher::depends_on`] for no ply.
const NO_PLY: usize = usize::MAX;

/// The search of one thread.
pub struct Searcher<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) symmetries: &'a Symmetries,
    pub(super) scale: ValueScale,
    /// Whether positions can repeat.
    pub(super) can_repeat: bool,
    /// Whether earlier boards decide what is legal after a reversible move, so that nothing is
    /// known beyond one.
    pub(super) stops_at_reversible_moves: bool,
    /// The value of endless play for Black in the current search.
    endless: f64,
    horizon: usize,
    /// The side that has to prove its answer: what lies beyond the horizon counts against it.
    pub(super) prover: Seat,
    /// Whether a line was cut at the horizon.
    is_cut: bool,
    /// Probes without an answer: the key of each but for its lowest eight bits, and there its
    /// distance to the horizon.
    unanswered: Vec<u64>,
    pub(super) nodes: u64,
    /// The nodes that were added to the shared number.
    shared_nodes: u64,
    /// The number of nodes at which to check whether the search has to stop.
    check_stop_at: u64,
    /// The entries of the table that were lost since then.
    lost: u64,
    /// Whether other threads work on the same probe.
    pub(super) is_parallel: bool,
    /// The number of nodes at which to check if another thread has answered a position of the line.
    check_line_at: u64,
    /// The ply of the first such position, or [`NO_PLY`].
    back_to: usize,
    /// The value of the probe at the root.
    value: i32,
    /// The keys of the line.
    path: Vec<u64>,
    /// The lowest ply of a repeated position that the latest answer depends on, or [`NO_PLY`].
    pub(super) depends_on: usize,
    pub(super) ordering: MoveOrdering,
    /// The weights that order moves, if they do.
    pub(super) weights: Option<&'a Weights>,
    pub(super) priors: Vec<Prior>,
    /// Lists of children for each ply, to be used again.
    children: Vec<Vec<Child>>,
    pub(super) moves: Vec<Move>,
    pub(super) positions: PositionStack,
}

impl<'a> Searcher<'a> {
    /// Creates the search of one thread; `is_parallel` says that there are others. It takes about
    /// `memory` bytes.
    pub fn new(
        shared: &'a Shared<'a>,
        symmetries: &'a Symmetries,
        weights: Option<&'a Weights>,
        setup: &Setup,
        root: &dyn AnyPosition,
        memory: u64,
        is_parallel: bool,
    ) -> Searcher<'a> {
        let info = setup.info();
        let can_repeat = info.solving.can_repeat;
        // A power of two.
        let unanswered = 1 << (memory / 8).clamp(1, MOST_UNANSWERED).ilog2();
        let scale = ValueScale::new(setup);
        Searcher {
            shared,
            symmetries,
            scale,
            can_repeat,
            stops_at_reversible_moves: info.passes && root.repetition() != Repetition::Ignored,
            endless: scale.endless(),
            horizon: usize::MAX,
            prover: root.to_move(),
            is_cut: false,
            unanswered: if can_repeat { vec![0; unanswered] } else { Vec::new() },
            nodes: 0,
            shared_nodes: 0,
            check_stop_at: 0,
            lost: 0,
            is_parallel,
            check_line_at: 0,
            back_to: NO_PLY,
            value: 0,
            path: Vec::new(),
            depends_on: NO_PLY,
            ordering: MoveOrdering::default(),
            weights,
            priors: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            positions: PositionStack::new(root),
        }
    }

    /// Sets the position for [`Searcher::probe`].
    pub fn set_root(&mut self, root: &dyn AnyPosition) {
        self.positions.set_root(root);
    }

    /// Returns whether the side to move at the root can get `value` or more; there is no answer
    /// once the shared state says that the probe is over.
    pub fn probe(&mut self, value: i32) -> Answer {
        (self.value, self.back_to) = (value, NO_PLY);
        let answer = if self.can_repeat { self.probe_to_horizons(value) } else { self.probe_to_the_end(value) };
        self.share_counts();
        answer
    }

    /// Answers a probe in a game whose positions cannot repeat.
    fn probe_to_the_end(&mut self, value: i32) -> Answer {
        self.horizon = MAX_PLY;
        let root = self.positions.at(0);
        let (seat, key) = (root.to_move(), self.symmetries.key(root));
        let is_better = f64::from(value) > self.scale.endless() * seat.sign();
        self.prover = if is_better { seat } else { seat.other() };
        self.endless = self.scale.endless();
        self.path.clear();
        self.visit(key, value, 0)
    }

    /// Answers a probe in a game whose positions can repeat, by searches with growing horizons.
    fn probe_to_horizons(&mut self, value: i32) -> Answer {
        let root = self.positions.at(0);
        let (seat, key) = (root.to_move(), self.symmetries.key(root));
        let (sign, endless) = (seat.sign(), self.scale.endless());
        // An answer is right if it follows from the value of endless play by the rules, or if it
        // holds even for the value of endless play that speaks most against it; the latter depends
        // on no line.
        let (sure, other, against) = if f64::from(value) > endless * sign {
            (Answer::Yes, Answer::No, f64::INFINITY * sign)
        } else {
            (Answer::No, Answer::Yes, f64::NEG_INFINITY * sign)
        };
        // The answer that each search tries to prove, and the value of endless play in it.
        let searches = [(sure, endless), (other, against), (other, endless)];
        self.horizon = HORIZON;
        loop {
            let mut is_cut = false;
            for (proved, endless_now) in searches {
                self.is_cut = false;
                self.endless = endless_now;
                self.prover = if proved == Answer::Yes { seat } else { seat.other() };
                self.path.clear();
                let answer = self.visit(key, value, 0);
                if answer == proved || answer != Answer::Unknown && endless_now == endless {
                    return answer;
                }
                if self.is_over() {
                    return Answer::Unknown;
                }
                is_cut |= self.is_cut;
            }
            if !is_cut || self.horizon >= MAX_PLY {
                return Answer::Unknown;
            }
            self.horizon += HORIZON_STEP;
        }
    }

    /// Returns whether this search has to return: the probe is over, or another thread has answered
    /// a position of the line.
    pub(super) fn is_over(&self) -> bool {
        self.back_to != NO_PLY || self.shared.is_probe_over()
    }

    fn share_counts(&mut self) {
        self.shared.add(self.nodes - self.shared_nodes, std::mem::take(&mut self.lost));
        self.shared_nodes = self.nodes;
    }

    /// Checks limits, and what other threads have found, if it is time to.
    pub(super) fn check_in(&mut self) {
        if self.nodes - self.shared_nodes >= CHECK_EVERY {
            self.share_counts();
            if self.is_parallel {
                self.ordering.share(&self.shared.history);
            }
            self.shared.check_limits();
        }
        if self.nodes >= self.check_stop_at {
            self.check_stop_at = self.nodes + CHECK_STOP_EVERY;
            self.shared.check_stop();
        }
        // In games whose positions can repeat, an answer may hold on the other thread's line alone.
        if self.is_parallel && !self.can_repeat && self.nodes >= self.check_line_at {
            self.check_line();
        }
    }

    /// Finds the first position of the line that another thread has answered.
    fn check_line(&mut self) {
        self.check_line_at = self.nodes + CHECK_LINE_EVERY;
        let values = [self.value, 1 - self.value];
        let mut line = self.path.iter().enumerate();
        let answered = line.find(|&(ply, &key)| self.stored_answer(key, values[ply % 2]).is_some());
        self.back_to = answered.map_or(NO_PLY, |(ply, _)| ply);
    }

    /// Returns the entry of a position in the table.
    #[inline]
    fn entry(&self, key: u64) -> Option<Entry> {
        if key == NO_KEY { None } else { self.shared.table.get(key) }
    }

    /// Returns the answer that the table has for a position.
    #[inline]
    pub(super) fn stored_answer(&self, key: u64, value: i32) -> Option<Answer> {
        Answer::by_bounds(self.entry(key)?.bounds(), value)
    }

    /// Returns the code of the move that the table has for a position, or [`NO_MOVE`].
    pub(super) fn stored_move(&self, position: &dyn AnyPosition) -> u16 {
        self.entry(self.symmetries.key(position)).map_or(NO_MOVE, |entry| entry.best)
    }

    fn store(&mut self, key: u64, entry: Entry) {
        self.lost += u64::from(self.shared.table.put(key, entry));
    }

    /// Returns the answer for the position at a ply, which is not over and whose own bounds give no
    /// answer.
    pub(super) fn visit(&mut self, key: u64, value: i32, ply: usize) -> Answer {
        self.depends_on = NO_PLY;
        let seat = self.positions.at(ply).to_move();
        let hint = match self.answer_without_search(seat, key, value, ply) {
            ControlFlow::Break(answer) => return answer,
            ControlFlow::Continue(hint) => hint,
        };
        let begun = self.nodes;
        self.path.push(key);
        let expansion = self.search_again(seat, key, hint, value, ply);
        self.path.pop();
        match expansion {
            ControlFlow::Break(answer) => answer,
            ControlFlow::Continue(_) if self.is_over() => Answer::Unknown,
            ControlFlow::Continue(expansion) => {
                self.record(seat, key, value, ply, expansion, self.nodes - begun);
                expansion.answer
            }
        }
    }

    /// Answers a probe by repetition, horizon or table, or returns the code of the best move
    /// stored.
    fn answer_without_search(&mut self, seat: Seat, key: u64, value: i32, ply: usize) -> ControlFlow<Answer, u16> {
        let endless = self.endless * seat.sign();
        if self.can_repeat
            && let Some(at) = self.path.iter().position(|&earlier| earlier == key)
        {
            self.depends_on = at;
            return ControlFlow::Break(if endless >= f64::from(value) { Answer::Yes } else { Answer::No });
        }
        if ply >= self.horizon {
            self.is_cut = true;
            return ControlFlow::Break(Answer::Unknown);
        }
        // The parent looked it up already; another thread may have answered it since.
        let entry = self.entry(key);
        if let Some(answer) = entry.and_then(|entry| Answer::by_bounds(entry.bounds(), value)) {
            return ControlFlow::Break(answer);
        }
        if self.can_repeat && self.is_unanswered(self.probe_key(key, value), self.horizon - ply) {
            self.is_cut = true;
            return ControlFlow::Break(Answer::Unknown);
        }
        if self.is_over() {
            return ControlFlow::Break(Answer::Unknown);
        }
        ControlFlow::Continue(entry.map_or(NO_MOVE, |entry| entry.best))
    }

    /// Searches the position at a ply, again if another thread has stored an answer that is lost by
    /// now.
    fn search_again(
        &mut self,
        seat: Seat,
        key: u64,
        hint: u16,
        value: i32,
        ply: usize,
    ) -> ControlFlow<Answer, Expansion> {
        loop {
            let expansion = self.expand(seat, hint, value, ply);
            if self.back_to != ply {
                return ControlFlow::Continue(expansion);
            }
            self.back_to = NO_PLY;
            if let Some(answer) = self.stored_answer(key, value) {
                return ControlFlow::Break(answer);
            }
        }
    }

    /// Stores the result of a search.
    fn record(&mut self, seat: Seat, key: u64, value: i32, ply: usize, expansion: Expansion, nodes: u64) {
        let Expansion { answer, best } = expansion;
        let endless = self.endless * seat.sign();
        // An answer that beats endless play holds on any line.
        let is_sure = match answer {
            Answer::Yes => f64::from(value) > endless,
            Answer::No => f64::from(value) <= endless,
            Answer::Unknown => false,
        };
        // An answer that depends on nothing further up holds on any line, but only with the right
        // value of endless play.
        if self.depends_on >= ply && self.endless == self.scale.endless() {
            self.depends_on = NO_PLY;
        }
        let is_stored = key != NO_KEY && (is_sure || self.depends_on == NO_PLY);
        if is_sure {
            self.depends_on = NO_PLY;
        }
        let work = (64 - nodes.leading_zeros()) as u8;
        let entry = Entry { best, work, ..Entry::UNKNOWN };
        match answer {
            Answer::Yes if is_stored => self.store(key, Entry { low: bound(value), ..entry }),
            Answer::No if is_stored => self.store(key, Entry { high: bound(value - 1), ..entry }),
            Answer::Unknown if self.can_repeat && !self.stops_at_reversible_moves => {
                self.record_unanswered(self.probe_key(key, value), self.horizon - ply);
                if best != NO_MOVE {
                    self.store(key, entry);
                }
            }
            _ => {}
        }
    }

    /// Returns a key of a probe in the current search.
    fn probe_key(&self, key: u64, value: i32) -> u64 {
        hash([key, value as u64, self.endless.to_bits(), self.prover as u64])
    }

    fn slot(&self, probe: u64) -> usize {
        probe as usize >> 8 & (self.unanswered.len() - 1)
    }

    /// Returns whether a probe is known to have no answer within a distance. What another line
    /// would find is not lost: the horizon grows.
    fn is_unanswered(&self, probe: u64, distance: usize) -> bool {
        let found = self.unanswered[self.slot(probe)];
        found & !0xff == probe & !0xff && distance <= (found & 0xff) as usize
    }

    fn record_unanswered(&mut self, probe: u64, distance: usize) {
        let slot = self.slot(probe);
        self.unanswered[slot] = probe & !0xff | distance.min(0xff) as u64;
    }

    /// Returns the list for the children of a position at a ply.
    pub(super) fn take_children(&mut self, ply: usize) -> Vec<Child> {
        if self.children.len() <= ply {
            self.children.push(Vec::new());
        }
        std::mem::take(&mut self.children[ply])
    }

    /// Takes a list of children back.
    pub(super) fn give_children_back(&mut self, ply: usize, mut children: Vec<Child>) {
        children.clear();
        self.children[ply] = children;
    }
}

/// Returns a bound as the table stores it.
fn bound(value: i32) -> i16 {
    value.clamp(-32_000, 32_000) as i16
}
