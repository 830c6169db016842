//! Scoring a full board: groups by one pass over the rows, then the pairs of groups that touch.
//!
//! Three facts about full boards of a hex tiling, where no more than three cells meet at a point,
//! keep this short. The cells left, below left and below of a cell are its neighbours, and each is
//! next to the following one. So a cell joins two groups that were separate only if the cell below
//! left has the other colour. The border between two groups has no branches: it is closed, or both
//! its ends are at the edge of the board. So two groups that touch do so either between two
//! neighbours on the edge, or at the lowest cell of the inner group, which differs from all three
//! cells before it.

use std::hint::select_unpredictable;

use quintet_core::board::{Bits, Point};
use quintet_system::cpu::{BitOps, Kernel};

use super::Bracket;
use super::hex_board::HexBoard;

/// Computes the margin for Black on a full board.
pub struct Lead<'a, const W: usize>(pub &'a Bracket<W>);

impl<const W: usize> Kernel for Lead<'_, W> {
    type Output = f64;

    #[inline(always)]
    fn run<B: BitOps>(self, _: B) -> f64 {
        margin(self.0.board, self.0.stones[0], self.0.smallest).into()
    }
}

/// Returns the margin for Black if all cells that are not `black` are white. With `smallest` the
/// lists are compared from the smallest group up.
#[inline(always)]
pub fn margin<const W: usize>(board: &HexBoard, black: Bits<W>, smallest: bool) -> i32 {
    let found = Features::new(board, black);
    let mut groups = Groups::new(board, black, &found);
    for (left, cell) in found.joins.iter().map(|point| (point.index() - 1, point.index())) {
        groups.join(left, board.below(cell));
    }
    groups.add_up();
    for cell in found.touches[0].iter().map(Point::index) {
        groups.touch(cell, cell - 1);
    }
    for cell in found.touches[1].iter().map(Point::index) {
        groups.touch(cell, board.below_left(cell));
    }
    for cell in found.touches[2].iter().map(Point::index) {
        groups.touch(cell, board.below(cell));
    }
    groups.lists().compare(smallest)
}

/// The cells of a full board that matter for its groups.
struct Features<const W: usize> {
    /// The leftmost cells of runs, which are cells of one colour in a row.
    starts: Bits<W>,
    /// Cells with a cell of their colour below or below left.
    linked: Bits<W>,
    /// Cells with a cell of their colour below left.
    linked_left: Bits<W>,
    /// Cells that join the group to their left to the group below.
    joins: Bits<W>,
    /// Cells that begin a border between groups with the cell left, below left or below.
    touches: [Bits<W>; 3],
}

impl<const W: usize> Features<W> {
    #[inline(always)]
    fn new(board: &HexBoard, black: Bits<W>) -> Features<W> {
        let none = Bits::EMPTY;
        let mut found = Features { starts: none, linked: none, linked_left: none, joins: none, touches: [none; 3] };
        let mut previous = 0;
        for row in &board.rows {
            let all = row.all;
            let stones = black.word_from(row.first) & all;
            let below = previous << row.shift;
            let left = !(stones ^ stones << 1) & all & !1;
            let below_left = !(stones ^ below) & row.below & all;
            let below = !(stones ^ below >> 1) & row.below >> 1 & all;
            found.starts.insert_word(row.first, all & !left);
            found.linked.insert_word(row.first, below_left | below);
            found.linked_left.insert_word(row.first, below_left);
            found.joins.insert_word(row.first, left & below & !below_left);
            let lowest = all & row.below & !(left | below_left | below);
            found.touches[0].insert_word(row.first, row.edge[0] & !left);
            found.touches[1].insert_word(row.first, row.edge[1] & !below_left | lowest);
            found.touches[2].insert_word(row.first, row.edge[2] & !below);
            previous = stones;
        }
        found
    }
}

/// The number of labels that are compared or written at a time.
const CHUNK: usize = 32;

/// A group touches a smaller one.
const SMALLER: u8 = 1;
/// A group touches a larger one.
const LARGER: u8 = 2;

/// The groups of a full board. A label stands for a part of a group, its root for the whole group.
struct Groups<const W: usize> {
    /// The label of each cell, and room for a chunk at the end.
    labels: [[u16; 64 + CHUNK]; W],
    /// The root of each label: the lowest label of its group.
    root: [[u16; 64]; W],
    /// The number of cells with each label; for roots, in the end, the number of cells of the
    /// group.
    size: [[u16; 64]; W],
    /// For each label, whether its stones are black.
    black: [[bool; 64]; W],
    /// For each root, [`SMALLER`] and [`LARGER`].
    touched: [[u8; 64]; W],
    /// The number of labels.
    count: usize,
}

impl<const W: usize> Groups<W> {
    /// Labels every run with the label of the first cell below that is of its group, or with a new
    /// label.
    #[inline(always)]
    fn new(board: &HexBoard, black: Bits<W>, found: &Features<W>) -> Groups<W> {
        let mut groups = Groups {
            labels: [[0; 64 + CHUNK]; W],
            root: [[0; 64]; W],
            size: [[0; 64]; W],
            black: [[false; 64]; W],
            touched: [[0; 64]; W],
            count: 0,
        };
        let (labels, size) = (groups.labels.as_flattened_mut(), groups.size.as_flattened_mut());
        let is_black = groups.black.as_flattened_mut();
        let mut starts = found.starts.iter();
        let mut next = starts.next().map(Point::index);
        let mut count = 0;
        while let Some(start) = next {
            next = starts.next().map(Point::index);
            let length = next.unwrap_or(board.points.len()) - start;
            let links = found.linked.word_from(start) & ((1 << length) - 1);
            // Without a link any cell of the run will do.
            let cell = start + (links | 1 << (length - 1)).trailing_zeros() as usize;
            let straight = u16::from(!found.linked_left.contains(cell));
            let known = labels[usize::from(board.below_left[cell].wrapping_add(straight))];
            let label = usize::from(select_unpredictable(links == 0, count as u16, known));
            count += usize::from(links == 0);
            size[label] += length as u16;
            is_black[label] = black.contains(start);
            // Runs to the right overwrite the excess.
            labels[start..start + CHUNK].copy_from_slice(&[label as u16; CHUNK]);
        }
        groups.count = count;
        for (label, root) in (0..).zip(groups.root.as_flattened_mut()) {
            *root = label;
        }
        groups
    }

    /// Returns the root of a cell's group.
    #[inline(always)]
    fn of(&self, cell: usize) -> usize {
        let label = self.labels.as_flattened()[cell];
        self.root.as_flattened()[usize::from(label)].into()
    }

    /// Joins the groups of two cells.
    #[inline(always)]
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a) as u16, self.of(b) as u16);
        let (low, high) = (a.min(b), a.max(b));
        let used = self.count.next_multiple_of(CHUNK);
        for chunk in self.root.as_flattened_mut()[..used].as_chunks_mut::<CHUNK>().0 {
            for root in chunk {
                *root = if *root == high { low } else { *root };
            }
        }
    }

    /// Adds the sizes of all labels to those of their roots.
    #[inline(always)]
    fn add_up(&mut self) {
        let size = self.size.as_flattened_mut();
        for (label, &root) in self.root.as_flattened()[..self.count].iter().enumerate() {
            size[usize::from(root)] += size[label] * u16::from(usize::from(root) != label);
        }
    }

    /// Records that the groups of two cells touch.
    #[inline(always)]
    fn touch(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        let size = self.size.as_flattened();
        let (smaller, larger) = (u8::from(size[b] < size[a]), u8::from(size[b] > size[a]));
        let touched = self.touched.as_flattened_mut();
        touched[a] |= (smaller * SMALLER) | (larger * LARGER);
        touched[b] |= (larger * SMALLER) | (smaller * LARGER);
    }

    /// Returns the lists of both sides.
    #[inline(always)]
    fn lists(&self) -> Lists<W> {
        let mut lists = Lists { sizes: [Bits::EMPTY; 2], lead: [[0; 64]; W] };
        // Labels that are not roots were never touched.
        for label in 0..self.count {
            let bracketed = self.touched.as_flattened()[label] == SMALLER | LARGER;
            let size = usize::from(self.size.as_flattened()[label]);
            // Black's list is of white groups.
            let seat = usize::from(self.black.as_flattened()[label]);
            lists.sizes[seat].insert_word(size, bracketed.into());
            lists.lead.as_flattened_mut()[size] += i16::from(bracketed) * (1 - 2 * seat as i16);
        }
        lists
    }
}

/// The lists of the sizes of bracketed groups of both sides.
struct Lists<const W: usize> {
    /// The sizes in each list.
    sizes: [Bits<W>; 2],
    /// The number of times that each size is in Black's list, less the number of times that it is
    /// in White's.
    lead: [[i16; 64]; W],
}

impl<const W: usize> Lists<W> {
    /// Returns the first difference between Black's and White's list, from the largest or the
    /// smallest entry on.
    #[inline(always)]
    fn compare(&self, smallest: bool) -> i32 {
        let mut rest = self.sizes[0] | self.sizes[1];
        loop {
            let next = if smallest { rest.lowest() } else { rest.highest() };
            let Some(size) = next else { return 0 };
            rest.remove(size);
            let lead = self.lead.as_flattened()[size];
            if lead != 0 {
                // The list that has this size less often continues with its next size, or has
                // ended.
                let other = rest & self.sizes[usize::from(lead > 0)];
                let entry = if smallest { other.lowest() } else { other.highest() };
                let difference = size as i32 - entry.unwrap_or(0) as i32;
                return if lead > 0 { difference } else { -difference };
            }
        }
    }
}
