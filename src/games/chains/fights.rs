//! The board of informed playouts: chains with their exact liberties, and what stands around every point.
//!
//! It costs more to keep up than [`Chains`], and tells at once what informed play asks: which chains are in atari, how
//! many liberties a stone would have, which shape it would be part of.

use super::cells::Cells;
use super::shapes::{Entry, Shapes};
use super::{Cell, Chains, EMPTY, WALL};
use crate::board::Point;

/// A chain of stones.
#[derive(Clone, Copy)]
pub struct Chain<const W: usize> {
    /// The empty points next to it.
    pub liberties: Cells<W>,
    /// How many they are.
    pub count: u16,
    /// How many stones it has.
    pub stones: u16,
}

/// What a stone on an empty point would bring.
#[derive(Clone, Copy, Default)]
pub struct Outlook {
    /// Liberties of its chain; points that a capture frees count where they are next to the stone.
    pub liberties: u16,
    /// Stones of its chain, it counted in.
    pub stones: u16,
    /// Stones of the other colour that it would take.
    pub captured: u16,
    /// Stones of its own colour, next to it, that are in atari now.
    pub threatened: u16,
}

/// A board up to (`S` − 1) × (`S` − 1); `N` cells as in [`Chains`], `W` = `N` / 64.
#[derive(Clone)]
pub struct Fights<const S: usize, const N: usize, const W: usize> {
    pub(super) content: [u8; N],
    pub(super) head: [Cell; N],
    next: [Cell; N],
    pub(super) chains: [Chain<W>; N],
    /// What stands on the eight points around a cell: two bits each.
    pub(super) around: [u16; N],
    empties: [Cell; N],
    /// Where in `empties` an empty cell is.
    place: [Cell; N],
    count: usize,
    /// Stones of either colour, and the empty points, as sets.
    sets: [Cells<W>; 3],
    stones: [u16; 2],
    width: u8,
    height: u8,
    shapes: &'static Shapes,
}

impl<const S: usize, const N: usize, const W: usize> Fights<S, N, W> {
    /// The board as it stands.
    pub fn new(board: &Chains<S, N>) -> Self {
        let none = Chain { liberties: Cells::NONE, count: 0, stones: 0 };
        let mut fights = Fights {
            content: [WALL; N],
            head: [0; N],
            next: board.next,
            chains: [none; N],
            around: [0xffff; N],
            empties: [0; N],
            place: [0; N],
            count: 0,
            sets: [Cells::NONE; 3],
            stones: board.stones,
            width: board.width,
            height: board.height,
            shapes: Shapes::get(),
        };
        for cell in board.cells() {
            let word = board.words[usize::from(cell)];
            let content = super::look::content_of(word);
            fights.content[usize::from(cell)] = content;
            fights.head[usize::from(cell)] = Chains::<S, N>::head(word) as Cell;
        }
        for cell in board.cells() {
            let at = usize::from(cell);
            let mut around = 0;
            for (i, beside) in Self::eight(at).enumerate() {
                around |= u16::from(fights.content[beside]) << (2 * i);
            }
            fights.around[at] = around;
            if fights.content[at] != WALL {
                fights.sets[usize::from(fights.content[at])].insert(at);
            }
            match fights.content[at] {
                EMPTY => {
                    fights.place[at] = fights.count as Cell;
                    fights.empties[fights.count & (N - 1)] = cell;
                    fights.count += 1;
                    for beside in Self::four(at) {
                        if fights.content[beside] < EMPTY {
                            fights.chains[usize::from(fights.head[beside]) & (N - 1)].liberties.insert(at);
                        }
                    }
                }
                WALL => {}
                _ => fights.chains[usize::from(fights.head[at]) & (N - 1)].stones += 1,
            }
        }
        for chain in &mut fights.chains {
            if chain.stones > 0 {
                chain.count = chain.liberties.len();
            }
        }
        fights
    }

    /// Shows on a board what stands where; its chains become meaningless.
    pub fn paint(&self, board: &mut Chains<S, N>) {
        for cell in board.cells() {
            let at = usize::from(cell);
            board.words[at] = super::look::one(self.content[at]) | u32::from(cell);
        }
    }

    /// What a cell holds.
    #[inline(always)]
    pub fn content(&self, cell: Cell) -> u8 {
        self.content[usize::from(cell) & (N - 1)]
    }

    /// The chain of a stone.
    #[inline(always)]
    pub fn chain(&self, stone: Cell) -> &Chain<W> {
        &self.chains[usize::from(self.head[usize::from(stone) & (N - 1)]) & (N - 1)]
    }

    /// A stone that stands for the whole chain of this one.
    #[inline(always)]
    pub fn head(&self, stone: Cell) -> Cell {
        self.head[usize::from(stone) & (N - 1)]
    }

    /// The next stone of the same chain, in a circle.
    #[inline(always)]
    pub fn next(&self, stone: Cell) -> Cell {
        self.next[usize::from(stone) & (N - 1)]
    }

    /// What shape a stone on this empty point would be part of.
    #[inline(always)]
    pub fn shape(&self, cell: Cell) -> Entry {
        self.shapes.entry(self.around[usize::from(cell) & (N - 1)])
    }

    /// What stands around a cell: two bits for each of the eight points.
    #[inline(always)]
    pub fn around(&self, cell: Cell) -> u16 {
        self.around[usize::from(cell) & (N - 1)]
    }

    /// The empty points, in no order of meaning.
    #[inline(always)]
    pub fn empties(&self) -> &[Cell] {
        &self.empties[..self.count.min(N)]
    }

    /// The empty points, as a set.
    #[inline(always)]
    pub fn empty_cells(&self) -> &Cells<W> {
        &self.sets[usize::from(EMPTY)]
    }

    /// The stones of a colour, as a set.
    #[inline(always)]
    pub fn stone_cells(&self, colour: u8) -> &Cells<W> {
        &self.sets[usize::from(colour & 1)]
    }

    /// Stones of a colour.
    #[inline(always)]
    pub fn stones(&self, colour: u8) -> u16 {
        self.stones[usize::from(colour & 1)]
    }

    /// The point of a cell.
    #[inline(always)]
    pub fn point(&self, cell: Cell) -> Point {
        let (x, y) = (usize::from(cell) % S - 1, usize::from(cell) / S - 1);
        Point((y * usize::from(self.width) + x) as u16)
    }

    /// Whether a cell is a point of the board.
    #[inline]
    pub fn is_on_board(&self, cell: usize) -> bool {
        let (x, y) = (cell % S, cell / S);
        (1..=usize::from(self.width)).contains(&x) && (1..=usize::from(self.height)).contains(&y)
    }

    /// The line that a point lies on, 0 at the edge of the board.
    #[inline]
    pub fn line(&self, cell: Cell) -> usize {
        let (x, y) = (usize::from(cell) % S - 1, usize::from(cell) / S - 1);
        x.min(y).min(usize::from(self.width) - 1 - x).min(usize::from(self.height) - 1 - y)
    }

    /// How far apart two points are, in the measure of Go programs: the sum of both differences and the larger one, from
    /// 2 for neighbours.
    #[inline]
    pub fn distance(a: Cell, b: Cell) -> usize {
        let (a, b) = (usize::from(a), usize::from(b));
        let (dx, dy) = ((a % S).abs_diff(b % S), (a / S).abs_diff(b / S));
        dx + dy + dx.max(dy)
    }

    /// How much speaks for a point because it is close to the latest move (0 where there is none), in simulations won.
    pub fn closeness(&self, cell: Cell, last: Cell) -> f32 {
        if last == 0 {
            return 0.0;
        }
        match Self::distance(cell, last) {
            ..=3 => 8.0,
            4 => 6.0,
            5..=6 => 3.0,
            _ => 0.0,
        }
    }

    /// Changes what a cell holds, and what stands around its neighbours.
    #[inline(always)]
    fn change(&mut self, at: usize, content: u8) {
        let difference = u16::from(self.content[at] ^ content);
        self.content[at] = content;
        for (i, beside) in Self::eight(at).enumerate() {
            self.around[beside] ^= difference << (2 * (7 - i));
        }
    }

    #[inline(always)]
    fn take_from_empties(&mut self, at: usize) {
        let place = usize::from(self.place[at]) & (N - 1);
        self.count -= 1;
        let last = self.empties[self.count & (N - 1)];
        self.empties[place] = last;
        self.place[usize::from(last) & (N - 1)] = place as Cell;
    }

    /// Puts a stone on an empty point and takes what it captures: how many stones.
    #[inline]
    pub fn place_stone(&mut self, cell: Cell, colour: u8) -> u16 {
        let at = usize::from(cell) & (N - 1);
        let other = 1 - (colour & 1);
        self.take_from_empties(at);
        self.change(at, colour);
        self.sets[usize::from(EMPTY)].remove(at);
        self.sets[usize::from(colour & 1)].insert(at);
        self.stones[usize::from(colour & 1)] += 1;
        self.head[at] = at as Cell;
        self.next[at] = at as Cell;
        let liberties = Cells::of(at).grown::<S>().and(self.empty_cells());
        self.chains[at] = Chain { liberties, count: liberties.len(), stones: 1 };
        let [mine, theirs] = [colour, other].map(|content| self.around_with(at, content) & Self::BESIDE);
        let mut dead = 0;
        // Cells without a stone are asked too, since which ones have one can't be foreseen. The chain that such a cell was
        // part of last is gone, or has the point as a liberty because of a stone beside it.
        for beside in Self::four(at) {
            let chain = &mut self.chains[usize::from(self.head[beside]) & (N - 1)];
            chain.count = chain.count.wrapping_sub(u16::from(chain.liberties.remove(at)));
            dead |= u32::from((self.content[beside] == other) & (chain.count == 0));
        }
        let mut captured = 0;
        if dead != 0 {
            for beside in Self::cells_of(at, theirs) {
                let head = usize::from(self.head[beside]) & (N - 1);
                if self.content[beside] == other && self.chains[head].count == 0 {
                    captured += self.remove_chain(head);
                }
            }
        }
        for beside in Self::cells_of(at, mine) {
            self.join(usize::from(self.head[at]) & (N - 1), usize::from(self.head[beside]) & (N - 1));
        }
        captured
    }

    #[inline(always)]
    fn join(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let (large, small) = if self.chains[a].stones >= self.chains[b].stones { (a, b) } else { (b, a) };
        let other = self.chains[small];
        let chain = &mut self.chains[large];
        chain.liberties.add(&other.liberties);
        chain.count = chain.liberties.len();
        chain.stones += other.stones;
        let mut stone = small;
        loop {
            self.head[stone] = large as Cell;
            stone = usize::from(self.next[stone]) & (N - 1);
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
    }

    #[inline(never)]
    fn remove_chain(&mut self, head: usize) -> u16 {
        let colour = self.content[head];
        let stones = self.chains[head].stones;
        self.stones[usize::from(colour & 1)] -= stones;
        let mut stone = head;
        loop {
            self.change(stone, EMPTY);
            self.sets[usize::from(colour & 1)].remove(stone);
            self.sets[usize::from(EMPTY)].insert(stone);
            self.place[stone] = self.count as Cell;
            self.empties[self.count & (N - 1)] = stone as Cell;
            self.count += 1;
            // What the chain itself would gain so is forgotten with it.
            for beside in self.four_with(stone, 1 - (colour & 1)) {
                let chain = &mut self.chains[usize::from(self.head[beside]) & (N - 1)];
                chain.count += u16::from(chain.liberties.insert(stone));
            }
            stone = usize::from(self.next[stone]) & (N - 1);
            if stone == head {
                return stones;
            }
        }
    }

    /// What a stone of this colour on an empty point would bring.
    #[inline]
    pub fn outlook(&self, cell: Cell, colour: u8) -> Outlook {
        let at = usize::from(cell) & (N - 1);
        let mut outlook = Outlook { stones: 1, ..Outlook::default() };
        let [mine, open] = [colour, EMPTY].map(|content| self.around_with(at, content) & Self::BESIDE);
        let mut heads = [usize::MAX; 4];
        for (i, beside) in self.four_where(at, |beside| self.is_of(beside, 1 - colour, 1)).enumerate() {
            let head = usize::from(self.head[beside]) & (N - 1);
            outlook.liberties += 1;
            outlook.captured += if heads.contains(&head) { 0 } else { self.chains[head].stones };
            heads[i & 3] = head;
        }
        if mine == 0 {
            outlook.liberties += open.count_ones() as u16;
            return outlook;
        }
        let mut liberties = Cells::of(at).grown::<S>().and(self.empty_cells());
        let mut heads = [usize::MAX; 4];
        for (i, beside) in Self::cells_of(at, mine).enumerate() {
            let head = usize::from(self.head[beside]) & (N - 1);
            let chain = &self.chains[head];
            liberties.add(&chain.liberties);
            if !heads.contains(&head) {
                outlook.stones += chain.stones;
                outlook.threatened += if chain.count == 1 { chain.stones } else { 0 };
            }
            heads[i & 3] = head;
        }
        // The point itself is one of them.
        outlook.liberties += liberties.len() - 1;
        outlook
    }

    /// Whether some chain of this colour next to a point has three liberties or more: a stone there then has two.
    #[inline(always)]
    pub fn joins_three_liberties(&self, cell: Cell, colour: u8) -> bool {
        Self::four(usize::from(cell)).fold(false, |joins, beside| {
            joins
                | ((self.content[beside] == colour)
                    & (self.chains[usize::from(self.head[beside]) & (N - 1)].count >= 3))
        })
    }

    /// Black's area less White's.
    pub fn area(&self) -> i32 {
        let mut area = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        let mut seen = Cells::<W>::NONE;
        for &cell in self.empties() {
            if seen.insert(usize::from(cell)) {
                let (size, touched) = self.region(usize::from(cell), &mut seen);
                area += match touched {
                    1 => size,
                    2 => -size,
                    _ => 0,
                };
            }
        }
        area
    }

    /// The size of an empty region, one point of which is given and already `seen`, and which colours it touches, as
    /// bits.
    fn region(&self, start: usize, seen: &mut Cells<W>) -> (i32, u32) {
        let entry = self.shapes.entry(self.around[start & (N - 1)]);
        if entry.empty_neighbours() == 0 {
            return (1, u32::from(entry.touches(0)) | u32::from(entry.touches(1)) << 1);
        }
        let mut stack = [0; N];
        let mut height = 1;
        stack[0] = start;
        let (mut size, mut touched) = (0, 0);
        while height > 0 {
            height -= 1;
            size += 1;
            for beside in Self::four(stack[height & (N - 1)]) {
                match self.content[beside] {
                    EMPTY => {
                        if seen.insert(beside) {
                            stack[height & (N - 1)] = beside;
                            height += 1;
                        }
                    }
                    WALL => {}
                    colour => touched |= 1 << colour,
                }
            }
        }
        (size, touched)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use crate::board::PointSet;
    use crate::words::{Rng, random_below};

    type Board = Fights<10, 128, 2>;

    /// Holds all that the board keeps up to a fresh one of the same stones.
    fn check(board: &Board) {
        let mut plain = Chains::<10, 128>::new(9, 9, PointSet::EMPTY);
        let cells: Vec<Cell> = plain.cells().collect();
        for &cell in &cells {
            if board.content(cell) != EMPTY {
                plain.set(cell, board.content(cell));
            }
        }
        let fresh = Board::new(&plain);
        for &cell in &cells {
            assert_eq!(board.around[usize::from(cell)], fresh.around[usize::from(cell)]);
            if board.content(cell) == EMPTY {
                let look = plain.look(cell);
                for colour in 0..2 {
                    assert_eq!(board.shape(cell).is_eye(colour), plain.is_eye(&look, colour));
                    assert_eq!(board.shape(cell).touches(colour), look.touches(colour));
                }
            }
            let at = usize::from(cell);
            for content in [0, 1, EMPTY, WALL] {
                let holds = |&beside: &usize| board.content[beside] == content;
                assert!(board.four_with(at, content).eq(Board::four(at).filter(holds)));
                assert!(board.eight_where(at, |beside| holds(&beside)).eq(Board::eight(at).filter(holds)));
                assert!(board.four_where(at, |beside| holds(&beside)).eq(Board::four(at).filter(holds)));
            }
            if board.content(cell) < EMPTY {
                let (chain, other) = (board.chain(cell), fresh.chain(cell));
                assert_eq!((chain.liberties, chain.count, chain.stones), (other.liberties, other.count, other.stones));
                assert_eq!(chain.count, chain.liberties.len());
            }
        }
        let mut empties = board.empties().to_vec();
        empties.sort_unstable();
        assert_eq!(empties, fresh.empties());
        assert_eq!(board.sets, fresh.sets);
        assert_eq!(board.stones, fresh.stones);
        assert_eq!(board.area(), plain.area());
    }

    #[test]
    fn what_is_kept_up_is_what_a_fresh_board_tells() {
        for seed in 0..20 {
            let mut rng = Rng::seed_from_u64(seed);
            let mut board = Board::new(&Chains::new(9, 9, PointSet::EMPTY));
            for turn in 0..200 {
                let cell = board.empties()[random_below(&mut rng, board.empties().len() as u32) as usize];
                let colour = turn % 2;
                let outlook = board.outlook(cell, colour);
                if outlook.liberties > 0 {
                    assert_eq!(board.place_stone(cell, colour), outlook.captured);
                    assert_eq!(board.chain(cell).stones, outlook.stones);
                }
                if board.empties().len() < 4 {
                    break;
                }
                check(&board);
            }
        }
    }
}
