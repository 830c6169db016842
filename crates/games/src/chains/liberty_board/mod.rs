//! A board of chains with exact liberties and 3×3 patterns, for informed playouts, priors and
//! features.
//!
//! It costs more to update than [`ChainBoard`], and answers at once which chains are in atari, how
//! many liberties a stone would have, and which pattern surrounds a point.

mod adjacency;
mod area;
mod eye_spaces;
mod placement;
#[cfg(test)]
mod tests;

use quintet_core::board::Point;

use super::board::ChainBoard;
use super::cell::{Cell, EMPTY, WALL};
use super::cell_set::CellSet;
use super::neighbours::{content_of, content_word};
use super::patterns3x3::{PatternFacts, PatternTable};

pub use placement::PlacementEffect;

/// A chain of stones.
#[derive(Clone, Copy)]
pub struct Chain<const W: usize> {
    /// The empty points next to it.
    pub liberties: CellSet<W>,
    /// The number of its liberties.
    pub count: u16,
    pub stones: u16,
}

/// A board of up to (`S` − 1) × (`S` − 1) points; `N` as in [`ChainBoard`], and `W` is `N` / 64.
#[derive(Clone)]
pub struct LibertyBoard<const S: usize, const N: usize, const W: usize> {
    content: [u8; N],
    /// The head of each stone's chain.
    head: [Cell; N],
    /// The next stone of the same chain, in a circle.
    next: [Cell; N],
    /// The chains by their heads.
    chains: [Chain<W>; N],
    /// The contents of the eight cells around each cell, two bits each.
    patterns: [u16; N],
    /// The empty points, in an order that depends on the moves so far.
    empty_points: [Cell; N],
    /// The number of empty points.
    empty_count: usize,
    /// The index in `empty_points` of each empty cell.
    empty_index: [Cell; N],
    /// The stones of each colour and the empty points, as sets.
    sets: [CellSet<W>; 3],
    /// The number of stones of each colour.
    stones: [u16; 2],
    width: u8,
    height: u8,
    pattern_table: &'static PatternTable,
}

impl<const S: usize, const N: usize, const W: usize> LibertyBoard<S, N, W> {
    /// Creates the board from a board with pseudo-liberties.
    pub fn new(board: &ChainBoard<S, N>) -> Self {
        let none = Chain { liberties: CellSet::EMPTY, count: 0, stones: 0 };
        let mut new = LibertyBoard {
            content: [WALL; N],
            head: [0; N],
            next: board.next,
            chains: [none; N],
            patterns: [0xffff; N],
            empty_points: [0; N],
            empty_index: [0; N],
            empty_count: 0,
            sets: [CellSet::EMPTY; 3],
            stones: board.stones,
            width: board.width,
            height: board.height,
            pattern_table: PatternTable::get(),
        };
        for cell in board.cells() {
            let word = board.words[usize::from(cell)];
            new.content[usize::from(cell)] = content_of(word);
            new.head[usize::from(cell)] = ChainBoard::<S, N>::head(word) as Cell;
        }
        for cell in board.cells() {
            let at = usize::from(cell);
            let mut pattern = 0;
            for (i, neighbour) in Self::surrounding(at).enumerate() {
                pattern |= u16::from(new.content[neighbour]) << (2 * i);
            }
            new.patterns[at] = pattern;
            if new.content[at] != WALL {
                new.sets[usize::from(new.content[at])].insert(at);
            }
            match new.content[at] {
                EMPTY => {
                    new.empty_index[at] = new.empty_count as Cell;
                    new.empty_points[new.empty_count & (N - 1)] = cell;
                    new.empty_count += 1;
                    for neighbour in Self::orthogonal(at) {
                        if new.content[neighbour] < EMPTY {
                            let head = new.head_index(neighbour);
                            new.chains[head].liberties.insert(at);
                        }
                    }
                }
                WALL => {}
                _ => {
                    let head = new.head_index(at);
                    new.chains[head].stones += 1;
                }
            }
        }
        for chain in &mut new.chains {
            if chain.stones > 0 {
                chain.count = chain.liberties.len();
            }
        }
        new
    }

    /// Copies the contents of the cells to a board, whose chains become meaningless.
    pub fn copy_contents_to(&self, board: &mut ChainBoard<S, N>) {
        for cell in board.cells() {
            let at = usize::from(cell);
            board.words[at] = content_word(self.content[at]) | u32::from(cell);
        }
    }

    /// Returns the content of a cell.
    #[inline(always)]
    pub fn content(&self, cell: Cell) -> u8 {
        self.content[usize::from(cell) & (N - 1)]
    }

    /// Returns the head of a stone's chain, as an index.
    #[inline(always)]
    fn head_index(&self, at: usize) -> usize {
        usize::from(self.head[at]) & (N - 1)
    }

    /// Returns the chain of a stone.
    #[inline(always)]
    pub fn chain(&self, stone: Cell) -> &Chain<W> {
        &self.chains[self.head_index(usize::from(stone) & (N - 1))]
    }

    /// Returns the stone that stands for a stone's whole chain.
    #[inline(always)]
    pub fn head(&self, stone: Cell) -> Cell {
        self.head[usize::from(stone) & (N - 1)]
    }

    /// Returns the next stone of the same chain, in a circle.
    #[inline(always)]
    pub fn next(&self, stone: Cell) -> Cell {
        self.next[usize::from(stone) & (N - 1)]
    }

    /// Returns the 3×3 pattern around a cell: two bits for each of the eight cells.
    #[inline(always)]
    pub fn pattern(&self, cell: Cell) -> u16 {
        self.patterns[usize::from(cell) & (N - 1)]
    }

    /// Returns the facts about the pattern around an empty point.
    #[inline(always)]
    pub fn pattern_facts(&self, cell: Cell) -> PatternFacts {
        self.pattern_table.facts(self.pattern(cell))
    }

    /// Returns the empty points; their order depends on the moves so far.
    #[inline(always)]
    pub fn empty_points(&self) -> &[Cell] {
        &self.empty_points[..self.empty_count.min(N)]
    }

    /// Returns the empty points as a set.
    #[inline(always)]
    pub fn empty_set(&self) -> &CellSet<W> {
        &self.sets[usize::from(EMPTY)]
    }

    /// Returns the stones of a colour as a set.
    #[inline(always)]
    pub fn stone_set(&self, colour: u8) -> &CellSet<W> {
        &self.sets[usize::from(colour & 1)]
    }

    /// Returns the number of stones of a colour.
    #[inline(always)]
    pub fn stones(&self, colour: u8) -> u16 {
        self.stones[usize::from(colour & 1)]
    }

    /// Returns the point of a cell.
    #[inline(always)]
    pub fn point(&self, cell: Cell) -> Point {
        let (x, y) = (usize::from(cell) % S - 1, usize::from(cell) / S - 1);
        Point((y * usize::from(self.width) + x) as u16)
    }

    /// Returns whether a cell is a point of the board.
    #[inline]
    pub fn is_on_board(&self, cell: usize) -> bool {
        let (x, y) = (cell % S, cell / S);
        (1..=usize::from(self.width)).contains(&x) && (1..=usize::from(self.height)).contains(&y)
    }

    /// Returns the distance of a point from the edge, 0 on the first line. Where the board is only
    /// one or two points wide, all points are at that edge, so that only the ends count.
    #[inline]
    pub fn line(&self, cell: Cell) -> usize {
        let from_edge = |at: usize, length: u8| {
            let length = usize::from(length);
            if length > 2 { at.min(length - 1 - at) } else { S }
        };
        let (x, y) = (usize::from(cell) % S - 1, usize::from(cell) / S - 1);
        from_edge(x, self.width).min(from_edge(y, self.height))
    }

    /// Returns the distance of two points as Go programs measure it: the sum of both differences
    /// and the larger one, so 2 for neighbours.
    #[inline]
    pub fn distance(a: Cell, b: Cell) -> usize {
        let (a, b) = (usize::from(a), usize::from(b));
        let (dx, dy) = ((a % S).abs_diff(b % S), (a / S).abs_diff(b / S));
        dx + dy + dx.max(dy)
    }
}
