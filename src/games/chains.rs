//! The capture engine that Stoical Go and Cancer share: chains of stones and their liberties on a square grid.
//!
//! The board is a padded one-dimensional array of compile-time size: a frame of walls makes every point have four
//! neighbours at fixed offsets. Chains are circular lists with one head; a chain counts its *pseudo-liberties*, one
//! for each pair of a stone and an empty point beside it (see Lukasz Lew's libEGO). That is enough to know whether a
//! point is a chain's last liberty: then, and only then, all its pseudo-liberties lie between it and that point.

use crate::board::{Point, PointSet};
use crate::game::Seat;

/// A cell of the padded board.
pub type Cell = u16;

/// An empty point, as content of a cell. Stones are the index of the seat whose colour they have, 0 or 1.
pub const EMPTY: u8 = 2;
/// A cell that holds no stone and gives no liberty: frame, blocked point, cancer stone.
pub const WALL: u8 = 3;

/// Neighbours of a cell are counted by content, four bits each.
const fn one(content: u8) -> u16 {
    1 << (4 * content)
}

const fn field(content: u8) -> u16 {
    0xf << (4 * content)
}

/// Numbers whose exclusive or over all stones and walls hashes a board: by content and cell.
static ZOBRIST: [[u64; 1024]; 4] = {
    let mut table = [[0; 1024]; 4];
    let mut content = 0;
    while content < 4 {
        let mut cell = 0;
        while cell < 1024 {
            table[content][cell] = scramble((content << 10 | cell) as u64 + 1);
            cell += 1;
        }
        content += 1;
    }
    table
};

/// Spreads a small number over 64 bits (the finaliser of SplitMix64, by Steele, Lea and Flood).
pub const fn scramble(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What a stone on an empty point would meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contact {
    /// Stones of each seat's colour in chains that have no liberty but this point.
    pub doomed: [u16; 2],
    /// Whether some chain of each seat's colour next to the point has another liberty.
    pub safe: [bool; 2],
}

/// A board of up to (`S` − 1) × (`S` − 1) points with its chains; `N`, a power of two, is at least (`S` + 1) · `S`.
#[derive(Clone, Copy)]
pub struct Chains<const S: usize, const N: usize> {
    hash: u64,
    content: [u8; N],
    /// How many neighbours hold what; the frame is not counted.
    around: [u16; N],
    /// The head of a stone's chain; of other cells, the cell itself.
    head: [Cell; N],
    /// The next stone of the same chain, in a circle.
    next: [Cell; N],
    /// Pseudo-liberties of the chain with this head; without meaning for other cells.
    liberties: [u16; N],
    /// Stones of the chain with this head.
    size: [u16; N],
    /// The empty points, in no order.
    empties: [Cell; N],
    /// Where in `empties` an empty point is.
    slot: [u16; N],
    empty_count: u16,
    stones: [u16; 2],
    width: u8,
    height: u8,
    /// 2¹⁶ / width, rounded up: divides points by the width.
    reciprocal: u32,
}

impl<const S: usize, const N: usize> Chains<S, N> {
    const MASK: usize = {
        assert!(N.is_power_of_two() && N >= (S + 1) * S);
        N - 1
    };

    /// An empty board.
    pub fn new(width: u16, height: u16, blocked: PointSet) -> Self {
        assert!(usize::from(width.max(height)) < S, "{width} × {height} points don't fit");
        let mut board = Chains {
            hash: 0,
            content: [WALL; N],
            around: [0; N],
            head: std::array::from_fn(|cell| cell as Cell),
            next: [0; N],
            liberties: [0; N],
            size: [0; N],
            empties: [0; N],
            slot: [0; N],
            empty_count: 0,
            stones: [0; 2],
            width: width as u8,
            height: height as u8,
            reciprocal: (1 << 16) / u32::from(width) + 1,
        };
        for cell in board.cells() {
            board.content[usize::from(cell)] = EMPTY;
            for neighbour in board.neighbours(cell) {
                board.around[usize::from(neighbour)] += one(EMPTY);
            }
        }
        board.list_empties();
        for point in blocked.iter() {
            board.put_wall::<true>(board.cell(point));
        }
        board
    }

    /// The same board with its lists in the order that a fresh board has.
    pub fn normalized(&self) -> Self {
        let mut board = Chains::new(self.width.into(), self.height.into(), PointSet::EMPTY);
        for cell in self.cells() {
            match self.content(cell) {
                EMPTY => {}
                WALL => board.put_wall::<true>(cell),
                stone => board.put_stone::<true>(cell, stone),
            }
        }
        board.list_empties();
        board
    }

    fn list_empties(&mut self) {
        self.empty_count = 0;
        for cell in self.cells() {
            if self.content(cell) == EMPTY {
                self.add_empty(cell);
            }
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

    /// Points of the board, walls included.
    pub fn points(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    #[inline]
    fn neighbours(&self, cell: Cell) -> [Cell; 4] {
        let s = S as Cell;
        [cell.wrapping_sub(s), cell.wrapping_sub(1), cell.wrapping_add(1), cell.wrapping_add(s)]
    }

    /// What a cell holds: 0 or 1 for stones, [`EMPTY`] or [`WALL`].
    #[inline]
    pub fn content(&self, cell: Cell) -> u8 {
        self.content[usize::from(cell) & Self::MASK]
    }

    #[inline]
    fn around(&self, cell: Cell) -> u16 {
        self.around[usize::from(cell) & Self::MASK]
    }

    #[inline]
    fn head(&self, cell: Cell) -> Cell {
        self.head[usize::from(cell) & Self::MASK]
    }

    #[inline]
    fn liberties(&mut self, head: Cell) -> &mut u16 {
        &mut self.liberties[usize::from(head) & Self::MASK]
    }

    /// How many points are empty.
    #[inline]
    pub fn empty_count(&self) -> u16 {
        self.empty_count
    }

    /// The `index`-th empty point, in no particular order.
    #[inline]
    pub fn empty(&self, index: u16) -> Cell {
        self.empties[usize::from(index) & Self::MASK]
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

    /// The hash, worked out afresh.
    pub fn recomputed_hash(&self) -> u64 {
        let contents = self.cells().map(|cell| (cell, self.content(cell)));
        let filled = contents.filter(|&(_, content)| content != EMPTY);
        filled.fold(0, |hash, (cell, content)| hash ^ ZOBRIST[usize::from(content)][usize::from(cell)])
    }

    /// Whether an empty point is next to the cell.
    #[inline]
    pub fn has_liberty(&self, cell: Cell) -> bool {
        self.around(cell) & field(EMPTY) != 0
    }

    /// Whether a stone of this colour is next to the cell.
    #[inline]
    pub fn touches(&self, cell: Cell, colour: u8) -> bool {
        self.around(cell) & field(colour) != 0
    }

    /// The colour of all stones around a cell that has no empty neighbour; `None` where there are both colours, or
    /// no stone, or an empty neighbour.
    #[inline]
    pub fn enclosed_by(&self, cell: Cell) -> Option<Seat> {
        let around = self.around(cell);
        match (around & field(EMPTY), around & field(0), around & field(1)) {
            (0, 1.., 0) => Some(Seat::Black),
            (0, 0, 1..) => Some(Seat::White),
            _ => None,
        }
    }

    /// Whether a blocked point or a cancer stone is next to the cell; the frame does not count.
    #[inline]
    pub fn touches_wall(&self, cell: Cell) -> bool {
        self.around(cell) & field(WALL) != 0
    }

    /// Whether all stones next to the cell belong to one chain, and there is one.
    pub fn touches_one_chain(&self, cell: Cell) -> bool {
        let mut stones = self.neighbours(cell).into_iter().filter(|&n| self.content(n) < EMPTY);
        let first = stones.next().map(|n| self.head(n));
        first.is_some_and(|head| stones.all(|n| self.head(n) == head))
    }

    /// Whether an empty point is an eye of a seat that a random player should leave alone: enclosed by its stones,
    /// and at most one of the points diagonal to it hostile, none where one of them is no point.
    #[inline]
    pub fn is_eye(&self, cell: Cell, seat: Seat) -> bool {
        let hostile = seat.other() as u8;
        if self.around(cell) & (field(EMPTY) | field(hostile)) != 0 {
            return false;
        }
        let s = S as Cell;
        let mut count = 0u32;
        for diagonal in
            [cell.wrapping_sub(s + 1), cell.wrapping_sub(s - 1), cell.wrapping_add(s - 1), cell.wrapping_add(s + 1)]
        {
            // A wall weighs 1 and a hostile stone 8: what is allowed is walls alone, or one hostile stone alone.
            let content = self.content(diagonal);
            count += u32::from(content == WALL) + 8 * u32::from(content == hostile);
        }
        count <= 8
    }

    /// What a stone on an empty point would meet.
    #[inline]
    pub fn contact(&self, cell: Cell) -> Contact {
        let neighbours = self.neighbours(cell);
        let heads = neighbours.map(|n| self.head(n));
        let mut contact = Contact { doomed: [0; 2], safe: [false; 2] };
        for i in 0..4 {
            let content = self.content(neighbours[i]);
            if content >= EMPTY || heads[..i].contains(&heads[i]) {
                continue;
            }
            let between = heads.iter().filter(|&&head| head == heads[i]).count();
            let head = usize::from(heads[i]) & Self::MASK;
            if usize::from(self.liberties[head]) == between {
                contact.doomed[usize::from(content)] += self.size[head];
            } else {
                contact.safe[usize::from(content)] = true;
            }
        }
        contact
    }

    fn add_empty(&mut self, cell: Cell) {
        self.slot[usize::from(cell) & Self::MASK] = self.empty_count;
        self.empties[usize::from(self.empty_count) & Self::MASK] = cell;
        self.empty_count += 1;
    }

    fn remove_empty(&mut self, cell: Cell) {
        self.empty_count -= 1;
        let slot = self.slot[usize::from(cell) & Self::MASK];
        let last = self.empties[usize::from(self.empty_count) & Self::MASK];
        self.empties[usize::from(slot) & Self::MASK] = last;
        self.slot[usize::from(last) & Self::MASK] = slot;
    }

    /// Changes what a cell holds, and what is counted around it.
    #[inline]
    fn change<const HASH: bool>(&mut self, cell: Cell, from: u8, to: u8) {
        self.content[usize::from(cell) & Self::MASK] = to;
        let step = one(to).wrapping_sub(one(from));
        for neighbour in self.neighbours(cell) {
            let around = &mut self.around[usize::from(neighbour) & Self::MASK];
            *around = around.wrapping_add(step);
        }
        if HASH {
            let content = if to == EMPTY { from } else { to };
            self.hash ^= ZOBRIST[usize::from(content)][usize::from(cell) & 1023];
        }
    }

    /// Takes the liberty of a cell from the chains around it. Cells that are no stones are their own heads, and
    /// their count has no meaning.
    #[inline]
    fn press(&mut self, cell: Cell) {
        for neighbour in self.neighbours(cell) {
            let liberties = self.liberties(self.head(neighbour));
            *liberties = liberties.wrapping_sub(1);
        }
    }

    /// Puts a stone on an empty point and joins it to its chain; nothing is captured.
    #[inline]
    pub fn put_stone<const HASH: bool>(&mut self, cell: Cell, colour: u8) {
        self.change::<HASH>(cell, EMPTY, colour);
        self.remove_empty(cell);
        self.press(cell);
        self.stones[usize::from(colour & 1)] += 1;
        let around = self.around(cell);
        let i = usize::from(cell) & Self::MASK;
        self.head[i] = cell;
        self.next[i] = cell;
        self.size[i] = 1;
        self.liberties[i] = around >> (4 * EMPTY) & 0xf;
        if around & field(colour) != 0 {
            for neighbour in self.neighbours(cell) {
                if self.content(neighbour) == colour {
                    self.join(self.head(cell), self.head(neighbour));
                }
            }
        }
    }

    /// Joins two chains, given by their heads, into one: the smaller one gets the head of the larger.
    #[inline]
    fn join(&mut self, a: Cell, b: Cell) {
        if a == b {
            return;
        }
        let (ai, bi) = (usize::from(a) & Self::MASK, usize::from(b) & Self::MASK);
        let (large, small) = if self.size[ai] > self.size[bi] { (ai, bi) } else { (bi, ai) };
        self.size[large] += self.size[small];
        self.liberties[large] = self.liberties[large].wrapping_add(self.liberties[small]);
        let mut stone = small;
        loop {
            self.head[stone] = large as Cell;
            stone = usize::from(self.next[stone]) & Self::MASK;
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
    }

    /// Puts a wall on an empty point; nothing is captured.
    #[inline]
    pub fn put_wall<const HASH: bool>(&mut self, cell: Cell) {
        self.change::<HASH>(cell, EMPTY, WALL);
        self.remove_empty(cell);
        self.press(cell);
    }

    /// Takes the chains of a colour that are next to the cell and have no liberty off the board; tells how many
    /// stones they had.
    #[inline]
    pub fn capture<const HASH: bool>(&mut self, cell: Cell, colour: u8) -> u16 {
        let before = self.stones[usize::from(colour & 1)];
        if self.around(cell) & field(colour) != 0 {
            for neighbour in self.neighbours(cell) {
                if self.content(neighbour) == colour && *self.liberties(self.head(neighbour)) == 0 {
                    self.remove_chain::<HASH>(self.head(neighbour), colour);
                }
            }
        }
        before - self.stones[usize::from(colour & 1)]
    }

    /// Takes all chains next to the cell that have no liberty off the board, of both colours and all at once;
    /// tells how many stones they had.
    pub fn capture_all<const HASH: bool>(&mut self, cell: Cell) -> u16 {
        // Whichever leaves first gives liberties to the others: so they are found before any leaves.
        let neighbours = self.neighbours(cell);
        let dead = neighbours.map(|n| self.content(n) < EMPTY && *self.liberties(self.head(n)) == 0);
        let before = self.stones[0] + self.stones[1];
        for i in 0..4 {
            let colour = self.content(neighbours[i]);
            if dead[i] && colour < EMPTY {
                self.remove_chain::<HASH>(self.head(neighbours[i]), colour);
            }
        }
        before - self.stones[0] - self.stones[1]
    }

    fn remove_chain<const HASH: bool>(&mut self, head: Cell, colour: u8) {
        self.stones[usize::from(colour & 1)] -= self.size[usize::from(head) & Self::MASK];
        let mut stone = head;
        loop {
            self.change::<HASH>(stone, colour, EMPTY);
            self.head[usize::from(stone) & Self::MASK] = stone;
            self.add_empty(stone);
            for neighbour in self.neighbours(stone) {
                let liberties = self.liberties(self.head(neighbour));
                *liberties = liberties.wrapping_add(1);
            }
            stone = self.next[usize::from(stone) & Self::MASK];
            if stone == head {
                break;
            }
        }
    }

    /// Turns the only stone on the board to the other colour.
    pub fn turn_stone(&mut self, cell: Cell) {
        let colour = self.content(cell);
        debug_assert!(colour < EMPTY && self.stones[0] + self.stones[1] == 1);
        self.change::<true>(cell, colour, EMPTY);
        self.change::<true>(cell, EMPTY, 1 - colour);
        self.stones.swap(0, 1);
    }

    /// A chain of the board that has no liberty, if there is one: a stone of it.
    pub fn dead_chain(&self) -> Option<Cell> {
        self.cells()
            .find(|&cell| self.content(cell) < EMPTY && self.liberties[usize::from(self.head(cell)) & Self::MASK] == 0)
    }

    /// A stone whose chain has one stone and one liberty: that liberty.
    pub fn lone_liberty(&self, stone: Cell) -> Option<Cell> {
        let i = usize::from(stone) & Self::MASK;
        let lone = self.head(stone) == stone && self.size[i] == 1 && self.liberties[i] == 1;
        lone.then(|| self.neighbours(stone).into_iter().find(|&n| self.content(n) == EMPTY))?
    }

    /// Black's area less White's: stones, and empty regions that touch one colour only.
    pub fn area(&self) -> i32 {
        let mut area = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        for &cell in &self.empties[..usize::from(self.empty_count) & Self::MASK] {
            if self.has_liberty(cell) {
                return self.area_by_regions();
            }
            let around = self.around(cell);
            area += i32::from(around & field(1) == 0 && around & field(0) != 0);
            area -= i32::from(around & field(0) == 0 && around & field(1) != 0);
        }
        area
    }

    /// [`Chains::area`], found by looking at whole regions only.
    #[cold]
    pub fn area_by_regions(&self) -> i32 {
        let mut area = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        let mut seen = [false; N];
        for &cell in &self.empties[..usize::from(self.empty_count)] {
            if !seen[usize::from(cell)] {
                let (size, touched) = self.region(cell, &mut seen);
                match touched {
                    [true, false] => area += size,
                    [false, true] => area -= size,
                    _ => {}
                }
            }
        }
        area
    }

    /// The empty region that a cell belongs to: its size, and which colours it touches. Its points, and none else
    /// that is empty, become `seen`.
    fn region(&self, start: Cell, seen: &mut [bool; N]) -> (i32, [bool; 2]) {
        let mut stack = [0; N];
        let mut height = 1;
        stack[0] = start;
        seen[usize::from(start)] = true;
        let (mut size, mut touched) = (0, [false; 2]);
        while height > 0 {
            height -= 1;
            size += 1;
            for neighbour in self.neighbours(stack[height]) {
                match self.content(neighbour) {
                    EMPTY if !seen[usize::from(neighbour)] => {
                        seen[usize::from(neighbour)] = true;
                        stack[height] = neighbour;
                        height += 1;
                    }
                    stone @ 0..EMPTY => touched[usize::from(stone)] = true,
                    _ => {}
                }
            }
        }
        (size, touched)
    }

    /// The only colour that the empty region of this cell touches.
    pub fn region_owner(&self, cell: Cell) -> Option<Seat> {
        let touched = if self.has_liberty(cell) {
            self.region(cell, &mut [false; N]).1
        } else {
            [self.touches(cell, 0), self.touches(cell, 1)]
        };
        match touched {
            [true, false] => Some(Seat::Black),
            [false, true] => Some(Seat::White),
            _ => None,
        }
    }
}

impl<const S: usize, const N: usize> PartialEq for Chains<S, N> {
    /// Boards are equal where the same stands on the same points of boards of the same size: chains and lists
    /// follow from that, but for their order.
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height) && self.content == other.content
    }
}
