//! The fate of a single group: a search in which all that counts is who owns its points at the end.

use std::sync::Arc;

use quintet_core::board::{Point, PointSet};
use quintet_core::diagram::Diagram;
use quintet_core::game::Game;
use quintet_core::position::{
    AnyPosition, Heuristics, PlayoutObserver, Position, Presentation, Prior, Repetition, Solvable,
};
use quintet_core::random::Rng;
use quintet_core::setup::Setup;
use quintet_core::types::{Margin, Move, Outcome, Seat, Stone};
use quintet_core::weights::Weights;
use quintet_network::Expectation;
use quintet_search::{Interrupt, Limits, ParamOverrides, Search, SearchOptions, Tree};

/// The memory of a search, in MiB.
const TREE_MIB: usize = 8;

/// The visits of a search. Half as many again changed one verdict in 209 games of GNU Go, and not
/// for the better.
const VISITS: u64 = 80;

/// A position in which the score is who owns some of the points, and in which only moves near them
/// are considered.
#[derive(Clone)]
pub struct Fight {
    inner: Box<dyn AnyPosition>,
    stakes: Arc<[Point]>,
    near: PointSet,
}

impl PartialEq for Fight {
    fn eq(&self, other: &Fight) -> bool {
        self.inner.equals(&*other.inner) && self.stakes == other.stakes && self.near == other.near
    }
}

impl Fight {
    /// Returns the stakes that Black owns as the board stands, less those that White owns.
    fn balance(&self) -> f64 {
        self.stakes.iter().filter_map(|&point| self.inner.owner(point)).map(Seat::sign).sum()
    }

    fn is_near(&self, mv: Move) -> bool {
        mv.point().is_none_or(|point| self.near.contains(point))
    }
}

impl Position for Fight {
    fn diagram(&self) -> Diagram {
        self.inner.diagram()
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        self.inner.stone(point)
    }

    fn to_move(&self) -> Seat {
        self.inner.to_move()
    }

    fn set_to_move(&mut self, seat: Seat) {
        self.inner.set_to_move(seat);
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.inner.outcome()?;
        Some(Outcome { margin: Margin::new(self.balance()), ..outcome })
    }

    fn is_over(&self) -> bool {
        self.inner.is_over()
    }

    fn score(&self) -> Option<Margin> {
        Some(Margin::new(self.balance()))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let from = moves.len();
        self.inner.legal_moves(moves);
        let near = moves.drain(from..).filter(|&mv| self.is_near(mv)).collect::<Vec<_>>();
        moves.extend(near);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.is_near(mv) && self.inner.is_legal(mv)
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.inner.play_unchecked(mv);
    }

    fn key(&self) -> u64 {
        self.inner.key()
    }

    fn recomputed_key(&self) -> u64 {
        self.inner.recomputed_key()
    }

    fn repetition(&self) -> Repetition {
        self.inner.repetition()
    }

    fn occurrence(&self, mover: Option<Seat>) -> Option<u64> {
        self.inner.occurrence(mover)
    }

    fn normalize(&mut self) {
        self.inner.normalize();
    }
}

impl Heuristics for Fight {
    fn plies_to_end(&self) -> u32 {
        self.inner.plies_to_end()
    }

    fn prior(&self, mv: Move) -> f32 {
        self.inner.prior(mv)
    }

    fn priors(&self, weights: &Weights, moves: &[Move], priors: &mut Vec<Prior>) -> Option<Expectation> {
        self.inner.priors(weights, moves, priors);
        None
    }

    fn playout(&mut self, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        self.inner.playout(rng, observer);
        self.balance()
    }

    fn informed_playout(&mut self, weights: &Weights, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        self.inner.informed_playout(weights, rng, observer);
        self.balance()
    }

    fn owner(&self, point: Point) -> Option<Seat> {
        self.inner.owner(point)
    }
}

impl Solvable for Fight {}

impl Presentation for Fight {}

impl Fight {
    /// Creates a fight about points, in which both sides play near them only.
    pub fn new(start: &dyn AnyPosition, stakes: &[Point], near: PointSet) -> Fight {
        Fight { inner: start.boxed_clone(), stakes: stakes.into(), near }
    }

    /// Returns the chance of `owner` to own most of the stakes in the end, from 0 to 1, if `first`
    /// moves first.
    pub fn chance(&self, setup: &Setup, owner: Seat, first: Seat, weights: &Weights) -> f64 {
        let mut fight = self.clone();
        fight.inner.set_to_move(first);
        // A side that can only pass needs no search.
        while !fight.is_over() && fight.count_legal() == 1 {
            fight.play_unchecked(Move::PASS);
        }
        if fight.is_over() {
            return if fight.balance() * owner.sign() > 0.0 { 1.0 } else { 0.0 };
        }
        let seat = fight.to_move();
        let game = Game::from_position(setup.clone(), Box::new(fight));
        let root = game.search_position(seat);
        let interrupt = Interrupt::default();
        let limits = Limits { visits: Some(VISITS), time: None };
        let params = ParamOverrides::default().resolve(weights);
        let options = SearchOptions { limits, to_the_limit: true, ..SearchOptions::new(&interrupt) };
        let report = Search::new(&game, root, &params, weights, Tree::new(TREE_MIB), options).run(&mut |_| {}).report;
        let best = report.candidates.first().map_or(report.win_rate, |best| best.win_rate);
        if seat == owner { best } else { 1.0 - best }
    }
}
