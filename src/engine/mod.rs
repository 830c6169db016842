//! A player: a game in progress together with what it takes to choose a move in it.

mod clock;

use std::time::Duration;

use crate::game::{Game, Move, Rng, Seat, random_below};
use crate::history::{AnyHistory, History};
use crate::search::{Interrupt, Limits, Report};
use rand::SeedableRng as _;

pub use clock::{Clock, LONGEST, TimeSettings, seconds};

/// How the player thinks; changed by parameters, kept from game to game.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Threads of a search, 1 or more.
    pub threads: usize,
    /// Memory for the tree, in MiB.
    pub hash_mib: usize,
    /// The seed; the random stream of a move comes from it and the position alone.
    pub seed: u64,
    /// Resign where the expected result is below this share for some moves; 0 never resigns.
    pub resign_below: f64,
    /// Whether to think in the opponent's time.
    pub ponder: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { threads: 1, hash_mib: 256, seed: 0, resign_below: 0.0, ponder: false }
    }
}

/// What the player decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move; `None` where the seat has no legal move.
    pub mv: Option<Move>,
    /// Whether the player would rather resign.
    pub resigns: bool,
    /// What the search found.
    pub report: Report,
}

/// A [`Player`] whose game is known only at run time.
pub trait AnyPlayer: Send {
    /// The game in progress.
    fn history(&self) -> &dyn AnyHistory;

    /// The game in progress, to be changed. The player notices by itself what of its tree still serves.
    fn history_mut(&mut self) -> &mut dyn AnyHistory;

    /// Thinks and chooses a move for `seat`; nothing is played. With `fresh`, no kept tree is used or kept.
    /// `watch` is called about every `every` with the state of the search.
    fn choose(&mut self, request: &Request<'_>, watch: &mut dyn FnMut(&Report)) -> Choice;

    /// Thinks about the position with its seat to move until `interrupt` is called, or until there is nothing more
    /// to find out; a later [`AnyPlayer::choose`] goes on from there. For the opponent's time: call it when there
    /// is nothing else to do, and let the reader of commands call the interrupt.
    fn ponder(&mut self, settings: &Settings, interrupt: &Interrupt);

    /// How many moves `seat` can be expected to make until the end of the game: for [`Clock::budget`].
    fn moves_left(&self, seat: Seat) -> u32;

    /// Forgets what earlier searches found.
    fn clear_tree(&mut self);
}

/// A request for a move.
pub struct Request<'a> {
    /// Who is to move.
    pub seat: Seat,
    /// When to stop.
    pub limits: Limits,
    /// How to think.
    pub settings: &'a Settings,
    /// Use no kept tree and keep none.
    pub fresh: bool,
    /// How often to report; `None`: not at all.
    pub report_every: Option<Duration>,
    /// Ends the search from outside.
    pub interrupt: &'a Interrupt,
}

/// A game in progress and the search that plays it.
pub struct Player<G: Game> {
    history: History<G>,
}

impl<G: Game> Player<G> {
    /// A player for a game that goes on from `history`.
    pub fn new(history: History<G>) -> Player<G> {
        Player { history }
    }
}

impl<G: Game> AnyPlayer for Player<G> {
    fn history(&self) -> &dyn AnyHistory {
        &self.history
    }

    fn history_mut(&mut self) -> &mut dyn AnyHistory {
        &mut self.history
    }

    fn choose(&mut self, request: &Request<'_>, _watch: &mut dyn FnMut(&Report)) -> Choice {
        let moves = AnyHistory::legal_moves(&self.history, request.seat);
        let mut rng = Rng::seed_from_u64(request.settings.seed ^ self.history.position().key());
        let mv = (!moves.is_empty()).then(|| moves[random_below(&mut rng, moves.len() as u32) as usize]);
        let report = Report {
            seat: request.seat,
            candidates: Vec::new(),
            visits: 0,
            simulations: 0,
            win_rate: 0.5,
            proof: None,
            ownership: Vec::new(),
            time: Duration::ZERO,
        };
        Choice { mv, resigns: false, report }
    }

    fn ponder(&mut self, _settings: &Settings, _interrupt: &Interrupt) {}

    fn moves_left(&self, _seat: Seat) -> u32 {
        30
    }

    fn clear_tree(&mut self) {}
}
