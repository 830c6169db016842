//! Area: who owns the empty points.

use super::{Cell, Chains, EMPTY, Empties};
use crate::words::Seat;

impl<const S: usize, const N: usize> Chains<S, N> {
    /// Black's area less White's: stones, and empty regions that touch one colour only.
    pub fn area(&self) -> i32 {
        self.area_with(&self.empties())
    }

    /// The same where the empty points are known.
    pub fn area_with(&self, empties: &Empties<N>) -> i32 {
        let mut area = self.stone_difference();
        for cell in empties.iter() {
            let look = self.look(cell);
            if look.has_liberty() {
                return self.area_by_regions();
            }
            area += i32::from(look.touches(0) & !look.touches(1)) - i32::from(look.touches(1) & !look.touches(0));
        }
        area
    }

    fn stone_difference(&self) -> i32 {
        i32::from(self.stones[0]) - i32::from(self.stones[1])
    }

    /// The same where regions have more than one point.
    #[cold]
    pub(in crate::games) fn area_by_regions(&self) -> i32 {
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

    /// The empty region that a cell belongs to: its size, and which colours it touches. Its points, and no others,
    /// become `seen`.
    fn region(&self, start: Cell, seen: &mut [bool; N]) -> (i32, [bool; 2]) {
        let mut stack = [0; N];
        let mut height = 1;
        stack[0] = start;
        seen[usize::from(start)] = true;
        let (mut size, mut touched) = (0, [false; 2]);
        while height > 0 {
            height -= 1;
            size += 1;
            for neighbour in Self::neighbours(stack[height]) {
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

    /// The only colour that the empty region of this cell touches.
    pub fn region_owner(&self, cell: Cell) -> Option<Seat> {
        let look = self.look(cell);
        let touched =
            if look.has_liberty() { self.region(cell, &mut [false; N]).1 } else { [look.touches(0), look.touches(1)] };
        match touched {
            [true, false] => Some(Seat::Black),
            [false, true] => Some(Seat::White),
            _ => None,
        }
    }
}
