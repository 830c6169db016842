//! All boards of Stoical Go, by the points that are filled, for sweeps over all positions of a small board.
//!
//! Each word of [`Boards`] is a board as the seat to move sees it: its filled points, up to symmetry, and for each of them
//! one bit, 1 for a stone of the seat to move. So the boards of the same filled points stand together, those that differ by an
//! exchange of the colours at mirrored places. A stone that is placed leads to the boards with one point more, in nearly the same
//! order; captures alone lead back. A board is two positions, since the move before it may have captured or not; the
//! one in which a pass has just been made follows from the moves of the first.

mod block;
mod reach;
mod sweep;

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use reach::{BY_CAPTURE, BY_PASS, BY_STONE, Count, Spread};
use sweep::{EVEN, Sweep};

use super::{Ko, Repeats};
use crate::board::cpu::{BitOps, Kernel, dispatch};
use crate::game::Planes;
use crate::setup::Setup;
use crate::states::{Boards, Counts};
use crate::words::Seat;

/// More points are not numbered: boards of 22 have more words than a number of 32 bits tells.
const MOST_POINTS: usize = 21;

/// A set of points is turned in parts of so many.
const PART: usize = 11;

/// Filled points that symmetries carry into each other.
struct Class {
    /// The one of them that is the smallest as a number.
    filled: u32,
    /// The word of its first board.
    first: u32,
    /// The symmetries, one bit each, that leave it as it is.
    keeping: u8,
}

/// The boards of a setup.
pub struct StoicalBoards {
    width: u32,
    /// All points, and those that have one to the right, and to the left.
    points: u32,
    left: u32,
    right: u32,
    /// For each symmetry, the identity first, where the sets of each part of the points go.
    turns: Vec<[Vec<u32>; 2]>,
    /// For each set of points the number of its class, and above that the number of the symmetry that leads there.
    known: Vec<u32>,
    classes: Vec<Class>,
    layers: Vec<Vec<u32>>,
    len: u64,
}

/// The bits of [`StoicalBoards::known`] that are the class.
const CLASS_BITS: u32 = 24;

impl StoicalBoards {
    /// The boards of a setup; `None` where they are too many, or where more than the board and the latest capture matters.
    pub fn new(setup: &Setup) -> Option<StoicalBoards> {
        let geometry = setup.geometry();
        let count = geometry.len();
        let plain = setup.choice::<Ko>() == Ko::Stoical && setup.choice::<Repeats>() == Repeats::None;
        if !plain || count > MOST_POINTS || !setup.blocked().is_empty() {
            return None;
        }
        let column = (0..u32::from(setup.height())).fold(0, |set, y| set | 1u32 << (y * u32::from(setup.width())));
        let points = (1u32 << count) - 1;
        let identity = (0..count as u16).collect();
        let ways = std::iter::once(identity).chain(geometry.symmetries());
        let mut boards = StoicalBoards {
            width: setup.width().into(),
            points,
            left: points & !column,
            right: points & !(column << (setup.width() - 1)),
            turns: ways.map(|way| turn_tables(&way)).collect(),
            known: vec![u32::MAX; 1 << count],
            classes: Vec::new(),
            layers: vec![Vec::new(); count + 1],
            len: 0,
        };
        for filled in 0..=points {
            if boards.known[filled as usize] == u32::MAX {
                boards.add_class(filled);
            }
        }
        Some(boards)
    }

    fn add_class(&mut self, filled: u32) {
        let number = self.classes.len() as u32;
        let stones = filled.count_ones();
        let mut keeping = 0;
        for by in 0..self.turns.len() as u32 {
            let image = self.turn(filled, by);
            if image == filled {
                keeping |= 1 << by;
            }
            if self.known[image as usize] == u32::MAX {
                // The way back from the image.
                let back = (0..self.turns.len() as u32).find(|&back| self.turn(image, back) == filled);
                self.known[image as usize] = number | back.expect("symmetries form a group") << CLASS_BITS;
            }
        }
        self.classes.push(Class { filled, first: self.len as u32, keeping });
        self.layers[stones as usize].push(number);
        self.len += 1 << stones;
    }

    #[inline(always)]
    fn turn(&self, set: u32, by: u32) -> u32 {
        let [low, high] = &self.turns[by as usize];
        low[set as usize & ((1 << PART) - 1)] | high[set as usize >> PART]
    }

    #[inline(always)]
    fn beside(&self, set: u32) -> u32 {
        (set << self.width | set >> self.width | (set & self.right) << 1 | (set & self.left) >> 1) & self.points
    }

    /// The part of `within` that is joined to `from`, which lies in it.
    #[inline(always)]
    fn joined(&self, from: u32, within: u32) -> u32 {
        let mut part = from;
        loop {
            let more = part | self.beside(part) & within;
            if more == part {
                return part;
            }
            part = more;
        }
    }

    /// The word of a board: its stones, and those of the seat to move among them.
    #[inline(always)]
    fn word(&self, filled: u32, mover: u32, bits: impl BitOps) -> u32 {
        let known = self.known[filled as usize];
        let class = &self.classes[(known & ((1 << CLASS_BITS) - 1)) as usize];
        let mover = self.turn(mover, known >> CLASS_BITS);
        class.first + bits.gather(mover.into(), class.filled.into()) as u32
    }

    /// The bytes of a position among the words; `None` just after a pass.
    fn half(&self, planes: Planes, seat: Seat, words: &[AtomicU32]) -> Option<[u8; 2]> {
        if planes.rest & 0xffff != 0 {
            return None;
        }
        let [own, other, captured_own, captured_other] =
            words[self.word_of(planes, seat) as usize].load(Relaxed).to_le_bytes();
        Some(if planes.rest == 0 { [own, other] } else { [captured_own, captured_other] })
    }

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

/// Where the sets of each part of the points go by a symmetry.
fn turn_tables(way: &[u16]) -> [Vec<u32>; 2] {
    let (low, high) = way.split_at(way.len().min(PART));
    [low, high].map(|part| {
        let union =
            |set: usize| part.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &to)| 1 << to).sum();
        (0..1 << part.len()).map(union).collect()
    })
}

impl Boards for StoicalBoards {
    fn len(&self) -> u64 {
        self.len
    }

    fn layers(&self) -> &[Vec<u32>] {
        &self.layers
    }

    fn sweep(&self, block: u32, ends: &[AtomicU32], ranks: &[AtomicU32], sweep: u8) -> u64 {
        dispatch(Sweep { boards: self, block, ends, ranks, sweep })
    }

    fn reach(&self, planes: Planes, seat: Seat, reached: &[AtomicU8]) {
        let way = match planes.rest {
            0 => BY_STONE,
            rest if rest & 0xffff == 0 => BY_CAPTURE,
            _ => BY_PASS,
        };
        reached[self.word_of(planes, seat) as usize].fetch_or(way, Relaxed);
    }

    fn spread(&self, block: u32, reached: &[AtomicU8]) -> u64 {
        dispatch(Spread(self, block, reached))
    }

    fn count(&self, block: u32, ends: &[AtomicU32], reached: &[AtomicU8]) -> Counts {
        dispatch(Count(self, block, ends, reached))
    }

    fn ends(&self, planes: Planes, seat: Seat, ends: &[AtomicU32]) -> Option<[Option<i32>; 2]> {
        let [own, other] = self.half(planes, seat, ends)?;
        Some([own, other].map(|end| (end != 0).then_some(i32::from(end) - EVEN)))
    }

    fn ranks(&self, planes: Planes, seat: Seat, ranks: &[AtomicU32]) -> Option<[u8; 2]> {
        self.half(planes, seat, ranks)
    }
}
