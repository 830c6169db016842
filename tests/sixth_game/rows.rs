//! Rows, a game with passes: put down a stone or pass; three in a row win, two passes are a draw.
//!
//! Its draws by two passes have no score, and the state of its diagrams has a word of its own.

use quintet_core::board::{Geometry, Point};
use quintet_core::diagram::{Diagram, DiagramError};
use quintet_core::position::{AnyPosition, Heuristics, Position, Presentation, Solvable};
use quintet_core::setup::{GameInfo, PresentationInfo, Setup, SolvingInfo, TestBoards};
use quintet_core::types::{Ending, Margin, Move, Outcome, Seat, Stone};

/// The constant facts of Rows.
pub static INFO: GameInfo = GameInfo {
    id: "rows",
    title: "Rows",
    sizes: 1..=9,
    default_size: 4,
    passes: true,
    has_margin: false,
    position,
    solving: SolvingInfo { can_repeat: false, values_are_margins: false, ..SolvingInfo::BASE },
    presentation: PresentationInfo {
        summary: "Put down a stone or pass. Three in a row, along a row or column, win; two passes or a full board \
            are a draw.",
        gogui_id: "Rows",
        ..PresentationInfo::BASE
    },
    test_boards: TestBoards { small: &["1", "2", "3", "4"], large: &["9"] },
    ..GameInfo::BASE
};

/// The word for the number of latest passes in a row.
const IDLE: &str = "idle";

/// The end of a game with a row.
const ROW: Ending = Ending::new("three in a row");

/// A position of Rows.
#[derive(Clone, PartialEq)]
struct Rows {
    board: Geometry,
    stones: Vec<Option<Stone>>,
    to_move: Seat,
    passes: u8,
}

fn position(setup: &Setup, diagram: &Diagram) -> Result<Box<dyn AnyPosition>, DiagramError> {
    let (board, mut passes) = (setup.geometry(), 0);
    diagram.place_stones(&board, |_, stone| INFO.stones.contains(&stone))?;
    diagram.read_state(|word, value| {
        passes = value.parse().ok().filter(|count| word == IDLE && (1..=2).contains(count))?;
        Some(())
    })?;
    Ok(Box::new(Rows { board, stones: diagram.stones.clone(), to_move: diagram.to_move, passes }))
}

impl Rows {
    fn has_row(&self, seat: Seat) -> bool {
        let is_own =
            |x: i32, y: i32| self.board.at(x, y).is_some_and(|at| self.stone(at) == Some(INFO.own_stone(seat)));
        self.board.points().any(|point| {
            let (x, y) = (i32::from(self.board.xy(point).0), i32::from(self.board.xy(point).1));
            [(1, 0), (0, 1)].into_iter().any(|(dx, dy)| (0..3).all(|i| is_own(x + i * dx, y + i * dy)))
        })
    }
}

impl Position for Rows {
    fn diagram(&self) -> Diagram {
        let idle = (self.passes > 0).then(|| (IDLE.to_owned(), self.passes.to_string()));
        Diagram { stones: self.stones.clone(), to_move: self.to_move, state: idle.into_iter().collect() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        self.stones[point.index()]
    }

    fn to_move(&self) -> Seat {
        self.to_move
    }

    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = Seat::BOTH.into_iter().find(|&seat| self.has_row(seat)) {
            return Some(Outcome { margin: Margin::new(winner.sign()), ending: ROW });
        }
        let draw = |ending| Some(Outcome { margin: Margin::DRAW, ending });
        match () {
            () if self.stones.iter().all(Option::is_some) => draw(Ending::FULL_BOARD),
            () if self.passes >= 2 => draw(Ending::TWO_PASSES),
            () => None,
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if !self.is_over() {
            let empty = self.board.points().filter(|&point| self.stone(point).is_none());
            moves.extend(empty.map(|point| Move::place(0, point)));
            moves.push(Move::PASS);
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match mv.point() {
            Some(point) => {
                self.stones[point.index()] = Some(INFO.own_stone(self.to_move));
                self.passes = 0;
            }
            None => self.passes += 1,
        }
        self.to_move = self.to_move.other();
    }

    fn resume(&mut self) -> bool {
        let passed = self.outcome().is_some_and(|outcome| outcome.ending == Ending::TWO_PASSES);
        if passed {
            self.passes = 0;
        }
        passed
    }
}

impl Heuristics for Rows {}
impl Solvable for Rows {}
impl Presentation for Rows {}
