//! Games that lie: each wraps one of ours and tells one small untruth, for the conformance kit to catch.

use std::cell::Cell;

use quintet::board::Point;
use quintet::conformance::Promise;
use quintet::game::{Drawing, Game, Repetition, Trace};
use quintet::setup::{Diagram, DiagramError, GameInfo, Setup};
use quintet::words::{IllegalMove, Margin, Move, Outcome, Rng, Seat, Stone};

/// What a lying game lies about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lie {
    None,
    TakenPointsAreLegal,
    TakenPointsAreGenerated,
    TheLastMoveIsForgotten,
    MovesDescend,
    OneMoveTooManyIsCounted,
    OddMovesPanic,
    TheEndIsFarAway,
    TheEndIsNeverAnnounced,
    TheKeyIgnoresTheSeat,
    TheKeyIsNotKeptUp,
    AllKeysAreAlike,
    AllPositionsAreEqual,
    NoPositionsAreEqual,
    TheDiagramLacksAStone,
    TheDiagramHasTheOtherSeat,
    DiagramsLoseTheirState,
    OutOfTurnIsIgnored,
    RefusedMovesPassTheTurn,
    PlayDoesNothing,
    PlayoutsStopEarly,
    PlayoutsGiveAnotherMargin,
    PlayoutsTellAnotherSeat,
    PlayoutsLookAtTheTrace,
    NormalizingPassesTheTurn,
    WeightsCanBeNegative,
    InformedPlayoutsPlayNothing,
    BarredPointsAreTaken,
    TheScoreForgetsTheOutcome,
    TheOtherSeatBegins,
    StonesHaveTheOtherColour,
    CopiesHaveTheOtherSeat,
}

/// All lies, with the promises that are broken by them.
pub const LIES: &[(Lie, &[Promise])] = {
    use Promise::*;
    &[
        (Lie::TakenPointsAreLegal, &[Legality]),
        (Lie::TakenPointsAreGenerated, &[Legality, Count, NoPanic, Playout]),
        (Lie::TheLastMoveIsForgotten, &[Legality, Count, Perft]),
        (Lie::MovesDescend, &[Order]),
        (Lie::OneMoveTooManyIsCounted, &[Count, Perft]),
        (Lie::OddMovesPanic, &[NoPanic]),
        (Lie::TheEndIsFarAway, &[Bound]),
        (Lie::TheEndIsNeverAnnounced, &[End, Bound, Playout]),
        (Lie::TheKeyIgnoresTheSeat, &[Key]),
        (Lie::TheKeyIsNotKeptUp, &[Key]),
        (Lie::AllKeysAreAlike, &[Key]),
        (Lie::AllPositionsAreEqual, &[Equality]),
        (Lie::NoPositionsAreEqual, &[Play, Equality, OutOfTurn, Copies]),
        (Lie::TheDiagramLacksAStone, &[Diagram]),
        (Lie::TheDiagramHasTheOtherSeat, &[Start, Diagram]),
        (Lie::DiagramsLoseTheirState, &[Diagram, Playout, Key]),
        (Lie::OutOfTurnIsIgnored, &[OutOfTurn]),
        (Lie::RefusedMovesPassTheTurn, &[Play]),
        (Lie::PlayDoesNothing, &[Play]),
        (Lie::PlayoutsStopEarly, &[Playout]),
        (Lie::PlayoutsGiveAnotherMargin, &[Playout]),
        (Lie::PlayoutsTellAnotherSeat, &[Playout]),
        (Lie::PlayoutsLookAtTheTrace, &[Playout]),
        (Lie::NormalizingPassesTheTurn, &[Playout]),
        (Lie::WeightsCanBeNegative, &[Prior]),
        (Lie::InformedPlayoutsPlayNothing, &[Playout]),
        (Lie::BarredPointsAreTaken, &[Marks]),
        (Lie::TheScoreForgetsTheOutcome, &[End, Playout]),
        (Lie::TheOtherSeatBegins, &[Start]),
        (Lie::StonesHaveTheOtherColour, &[Play, Diagram]),
        (Lie::CopiesHaveTheOtherSeat, &[Play, Equality, Key, OutOfTurn, Copies]),
    ]
};

thread_local! {
    static TOLD: Cell<Lie> = const { Cell::new(Lie::None) };
}

/// Does some work while the games of this thread tell a lie.
pub fn telling<T>(lie: Lie, work: impl FnOnce() -> T) -> T {
    TOLD.set(lie);
    let done = work();
    TOLD.set(Lie::None);
    done
}

fn told(lie: Lie) -> bool {
    TOLD.get() == lie
}

/// A game that tells the lie of its thread.
pub struct Liar<G>(G);

impl<G: Game> Liar<G> {
    /// The points that are taken.
    fn taken(&self) -> impl Iterator<Item = Point> + '_ {
        let diagram = self.0.diagram();
        (0..).map(Point).zip(diagram.stones).filter(|(_, stone)| stone.is_some()).map(|(point, _)| point)
    }

    fn pass_the_turn(&mut self) {
        self.0.set_to_move(self.0.to_move().other());
    }
}

impl<G: Game> Clone for Liar<G> {
    fn clone(&self) -> Self {
        let mut copy = Liar(self.0.clone());
        if told(Lie::CopiesHaveTheOtherSeat) && !self.0.is_over() {
            copy.pass_the_turn();
        }
        copy
    }
}

impl<G: Game> PartialEq for Liar<G> {
    fn eq(&self, other: &Self) -> bool {
        told(Lie::AllPositionsAreEqual) || !told(Lie::NoPositionsAreEqual) && self.0 == other.0
    }
}

impl<G: Game> Game for Liar<G> {
    fn info() -> &'static GameInfo {
        G::info()
    }

    fn new(setup: &Setup) -> Self {
        let mut start = Liar(G::new(setup));
        if told(Lie::TheOtherSeatBegins) {
            start.pass_the_turn();
        }
        start
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut diagram = diagram.clone();
        if told(Lie::DiagramsLoseTheirState) {
            diagram.state.clear();
        }
        G::from_diagram(setup, &diagram).map(Liar)
    }

    fn diagram(&self) -> Diagram {
        let mut diagram = self.0.diagram();
        if told(Lie::TheDiagramLacksAStone)
            && let Some(stone) = diagram.stones.iter_mut().find(|stone| stone.is_some_and(|s| s != Stone::Blocked))
        {
            *stone = None;
        }
        if told(Lie::TheDiagramHasTheOtherSeat) {
            diagram.to_move = diagram.to_move.other();
        }
        diagram
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let [black, white] = G::info().own_stones;
        match self.0.stone(point) {
            Some(stone) if told(Lie::StonesHaveTheOtherColour) && stone == black => Some(white),
            stone => stone,
        }
    }

    fn to_move(&self) -> Seat {
        self.0.to_move()
    }

    fn set_to_move(&mut self, seat: Seat) {
        if !told(Lie::OutOfTurnIsIgnored) {
            self.0.set_to_move(seat);
        }
    }

    fn set_komi(&mut self, komi: f64) {
        self.0.set_komi(komi);
    }

    fn is_over(&self) -> bool {
        !told(Lie::TheEndIsNeverAnnounced) && self.0.is_over()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn score(&self) -> Option<Margin> {
        if told(Lie::TheScoreForgetsTheOutcome) && self.0.is_over() { None } else { self.0.score() }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let from = moves.len();
        self.0.legal_moves(moves);
        if told(Lie::TakenPointsAreGenerated) {
            moves.extend(self.taken().map(|point| Move::place(0, point)));
            moves[from..].sort();
        }
        if told(Lie::TheLastMoveIsForgotten) && moves.len() > from + 1 {
            moves.pop();
        }
        if told(Lie::MovesDescend) {
            moves[from..].reverse();
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        assert!(!(told(Lie::OddMovesPanic) && mv.code() == 0x1c07), "no such move");
        let taken = mv.point().is_some_and(|point| self.taken().any(|taken| taken == point));
        let kind_0 = mv.code() < 1 << 10;
        self.0.is_legal(mv)
            || taken && kind_0 && told(Lie::TakenPointsAreLegal)
            || taken && kind_0 && told(Lie::TakenPointsAreGenerated)
    }

    fn count_legal(&self) -> usize {
        self.0.count_legal() + usize::from(told(Lie::OneMoveTooManyIsCounted) && !self.0.is_over())
    }

    fn play_unchecked(&mut self, mv: Move) {
        if !told(Lie::PlayDoesNothing) {
            self.0.play_unchecked(mv);
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let played = self.0.play(mv);
        if played.is_err() && told(Lie::RefusedMovesPassTheTurn) && !self.0.is_over() {
            self.pass_the_turn();
        }
        played
    }

    fn key(&self) -> u64 {
        if told(Lie::AllKeysAreAlike) {
            return 7;
        }
        let mut position = self.0.clone();
        if told(Lie::TheKeyIgnoresTheSeat) {
            position.set_to_move(Seat::Black);
        }
        position.key() ^ u64::from(told(Lie::TheKeyIsNotKeptUp) && self.taken().count() > 1)
    }

    fn recomputed_key(&self) -> u64 {
        if told(Lie::AllKeysAreAlike) || told(Lie::TheKeyIgnoresTheSeat) { self.key() } else { self.0.recomputed_key() }
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn occurrence(&self, mover: Option<Seat>) -> Option<u64> {
        self.0.occurrence(mover)
    }

    fn normalize(&mut self) {
        self.0.normalize();
        if told(Lie::NormalizingPassesTheTurn) && !self.0.is_over() {
            self.pass_the_turn();
        }
    }

    fn plies_to_end(&self) -> u32 {
        let plies = self.0.plies_to_end();
        if told(Lie::TheEndIsFarAway) && plies > 0 { plies + 1 } else { plies }
    }

    fn prior(&self, mv: Move) -> f32 {
        if told(Lie::WeightsCanBeNegative) { -1.0 } else { self.0.prior(mv) }
    }

    fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        /// Tells the moves of a playout on, but not all, or not right.
        struct Twisted<'a, T>(&'a mut T, usize);
        impl<T: Trace> Trace for Twisted<'_, T> {
            fn played(&mut self, seat: Seat, mv: Move) {
                self.1 += 1;
                let seat = if told(Lie::PlayoutsTellAnotherSeat) { seat.other() } else { seat };
                if self.1 == 1 || !told(Lie::PlayoutsStopEarly) {
                    self.0.played(seat, mv);
                }
            }
        }
        let margin = self.0.playout(rng, &mut Twisted(trace, 0));
        match T::SILENT {
            true if told(Lie::PlayoutsLookAtTheTrace) => margin + 1.0,
            _ if told(Lie::PlayoutsGiveAnotherMargin) => margin + 1.0,
            _ => margin,
        }
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        self.0.features(moves, features);
    }

    fn informed_playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        if told(Lie::InformedPlayoutsPlayNothing) { 0.0 } else { self.0.informed_playout(rng, trace) }
    }

    fn owner(&self, point: Point) -> Option<Seat> {
        self.0.owner(point)
    }

    fn barred(&self) -> Vec<Point> {
        if told(Lie::BarredPointsAreTaken) { self.taken().collect() } else { self.0.barred() }
    }

    fn drawings() -> &'static [Drawing<Self>] {
        &[]
    }
}
