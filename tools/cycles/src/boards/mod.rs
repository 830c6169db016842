//! All boards of Stoical Go in layers by the number of stones, for iterations over all positions of
//! a small board.
//!
//! Each word of [`StoicalBoards`] stands for a board as the side to move sees it: its filled
//! points, up to symmetry, and one bit for each of them, 1 for a stone of the side to move. So the
//! boards with the same filled points form a block, in which boards with exchanged colours have
//! complementary indices. A placement leads to a block with one more point, in nearly the same
//! order; only captures lead back.
//!
//! A board stands for two positions, because the move before it may have captured or not. The
//! position after a pass follows from the moves of the first.

mod block;
mod reachable;
mod sweep;

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use quintet_core::position::Planes;
use quintet_core::setup::Setup;
use quintet_core::types::Seat;
use quintet_system::cpu::{BitOps, Kernel, dispatch};

use reachable::{AFTER_CAPTURE, AFTER_PASS, AFTER_STONE, Count, Spread};
use sweep::{EVEN, Sweep};

/// The greatest number of points: boards of 22 points have more words than 32 bits can number.
const MOST_POINTS: usize = 21;

/// Images of sets of points are looked up in parts of this many points.
const PART: usize = 11;

/// The number of bits of [`StoicalBoards::class_of`] for the class.
const CLASS_BITS: u32 = 24;

/// Sets of filled points that symmetries carry into each other.
struct Class {
    /// The set that is the smallest as a number.
    filled: u32,
    /// The word of its first board.
    first: u32,
    /// The symmetries that keep the set, one bit each.
    stabilizer: u8,
}

/// Numbers of positions, counting those that a symmetry or an exchange of the colours maps to each
/// other once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// All positions.
    pub positions: u64,
    /// The positions whose value is open: the best results of the two players do not meet.
    pub open: u64,
}

/// The boards of a setup.
pub struct StoicalBoards {
    width: u32,
    /// All points.
    points: u32,
    /// The points that have a left neighbour.
    left: u32,
    /// The points that have a right neighbour.
    right: u32,
    /// For each symmetry, the identity first, the images of all sets of each part of the points.
    symmetries: Vec<[Vec<u32>; 2]>,
    /// For each set of points the index of its class, and above that the symmetry that leads to the
    /// class's set.
    class_of: Vec<u32>,
    classes: Vec<Class>,
    layers: Vec<Vec<u32>>,
    len: u64,
}

impl StoicalBoards {
    /// Creates the boards of a setup; `None` if they are too many, or if more than the board and
    /// the latest capture matters.
    pub fn new(setup: &Setup) -> Option<StoicalBoards> {
        let geometry = setup.geometry();
        let count = geometry.len();
        let is_plain =
            setup.info().id == "stoical" && setup.rule("ko") == "stoical" && setup.rule("repetition") == "none";
        if !is_plain || count > MOST_POINTS || !setup.blocked().is_empty() {
            return None;
        }
        let column = (0..u32::from(setup.height())).fold(0, |set, y| set | 1u32 << (y * u32::from(setup.width())));
        let points = (1u32 << count) - 1;
        let identity = (0..count as u16).collect();
        let symmetries = std::iter::once(identity).chain(geometry.symmetries());
        let mut boards = StoicalBoards {
            width: setup.width().into(),
            points,
            left: points & !column,
            right: points & !(column << (setup.width() - 1)),
            symmetries: symmetries.map(|symmetry| image_tables(&symmetry)).collect(),
            class_of: vec![u32::MAX; 1 << count],
            classes: Vec::new(),
            layers: vec![Vec::new(); count + 1],
            len: 0,
        };
        for filled in 0..=points {
            if boards.class_of[filled as usize] == u32::MAX {
                boards.add_class(filled);
            }
        }
        Some(boards)
    }

    fn add_class(&mut self, filled: u32) {
        let class = self.classes.len() as u32;
        let stones = filled.count_ones();
        let mut stabilizer = 0;
        for symmetry in 0..self.symmetries.len() as u32 {
            let image = self.image(filled, symmetry);
            if image == filled {
                stabilizer |= 1 << symmetry;
            }
            if self.class_of[image as usize] == u32::MAX {
                let mut symmetries = 0..self.symmetries.len() as u32;
                let inverse = symmetries.find(|&inverse| self.image(image, inverse) == filled);
                let inverse = inverse.expect("symmetries form a group");
                self.class_of[image as usize] = class | inverse << CLASS_BITS;
            }
        }
        self.classes.push(Class { filled, first: self.len as u32, stabilizer });
        self.layers[stones as usize].push(class);
        self.len += 1 << stones;
    }

    /// Returns the class of a set of filled points and the symmetry that leads to the class's set.
    #[inline(always)]
    fn class(&self, filled: u32) -> (&Class, u32) {
        let entry = self.class_of[filled as usize];
        (&self.classes[(entry & ((1 << CLASS_BITS) - 1)) as usize], entry >> CLASS_BITS)
    }

    /// Returns the image of a set of points under a symmetry.
    #[inline(always)]
    fn image(&self, set: u32, symmetry: u32) -> u32 {
        let [low, high] = &self.symmetries[symmetry as usize];
        low[set as usize & ((1 << PART) - 1)] | high[set as usize >> PART]
    }

    /// Returns the neighbours of the points of a set.
    #[inline(always)]
    fn neighbours(&self, set: u32) -> u32 {
        (set << self.width | set >> self.width | (set & self.right) << 1 | (set & self.left) >> 1) & self.points
    }

    /// Returns the connected component of `within` that contains `from`.
    #[inline(always)]
    fn component(&self, from: u32, within: u32) -> u32 {
        let mut component = from;
        loop {
            let grown = component | self.neighbours(component) & within;
            if grown == component {
                return component;
            }
            component = grown;
        }
    }

    /// Returns the word of a board, given by its filled points and the stones of the side to move.
    #[inline(always)]
    fn word(&self, filled: u32, mover: u32, bits: impl BitOps) -> u32 {
        let (class, symmetry) = self.class(filled);
        let mover = self.image(mover, symmetry);
        class.first + bits.gather(mover.into(), class.filled.into()) as u32
    }

    /// Returns the word of the board of a position.
    fn word_of(&self, Planes { sets: [black, white], .. }: Planes, seat: Seat) -> u32 {
        struct Word<'a>(&'a StoicalBoards, u32, u32);
        impl Kernel for Word<'_> {
            type Output = u32;
            #[inline(always)]
            fn run<B: BitOps>(self, bits: B) -> u32 {
                self.0.word(self.1, self.2, bits)
            }
        }
        dispatch(Word(self, black | white, if seat == Seat::Black { black } else { white }))
    }
}

/// Returns the images of all sets of each part of the points under a symmetry.
fn image_tables(symmetry: &[u16]) -> [Vec<u32>; 2] {
    let (low, high) = symmetry.split_at(symmetry.len().min(PART));
    [low, high].map(|part| {
        let image =
            |set: usize| part.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &to)| 1 << to).sum();
        (0..1 << part.len()).map(image).collect()
    })
}

impl StoicalBoards {
    /// Returns the number of words.
    pub fn count_words(&self) -> u64 {
        self.len
    }

    /// Returns the blocks of each layer. Several threads can sweep over the blocks of one layer at
    /// once.
    pub fn layers(&self) -> &[Vec<u32>] {
        &self.layers
    }

    /// Updates the words of a block from their successors and returns the number of changed words.
    pub fn sweep(&self, block: u32, ends: &[AtomicU32]) -> u64 {
        dispatch(Sweep { boards: self, block, ends })
    }

    /// Marks the position at which play begins as reached.
    pub fn mark_start(&self, planes: Planes, seat: Seat, reached: &[AtomicU8]) {
        let mark = match planes.rest {
            0 => AFTER_STONE,
            rest if rest & 0xffff == 0 => AFTER_CAPTURE,
            _ => AFTER_PASS,
        };
        reached[self.word_of(planes, seat) as usize].fetch_or(mark, Relaxed);
    }

    /// Marks the successors of the reached positions of a block and returns the number of new
    /// marks.
    pub fn mark_successors(&self, block: u32, reached: &[AtomicU8]) -> u64 {
        dispatch(Spread(self, block, reached))
    }

    /// Counts the reached positions of a block.
    pub fn count(&self, block: u32, ends: &[AtomicU32], reached: &[AtomicU8]) -> Counts {
        dispatch(Count(self, block, ends, reached))
    }

    /// Returns the best scores that the side to move and its opponent can force, each for itself;
    /// `None` for a position without a word, whose successors have words.
    pub fn ends(&self, planes: Planes, seat: Seat, ends: &[AtomicU32]) -> Option<[Option<i32>; 2]> {
        if planes.rest & 0xffff != 0 {
            return None;
        }
        let word = ends[self.word_of(planes, seat) as usize].load(Relaxed);
        let [own, other, captured_own, captured_other] = word.to_le_bytes();
        let half = if planes.rest == 0 { [own, other] } else { [captured_own, captured_other] };
        Some(half.map(|end| (end != 0).then_some(i32::from(end) - EVEN)))
    }
}
