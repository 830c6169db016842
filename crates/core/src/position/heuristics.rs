//! Playouts, priors and features for the search.

use super::{FirstPlays, Position};
use crate::board::{MAX_POINTS, Point};
use crate::random::{Rng, random_below};
use crate::types::{Margin, Move, Seat, Stone};
use crate::weights::Weights;
use quintet_network::Expectation;

/// Prior knowledge about a move, used before it has any visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// The weight in the exploration term; 1.0 is neutral.
    pub weight: f32,
    /// The expected result for the side to move, from 0 (a loss) to 1 (a win).
    pub value: f32,
    /// The number of simulations that [`Prior::value`] counts for; 0 if there is no estimate.
    pub samples: u32,
}

impl Prior {
    /// No knowledge.
    pub const NEUTRAL: Prior = Prior { weight: 1.0, value: 0.0, samples: 0 };
}

/// Observer for the moves of a playout. `()` is a no-op observer that compiles to nothing.
///
/// A game whose result does not depend on the order of moves may report them in another order.
pub trait MoveObserver {
    /// Whether all moves are ignored, so that a playout need not report any.
    const SILENT: bool = false;

    /// Called when `seat` has played `mv`.
    fn played(&mut self, seat: Seat, mv: Move);
}

impl MoveObserver for () {
    const SILENT: bool = true;

    #[inline]
    fn played(&mut self, _: Seat, _: Move) {}
}

/// The observer of a playout as trait objects take it.
pub enum PlayoutObserver<'a> {
    /// Nobody observes.
    None,
    /// The search, which gathers RAVE statistics.
    FirstPlays(&'a mut FirstPlays),
    /// Anybody else.
    Each(&'a mut dyn FnMut(Seat, Move)),
}

impl PlayoutObserver<'_> {
    /// Calls `run` with this observer. Never inlined: [`run_playout`] would be slower for all
    /// observers.
    #[cold]
    #[inline(never)]
    pub fn observe<R>(mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        run(&mut self)
    }
}

impl MoveObserver for PlayoutObserver<'_> {
    #[inline]
    fn played(&mut self, seat: Seat, mv: Move) {
        match self {
            PlayoutObserver::None => (),
            PlayoutObserver::FirstPlays(first) => first.played(seat, mv),
            PlayoutObserver::Each(each) => each(seat, mv),
        }
    }
}

/// Runs a playout kernel with the [`MoveObserver`] of a [`PlayoutObserver`]:
/// `run_playout!(observer, |observer| RandomGame { position: self, rng, observer })`.
///
/// On x86-64 the kernel is compiled for the features of current processors with no observer and
/// with the search's, and once more for old processors and other observers. Kernels that do not run
/// much faster without an observer take the [`PlayoutObserver`] itself.
#[macro_export]
macro_rules! run_playout {
    ($observer:expr, |$name:ident| $kernel:expr) => {{
        #[cfg(target_arch = "x86_64")]
        let margin = match (::quintet_system::cpu::Fast::detect(), $observer) {
            (Some(fast), $crate::position::PlayoutObserver::None) => {
                let $name = &mut ();
                fast.run($kernel)
            }
            (Some(fast), $crate::position::PlayoutObserver::FirstPlays($name)) => fast.run($kernel),
            (_, others) => others.observe(|$name| ::quintet_system::cpu::run_portable($kernel)),
        };
        #[cfg(not(target_arch = "x86_64"))]
        let margin = $observer.observe(|$name| ::quintet_system::cpu::run_portable($kernel));
        margin
    }};
}
pub use run_playout;

/// Playouts and prior knowledge about moves. Every method has a default that uses the rules alone.
pub trait Heuristics: Position {
    /// Returns a lower bound for the number of moves until the game can be over; 0 if it is.
    fn plies_to_end(&self) -> u32 {
        u32::from(!self.is_over())
    }

    /// Returns the heuristic prior weight of a legal move; 1.0 is neutral.
    fn prior(&self, _mv: Move) -> f32 {
        1.0
    }

    /// Appends the features of legal moves: for each move its entry in each table of
    /// [`HeuristicsInfo::prior`](crate::weights::HeuristicsInfo::prior). Called only if the game
    /// has tables.
    fn features(&self, _moves: &[Move], _features: &mut Vec<u16>) {}

    /// Appends the network's input for each point, one bit for each of
    /// [`HeuristicsInfo::inputs`](crate::weights::HeuristicsInfo::inputs), seen by the side to
    /// move. Called only if the game has inputs.
    fn inputs(&self, _inputs: &mut Vec<u16>) {}

    /// Appends the prior knowledge about each of the legal moves: [`Heuristics::prior`] times what
    /// the learned weights say about the move's features.
    ///
    /// Returns what a network expects of the position, if there is one.
    fn priors(&self, weights: &Weights, moves: &[Move], priors: &mut Vec<Prior>) -> Option<Expectation> {
        let from = priors.len();
        priors.extend(moves.iter().map(|&mv| Prior { weight: self.prior(mv), ..Prior::NEUTRAL }));
        if !weights.is_neutral() {
            let mut features = Vec::new();
            self.features(moves, &mut features);
            let learned = weights.factors(&features);
            priors[from..].iter_mut().zip(learned).for_each(|(prior, factor)| prior.weight *= factor);
        }
        None
    }

    /// Plays uniformly random moves to the end of the game and returns the margin for Black.
    ///
    /// If the game is not over after three moves a point, returns the score as it stands, or 0.
    fn playout(&mut self, rng: &mut Rng, mut observer: PlayoutObserver<'_>) -> f64 {
        let mut moves = Vec::new();
        for _ in 0..3 * MAX_POINTS {
            moves.clear();
            self.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random_below(rng, moves.len() as u32) as usize];
            observer.played(self.to_move(), mv);
            self.play_unchecked(mv);
        }
        self.score().map_or(0.0, Margin::points)
    }

    /// Plays random moves that are biased towards good ones, and returns the margin for Black.
    ///
    /// May stop before the end, with the score as it stands, when one side is hopelessly behind;
    /// afterwards the position is good for [`Heuristics::owner`] alone. The same generator gives
    /// the same moves on every machine.
    fn informed_playout(&mut self, _weights: &Weights, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        self.playout(rng, observer)
    }

    /// Returns the owner of a point as the board stands, for ownership maps.
    fn owner(&self, point: Point) -> Option<Seat> {
        match self.stone(point)? {
            Stone::Black => Some(Seat::Black),
            Stone::White => Some(Seat::White),
            _ => None,
        }
    }
}
