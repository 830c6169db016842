//! A session: the game in progress, how it is played, and what a client has set.
//!
//! Commands change a session through a few methods that either do all of what they are asked or nothing.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::answer::{Failure, Reply};
use super::args;
use super::bridge;
use super::call::Call;
use super::inbox::{Inbox, SearchCall};
use super::spelling::{BareVertex, Instruction, Meaning, Speech, Spelling, Style, View};
use crate::engine::{AnyPlayer, Choice, Clock, Exact, Request, Settings, TimeSettings};
use crate::history::{AnyHistory, CannotUndo};
use crate::players;
use crate::search::{Limits, Report, Restriction};
use crate::setup::{Diagram, Setup};
use crate::solve::{self, Solution};
use crate::words::{IllegalMove, Move, Seat};

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
    /// Whether each move's win rate and line of play are told on standard error, for bridges to servers.
    pub bridge_lines: bool,
}

impl Options {
    /// A game with its usual settings.
    pub fn new(setup: Setup) -> Options {
        Options {
            setup,
            style: Style::default(),
            settings: Settings { exact: true, ..Settings::default() },
            visits: None,
            time: None,
            draws_seeds: false,
            bridge_lines: false,
        }
    }
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
///
/// ```
/// use quintet::games;
/// use quintet::gtp::{Options, Session};
/// use quintet::setup::Setup;
///
/// let setup = Setup::new(games::find("cascade").unwrap());
/// let mut session = Session::new(Options { visits: Some(20), ..Options::new(setup) }).unwrap();
/// assert_eq!(session.execute("boardsize 3"), "= \n\n");
/// assert_eq!(session.execute("7 play w red@B2"), "=7 \n\n");
/// assert_eq!(session.execute("play b red@B2"), "? illegal move\n\n");
/// assert!(session.execute("genmove b").starts_with("= "));
/// ```
pub struct Session {
    player: Box<dyn AnyPlayer>,
    /// Whether the game started from the setup's own first position.
    plain_start: bool,
    speech: Speech,
    settings: Settings,
    /// Simulations a move.
    visits: Option<u64>,
    /// Time a move.
    time: Option<Duration>,
    /// Whether each game draws a seed of its own.
    draws_seeds: bool,
    /// Whether moves are told of on standard error.
    bridge_lines: bool,
    /// The seats' clocks.
    clock: Clock,
    /// What bounds `quintet-solve`: nodes, and time.
    solving: (Option<u64>, Option<Duration>),
    /// Whether a search for a move shows itself on standard error, as GoGui's live graphics.
    live_graphics: bool,
    /// The number of moves when the engine had just moved.
    answered_at: Option<usize>,
    has_quit: bool,
}

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

impl Session {
    /// A session at the start of a game.
    ///
    /// # Errors
    /// A message, if games of this setup can't be spelt in the way that is asked for.
    pub fn new(options: Options) -> Result<Session, Failure> {
        let Options { setup, style, settings, visits, time, draws_seeds, bridge_lines } = options;
        style.spelling().check(&setup)?;
        Ok(Session {
            player: players::player(&setup, None)?,
            plain_start: true,
            speech: Speech::new(style, setup.info()),
            settings,
            visits,
            time,
            draws_seeds,
            bridge_lines,
            clock: Clock::default(),
            solving: (None, None),
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
        self.speech.style()
    }

    /// How moves are spelt.
    pub fn spelling(&self) -> &'static dyn Spelling {
        self.speech.spelling()
    }

    /// Whether the client's board is one of hexagons.
    pub fn client_has_hexagons(&self) -> bool {
        self.spelling().is_hex(self.setup())
    }

    /// What spelling depends on.
    pub fn view(&self) -> View<'_> {
        self.speech.view(self.history())
    }

    /// The seat of this game that the word at an index names.
    ///
    /// # Errors
    /// `syntax error`, if there is none.
    pub fn seat(&self, call: &Call<'_>, index: usize) -> Result<Seat, Failure> {
        args::seat(self.setup().info(), call.word(index)?)
    }

    /// The word for a move.
    pub fn word(&self, mv: Move) -> String {
        self.spelling().word(self.view(), mv)
    }

    /// What a bare vertex means on input.
    pub fn bare_vertex(&self) -> BareVertex {
        self.speech.bare_vertex()
    }

    /// Lets a bare vertex mean something else.
    pub fn set_bare_vertex(&mut self, bare: BareVertex) {
        self.speech.set_bare_vertex(bare);
    }

    /// Whether `quit` was carried out.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Answers what was read before, and no more.
    pub fn quit(&mut self) {
        self.has_quit = true;
    }

    /// How the engine thinks.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how the engine thinks; the seed has a way of its own, [`Session::set_seed`].
    pub fn change_settings<T>(&mut self, change: impl FnOnce(&mut Settings) -> T) -> T {
        let seed = self.settings.seed;
        let done = change(&mut self.settings);
        self.settings.seed = seed;
        done
    }

    /// Simulations a move.
    pub fn visits(&self) -> Option<u64> {
        self.visits
    }

    /// Bounds the simulations a move, or doesn't.
    pub fn set_visits(&mut self, visits: Option<u64>) {
        self.visits = visits;
    }

    /// Time a move.
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Bounds the time a move, or doesn't.
    pub fn set_time(&mut self, time: Option<Duration>) {
        self.time = time;
    }

    /// Starts the clocks of this game afresh.
    pub fn set_clock(&mut self, settings: TimeSettings) {
        self.clock = Clock::new(settings);
    }

    /// Sets a seat's clock to what the client's shows.
    pub fn set_time_left(&mut self, seat: Seat, time: Duration, count: u32) {
        self.clock.set_left(seat, time, count);
    }

    /// Whether a search for a move shows itself on standard error, as GoGui's live graphics.
    pub fn has_live_graphics(&self) -> bool {
        self.live_graphics
    }

    /// Lets searches for moves show themselves, or not.
    pub fn set_live_graphics(&mut self, live: bool) {
        self.live_graphics = live;
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
            self.set_bare_vertex(BareVertex::default_of(setup.info()));
        }
        self.player = player;
        self.plain_start = start.is_none();
        self.speech.begin(setup, moves.len());
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
        let bare = self.bare_vertex();
        match diagram {
            Some(diagram) => self.restart(setup, Some(diagram), &[])?,
            None if self.plain_start => self.restart(setup, None, &[])?,
            None => self.restart(setup, Some(&self.history().start_diagram()), &[])?,
        }
        self.set_bare_vertex(bare);
        Ok(())
    }

    /// A bare vertex means again what it means at the start of a game.
    pub fn reset_bare_vertex(&mut self) {
        self.set_bare_vertex(BareVertex::default_of(self.setup().info()));
    }

    /// Goes back to the empty board of the same setup.
    pub fn clear_board(&mut self) {
        if self.plain_start {
            let moves = self.history().moves().len();
            self.player.history_mut().undo(moves).expect("so many moves were played");
            self.player.clear_tree();
            self.speech.begin(&self.setup().clone(), 0);
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
        self.speech.read(self.history(), seat, word, kind)
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
                self.speech.pick(seat, kind);
                Ok(())
            }
        }
    }

    fn play_move(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove> {
        self.player.history_mut().play(seat, mv)?;
        self.speech.moved(self.player.history().info());
        Ok(())
    }

    /// Takes back `count` moves, picks counted.
    ///
    /// # Errors
    /// [`CannotUndo`], with all as it was.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        let history = self.player.history_mut();
        self.speech.undo(history.info(), count, |moves| history.undo(moves)).ok_or(CannotUndo)?
    }

    /// What bounds the working out of values: nodes, and time.
    pub fn solving(&self) -> (Option<u64>, Option<Duration>) {
        self.solving
    }

    /// Bounds the working out of values.
    pub fn set_solving(&mut self, nodes: Option<u64>, time: Option<Duration>) {
        self.solving = (nodes, time);
    }

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

    /// After a fault in a command: builds the player anew from the game as it was recorded.
    pub(super) fn recover(&mut self) {
        let (setup, moves) = (self.setup().clone(), self.history().moves().to_vec());
        let start = (!self.plain_start).then(|| self.history().start_diagram());
        let (clock, speech, seed) = (self.clock.clone(), self.speech.clone(), self.settings.seed);
        match self.restart(&setup, start.as_ref(), &moves) {
            Ok(()) => (self.clock, self.speech, self.settings.seed) = (clock, speech, seed),
            Err(_) => log::error!("the game could not be restored"),
        }
    }
}
