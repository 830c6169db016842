//! The boards that play can reach, and the number of their positions.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use quintet_system::cpu::{BitOps, Kernel};

use super::block::{Block, each_point};
use super::sweep::{BoardRules, after_pass, half_word, is_settled};
use super::{Counts, StoicalBoards};

/// The mark of boards that are reached by a stone that captures nothing.
pub const AFTER_STONE: u8 = 1;
/// The mark of boards that are reached by a capture.
pub const AFTER_CAPTURE: u8 = 2;
/// The mark of boards that are reached by a pass.
pub const AFTER_PASS: u8 = 4;
/// The mark of boards whose successors are all marked.
const EXPANDED: u8 = 8;
/// The mark of boards whose successors are marked but for those by captures.
const EXPANDED_QUIETLY: u8 = 16;

/// Marks the successors of the reached boards of a block.
pub struct Spread<'a>(pub &'a StoicalBoards, pub u32, pub &'a [AtomicU8]);

impl Kernel for Spread<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> u64 {
        let Spread(boards, class, reached) = self;
        let block = Block::new(boards, class);
        let rules = BoardRules { boards, bits };
        let mut marked = 0;
        for index in 0..block.pairs() {
            let indices = [index, block.exchanged(index)];
            let marks = indices.map(|index| &reached[(block.first + index) as usize]);
            for (from, to) in [(0, 1), (1, 0)] {
                if marks[from].load(Relaxed) & (AFTER_STONE | AFTER_CAPTURE) != 0 {
                    marks[to].fetch_or(AFTER_PASS, Relaxed);
                }
            }
            let mut view = None;
            for seat in 0..2 {
                let mark = marks[seat].load(Relaxed);
                let may_capture = mark & (AFTER_STONE | AFTER_PASS) != 0;
                let done = if may_capture { EXPANDED } else { EXPANDED | EXPANDED_QUIETLY };
                if mark == 0 || mark & done != 0 {
                    continue;
                }
                let view =
                    view.get_or_insert_with(|| rules.view(&block, index).expect("only legal boards are reached"));
                rules.each_placement(&block, view, seat, indices[1 - seat], |word, captures| {
                    let mark = if captures { AFTER_CAPTURE } else { AFTER_STONE };
                    let is_legal = may_capture || !captures;
                    if is_legal && reached[word as usize].fetch_or(mark, Relaxed) & mark == 0 {
                        marked += 1;
                    }
                });
                marks[seat].fetch_or(if may_capture { EXPANDED } else { EXPANDED_QUIETLY }, Relaxed);
                marked += 1;
            }
        }
        marked
    }
}

/// Counts the reached positions of a block.
pub struct Count<'a>(pub &'a StoicalBoards, pub u32, pub &'a [AtomicU32], pub &'a [AtomicU8]);

impl Kernel for Count<'_> {
    type Output = Counts;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> Counts {
        let Count(boards, class, ends, reached) = self;
        let block = Block::new(boards, class);
        let rules = BoardRules { boards, bits };
        let stabilizer = boards.classes[class as usize].stabilizer;
        let mut counts = Counts::default();
        for index in 0..1 << block.stones {
            let own = bits.scatter(index.into(), block.filled.into()) as u32;
            // If the filled points are symmetric, one of the images counts, with the marks of all.
            let (mut mark, mut least) = (0, index);
            for symmetry in each_point(stabilizer.into()) {
                let image = boards.image(own, symmetry.trailing_zeros());
                let image = bits.gather(image.into(), block.filled.into()) as u32;
                mark |= reached[(block.first + image) as usize].load(Relaxed);
                least = least.min(image);
            }
            if mark == 0 || least != index {
                continue;
            }
            let word = ends[(block.first + index) as usize].load(Relaxed);
            for (after, half) in [(AFTER_STONE, word), (AFTER_CAPTURE, word >> 16)] {
                counts.positions += u64::from(mark & after != 0);
                counts.open += u64::from(mark & after != 0 && !is_settled(half));
            }
            if mark & AFTER_PASS != 0 {
                let view = rules.view(&block, index).expect("only legal boards are reached");
                let results = rules.placement_results(&block, &view, 0, block.exchanged(index), ends);
                let (own, other) = after_pass(&results, rules.lead(&block, &view));
                // The position itself, and the end of the game after a second pass.
                counts.positions += 2;
                counts.open += u64::from(!is_settled(half_word(own, other)));
            }
        }
        counts
    }
}
