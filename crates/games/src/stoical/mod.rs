//! Stoical Go (Luis Bolaños Mures, 2013): Go in which a capture may not be answered by a capture,
//! instead of a ko rule.

mod diagram;
mod features;
mod handicap;
mod heuristics;
mod informed_playout;
mod ko;
mod likelihoods;
mod network_inputs;
mod presentation;
mod priors;
mod rule_sets;
mod solvable;
mod tutorial;
mod uniform_playout;

use quintet_core::board::{Geometry, Point, Shape};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::{AnyPosition, Position, Repetition};
use quintet_core::random::split_mix;
use quintet_core::rule;
use quintet_core::setup::{GameInfo, HandicapInfo, PresentationInfo, Rule as _, Setup, TestBoards, levels};
use quintet_core::types::{Action, Ending, Margin, Move, Outcome, Seat, Stone};
use quintet_core::weights::HeuristicsInfo;

use crate::chains::{CaptureSink, Cell, ChainBoard, EMPTY, Neighbours, WALL, sized_position};
use ko::{Ko, KoState};

/// The constant facts of Stoical Go.
pub static INFO: GameInfo = GameInfo {
    id: "stoical",
    title: "Stoical Go",
    sizes: 2..=25,
    default_size: 9,
    rectangular: true,
    rules: &[Ko::INFO, Repeats::INFO],
    stones: &[Stone::Black, Stone::White, Stone::Blocked],
    passes: true,
    komi: true,
    blocking: true,
    handicap: Some(HandicapInfo { most_fixed: handicap::most_fixed, fixed_places: handicap::fixed_places }),
    rule_sets: rule_sets::RULE_SETS,
    geometry: |setup| Geometry::rectangle(Shape::Square, setup.width(), setup.height()),
    position,
    heuristics: HeuristicsInfo {
        prior: features::TABLES,
        inputs: network_inputs::INPUTS,
        weights: weights_file!("stoical"),
        domain_weights: &[weights_file!("stoical-large")],
    },
    levels: levels([
        (4, 0.95, 1.0),
        (5, 0.923, 1.0),
        (6, 0.889, 1.0),
        (7, 0.872, 0.99),
        (8, 0.847, 0.98),
        (9, 0.8, 0.92),
        (11, 0.735, 0.84),
        (15, 0.615, 0.715),
        (23, 0.44, 0.54),
        (34, 0.28, 0.36),
        (52, 0.15, 0.22),
        (140, 0.0, 0.0),
    ]),
    puzzles: include_str!("puzzles.txt"),
    tasks: include_str!("tasks.txt"),
    presentation: PresentationInfo {
        summary: "Go without ko: instead you may not capture right after your opponent captured. Suicide is illegal, \
            area is counted. Points can be blocked. Ordinary Go's ko rules can be chosen, for playing Go programs.",
        gogui_id: "Stoicalgo",
        star_points: true,
        dead_stones: true,
        drawings: presentation::DRAWINGS,
        tutorial: &tutorial::TUTORIAL,
        ..PresentationInfo::BASE
    },
    test_boards: TestBoards {
        small: &["2", "3", "2x3 komi=0.5", "4x3", "3x4 block=B2", "4 block=A1,D4,B3 komi=-2", "5x2", "5"],
        large: &[
            "9 komi=7.5",
            "9 ko=bigger komi=7.5",
            "9 ko=snapback komi=7.5",
            "9 ko=simple komi=7.5",
            "9 ko=positional komi=7.5",
            "7x10 repetition=none block=A1,C3,D3,D4,G10",
            "7x10 ko=bigger repetition=none block=A1,C3,D3,D4,G10",
            "7x10 ko=snapback repetition=none block=A1,C3,D3,D4,G10",
            "7x10 ko=simple repetition=none block=A1,C3,D3,D4,G10",
            "7x10 ko=positional repetition=none block=A1,C3,D3,D4,G10",
            "25",
            "19x25 ko=positional",
            "25x2 ko=simple",
        ],
    },
    ..GameInfo::BASE
};

rule! {
    /// The effect of leaving the same board behind a second time.
    Repeats = "repetition" {
        /// The game is drawn.
        Draw = "draw",
        /// Nothing.
        None = "none",
    }
}

/// Creates the position of a diagram.
fn position(setup: &Setup, diagram: &Diagram) -> Result<Box<dyn AnyPosition>, DiagramError> {
    sized_position!(Stoical, setup, diagram)
}

/// A position of Stoical Go on a board of up to `S` − 1 rows and columns; `N` and `W` as in
/// [`LibertyBoard`](crate::chains::LibertyBoard).
#[derive(Clone, Copy)]
struct Stoical<const S: usize, const N: usize, const W: usize> {
    board: ChainBoard<S, N>,
    komi: f64,
    ko: KoState,
    /// Whether repetition draws the game.
    repetition_draws: bool,
    to_move: Seat,
    /// The number of latest moves in a row that were passes, 2 at most.
    passes: u8,
    /// The cell of the latest stone; 0 at the start and after a pass. Legality does not depend on
    /// it.
    last: Cell,
    /// Whether the latest move captured, for solvers. Legality does not depend on it.
    latest_captured: bool,
}

impl<const S: usize, const N: usize, const W: usize> Stoical<S, N, W> {
    /// Creates the starting position.
    fn new(setup: &Setup) -> Self {
        Stoical {
            board: ChainBoard::new(setup.width(), setup.height(), setup.blocked()),
            komi: Margin::new(setup.komi()).points(),
            ko: KoState::new(setup.choice()),
            repetition_draws: setup.choice::<Repeats>() == Repeats::Draw,
            to_move: Seat::Black,
            passes: 0,
            last: 0,
            latest_captured: false,
        }
    }

    /// Returns the part of the key that does not depend on the stones.
    fn state_key(&self) -> u64 {
        let captured = u64::from(self.ko.captured[0]) << 16 | u64::from(self.ko.captured[1]);
        let turn = u64::from(self.to_move == Seat::White) | u64::from(self.passes) << 1;
        split_mix(0, captured << 32 | u64::from(self.ko.point) << 8 | turn)
    }

    /// Returns whether a placement by the side to move would be a forbidden capture.
    fn is_barred(&self, neighbours: &Neighbours) -> bool {
        let other = self.to_move.other();
        self.board.preview(neighbours).any_dead(other as u8) && !self.may_capture(neighbours)
    }

    /// Returns whether the side to move may make a placement that captures.
    #[inline]
    fn may_capture(&self, neighbours: &Neighbours) -> bool {
        let cell = neighbours.cell();
        self.ko.allows_capture(self.to_move, cell, || self.count_captured(cell))
    }

    /// Returns the number of stones that the side to move would capture.
    #[cold]
    fn count_captured(&self, cell: Cell) -> u16 {
        self.board.count_captured(&self.board.neighbours(cell), self.to_move.other() as u8)
    }

    fn is_legal_at(&self, cell: Cell) -> bool {
        if self.board.content(cell) != EMPTY {
            return false;
        }
        let (me, other) = (self.to_move as u8, self.to_move.other() as u8);
        let neighbours = self.board.neighbours(cell);
        if self.ko.captured_before(self.to_move) == 0 && neighbours.has_liberty() {
            return true;
        }
        let chains = self.board.preview(&neighbours);
        if chains.any_dead(other) {
            self.may_capture(&neighbours)
        } else {
            neighbours.has_liberty() || chains.any_alive(me)
        }
    }

    /// Places a stone for `me`, the side to move, and captures. `sink` receives the captured
    /// points.
    #[inline(always)]
    fn place<const HASH: bool>(&mut self, neighbours: &Neighbours, me: Seat, sink: &mut impl CaptureSink) {
        self.board.place_stone::<HASH>(neighbours, me as u8);
        self.ko.record_move(me);
        self.last = neighbours.cell();
        self.latest_captured = false;
        self.passes = 0;
        self.to_move = me.other();
        if self.board.may_capture(neighbours) {
            self.capture::<HASH>(neighbours.cell(), me, sink);
        }
    }

    /// Removes the stones that a stone just placed captures.
    #[inline(never)]
    fn capture<const HASH: bool>(&mut self, cell: Cell, me: Seat, sink: &mut impl CaptureSink) {
        let captured = self.board.capture::<HASH>(cell, me.other() as u8, sink);
        self.latest_captured = captured != 0;
        self.ko.record_capture(me, captured, || self.board.lone_liberty(cell));
    }

    fn pass(&mut self) {
        self.ko.record_move(self.to_move);
        self.last = 0;
        self.latest_captured = false;
        self.passes = (self.passes + 1).min(2);
        self.to_move = self.to_move.other();
    }

    /// Returns the margin for Black as the board stands.
    fn margin(&self) -> f64 {
        f64::from(self.board.area()) - self.komi
    }
}

impl<const S: usize, const N: usize, const W: usize> PartialEq for Stoical<S, N, W> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && (self.ko, self.repetition_draws, self.to_move) == (other.ko, other.repetition_draws, other.to_move)
            && self.passes == other.passes
    }
}

impl<const S: usize, const N: usize, const W: usize> Position for Stoical<S, N, W> {
    fn diagram(&self) -> Diagram {
        self.write_diagram()
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        match self.board.content(self.board.cell(point)) {
            0 => Some(Stone::Black),
            1 => Some(Stone::White),
            WALL => Some(Stone::Blocked),
            _ => None,
        }
    }

    fn to_move(&self) -> Seat {
        self.to_move
    }

    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    fn set_komi(&mut self, komi: f64) {
        self.komi = Margin::new(komi).points();
    }

    fn is_over(&self) -> bool {
        self.passes >= 2
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: Margin::new(self.margin()), ending: Ending::TWO_PASSES })
    }

    fn score(&self) -> Option<Margin> {
        Some(Margin::new(self.margin()))
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        let points = (0..).map(Point).zip(self.board.cells());
        moves.extend(points.filter(|&(_, cell)| self.is_legal_at(cell)).map(|(point, _)| Move::place(0, point)));
        moves.push(Move::PASS);
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over()
            && match mv.action() {
                Action::Place { kind: 0, point } if point.index() < self.board.point_count() => {
                    self.is_legal_at(self.board.cell(point))
                }
                Action::Pass => true,
                _ => false,
            }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv.point() {
            Some(point) => {
                let neighbours = self.board.neighbours(self.board.cell(point));
                self.place::<true>(&neighbours, self.to_move, &mut ());
            }
            None => self.pass(),
        }
    }

    fn resume(&mut self) -> bool {
        let is_over = self.is_over();
        if is_over {
            self.passes = 0;
        }
        is_over
    }

    fn key(&self) -> u64 {
        self.board.hash() ^ self.state_key()
    }

    fn recomputed_key(&self) -> u64 {
        self.board.recomputed_hash() ^ self.state_key()
    }

    fn repetition(&self) -> Repetition {
        match self.ko.rule {
            Ko::Positional => Repetition::Illegal,
            _ if self.repetition_draws => Repetition::Draw,
            _ => Repetition::Ignored,
        }
    }

    fn occurrence(&self, mover: Option<Seat>) -> Option<u64> {
        match (self.repetition(), mover) {
            (Repetition::Illegal, _) => Some(self.board.hash()),
            (Repetition::Draw, Some(seat)) => Some(self.board.hash() ^ split_mix(0, seat as u64)),
            _ => None,
        }
    }

    fn normalize(&mut self) {
        self.board = self.board.normalized();
        // The latest move is no part of a position, so a search must not depend on it.
        self.last = 0;
        self.latest_captured = false;
    }
}

#[cfg(test)]
mod tests;
