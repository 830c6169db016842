//! Cancer (Mark Steere, 2012): red and white groups, and cancer stones that take their liberties.
//! Relatives of Cancer have another [`Variant`].

mod eye;
mod features;
mod heuristics;
mod network_inputs;
mod playout;
mod presentation;
mod solvable;
mod tutorial;
mod variant;

use quintet_core::board::{Geometry, Point, Shape};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::{AnyPosition, Position};
use quintet_core::random::split_mix;
use quintet_core::rule;
use quintet_core::setup::{GameInfo, KindInfo, PresentationInfo, Rule as _, Setup, SolvingInfo, TestBoards, levels};
use quintet_core::types::{Action, Ending, Margin, Move, Outcome, Seat, Stone};
use quintet_core::weights::HeuristicsInfo;

use crate::chains::{CaptureSink, Cell, ChainBoard, ChainLiberties, EMPTY, Neighbours, WALL, sized_position};

use eye::Eye;

pub use variant::Variant;

/// The constant facts of Cancer.
pub static INFO: GameInfo = BASE;

/// The facts of Cancer, for `..cancer::BASE` in those of its relatives.
pub const BASE: GameInfo = GameInfo {
    id: "cancer",
    title: "Cancer",
    sizes: 2..=25,
    default_size: 9,
    rectangular: true,
    rules: &[eye::CHOICE, Pie::INFO],
    kinds: &[KindInfo { name: "own", stone: None }, KindInfo { name: "cancer", stone: Some(Stone::Cancer) }],
    own_stones: [Stone::Red, Stone::White],
    stones: &[Stone::Red, Stone::White, Stone::Cancer],
    has_margin: false,
    swap: Some(Pie::INFO.name),
    geometry: |setup| Geometry::rectangle(Shape::Square, setup.width(), setup.height()),
    position: |setup, diagram| position(setup, diagram, &variant::CANCER),
    heuristics: HeuristicsInfo {
        prior: features::TABLES,
        inputs: network_inputs::INPUTS,
        weights: weights_file!("cancer"),
        ..HeuristicsInfo::BASE
    },
    solving: SolvingInfo { can_repeat: false, values_are_margins: false, learned_ordering: true, ..SolvingInfo::BASE },
    levels: levels([
        (2, 0.97, 1.0),
        (6, 0.889, 1.0),
        (7, 0.868, 0.99),
        (8, 0.825, 0.95),
        (10, 0.76, 0.867),
        (13, 0.66, 0.76),
        (19, 0.525, 0.625),
        (38, 0.29, 0.38),
        (125, 0.05, 0.08),
        (240, 0.0, 0.0),
        (470, 0.0, 0.0),
        (1150, 0.0, 0.0),
    ]),
    puzzles: include_str!("puzzles.txt"),
    tasks: include_str!("tasks.txt"),
    presentation: PresentationInfo {
        summary: "Red and White each place a stone of their own, which never captures, or a black cancer stone, which \
            must capture or fill an eye. Cancer stones stay for ever and give no liberty. Wipe the opponent out. Pie \
            rule; no draws.",
        gogui_id: "Cancer",
        drawings: variant::CANCER.drawings,
        tutorial: &tutorial::TUTORIAL,
        ..PresentationInfo::BASE
    },
    test_boards: TestBoards {
        small: &["2", "3", "4", "2x3", "5x2", "5x4"],
        large: &["9", "25 eye=group", "7x12 eye=strict pie=off", "2x25"],
    },
    ..GameInfo::BASE
};

/// The end of a game in which a side has lost all its stones.
const ANNIHILATION: Ending = Ending::new("annihilation");

/// The kind of a side's own stone, an index into [`GameInfo::kinds`].
const OWN: u8 = 0;
/// The kind of a cancer stone.
const CANCER: u8 = 1;

/// The contents of cells with the stones of a variant.
const CONTENTS: [u8; 3] = [Seat::Black as u8, Seat::White as u8, WALL];

rule! {
    /// Whether White may take over Red's first stone.
    Pie = "pie" {
        /// It may.
        On = "on",
        /// It may not.
        Off = "off",
    }
}

/// Creates the position of a diagram with the rules of a variant.
///
/// # Errors
/// Returns an error if the diagram is not a position of the game.
pub fn position(
    setup: &Setup,
    diagram: &Diagram,
    variant: &'static Variant,
) -> Result<Box<dyn AnyPosition>, DiagramError> {
    sized_position!(Cancer, setup, diagram, variant)
}

/// A position of Cancer on a board of up to `S` − 1 rows and columns; `N` and `W` as in
/// [`LibertyBoard`](crate::chains::LibertyBoard). Cancer stones are walls of the board.
#[derive(Clone, Copy)]
struct Cancer<const S: usize, const N: usize, const W: usize> {
    board: ChainBoard<S, N>,
    variant: &'static Variant,
    eye: Eye,
    /// Whether White may swap.
    pie: bool,
    to_move: Seat,
    winner: Option<Seat>,
    /// The cell of the latest stone; 0 at the start and after a swap. Legality does not depend on
    /// it.
    last: Cell,
}

impl<const S: usize, const N: usize, const W: usize> Cancer<S, N, W> {
    /// Creates the starting position.
    fn new(setup: &Setup, variant: &'static Variant) -> Self {
        Cancer {
            board: ChainBoard::new(setup.width(), setup.height(), setup.blocked()),
            variant,
            eye: setup.choice(),
            pie: setup.choice::<Pie>() == Pie::On,
            to_move: Seat::Black,
            winner: None,
            last: 0,
        }
    }

    /// Reads a diagram.
    fn from_diagram(setup: &Setup, diagram: &Diagram, variant: &'static Variant) -> Result<Self, DiagramError> {
        let mut position = Self::new(setup, variant);
        let content = |stone| variant.stones.iter().position(|known| *known == stone);
        position.board = ChainBoard::from_diagram(setup, diagram, |stone| content(stone).map(|i| CONTENTS[i]))?;
        diagram.read_state(|word, value| position.read_state(word, value))?;
        position.to_move = diagram.to_move;
        position.normalize();
        Ok(position)
    }

    fn read_state(&mut self, word: &str, value: &str) -> Option<()> {
        let winner = match (word, value) {
            ("winner", "b") => Seat::Black,
            ("winner", "w") => Seat::White,
            _ => return None,
        };
        self.winner = Some(winner);
        // The last move was a cancer stone that captured all stones of the loser.
        let has_cancer = self.board.cells().any(|cell| self.board.content(cell) == WALL);
        (has_cancer && self.board.stones(winner.other()) == 0).then_some(())
    }

    /// Returns the part of the key that does not depend on the stones.
    fn state_key(&self) -> u64 {
        let winner = self.winner.map_or(0, |seat| 1 + seat as u64);
        split_mix(0, winner << 1 | self.to_move as u64)
    }

    /// Returns whether the side to move may place its own stone, and a cancer stone, on a point.
    /// `chains` is the preview of the point.
    #[inline]
    fn legal_kinds(&self, neighbours: &Neighbours, me: Seat, chains: ChainLiberties) -> [bool; 2] {
        let (mine, theirs) = (me as u8, me.other() as u8);
        let captures = chains.any_dead(mine) | chains.any_dead(theirs);
        [
            !chains.any_dead(theirs) & (neighbours.has_liberty() | chains.any_alive(mine)),
            (self.board.stones(me) != 0 || !self.variant.own_first) && (captures || self.is_eye(neighbours)),
        ]
    }

    /// Returns whether the side to move may place each kind of stone on a cell.
    fn legal_kinds_at(&self, cell: Cell) -> [bool; 2] {
        if self.board.content(cell) != EMPTY {
            return [false; 2];
        }
        let neighbours = self.board.neighbours(cell);
        self.legal_kinds(&neighbours, self.to_move, self.board.preview(&neighbours))
    }

    /// Returns whether White may swap: after Red's first stone.
    fn may_swap(&self) -> bool {
        self.pie
            && self.to_move == Seat::White
            && self.winner.is_none()
            && self.board.stones(Seat::Black) == 1
            && self.board.occupied() == 1
    }

    fn swap(&mut self) {
        if let Some(cell) = self.board.cells().find(|&cell| self.board.content(cell) == Seat::Black as u8) {
            self.board.recolour(cell);
        }
        self.to_move = Seat::Black;
        self.last = 0;
    }

    /// Returns the winner if the colours have these numbers of stones after a capture by `me`.
    fn winner_by_stones(stones: [u16; 2], me: Seat) -> Option<Seat> {
        match stones {
            [0, 0] => Some(me),
            [0, _] => Some(Seat::White),
            [_, 0] => Some(Seat::Black),
            _ => None,
        }
    }

    /// Places a stone for `me`, the side to move, and captures. `sink` receives the captured
    /// points.
    #[inline(always)]
    fn place<const HASH: bool>(&mut self, neighbours: &Neighbours, me: Seat, kind: u8, sink: &mut impl CaptureSink) {
        if kind == OWN {
            self.board.place_stone::<HASH>(neighbours, me as u8);
        } else {
            self.board.place_wall::<HASH>(neighbours);
            if self.board.may_capture(neighbours) && self.board.capture_all::<HASH>(neighbours, sink) != 0 {
                self.winner =
                    Self::winner_by_stones([self.board.stones(Seat::Black), self.board.stones(Seat::White)], me);
            }
        }
        self.to_move = me.other();
    }

    /// Returns the margin for Black: 1 if Red has won, −1 if White has.
    fn margin(&self) -> f64 {
        self.winner.map_or(0.0, Seat::sign)
    }
}

impl<const S: usize, const N: usize, const W: usize> PartialEq for Cancer<S, N, W> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && (self.eye, self.pie, self.to_move, self.winner) == (other.eye, other.pie, other.to_move, other.winner)
    }
}

impl<const S: usize, const N: usize, const W: usize> Position for Cancer<S, N, W> {
    fn diagram(&self) -> Diagram {
        let winner = self.winner.map(|seat| ("winner".to_owned(), seat.letter().to_string()));
        let stones = self.board.cells().map(|cell| self.stone(self.board.point(cell))).collect();
        Diagram { stones, to_move: self.to_move, state: winner.into_iter().collect() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let content = self.board.content(self.board.cell(point));
        CONTENTS.iter().position(|known| *known == content).map(|i| self.variant.stones[i])
    }

    fn to_move(&self) -> Seat {
        self.to_move
    }

    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    fn is_over(&self) -> bool {
        self.winner.is_some()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|winner| Outcome { margin: Margin::new(winner.sign()), ending: ANNIHILATION })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let mut cancer = [Move::PASS; N];
        let mut count = 0;
        for (point, cell) in (0..).map(Point).zip(self.board.cells()) {
            let legal = self.legal_kinds_at(cell);
            if legal[usize::from(OWN)] {
                moves.push(Move::place(OWN, point));
            }
            if legal[usize::from(CANCER)] {
                cancer[count] = Move::place(CANCER, point);
                count += 1;
            }
        }
        moves.extend_from_slice(&cancer[..count]);
        if self.may_swap() {
            moves.push(Move::SWAP);
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over()
            && match mv.action() {
                Action::Place { kind: kind @ (OWN | CANCER), point } if point.index() < self.board.point_count() => {
                    self.legal_kinds_at(self.board.cell(point))[usize::from(kind)]
                }
                Action::Swap => self.may_swap(),
                _ => false,
            }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv.action() {
            Action::Place { kind, point } => {
                let neighbours = self.board.neighbours(self.board.cell(point));
                self.place::<true>(&neighbours, self.to_move, kind, &mut ());
                self.last = neighbours.cell();
            }
            Action::Swap => self.swap(),
            Action::Pass => self.to_move = self.to_move.other(),
        }
    }

    fn key(&self) -> u64 {
        self.board.hash() ^ self.state_key()
    }

    fn recomputed_key(&self) -> u64 {
        self.board.recomputed_hash() ^ self.state_key()
    }

    fn normalize(&mut self) {
        self.board = self.board.normalized();
        // The latest stone is no part of a position, so a search must not depend on it.
        self.last = 0;
    }
}

#[cfg(test)]
mod tests;
