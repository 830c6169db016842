//! Area scoring.

use crate::chains::cell::{EMPTY, WALL};
use crate::chains::cell_set::CellSet;

use super::LibertyBoard;

impl<const S: usize, const N: usize, const W: usize> LibertyBoard<S, N, W> {
    /// Returns Black's area minus White's.
    pub fn area(&self) -> i32 {
        let mut area = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        let mut seen = CellSet::<W>::EMPTY;
        for &cell in self.empty_points() {
            if seen.insert(usize::from(cell)) {
                let (size, touched) = self.region(usize::from(cell), &mut seen);
                area += match touched {
                    1 => size,
                    2 => -size,
                    _ => 0,
                };
            }
        }
        area
    }

    /// Returns the size of an empty region and the colours that it touches, as bits. `start` is one
    /// of its points and already `seen`; the others are marked.
    fn region(&self, start: usize, seen: &mut CellSet<W>) -> (i32, u32) {
        let facts = self.pattern_table.facts(self.patterns[start & (N - 1)]);
        if facts.empty_neighbours() == 0 {
            return (1, u32::from(facts.touches(0)) | u32::from(facts.touches(1)) << 1);
        }
        let mut stack = [0; N];
        let mut height = 1;
        stack[0] = start;
        let (mut size, mut touched) = (0, 0);
        while height > 0 {
            height -= 1;
            size += 1;
            for neighbour in Self::orthogonal(stack[height & (N - 1)]) {
                match self.content[neighbour] {
                    EMPTY => {
                        if seen.insert(neighbour) {
                            stack[height & (N - 1)] = neighbour;
                            height += 1;
                        }
                    }
                    WALL => {}
                    colour => touched |= 1 << colour,
                }
            }
        }
        (size, touched)
    }
}
