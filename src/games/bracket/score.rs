//! Scoring a full board: groups by one pass over the rows, and which of them touch.
//!
//! Three facts about full boards of a hex tiling, where never more than three cells meet, keep this short. Cells left,
//! below left and below of a cell are adjacent to it and in a row to each other, so a cell joins two groups that were
//! apart only where the cell below left differs. The line between two groups has no branches: it is closed, or it
//! ends at the board's edge on both sides. So two groups that touch do so either between two neighbours on the
//! edge, or at the lowest cell of the inner one: one that differs from all three cells before it.

use std::hint::select_unpredictable;
use std::sync::OnceLock;

use crate::board::{Bits, Geometry, Point, Shape};

/// A board without stones. Its cells have numbers from 0, row by row from the bottom, without gaps.
#[derive(Debug)]
pub struct HexBoard {
    /// The point of each cell.
    pub points: Vec<Point>,
    /// The cell at each point of the bounding rectangle, or [`HexBoard::NONE`].
    pub cells: Vec<u16>,
    /// What lies around each cell.
    pub around: Vec<Around>,
    rows: Vec<Row>,
    /// For each cell the one below left; the one below is next. Where one of the two doesn't exist, the other is
    /// still found so.
    below_left: Vec<u16>,
}

/// A cell has so many neighbours.
pub const RING: usize = 6;

/// The neighbours of a cell, in a circle, and the cells that a bridge leads to: `far[i]` is beyond `near[i]` and the next.
/// [`HexBoard::NONE`] where there is no cell.
#[derive(Debug)]
pub struct Around {
    /// The six neighbours.
    pub near: [u16; RING],
    /// The six cells that have two of them as common neighbours.
    pub far: [u16; RING],
}

/// A row of a board. Its cells are bits, the leftmost the lowest.
#[derive(Debug)]
struct Row {
    /// The number of its first cell.
    first: usize,
    /// The column of its first cell.
    column: u32,
    all: u64,
    /// By how much the row below is to be moved up so that the cells below left lie at the bits of this row's cells, and
    /// those below one further.
    shift: u32,
    /// The cells of the row below, moved so.
    below: u64,
    /// For left, below left and below, the cells whose neighbour there is the next one along the board's edge.
    edge: [u64; 3],
}

impl PartialEq for HexBoard {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl HexBoard {
    /// Marks a point that is no cell.
    pub const NONE: u16 = u16::MAX;

    /// The hexagon or rhombus of a width from 1 to 25.
    pub fn of(width: u16, hexagon: bool) -> &'static HexBoard {
        static BOARDS: [[OnceLock<HexBoard>; 26]; 2] = [const { [const { OnceLock::new() }; 26] }; 2];
        let geometry =
            || if hexagon { Geometry::hexagon(width) } else { Geometry::rectangle(Shape::Hex, width, width) };
        BOARDS[usize::from(hexagon)][usize::from(width)].get_or_init(|| HexBoard::new(&geometry()))
    }

    fn new(geometry: &Geometry) -> HexBoard {
        let width = geometry.width();
        let points: Vec<Point> = geometry.points().collect();
        let mut cells = vec![HexBoard::NONE; usize::from(width * width)];
        points.iter().zip(0..).for_each(|(point, cell)| cells[point.index()] = cell);
        let exists = |x: i32, y: i32| geometry.at(x, y).is_some();
        let mut board =
            HexBoard { below_left: vec![0; points.len()], points, cells, around: Vec::new(), rows: Vec::new() };
        for point in board.points.clone() {
            let (x, y) = (i32::from(point.0 % width), i32::from(point.0 / width));
            let ring = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
            let cell =
                |dx: i32, dy: i32| geometry.at(x + dx, y + dy).map_or(HexBoard::NONE, |p| board.cells[p.index()]);
            let beyond = |i: usize| {
                let (one, next) = (ring[i], ring[(i + 1) % RING]);
                cell(one.0 + next.0, one.1 + next.1)
            };
            board.around.push(Around { near: ring.map(|(dx, dy)| cell(dx, dy)), far: std::array::from_fn(beyond) });
        }
        for y in 0..i32::from(width) {
            let in_row = |y: i32| (0..i32::from(width)).filter(move |x| exists(*x, y));
            let (from, from_below) = (in_row(y).min().unwrap_or(0), in_row(y - 1).min().unwrap_or(0));
            let cell = |x: i32, y: i32| geometry.at(x, y).map(|point| board.cells[point.index()]);
            let all = (1 << in_row(y).count()) - 1;
            let shift = (from_below + 1 - from) as u32;
            let mut row = Row {
                first: usize::from(cell(from, y).unwrap_or(0)),
                column: from as u32,
                all,
                shift,
                below: ((1 << in_row(y - 1).count()) - 1) << shift,
                edge: [0; 3],
            };
            let mut below_left = Vec::new();
            for x in in_row(y) {
                // Two neighbours have two common ones, unless they are next to each other on the edge.
                let back = [(x - 1, y), (x - 1, y - 1), (x, y - 1)];
                let beside = [[(x, y + 1), (x - 1, y - 1)], [(x - 1, y), (x, y - 1)], [(x - 1, y - 1), (x + 1, y)]];
                for i in 0..3 {
                    let on_edge = exists(back[i].0, back[i].1) && beside[i].iter().any(|&(x, y)| !exists(x, y));
                    row.edge[i] |= u64::from(on_edge) << (x - from);
                }
                let found = cell(x - 1, y - 1).or_else(|| Some(cell(x, y - 1)?.wrapping_sub(1)));
                below_left.push(found.unwrap_or(0));
            }
            board.below_left[row.first..row.first + below_left.len()].copy_from_slice(&below_left);
            board.rows.push(row);
        }
        board
    }

    /// Calls `visit` with each two empty cells between which a bridge of `stones` runs: two stones that are not
    /// neighbours have both cells as common neighbours. (As in Hex: one of the two is enough to join them.)
    #[inline(always)]
    pub fn bridges<const W: usize>(&self, stones: Bits<W>, empty: Bits<W>, mut visit: impl FnMut(usize, usize)) {
        // Rows with columns as bits, one up, so that there is room on either side.
        let line = |row: &Row, set: Bits<W>| (set.word_from(row.first) & row.all) << (row.column + 1);
        let (mut below, mut here) = (0, self.rows.first().map_or(0, |row| line(row, stones)));
        for (y, row) in self.rows.iter().enumerate() {
            let free = line(row, empty);
            let (above, above_free, above_row) = match self.rows.get(y + 1) {
                Some(next) => (line(next, stones), line(next, empty), next),
                None => (0, 0, row),
            };
            let cell = |row: &Row, bit: u32| row.first + (bit - 1 - row.column) as usize;
            let each = |mut bits: u64, other: &Row, by: u32, visit: &mut dyn FnMut(usize, usize)| {
                while bits != 0 {
                    let bit = bits.trailing_zeros();
                    visit(cell(row, bit), cell(other, bit + by));
                    bits &= bits - 1;
                }
            };
            each(free & free >> 1 & above >> 1 & below, row, 1, &mut visit);
            each(free & above_free & above >> 1 & here << 1, above_row, 0, &mut visit);
            each(free & above_free >> 1 & here >> 1 & above, above_row, 1, &mut visit);
            (below, here) = (here, above);
        }
    }

    /// By how much Black wins, all cells that are not `black` being white. With `smallest` the lists are compared from
    /// the smallest group up.
    #[inline(always)]
    pub fn margin<const W: usize>(&self, black: Bits<W>, smallest: bool) -> i32 {
        let found = Features::new(self, black);
        let mut groups = Groups::new(self, black, &found);
        for (left, cell) in found.joins.iter().map(|point| (point.index() - 1, point.index())) {
            groups.join(left, self.below(cell));
        }
        groups.add_up();
        for cell in found.touches[0].iter().map(Point::index) {
            groups.touch(cell, cell - 1);
        }
        for cell in found.touches[1].iter().map(Point::index) {
            groups.touch(cell, self.below_left(cell));
        }
        for cell in found.touches[2].iter().map(Point::index) {
            groups.touch(cell, self.below(cell));
        }
        groups.lists().compare(smallest)
    }

    #[inline(always)]
    fn below_left(&self, cell: usize) -> usize {
        self.below_left[cell].into()
    }

    #[inline(always)]
    fn below(&self, cell: usize) -> usize {
        self.below_left[cell].wrapping_add(1).into()
    }
}

/// Cells of a full board at which something is to be noted.
struct Features<const W: usize> {
    /// The leftmost cells of runs: cells of one colour in a row.
    starts: Bits<W>,
    /// Cells with one of their colour below or below left.
    linked: Bits<W>,
    /// Cells with one of their colour below left.
    linked_left: Bits<W>,
    /// Cells that join what is left of them to what is below.
    joins: Bits<W>,
    /// Cells between which and the one left, below left or below a line between groups begins.
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

/// Labels are looked at, and written, so many at a time.
const CHUNK: usize = 32;

/// A group has touched a smaller one.
const SMALLER: u8 = 1;
/// A group has touched a larger one.
const LARGER: u8 = 2;

/// The groups of a full board. A label names a part of a group; its root, the group.
struct Groups<const W: usize> {
    /// The label of each cell; room for a chunk beyond.
    labels: [[u16; 64 + CHUNK]; W],
    /// The root of each label: the lowest label of its group.
    root: [[u16; 64]; W],
    /// The number of cells with each label; for roots, in the end, that of the group.
    size: [[u16; 64]; W],
    /// For each label, whether its stones are black.
    black: [[bool; 64]; W],
    /// For each root, [`SMALLER`] and [`LARGER`].
    touched: [[u8; 64]; W],
    /// How many labels there are.
    count: usize,
}

impl<const W: usize> Groups<W> {
    /// Labels every run: with the label of the first cell below that is of its group, or with a new one.
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
            // Runs to the right overwrite what is too much.
            labels[start..start + CHUNK].copy_from_slice(&[label as u16; CHUNK]);
        }
        groups.count = count;
        for (label, root) in (0..).zip(groups.root.as_flattened_mut()) {
            *root = label;
        }
        groups
    }

    /// The root of a cell's group.
    #[inline(always)]
    fn of(&self, cell: usize) -> usize {
        let label = self.labels.as_flattened()[cell];
        self.root.as_flattened()[usize::from(label)].into()
    }

    /// Makes the groups of two cells one.
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

    /// Notes that the groups of two cells touch.
    #[inline(always)]
    fn touch(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        let size = self.size.as_flattened();
        let (smaller, larger) = (u8::from(size[b] < size[a]), u8::from(size[b] > size[a]));
        let touched = self.touched.as_flattened_mut();
        touched[a] |= (smaller * SMALLER) | (larger * LARGER);
        touched[b] |= (larger * SMALLER) | (smaller * LARGER);
    }

    /// Both seats' lists.
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

/// The seats' lists of the sizes of bracketed groups.
struct Lists<const W: usize> {
    /// The sizes in each list.
    sizes: [Bits<W>; 2],
    /// How many times more often each size is in Black's list than in White's.
    lead: [[i16; 64]; W],
}

impl<const W: usize> Lists<W> {
    /// The first difference between Black's and White's list, from the largest or the smallest entry on.
    #[inline(always)]
    fn compare(&self, smallest: bool) -> i32 {
        let mut rest = self.sizes[0] | self.sizes[1];
        loop {
            let next = if smallest { rest.lowest() } else { rest.highest() };
            let Some(size) = next else { return 0 };
            rest.remove(size);
            let lead = self.lead.as_flattened()[size];
            if lead != 0 {
                // The list that has this size less often goes on with its next one, or has ended.
                let other = rest & self.sizes[usize::from(lead > 0)];
                let entry = if smallest { other.lowest() } else { other.highest() };
                let difference = size as i32 - entry.unwrap_or(0) as i32;
                return if lead > 0 { difference } else { -difference };
            }
        }
    }
}
