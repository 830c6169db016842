//! The numbering of Alaric's positions: the filled cells, up to rotation and reflection; the barred
//! cells; and the colours of the stones on the filled cells.
//!
//! In play only the side to move has barred cells: those of the stones that it has just lost. They
//! are one gap between two stones of the other side, or the two gaps on both sides of a single
//! stone, the one that was just played. So the filled cells determine which sets of cells can be
//! barred, and each of these sets fixes the colours of some stones. The index of a position is made
//! of the number of the class of its filled cells, then of the set of barred cells, then of the
//! colours of the other stones, one bit each: 1 for the side to move.
//!
//! A table of all sets of cells gives the rotation or reflection that takes a set to the
//! representative of its class.

use std::ops::Range;

use quintet_core::board::{Point, Vertex};
use quintet_core::diagram::Diagram;
use quintet_core::position::state_index::{MAX_STATES, StateIndex};
use quintet_core::setup::Setup;
use quintet_core::types::{Move, Seat, Stone};
use quintet_system::cpu::{BitOps, Kernel, dispatch};

use super::{BARRED, Cells, Edge, Outline, for_each};

/// The largest number of cells of a board whose positions are numbered.
const MOST_CELLS: u16 = 24;

/// The block of every `1 << STEP`-th position is stored.
const STEP: u32 = 12;

/// A rotation or reflection of the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Symmetry {
    reflects: bool,
    by: u32,
}

/// The sets of filled cells that rotations and reflections take to each other.
#[derive(Debug)]
struct Class {
    /// The representative: the smallest set as a number.
    filled: u32,
    /// The index of its first block.
    first: u32,
    /// Whether a symmetry other than the identity keeps the filled cells.
    symmetric: bool,
}

/// Positions with the same filled and the same barred cells.
#[derive(Debug)]
struct Block {
    /// The index of the first position.
    offset: u64,
    /// The filled cells.
    filled: u32,
    barred: u32,
    /// The filled cells whose stones can be of either side; the others belong to the side that is
    /// not to move.
    free: u32,
    class: u32,
}

/// The positions of a circle or row of at most 24 cells.
pub struct AlaricIndex<C: Cells> {
    cells: C,
    n: u32,
    symmetries: Vec<Symmetry>,
    /// For each set of cells the number of its class, and in the upper bits the number of a
    /// symmetry that takes the set to the representative of the class.
    class_of: Vec<u32>,
    classes: Vec<Class>,
    blocks: Vec<Block>,
    /// The block of the `i << STEP`-th position.
    starts: Vec<u32>,
    len: u64,
}

/// The number of bits of the class in [`AlaricIndex::class_of`].
const CLASS_BITS: u32 = 24;

/// The stones of the side to move and of the other side, and the cells barred to the former.
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

impl<C: Cells> AlaricIndex<C> {
    /// Numbers the positions of a setup; `None` if they are too many.
    pub fn new(setup: &Setup) -> Option<AlaricIndex<C>> {
        if setup.width() > MOST_CELLS || !super::solvable::can_index_states(setup, MAX_STATES) {
            return None;
        }
        let (n, ring, wall) = (
            u32::from(setup.width()),
            setup.choice::<Outline>() == Outline::Ring,
            setup.choice::<Edge>() == Edge::Wall,
        );
        let reflections: &[bool] = if n > 2 || !ring && n == 2 { &[false, true] } else { &[false] };
        let rotations = if ring { n } else { 1 };
        let symmetries =
            reflections.iter().flat_map(|&reflects| (0..rotations).map(move |by| Symmetry { reflects, by })).collect();
        let mut states = AlaricIndex {
            cells: C::new(setup),
            n,
            symmetries,
            class_of: vec![u32::MAX; 1 << n],
            classes: Vec::new(),
            blocks: Vec::new(),
            starts: Vec::new(),
            len: 0,
        };
        for filled in 0..1 << n {
            if states.class_of[filled as usize] == u32::MAX && !states.add_class(filled, ring, wall) {
                return None;
            }
        }
        let mut block = 0;
        for state in (0..states.len).step_by(1 << STEP) {
            while states.blocks.get(block + 1).is_some_and(|next| next.offset <= state) {
                block += 1;
            }
            states.starts.push(block as u32);
        }
        Some(states)
    }

    /// Numbers the positions whose filled cells are in the class of `filled`, which is new. Returns
    /// whether the indices still fit.
    fn add_class(&mut self, filled: u32, ring: bool, wall: bool) -> bool {
        let class = self.classes.len() as u32;
        let mut symmetric = false;
        for (i, &symmetry) in self.symmetries.iter().enumerate() {
            let image = self.transformed(filled.into(), symmetry) as usize;
            if self.class_of[image] == u32::MAX {
                let back = self.symmetries.iter().position(|&back| back == self.inverse(symmetry));
                self.class_of[image] = class | (back.expect("symmetries are a group") as u32) << CLASS_BITS;
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
            self.blocks.push(Block { offset: self.len, filled, barred: barred as u32, free, class });
            self.len += 1 << free.count_ones();
        }
        self.len < MAX_STATES
    }

    /// Returns the gaps that can be barred.
    fn gaps(&self, filled: u64, ring: bool, wall: bool) -> Vec<Gap> {
        let bit = |i: u32| filled & 1 << (i % self.n);
        let mut gaps = Vec::new();
        if filled == 0 {
            return gaps;
        }
        // A gap on a circle begins after a stone; on a row there can be one before the first stone.
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
    fn transformed(&self, cells: u64, symmetry: Symmetry) -> u64 {
        self.rotated(if symmetry.reflects { self.reflected(cells) } else { cells }, symmetry.by)
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        if symmetry.reflects || symmetry.by == 0 {
            symmetry
        } else {
            Symmetry { reflects: false, by: self.n - symmetry.by }
        }
    }

    /// Returns the class of some filled cells, and a symmetry that takes them to its
    /// representative.
    #[inline(always)]
    fn class(&self, filled: u64) -> (&Class, Symmetry) {
        let entry = self.class_of[filled as usize];
        let class = &self.classes[(entry & ((1 << CLASS_BITS) - 1)) as usize];
        (class, self.symmetries[(entry >> CLASS_BITS) as usize])
    }

    #[inline(always)]
    fn blocks_of(&self, class: &Class) -> &[Block] {
        let from = class.first as usize;
        let end = self.blocks[from..].iter().position(|block| block.filled != class.filled);
        &self.blocks[from..end.map_or(self.blocks.len(), |end| from + end)]
    }

    /// Returns the block of a position.
    #[inline(always)]
    fn block(&self, state: u64) -> &Block {
        let mut block = self.starts[(state >> STEP) as usize] as usize;
        while self.blocks.get(block + 1).is_some_and(|next| next.offset <= state) {
            block += 1;
        }
        &self.blocks[block]
    }

    #[inline(always)]
    fn state<B: BitOps>(&self, index: u64, bits: B) -> State {
        let block = self.block(index);
        let mover = bits.scatter(index - block.offset, block.free.into());
        State { mover, waiting: u64::from(block.filled) & !mover, barred: block.barred.into() }
    }

    #[inline(always)]
    fn index<B: BitOps>(&self, state: State, bits: B) -> Option<u64> {
        let (class, symmetry) = self.class(state.mover | state.waiting);
        let (mover, barred) =
            (self.transformed(state.mover, symmetry), self.transformed(state.barred, symmetry) as u32);
        let block = self.blocks_of(class).iter().find(|block| block.barred == barred)?;
        let fits = mover & u64::from(block.filled & !block.free) == 0;
        fits.then(|| block.offset + bits.gather(mover, block.free.into()))
    }

    /// Appends the positions from which a move of the waiting side to `cell` leads to `state`: one
    /// for each set of barred cells that allows the move.
    #[inline(always)]
    fn unplay<B: BitOps>(
        &self,
        state: State,
        cell: u64,
        symmetry: Symmetry,
        class: &Class,
        bits: B,
        found: &mut Vec<u64>,
    ) {
        let mover = self.transformed(state.waiting & !cell, symmetry);
        let cell = self.transformed(cell, symmetry);
        let from = class.first as usize;
        for block in &self.blocks[from..] {
            if block.filled != class.filled {
                break;
            }
            let fixed = u64::from(block.filled & !block.free);
            if mover & fixed == 0 && cell & u64::from(block.barred) == 0 {
                found.push(block.offset + bits.gather(mover, block.free.into()));
            }
        }
    }

    /// Does the same for filled cells that are symmetric. The index of such a position depends on
    /// the symmetry that was applied, so only the positions are appended from which the move leads
    /// to this very index.
    fn unplay_symmetric<B: BitOps>(&self, state: State, cell: u64, bits: B, found: &mut Vec<u64>) {
        let after = state.mover | state.waiting;
        let before = after & !cell | state.barred;
        let (class, _) = self.class(before);
        for &symmetry in &self.symmetries {
            if self.transformed(before, symmetry) != u64::from(class.filled) {
                continue;
            }
            let (_, on) = self.class(self.transformed(after, symmetry));
            let stays = |cell: u64| self.transformed(self.transformed(cell, symmetry), on) == cell;
            if stays(1) && (self.n == 1 || stays(2)) {
                self.unplay(state, cell, symmetry, class, bits, found);
            }
        }
    }
}

/// Finds the predecessors of positions.
struct Predecessors<'a, C: Cells> {
    states: &'a AlaricIndex<C>,
    indices: &'a [u64],
    found: &'a mut Vec<u64>,
}

impl<C: Cells> Kernel for Predecessors<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) {
        let Predecessors { states, indices, found } = self;
        for &index in indices {
            let state = states.state(index, bits);
            let symmetric = states.classes[states.block(index).class as usize].symmetric;
            let theirs = state.mover | state.barred;
            let mut left = state.waiting;
            while left != 0 {
                let cell = left & left.wrapping_neg();
                left ^= cell;
                if states.cells.captures(state.waiting, theirs, cell) != state.barred {
                    continue;
                }
                let (class, symmetry) = states.class((state.mover | state.waiting) & !cell | state.barred);
                if symmetric | class.symmetric {
                    states.unplay_symmetric(state, cell, bits, found);
                } else {
                    states.unplay(state, cell, symmetry, class, bits, found);
                }
            }
        }
    }
}

/// Finds the successors of a position.
struct Successors<'a, C: Cells> {
    states: &'a AlaricIndex<C>,
    index: u64,
    found: &'a mut Vec<(Move, u64)>,
}

impl<C: Cells> Kernel for Successors<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) {
        let states = self.states;
        let State { mover, waiting, barred } = states.state(self.index, bits);
        for_each(!(mover | waiting | barred) & states.all(), |point| {
            let cell = 1 << point.0;
            let mine = mover | cell;
            let captured = states.cells.captures(mine, waiting, cell);
            let next = State { mover: waiting & !captured, waiting: mine, barred: captured };
            let next = states.index(next, bits).expect("play leads to positions that have an index");
            self.found.push((Move::place(0, point), next));
        });
    }
}

/// Computes the index of a position.
struct IndexOf<'a, C: Cells>(&'a AlaricIndex<C>, State);

impl<C: Cells> Kernel for IndexOf<'_, C> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> Option<u64> {
        self.0.index(self.1, bits)
    }
}

/// Computes the position of an index.
struct StateAt<'a, C: Cells>(&'a AlaricIndex<C>, u64);

impl<C: Cells> Kernel for StateAt<'_, C> {
    type Output = State;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> State {
        self.0.state(self.1, bits)
    }
}

impl<C: Cells> StateIndex for AlaricIndex<C> {
    fn len(&self) -> u64 {
        self.len
    }

    fn move_counts(&self, range: Range<u64>, report: &mut dyn FnMut(u64, u32)) {
        let mut state = range.start;
        while state < range.end {
            let block = self.block(state);
            let end = (block.offset + (1 << block.free.count_ones())).min(range.end);
            let taken = u64::from(block.filled | block.barred);
            report(end - state, (self.all() & !taken).count_ones());
            state = end;
        }
    }

    fn margin(&self, state: u64) -> i32 {
        let State { mover, waiting, .. } = dispatch(StateAt(self, state));
        mover.count_ones() as i32 - waiting.count_ones() as i32
    }

    fn predecessors(&self, states: &[u64], found: &mut Vec<u64>) {
        dispatch(Predecessors { states: self, indices: states, found });
    }

    fn successors(&self, state: u64, found: &mut Vec<(Move, u64)>) {
        dispatch(Successors { states: self, index: state, found });
    }

    fn index_of(&self, diagram: &Diagram) -> Option<u64> {
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
        dispatch(IndexOf(self, state))
    }

    fn diagram(&self, state: u64) -> Diagram {
        let State { mover, waiting, barred } = dispatch(StateAt(self, state));
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
