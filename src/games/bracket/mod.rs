//! Bracket (Nick Bentley, 2009): fill a hex tiling; groups are scored by what they stand between.

mod bridged;
mod drawing;
mod features;
mod lesson;
mod score;

use rand::Rng as _;

use crate::board::cpu::{BitOps, Kernel, dispatch};
use crate::board::{Bits, Geometry, Point, Shape, hash};
use crate::game::{Decision, Drawing, Game, Planes, Trace};
use crate::games::Visitor;
use crate::setup::{Diagram, DiagramError, GameInfo, KindInfo, Rule as _, Setup, TestBoards, rule};
use crate::words::{Action, Ending, Margin, Move, Outcome, Rng, Seat, Stone, random_below};
use bridged::BridgedGame;
use score::HexBoard;

/// The constant facts of Bracket.
pub static INFO: GameInfo = GameInfo {
    id: "bracket",
    title: "Bracket",
    summary: "Fill the board in turn. You score your opponent's groups that stand between a smaller and a larger one of \
        your own; the largest such group decides, then the next.",
    gogui_id: "Bracket",
    katago_rules: None,
    sizes: 1..=25,
    default_size: 9,
    rectangular: false,
    rules: &[Outline::INFO, Scoring::INFO],
    kinds: &[KindInfo { name: "own", stone: None }],
    own_stones: [Stone::Black, Stone::White],
    stones: &[Stone::Black, Stone::White],
    first: Seat::Black,
    passes: false,
    komi: false,
    blocking: false,
    handicap: false,
    star_points: false,
    dead_stones: false,
    swap: None,
    prior: features::TABLES,
    inputs: &[],
    playout: &[],
    weights: include_str!("../../../weights/bracket.toml"),
    rule_sets: &[],
    geometry: |setup| match setup.choice() {
        Outline::Hexagon => Geometry::hexagon(setup.width()),
        Outline::Rhombus => Geometry::rectangle(Shape::Hex, setup.width(), setup.width()),
    },
    check: |setup| match setup.choice() {
        Outline::Hexagon => setup.width() % 2 == 1,
        Outline::Rhombus => true,
    },
    test_boards: TestBoards {
        small: &["1", "2", "3", "4", "5", "6", "7"],
        large: &["9", "25", "25 shape=rhombus scoring=smallest", "11 shape=rhombus"],
    },
    lesson: &lesson::LESSON,
};

rule! {
    /// The outline of the board.
    Outline = "shape" {
        /// A hexagon of odd width.
        Hexagon = "hexagon",
        /// All points of the square of coordinates.
        Rhombus = "rhombus",
    }
}

rule! {
    /// From which end the two lists of groups are compared.
    Scoring = "scoring" {
        /// From the largest group down.
        Largest = "largest",
        /// From the smallest group up.
        Smallest = "smallest",
    }
}

/// Does a visitor's work with the type that plays this setup.
pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
    match setup.geometry().len() {
        0..=64 => visitor.visit::<Bracket<1>>(setup),
        65..=128 => visitor.visit::<Bracket<2>>(setup),
        129..=256 => visitor.visit::<Bracket<4>>(setup),
        _ => visitor.visit::<Bracket<10>>(setup),
    }
}

/// A position of Bracket; `W` words hold a set of its cells, which are numbered without gaps.
#[derive(Clone, PartialEq, Debug)]
pub struct Bracket<const W: usize> {
    /// Each seat's stones.
    stones: [Bits<W>; 2],
    board: &'static HexBoard,
    /// How many cells are empty.
    empty: u16,
    /// Whether lists are compared from the smallest group up.
    smallest: bool,
    to_move: Seat,
}

impl<const W: usize> Bracket<W> {
    #[inline]
    fn empty(&self) -> Bits<W> {
        Bits::first(self.board.points.len()) & !(self.stones[0] | self.stones[1])
    }

    /// The cell at a point, if there is one.
    #[inline]
    fn cell(&self, point: Point) -> Option<usize> {
        self.board.cells.get(point.index()).filter(|cell| **cell != HexBoard::NONE).map(|cell| usize::from(*cell))
    }

    #[inline]
    fn point(&self, cell: Point) -> Point {
        self.board.points[cell.index()]
    }
}

/// By how much Black wins a full board.
struct Lead<'a, const W: usize>(&'a Bracket<W>);

impl<const W: usize> Kernel for Lead<'_, W> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> f64 {
        self.0.board.margin(self.0.stones[0], self.0.smallest).into()
    }
}

impl<const W: usize> Game for Bracket<W> {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn new(setup: &Setup) -> Self {
        let board = HexBoard::of(setup.width(), setup.choice::<Outline>() == Outline::Hexagon);
        Bracket {
            stones: [Bits::EMPTY; 2],
            board,
            empty: board.points.len() as u16,
            smallest: setup.choice::<Scoring>() == Scoring::Smallest,
            to_move: INFO.first,
        }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Bracket::new(setup);
        if diagram.stones.len() != position.board.cells.len() {
            return Err(DiagramError::Size(position.board.cells.len(), diagram.stones.len()));
        }
        if let Some((name, value)) = diagram.state.iter().next() {
            return Err(DiagramError::State(name.clone(), value.clone()));
        }
        for (point, stone) in
            (0..).map(Point).zip(&diagram.stones).filter_map(|(point, stone)| Some((point, (*stone)?)))
        {
            let seat = INFO.own_stones.iter().position(|own| *own == stone);
            let (Some(seat), Some(cell)) = (seat, position.cell(point)) else {
                let vertex = setup.geometry().vertex(point).to_string();
                return Err(DiagramError::Stone(stone.name(), vertex));
            };
            position.stones[seat].insert(cell);
            position.empty -= 1;
        }
        position.to_move = diagram.to_move;
        Ok(position)
    }

    fn diagram(&self) -> Diagram {
        let stones = (0..self.board.cells.len()).map(|i| self.stone(Point(i as u16))).collect();
        Diagram { stones, to_move: self.to_move, state: Default::default() }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let cell = self.cell(point)?;
        let seat = Seat::BOTH.into_iter().find(|seat| self.stones[seat.index()].contains(cell))?;
        Some(INFO.own_stone(seat))
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
        self.is_over().then(|| Outcome { margin: Margin::new(dispatch(Lead(self))), ending: Ending::FullBoard })
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.empty().iter().map(|cell| Move::place(0, self.point(cell))));
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0, point }
            if self.cell(point).is_some_and(|cell| self.empty().contains(cell)))
    }

    #[inline]
    fn count_legal(&self) -> usize {
        self.empty.into()
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if let Action::Place { point, .. } = mv.action() {
            self.stones[self.to_move.index()].insert(self.board.cells[point.index()]);
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
        for (cell, &point) in self.board.points.iter().enumerate() {
            if let Some(stone) = self.stone(point) {
                copy.stones[usize::from(stone == Stone::White)].insert(cell);
            }
        }
        copy.key()
    }

    #[inline]
    fn plies_to_end(&self) -> u32 {
        self.empty.into()
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        self.tell_features(moves, features);
    }

    #[inline]
    fn planes(&self) -> Option<Planes> {
        let fits = W == 1 && self.board.points.len() <= 32;
        fits.then(|| Planes { sets: self.stones.map(|stones| stones.0[0] as u32), rest: 0 })
    }

    fn comes_round() -> bool {
        false
    }

    fn fills_up() -> bool {
        true
    }

    fn knows_margin() -> bool {
        false
    }

    fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        dispatch(RandomGame { position: self, rng, trace })
    }

    fn decision(&self, geometry: &Geometry) -> Option<Decision> {
        Some(drawing::decision(self, geometry))
    }

    fn informed_playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        dispatch(BridgedGame { position: self, rng, trace })
    }

    fn drawings() -> &'static [Drawing<Self>] {
        const { &[Drawing { name: "brackets", label: "Bracketed Groups and Sizes", draw: drawing::brackets }] }
    }
}

/// A game of random moves. Only who fills which cells counts, not when.
struct RandomGame<'a, T: Trace, const W: usize> {
    position: &'a mut Bracket<W>,
    rng: &'a mut Rng,
    trace: &'a mut T,
}

impl<T: Trace, const W: usize> Kernel for RandomGame<'_, T, W> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> f64 {
        let RandomGame { position, rng, trace } = self;
        let (mover, empty) = (position.to_move, position.empty());
        let half = u32::from(position.empty).div_ceil(2);
        let chosen = random_subset(empty, half, rng, bits);
        let rest = empty & !chosen;

        position.stones[mover.index()] = position.stones[mover.index()] | chosen;
        position.stones[mover.other().index()] = position.stones[mover.other().index()] | rest;
        if position.empty % 2 == 1 {
            position.to_move = mover.other();
        }
        position.empty = 0;

        let mut others = rest.iter();
        for cell in chosen.iter() {
            trace.played(mover, Move::place(0, position.point(cell)));
            if let Some(other) = others.next() {
                trace.played(mover.other(), Move::place(0, position.point(other)));
            }
        }
        Lead(position).run(bits)
    }
}

/// A subset of `size` points, any such subset as likely as any other.
///
/// A random half of the points has about half of them; what it has too many or too few is mended point by point.
#[inline(always)]
fn random_subset<B: BitOps, const W: usize>(set: Bits<W>, size: u32, rng: &mut Rng, bits: B) -> Bits<W> {
    let all = set.count();
    let mut chosen = Bits(set.0.map(|word| word & rng.next_u64()));
    let mut count = chosen.count();
    while count < size {
        chosen = chosen | (set & !chosen).nth(random_below(rng, all - count), bits);
        count += 1;
    }
    while count > size {
        chosen = chosen & !chosen.nth(random_below(rng, count), bits);
        count -= 1;
    }
    chosen
}

#[cfg(test)]
mod tests;
