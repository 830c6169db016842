//! A range of positions, small enough for a processor's cache; one thread at a time changes it.

use quintet_core::position::state_index::StateIndex;

use super::Question;
use super::sparse_set::SparseSet;

/// The logarithm to the base 2 of the number of positions in a range.
pub const RANGE_BITS: u32 = 20;

/// Cell values below this are counts of moves that are not known to be won for the opponent.
pub const DECIDED: u8 = 64;

/// The bit of a found position that stores its [`Kind`].
pub const KIND_BIT: u32 = 31;

/// Which side forces the end in a decided position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The side to move.
    Mover = 0,
    /// The other side.
    Waiting = 1,
}

/// A position without moves: the margin for its side to move, and its number.
pub type End = (i32, u64);

/// The values and ranks of the positions of a range.
pub struct RangeValues {
    /// The margins for the side to move.
    pub values: Vec<i8>,
    /// The plies to the end, at most [`MOST_RANK`](super::MOST_RANK); empty without ranks.
    pub ranks: Vec<u8>,
}

/// Bytes and ranks of the positions of a range.
pub struct Range {
    /// A byte for each position, on each sheet.
    pub cells: Vec<Vec<u8>>,
    /// A rank for each position, on each sheet; none without ranks.
    pub ranks: Vec<Vec<u8>>,
    /// By [`Kind`], the positions decided in the latest level.
    pub now: [SparseSet; 2],
    /// By [`Kind`], the positions decided in the current level.
    pub next: [SparseSet; 2],
}

impl Range {
    /// Creates a range and finds its positions without moves.
    pub fn new(states: &dyn StateIndex, number: usize, question: Question) -> (Range, Vec<End>) {
        let first = (number as u64) << RANGE_BITS;
        let last = (first + (1 << RANGE_BITS)).min(states.len());
        let len = (last - first) as usize;
        let (mut counts, mut ends) = (Vec::with_capacity(len), Vec::new());
        states.move_counts(first..last, &mut |count, moves| {
            if moves == 0 {
                let at = first + counts.len() as u64;
                ends.extend((at..at + count).map(|state| (states.margin(state), state)));
            }
            counts.resize(counts.len() + count as usize, moves as u8);
        });
        let none = || [SparseSet::new(len), SparseSet::new(len)];
        let cells = vec![counts; question.sheets() as usize];
        let ranks = vec![vec![0; len]; question.rank_sheets() as usize];
        (Range { cells, ranks, now: none(), next: none() }, ends)
    }

    pub fn begin_level(&mut self) {
        for (now, next) in self.now.iter_mut().zip(&mut self.next) {
            std::mem::swap(now, next);
            next.clear();
        }
    }

    /// Records a position without moves.
    pub fn decide_end(&mut self, kind: Kind, at: usize, code: u8, sheet: usize) {
        self.cells[sheet][at] = code;
        self.next[kind as usize].insert(at);
    }

    /// Records that moves from these positions of the range are decided, each with the bit of its
    /// [`Kind`], and returns the number of positions that
    /// this decides.
    pub fn decide(&mut self, found: &[u32], codes: [u8; 2], sheets: [usize; 2], rank: u8) -> usize {
        let mut count = 0;
        for &state in found {
            let kind = (state >> KIND_BIT) as usize;
            let at = (state & ((1 << RANGE_BITS) - 1)) as usize;
            let cell = &mut self.cells[sheets[kind]][at];
            if *cell >= DECIDED {
                continue;
            }
            if kind == Kind::Waiting as usize {
                *cell -= 1;
                if *cell > 0 {
                    continue;
                }
            }
            *cell = codes[kind];
            if let Some(ranks) = self.ranks.get_mut(sheets[kind]) {
                ranks[at] = rank;
            }
            self.next[kind].insert(at);
            count += 1;
        }
        count
    }

    /// Returns the values and ranks of an analysis that asks for values. They take the place of the
    /// cells, so that no memory is needed for both.
    pub fn into_values(mut self) -> RangeValues {
        let cells = self.cells.swap_remove(0);
        let value = |cell: u8| match cell {
            128.. => (cell - 128) as i8,
            DECIDED.. => -((cell - DECIDED) as i8),
            _ => 0,
        };
        RangeValues { values: cells.into_iter().map(value).collect(), ranks: self.ranks.pop().unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_take_the_memory_of_the_cells() {
        let none = || [SparseSet::new(4), SparseSet::new(4)];
        let (cells, ranks) = (vec![vec![3, DECIDED + 1, 128 + 2, 128]], vec![vec![0, 7, 5, 0]]);
        let range = Range { cells, ranks, now: none(), next: none() };
        let at = range.cells[0].as_ptr();
        let RangeValues { values, ranks } = range.into_values();
        assert_eq!((values.as_slice(), ranks.as_slice()), ([0, -1, 2, 0].as_slice(), [0, 7, 5, 0].as_slice()));
        assert_eq!(values.as_ptr().cast(), at);
    }
}
