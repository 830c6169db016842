//! The notation of one client in one game, and what it has said so far that its next words depend
//! on.

use quintet_core::game::Game;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{Move, Seat};

use super::{BareVertex, Context, Instruction, Meaning, Notation, PickedStones, Style};
use crate::answer::CommandError;

/// A move that the engine has chosen, while the client knows only its kind of stone.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Plan {
    seat: Seat,
    mv: Move,
    /// The number of moves before it.
    moves: usize,
    key: u64,
}

/// A client's notation, the kinds of stone that its players have picked, and what a bare vertex
/// means.
///
/// On boards with a palette, picks are steps that can be taken back like moves; the session reports
/// each move to keep the list of steps complete.
#[derive(Clone, Debug)]
pub struct ClientNotation {
    style: Style,
    picks: PickedStones,
    plan: Option<Plan>,
    bare: BareVertex,
}

impl ClientNotation {
    /// Returns a client's notation at the start of a game.
    pub fn new(style: Style, info: &GameInfo) -> ClientNotation {
        ClientNotation { style, picks: PickedStones::default(), plan: None, bare: BareVertex::default_of(info) }
    }

    /// The name of the notation.
    pub fn style(&self) -> Style {
        self.style
    }

    pub fn notation(&self) -> &'static dyn Notation {
        self.style.notation()
    }

    /// Returns what reading and writing moves depends on.
    pub fn context<'a>(&'a self, game: &'a Game) -> Context<'a> {
        Context { game, picks: &self.picks, bare: self.bare }
    }

    /// Returns what a bare vertex means.
    pub fn bare_vertex(&self) -> BareVertex {
        self.bare
    }

    /// Sets what a bare vertex means.
    pub fn set_bare_vertex(&mut self, bare: BareVertex) {
        self.bare = bare;
    }

    /// Begins a game of a setup, in which a number of moves were played.
    pub fn begin(&mut self, setup: &Setup, moves: usize) {
        self.picks = PickedStones::after_moves(if self.notation().has_palette(setup.info()) { moves } else { 0 });
        self.plan = None;
    }

    /// Reads a move of a side.
    ///
    /// # Errors
    /// Returns an error if the words are not a move.
    pub fn read(&self, game: &Game, seat: Seat, word: &str, kind: Option<&str>) -> Result<Meaning, CommandError> {
        self.notation().read(self.context(game), seat, word, kind)
    }

    /// Returns the instruction that shows the engine's move to the client.
    pub fn instruction(&self, game: &Game, seat: Seat, mv: Move) -> Instruction {
        self.notation().instruction(self.context(game), seat, mv)
    }

    /// Records that a side picked a kind of stone.
    pub fn pick(&mut self, seat: Seat, kind: u8) {
        self.picks.pick(seat, kind);
    }

    /// Records that the engine picked a kind of stone for a move that it will play when it is asked
    /// again.
    pub fn plan(&mut self, game: &Game, seat: Seat, kind: u8, mv: Move) {
        self.picks.pick(seat, kind);
        self.plan = Some(Plan { seat, mv, moves: game.moves().len(), key: game.key() });
    }

    /// Returns the move that the engine planned for a side in this position.
    pub fn planned(&self, game: &Game, seat: Seat) -> Option<Move> {
        let now = (seat, game.moves().len(), game.key());
        self.plan.filter(|plan| (plan.seat, plan.moves, plan.key) == now).map(|plan| plan.mv)
    }

    /// Records a move.
    pub fn moved(&mut self, info: &GameInfo) {
        if self.notation().has_palette(info) {
            self.picks.moved();
        }
        self.plan = None;
    }

    /// Takes back `count` steps; `take_back` takes back the moves among them. Returns `None` if
    /// there are fewer steps.
    pub fn undo<E>(
        &mut self,
        info: &GameInfo,
        count: usize,
        take_back: impl FnOnce(usize) -> Result<(), E>,
    ) -> Option<Result<(), E>> {
        let mut picks = self.picks.clone();
        let moves = if self.notation().has_palette(info) { picks.undo(count)? } else { count };
        let done = take_back(moves);
        if done.is_ok() {
            self.picks = picks;
            self.plan = None;
        }
        Some(done)
    }
}
