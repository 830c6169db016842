//! How one client spells moves in one game, and what it has said so far that its next words depend on.

use super::{BareVertex, Instruction, Meaning, Picks, Spelling, Style, View};
use crate::gtp::answer::Failure;
use crate::history::AnyHistory;
use crate::setup::{GameInfo, Setup};
use crate::words::{Move, Seat};

/// A move that was decided on, of which the client knows only the kind of stone yet.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Plan {
    seat: Seat,
    mv: Move,
    /// The number of moves before it.
    moves: usize,
    key: u64,
}

/// A client's way of spelling, the stones that its seats have picked, and what a bare vertex means to it. Where a board has a
/// palette, picks are steps that can be taken back like moves; the session tells each move, so that the steps keep pace.
#[derive(Clone, Debug)]
pub struct Speech {
    style: Style,
    picks: Picks,
    plan: Option<Plan>,
    bare: BareVertex,
}

impl Speech {
    /// At the start of a game.
    pub fn new(style: Style, info: &GameInfo) -> Speech {
        Speech { style, picks: Picks::default(), plan: None, bare: BareVertex::default_of(info) }
    }

    /// The name of the spelling.
    pub fn style(&self) -> Style {
        self.style
    }

    /// The spelling.
    pub fn spelling(&self) -> &'static dyn Spelling {
        self.style.spelling()
    }

    /// What spelling depends on.
    pub fn view<'a>(&'a self, history: &'a dyn AnyHistory) -> View<'a> {
        View { history, picks: &self.picks, bare: self.bare }
    }

    /// What a bare vertex means.
    pub fn bare_vertex(&self) -> BareVertex {
        self.bare
    }

    /// Lets a bare vertex mean something else.
    pub fn set_bare_vertex(&mut self, bare: BareVertex) {
        self.bare = bare;
    }

    /// A game of a setup was begun, with so many moves played.
    pub fn begin(&mut self, setup: &Setup, moves: usize) {
        self.picks = Picks::after_moves(if self.spelling().has_palette(setup.info()) { moves } else { 0 });
        self.plan = None;
    }

    /// Reads a move of a seat.
    ///
    /// # Errors
    /// If the words are no move.
    pub fn read(
        &self,
        history: &dyn AnyHistory,
        seat: Seat,
        word: &str,
        kind: Option<&str>,
    ) -> Result<Meaning, Failure> {
        self.spelling().read(self.view(history), seat, word, kind)
    }

    /// What a client is told when the engine plays a move.
    pub fn instruction(&self, history: &dyn AnyHistory, seat: Seat, mv: Move) -> Instruction {
        self.spelling().instruction(self.view(history), seat, mv)
    }

    /// A seat picked a kind of stone.
    pub fn pick(&mut self, seat: Seat, kind: u8) {
        self.picks.pick(seat, kind);
    }

    /// A seat picked a kind of stone for a move that it will play when it is asked again.
    pub fn plan(&mut self, history: &dyn AnyHistory, seat: Seat, kind: u8, mv: Move) {
        self.picks.pick(seat, kind);
        self.plan = Some(Plan { seat, mv, moves: history.moves().len(), key: history.key() });
    }

    /// The move that a seat planned in this position.
    pub fn planned(&self, history: &dyn AnyHistory, seat: Seat) -> Option<Move> {
        let now = (seat, history.moves().len(), history.key());
        self.plan.filter(|plan| (plan.seat, plan.moves, plan.key) == now).map(|plan| plan.mv)
    }

    /// A move was played.
    pub fn moved(&mut self, info: &GameInfo) {
        if self.spelling().has_palette(info) {
            self.picks.moved();
        }
        self.plan = None;
    }

    /// Takes back `count` steps where so many can be, and tells how many of them were moves. `take_back` does it for those.
    pub fn undo<E>(
        &mut self,
        info: &GameInfo,
        count: usize,
        take_back: impl FnOnce(usize) -> Result<(), E>,
    ) -> Option<Result<(), E>> {
        let mut picks = self.picks.clone();
        let moves = if self.spelling().has_palette(info) { picks.undo(count)? } else { count };
        let done = take_back(moves);
        if done.is_ok() {
            self.picks = picks;
            self.plan = None;
        }
        Some(done)
    }
}
