//! One sweep over a block: the legal placements on each board, and the results that each side can
//! force.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use quintet_system::cpu::{BitOps, Kernel};

use super::block::Block;
use super::{MOST_POINTS, StoicalBoards};

/// A result as a byte is the margin plus this number; 0 if no result can be forced.
pub const EVEN: i32 = 64;

/// The word of a board on which a chain has no liberty.
const ILLEGAL: u32 = u32::MAX;

/// The chains of one colour in atari.
#[derive(Clone, Copy, Default)]
struct InAtari {
    /// All of their stones.
    stones: u32,
    count: usize,
    /// The liberty and the stones of each chain.
    chains: [(u32, u32); MOST_POINTS.div_ceil(2)],
}

/// A board with the chains of both colours in atari.
pub struct BoardView {
    sets: [u32; 2],
    in_atari: [InAtari; 2],
}

/// The best results that a side and its opponent can force, each for itself, if the side places a
/// stone.
pub struct PlacementResults {
    /// The side's result if it may capture.
    own: u32,
    /// The opponent's result if the side may capture.
    other: u32,
    /// The side's result if it may not capture.
    quiet_own: u32,
    /// The opponent's result if the side may not capture.
    quiet_other: u32,
}

/// The rules on the boards of a setup, with the bit instructions of a processor.
#[derive(Clone, Copy)]
pub struct BoardRules<'a, B> {
    /// The boards.
    pub boards: &'a StoicalBoards,
    /// The bit instructions.
    pub bits: B,
}

impl<B: BitOps> BoardRules<'_, B> {
    /// Returns a board of a block; `None` if a chain has no liberty.
    #[inline(always)]
    pub fn view(&self, block: &Block, index: u32) -> Option<BoardView> {
        let own = self.bits.scatter(index.into(), block.filled.into()) as u32;
        let empty = self.boards.points & !block.filled;
        let mut view = BoardView { sets: [own, block.filled ^ own], in_atari: Default::default() };
        for (set, in_atari) in view.sets.into_iter().zip(&mut view.in_atari) {
            let mut left = set;
            while left != 0 {
                let chain = self.boards.component(left & left.wrapping_neg(), set);
                left &= !chain;
                let liberties = self.boards.neighbours(chain) & empty;
                if liberties & liberties.wrapping_sub(1) == 0 {
                    if liberties == 0 {
                        return None;
                    }
                    in_atari.stones |= chain;
                    in_atari.chains[in_atari.count] = (liberties, chain);
                    in_atari.count += 1;
                }
            }
        }
        Some(view)
    }

    /// Calls `visit` for each placement of a side with the word that it leads to and whether it
    /// captures. `seat` is the index of the side's stones in `view`; `waiting` is the index of the
    /// board as the opponent sees it.
    #[inline(always)]
    pub fn each_placement(
        &self,
        block: &Block,
        view: &BoardView,
        seat: usize,
        waiting: u32,
        mut visit: impl FnMut(u32, bool),
    ) {
        let (own, other) = (view.sets[seat], view.sets[1 - seat]);
        let (safe, targets) = (own & !view.in_atari[seat].stones, &view.in_atari[1 - seat]);
        for empty in &block.empty_points {
            let mut captured = 0;
            for &(liberty, chain) in &targets.chains[..targets.count] {
                captured |= if liberty == empty.point { chain } else { 0 };
            }
            if captured != 0 {
                let filled = block.filled & !captured | empty.point;
                visit(self.boards.word(filled, other & !captured, self.bits), true);
            } else if empty.is_open || empty.neighbours & safe != 0 {
                visit(empty.word(waiting), false);
            }
        }
    }

    /// Returns the best results by placements of a side.
    #[inline(always)]
    pub fn placement_results(
        &self,
        block: &Block,
        view: &BoardView,
        seat: usize,
        waiting: u32,
        ends: &[AtomicU32],
    ) -> PlacementResults {
        let mut results = PlacementResults { own: 0, other: 255, quiet_own: 0, quiet_other: 255 };
        self.each_placement(block, view, seat, waiting, |word, captures| {
            let word = ends[word as usize].load(Relaxed) >> if captures { 16 } else { 0 };
            let (own, other) = (word & 255, word >> 8 & 255);
            results.own = results.own.max(other);
            results.other = results.other.min(own);
            if !captures {
                results.quiet_own = results.quiet_own.max(other);
                results.quiet_other = results.quiet_other.min(own);
            }
        });
        results
    }

    /// Returns the area of the first colour of `view` minus that of the second.
    #[inline(always)]
    pub fn lead(&self, block: &Block, view: &BoardView) -> i32 {
        let [own, other] = view.sets;
        let mut lead = own.count_ones() as i32 - other.count_ones() as i32;
        for &(size, border) in &block.regions {
            let owner = i32::from(border & own != 0) - i32::from(border & other != 0);
            lead += size * owner;
        }
        lead
    }
}

/// Returns the best results of the side to move and of its opponent just after a pass.
#[inline(always)]
pub fn after_pass(results: &PlacementResults, lead: i32) -> (u32, u32) {
    (results.own.max((EVEN + lead) as u32), results.other.min((EVEN - lead) as u32))
}

/// Returns the word of a board from the results by placements of the side to move, and by
/// placements of the opponent after a pass.
#[inline(always)]
fn board_word(placed: &PlacementResults, passed: &PlacementResults, lead: i32) -> u32 {
    let (other, own) = after_pass(passed, -lead);
    let half = |a: u32, b: u32| half_word(a.max(own), b.min(other));
    half(placed.own, placed.other) | half(placed.quiet_own, placed.quiet_other) << 16
}

/// Returns the results of both sides as the lower half of a word.
#[inline(always)]
pub fn half_word(own: u32, other: u32) -> u32 {
    own | other << 8
}

/// Returns whether the results that both sides can force meet.
#[inline(always)]
pub fn is_settled(half: u32) -> bool {
    (half & 255) + (half >> 8 & 255) == 2 * EVEN as u32
}

/// A sweep over a block.
pub struct Sweep<'a> {
    /// The boards.
    pub boards: &'a StoicalBoards,
    /// The class of the block.
    pub block: u32,
    /// The words of all boards.
    pub ends: &'a [AtomicU32],
}

impl Kernel for Sweep<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> u64 {
        let Sweep { boards, block, ends } = self;
        let block = Block::new(boards, block);
        let rules = BoardRules { boards, bits };
        let mut changed = 0;
        let is_done = |word: u32| word == ILLEGAL || is_settled(word) && is_settled(word >> 16);
        for index in 0..block.pairs() {
            let exchanged = block.exchanged(index);
            let words = [index, exchanged].map(|index| (block.first + index) as usize);
            let before = words.map(|word| ends[word].load(Relaxed));
            if before.into_iter().all(is_done) {
                continue;
            }
            let now = match rules.view(&block, index) {
                None => [ILLEGAL; 2],
                Some(view) => {
                    let results = [(0, exchanged), (1, index)]
                        .map(|(seat, waiting)| rules.placement_results(&block, &view, seat, waiting, ends));
                    let lead = rules.lead(&block, &view);
                    let [own, other] = &results;
                    [board_word(own, other, lead), board_word(other, own, -lead)]
                }
            };
            for i in 0..2 {
                // The board without stones is its own counterpart, so its word may have changed
                // already.
                if now[i] != before[i] && ends[words[i]].swap(now[i], Relaxed) != now[i] {
                    changed += 1;
                }
            }
        }
        changed
    }
}
