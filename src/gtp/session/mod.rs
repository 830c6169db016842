//! A session: the game in progress, how it is played, and what a client has set.
//!
//! Commands change a session through a few methods that either do all of what they are asked or nothing.

mod thinking;

use std::time::Duration;

use super::answer::Failure;
use super::args;
use super::call::Call;
use super::spelling::{BareVertex, Meaning, Speech, Spelling, Style, View};
use crate::engine::{AnyPlayer, Clock, Settings, TimeSettings};
use crate::history::{AnyHistory, CannotUndo};
use crate::players;
use crate::setup::{Diagram, Setup};
use crate::words::{IllegalMove, Move, Seat};

pub use thinking::Thinking;

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
