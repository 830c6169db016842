//! Moves that an informed playout draws from.

use super::Cell;

/// More are not looked at.
const MOST: usize = 16;

/// Cells, each with a weight; what kind of stone goes there can be told by an offset beyond all cells.
#[derive(Default)]
pub struct Choices {
    cells: [Cell; MOST],
    weights: [u32; MOST],
    count: usize,
    total: u32,
}

impl Choices {
    /// Whether nothing was offered.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// One more, `weight` times as likely as one of weight 1; past the sixteenth nothing happens.
    #[inline(always)]
    pub fn offer(&mut self, cell: Cell, weight: u32) {
        if self.count < MOST {
            self.cells[self.count] = cell;
            self.weights[self.count] = weight;
            self.count += 1;
            self.total += weight;
        }
    }

    /// One of them, by weight; `random` is uniform over all its values. `None` where there is none.
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
        let mut choices = Choices::default();
        assert_eq!(choices.draw(7), None);
        choices.offer(40, 1);
        choices.offer(41, 3);
        let drawn = |share: u32| choices.draw(share << 30);
        assert_eq!([0, 1, 2, 3].map(drawn), [Some(40), Some(41), Some(41), Some(41)]);
    }
}
