//! How a session thinks: limits of a search, generated moves, pondering, and exact values.

use std::io::Write as _;

use quintet_core::position::PlayoutObserver;
use quintet_core::random::seeded;
use quintet_core::setup::LevelInfo;
use quintet_core::time::TimeSource;
use quintet_core::types::{Move, Seat};
use quintet_engine::{Choice, Engine, Request, Settings, TimePlan};
use quintet_search::{Limits, Report, SearchOptions};
use quintet_solve::{self as solve, Solution};

use super::{Pondering, Session, SolveLimits};
use crate::answer::Reply;
use crate::call::Call;
use crate::gtp2ogs;
use crate::notation::Instruction;
use crate::reader::RunningSearch;

/// A search that a command asks for.
#[derive(Clone, Copy)]
pub struct Thinking<'a> {
    /// The options of the search.
    pub options: SearchOptions<'a>,
    /// The level at which a move is chosen; `None`: as well as the limits allow.
    pub level: Option<LevelInfo>,
    /// `true` to use no kept tree and to keep none.
    pub fresh: bool,
    /// `true` if neither the engine nor the client is about to play the move, so that it does not
    /// count for resigning.
    pub tentative: bool,
    /// `true` if any later line of input stops it.
    pub until_any_line: bool,
}

impl<'a> Thinking<'a> {
    /// Returns a search without limits that a call can interrupt.
    pub fn new(call: &Call<'a>) -> Thinking<'a> {
        let options = SearchOptions::new(call.interrupt());
        Thinking { options, level: None, fresh: false, tentative: true, until_any_line: false }
    }

    /// Returns the same search with these limits.
    pub fn within(mut self, limits: Limits) -> Thinking<'a> {
        self.options.limits = limits;
        self
    }

    /// Returns the same search with a root as wide as the session's analyses have.
    pub fn for_analysis(mut self, session: &Session) -> Thinking<'a> {
        self.options.wide_root = session.preferences().analysis_wide_root();
        self
    }

    /// Runs the search with an engine.
    pub(super) async fn run(
        self,
        call: &mut Call<'_>,
        engine: &mut Engine,
        seat: Seat,
        settings: &Settings,
        time: &dyn TimeSource,
        on_report: &mut dyn FnMut(&Report, &mut Reply<'_>),
    ) -> Choice {
        call.reply.expect_delay();
        let Thinking { options, level, fresh, tentative, until_any_line } = self;
        let endless = options.limits == Limits::default() && level.is_none();
        call.reader.begin_search(RunningSearch { number: call.number, until_any_line, endless });
        let options = SearchOptions { time, slice: call.reader.slice(), ..options };
        let request = Request { seat, settings, fresh, tentative, level, options };
        let reply = &mut call.reply;
        let mut report_to_reply = |report: &Report| on_report(report, reply);
        let choice = engine.choose_in_slices(&request, &mut report_to_reply).await;
        call.urgency = call.reader.end_search();
        choice
    }
}

/// The result of a request for a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Generated {
    /// The answer to the client: a move (or a pick that comes first), `resign`, or `PASS`.
    pub word: String,
    /// The statistics of the search, if there was one.
    pub report: Option<Report>,
}

/// The number of random games for an estimate of the score.
const PLAYOUTS: u32 = 256;

/// The word for a pass, or for no move at all.
const PASS: &str = "PASS";

impl Session {
    /// Solves the position with `seat` to move, until it is interrupted.
    pub fn solve(&mut self, call: &mut Call<'_>, seat: Seat) -> Solution {
        self.pondering = None;
        let SolveLimits { nodes, time } = self.preferences.solve_limits;
        let Settings { threads, hash_mib, .. } = self.preferences.settings;
        let limits =
            solve::Limits { threads, memory: (hash_mib as u64) << 20, nodes, time, ..solve::Limits::default() };
        let engine = &self.engine;
        call.interruptible(|go_on| engine.solve(seat, limits, go_on))
    }

    /// Returns the margins for Black at the ends of random games from here; the exact margin if it
    /// is known. If only the winner is known, the games that the other side won are left out.
    pub fn random_margins(&self) -> Vec<f64> {
        let game = self.game();
        if let Some(outcome) = game.outcome() {
            return vec![outcome.margin.points()];
        }
        let exact = self.engine.exact_values(game.to_move(), &|| true);
        if let Some(exact) = exact.as_ref().filter(|exact| exact.margins || exact.value == 0.0) {
            return vec![exact.value];
        }
        let start = game.search_position(game.to_move());
        let mut rng = seeded(game.key());
        let mut position = start.position().boxed_clone();
        let playout = |_| {
            position.copy_from(start.position());
            position.informed_playout(self.engine.weights(), &mut rng, PlayoutObserver::None)
        };
        let mut margins: Vec<f64> = (0..PLAYOUTS).map(playout).collect();
        if let Some(exact) = exact {
            margins.retain(|margin| margin * exact.value > 0.0);
            if margins.is_empty() {
                margins.push(exact.value);
            }
        }
        margins
    }

    /// Returns the limits of a side's next move.
    pub fn limits(&self, seat: Seat) -> Limits {
        self.given_limits(seat).or_default()
    }

    /// Returns how moves of this game are played at the level that was set, if one was.
    pub fn level(&self) -> Option<LevelInfo> {
        self.preferences.level.map(|level| level.of(self.setup().info()))
    }

    /// Returns the limits of a side's next move that were set: visits, time and clock. They cut a
    /// level's searches short.
    pub fn given_limits(&self, seat: Seat) -> Limits {
        Limits { visits: self.preferences.visits, time: self.time_plan(seat).time }
    }

    fn time_plan(&self, seat: Seat) -> TimePlan {
        self.clock.plan(seat, self.preferences.time, || self.engine.moves_left(seat))
    }

    /// Returns the search for a move of a side in a game, with the reserve of its clock, or at the
    /// level that was set.
    pub fn search_for_move<'a>(&self, call: &Call<'a>, seat: Seat) -> Thinking<'a> {
        if let Some(level) = self.level() {
            return Thinking { level: Some(level), ..Thinking::new(call).within(self.given_limits(seat)) };
        }
        let plan = self.time_plan(seat);
        let limits = Limits { visits: self.preferences.visits, time: plan.time }.or_default();
        let mut thinking = Thinking::new(call).within(limits);
        (thinking.options.reserve, thinking.options.fixed_time) = (plan.reserve, plan.is_fixed);
        thinking
    }

    /// Searches for a move of `seat`. Plays nothing, and does not touch the clock.
    pub async fn think(
        &mut self,
        call: &mut Call<'_>,
        seat: Seat,
        thinking: Thinking<'_>,
        on_report: &mut dyn FnMut(&Report, &mut Reply<'_>),
    ) -> Choice {
        self.pondering = None;
        let choice =
            thinking.run(call, &mut self.engine, seat, &self.preferences.settings, &*self.time_source, on_report).await;
        let visited = choice.report.candidates.iter().filter(|candidate| candidate.visits > 0);
        self.latest_moves = visited.map(|candidate| (candidate.mv, candidate.win_rate)).collect();
        choice
    }

    /// Chooses a move for a side and plays it, unless the engine resigns or has no move.
    pub async fn generate(
        &mut self,
        call: &mut Call<'_>,
        seat: Seat,
        thinking: Thinking<'_>,
        on_report: &mut dyn FnMut(&Report, &mut Reply<'_>),
    ) -> Generated {
        let generated = |word: &str, report| Generated { word: word.to_owned(), report };
        if self.game().is_over() {
            self.play_move(seat, Move::PASS).expect("after the end a pass succeeds");
            return generated(PASS, None);
        }
        let restrictions = thinking.options.restrictions;
        let admits = |mv: &Move| restrictions.iter().all(|restriction| restriction.admits(seat, *mv, 0));
        let (mv, report) = match self.client.planned(self.engine.game(), seat).filter(admits) {
            Some(mv) => (mv, None),
            None => {
                let choice = self.think_on_clock(call, seat, thinking, on_report).await;
                match choice.mv {
                    None => return generated(PASS, None),
                    Some(_) if choice.resigns => return generated("resign", Some(choice.report)),
                    Some(mv) => (mv, Some(choice.report)),
                }
            }
        };
        match self.client.instruction(self.engine.game(), seat, mv) {
            Instruction::Move(word) => {
                self.play_move(seat, mv).expect("the engine's moves are legal");
                self.pondering = Some(Pondering::default());
                generated(if mv == Move::PASS { PASS } else { &word }, report)
            }
            Instruction::Pick(kind, word) => {
                self.client.plan(self.engine.game(), seat, kind, mv);
                generated(&word, report)
            }
        }
    }

    /// Searches for a move, charges its time to the side's clock, and prints the lines for bridges
    /// to servers.
    async fn think_on_clock(
        &mut self,
        call: &mut Call<'_>,
        seat: Seat,
        thinking: Thinking<'_>,
        on_report: &mut dyn FnMut(&Report, &mut Reply<'_>),
    ) -> Choice {
        let start = self.time_source.now();
        let choice = self.think(call, seat, Thinking { tentative: false, ..thinking }, on_report).await;
        if choice.mv.is_some() {
            self.clock.spend(seat, self.time_source.since(start));
        }
        if self.preferences.stderr.gtp2ogs_lines {
            let lines = gtp2ogs::lines(&choice.report, &|mv| self.word(mv));
            // The game goes on if nobody reads them.
            _ = std::io::stderr().write_all(lines.as_bytes());
        }
        choice
    }

    /// Returns the word for a choice that is not played.
    pub fn suggestion(&self, seat: Seat, choice: &Choice) -> String {
        match choice.mv {
            Some(_) if choice.resigns => "resign".to_owned(),
            Some(mv) if mv != Move::PASS => match self.client.instruction(self.game(), seat, mv) {
                Instruction::Move(word) | Instruction::Pick(_, word) => word,
            },
            _ => PASS.to_owned(),
        }
    }
}
