//! Broken games: each wraps one of the five games and has one small defect, which the conformance
//! kit must find.

use std::any::Any;
use std::cell::Cell;
use std::sync::LazyLock;

use quintet_conformance::Promise;
use quintet_core::board::{Geometry, Point};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::{
    AnyPosition, Heuristics, Marks, PlayoutObserver, Position, Presentation, Repetition, Solvable, Step, Tint,
};
use quintet_core::random::Rng;
use quintet_core::setup::{GameInfo, Setup};
use quintet_core::types::{IllegalMove, Margin, Move, Outcome, Seat, Stone};
use quintet_core::weights::Weights;
use quintet_games::GAMES;
use quintet_record::position_line as line;

/// A defect of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defect {
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
    TheKeyIsNotUpdated,
    AllKeysAreAlike,
    AllPositionsAreEqual,
    NoPositionsAreEqual,
    TheDiagramLacksAStone,
    TheDiagramHasTheOtherSeat,
    DiagramsLoseTheirState,
    OutOfTurnIsIgnored,
    RefusedMovesPassTheTurn,
    PlayDoesNothing,
    StepsReportTheOtherSeat,
    PlayoutsStopEarly,
    PlayoutsReturnAnotherMargin,
    PlayoutsReportAnotherSeat,
    PlayoutsDependOnTheObserver,
    NormalizingPassesTheTurn,
    WeightsCanBeNegative,
    InformedPlayoutsPlayNothing,
    BarredPointsAreTaken,
    DrawingsLeaveTheBoard,
    OutcomesAreNotExplained,
    TheScoreForgetsTheOutcome,
    TheOtherSeatBegins,
    StonesHaveTheOtherColour,
    CopiesHaveTheOtherSeat,
    TwoPassesAreFinal,
}

/// All defects with the promises that they break.
pub const DEFECTS: &[(Defect, &[Promise])] = {
    use Promise::*;
    &[
        (Defect::TakenPointsAreLegal, &[Legality]),
        (Defect::TakenPointsAreGenerated, &[Legality, Count, NoPanic, Playout]),
        (Defect::TheLastMoveIsForgotten, &[Legality, Count, Perft]),
        (Defect::MovesDescend, &[Order]),
        (Defect::OneMoveTooManyIsCounted, &[Count, Perft]),
        (Defect::OddMovesPanic, &[NoPanic]),
        (Defect::TheEndIsFarAway, &[Bound]),
        (Defect::TheEndIsNeverAnnounced, &[End, Bound, Playout]),
        (Defect::TheKeyIgnoresTheSeat, &[Key]),
        (Defect::TheKeyIsNotUpdated, &[Key]),
        (Defect::AllKeysAreAlike, &[Key]),
        (Defect::AllPositionsAreEqual, &[Equality]),
        (Defect::NoPositionsAreEqual, &[Play, Equality, OutOfTurn, Copies, Resume]),
        (Defect::TheDiagramLacksAStone, &[Diagram]),
        (Defect::TheDiagramHasTheOtherSeat, &[Start, Diagram]),
        (Defect::DiagramsLoseTheirState, &[Diagram, Playout, Key]),
        (Defect::OutOfTurnIsIgnored, &[OutOfTurn]),
        (Defect::RefusedMovesPassTheTurn, &[Play]),
        (Defect::PlayDoesNothing, &[Play]),
        (Defect::StepsReportTheOtherSeat, &[Play]),
        (Defect::PlayoutsStopEarly, &[Playout]),
        (Defect::PlayoutsReturnAnotherMargin, &[Playout]),
        (Defect::PlayoutsReportAnotherSeat, &[Playout]),
        (Defect::PlayoutsDependOnTheObserver, &[Playout]),
        (Defect::NormalizingPassesTheTurn, &[Playout]),
        (Defect::WeightsCanBeNegative, &[Prior]),
        (Defect::InformedPlayoutsPlayNothing, &[Playout]),
        (Defect::BarredPointsAreTaken, &[Marks]),
        (Defect::DrawingsLeaveTheBoard, &[Marks]),
        (Defect::OutcomesAreNotExplained, &[Marks]),
        (Defect::TheScoreForgetsTheOutcome, &[End, Playout]),
        (Defect::TheOtherSeatBegins, &[Start]),
        (Defect::StonesHaveTheOtherColour, &[Play, Diagram]),
        (Defect::CopiesHaveTheOtherSeat, &[Play, Equality, Key, OutOfTurn, Copies, Resume]),
        (Defect::TwoPassesAreFinal, &[Resume]),
    ]
};

thread_local! {
    static ACTIVE: Cell<Defect> = const { Cell::new(Defect::None) };
}

/// Calls `work` while the broken games of this thread have a defect.
pub fn with_defect<T>(defect: Defect, work: impl FnOnce() -> T) -> T {
    ACTIVE.set(defect);
    let result = work();
    ACTIVE.set(Defect::None);
    result
}

fn is_active(defect: Defect) -> bool {
    ACTIVE.get() == defect
}

/// Returns the setup with its game replaced by the broken game.
pub fn broken_setup(setup: &Setup) -> Setup {
    static LIARS: LazyLock<Vec<GameInfo>> =
        LazyLock::new(|| GAMES.iter().map(|info| GameInfo { position, ..(*info).clone() }).collect());
    let liars: Vec<&GameInfo> = LIARS.iter().collect();
    line::read_among(&liars, &line::format(setup, &setup.empty_diagram())).unwrap().0
}

fn position(setup: &Setup, diagram: &Diagram) -> Result<Box<dyn AnyPosition>, DiagramError> {
    let info = quintet_games::find(setup.info().id).unwrap();
    let mut read = diagram.clone();
    if is_active(Defect::DiagramsLoseTheirState) {
        read.state.clear();
    }
    let mut liar = Liar { inner: (info.position)(setup, &read)?, own_stones: info.own_stones };
    if *diagram == setup.empty_diagram() && is_active(Defect::TheOtherSeatBegins) {
        liar.pass_the_turn();
    }
    Ok(Box::new(liar))
}

/// A position with the defect of its thread. It implements [`AnyPosition`] itself, to be wrong
/// there too.
struct Liar {
    inner: Box<dyn AnyPosition>,
    own_stones: [Stone; 2],
}

impl Liar {
    /// Returns the occupied points.
    fn taken(&self) -> impl Iterator<Item = Point> + '_ {
        let diagram = self.inner.diagram();
        (0..).map(Point).zip(diagram.stones).filter(|(_, stone)| stone.is_some()).map(|(point, _)| point)
    }

    fn pass_the_turn(&mut self) {
        self.inner.set_to_move(self.inner.to_move().other());
    }

    fn copy(&self) -> Liar {
        let mut copy = Liar { inner: self.inner.clone(), own_stones: self.own_stones };
        if is_active(Defect::CopiesHaveTheOtherSeat) && !self.inner.is_over() {
            copy.pass_the_turn();
        }
        copy
    }
}

impl AnyPosition for Liar {
    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.copy())
    }

    fn copy_from(&mut self, other: &dyn AnyPosition) {
        *self = other.as_any().downcast_ref::<Liar>().unwrap().copy();
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        let other = other.as_any().downcast_ref::<Liar>().unwrap();
        is_active(Defect::AllPositionsAreEqual)
            || !is_active(Defect::NoPositionsAreEqual) && *self.inner == *other.inner
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn size(&self) -> usize {
        self.inner.size()
    }

    fn step(&mut self, mv: Move) -> Step {
        self.play_unchecked(mv);
        let to_move = self.to_move();
        let to_move = if is_active(Defect::StepsReportTheOtherSeat) { to_move.other() } else { to_move };
        Step { to_move, is_over: self.is_over() }
    }

    fn advance_from(&mut self, other: &dyn AnyPosition, mv: Move) -> [f64; 2] {
        self.copy_from(other);
        self.advance(mv);
        self.known_bounds()
    }

    fn playouts(&self, count: u64, weights: Option<&Weights>, rng: &mut Rng) -> f64 {
        self.inner.playouts(count, weights, rng)
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let played = self.inner.play(mv);
        if played.is_err() && is_active(Defect::RefusedMovesPassTheTurn) && !self.inner.is_over() {
            self.pass_the_turn();
        }
        played
    }
}

impl Position for Liar {
    fn diagram(&self) -> Diagram {
        let mut diagram = self.inner.diagram();
        if is_active(Defect::TheDiagramLacksAStone)
            && let Some(stone) = diagram.stones.iter_mut().find(|stone| stone.is_some_and(|s| s != Stone::Blocked))
        {
            *stone = None;
        }
        if is_active(Defect::TheDiagramHasTheOtherSeat) {
            diagram.to_move = diagram.to_move.other();
        }
        diagram
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let [black, white] = self.own_stones;
        match self.inner.stone(point) {
            Some(stone) if is_active(Defect::StonesHaveTheOtherColour) && stone == black => Some(white),
            stone => stone,
        }
    }

    fn to_move(&self) -> Seat {
        self.inner.to_move()
    }

    fn set_to_move(&mut self, seat: Seat) {
        if !is_active(Defect::OutOfTurnIsIgnored) {
            self.inner.set_to_move(seat);
        }
    }

    fn resume(&mut self) -> bool {
        !is_active(Defect::TwoPassesAreFinal) && self.inner.resume()
    }

    fn set_komi(&mut self, komi: f64) {
        self.inner.set_komi(komi);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    fn is_over(&self) -> bool {
        !is_active(Defect::TheEndIsNeverAnnounced) && self.inner.is_over()
    }

    fn score(&self) -> Option<Margin> {
        if is_active(Defect::TheScoreForgetsTheOutcome) && self.inner.is_over() { None } else { self.inner.score() }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let from = moves.len();
        self.inner.legal_moves(moves);
        if is_active(Defect::TakenPointsAreGenerated) {
            moves.extend(self.taken().map(|point| Move::place(0, point)));
            moves[from..].sort();
        }
        if is_active(Defect::TheLastMoveIsForgotten) && moves.len() > from + 1 {
            moves.pop();
        }
        if is_active(Defect::MovesDescend) {
            moves[from..].reverse();
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        assert!(!(is_active(Defect::OddMovesPanic) && mv.code() == 0x1c07), "no such move");
        let taken = mv.point().is_some_and(|point| self.taken().any(|taken| taken == point));
        let kind_0 = mv.code() < 1 << 10;
        self.inner.is_legal(mv)
            || taken && kind_0 && is_active(Defect::TakenPointsAreLegal)
            || taken && kind_0 && is_active(Defect::TakenPointsAreGenerated)
    }

    fn count_legal(&self) -> usize {
        self.inner.count_legal() + usize::from(is_active(Defect::OneMoveTooManyIsCounted) && !self.inner.is_over())
    }

    fn play_unchecked(&mut self, mv: Move) {
        if !is_active(Defect::PlayDoesNothing) {
            self.inner.play_unchecked(mv);
        }
    }

    fn key(&self) -> u64 {
        if is_active(Defect::AllKeysAreAlike) {
            return 7;
        }
        let mut position = self.inner.clone();
        if is_active(Defect::TheKeyIgnoresTheSeat) {
            position.set_to_move(Seat::Black);
        }
        position.key() ^ u64::from(is_active(Defect::TheKeyIsNotUpdated) && self.taken().count() > 1)
    }

    fn recomputed_key(&self) -> u64 {
        let is_broken = is_active(Defect::AllKeysAreAlike) || is_active(Defect::TheKeyIgnoresTheSeat);
        if is_broken { self.key() } else { self.inner.recomputed_key() }
    }

    fn repetition(&self) -> Repetition {
        self.inner.repetition()
    }

    fn occurrence(&self, mover: Option<Seat>) -> Option<u64> {
        self.inner.occurrence(mover)
    }

    fn normalize(&mut self) {
        self.inner.normalize();
        if is_active(Defect::NormalizingPassesTheTurn) && !self.inner.is_over() {
            self.pass_the_turn();
        }
    }
}

impl Heuristics for Liar {
    fn plies_to_end(&self) -> u32 {
        let plies = self.inner.plies_to_end();
        if is_active(Defect::TheEndIsFarAway) && plies > 0 { plies + 1 } else { plies }
    }

    fn prior(&self, mv: Move) -> f32 {
        if is_active(Defect::WeightsCanBeNegative) { -1.0 } else { self.inner.prior(mv) }
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        self.inner.features(moves, features);
    }

    fn playout(&mut self, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        let unobserved = matches!(observer, PlayoutObserver::None);
        let mut count = 0;
        let margin = match observer {
            PlayoutObserver::Each(each) => {
                let mut twisted = |seat: Seat, mv| {
                    count += 1;
                    let seat = if is_active(Defect::PlayoutsReportAnotherSeat) { seat.other() } else { seat };
                    if count == 1 || !is_active(Defect::PlayoutsStopEarly) {
                        each(seat, mv);
                    }
                };
                self.inner.playout(rng, PlayoutObserver::Each(&mut twisted))
            }
            observer => self.inner.playout(rng, observer),
        };
        let is_broken = unobserved && is_active(Defect::PlayoutsDependOnTheObserver)
            || is_active(Defect::PlayoutsReturnAnotherMargin);
        if is_broken { margin + 1.0 } else { margin }
    }

    fn informed_playout(&mut self, weights: &Weights, rng: &mut Rng, observer: PlayoutObserver<'_>) -> f64 {
        if is_active(Defect::InformedPlayoutsPlayNothing) {
            0.0
        } else {
            self.inner.informed_playout(weights, rng, observer)
        }
    }

    fn owner(&self, point: Point) -> Option<Seat> {
        self.inner.owner(point)
    }
}

impl Solvable for Liar {}

impl Presentation for Liar {
    fn barred(&self) -> Vec<Point> {
        if is_active(Defect::BarredPointsAreTaken) { self.taken().collect() } else { self.inner.barred() }
    }

    fn explain_outcome(&self, geometry: &Geometry, outcome: &Outcome) -> String {
        let is_broken = is_active(Defect::OutcomesAreNotExplained);
        if is_broken { String::new() } else { self.inner.explain_outcome(geometry, outcome) }
    }

    fn draw(&self, name: &str, geometry: &Geometry) -> Vec<Marks> {
        let mut marks = self.inner.draw(name, geometry);
        if is_active(Defect::DrawingsLeaveTheBoard) {
            marks.push(Marks::Tint(Tint::Green, vec![Point(geometry.width() * geometry.height())]));
        }
        marks
    }
}
