//! What all boards of the same filled points share, worked out once for them.

use super::{CLASS_BITS, Class, MOST_POINTS, StoicalBoards};

/// Stones are told to a table so many at a time.
const CHUNK: usize = 7;

/// An empty point among filled ones.
pub struct Gap {
    pub point: u32,
    pub beside: u32,
    /// Whether an empty point is beside it.
    pub open: bool,
    /// The word of the first board with a stone there.
    first: u32,
    /// For each chunk of the stones what they add to it, where they are of the seat that is to move then.
    added: [[u32; 1 << CHUNK]; MOST_POINTS / CHUNK],
}

/// What all boards of the same filled points share.
pub struct Block {
    pub filled: u32,
    pub first: u32,
    pub stones: u32,
    pub gaps: Vec<Gap>,
    /// The regions of empty points: how many they are, and what is beside them.
    pub regions: Vec<(i32, u32)>,
}

impl Block {
    pub fn new(boards: &StoicalBoards, class: u32) -> Block {
        let Class { filled, first, .. } = boards.classes[class as usize];
        let empty = boards.points & !filled;
        let mut regions = Vec::new();
        let mut left = empty;
        while left != 0 {
            let region = boards.joined(left & left.wrapping_neg(), empty);
            regions.push((region.count_ones() as i32, boards.beside(region) & filled));
            left &= !region;
        }
        let gaps = each_point(empty).map(|point| Gap::new(boards, filled, point)).collect();
        Block { filled, first, stones: filled.count_ones(), gaps, regions }
    }

    /// The boards that are looked at together with those of exchanged colours: so many, from the first on.
    pub fn pairs(&self) -> u32 {
        1 << self.stones.saturating_sub(1)
    }

    /// The place of the board with exchanged colours.
    pub fn exchanged(&self, place: u32) -> u32 {
        place ^ ((1 << self.stones) - 1)
    }
}

/// The points of a set, one by one.
pub fn each_point(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = set & set.wrapping_neg();
        set ^= point;
        (point != 0).then_some(point)
    })
}

impl Gap {
    fn new(boards: &StoicalBoards, filled: u32, point: u32) -> Gap {
        let known = boards.known[(filled | point) as usize];
        let class = &boards.classes[(known & ((1 << CLASS_BITS) - 1)) as usize];
        let mut added = [[0; 1 << CHUNK]; MOST_POINTS / CHUNK];
        for (i, stone) in each_point(filled).enumerate() {
            let image = boards.turn(stone, known >> CLASS_BITS);
            let bit = 1 << (class.filled & (image - 1)).count_ones();
            let table = &mut added[i / CHUNK];
            let below = 1 << (i % CHUNK);
            for set in 0..below {
                table[below | set] = table[set] | bit;
            }
        }
        let beside = boards.beside(point);
        Gap { point, beside, open: beside & !filled != 0, first: class.first, added }
    }

    /// The word of the board with a stone here of the seat that has moved, the stones of the other being those of a place.
    #[inline(always)]
    pub fn word(&self, place: u32) -> u32 {
        let part = |i: usize| self.added[i][(place >> (i * CHUNK)) as usize & ((1 << CHUNK) - 1)];
        self.first + part(0) + part(1) + part(2)
    }
}
