//! Placing stones and walls, joining chains, capturing.
//!
//! `HASH` says whether the board's hash is kept; playouts do without.

use super::{ChainBoard, NO_CHAIN, ONE_STONE, is_dead, zobrist};
use crate::chains::cell::{Cell, EMPTY, WALL};
use crate::chains::empty_points::CaptureSink;
use crate::chains::neighbours::{Neighbours, content_of, content_word, count};

impl<const S: usize, const N: usize> ChainBoard<S, N> {
    /// Takes the liberty of an empty point from the chains around it.
    #[inline]
    fn take_liberty(&mut self, neighbours: &Neighbours) {
        // Cells without stones are their own heads; their tallies have no meaning.
        for word in neighbours.words {
            let tally = &mut self.tallies[Self::head(word)];
            *tally = tally.wrapping_sub(1);
        }
    }

    /// Gives the liberty of an empty point to the chains around it.
    #[inline]
    fn give_liberty(&mut self, neighbours: &Neighbours) {
        for word in neighbours.words {
            let tally = &mut self.tallies[Self::head(word)];
            *tally = tally.wrapping_add(1);
        }
    }

    #[inline]
    fn toggle_hash<const HASH: bool>(&mut self, cell: Cell, content: u8) {
        if HASH {
            self.hash ^= zobrist(content, cell);
        }
    }

    /// Places a stone on an empty point and joins it to its chain without capturing anything.
    #[inline(always)]
    pub fn place_stone<const HASH: bool>(&mut self, neighbours: &Neighbours, colour: u8) {
        self.take_liberty(neighbours);
        let own = content_word(colour);
        let cell = Self::index(neighbours.cell);
        // The stone joins the chain of a neighbour, or becomes the head of a new one if it has
        // none. The same stores do both.
        let mut word = own | cell as u32;
        for neighbour in neighbours.words {
            word = if neighbour & own != 0 { neighbour } else { word };
        }
        let head = Self::head(word);
        // Masked because a branch would be mispredicted half of the time.
        let chain = self.tallies[head] & u32::from(head != cell).wrapping_neg();
        let liberties = count(neighbours.sum, EMPTY);
        self.words[cell] = word;
        self.tallies[head] = chain + ONE_STONE + liberties;
        self.next[cell] = self.next[head];
        self.next[head] = cell as Cell;
        self.stones[usize::from(colour & 1)] += 1;
        self.toggle_hash::<HASH>(neighbours.cell, colour);
        let mut others = 0;
        for (i, neighbour) in neighbours.words.into_iter().enumerate() {
            others |= u32::from((neighbour & own != 0) & (neighbour != word)) << i;
        }
        if others != 0 {
            self.join_neighbours(neighbours.cell, others);
        }
    }

    /// Places a wall on an empty point without capturing anything.
    #[inline]
    pub fn place_wall<const HASH: bool>(&mut self, neighbours: &Neighbours) {
        self.take_liberty(neighbours);
        self.words[Self::index(neighbours.cell)] = content_word(WALL) | u32::from(neighbours.cell);
        self.walls += 1;
        self.toggle_hash::<HASH>(neighbours.cell, WALL);
    }

    /// Joins a stone's chain and those of some neighbours, given as bits, into one.
    #[inline(never)]
    fn join_neighbours(&mut self, cell: Cell, mut others: u32) {
        let neighbours = Self::neighbour_cells(cell);
        while others != 0 {
            let neighbour = neighbours[others.trailing_zeros() as usize & 3];
            others &= others - 1;
            let (a, b) = (self.words[Self::index(cell)], self.words[neighbour]);
            if a != b {
                self.join(Self::head(a), Self::head(b));
            }
        }
    }

    /// Joins two chains, given by their heads. The smaller one gets the head of the larger.
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

    /// Returns whether a chain next to a just filled point may have no liberty left. `false` is
    /// always right.
    #[inline(always)]
    pub fn may_capture(&self, neighbours: &Neighbours) -> bool {
        neighbours.words.iter().fold(false, |dead, &word| dead | is_dead(self.tallies[Self::head(word)]))
    }

    /// Removes the chains of a colour that are next to a just filled point and have no liberty.
    /// Returns the number of their stones.
    pub fn capture<const HASH: bool>(&mut self, cell: Cell, colour: u8, sink: &mut impl CaptureSink) -> u16 {
        let before = self.stones[usize::from(colour & 1)];
        for neighbour in Self::neighbour_cells(cell) {
            let word = self.words[neighbour];
            if word & content_word(colour) != 0 && is_dead(self.tallies[Self::head(word)]) {
                self.remove_chain::<HASH>(Self::head(word), colour, sink);
            }
        }
        before - self.stones[usize::from(colour & 1)]
    }

    /// Removes the chains of both colours that are next to a just filled point and have no liberty,
    /// all at once. Returns the number of their stones.
    pub fn capture_all<const HASH: bool>(&mut self, neighbours: &Neighbours, sink: &mut impl CaptureSink) -> u16 {
        // The first chain that leaves gives liberties to the others, so all are found before any
        // leaves.
        let dead = neighbours.words.map(|word| is_dead(self.tallies[Self::head(word)]));
        let before = self.stones[0] + self.stones[1];
        for (neighbour, dead) in Self::neighbour_cells(neighbours.cell).into_iter().zip(dead) {
            let word = self.words[neighbour];
            let colour = content_of(word);
            if dead && colour < EMPTY {
                self.remove_chain::<HASH>(Self::head(word), colour, sink);
            }
        }
        before - self.stones[0] - self.stones[1]
    }

    fn remove_chain<const HASH: bool>(&mut self, head: usize, colour: u8, sink: &mut impl CaptureSink) {
        self.stones[usize::from(colour & 1)] -= (self.tallies[head] / ONE_STONE) as u16;
        let mut stone = head;
        loop {
            let cell = stone as Cell;
            self.words[stone] = content_word(EMPTY) | stone as u32;
            sink.add(cell);
            self.toggle_hash::<HASH>(cell, colour);
            self.give_liberty(&self.neighbours(cell));
            self.tallies[stone] = NO_CHAIN;
            let next = Self::index(self.next[stone]);
            self.next[stone] = cell;
            stone = next;
            if stone == head {
                break;
            }
        }
    }

    /// Changes the colour of the only stone on the board.
    pub fn recolour(&mut self, cell: Cell) {
        let colour = self.content(cell);
        debug_assert!(colour < EMPTY && self.stones[0] + self.stones[1] == 1);
        self.words[Self::index(cell)] ^= content_word(0) | content_word(1);
        self.toggle_hash::<true>(cell, 0);
        self.toggle_hash::<true>(cell, 1);
        self.stones.swap(0, 1);
    }
}
