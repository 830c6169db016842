//! Placing stones and capturing, and the effect of a placement in advance.

use crate::chains::cell::{Cell, EMPTY};
use crate::chains::cell_set::CellSet;

use super::{Chain, LibertyBoard};

/// The effect of a stone on an empty point.
#[derive(Clone, Copy, Default)]
pub struct PlacementEffect {
    /// The liberties of its chain; of the points that a capture empties, those next to the stone
    /// count.
    pub liberties: u16,
    /// The stones of its chain, with the new one.
    pub stones: u16,
    /// The opponent's stones that it captures.
    pub captured: u16,
    /// The own stones in chains next to it that are in atari before.
    pub in_atari: u16,
}

impl<const S: usize, const N: usize, const W: usize> LibertyBoard<S, N, W> {
    /// Changes the content of a cell, also in the patterns around it.
    #[inline(always)]
    fn set_content(&mut self, at: usize, content: u8) {
        let difference = u16::from(self.content[at] ^ content);
        self.content[at] = content;
        for (i, neighbour) in Self::surrounding(at).enumerate() {
            self.patterns[neighbour] ^= difference << (2 * (7 - i));
        }
    }

    #[inline(always)]
    fn remove_from_empty_points(&mut self, at: usize) {
        let index = usize::from(self.empty_index[at]) & (N - 1);
        self.empty_count -= 1;
        let last = self.empty_points[self.empty_count & (N - 1)];
        self.empty_points[index] = last;
        self.empty_index[usize::from(last) & (N - 1)] = index as Cell;
    }

    /// Places a stone on an empty point and captures. Returns the number of captured stones.
    #[inline]
    pub fn place_stone(&mut self, cell: Cell, colour: u8) -> u16 {
        let at = usize::from(cell) & (N - 1);
        let other = 1 - (colour & 1);
        self.remove_from_empty_points(at);
        self.set_content(at, colour);
        self.sets[usize::from(EMPTY)].remove(at);
        self.sets[usize::from(colour & 1)].insert(at);
        self.stones[usize::from(colour & 1)] += 1;
        self.head[at] = at as Cell;
        self.next[at] = at as Cell;
        let liberties = CellSet::of(at).grown::<S>().and(self.empty_set());
        self.chains[at] = Chain { liberties, count: liberties.len(), stones: 1 };
        let mine = self.places_with(at, colour) & Self::ORTHOGONAL_PLACES;
        let theirs = self.places_with(at, other) & Self::ORTHOGONAL_PLACES;
        let mut dead = 0;
        // Done for cells without stones too, because a branch would be unpredictable. The chain
        // that such a cell belonged to last is gone, or has the point as a liberty because of
        // another stone.
        for neighbour in Self::orthogonal(at) {
            let head = self.head_index(neighbour);
            let chain = &mut self.chains[head];
            chain.count = chain.count.wrapping_sub(u16::from(chain.liberties.remove(at)));
            dead |= u32::from((self.content[neighbour] == other) & (chain.count == 0));
        }
        let mut captured = 0;
        if dead != 0 {
            for neighbour in Self::cells_at(at, theirs) {
                let head = self.head_index(neighbour);
                if self.content[neighbour] == other && self.chains[head].count == 0 {
                    captured += self.remove_chain(head);
                }
            }
        }
        for neighbour in Self::cells_at(at, mine) {
            self.join(self.head_index(at), self.head_index(neighbour));
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

    /// Removes a chain. Returns the number of its stones.
    #[inline(never)]
    fn remove_chain(&mut self, head: usize) -> u16 {
        let colour = self.content[head];
        let stones = self.chains[head].stones;
        self.stones[usize::from(colour & 1)] -= stones;
        let mut stone = head;
        loop {
            self.set_content(stone, EMPTY);
            self.sets[usize::from(colour & 1)].remove(stone);
            self.sets[usize::from(EMPTY)].insert(stone);
            self.empty_index[stone] = self.empty_count as Cell;
            self.empty_points[self.empty_count & (N - 1)] = stone as Cell;
            self.empty_count += 1;
            // The chain itself gains no liberties: it is forgotten.
            for neighbour in self.orthogonal_with(stone, 1 - (colour & 1)) {
                let head = self.head_index(neighbour);
                let chain = &mut self.chains[head];
                chain.count += u16::from(chain.liberties.insert(stone));
            }
            stone = usize::from(self.next[stone]) & (N - 1);
            if stone == head {
                return stones;
            }
        }
    }

    /// Returns the effect of a stone of this colour on an empty point.
    #[inline]
    pub fn preview(&self, cell: Cell, colour: u8) -> PlacementEffect {
        let at = usize::from(cell) & (N - 1);
        let mut effect = PlacementEffect { stones: 1, ..PlacementEffect::default() };
        let mine = self.places_with(at, colour) & Self::ORTHOGONAL_PLACES;
        let open = self.places_with(at, EMPTY) & Self::ORTHOGONAL_PLACES;
        let mut heads = [usize::MAX; 4];
        let in_atari = self.orthogonal_where(at, |neighbour| self.has_chain(neighbour, 1 - colour, 1));
        for (i, neighbour) in in_atari.enumerate() {
            let head = self.head_index(neighbour);
            effect.liberties += 1;
            effect.captured += if heads.contains(&head) { 0 } else { self.chains[head].stones };
            heads[i & 3] = head;
        }
        if mine == 0 {
            effect.liberties += open.count_ones() as u16;
            return effect;
        }
        let mut liberties = CellSet::of(at).grown::<S>().and(self.empty_set());
        let mut heads = [usize::MAX; 4];
        for (i, neighbour) in Self::cells_at(at, mine).enumerate() {
            let head = self.head_index(neighbour);
            let chain = &self.chains[head];
            liberties.add(&chain.liberties);
            if !heads.contains(&head) {
                effect.stones += chain.stones;
                effect.in_atari += if chain.count == 1 { chain.stones } else { 0 };
            }
            heads[i & 3] = head;
        }
        // The point itself is in the set.
        effect.liberties += liberties.len() - 1;
        effect
    }

    /// Returns whether a chain of this colour next to a point has three liberties or more, so that
    /// a stone there has at least two.
    #[inline(always)]
    pub fn joins_three_liberties(&self, cell: Cell, colour: u8) -> bool {
        let mut joins = false;
        for neighbour in Self::orthogonal(usize::from(cell)) {
            joins |= (self.content[neighbour] == colour) & (self.chains[self.head_index(neighbour)].count >= 3);
        }
        joins
    }
}
