//! Candidate moves of an informed playout.

use super::cell::Cell;

/// The greatest number of candidates.
const MAX_CANDIDATES: usize = 16;

/// Cells with weights, from which one is drawn.
#[derive(Default)]
pub struct Candidates {
    cells: [Cell; MAX_CANDIDATES],
    weights: [u32; MAX_CANDIDATES],
    count: usize,
    total: u32,
}

impl Candidates {
    /// Returns whether there are no candidates.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a candidate, `weight` times as likely as one of weight 1. Does nothing if there are
    /// sixteen already.
    #[inline(always)]
    pub fn offer(&mut self, cell: Cell, weight: u32) {
        if self.count < MAX_CANDIDATES {
            self.cells[self.count] = cell;
            self.weights[self.count] = weight;
            self.count += 1;
            self.total += weight;
        }
    }

    /// Draws a candidate by weight; `None` if there are none. `random` is uniform over all its
    /// values.
    #[inline(always)]
    pub fn draw(&self, random: u32) -> Option<Cell> {
        let mut left = ((u64::from(random) * u64::from(self.total)) >> 32) as u32;
        for (&cell, &weight) in self.cells.iter().zip(&self.weights).take(self.count) {
            if left < weight {
                return Some(cell);
            }
            left -= weight;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_drawn_by_their_weights() {
        let mut candidates = Candidates::default();
        assert_eq!(candidates.draw(7), None);
        candidates.offer(40, 1);
        candidates.offer(41, 3);
        let drawn = |share: u32| candidates.draw(share << 30);
        assert_eq!([0, 1, 2, 3].map(drawn), [Some(40), Some(41), Some(41), Some(41)]);
    }
}
