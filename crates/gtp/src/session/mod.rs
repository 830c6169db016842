//! A session: the game in progress, how it is played, and what a client has set.
//!
//! Commands change a session through a few methods that do all of what they are asked or nothing.

mod cleanup;
mod drawn;
mod pondering;
mod preferences;
mod rules;
mod thinking;

use std::sync::Arc;
use std::time::Duration;

use quintet_core::diagram::Diagram;
use quintet_core::game::{CannotUndo, Game};
use quintet_core::setup::Setup;
use quintet_core::time::{SystemTime, TimeSource};
use quintet_core::time_control::TimeControl;
use quintet_core::types::{IllegalMove, Move, Seat};
use quintet_engine::{Clock, DEFAULT_LAG, Engine, Knowledge, Level, Settings};
use quintet_record::sgf;
use quintet_record::tree::{GameTree, NodeId};
use quintet_search::ANALYSIS_WIDE_ROOT;

use crate::answer::CommandError;
use crate::args;
use crate::call::Call;
use crate::notation::{BareVertex, ClientNotation, Context, Meaning, Notation, Style};

use pondering::Pondering;

pub use preferences::{Preferences, SeedSource, SolveLimits, StderrOutput};
pub use thinking::Thinking;

/// The options of a new session.
#[derive(Clone)]
pub struct Options {
    /// The game, its size and rules.
    pub setup: Setup,
    /// The notation of moves.
    pub style: Style,
    /// How the engine thinks.
    pub settings: Settings,
    /// The engine's weights and exact values.
    pub knowledge: Knowledge,
    /// The level at which moves are generated; `None`: as well as the limits allow.
    pub level: Option<Level>,
    /// The number of simulations for a move.
    pub visits: Option<u64>,
    /// The time for a move.
    pub time: Option<Duration>,
    /// The part of each move's time on a clock that is kept back for delays of the connection.
    pub lag: Duration,
    /// The clock that measures the time of moves.
    pub time_source: Arc<dyn TimeSource>,
    /// `true` if each game draws a seed of its own, so that no two games of a process are the same.
    pub draws_seeds: bool,
    /// `true` to print each move's win rate and variation to stderr, for bridges to servers.
    pub bridge_lines: bool,
    /// `true` if `showboard` has the board alone, for clients of GNU Go.
    pub plain_board: bool,
}

impl Options {
    /// Returns the default options for a game.
    pub fn new(setup: Setup) -> Options {
        Options {
            setup,
            style: Style::default(),
            settings: Settings { exact: true, ..Settings::default() },
            knowledge: Knowledge::default(),
            level: None,
            visits: None,
            time: None,
            lag: DEFAULT_LAG,
            time_source: Arc::new(SystemTime),
            draws_seeds: false,
            bridge_lines: false,
            plain_board: false,
        }
    }
}

/// The origin of the starting position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// The setup's own starting position.
    Setup,
    /// A position that was set up.
    Diagram,
}

/// A game in progress, driven by commands.
///
/// ```
/// use quintet_core::setup::Setup;
/// use quintet_gtp::{Options, Session};
///
/// let setup = Setup::new(quintet_games::find("cascade").unwrap());
/// let mut session = Session::new(Options { visits: Some(20), ..Options::new(setup) }).unwrap();
/// assert_eq!(session.execute("boardsize 3"), "= \n\n");
/// assert_eq!(session.execute("7 play w red@B2"), "=7 \n\n");
/// assert_eq!(session.execute("play b red@B2"), "? illegal move\n\n");
/// assert!(session.execute("genmove b").starts_with("= "));
/// ```
pub struct Session {
    engine: Engine,
    /// The game with its variations, and the node that the engine's game is at.
    tree: GameTree,
    node: NodeId,
    /// The latest position with stones of the games before.
    drawn_before: Option<Diagram>,
    knowledge: Knowledge,
    start: Start,
    client: ClientNotation,
    preferences: Preferences,
    clock: Clock,
    time_source: Arc<dyn TimeSource>,
    /// The use of the opponent's time; `None` if the engine has not just moved.
    pondering: Option<Pondering>,
    /// The leading moves of the latest search, best first, with their win rates.
    latest_moves: Vec<(Move, f64)>,
    has_quit: bool,
}

impl Session {
    /// Starts a session.
    ///
    /// # Errors
    /// Returns an error if the requested notation cannot express games of this setup.
    pub fn new(options: Options) -> Result<Session, CommandError> {
        let Options { setup, style, settings, knowledge, level, visits, time, lag, .. } = options;
        let Options { time_source, draws_seeds, bridge_lines, plain_board, .. } = options;
        style.notation().check(&setup)?;
        let client = ClientNotation::new(style, setup.info());
        let preferences = Preferences {
            settings,
            level,
            visits,
            time,
            solve_limits: SolveLimits::default(),
            wide_root: ANALYSIS_WIDE_ROOT,
            stderr: StderrOutput { live_graphics: false, gtp2ogs_lines: bridge_lines },
            seed_source: if draws_seeds { SeedSource::Drawn } else { SeedSource::Fixed },
            plain_board,
        };
        Ok(Session {
            tree: GameTree::new(Game::new(setup.clone())),
            node: NodeId::ROOT,
            drawn_before: None,
            engine: Engine::new(Game::new(setup), &knowledge),
            knowledge,
            start: Start::Setup,
            client,
            preferences,
            clock: Clock::default().with_lag(lag),
            time_source,
            pondering: None,
            latest_moves: Vec::new(),
            has_quit: false,
        })
    }

    /// The game in progress.
    pub fn game(&self) -> &Game {
        self.engine.game()
    }

    /// The setup of the game in progress.
    pub fn setup(&self) -> &Setup {
        self.game().setup()
    }

    /// The engine that plays the game.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The engine's weights and exact values.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// The preferences of the command line and the client.
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// The preferences of the command line and the client, to be changed.
    pub fn preferences_mut(&mut self) -> &mut Preferences {
        &mut self.preferences
    }

    /// The name of the client's notation.
    pub fn style(&self) -> Style {
        self.client.style()
    }

    /// The client's notation.
    pub fn notation(&self) -> &'static dyn Notation {
        self.client.notation()
    }

    /// Returns whether the client's board consists of hexagons.
    pub fn client_has_hexagons(&self) -> bool {
        self.notation().is_hex(self.setup())
    }

    /// Returns what the notation depends on.
    pub fn context(&self) -> Context<'_> {
        self.client.context(self.game())
    }

    /// Returns the side that the word at an index names.
    ///
    /// # Errors
    /// Returns a syntax error if it names none.
    pub fn seat(&self, call: &Call<'_>, index: usize) -> Result<Seat, CommandError> {
        args::seat(self.setup().info(), call.word(index)?)
    }

    /// Returns the word for a move.
    pub fn word(&self, mv: Move) -> String {
        self.notation().word(self.context(), mv)
    }

    /// Returns what a vertex without a kind of stone means on input.
    pub fn bare_vertex(&self) -> BareVertex {
        self.client.bare_vertex()
    }

    /// Sets what a vertex without a kind of stone means on input.
    pub fn set_bare_vertex(&mut self, bare: BareVertex) {
        self.client.set_bare_vertex(bare);
    }

    /// Resets what a vertex without a kind of stone means to the game's default.
    pub fn reset_bare_vertex(&mut self) {
        self.set_bare_vertex(BareVertex::default_of(self.setup().info()));
    }

    /// Returns whether the client has sent `quit`.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Ends the session after this command.
    pub fn quit(&mut self) {
        self.has_quit = true;
    }

    /// Sets the time control and restarts the clocks of this game.
    pub fn set_clock(&mut self, control: TimeControl) {
        self.clock = Clock::new(control).with_lag(self.clock.lag());
    }

    /// The part of each move's time on a clock that is kept back.
    pub fn lag(&self) -> Duration {
        self.clock.lag()
    }

    /// Sets the part of each move's time on a clock that is kept back.
    pub fn set_lag(&mut self, lag: Duration) {
        self.clock.set_lag(lag);
    }

    /// Returns the leading moves of the latest search of this game, best first, with their win
    /// rates from 0 to 1.
    pub fn latest_moves(&self) -> &[(Move, f64)] {
        &self.latest_moves
    }

    /// Sets a side's clock to the client's.
    pub fn set_time_left(&mut self, seat: Seat, time: Duration, count: u32) {
        self.clock.set_left(seat, time, count);
    }

    /// Starts a game of a setup, from its starting position or from a diagram, and plays some
    /// moves.
    ///
    /// # Errors
    /// Returns an error, and leaves the session as it was, if the position is impossible or a move
    /// illegal.
    pub fn restart(
        &mut self,
        setup: &Setup,
        start: Option<&Diagram>,
        moves: &[(Seat, Move)],
    ) -> Result<(), CommandError> {
        let mut game = match start {
            Some(diagram) => Game::from_diagram(setup.clone(), diagram)?,
            None => Game::new(setup.clone()),
        };
        for &(seat, mv) in moves {
            game.play(seat, mv)?;
        }
        self.begin(GameTree::new(game), if start.is_some() { Start::Diagram } else { Start::Setup })
    }

    /// Starts a game at the end of its main line.
    fn begin(&mut self, tree: GameTree, start: Start) -> Result<(), CommandError> {
        self.notation().check(tree.setup())?;
        if !std::ptr::eq(tree.setup().info(), self.game().info()) {
            self.set_bare_vertex(BareVertex::default_of(tree.setup().info()));
        }
        self.keep_drawn();
        self.node = tree.end();
        self.engine = Engine::new(tree.game_at(self.node), &self.knowledge);
        self.start = start;
        self.client.begin(tree.setup(), tree.steps(self.node));
        self.tree = tree;
        self.pondering = None;
        self.latest_moves.clear();
        self.clock.reset();
        self.preferences.draw_seed();
        Ok(())
    }

    /// Starts the game of a file.
    ///
    /// # Errors
    /// Returns an error, and leaves the session as it was, if the notation cannot express the game.
    pub fn load(&mut self, mut tree: GameTree) -> Result<(), CommandError> {
        let komi = self.with_own_komi(tree.setup().clone()).komi();
        tree.start_mut().set_komi(komi);
        let game = tree.game_at(tree.end());
        let is_set_up = game.start_diagram() != game.setup().start().diagram();
        self.begin(tree, if is_set_up { Start::Diagram } else { Start::Setup })
    }

    /// Returns the game as SGF, with all variations that branch off before the present position.
    pub fn sgf(&self) -> String {
        sgf::write_up_to(&self.tree, self.node, self.game())
    }

    /// Returns a setup from outside, with the session's komi if its game has none.
    pub fn with_own_komi(&self, mut setup: Setup) -> Setup {
        if !setup.info().komi {
            setup.set_komi(self.setup().komi());
        }
        setup
    }

    /// Changes the setup of a game without moves and keeps its stones, or sets up those of a
    /// diagram.
    ///
    /// # Errors
    /// Returns an error, and leaves the session as it was, if the position is impossible.
    pub fn change_setup(&mut self, setup: &Setup, diagram: Option<&Diagram>) -> Result<(), CommandError> {
        let bare = self.bare_vertex();
        match (diagram, self.start) {
            (Some(diagram), _) => self.restart(setup, Some(diagram), &[])?,
            (None, Start::Setup) => self.restart(setup, None, &[])?,
            (None, Start::Diagram) => self.restart(setup, Some(&self.game().start_diagram()), &[])?,
        }
        self.set_bare_vertex(bare);
        Ok(())
    }

    /// Goes back to the empty board of the same setup.
    pub fn clear_board(&mut self) {
        match self.start {
            Start::Setup => {
                self.keep_drawn();
                let moves = self.game().moves().len();
                self.engine.game_mut().undo(moves).expect("that is the number of moves played");
                (self.tree, self.node) = (GameTree::new(self.engine.game().clone()), NodeId::ROOT);
                self.pondering = None;
                self.engine.forget_game();
                self.latest_moves.clear();
                self.client.begin(self.engine.game().setup(), 0);
                self.clock.reset();
                self.preferences.draw_seed();
            }
            Start::Diagram => {
                let setup = self.setup().clone();
                self.restart(&setup, None, &[]).expect("every setup has a starting position");
            }
        }
    }

    /// Returns whether the game started from the setup's own starting position and has had no move.
    pub fn is_board_empty(&self) -> bool {
        self.start == Start::Setup && self.game().moves().is_empty()
    }

    /// Checks that no move was played, before a change to something that is settled by then.
    ///
    /// # Errors
    /// Returns an error that says `what` is done before the first move.
    pub fn require_no_moves(&self, what: &str) -> Result<(), CommandError> {
        if self.game().moves().is_empty() {
            Ok(())
        } else {
            Err(CommandError::new(format!("{what} before the first move; clear_board goes back there")))
        }
    }

    /// Sets komi for the whole game.
    pub fn set_komi(&mut self, komi: f64) {
        if komi != self.setup().komi() {
            self.pondering = None;
        }
        self.engine.game_mut().set_komi(komi);
        self.tree.start_mut().set_komi(komi);
    }

    /// Drops the tree of earlier searches.
    pub fn clear_tree(&mut self) {
        self.engine.clear_tree();
    }

    /// Reads a move of a side.
    ///
    /// # Errors
    /// Returns an error if the words are not a move.
    pub fn read_move(&self, seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, CommandError> {
        self.client.read(self.game(), seat, word, kind)
    }

    /// Carries out what a client's word means.
    ///
    /// # Errors
    /// Returns [`IllegalMove`], and leaves everything as it was, if it is illegal.
    pub fn play(&mut self, seat: Seat, meaning: Meaning) -> Result<(), IllegalMove> {
        match meaning {
            Meaning::Nowhere => Err(IllegalMove),
            Meaning::Move(mv) if self.notation().is_repeated(self.context(), seat, mv) => Err(IllegalMove),
            Meaning::Move(mv) => self.play_move(seat, mv),
            Meaning::Pick(kind) => {
                if !self.notation().is_legal(self.context(), seat, meaning) {
                    return Err(IllegalMove);
                }
                self.client.pick(seat, kind);
                Ok(())
            }
        }
    }

    /// Returns the reason why a side may not do this now; `None` if it may.
    pub fn why_illegal(&self, seat: Seat, meaning: Meaning) -> Option<&'static str> {
        match meaning {
            Meaning::Nowhere => Some("there is no such point on this board"),
            Meaning::Move(mv) => self.game().why_illegal(seat, mv),
            Meaning::Pick(_) if self.notation().is_legal(self.context(), seat, meaning) => None,
            Meaning::Pick(_) => Some("this kind of stone has no legal point now"),
        }
    }

    fn play_move(&mut self, seat: Seat, mv: Move) -> Result<(), IllegalMove> {
        self.engine.game_mut().play(seat, mv)?;
        self.node = self.tree.add(self.node, seat, mv, true);
        self.pondering = None;
        self.client.moved(self.engine.game().info());
        Ok(())
    }

    /// Takes back `count` moves; picks from a palette, and stones that a file sets up, count as moves.
    ///
    /// # Errors
    /// Returns [`CannotUndo`], and leaves everything as it was, if fewer were played.
    pub fn undo(&mut self, count: usize) -> Result<(), CannotUndo> {
        let (tree, from) = (&self.tree, self.node);
        let game = self.engine.game_mut();
        let mut to = from;
        let take_back = |steps| {
            to = tree.before(from, steps).ok_or(CannotUndo)?;
            tree.travel(game, from, to);
            Ok(())
        };
        self.client.undo(tree.setup().info(), count, take_back).ok_or(CannotUndo)??;
        self.node = to;
        self.tree.take_back(to);
        if count > 0 {
            self.pondering = None;
        }
        Ok(())
    }

    /// Rebuilds the engine from the record of the game, after a panic in a command.
    pub(crate) fn recover(&mut self) {
        self.engine = Engine::new(self.tree.game_at(self.node), &self.knowledge);
        self.pondering = None;
        self.latest_moves.clear();
    }
}
