//! Cascade (Torben Mogensen, 2009): stones of three colours on a square that stands on its corner;
//! squares below two filled ones fill by themselves.

mod features;
mod filling;
mod greedy;
mod heuristics;
mod network_inputs;
mod playout;
mod presentation;
mod solvable;
mod tutorial;

use quintet_core::board::{Bits, Geometry, Point, Shape, hash};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::{AnyPosition, Position};
use quintet_core::rule;
use quintet_core::setup::{GameInfo, KindInfo, PresentationInfo, Rule as _, Setup, SolvingInfo, TestBoards, levels};
use quintet_core::types::{Action, Ending, Margin, Move, Outcome, Seat, Stone};
use quintet_core::weights::HeuristicsInfo;

/// The constant facts of Cascade.
pub static INFO: GameInfo = GameInfo {
    id: "cascade",
    title: "Cascade",
    sizes: 1..=25,
    default_size: 8,
    rules: &[Fill::INFO],
    kinds: &[
        KindInfo { name: "white", stone: Some(Stone::White) },
        KindInfo { name: "black", stone: Some(Stone::Black) },
        KindInfo { name: "red", stone: Some(Stone::Red) },
    ],
    stones: &[Stone::White, Stone::Black, Stone::Red],
    first: Seat::White,
    geometry: |setup| Geometry::rectangle(Shape::Diamond, setup.width(), setup.width()),
    position,
    heuristics: HeuristicsInfo {
        prior: features::TABLES,
        inputs: network_inputs::INPUTS,
        weights: weights_file!("cascade"),
        domain_weights: &[weights_file!("cascade-network")],
    },
    solving: SolvingInfo { can_repeat: false, symmetries: solvable::symmetries, ..SolvingInfo::BASE },
    levels: levels([
        (2, 0.97, 1.0),
        (3, 0.955, 1.0),
        (4, 0.933, 1.0),
        (5, 0.91, 1.0),
        (6, 0.872, 1.0),
        (7, 0.87, 0.99),
        (8, 0.83, 0.96),
        (10, 0.755, 0.87),
        (13, 0.635, 0.735),
        (24, 0.42, 0.5),
        (60, 0.2, 0.25),
        (400, 0.0, 0.0),
    ]),
    puzzles: include_str!("puzzles.txt"),
    tasks: include_str!("tasks.txt"),
    presentation: PresentationInfo {
        summary: "Place a white, black or red stone on any empty square; each empty square below two filled ones then \
            fills by itself: with their colour if they are alike, with the third if they differ. On the full board \
            more white than black stones win for White.",
        gogui_id: "Cascade",
        tutorial: &tutorial::TUTORIAL,
        ..PresentationInfo::BASE
    },
    test_boards: TestBoards {
        small: &["1", "2", "3", "4", "5", "7"],
        large: &["8", "25", "25 fill=both", "9 fill=both"],
    },
    ..GameInfo::BASE
};

rule! {
    /// The squares next to two filled ones that are filled.
    Fill = "fill" {
        /// Those below.
        Down = "down",
        /// Those below and those above.
        Both = "both",
    }
}

/// Makes a position with sets of squares as large as the board needs.
fn position(setup: &Setup, diagram: &Diagram) -> Result<Box<dyn AnyPosition>, DiagramError> {
    Ok(match setup.width() {
        0..=8 => Box::new(Cascade::<1>::from_diagram(setup, diagram)?),
        9..=11 => Box::new(Cascade::<2>::from_diagram(setup, diagram)?),
        12..=16 => Box::new(Cascade::<4>::from_diagram(setup, diagram)?),
        _ => Box::new(Cascade::<10>::from_diagram(setup, diagram)?),
    })
}

/// A position of Cascade; `W` words hold a set of its squares.
///
/// The colour of a square is a number, one more than the kind of its stone: white 1, black 2, red
/// 3; 0 is empty. So the third of two different colours is their exclusive or.
#[derive(Clone, PartialEq, Debug)]
struct Cascade<const W: usize> {
    /// The squares whose colour has the lower bit set.
    low: Bits<W>,
    /// The squares whose colour has the higher bit set.
    high: Bits<W>,
    /// The number of empty squares.
    empty: u16,
    width: u8,
    /// Whether squares above two filled ones are filled too.
    both: bool,
    to_move: Seat,
}

impl<const W: usize> Cascade<W> {
    fn new(setup: &Setup) -> Cascade<W> {
        let width = setup.width();
        Cascade {
            low: Bits::EMPTY,
            high: Bits::EMPTY,
            empty: width * width,
            width: width as u8,
            both: setup.choice::<Fill>() == Fill::Both,
            to_move: INFO.first,
        }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Cascade<W>, DiagramError> {
        let mut position = Cascade::new(setup);
        diagram.place_stones(&setup.geometry(), |square, stone| {
            let Some(kind) = INFO.kinds.iter().position(|kind| kind.stone == Some(stone)) else { return false };
            position.place(square.index(), kind as u8);
            true
        })?;
        diagram.read_state(|_, _| None)?;
        position.fill();
        position.to_move = diagram.to_move;
        Ok(position)
    }

    fn squares(&self) -> usize {
        usize::from(self.width) * usize::from(self.width)
    }

    /// Returns all squares of the board.
    fn board(&self) -> Bits<W> {
        Bits::first(self.squares())
    }

    #[inline]
    fn filled(&self) -> Bits<W> {
        self.low | self.high
    }

    /// Returns the kind of the stone on a square.
    fn kind(&self, square: usize) -> Option<u8> {
        let colour = u8::from(self.low.contains(square)) | u8::from(self.high.contains(square)) << 1;
        colour.checked_sub(1)
    }

    /// Puts a stone on an empty square.
    #[inline]
    fn place(&mut self, square: usize, kind: u8) {
        let colour = kind + 1;
        if colour & 1 != 0 {
            self.low.insert(square);
        }
        if colour & 2 != 0 {
            self.high.insert(square);
        }
        self.empty -= 1;
    }

    /// Returns the numbers of black and white stones.
    #[inline]
    fn stone_counts(&self) -> [u32; 2] {
        let count = |ones: Bits<W>, others: Bits<W>| (ones & !others).count();
        [count(self.high, self.low), count(self.low, self.high)]
    }

    /// Returns the number of stones by which Black leads.
    #[inline]
    fn lead(&self) -> i32 {
        let [black, white] = self.stone_counts();
        black as i32 - white as i32
    }

    /// Returns the number of stones by which a side leads.
    #[inline]
    fn lead_of(&self, seat: Seat) -> i32 {
        if seat == Seat::Black { self.lead() } else { -self.lead() }
    }
}

impl<const W: usize> Position for Cascade<W> {
    fn diagram(&self) -> Diagram {
        let stones = (0..self.squares()).map(|square| self.stone(Point(square as u16))).collect();
        Diagram { stones, to_move: self.to_move, state: Default::default() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        INFO.kinds[usize::from(self.kind(point.index())?)].stone
    }

    #[inline]
    fn to_move(&self) -> Seat {
        self.to_move
    }

    #[inline]
    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: Margin::new(self.lead().into()), ending: Ending::FULL_BOARD })
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.empty == 0
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let empty = !self.filled() & self.board();
        for kind in 0..3 {
            empty.for_each(|point| moves.push(Move::place(kind, point)));
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0..3, point }
            if point.index() < self.squares() && !self.filled().contains(point.index()))
    }

    #[inline]
    fn count_legal(&self) -> usize {
        3 * usize::from(self.empty)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Action::Place { kind, point } = mv.action() {
            self.place(point.index(), kind);
            self.fill();
        }
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn key(&self) -> u64 {
        let seat = [u64::from(self.to_move == Seat::White)];
        hash(self.low.0.into_iter().chain(self.high.0).chain(seat))
    }

    fn recomputed_key(&self) -> u64 {
        let mut copy = Cascade { low: Bits::EMPTY, high: Bits::EMPTY, empty: u16::MAX, ..self.clone() };
        for square in 0..self.squares() {
            if let Some(kind) = self.kind(square) {
                copy.place(square, kind);
            }
        }
        copy.key()
    }
}

#[cfg(test)]
mod tests;
