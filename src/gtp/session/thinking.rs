//! How a session thinks: what bounds a search, moves that are asked for, pondering, and exact values.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::Session;
use crate::engine::{Choice, Exact, Request, Settings};
use crate::gtp::answer::Reply;
use crate::gtp::bridge;
use crate::gtp::call::Call;
use crate::gtp::inbox::{Inbox, SearchCall};
use crate::gtp::spelling::Instruction;
use crate::search::{Limits, Report, Restriction};
use crate::solve::{self, Solution};
use crate::words::{Move, Seat};

/// How a search is to be done.
#[derive(Clone, Copy, Default)]
pub struct Thinking<'a> {
    /// What bounds it.
    pub limits: Limits,
    /// How much longer it may take while it isn't clear which move is best.
    pub reserve: Duration,
    /// Whether what it leaves of its time is lost.
    pub fixed_time: bool,
    /// Use no kept tree and keep none.
    pub fresh: bool,
    /// How often to report.
    pub report_every: Option<Duration>,
    /// Whether reports tell whose each point will be.
    pub ownership: bool,
    /// Whether they tell it for each move, too.
    pub move_ownership: bool,
    /// Moves that are left out near the root.
    pub restrictions: &'a [Restriction],
    /// Whether to spend the limits though no other move can become the best any more.
    pub to_the_limit: bool,
    /// Whether any further line of input ends it.
    pub until_any_line: bool,
}

/// What came of a request for a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Generated {
    /// What the client is told: a move (which may be a pick first), `resign`, or `PASS`.
    pub word: String,
    /// What the search found, where there was one.
    pub report: Option<Report>,
}

impl Session {
    /// Works out the value of the position with `seat` to move, unless it is told to stop.
    pub fn solve(&self, call: &mut Call<'_>, seat: Seat) -> Solution {
        let (nodes, time) = self.solving;
        let Settings { threads, hash_mib, .. } = self.settings;
        let limits =
            solve::Limits { threads, memory: (hash_mib as u64) << 20, nodes, time, ..solve::Limits::default() };
        let player = &self.player;
        call.interruptible(|go_on| player.solve(seat, limits, go_on))
    }

    /// The exact values of a seat's moves, where they are known or soon found.
    pub fn exact(&self, seat: Seat) -> Option<Exact> {
        self.player.exact(seat)
    }

    /// What bounds the next move of a seat.
    pub fn limits(&self, seat: Seat) -> Limits {
        // The guess at the game's length takes some time, so it is made only where there is a clock.
        let budget = self.clock.budget(seat, 1).and_then(|_| self.clock.budget(seat, self.player.moves_left(seat)));
        let time = [self.time, budget].into_iter().flatten().min();
        Limits { visits: self.visits, time }.or_default()
    }

    /// How to think about a move of a seat in a game: within its limits, with what its clock has to spare or would lose.
    pub fn on_move(&self, seat: Seat) -> Thinking<'static> {
        let limits = self.limits(seat);
        let (reserve, fixed_time) = (self.reserve(seat, limits), self.fixed_time(seat, limits));
        Thinking { limits, reserve, fixed_time, ..Thinking::default() }
    }

    /// How much longer than these limits a move of a seat may take: what its clock has to spare, below a fixed time a move.
    fn reserve(&self, seat: Seat, limits: Limits) -> Duration {
        let Some(time) = limits.time else { return Duration::ZERO };
        let most = self.time.map_or(Duration::MAX, |most| most.saturating_sub(time));
        self.clock.budget(seat, 1).map_or(Duration::ZERO, |_| self.clock.reserve(seat, time).min(most))
    }

    /// Whether what a move of a seat leaves of these limits' time is lost: where there is a fixed time a move.
    fn fixed_time(&self, seat: Seat, limits: Limits) -> bool {
        limits.time.is_some() && (limits.time == self.time || !self.clock.saves(seat))
    }

    /// Searches for a move of `seat`; nothing is played, and the clock isn't touched.
    pub fn think(
        &mut self,
        call: &mut Call<'_>,
        seat: Seat,
        thinking: Thinking<'_>,
        watch: &mut dyn FnMut(&Report, &mut Reply<'_>),
    ) -> Choice {
        call.reply.expect_delay();
        let Thinking { limits, until_any_line, .. } = thinking;
        let endless = limits == Limits::default();
        let interrupt = call.inbox.begin_search(SearchCall { number: call.number, until_any_line, endless });
        let request = Request {
            fresh: thinking.fresh,
            report_every: thinking.report_every,
            ownership: thinking.ownership,
            move_ownership: thinking.move_ownership,
            restrictions: thinking.restrictions,
            to_the_limit: thinking.to_the_limit,
            reserve: thinking.reserve,
            fixed_time: thinking.fixed_time,
            ..Request::new(seat, limits, &self.settings, interrupt)
        };
        let reply = &mut call.reply;
        let choice = self.player.choose(&request, &mut |report| watch(report, reply));
        call.urgency = call.inbox.end_search();
        choice
    }

    /// Decides on a move for a seat and plays it, unless the engine resigns or has no move.
    pub fn generate(
        &mut self,
        call: &mut Call<'_>,
        seat: Seat,
        thinking: Thinking<'_>,
        watch: &mut dyn FnMut(&Report, &mut Reply<'_>),
    ) -> Generated {
        const PASS: &str = "PASS";
        let told = |word: &str, report| Generated { word: word.to_owned(), report };
        if self.history().is_over() {
            self.play_move(seat, Move::PASS).expect("after the end a pass succeeds");
            return told(PASS, None);
        }
        let admits = |mv: &Move| thinking.restrictions.iter().all(|restriction| restriction.admits(seat, *mv, 0));
        let (mv, report) = match self.speech.planned(self.player.history(), seat).filter(admits) {
            Some(mv) => (mv, None),
            None => {
                let start = Instant::now();
                let choice = self.think(call, seat, thinking, watch);
                if choice.mv.is_some() {
                    self.clock.spend(seat, start.elapsed());
                }
                if self.bridge_lines {
                    let lines = bridge::lines(&choice.report, &|mv| self.word(mv));
                    // Nobody may be reading; the game goes on all the same.
                    _ = std::io::stderr().write_all(lines.as_bytes());
                }
                match choice.mv {
                    None => return told(PASS, None),
                    Some(_) if choice.resigns => return told("resign", Some(choice.report)),
                    Some(mv) => (mv, Some(choice.report)),
                }
            }
        };
        match self.speech.instruction(self.player.history(), seat, mv) {
            Instruction::Move(word) => {
                self.play_move(seat, mv).expect("the engine's moves are legal");
                self.answered_at = Some(self.history().moves().len());
                told(if mv == Move::PASS { PASS } else { &word }, report)
            }
            Instruction::Pick(kind, word) => {
                self.speech.plan(self.player.history(), seat, kind, mv);
                told(&word, report)
            }
        }
    }

    /// Thinks in the opponent's time, if that is wanted and the engine has just moved, until a line comes.
    pub(in crate::gtp) fn ponder(&mut self, inbox: &Inbox) {
        let is_opponents_turn = self.answered_at == Some(self.history().moves().len()) && !self.history().is_over();
        if !self.settings.ponder || !is_opponents_turn {
            return;
        }
        if let Some(interrupt) = inbox.begin_pondering() {
            let player = &mut self.player;
            let settings = &self.settings;
            let pondered = catch_unwind(AssertUnwindSafe(|| player.ponder(settings, interrupt)));
            inbox.end_search();
            if pondered.is_err() {
                self.player.clear_tree();
            }
        }
        // Once is enough where the search had nothing more to find out.
        self.answered_at = None;
    }

    /// What a client is told of a choice that isn't played.
    pub fn suggestion(&self, seat: Seat, choice: &Choice) -> String {
        match choice.mv {
            Some(_) if choice.resigns => "resign".to_owned(),
            Some(mv) if mv != Move::PASS => match self.speech.instruction(self.history(), seat, mv) {
                Instruction::Move(word) | Instruction::Pick(_, word) => word,
            },
            _ => "PASS".to_owned(),
        }
    }
}
