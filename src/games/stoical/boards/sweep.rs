//! The work of a sweep: the stones that can be placed on each board of a block, and what follows from them.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::block::Block;
use super::{MOST_POINTS, StoicalBoards};
use crate::board::cpu::{BitOps, Kernel};

/// A byte for an end is this and the margin; 0 where no end can be forced.
pub const EVEN: i32 = 64;

/// What stands for a board on which a chain has no liberty.
const ILLEGAL: u32 = u32::MAX;

/// The chains of one colour that have a single liberty.
#[derive(Clone, Copy, Default)]
struct Weak {
    /// All of their stones.
    stones: u32,
    count: usize,
    chains: [(u32, u32); MOST_POINTS.div_ceil(2)],
}

/// A board with both colours' weak chains.
pub struct Look {
    sets: [u32; 2],
    weak: [Weak; 2],
}

/// The best ends that can be forced after the stones that can be placed: as the seat to move, and as the other, each for itself;
/// with captures and without.
pub struct Placed {
    own: u32,
    other: u32,
    calm_own: u32,
    calm_other: u32,
}

/// What the work is done with.
#[derive(Clone, Copy)]
pub struct Hand<'a, B> {
    pub boards: &'a StoicalBoards,
    pub bits: B,
}

impl<B: BitOps> Hand<'_, B> {
    /// A look at a board; `None` if a chain has no liberty.
    #[inline(always)]
    pub fn look(&self, block: &Block, place: u32) -> Option<Look> {
        let own = self.bits.scatter(place.into(), block.filled.into()) as u32;
        let empty = self.boards.points & !block.filled;
        let mut look = Look { sets: [own, block.filled ^ own], weak: Default::default() };
        for (set, weak) in look.sets.into_iter().zip(&mut look.weak) {
            let mut left = set;
            while left != 0 {
                let chain = self.boards.joined(left & left.wrapping_neg(), set);
                left &= !chain;
                let liberties = self.boards.beside(chain) & empty;
                if liberties & liberties.wrapping_sub(1) == 0 {
                    if liberties == 0 {
                        return None;
                    }
                    weak.stones |= chain;
                    weak.chains[weak.count] = (liberties, chain);
                    weak.count += 1;
                }
            }
        }
        Some(look)
    }

    /// Tells for each stone that a seat can place to which word it leads, and whether it captures. `seat` is 0 or 1, as its stones come
    /// first or second in `look`; `waiting` is the place of the other seat's stones in the block.
    #[inline(always)]
    pub fn each_stone(&self, block: &Block, look: &Look, seat: usize, waiting: u32, mut tell: impl FnMut(u32, bool)) {
        let (own, other) = (look.sets[seat], look.sets[1 - seat]);
        let (firm, weak) = (own & !look.weak[seat].stones, &look.weak[1 - seat]);
        for gap in &block.gaps {
            let mut taken = 0;
            for &(liberty, chain) in &weak.chains[..weak.count] {
                taken |= if liberty == gap.point { chain } else { 0 };
            }
            if taken != 0 {
                let filled = block.filled & !taken | gap.point;
                tell(self.boards.word(filled, other & !taken, self.bits), true);
            } else if gap.open || gap.beside & firm != 0 {
                tell(gap.word(waiting), false);
            }
        }
    }

    #[inline(always)]
    pub fn placed(&self, block: &Block, look: &Look, seat: usize, waiting: u32, ends: &[AtomicU32]) -> Placed {
        let mut placed = Placed { own: 0, other: 255, calm_own: 0, calm_other: 255 };
        self.each_stone(block, look, seat, waiting, |word, captures| {
            let word = ends[word as usize].load(Relaxed) >> if captures { 16 } else { 0 };
            let (own, other) = (word & 255, word >> 8 & 255);
            placed.own = placed.own.max(other);
            placed.other = placed.other.min(own);
            if !captures {
                placed.calm_own = placed.calm_own.max(other);
                placed.calm_other = placed.calm_other.min(own);
            }
        });
        placed
    }

    /// By how many points the stones that come first in `look` lead.
    #[inline(always)]
    pub fn lead(&self, block: &Block, look: &Look) -> i32 {
        let [own, other] = look.sets;
        let mut lead = own.count_ones() as i32 - other.count_ones() as i32;
        for &(count, beside) in &block.regions {
            let sides = i32::from(beside & own != 0) - i32::from(beside & other != 0);
            lead += count * sides;
        }
        lead
    }
}

/// The best ends where a pass has just been made: of the seat to move, and of the other.
#[inline(always)]
pub fn after_pass(placed: &Placed, lead: i32) -> (u32, u32) {
    (placed.own.max((EVEN + lead) as u32), placed.other.min((EVEN - lead) as u32))
}

/// A board's word: what follows from the stones that can be placed, and from those that the other could after a pass.
#[inline(always)]
fn joined_word(placed: &Placed, after: &Placed, lead: i32) -> u32 {
    let (other, own) = after_pass(after, -lead);
    let join = |a: u32, b: u32| placed_word(a.max(own), b.min(other));
    join(placed.own, placed.other) | join(placed.calm_own, placed.calm_other) << 16
}

/// Two ends in the lower half of a word.
#[inline(always)]
pub fn placed_word(own: u32, other: u32) -> u32 {
    own | other << 8
}

/// Whether both ends of a position meet.
#[inline(always)]
pub fn is_settled(half: u32) -> bool {
    (half & 255) + (half >> 8 & 255) == 2 * EVEN as u32
}

/// The word of ranks for a word that changes: the bytes that differ get the number of the sweep.
fn next_ranks(ranks: u32, before: u32, now: u32, sweep: u8) -> u32 {
    let bytes = |byte: usize| {
        let differs = before.to_le_bytes()[byte] != now.to_le_bytes()[byte];
        if differs { sweep } else { ranks.to_le_bytes()[byte] }
    };
    u32::from_le_bytes(std::array::from_fn(bytes))
}

/// A sweep over a block.
pub struct Sweep<'a> {
    pub boards: &'a StoicalBoards,
    pub block: u32,
    pub ends: &'a [AtomicU32],
    pub ranks: &'a [AtomicU32],
    pub sweep: u8,
}

impl Kernel for Sweep<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<B: BitOps>(self, bits: B) -> u64 {
        let Sweep { boards, block, ends, ranks, sweep } = self;
        let block = Block::new(boards, block);
        let hand = Hand { boards, bits };
        let mut changed = 0;
        let is_done = |word: u32| word == ILLEGAL || is_settled(word) && is_settled(word >> 16);
        for place in 0..block.pairs() {
            let exchanged = block.exchanged(place);
            let places = [place, exchanged].map(|place| (block.first + place) as usize);
            let before = places.map(|at| ends[at].load(Relaxed));
            if before.into_iter().all(is_done) {
                continue;
            }
            let now = match hand.look(&block, place) {
                None => [ILLEGAL; 2],
                Some(look) => {
                    let placed = [(0, exchanged), (1, place)]
                        .map(|(seat, waiting)| hand.placed(&block, &look, seat, waiting, ends));
                    let lead = hand.lead(&block, &look);
                    let [own, other] = &placed;
                    [joined_word(own, other, lead), joined_word(other, own, -lead)]
                }
            };
            for i in 0..2 {
                // The one board without stones is its own.
                if now[i] != before[i] && ends[places[i]].swap(now[i], Relaxed) != now[i] {
                    if let Some(ranks) = ranks.get(places[i]) {
                        ranks.store(next_ranks(ranks.load(Relaxed), before[i], now[i], sweep), Relaxed);
                    }
                    changed += 1;
                }
            }
        }
        changed
    }
}
