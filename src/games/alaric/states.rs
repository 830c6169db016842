//! Alaric's positions, numbered: which cells are filled, up to rotation and reflection; which cells are barred; whose
//! stone stands on each filled cell.
//!
//! In play only the seat to move is barred from cells: those that were just taken from it. Such cells are one gap
//! between two stones of the other seat, or two gaps on both sides of a single one, the one that was just played.
//! So the filled cells tell which sets of cells can be barred, and each set fixes the colour of some stones; the
//! number of a position is the number of the filled cells' class, then that of the barred set, then the colours of the
//! other stones, one bit each: 1 for the seat to move.
//!
//! To turn a position so that its filled cells are the ones by which their class is known takes one look into a
//! table of all sets of cells.

use std::ops::Range;

use super::{BARRED, Cells, Edge, Outline, for_each};
use crate::board::cpu::{BitOps, Kernel, dispatch};
use crate::board::{Point, Vertex};
use crate::setup::{Diagram, Setup};
use crate::states::{MOST, States};
use crate::words::{Move, Seat, Stone};

/// How many cells can be numbered at most.
const MOST_CELLS: u16 = 22;

/// Every so many numbers, the block that holds it is kept.
const STEP: u32 = 12;

/// A rotation or reflection of the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    reflects: bool,
    by: u32,
}

/// Sets of filled cells that can be turned into each other.
#[derive(Debug)]
struct Class {
    /// The one that is the smallest as a number.
    filled: u32,
    /// The first of its blocks.
    first: u32,
    /// Whether some turn leaves the filled cells as they are.
    symmetric: bool,
}

/// Positions with the same filled and the same barred cells.
#[derive(Debug)]
struct Block {
    /// The number of the first.
    offset: u32,
    /// The filled cells.
    filled: u32,
    barred: u32,
    /// The filled cells whose stones can be either seat's; all others are of the seat not to move.
    free: u32,
    class: u32,
}

/// The positions of a ring or line of at most 22 cells.
pub struct AlaricStates<C: Cells> {
    cells: C,
    n: u32,
    turns: Vec<Turn>,
    /// For each set of cells the number of its class, and above that the number of a turn that leads there.
    known: Vec<u32>,
    classes: Vec<Class>,
    blocks: Vec<Block>,
    /// The block of the `i << STEP`-th position.
    starts: Vec<u32>,
    len: u64,
}

/// The bits of [`AlaricStates::known`] that are the class.
const CLASS_BITS: u32 = 24;

/// The stones of the seat to move and of the other, and the cells barred to the former.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct State {
    mover: u64,
    waiting: u64,
    barred: u64,
}

/// Empty cells between two stones, or between a stone and a wall.
#[derive(Clone, Copy)]
struct Gap {
    cells: u64,
    below: u64,
    above: u64,
}

impl<C: Cells> AlaricStates<C> {
    /// The positions of a setup; `None` if they are too many.
    pub fn new(setup: &Setup) -> Option<AlaricStates<C>> {
        if setup.width() > MOST_CELLS {
            return None;
        }
        let (n, ring, wall) = (
            u32::from(setup.width()),
            setup.choice::<Outline>() == Outline::Ring,
            setup.choice::<Edge>() == Edge::Wall,
        );
        let reflections: &[bool] = if n > 2 || !ring && n == 2 { &[false, true] } else { &[false] };
        let rotations = if ring { n } else { 1 };
        let turns =
            reflections.iter().flat_map(|&reflects| (0..rotations).map(move |by| Turn { reflects, by })).collect();
        let mut states = AlaricStates {
            cells: C::new(setup),
            n,
            turns,
            known: vec![u32::MAX; 1 << n],
            classes: Vec::new(),
            blocks: Vec::new(),
            starts: Vec::new(),
            len: 0,
        };
        for filled in 0..1 << n {
            if states.known[filled as usize] == u32::MAX && !states.add_class(filled, ring, wall) {
                return None;
            }
        }
        let mut block = 0;
        for state in (0..states.len).step_by(1 << STEP) {
            while states.blocks.get(block + 1).is_some_and(|next| u64::from(next.offset) <= state) {
                block += 1;
            }
            states.starts.push(block as u32);
        }
        Some(states)
    }

    /// Numbers the positions whose filled cells can be turned into these; whether there is room for them.
    fn add_class(&mut self, filled: u32, ring: bool, wall: bool) -> bool {
        let class = self.classes.len() as u32;
        let mut symmetric = false;
        for (i, &turn) in self.turns.iter().enumerate() {
            let image = self.turned(filled.into(), turn) as usize;
            if self.known[image] == u32::MAX {
                let back = self.turns.iter().position(|&back| back == self.inverse(turn));
                self.known[image] = class | (back.expect("turns are a group") as u32) << CLASS_BITS;
            }
            symmetric |= i > 0 && image as u32 == filled;
        }
        self.classes.push(Class { filled, first: self.blocks.len() as u32, symmetric });
        let gaps = self.gaps(filled.into(), ring, wall);
        let mut barred: Vec<(u64, u64)> = vec![(0, 0)];
        for gap in &gaps {
            barred.push((gap.cells, gap.below | gap.above));
            let next = gaps.iter().filter(|next| next.cells != gap.cells && next.below != 0 && next.below == gap.above);
            barred.extend(next.map(|next| (gap.cells | next.cells, gap.below | gap.above | next.above)));
        }
        barred.sort_unstable();
        barred.dedup();
        for (barred, fixed) in barred {
            let free = filled & !(fixed as u32);
            self.blocks.push(Block { offset: self.len as u32, filled, barred: barred as u32, free, class });
            self.len += 1 << free.count_ones();
        }
        self.len < MOST
    }

    /// The gaps that can be barred.
    fn gaps(&self, filled: u64, ring: bool, wall: bool) -> Vec<Gap> {
        let bit = |i: u32| filled & 1 << (i % self.n);
        let mut gaps = Vec::new();
        if filled == 0 {
            return gaps;
        }
        // A gap on a ring begins after a stone; on a line there is one, perhaps, before the first.
        let starts =
            (0..self.n).filter(|&i| bit(i) == 0 && if i > 0 || ring { bit(i + self.n - 1) != 0 } else { true });
        for start in starts {
            let size = (1..).find(|&size| bit(start + size) != 0 || !ring && start + size == self.n).unwrap_or(1);
            let end = start + size;
            let below = if start > 0 || ring { bit(start + self.n - 1) } else { 0 };
            let above = if ring || end < self.n { bit(end) } else { 0 };
            if wall || below != 0 && above != 0 {
                let cells = (0..size).map(|i| 1 << ((start + i) % self.n)).sum();
                gaps.push(Gap { cells, below, above });
            }
        }
        gaps
    }

    fn all(&self) -> u64 {
        (1 << self.n) - 1
    }

    #[inline(always)]
    fn reflected(&self, cells: u64) -> u64 {
        u64::from((cells as u32).reverse_bits() >> (32 - self.n))
    }

    #[inline(always)]
    fn rotated(&self, cells: u64, by: u32) -> u64 {
        (cells << by | cells >> (self.n - by)) & self.all()
    }

    #[inline]
    fn turned(&self, cells: u64, turn: Turn) -> u64 {
        self.rotated(if turn.reflects { self.reflected(cells) } else { cells }, turn.by)
    }

    fn inverse(&self, turn: Turn) -> Turn {
        if turn.reflects || turn.by == 0 { turn } else { Turn { reflects: false, by: self.n - turn.by } }
    }

    /// The class of some filled cells, and the turn that leads to the ones by which it is known.
    #[inline(always)]
    fn class_of(&self, filled: u64) -> (&Class, Turn) {
        let known = self.known[filled as usize];
        let class = &self.classes[(known & ((1 << CLASS_BITS) - 1)) as usize];
        (class, self.turns[(known >> CLASS_BITS) as usize])
    }

    #[inline(always)]
    fn blocks_of(&self, class: &Class) -> &[Block] {
        let from = class.first as usize;
        let end = self.blocks[from..].iter().position(|block| block.filled != class.filled);
        &self.blocks[from..end.map_or(self.blocks.len(), |end| from + end)]
    }

    /// The block that holds a position.
    #[inline(always)]
    fn block(&self, state: u32) -> &Block {
        let mut block = self.starts[(state >> STEP) as usize] as usize;
        while self.blocks.get(block + 1).is_some_and(|next| next.offset <= state) {
            block += 1;
        }
        &self.blocks[block]
    }

    #[inline(always)]
    fn state<B: BitOps>(&self, number: u32, bits: B) -> State {
        let block = self.block(number);
        let mover = bits.scatter((number - block.offset).into(), block.free.into());
        State { mover, waiting: u64::from(block.filled) & !mover, barred: block.barred.into() }
    }

    #[inline(always)]
    fn number_of<B: BitOps>(&self, state: State, bits: B) -> Option<u32> {
        let (class, turn) = self.class_of(state.mover | state.waiting);
        let (mover, barred) = (self.turned(state.mover, turn), self.turned(state.barred, turn) as u32);
        let block = self.blocks_of(class).iter().find(|block| block.barred == barred)?;
        let fits = mover & u64::from(block.filled & !block.free) == 0;
        fits.then(|| block.offset + bits.gather(mover, block.free.into()) as u32)
    }

    /// The positions before `state` by a move of the waiting seat to `cell`: with each set of cells that the move
    /// isn't barred from.
    #[inline(always)]
    fn unplay<B: BitOps>(&self, state: State, cell: u64, turn: Turn, class: &Class, bits: B, found: &mut Vec<u32>) {
        let mover = self.turned(state.waiting & !cell, turn);
        let cell = self.turned(cell, turn);
        let from = class.first as usize;
        for block in &self.blocks[from..] {
            if block.filled != class.filled {
                break;
            }
            let fixed = u64::from(block.filled & !block.free);
            if mover & fixed == 0 && cell & u64::from(block.barred) == 0 {
                found.push(block.offset + bits.gather(mover, block.free.into()) as u32);
            }
        }
    }

    /// The same where filled cells are symmetric in themselves: a position's number then depends on the way it was
    /// turned, so that only those are told whose move leads to this very number.
    fn unplay_symmetric<B: BitOps>(&self, state: State, cell: u64, bits: B, found: &mut Vec<u32>) {
        let after = state.mover | state.waiting;
        let before = after & !cell | state.barred;
        let (class, _) = self.class_of(before);
        for &turn in &self.turns {
            if self.turned(before, turn) != u64::from(class.filled) {
                continue;
            }
            let (_, on) = self.class_of(self.turned(after, turn));
            let stays = |cell: u64| self.turned(self.turned(cell, turn), on) == cell;
            if stays(1) && (self.n == 1 || stays(2)) {
                self.unplay(state, cell, turn, class, bits, found);
            }
        }
    }
}

/// Finds the positions before some others.
struct Before<'a, C: Cells> {
    states: &'a AlaricStates<C>,
    numbers: &'a [u32],
    found: &'a mut Vec<u32>,
}

impl<C: Cells> Kernel for Before<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) {
        let Before { states, numbers, found } = self;
        for &number in numbers {
            let state = states.state(number, bits);
            let symmetric = states.classes[states.block(number).class as usize].symmetric;
            let theirs = state.mover | state.barred;
            let mut left = state.waiting;
            while left != 0 {
                let cell = left & left.wrapping_neg();
                left ^= cell;
                if states.cells.captures(state.waiting, theirs, cell) != state.barred {
                    continue;
                }
                let (class, turn) = states.class_of((state.mover | state.waiting) & !cell | state.barred);
                if symmetric | class.symmetric {
                    states.unplay_symmetric(state, cell, bits, found);
                } else {
                    states.unplay(state, cell, turn, class, bits, found);
                }
            }
        }
    }
}

/// Finds the positions after another.
struct After<'a, C: Cells> {
    states: &'a AlaricStates<C>,
    number: u32,
    found: &'a mut Vec<(Move, u64)>,
}

impl<C: Cells> Kernel for After<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) {
        let states = self.states;
        let State { mover, waiting, barred } = states.state(self.number, bits);
        for_each(!(mover | waiting | barred) & states.all(), |point| {
            let cell = 1 << point.0;
            let mine = mover | cell;
            let gone = states.cells.captures(mine, waiting, cell);
            let next = State { mover: waiting & !gone, waiting: mine, barred: gone };
            let next = states.number_of(next, bits).expect("play leads to positions that have numbers");
            self.found.push((Move::place(0, point), next.into()));
        });
    }
}

/// The number of a position.
struct Number<'a, C: Cells>(&'a AlaricStates<C>, State);

impl<C: Cells> Kernel for Number<'_, C> {
    type Output = Option<u32>;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> Option<u32> {
        self.0.number_of(self.1, bits)
    }
}

/// The position of a number.
struct Position<'a, C: Cells>(&'a AlaricStates<C>, u32);

impl<C: Cells> Kernel for Position<'_, C> {
    type Output = State;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> State {
        self.0.state(self.1, bits)
    }
}

impl<C: Cells> States for AlaricStates<C> {
    fn len(&self) -> u64 {
        self.len
    }

    fn runs(&self, of: Range<u64>, tell: &mut dyn FnMut(u64, u32)) {
        let mut state = of.start;
        while state < of.end {
            let block = self.block(state as u32);
            let end = (u64::from(block.offset) + (1 << block.free.count_ones())).min(of.end);
            let taken = u64::from(block.filled | block.barred);
            tell(end - state, (self.all() & !taken).count_ones());
            state = end;
        }
    }

    fn margin(&self, state: u64) -> i32 {
        let State { mover, waiting, .. } = dispatch(Position(self, state as u32));
        mover.count_ones() as i32 - waiting.count_ones() as i32
    }

    fn before(&self, states: &[u32], found: &mut Vec<u32>) {
        dispatch(Before { states: self, numbers: states, found });
    }

    fn after(&self, state: u64, found: &mut Vec<(Move, u64)>) {
        dispatch(After { states: self, number: state as u32, found });
    }

    fn number(&self, diagram: &Diagram) -> Option<u64> {
        let mut state = State { mover: 0, waiting: 0, barred: 0 };
        for (i, stone) in diagram.stones.iter().enumerate() {
            let seat = match stone {
                None => continue,
                Some(Stone::Black) => Seat::Black,
                Some(_) => Seat::White,
            };
            *(if seat == diagram.to_move { &mut state.mover } else { &mut state.waiting }) |= 1 << i;
        }
        for (name, value) in &diagram.state {
            if name != BARRED[diagram.to_move.index()] {
                return None;
            }
            for vertex in value.split(',') {
                state.barred |= 1 << vertex.parse::<Vertex>().ok()?.x;
            }
        }
        dispatch(Number(self, state)).map(u64::from)
    }

    fn diagram(&self, state: u64) -> Diagram {
        let State { mover, waiting, barred } = dispatch(Position(self, state as u32));
        let stone = |i: u32| match (mover >> i & 1, waiting >> i & 1) {
            (1, _) => Some(Stone::Black),
            (_, 1) => Some(Stone::White),
            _ => None,
        };
        let mut vertices = Vec::new();
        for_each(barred, |Point(x)| vertices.push(Vertex { x: x.into(), y: 0 }.to_string()));
        let words = (!vertices.is_empty()).then(|| (BARRED[0].to_owned(), vertices.join(",")));
        Diagram { stones: (0..self.n).map(stone).collect(), to_move: Seat::Black, state: words.into_iter().collect() }
    }
}
