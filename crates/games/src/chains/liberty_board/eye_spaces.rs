//! Small eye spaces: vital points and nakade.

use crate::chains::cell::Cell;
use crate::chains::cell_set::CellSet;

use super::LibertyBoard;

/// The largest eye space that a single stone can decide.
const LARGEST_SPACE: u16 = 6;

impl<const S: usize, const N: usize, const W: usize> LibertyBoard<S, N, W> {
    /// Returns the vital point of the small eye space that an empty cell belongs to: the middle of
    /// three points in a row, or of four, five or six points around a point.
    ///
    /// `None` if there is no such point, if the region is larger, or if both colours enclose it.
    #[inline]
    pub fn vital_point(&self, cell: Cell) -> Option<Cell> {
        let mut space = CellSet::EMPTY;
        space.insert(usize::from(cell) & (N - 1));
        let mut count = 1;
        loop {
            let around = space.grown::<S>();
            let grown = around.and(self.empty_set());
            if grown == space {
                let touches = |colour: u8| !around.and(self.stone_set(colour)).is_empty();
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
        let degree = |cell: Cell| self.pattern_facts(cell).empty_neighbours();
        let (degree, vital) = space.iter().map(|cell| (degree(cell), cell)).max()?;
        let decides = match count {
            3 => degree == 2,
            4 => degree == 3,
            5 => degree >= 3,
            _ => degree == 4,
        };
        decides.then_some(vital)
    }

    /// Returns whether a stone of this colour would make a chain of four to six stones in a nakade
    /// shape: when it is captured, one more stone reduces the space to a single eye.
    ///
    /// The shapes are four stones around a point or in a square, five around a point or a square
    /// with one more, and six around the corner of a square.
    #[inline(never)]
    pub fn makes_nakade(&self, cell: Cell, colour: u8) -> bool {
        let mut cells = [usize::from(cell); 6];
        let mut count = 1;
        for neighbour in Self::orthogonal(usize::from(cell)) {
            if self.content(neighbour as Cell) != colour || cells[..count].contains(&neighbour) {
                continue;
            }
            let mut stone = neighbour;
            loop {
                if count == cells.len() {
                    return false;
                }
                cells[count] = stone;
                count += 1;
                stone = usize::from(self.next(stone as Cell));
                if stone == neighbour {
                    break;
                }
            }
        }
        let cells = &cells[..count];
        let degree = |&cell: &usize| Self::orthogonal(cell).filter(|neighbour| cells.contains(neighbour)).count();
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
    use quintet_core::board::PointSet;

    use super::*;
    use crate::chains::ChainBoard;

    type Board = LibertyBoard<10, 128, 2>;

    /// Reads a board with black stones at the `x` of rows that begin in one corner.
    fn board(rows: &[&str]) -> Board {
        let mut plain = ChainBoard::<10, 128>::new(9, 9, PointSet::EMPTY);
        for (y, row) in rows.iter().enumerate() {
            for (x, _) in row.chars().enumerate().filter(|&(_, stone)| stone == 'x') {
                plain.set((x + 1 + (y + 1) * 10) as Cell, 0);
            }
        }
        Board::new(&plain)
    }

    #[test]
    fn small_eye_spaces_have_a_vital_point() {
        let vital = |rows: &[&str], from: Cell| board(rows).vital_point(from);
        assert_eq!(vital(&["...x", "xxxx"], 11), Some(12), "three in a row");
        assert_eq!(vital(&["..x", ".xx", "xx"], 12), Some(11), "three in the corner");
        assert_eq!(vital(&["....x", "xxxxx"], 11), None, "four in a row");
        assert_eq!(vital(&["...x", "x.xx", "xxx"], 11), Some(12), "four around a point");
        assert_eq!(vital(&["...x", "..xx", "xxx"], 11), Some(12), "five");
        assert_eq!(vital(&[".......", "......."], 11), None, "open");
    }

    /// Returns whether a stone at the `*` makes a nakade shape.
    fn makes_nakade(rows: &[&str]) -> bool {
        let at = rows.iter().enumerate().find_map(|(y, row)| Some((row.find('*')?, y)));
        let (x, y) = at.expect("there is a stone to place");
        board(rows).makes_nakade((x + 1 + (y + 1) * 10) as Cell, 0)
    }

    #[test]
    fn nakade_shapes_are_recognised() {
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
