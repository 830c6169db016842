//! A block: the boards with the same filled points, and the facts that they share.

use super::{Class, MOST_POINTS, StoicalBoards};

/// The number of stones that one table lookup covers.
const CHUNK: usize = 7;

/// An empty point of a block.
pub struct EmptyPoint {
    /// The point as a set.
    pub point: u32,
    /// Its neighbours.
    pub neighbours: u32,
    /// Whether a neighbour is empty.
    pub is_open: bool,
    /// The first word of the block with a stone on the point.
    first: u32,
    /// For each chunk of the stones, the offset in that block for each set of them that belongs to
    /// the next side to move.
    offsets: [[u32; 1 << CHUNK]; MOST_POINTS / CHUNK],
}

/// The boards with the same filled points.
pub struct Block {
    /// The filled points.
    pub filled: u32,
    /// The first word.
    pub first: u32,
    /// The number of filled points.
    pub stones: u32,
    /// The empty points.
    pub empty_points: Vec<EmptyPoint>,
    /// The connected regions of empty points: their sizes and the stones next to them.
    pub regions: Vec<(i32, u32)>,
}

impl Block {
    /// Creates the block of a class.
    pub fn new(boards: &StoicalBoards, class: u32) -> Block {
        let Class { filled, first, .. } = boards.classes[class as usize];
        let empty = boards.points & !filled;
        let mut regions = Vec::new();
        let mut left = empty;
        while left != 0 {
            let region = boards.component(left & left.wrapping_neg(), empty);
            regions.push((region.count_ones() as i32, boards.neighbours(region) & filled));
            left &= !region;
        }
        let empty_points = each_point(empty).map(|point| EmptyPoint::new(boards, filled, point)).collect();
        Block { filled, first, stones: filled.count_ones(), empty_points, regions }
    }

    /// Returns the number of pairs of boards with exchanged colours. The first boards of the block
    /// have one of each pair.
    pub fn pairs(&self) -> u32 {
        1 << self.stones.saturating_sub(1)
    }

    /// Returns the index of the board with exchanged colours.
    pub fn exchanged(&self, index: u32) -> u32 {
        index ^ ((1 << self.stones) - 1)
    }
}

/// Returns the points of a set as sets of one point.
pub fn each_point(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = set & set.wrapping_neg();
        set ^= point;
        (point != 0).then_some(point)
    })
}

impl EmptyPoint {
    fn new(boards: &StoicalBoards, filled: u32, point: u32) -> EmptyPoint {
        let (class, symmetry) = boards.class(filled | point);
        let mut offsets = [[0; 1 << CHUNK]; MOST_POINTS / CHUNK];
        for (i, stone) in each_point(filled).enumerate() {
            let image = boards.image(stone, symmetry);
            let bit = 1 << (class.filled & (image - 1)).count_ones();
            let table = &mut offsets[i / CHUNK];
            let below = 1 << (i % CHUNK);
            for set in 0..below {
                table[below | set] = table[set] | bit;
            }
        }
        let neighbours = boards.neighbours(point);
        EmptyPoint { point, neighbours, is_open: neighbours & !filled != 0, first: class.first, offsets }
    }

    /// Returns the word of the board after a placement on the point that captures nothing. `index`
    /// is that of the board before it, as the opponent of the placing side sees it.
    #[inline(always)]
    pub fn word(&self, index: u32) -> u32 {
        let offset = |i: usize| self.offsets[i][(index >> (i * CHUNK)) as usize & ((1 << CHUNK) - 1)];
        self.first + offset(0) + offset(1) + offset(2)
    }
}
