//! A session: the game in progress, how it is played, and what a client has set.
//!
//! Commands change a session through a few methods that either do all of what they are asked or nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::answer::{Answer, Failure, Output, Reply};
use super::args::Args;
pub use super::call::Call;
use super::commands;
use super::inbox::{Inbox, Line, Search};
use super::spelling::{Bare, Meaning, Picks, Spelling, Style, Told, View};
use super::wire;
use crate::engine::{AnyPlayer, Choice, Clock, Request, Settings};
use crate::history::{AnyHistory, CannotUndo};
use crate::players;
use crate::search::{Limits, Report, Restriction, Urgency};
use crate::setup::{Diagram, Setup};
use crate::words::{IllegalMove, Move, Seat};

/// The time for a move where nothing limits it.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// What a session starts with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game, its size and rules.
    pub setup: Setup,
    /// How moves are spelt.
    pub style: Style,
    /// How the engine thinks.
    pub settings: Settings,
    /// Simulations a move.
    pub visits: Option<u64>,
    /// Time a move.
    pub time: Option<Duration>,
    /// Whether each game draws a seed of its own, so that no two games of a process are the same.
    pub draws_seeds: bool,
}

impl Options {
    /// A game with its usual settings.
    pub fn new(setup: Setup) -> Options {
        Options {
            setup,
            style: Style::default(),
            settings: Settings::default(),
            visits: None,
            time: None,
            draws_seeds: false,
        }
    }
}

/// A move that was decided on, of which the client knows only the kind of stone yet.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Plan {
    seat: Seat,
    mv: Move,
    /// The number of moves before it.
    moves: usize,
    key: u64,
}

/// What came of a request for a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Generated {
    /// What the client is told: a move (which may be a pick first), `resign`, or `PASS`.
    pub word: String,
    /// What the search found, where there was one.
    pub report: Option<Report>,
}

/// A game in progress, driven by commands.
pub struct Session {
    player: Box<dyn AnyPlayer>,
    /// Whether the game started from the setup's own first position.
    plain_start: bool,
    style: Style,
    picks: Picks,
    plan: Option<Plan>,
    /// What a bare vertex means on input.
    pub(super) bare: Bare,
    /// How the engine thinks.
    pub(super) settings: Settings,
    /// Simulations a move.
    pub(super) visits: Option<u64>,
    /// Time a move.
    pub(super) time: Option<Duration>,
    /// Whether each game draws a seed of its own.
    draws_seeds: bool,
    /// The seats' clocks.
    pub(super) clock: Clock,
    /// Whether a search for a move shows itself on standard error, as GoGui's live graphics.
    pub(super) live_graphics: bool,
    /// The number of moves when the engine had just moved.
    answered_at: Option<usize>,
    /// Set by `quit`.
    pub(super) has_quit: bool,
}

/// How a search is to be done.
#[derive(Clone, Copy, Default)]
pub struct Thinking<'a> {
    /// What bounds it.
    pub limits: Limits,
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

impl Session {
    /// A session at the start of a game.
    ///
    /// # Errors
    /// A message, if games of this setup can't be spelt in the way that is asked for.
    pub fn new(options: Options) -> Result<Session, Failure> {
        let Options { setup, style, settings, visits, time, draws_seeds } = options;
        style.spelling().check(&setup)?;
        Ok(Session {
            player: players::player(&setup, None)?,
            plain_start: true,
            style,
            picks: Picks::default(),
            plan: None,
            bare: Bare::default_of(setup.info()),
            settings,
            visits,
            time,
            draws_seeds,
            clock: Clock::default(),
            live_graphics: false,
            answered_at: None,
            has_quit: false,
        })
    }

    /// The game in progress.
    pub fn history(&self) -> &dyn AnyHistory {
        self.player.history()
    }

    /// The setup that it is played by.
    pub fn setup(&self) -> &Setup {
        self.history().setup()
    }

    /// How moves are spelt.
    pub fn style(&self) -> Style {
        self.style
    }

    /// How moves are spelt.
    pub fn spelling(&self) -> &'static dyn Spelling {
        self.style.spelling()
    }

    /// Whether the client's board is one of hexagons.
    pub fn client_has_hexagons(&self) -> bool {
        self.spelling().is_hex(self.setup())
    }

    /// What spelling depends on.
    pub fn view(&self) -> View<'_> {
        View { history: self.history(), picks: &self.picks, bare: self.bare }
    }

    /// The word for a move.
    pub fn word(&self, mv: Move) -> String {
        self.spelling().word(self.view(), mv)
    }

    /// Whether `quit` was carried out.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Starts a game of a setup, from its first position or from `start`, with some moves played.
    ///
    /// # Errors
    /// If there is no such position or a move is illegal; the session is then as it was.
    pub fn restart(&mut self, setup: &Setup, start: Option<&Diagram>, moves: &[(Seat, Move)]) -> Result<(), Failure> {
        self.spelling().check(setup)?;
        let mut player = players::player(setup, start)?;
        for &(seat, mv) in moves {
            player.history_mut().play(seat, mv)?;
        }
        if !std::ptr::eq(setup.info(), self.history().info()) {
            self.bare = Bare::default_of(setup.info());
        }
        self.player = player;
        self.plain_start = start.is_none();
        self.picks = Picks::after_moves(if self.spelling().has_palette(setup.info()) { moves.len() } else { 0 });
        self.plan = None;
        self.answered_at = None;
        self.clock.reset();
        self.draw_seed();
        Ok(())
    }

    /// A new game has a new seed, unless a client or the command line chose one.
    fn draw_seed(&mut self) {
        if self.draws_seeds {
            self.settings.seed = rand::random();
        }
    }

    /// Takes a seed for this game and all later ones.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.draws_seeds = false;
    }

    /// A setup that came from outside, with the session's komi where its game does not count any.
    pub fn with_own_komi(&self, mut setup: Setup) -> Setup {
        if !setup.info().komi {
            setup.set_komi(self.setup().komi());
        }
        setup
    }

    /// Changes the setup of a game without moves, its stones left in place.
    ///
    /// # Errors
    /// If the stones can't stand so; the session is then as it was.
    pub fn change_setup(&mut self, setup: &Setup, diagram: Option<&Diagram>) -> Result<(), Failure> {
        let bare = self.bare;
        match diagram {
            Some(diagram) => self.restart(setup, Some(diagram), &[])?,
            None if self.plain_start => self.restart(setup, None, &[])?,
            None => self.restart(setup, Some(&self.history().start_diagram()), &[])?,
        }
        self.bare = bare;
        Ok(())
    }

    /// A bare vertex means again what it means at the start of a game.
    pub fn reset_bare(&mut self) {
        self.bare = Bare::default_of(self.setup().info());
    }

    /// Goes back to the empty board of the same setup.
    pub fn clear_board(&mut self) {
        if self.plain_start {
            let moves = self.history().moves().len();
            self.player.history_mut().undo(moves).expect("so many moves were played");
            self.player.clear_tree();
            self.picks = Picks::default();
            self.plan = None;
            self.clock.reset();
            self.draw_seed();
        } else {
            let setup = self.setup().clone();
            self.restart(&setup, None, &[]).expect("every setup has a first position");
        }
    }

    /// Whether the game started from an empty board and has had no move.
    pub fn is_board_empty(&self) -> bool {
        self.plain_start && self.history().moves().is_empty()
    }

    /// Checks that no move was played, before something is changed that is settled by then.
    ///
    /// # Errors
    /// A message that says `what` is to be done before the first move.
    pub fn require_no_moves(&self, what: &str) -> Result<(), Failure> {
        if self.history().moves().is_empty() {
            Ok(())
        } else {
            Err(Failure::new(format!("{what} before the first move; clear_board goes back there")))
        }
    }

    /// Sets komi for the whole game.
    pub fn set_komi(&mut self, komi: f64) {
        self.player.history_mut().set_komi(komi);
    }

    /// Forgets what earlier searches found.
    pub fn clear_tree(&mut self) {
        self.player.clear_tree();
    }

    /// Reads a move of a seat.
    ///
    /// # Errors
    /// If the words are no move.
    pub fn read_move(&self, seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, Failure> {
        self.spelling().read(self.view(), seat, word, kind)
    }

    /// Does what a client's word means.
    ///
    /// # Errors
    /// [`IllegalMove`], with all as it was.
    pub fn play(&mut self, seat: Seat, meaning: Meaning) -> Result<(), IllegalMove> {
        match meaning {
            Meaning::Nowhere => Err(IllegalMove),
            Meaning::Move(mv) if self.spelling().is_repeated(self.view(), seat, mv) => Err(IllegalMove),
            Meaning::Move(mv) => self.play_move(seat, mv),
            Meaning::Pick(kind) => {
                if !self.spelling().is_legal(self.view(), seat, meaning) {
                    return Err(IllegalMove);
                }
                self.picks.pick(seat, kind);
                Ok(())
            }
        }
    }

    fn play_move(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove> {
        self.player.history_mut().play(seat, mv)?;
        if self.spelling().has_palette(self.history().info()) {
            self.picks.moved();
        }
        self.plan = None;
        Ok(())
    }

    /// Takes back `count` moves, picks counted.
    ///
    /// # Errors
    /// [`CannotUndo`], with all as it was.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        if self.spelling().has_palette(self.history().info()) {
            let moves = self.picks.undo(count).ok_or(CannotUndo)?;
            self.player.history_mut().undo(moves)?;
        } else {
            self.player.history_mut().undo(count)?;
        }
        self.plan = None;
        Ok(())
    }

    /// What bounds the next move of a seat.
    pub fn limits(&self, seat: Seat) -> Limits {
        // The guess at the game's length takes some time, so it is made only where there is a clock.
        let budget = self.clock.budget(seat, 1).and_then(|_| self.clock.budget(seat, self.player.moves_left(seat)));
        let time = [self.time, budget].into_iter().flatten().min();
        let default = (time.is_none() && self.visits.is_none()).then_some(DEFAULT_TIME);
        Limits { visits: self.visits, time: time.or(default) }
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
        let interrupt = call.inbox.begin_search(Search { number: call.number, until_any_line, endless });
        let request = Request {
            fresh: thinking.fresh,
            report_every: thinking.report_every,
            ownership: thinking.ownership,
            move_ownership: thinking.move_ownership,
            restrictions: thinking.restrictions,
            to_the_limit: thinking.to_the_limit,
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
        let (mv, report) = match self.planned(seat).filter(admits) {
            Some(mv) => (mv, None),
            None => {
                let start = Instant::now();
                let choice = self.think(call, seat, thinking, watch);
                if choice.mv.is_some() {
                    self.clock.spend(seat, start.elapsed());
                }
                match choice.mv {
                    None => return told(PASS, None),
                    Some(_) if choice.resigns => return told("resign", Some(choice.report)),
                    Some(mv) => (mv, Some(choice.report)),
                }
            }
        };
        match self.spelling().told(self.view(), seat, mv) {
            Told::Move(word) => {
                self.play_move(seat, mv).expect("the engine's moves are legal");
                self.answered_at = Some(self.history().moves().len());
                told(if mv == Move::PASS { PASS } else { &word }, report)
            }
            Told::Pick(kind, word) => {
                self.picks.pick(seat, kind);
                let history = self.history();
                self.plan = Some(Plan { seat, mv, moves: history.moves().len(), key: history.key() });
                told(&word, report)
            }
        }
    }

    /// Thinks in the opponent's time, if that is wanted and the engine has just moved, until a line comes.
    pub(super) fn ponder(&mut self, inbox: &Inbox) {
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

    /// The move that was decided on when its kind was told.
    fn planned(&self, seat: Seat) -> Option<Move> {
        let now = (seat, self.history().moves().len(), self.history().key());
        self.plan.filter(|plan| (plan.seat, plan.moves, plan.key) == now).map(|plan| plan.mv)
    }

    /// Carries out one line of input, by itself: no search can be ended from outside, and an analysis ends at once.
    /// Gives the answer as a client reads it; nothing for an empty line.
    pub fn execute(&mut self, line: &str) -> String {
        let mut text = String::new();
        wire::preprocess(line.as_bytes(), &mut text);
        let mut bytes = Vec::new();
        let too_long = line.len() > wire::MAX_LINE;
        self.answer(Line { number: 0, text: &text, too_long }, &Inbox::detached(), &mut Output::new(&mut bytes));
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Answers one line of input.
    pub(super) fn answer(&mut self, line: Line<'_>, inbox: &Inbox, output: &mut Output<'_>) {
        let request = match wire::parse(line.text) {
            Ok(request) => request,
            Err(error) => return Reply::new(output, None).end(&Err(Failure::new(error.to_string()))),
        };
        let reply = Reply::new(output, request.id);
        if line.too_long {
            return reply.end(&Err(Failure::new(format!("a line has at most {} bytes", wire::MAX_LINE))));
        }
        if request.name.is_empty() {
            return;
        }
        let Some(command) = commands::find(request.name) else {
            return reply.end(&Err(Failure::unknown_command()));
        };
        let mut call =
            Call { args: Args(request.arguments), reply, command, inbox, number: line.number, urgency: Urgency::None };
        let answer = match catch_unwind(AssertUnwindSafe(|| (command.run)(self, &mut call))) {
            Ok(answer) => answer,
            Err(_) => self.recover(inbox),
        };
        call.reply.end(&answer);
    }

    /// After a fault in a command: builds the player anew from the game as it was recorded.
    fn recover(&mut self, inbox: &Inbox) -> Answer {
        inbox.end_search();
        let (setup, moves) = (self.setup().clone(), self.history().moves().to_vec());
        let start = (!self.plain_start).then(|| self.history().start_diagram());
        let (clock, picks) = (self.clock.clone(), self.picks.clone());
        match self.restart(&setup, start.as_ref(), &moves) {
            Ok(()) => (self.clock, self.picks) = (clock, picks),
            Err(_) => log::error!("the game could not be restored"),
        }
        Err(Failure::new("internal error; the game goes on as it was before this command"))
    }
}
