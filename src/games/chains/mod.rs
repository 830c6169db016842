//! The capture engine that Stoical Go and Cancer share: chains of stones and their liberties on a square grid.
//!
//! The board is a padded one-dimensional array of compile-time size: a frame makes every point have four neighbours
//! at fixed offsets. Chains are circular lists with one head; a chain counts its *pseudo-liberties*, one for each
//! pair of a stone and an empty point beside it (the idea of Łukasz Lew's libEGO). That is enough to know whether a
//! point is a chain's last liberty: then, and only then, the chain has none left once each of its stones beside the
//! point has given up one. Whether a placement is legal is foreseen so.

mod area;
mod beside;
mod cells;
mod choices;
mod diagram;
pub mod drawing;
mod empties;
pub mod evidence;
mod eye_spaces;
mod fights;
mod look;
pub mod neighbourhoods;
mod safety;
mod shapes;
pub mod telling;

use num_traits::PrimInt;

use crate::board::{Point, PointSet};
use crate::words::{Seat, split_mix};
use look::{content_of, count, one};

pub use choices::Choices;
pub use empties::{Empties, Freed};
pub use fights::{Fights, Outlook};
pub use look::{Chances, Look};

/// A cell of the padded board.
pub type Cell = u16;

/// An empty point, as content of a cell. Stones are the index of the seat whose colour they have, 0 or 1.
pub const EMPTY: u8 = 2;
/// A point that holds no stone and gives no liberty: blocked, or a cancer stone. The frame reads so too.
pub const WALL: u8 = 3;

/// One stone in a chain's tally, which has its pseudo-liberties in the lower half.
const ONE_STONE: u32 = 1 << 16;

/// The tally of a cell that heads no chain. Neighbours that come and go change it by 4 at most: it never looks like
/// that of a chain without liberties.
const NO_CHAIN: u32 = 1 << 8;

/// Whether a tally says that there is no liberty.
const fn is_dead(tally: u32) -> bool {
    tally as u16 == 0
}

/// Numbers whose exclusive or over all stones and walls hashes a board: by content and cell.
static ZOBRIST: [[u64; 1024]; 4] = {
    let mut table = [[0; 1024]; 4];
    let mut content = 0;
    while content < 4 {
        let mut cell = 0;
        while cell < 1024 {
            table[content][cell] = split_mix(0, (content << 10 | cell) as u64 + 1);
            cell += 1;
        }
        content += 1;
    }
    table
};

/// A board of up to (`S` − 1) × (`S` − 1) points with its chains; `N`, a power of two, is more than (`S` + 1) · `S`.
#[derive(Clone, Copy)]
pub struct Chains<const S: usize, const N: usize> {
    hash: u64,
    /// What each cell holds, and the head of its chain.
    words: [u32; N],
    /// By the head of a chain: its stones, its pseudo-liberties. By other cells: nothing of meaning.
    tallies: [u32; N],
    /// The next stone of the same chain, in a circle.
    next: [Cell; N],
    stones: [u16; 2],
    walls: u16,
    width: u8,
    height: u8,
    /// 2¹⁶ / width, rounded up: divides points by the width.
    reciprocal: u32,
}

impl<const S: usize, const N: usize> Chains<S, N> {
    const MASK: usize = {
        assert!(N.is_power_of_two() && N > (S + 1) * S && N <= 1024);
        N - 1
    };

    /// An empty board.
    pub fn new(width: u16, height: u16, blocked: PointSet) -> Self {
        assert!(usize::from(width.max(height)) < S, "{width} × {height} points don't fit");
        let mut board = Chains {
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
            board.words[usize::from(cell)] |= one(EMPTY);
        }
        for point in blocked.iter() {
            board.set(board.cell(point), WALL);
        }
        board
    }

    /// The same board with its chains in the order that a fresh board has.
    pub fn normalized(&self) -> Self {
        let mut board = Chains::new(self.width.into(), self.height.into(), PointSet::EMPTY);
        for cell in self.cells() {
            if self.content(cell) != EMPTY {
                board.set(cell, self.content(cell));
            }
        }
        board
    }

    /// Sets up a stone or a wall on an empty point; nothing is captured.
    pub fn set(&mut self, cell: Cell, content: u8) {
        let look = self.look(cell);
        match content {
            WALL => self.put_wall::<true>(&look),
            colour => self.put_stone::<true>(&look, colour),
        }
    }

    /// The cell of a point of the board.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        let y = (u32::from(point.0) * self.reciprocal) >> 16;
        (u32::from(point.0) + y * (S as u32 - u32::from(self.width)) + S as u32 + 1) as Cell
    }

    /// The point of a cell of the board.
    #[inline]
    pub fn point(&self, cell: Cell) -> Point {
        let (x, y) = (usize::from(cell) % S - 1, usize::from(cell) / S - 1);
        Point((y * usize::from(self.width) + x) as u16)
    }

    /// All cells of the board proper, in the order of their points.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<S, N> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        (1..=height).flat_map(move |y| (y * S + 1..=y * S + width).map(|cell| cell as Cell))
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.width.into(), self.height.into())
    }

    /// Points of the board, walls included.
    pub fn points(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    #[inline]
    fn neighbours(cell: Cell) -> [usize; 4] {
        let cell = usize::from(cell);
        [cell.wrapping_sub(S), cell.wrapping_sub(1), cell.wrapping_add(1), cell.wrapping_add(S)].map(|n| n & Self::MASK)
    }

    #[inline]
    fn index(cell: Cell) -> usize {
        usize::from(cell) & Self::MASK
    }

    /// The head in a cell's word, as an index.
    #[inline]
    fn head(word: u32) -> usize {
        word as usize & Self::MASK
    }

    /// What a cell holds: 0 or 1 for stones, [`EMPTY`] or [`WALL`].
    #[inline]
    pub fn content(&self, cell: Cell) -> u8 {
        content_of(self.words[Self::index(cell)])
    }

    /// The empty points, ascending.
    pub fn empties(&self) -> Empties<N> {
        let mut empties = Empties::default();
        self.cells().filter(|&cell| self.content(cell) == EMPTY).for_each(|cell| empties.add(cell));
        empties
    }

    /// Whether all points but this number of them are empty.
    pub fn is_empty_but(&self, count: u16) -> bool {
        self.stones[0] + self.stones[1] + self.walls == count
    }

    /// Stones of a seat's colour on the board.
    #[inline]
    pub fn stones(&self, seat: Seat) -> u16 {
        self.stones[seat.index()]
    }

    /// The hash of what stands on the board.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The points with stones of either colour, walls in both sets; `None` on boards of more than 32 points.
    pub fn planes(&self) -> Option<[u32; 2]> {
        (self.points() <= 32).then(|| self.sets())
    }

    /// The same, in words that have a bit for every point.
    fn sets<W: PrimInt>(&self) -> [W; 2] {
        let mut sets = [W::zero(); 2];
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        for y in 0..height {
            let row = &self.words[(y + 1) * S + 1..][..width];
            for (i, &word) in (y * width..).zip(row) {
                for colour in [0, 1] {
                    if word & (one(colour) | one(WALL)) != 0 {
                        sets[usize::from(colour)] = sets[usize::from(colour)] | W::one() << i;
                    }
                }
            }
        }
        sets
    }

    /// The hash, worked out afresh.
    pub fn recomputed_hash(&self) -> u64 {
        let contents = self.cells().map(|cell| (cell, self.content(cell)));
        let filled = contents.filter(|&(_, content)| content != EMPTY);
        filled.fold(0, |hash, (cell, content)| hash ^ ZOBRIST[usize::from(content)][usize::from(cell)])
    }

    /// A look at a cell of the board.
    #[inline(always)]
    pub fn look(&self, cell: Cell) -> Look {
        let at = usize::from(cell);
        assert!(at.wrapping_sub(S + 1) < N - 2 * (S + 1));
        let beside = [self.words[at - S], self.words[at - 1], self.words[at + 1], self.words[at + S]];
        // Four heads stay below 2¹⁶: nothing is carried into the counters.
        Look { cell, beside, sum: beside[0] + beside[1] + beside[2] + beside[3] }
    }

    /// Whether an empty point is an eye that a random player of this colour should leave alone: enclosed by its
    /// stones, and at most one of the points diagonal to it hostile, none where one of them is a wall.
    #[inline(always)]
    pub fn is_eye(&self, look: &Look, colour: u8) -> bool {
        let at = usize::from(look.cell);
        assert!(at.wrapping_sub(S + 1) < N - 2 * (S + 1));
        let words = &self.words;
        let sum = words[at - S - 1] + words[at - S + 1] + words[at + S - 1] + words[at + S + 1];
        let walls = 4 - count(sum, 0) - count(sum, 1) - count(sum, EMPTY);
        look.is_enclosed_by(colour) & (count(sum, 1 - colour) * (1 + walls) <= 1)
    }

    /// Whether all stones next to a point belong to one chain, and there is one.
    pub fn touches_one_chain(&self, look: &Look) -> bool {
        let mut stones = look.beside.into_iter().filter(|&word| content_of(word) < EMPTY);
        stones.next().is_some_and(|first| stones.all(|word| word == first))
    }

    /// How the chains next to an empty point would be if it were filled.
    #[inline(always)]
    pub fn foresee(&self, look: &Look) -> Chances {
        let [a, b, c, d] = look.beside;
        let same = [a == b, a == c, a == d, b == c, b == d, c == d].map(u16::from);
        // How many of the chain's pseudo-liberties lie between it and this point.
        let between = [
            1 + same[0] + same[1] + same[2],
            1 + same[0] + same[3] + same[4],
            1 + same[1] + same[3] + same[5],
            1 + same[2] + same[4] + same[5],
        ];
        let mut dead = 0;
        for (word, between) in look.beside.into_iter().zip(between) {
            let has_no_other = self.tallies[Self::head(word)] as u16 == between;
            dead += word & u32::from(has_no_other).wrapping_neg();
        }
        Chances { dead, alive: look.sum - dead }
    }

    /// How many stones of this colour would have no liberty if the point were filled.
    pub fn count_doomed(&self, look: &Look, colour: u8) -> u16 {
        let mut count = 0;
        for (i, word) in look.beside.into_iter().enumerate() {
            let between = look.beside.iter().filter(|&&other| other == word).count() as u32;
            let tally = self.tallies[Self::head(word)];
            if word & one(colour) != 0 && !look.beside[..i].contains(&word) && tally & (ONE_STONE - 1) == between {
                count += (tally / ONE_STONE) as u16;
            }
        }
        count
    }

    /// Takes the liberty of an empty point from the chains around it.
    #[inline]
    fn press(&mut self, look: &Look) {
        // Cells that are no stones are their own heads; what is counted there has no meaning.
        for word in look.beside {
            let tally = &mut self.tallies[Self::head(word)];
            *tally = tally.wrapping_sub(1);
        }
    }

    /// Undoes [`Chains::press`].
    #[inline]
    fn release(&mut self, look: &Look) {
        for word in look.beside {
            let tally = &mut self.tallies[Self::head(word)];
            *tally = tally.wrapping_add(1);
        }
    }

    /// Whether some chain next to a filled point may have no liberty left: never wrong where it says no.
    #[inline(always)]
    pub fn may_capture(&self, look: &Look) -> bool {
        look.beside.iter().fold(false, |dead, &word| dead | is_dead(self.tallies[Self::head(word)]))
    }

    #[inline]
    fn toggle<const HASH: bool>(&mut self, cell: Cell, content: u8) {
        if HASH {
            self.hash ^= ZOBRIST[usize::from(content & 3)][usize::from(cell) & 1023];
        }
    }

    /// Puts a stone on an empty point and joins it to its chain; nothing is captured.
    #[inline(always)]
    pub fn put_stone<const HASH: bool>(&mut self, look: &Look, colour: u8) {
        self.press(look);
        let own = one(colour);
        let cell = Self::index(look.cell);
        // It joins the chain of one of its neighbours, or, without any, becomes the head of a new one; the same
        // stores do for both.
        let mut word = own | cell as u32;
        for beside in look.beside {
            word = if beside & own != 0 { beside } else { word };
        }
        let head = Self::head(word);
        // Masked, not chosen: a branch here would be foretold wrongly half of the time.
        let chain = self.tallies[head] & u32::from(head != cell).wrapping_neg();
        let liberties = count(look.sum, EMPTY);
        self.words[cell] = word;
        self.tallies[head] = chain + ONE_STONE + liberties;
        self.next[cell] = self.next[head];
        self.next[head] = cell as Cell;
        self.stones[usize::from(colour & 1)] += 1;
        self.toggle::<HASH>(look.cell, colour);
        let mut others = 0;
        for (i, beside) in look.beside.into_iter().enumerate() {
            others |= u32::from((beside & own != 0) & (beside != word)) << i;
        }
        if others != 0 {
            self.join_neighbours(look.cell, others);
        }
    }

    /// Makes one chain of a stone's chain and those of some of its neighbours, which are given as bits.
    #[inline(never)]
    fn join_neighbours(&mut self, cell: Cell, mut others: u32) {
        let neighbours = Self::neighbours(cell);
        while others != 0 {
            let neighbour = neighbours[others.trailing_zeros() as usize & 3];
            others &= others - 1;
            let (a, b) = (self.words[Self::index(cell)], self.words[neighbour]);
            if a != b {
                self.join(Self::head(a), Self::head(b));
            }
        }
    }

    /// Joins two chains, given by their heads, into one: the smaller one gets the head of the larger.
    #[inline]
    fn join(&mut self, a: usize, b: usize) {
        let (large, small) = if self.tallies[a] > self.tallies[b] { (a, b) } else { (b, a) };
        self.tallies[large] += self.tallies[small];
        self.tallies[small] = NO_CHAIN;
        let word = self.words[large];
        let mut stone = small;
        loop {
            self.words[stone] = word;
            stone = Self::index(self.next[stone]);
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
    }

    /// Puts a wall on an empty point; nothing is captured.
    #[inline]
    pub fn put_wall<const HASH: bool>(&mut self, look: &Look) {
        self.press(look);
        self.words[Self::index(look.cell)] = one(WALL) | u32::from(look.cell);
        self.walls += 1;
        self.toggle::<HASH>(look.cell, WALL);
    }

    /// Takes the chains of a colour that are next to a just filled point and have no liberty off the board; tells
    /// how many stones they had.
    pub fn capture<const HASH: bool>(&mut self, cell: Cell, colour: u8, freed: &mut impl Freed) -> u16 {
        let before = self.stones[usize::from(colour & 1)];
        for neighbour in Self::neighbours(cell) {
            let word = self.words[neighbour];
            if word & one(colour) != 0 && self.tallies[Self::head(word)] & 0xffff == 0 {
                self.remove_chain::<HASH>(Self::head(word), colour, freed);
            }
        }
        before - self.stones[usize::from(colour & 1)]
    }

    /// Takes all chains next to a just filled point that have no liberty off the board, of both colours and all at
    /// once; tells how many stones they had.
    pub fn capture_all<const HASH: bool>(&mut self, look: &Look, freed: &mut impl Freed) -> u16 {
        // Whichever leaves first gives liberties to the others: so they are found before any leaves.
        let dead = look.beside.map(|word| self.tallies[Self::head(word)] & 0xffff == 0);
        let before = self.stones[0] + self.stones[1];
        for (neighbour, dead) in Self::neighbours(look.cell).into_iter().zip(dead) {
            let word = self.words[neighbour];
            let colour = content_of(word);
            if dead && colour < EMPTY {
                self.remove_chain::<HASH>(Self::head(word), colour, freed);
            }
        }
        before - self.stones[0] - self.stones[1]
    }

    fn remove_chain<const HASH: bool>(&mut self, head: usize, colour: u8, freed: &mut impl Freed) {
        self.stones[usize::from(colour & 1)] -= (self.tallies[head] / ONE_STONE) as u16;
        let mut stone = head;
        loop {
            let cell = stone as Cell;
            self.words[stone] = one(EMPTY) | stone as u32;
            freed.add(cell);
            self.toggle::<HASH>(cell, colour);
            self.release(&self.look(cell));
            self.tallies[stone] = NO_CHAIN;
            let next = Self::index(self.next[stone]);
            self.next[stone] = cell;
            stone = next;
            if stone == head {
                break;
            }
        }
    }

    /// Turns the only stone on the board to the other colour.
    pub fn turn_stone(&mut self, cell: Cell) {
        let colour = self.content(cell);
        debug_assert!(colour < EMPTY && self.stones[0] + self.stones[1] == 1);
        self.words[Self::index(cell)] ^= one(0) | one(1);
        self.toggle::<true>(cell, 0);
        self.toggle::<true>(cell, 1);
        self.stones.swap(0, 1);
    }

    /// A chain of the board that has no liberty, if there is one: a stone of it.
    fn dead_chain(&self) -> Option<Cell> {
        let stones = self.cells().filter(|&cell| self.content(cell) < EMPTY);
        stones.into_iter().find(|&cell| {
            let head = Self::head(self.words[usize::from(cell)]);
            self.tallies[head] & 0xffff == 0
        })
    }

    /// The liberty of a stone whose chain has one stone and one liberty.
    pub fn lone_liberty(&self, stone: Cell) -> Option<Cell> {
        let head = Self::head(self.words[Self::index(stone)]);
        if self.tallies[head] != ONE_STONE + 1 {
            return None;
        }
        Self::neighbours(stone).map(|n| n as Cell).into_iter().find(|&n| self.content(n) == EMPTY)
    }
}

impl<const S: usize, const N: usize> PartialEq for Chains<S, N> {
    /// Boards are equal where the same stands on the same points of boards of the same size: chains and lists
    /// follow from that, but for their order.
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&u32, &u32)| (a ^ b) >> 16 == 0;
        (self.width, self.height) == (other.width, other.height) && self.words.iter().zip(&other.words).all(same)
    }
}
