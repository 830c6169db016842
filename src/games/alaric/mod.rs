//! Alaric (Bill Taylor, 2009): capture lines of enemy stones on a circle of cells, or on a row with ends (Alak).

mod cells;
mod features;
mod lesson;
mod states;

use std::collections::BTreeMap;

use crate::board::cpu::{BitOps, Kernel, dispatch};
use crate::board::{Geometry, Point, Shape, Vertex, hash};
use crate::game::{Game, Planes, Repetition, Trace};
use crate::games::Visitor;
use crate::setup::{Diagram, DiagramError, GameInfo, KindInfo, Rule as _, Setup, TestBoards, rule};
use crate::states::States;
use crate::words::{Action, Ending, Margin, Move, Outcome, Rng, Seat, Stone, random_below};
pub use cells::{Cells, Ring, Row, WideRing};
use states::AlaricStates;

/// The constant facts of Alaric.
pub static INFO: GameInfo = GameInfo {
    id: "alaric",
    title: "Alaric",
    summary: "Put a stone on an empty cell of a circle. Every enemy run next to it that now has your stones at both \
        ends leaves the board, and its owner may not play into the vacated cells on the next turn. Who can't move ends \
        the game; more stones win.",
    gogui_id: "Alaric",
    katago_rules: None,
    sizes: 1..=52,
    default_size: 11,
    rectangular: false,
    rules: &[Outline::INFO, Edge::INFO],
    kinds: &[KindInfo { name: "own", stone: None }],
    own_stones: [Stone::Black, Stone::White],
    stones: &[Stone::Black, Stone::White],
    first: Seat::Black,
    passes: false,
    komi: false,
    blocking: false,
    rule_sets: &[],
    handicap: false,
    star_points: false,
    dead_stones: false,
    swap: None,
    prior: features::TABLES,
    inputs: &[],
    playout: &[],
    weights: include_str!("../../../weights/alaric.toml"),
    geometry: |setup| {
        let shape = match setup.choice() {
            Outline::Ring => Shape::Ring,
            Outline::Line => Shape::Line,
        };
        Geometry::rectangle(shape, setup.width(), 1)
    },
    lesson: &lesson::LESSON,
    check: |_| true,
    test_boards: TestBoards {
        small: &["1", "2", "3", "4", "5", "6", "8", "9", "11", "14"],
        large: &["52", "33 board=line", "52 board=line edge=wall"],
    },
};

rule! {
    /// How the cells lie.
    Outline = "board" {
        /// In a circle.
        Ring = "ring",
        /// In a row with two ends.
        Line = "line",
    }
}

rule! {
    /// What the ends of a row are; without effect on a circle.
    Edge = "edge" {
        /// They bound nothing.
        Open = "open",
        /// They bound a run as a stone of the capturing seat does.
        Wall = "wall",
    }
}

/// Does a visitor's work with the type that plays this setup.
pub fn visit<V: Visitor>(setup: &Setup, visitor: V) -> V::Output {
    match setup.choice() {
        Outline::Ring if setup.width() <= 32 => visitor.visit::<Alaric<Ring>>(setup),
        Outline::Ring => visitor.visit::<Alaric<WideRing>>(setup),
        Outline::Line => visitor.visit::<Alaric<Row>>(setup),
    }
}

/// The words that name each seat's barred cells in a diagram.
const BARRED: [&str; 2] = ["barred-b", "barred-w"];

/// What a seat has on the board.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Side {
    stones: u64,
    /// The empty cells barred to the seat until it has moved.
    bars: u64,
}

/// A position of Alaric.
#[derive(Clone, PartialEq, Debug)]
pub struct Alaric<C: Cells> {
    /// The side to move. (By turn, not by colour: to change two values over is faster than to look for one of two.)
    mover: Side,
    /// The other side.
    waiting: Side,
    cells: C,
    to_move: Seat,
}

impl<C: Cells> Alaric<C> {
    fn side(&self, seat: Seat) -> &Side {
        if seat == self.to_move { &self.mover } else { &self.waiting }
    }

    fn side_mut(&mut self, seat: Seat) -> &mut Side {
        if seat == self.to_move { &mut self.mover } else { &mut self.waiting }
    }

    /// The empty cells.
    #[inline]
    fn empty(&self) -> u64 {
        !(self.mover.stones | self.waiting.stones) & ((1 << self.cells.count()) - 1)
    }

    /// The cells where the seat to move may play.
    #[inline]
    fn open(&self) -> u64 {
        self.empty() & !self.mover.bars
    }

    /// By how many stones Black leads.
    #[inline]
    fn lead(&self) -> f64 {
        let [black, white] = Seat::BOTH.map(|seat| self.side(seat).stones.count_ones());
        f64::from(black) - f64::from(white)
    }

    /// The seat to move plays on a cell, given as a single bit.
    #[inline]
    fn put(&mut self, cell: u64) {
        let mine = self.mover.stones | cell;
        let gone = self.cells.captures(mine, self.waiting.stones, cell);
        let moved = Side { stones: mine, bars: 0 };
        // A seat that moves twice can bar, and fill, more cells before the other's bar lifts.
        let bars = (self.waiting.bars | gone) & !mine;
        self.mover = Side { stones: self.waiting.stones & !gone, bars };
        self.waiting = moved;
        self.to_move = self.to_move.other();
    }
}

/// A game of random moves, cut short after three moves a cell.
struct RandomGame<'a, C: Cells, T: Trace> {
    position: &'a mut Alaric<C>,
    rng: &'a mut Rng,
    trace: &'a mut T,
}

impl<C: Cells, T: Trace> Kernel for RandomGame<'_, C, T> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> f64 {
        let mut position = self.position.clone();
        let mut left = 3 * position.cells.count();
        let margin = loop {
            let open = position.open();
            if open == 0 {
                break position.lead();
            }
            if left == 0 {
                break 0.0;
            }
            left -= 1;
            let cell = bits.nth_bit(open, random_below(self.rng, open.count_ones()));
            self.trace.played(position.to_move, Move::place(0, Point(cell.trailing_zeros() as u16)));
            position.put(cell);
        };
        *self.position = position;
        margin
    }
}

/// Calls `visit` for each cell, the lowest first.
#[inline]
fn for_each(mut cells: u64, mut visit: impl FnMut(Point)) {
    while cells != 0 {
        visit(Point(cells.trailing_zeros() as u16));
        cells &= cells - 1;
    }
}

impl<C: Cells> Game for Alaric<C> {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn new(setup: &Setup) -> Self {
        Alaric { mover: Side::default(), waiting: Side::default(), cells: C::new(setup), to_move: INFO.first }
    }

    fn from_diagram(setup: &Setup, diagram: &Diagram) -> Result<Self, DiagramError> {
        let mut position = Alaric::<C>::new(setup);
        position.to_move = diagram.to_move;
        let geometry = setup.geometry();
        if diagram.stones.len() != geometry.len() {
            return Err(DiagramError::Size(geometry.len(), diagram.stones.len()));
        }
        for (i, &stone) in diagram.stones.iter().enumerate() {
            match stone {
                None => {}
                Some(Stone::Black) => position.side_mut(Seat::Black).stones |= 1 << i,
                Some(Stone::White) => position.side_mut(Seat::White).stones |= 1 << i,
                Some(stone) => {
                    let vertex = geometry.vertex(Point(i as u16)).to_string();
                    return Err(DiagramError::Stone(stone.name(), vertex));
                }
            }
        }
        for (name, value) in &diagram.state {
            let error = || DiagramError::State(name.clone(), value.clone());
            let seat = Seat::BOTH.into_iter().find(|seat| BARRED[seat.index()] == name).ok_or_else(error)?;
            for word in value.split(',') {
                let vertex: Vertex = word.parse().map_err(|_| error())?;
                let point = geometry.point(vertex).ok_or_else(error)?;
                position.side_mut(seat).bars |= 1 << point.0;
            }
            if position.side(seat).bars & !position.empty() != 0 {
                return Err(error());
            }
        }
        Ok(position)
    }

    /// There are fewer positions than three times those of the stones alone, symmetric ones taken together.
    fn may_number(setup: &Setup, most: u64) -> bool {
        let n = u32::from(setup.width());
        let turns = if setup.choice::<Outline>() == Outline::Ring { 2 * u64::from(n) } else { 2 };
        n <= 30 && 3u64.pow(n) / turns * 12 / 5 <= most
    }

    fn states(setup: &Setup) -> Option<Box<dyn States>> {
        Some(Box::new(AlaricStates::<C>::new(setup)?))
    }

    fn diagram(&self) -> Diagram {
        let stones = (0..self.cells.count()).map(|i| self.stone(Point(i as u16))).collect();
        let mut state = BTreeMap::new();
        for seat in Seat::BOTH {
            let mut vertices = Vec::new();
            for_each(self.side(seat).bars, |point| vertices.push(Vertex { x: point.0.into(), y: 0 }.to_string()));
            if !vertices.is_empty() {
                state.insert(BARRED[seat.index()].to_owned(), vertices.join(","));
            }
        }
        Diagram { stones, to_move: self.to_move, state }
    }

    fn stone(&self, point: Point) -> Option<Stone> {
        let has = |seat: Seat| self.side(seat).stones >> point.0 & 1 == 1;
        Seat::BOTH.into_iter().find(|seat| has(*seat)).map(|seat| INFO.own_stone(seat))
    }

    #[inline]
    fn to_move(&self) -> Seat {
        self.to_move
    }

    #[inline]
    fn set_to_move(&mut self, seat: Seat) {
        if seat != self.to_move {
            std::mem::swap(&mut self.mover, &mut self.waiting);
            self.to_move = seat;
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.open() == 0
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome { margin: Margin::new(self.lead()), ending: Ending::NoMove })
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        for_each(self.open(), |point| moves.push(Move::place(0, point)));
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        matches!(mv.action(), Action::Place { kind: 0, point } if point.0 < 64 && self.open() >> point.0 & 1 == 1)
    }

    fn why_illegal(&self, _mv: Move) -> &'static str {
        "this cell is barred until your next turn: stones of yours were taken from it just now"
    }

    #[inline]
    fn count_legal(&self) -> usize {
        self.open().count_ones() as usize
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        self.put(1 << (mv.code() & 63));
    }

    #[inline]
    fn key(&self) -> u64 {
        let seat = u64::from(self.to_move == Seat::White);
        hash([self.mover.stones, self.waiting.stones, self.mover.bars << 1 | seat, self.waiting.bars])
    }

    fn recomputed_key(&self) -> u64 {
        let mut copy = Alaric { mover: Side::default(), waiting: Side::default(), ..self.clone() };
        for i in 0..self.cells.count() {
            for seat in Seat::BOTH {
                if self.stone(Point(i as u16)) == Some(INFO.own_stone(seat)) {
                    copy.side_mut(seat).stones |= 1 << i;
                }
                copy.side_mut(seat).bars |= self.side(seat).bars & 1 << i;
            }
        }
        copy.key()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draws
    }

    #[inline]
    fn occurrence(&self, _: Option<Seat>) -> Option<u64> {
        Some(self.key())
    }

    /// At the end every empty cell was vacated by the latest move, or was barred before and the seat hasn't moved
    /// since: each cell that is empty now must have been filled.
    fn plies_to_end(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        (self.empty() & !self.waiting.bars).count_ones().max(1)
    }

    fn features(&self, moves: &[Move], features: &mut Vec<u16>) {
        self.tell_features(moves, features);
    }

    #[inline]
    fn planes(&self) -> Option<Planes> {
        if self.waiting.bars != 0 || self.cells.count() > 32 {
            return None;
        }
        let bars = self.mover.bars as u32;
        let sets = [Seat::Black, Seat::White].map(|seat| self.side(seat).stones as u32 | bars);
        Some(Planes { sets, rest: 0 })
    }

    /// Nobody can have more stones than there are cells.
    fn margins_left(&self) -> [f64; 2] {
        let cells = f64::from(self.cells.count());
        [-cells, cells]
    }

    fn playout<T: Trace>(&mut self, rng: &mut Rng, trace: &mut T) -> f64 {
        dispatch(RandomGame { position: self, rng, trace })
    }

    fn barred(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for_each(self.mover.bars, |point| points.push(point));
        points
    }
}

#[cfg(test)]
mod tests;
