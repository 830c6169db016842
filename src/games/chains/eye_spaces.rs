//! Small eye spaces: the point that decides about one, and stones that are given away to leave one.

use super::cells::Cells;
use super::{Cell, Fights};

/// Larger eye spaces have no point that decides about them.
const LARGEST_SPACE: u16 = 6;

impl<const S: usize, const N: usize, const W: usize> Fights<S, N, W> {
    /// The point that decides about a small eye space to which an empty cell belongs, where there is one: in the
    /// middle of three points in a row, of four, five or six around a point. `None` too where the region is larger, or
    /// enclosed by both colours.
    #[inline]
    pub fn vital_point(&self, cell: Cell) -> Option<Cell> {
        let mut space = Cells::NONE;
        space.insert(usize::from(cell) & (N - 1));
        let mut count = 1;
        loop {
            let around = space.grown::<S>();
            let grown = around.and(self.empty_cells());
            if grown == space {
                let touches = |colour: u8| !around.and(self.stone_cells(colour)).is_empty();
                if touches(0) && touches(1) {
                    return None;
                }
                break;
            }
            count = grown.len();
            if count > LARGEST_SPACE {
                return None;
            }
            space = grown;
        }
        if count < 3 {
            return None;
        }
        let degree = |cell: Cell| self.shape(cell).empty_neighbours();
        let (degree, vital) = space.iter().map(|cell| (degree(cell), cell)).max()?;
        let decides = match count {
            3 => degree == 2,
            4 => degree == 3,
            5 => degree >= 3,
            _ => degree == 4,
        };
        decides.then_some(vital)
    }

    /// Whether a stone of this colour would make a chain of four to six stones that leaves, once it is taken, an eye space of which
    /// one more stone makes a single eye: four around a point or in a square, five around a point or a square with one beside
    /// it, six around the corner of a square.
    #[inline(never)]
    pub fn makes_nakade(&self, cell: Cell, colour: u8) -> bool {
        let mut cells = [usize::from(cell); 6];
        let mut count = 1;
        for beside in Self::four(usize::from(cell)) {
            if self.content(beside as Cell) != colour || cells[..count].contains(&beside) {
                continue;
            }
            let mut stone = beside;
            loop {
                if count == cells.len() {
                    return false;
                }
                cells[count] = stone;
                count += 1;
                stone = usize::from(self.next(stone as Cell));
                if stone == beside {
                    break;
                }
            }
        }
        let cells = &cells[..count];
        let degree = |&cell: &usize| Self::four(cell).filter(|beside| cells.contains(beside)).count();
        let (most, sum) = cells.iter().map(degree).fold((0, 0), |(most, sum), degree| (degree.max(most), sum + degree));
        match count {
            4 => most == 3 || sum == 8,
            5 => most == 4 || sum == 10,
            6 => most == 4 && sum == 12,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PointSet;
    use crate::games::chains::Chains;

    type Board = Fights<10, 128, 2>;

    /// A board with black stones where the rows have an `x`, from the upper left corner.
    fn board(rows: &[&str]) -> Board {
        let mut plain = Chains::<10, 128>::new(9, 9, PointSet::EMPTY);
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.chars().enumerate().filter(|&(_, stone)| stone == 'x') {
                plain.set((x + 1 + (y + 1) * 10) as Cell, 0);
            }
        }
        Board::new(&plain)
    }

    #[test]
    fn small_eye_spaces_have_a_point_that_decides_about_them() {
        let vital = |rows: &[&str], from: Cell| board(rows).vital_point(from);
        assert_eq!(vital(&["...x", "xxxx"], 11), Some(12), "three in a row");
        assert_eq!(vital(&["..x", ".xx", "xx"], 12), Some(11), "three in the corner");
        assert_eq!(vital(&["....x", "xxxxx"], 11), None, "four in a row");
        assert_eq!(vital(&["...x", "x.xx", "xxx"], 11), Some(12), "four around a point");
        assert_eq!(vital(&["...x", "..xx", "xxx"], 11), Some(12), "five");
        assert_eq!(vital(&[".......", "......."], 11), None, "open");
    }

    /// Whether a stone at the `*` makes such a chain.
    fn makes_nakade(rows: &[&str]) -> bool {
        let at = rows.iter().enumerate().find_map(|(y, row)| Some((row.find('*')?, y)));
        let (x, y) = at.expect("a stone to be placed");
        board(rows).makes_nakade((x + 1 + (y + 1) * 10) as Cell, 0)
    }

    #[test]
    fn stones_that_leave_a_single_eye_when_taken_are_told_by_their_shape() {
        let single: [&[&str]; 6] = [
            &["x*x", ".x"],
            &["xx", "x*"],
            &["*x", "xx", "x"],
            &[".x", "x*x", ".x"],
            &[".xx", "*xx", ".x"],
            &["xx", "xx*"],
        ];
        for rows in single {
            assert!(makes_nakade(rows), "{rows:?}");
        }
        let two: [&[&str]; 8] = [
            &["xx*x"],
            &["xx", ".*x"],
            &["x*x", ".x", ".x"],
            &["xxx*x"],
            &["xxx", "xx*"],
            &["xx*x", ".xx"],
            &["xxx", "*xx", "x"],
            &["x*x"],
        ];
        for rows in two {
            assert!(!makes_nakade(rows), "{rows:?}");
        }
    }
}
