//! Bracket (Nick Bentley, 2009): fill a hex tiling; groups are scored by what they stand between.

mod score;

use crate::board::{Bits, Geometry, Point, Shape, hash};
use crate::game::{Action, Ending, Game, Move, Outcome, Rng, Seat, Stone, Trace, random_below};
use crate::games::Visitor;
use crate::setup::{Diagram, DiagramError, GameInfo, KindInfo, RuleInfo, Setup};
use score::Board;

/// The constant facts of Bracket.
pub static INFO: GameInfo = GameInfo {
    id: "bracket",
    title: "Bracket",
    gogui_id: "Bracket",
    sizes: 1..=25,
    default_size: 9,
    rectangular: false,
    rules: &[
        RuleInfo { name: "shape", values: &["hexagon", "rhombus"] },
        RuleInfo { name: "scoring", values: &["largest", "smallest"] },
    ],
    kinds: &[KindInfo { name: "own", stone: None }],
    own_stones: [Stone::Black, Stone::White],
    stones: &[Stone::Black, Stone::White],
    first: Seat::Black,
    passes: false,
    komi: false,
    blocking: false,
    geometry: |setup| match setup.rule("shape") {
        "hexagon" => Geometry::hexagon(setup.width()),
        _ => Geometry::rectangle(Shape::Hex, setup.width(), setup.width()),
    },
    check: |setup| setup.rule("shape") != "hexagon" || setup.width() % 2 == 1,
};

/// Does a visitor's work with the type that plays this setup.
pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
    match setup.width() {
        0..=8 => visitor.visit::<Bracket<1>>(setup),
        9..=11 => visitor.visit::<Bracket<2>>(setup),
        12..=16 => visitor.visit::<Bracket<4>>(setup),
        _ => visitor.visit::<Bracket<10>>(setup),
    }
}

/// A position of Bracket; `W` words hold a set of its cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Bracket<const W: usize> {
    /// Each seat's stones.
    stones: [Bits<W>; 2],
    board: &'static Board<W>,
    /// How many cells are empty.
    empty: u16,
    /// Whether lists are compared from the smallest group up.
    smallest: bool,
    to_move: Seat,
}

impl<const W: usize> Bracket<W> {
    #[inline]
    fn empty(&self) -> Bits<W> {
        self.board.cells & !(self.stones[0] | self.stones[1])
    }

    /// By how much Black wins a full board.
    fn margin(&self) -> f64 {
        self.board.margin(self.stones[0], self.smallest).into()
    }
}

impl<const W: usize> Game for Bracket<W> {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn new(setup: &Setup) -> Self {
        let board = Board::of(setup.width().into(), setup.rule("shape") == "hexagon");
        Bracket {
            stones: [Bits::EMPTY; 2],
            board,
            empty: board.cells.count() as u16,
            smallest: setup.rule("scoring") == "smallest",
            to_move: INFO.first,
        }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Bracket::new(setup);
        let geometry = setup.geometry();
        let cells = usize::from(geometry.width()) * usize::from(geometry.height());
        if diagram.stones.len() != cells {
            return Err(DiagramError::Size(cells, diagram.stones.len()));
        }
        if let Some((name, value)) = diagram.state.iter().next() {
            return Err(DiagramError::State(name.clone(), value.clone()));
        }
        for (cell, stone) in diagram.stones.iter().enumerate().filter_map(|(i, stone)| Some((i, (*stone)?))) {
            match INFO.own_stones.iter().position(|own| *own == stone) {
                Some(seat) if position.board.cells.contains(cell) => {
                    position.stones[seat].insert(cell);
                    position.empty -= 1;
                }
                _ => {
                    let vertex = geometry.vertex(Point(cell as u16)).to_string();
                    return Err(DiagramError::Stone(stone.name(), vertex));
                }
            }
        }
        position.to_move = diagram.to_move;
        Ok(position)
    }

    fn diagram(&self) -> Diagram {
        let cells = self.board.width * self.board.width;
        let stones = (0..cells).map(|cell| self.stone(Point(cell as u16))).collect();
        Diagram { stones, to_move: self.to_move, state: Default::default() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let has = |seat: Seat| self.stones[seat.index()].contains(point.index());
        Seat::BOTH.into_iter().find(|seat| has(*seat)).map(|seat| INFO.own_stone(seat))
    }

    #[inline]
    fn to_move(&self) -> Seat {
        self.to_move
    }

    #[inline]
    fn set_to_move(&mut self, seat: Seat) {
        self.to_move = seat;
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.empty == 0
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: self.margin(), ending: Ending::FullBoard })
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.empty().for_each(|point| moves.push(Move::place(0, point)));
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0, point }
            if point.index() < 64 * W && self.empty().contains(point.index()))
    }

    #[inline]
    fn count_legal(&self) -> usize {
        self.empty.into()
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Action::Place { point, .. } = mv.action() {
            self.stones[self.to_move.index()].insert(point.index());
            self.empty -= 1;
        }
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn key(&self) -> u64 {
        let seat = [u64::from(self.to_move == Seat::White)];
        hash(self.stones[0].0.into_iter().chain(self.stones[1].0).chain(seat))
    }

    fn recomputed_key(&self) -> u64 {
        let mut copy = Bracket { stones: [Bits::EMPTY; 2], ..self.clone() };
        self.board.cells.for_each(|point| {
            if let Some(stone) = self.stone(point) {
                copy.stones[usize::from(stone == Stone::White)].insert(point.index());
            }
        });
        copy.key()
    }

    #[inline]
    fn plies_to_end(&self) -> u32 {
        self.empty.into()
    }

    fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        let mut empty = Vec::with_capacity(self.empty.into());
        self.empty().for_each(|point| empty.push(point));
        for i in (0..empty.len()).rev() {
            empty.swap(i, random_below(rng, i as u32 + 1) as usize);
            let mv = Move::place(0, empty[i]);
            trace.played(self.to_move, mv);
            self.play_unchecked(mv);
        }
        self.margin()
    }
}

#[cfg(test)]
mod tests;
