//! Which boards play can lead to, and how many positions they are.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use super::StoicalBoards;
use super::block::{Block, each_point};
use super::sweep::{Hand, after_pass, is_settled, placed_word};
use crate::board::cpu::{BitOps, Kernel};
use crate::states::Counts;

/// The bits that tell how a board was reached: by a stone, by a capture, by a pass.
pub const BY_STONE: u8 = 1;
pub const BY_CAPTURE: u8 = 2;
pub const BY_PASS: u8 = 4;
/// Whether what follows it was marked: all, or all but captures.
const WENT_ON: u8 = 8;
const WENT_ON_CALMLY: u8 = 16;

/// Marks what the boards of a block that are reached lead to.
pub struct Spread<'a>(pub &'a StoicalBoards, pub u32, pub &'a [AtomicU8]);

impl Kernel for Spread<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> u64 {
        let Spread(boards, block, reached) = self;
        let block = Block::new(boards, block);
        let hand = Hand { boards, bits };
        let mut marked = 0;
        for place in 0..block.pairs() {
            let places = [place, block.exchanged(place)];
            let marks = places.map(|place| &reached[(block.first + place) as usize]);
            for (from, to) in [(0, 1), (1, 0)] {
                if marks[from].load(Relaxed) & (BY_STONE | BY_CAPTURE) != 0 {
                    marks[to].fetch_or(BY_PASS, Relaxed);
                }
            }
            let mut look = None;
            for seat in 0..2 {
                let mark = marks[seat].load(Relaxed);
                let wide = mark & (BY_STONE | BY_PASS) != 0;
                let done = if wide { WENT_ON } else { WENT_ON | WENT_ON_CALMLY };
                if mark == 0 || mark & done != 0 {
                    continue;
                }
                let look =
                    look.get_or_insert_with(|| hand.look(&block, place).expect("play leads to legal boards alone"));
                hand.each_stone(&block, look, seat, places[1 - seat], |word, captures| {
                    let way = if captures { BY_CAPTURE } else { BY_STONE };
                    if (wide || !captures) && reached[word as usize].fetch_or(way, Relaxed) & way == 0 {
                        marked += 1;
                    }
                });
                marks[seat].fetch_or(if wide { WENT_ON } else { WENT_ON_CALMLY }, Relaxed);
                marked += 1;
            }
        }
        marked
    }
}

/// Counts the positions of a block that are reached.
pub struct Count<'a>(pub &'a StoicalBoards, pub u32, pub &'a [AtomicU32], pub &'a [AtomicU8]);

impl Kernel for Count<'_> {
    type Output = Counts;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> Counts {
        let Count(boards, class, ends, reached) = self;
        let block = Block::new(boards, class);
        let hand = Hand { boards, bits };
        let keeping = boards.classes[class as usize].keeping;
        let mut counts = Counts::default();
        for place in 0..1 << block.stones {
            let own = bits.scatter(place.into(), block.filled.into()) as u32;
            // Of boards whose filled points are symmetric one image counts, and what was noted of any.
            let (mut mark, mut least) = (0, place);
            for by in each_point(keeping.into()) {
                let image = bits.gather(boards.turn(own, by.trailing_zeros()).into(), block.filled.into()) as u32;
                mark |= reached[(block.first + image) as usize].load(Relaxed);
                least = least.min(image);
            }
            if mark == 0 || least != place {
                continue;
            }
            let word = ends[(block.first + place) as usize].load(Relaxed);
            for (way, half) in [(BY_STONE, word), (BY_CAPTURE, word >> 16)] {
                counts.positions += u64::from(mark & way != 0);
                counts.open += u64::from(mark & way != 0 && !is_settled(half));
            }
            if mark & BY_PASS != 0 {
                let look = hand.look(&block, place).expect("play leads to legal boards alone");
                let placed = hand.placed(&block, &look, 0, block.exchanged(place), ends);
                let (own, other) = after_pass(&placed, hand.lead(&block, &look));
                // And the game that a second pass ends.
                counts.positions += 2;
                counts.open += u64::from(!is_settled(placed_word(own, other)));
            }
        }
        counts
    }
}
