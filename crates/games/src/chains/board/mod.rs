//! A board of chains with pseudo-liberties, for the rules and for uniform playouts.
//!
//! The board is a padded one-dimensional array of compile-time size: a frame gives every point four
//! neighbours at fixed offsets. Chains are circular lists with one head. Each chain counts its
//! *pseudo-liberties*, one for each pair of a stone and an empty point next to it (the idea of
//! Łukasz Lew's libEGO). That is enough to tell whether a point is a chain's last liberty: it is if
//! the chain has no pseudo-liberties besides those of its stones next to the point.
//! [`ChainBoard::preview`] decides so whether a placement captures or is suicide.

mod area;
mod benson;
mod diagram;
mod placement;

use num_traits::PrimInt;
use quintet_core::board::{Point, PointSet};
use quintet_core::random::split_mix;
use quintet_core::types::Seat;

use super::cell::{Cell, EMPTY, WALL};
use super::empty_points::{CaptureSink as _, EmptyPoints};
use super::neighbours::{ChainLiberties, Neighbours, content_of, content_word, count};

/// One stone in a chain's tally; the lower half of a tally counts pseudo-liberties.
const ONE_STONE: u32 = 1 << 16;

/// The tally of a cell that is no head of a chain. Neighbours that come and go change it by 4 at
/// most, so it never looks like that of a chain without liberties.
const NO_CHAIN: u32 = 1 << 8;

/// Returns whether a tally has no liberties.
const fn is_dead(tally: u32) -> bool {
    tally as u16 == 0
}

/// Returns the Zobrist number of a stone or wall; the hash of a board is the exclusive or over them.
/// A table would take 32 KiB of the program and of the cache, and playouts need no hash.
#[inline]
fn zobrist(content: u8, cell: Cell) -> u64 {
    split_mix(0, (u64::from(content) << 10 | u64::from(cell)) + 1)
}

/// A board of up to (`S` − 1) × (`S` − 1) points with its chains. `N` is a power of two greater
/// than (`S` + 1) · `S`.
#[derive(Clone, Copy)]
pub struct ChainBoard<const S: usize, const N: usize> {
    hash: u64,
    /// The content of each cell and the head of its chain.
    pub(super) words: [u32; N],
    /// For the head of a chain, its stones and pseudo-liberties; meaningless for other cells.
    tallies: [u32; N],
    /// The next stone of the same chain, in a circle.
    pub(super) next: [Cell; N],
    pub(super) stones: [u16; 2],
    walls: u16,
    pub(super) width: u8,
    pub(super) height: u8,
    /// 2¹⁶ / width, rounded up: multiplying by it divides a point by the width.
    reciprocal: u32,
}

impl<const S: usize, const N: usize> ChainBoard<S, N> {
    const MASK: usize = {
        assert!(N.is_power_of_two() && N > (S + 1) * S && N <= 1024);
        N - 1
    };

    /// Creates a board that is empty but for blocked points.
    pub fn new(width: u16, height: u16, blocked: PointSet) -> Self {
        assert!(usize::from(width.max(height)) < S, "{width} × {height} points don't fit");
        let mut board = ChainBoard {
            hash: 0,
            words: std::array::from_fn(|cell| cell as u32),
            tallies: [NO_CHAIN; N],
            next: std::array::from_fn(|cell| cell as Cell),
            stones: [0; 2],
            walls: 0,
            width: width as u8,
            height: height as u8,
            reciprocal: (1 << 16) / u32::from(width) + 1,
        };
        for cell in board.cells() {
            board.words[usize::from(cell)] |= content_word(EMPTY);
        }
        for point in blocked.iter() {
            board.set(board.cell(point), WALL);
        }
        board
    }

    /// Returns an equal board with its chains in the order of a fresh board.
    pub fn normalized(&self) -> Self {
        let mut board = ChainBoard::new(self.width.into(), self.height.into(), PointSet::EMPTY);
        for cell in self.cells() {
            if self.content(cell) != EMPTY {
                board.set(cell, self.content(cell));
            }
        }
        board
    }

    /// Sets a stone or a wall on an empty point without capturing anything.
    pub fn set(&mut self, cell: Cell, content: u8) {
        let neighbours = self.neighbours(cell);
        match content {
            WALL => self.place_wall::<true>(&neighbours),
            colour => self.place_stone::<true>(&neighbours, colour),
        }
    }

    /// Returns the cell of a point.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        let y = (u32::from(point.0) * self.reciprocal) >> 16;
        (u32::from(point.0) + y * (S as u32 - u32::from(self.width)) + S as u32 + 1) as Cell
    }

    /// Returns the point of a cell.
    #[inline]
    pub fn point(&self, cell: Cell) -> Point {
        let (x, y) = (usize::from(cell) % S - 1, usize::from(cell) / S - 1);
        Point((y * usize::from(self.width) + x) as u16)
    }

    /// Returns the cells of all points, in the order of the points.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<S, N> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        (1..=height).flat_map(move |y| (y * S + 1..=y * S + width).map(|cell| cell as Cell))
    }

    /// Returns the numbers of columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.width.into(), self.height.into())
    }

    /// Returns the number of points, walls included.
    pub fn point_count(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Returns the indices of the four neighbours of a cell.
    #[inline]
    fn neighbour_cells(cell: Cell) -> [usize; 4] {
        let (cell, mask) = (usize::from(cell), Self::MASK);
        let (above, left) = (cell.wrapping_sub(S), cell.wrapping_sub(1));
        let (right, below) = (cell.wrapping_add(1), cell.wrapping_add(S));
        [above & mask, left & mask, right & mask, below & mask]
    }

    #[inline]
    fn index(cell: Cell) -> usize {
        usize::from(cell) & Self::MASK
    }

    /// Returns the head in a cell's word, as an index.
    #[inline]
    pub(super) fn head(word: u32) -> usize {
        word as usize & Self::MASK
    }

    /// Returns the content of a cell: 0 or 1 for stones, [`EMPTY`] or [`WALL`].
    #[inline]
    pub fn content(&self, cell: Cell) -> u8 {
        content_of(self.words[Self::index(cell)])
    }

    /// Returns the empty points in ascending order.
    pub fn empty_points(&self) -> EmptyPoints<N> {
        let mut empty_points = EmptyPoints::default();
        let is_empty = |&cell: &Cell| self.words[Self::index(cell)] & content_word(EMPTY) != 0;
        self.cells().filter(is_empty).for_each(|cell| empty_points.add(cell));
        empty_points
    }

    /// Returns the number of points that are not empty.
    pub fn occupied(&self) -> u16 {
        self.stones[0] + self.stones[1] + self.walls
    }

    /// Returns the number of stones of a seat's colour.
    #[inline]
    pub fn stones(&self, seat: Seat) -> u16 {
        self.stones[seat.index()]
    }

    /// Returns the hash of the stones and walls.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Computes the hash from scratch.
    pub fn recomputed_hash(&self) -> u64 {
        let contents = self.cells().map(|cell| (cell, self.content(cell)));
        let filled = contents.filter(|&(_, content)| content != EMPTY);
        filled.fold(0, |hash, (cell, content)| hash ^ zobrist(content, cell))
    }

    /// Returns the points with stones of each colour, walls in both sets; `None` on boards of more
    /// than 32 points.
    pub fn planes(&self) -> Option<[u32; 2]> {
        (self.point_count() <= 32).then(|| self.colour_sets())
    }

    /// Returns the same sets in words of a type that has a bit for every point.
    fn colour_sets<W: PrimInt>(&self) -> [W; 2] {
        let mut sets = [W::zero(); 2];
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        for y in 0..height {
            let row = &self.words[(y + 1) * S + 1..][..width];
            for (i, &word) in (y * width..).zip(row) {
                for colour in [0, 1] {
                    if word & (content_word(colour) | content_word(WALL)) != 0 {
                        sets[usize::from(colour)] = sets[usize::from(colour)] | W::one() << i;
                    }
                }
            }
        }
        sets
    }

    /// Returns a point with its neighbours.
    #[inline(always)]
    pub fn neighbours(&self, cell: Cell) -> Neighbours {
        let at = usize::from(cell);
        assert!(at.wrapping_sub(S + 1) < N - 2 * (S + 1));
        let words = [self.words[at - S], self.words[at - 1], self.words[at + 1], self.words[at + S]];
        // Four heads stay below 2¹⁶, so nothing is carried into the counters.
        Neighbours { cell, words, sum: words[0] + words[1] + words[2] + words[3] }
    }

    /// Returns whether an empty point is an eye that a playout of this colour should not fill: it
    /// is enclosed by own stones, and at most one of its diagonal neighbours is hostile, none if
    /// one of them is a wall.
    #[inline(always)]
    pub fn is_eye(&self, neighbours: &Neighbours, colour: u8) -> bool {
        let at = usize::from(neighbours.cell);
        assert!(at.wrapping_sub(S + 1) < N - 2 * (S + 1));
        let words = &self.words;
        let sum = words[at - S - 1] + words[at - S + 1] + words[at + S - 1] + words[at + S + 1];
        let walls = 4 - count(sum, 0) - count(sum, 1) - count(sum, EMPTY);
        neighbours.is_enclosed_by(colour) & (count(sum, 1 - colour) * (1 + walls) <= 1)
    }

    /// Returns whether all stones next to a point belong to the same chain, and there is one.
    pub fn touches_one_chain(&self, neighbours: &Neighbours) -> bool {
        let mut stones = neighbours.words.into_iter().filter(|&word| content_of(word) < EMPTY);
        stones.next().is_some_and(|first| stones.all(|word| word == first))
    }

    /// Returns which of the chains next to an empty point would lose their last liberty if it were
    /// filled.
    #[inline(always)]
    pub fn preview(&self, neighbours: &Neighbours) -> ChainLiberties {
        let [a, b, c, d] = neighbours.words;
        let same = [a == b, a == c, a == d, b == c, b == d, c == d].map(u16::from);
        // The number of pseudo-liberties of each neighbour's chain that lie on this point.
        let shared = [
            1 + same[0] + same[1] + same[2],
            1 + same[0] + same[3] + same[4],
            1 + same[1] + same[3] + same[5],
            1 + same[2] + same[4] + same[5],
        ];
        let mut dead = 0;
        for (word, shared) in neighbours.words.into_iter().zip(shared) {
            let has_no_other = self.tallies[Self::head(word)] as u16 == shared;
            dead += word & u32::from(has_no_other).wrapping_neg();
        }
        ChainLiberties { dead, alive: neighbours.sum - dead }
    }

    /// Returns the number of stones of this colour that would have no liberty if the point were
    /// filled.
    pub fn count_captured(&self, neighbours: &Neighbours, colour: u8) -> u16 {
        let mut count = 0;
        for (i, word) in neighbours.words.into_iter().enumerate() {
            let shared = neighbours.words.iter().filter(|&&other| other == word).count() as u32;
            let tally = self.tallies[Self::head(word)];
            let is_first = !neighbours.words[..i].contains(&word);
            if word & content_word(colour) != 0 && is_first && tally & (ONE_STONE - 1) == shared {
                count += (tally / ONE_STONE) as u16;
            }
        }
        count
    }

    /// Returns a stone of a chain without liberties, if there is one.
    fn dead_chain(&self) -> Option<Cell> {
        let mut stones = self.cells().filter(|&cell| self.content(cell) < EMPTY);
        stones.find(|&cell| is_dead(self.tallies[Self::head(self.words[usize::from(cell)])]))
    }

    /// Returns the liberty of a stone if its chain has one stone and one liberty.
    pub fn lone_liberty(&self, stone: Cell) -> Option<Cell> {
        let head = Self::head(self.words[Self::index(stone)]);
        if self.tallies[head] != ONE_STONE + 1 {
            return None;
        }
        Self::neighbour_cells(stone).iter().map(|&n| n as Cell).find(|&n| self.content(n) == EMPTY)
    }
}

impl<const S: usize, const N: usize> PartialEq for ChainBoard<S, N> {
    /// Boards of the same size are equal if their points have the same contents; chains follow from
    /// that, but for their order.
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&u32, &u32)| (a ^ b) >> 16 == 0;
        (self.width, self.height) == (other.width, other.height) && self.words.iter().zip(&other.words).all(same)
    }
}
