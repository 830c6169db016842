//! Area scoring.

use quintet_core::types::Seat;

use super::ChainBoard;
use crate::chains::cell::{Cell, EMPTY};
use crate::chains::empty_points::EmptyPoints;

impl<const S: usize, const N: usize> ChainBoard<S, N> {
    /// Returns Black's area minus White's: stones, and empty regions that touch one colour only.
    pub fn area(&self) -> i32 {
        self.area_with(&self.empty_points())
    }

    /// Returns the same if the empty points are known.
    pub fn area_with(&self, empty_points: &EmptyPoints<N>) -> i32 {
        let mut area = self.stone_difference();
        for cell in empty_points.iter() {
            let neighbours = self.neighbours(cell);
            if neighbours.has_liberty() {
                return self.area_by_regions();
            }
            let [black, white] = [neighbours.touches(0), neighbours.touches(1)];
            area += i32::from(black & !white) - i32::from(white & !black);
        }
        area
    }

    fn stone_difference(&self) -> i32 {
        i32::from(self.stones[0]) - i32::from(self.stones[1])
    }

    /// Returns the same for regions of any size.
    #[cold]
    pub(crate) fn area_by_regions(&self) -> i32 {
        let mut area = self.stone_difference();
        let mut seen = [false; N];
        for cell in self.cells() {
            if self.content(cell) == EMPTY && !seen[usize::from(cell)] {
                let (size, touched) = self.region(cell, &mut seen);
                match touched {
                    [true, false] => area += size,
                    [false, true] => area -= size,
                    _ => {}
                }
            }
        }
        area
    }

    /// Returns the size of the empty region that a cell belongs to, and which colours it touches.
    /// Marks its points as `seen`.
    fn region(&self, start: Cell, seen: &mut [bool; N]) -> (i32, [bool; 2]) {
        let mut stack = [0; N];
        let mut height = 1;
        stack[0] = start;
        seen[usize::from(start)] = true;
        let (mut size, mut touched) = (0, [false; 2]);
        while height > 0 {
            height -= 1;
            size += 1;
            for neighbour in Self::neighbour_cells(stack[height]) {
                match self.content(neighbour as Cell) {
                    EMPTY if !seen[neighbour] => {
                        seen[neighbour] = true;
                        stack[height] = neighbour as Cell;
                        height += 1;
                    }
                    stone @ 0..EMPTY => touched[usize::from(stone)] = true,
                    _ => {}
                }
            }
        }
        (size, touched)
    }

    /// Returns the owner of the empty region of a cell: the only colour that it touches.
    pub fn region_owner(&self, cell: Cell) -> Option<Seat> {
        let neighbours = self.neighbours(cell);
        let touched = if neighbours.has_liberty() {
            self.region(cell, &mut [false; N]).1
        } else {
            [neighbours.touches(0), neighbours.touches(1)]
        };
        match touched {
            [true, false] => Some(Seat::Black),
            [false, true] => Some(Seat::White),
            _ => None,
        }
    }
}
