//! Scoring a full board: groups by one pass over the cells, and which of them touch.
//!
//! Three facts about full boards of a hex tiling, where never more than three cells meet, keep this short. Cells left,
//! below and below left of a cell are adjacent to it and in a row to each other, so a cell joins two groups that were
//! apart only where the cell below left differs. The line between two groups has no branches: it is closed, or it
//! ends at the board's edge on both sides. So two groups that touch do so either between two neighbours on the
//! edge, or at the lowest cell of the inner one: one that differs from all three cells before it.

use crate::board::Bits;

/// Directions to the cells that come before a cell: left, below left, below.
const LEFT: usize = 0;
const BELOW_LEFT: usize = 1;
const BELOW: usize = 2;

/// A board without stones.
#[derive(Debug)]
pub struct Board<const W: usize> {
    /// Columns and rows of the bounding rectangle.
    pub width: usize,
    hexagon: bool,
    /// The cells that exist.
    pub cells: Bits<W>,
    /// For each direction, the cells that have a neighbour there.
    linked: [Bits<W>; 3],
    /// For each direction, the cells whose neighbour there is also the next one along the board's edge.
    edge: [Bits<W>; 3],
}

impl<const W: usize> PartialEq for Board<W> {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.hexagon) == (other.width, other.hexagon)
    }
}

impl<const W: usize> Board<W> {
    const RHOMBI: &'static [Board<W>; 26] = &Self::boards(false);
    const HEXAGONS: &'static [Board<W>; 26] = &Self::boards(true);

    /// The board of a width that `W` words can hold.
    pub fn of(width: usize, hexagon: bool) -> &'static Board<W> {
        if hexagon { &Self::HEXAGONS[width] } else { &Self::RHOMBI[width] }
    }

    const fn boards(hexagon: bool) -> [Board<W>; 26] {
        let mut boards = [const { Board::new(0, false) }; 26];
        let mut width = 1;
        while width < boards.len() && width * width <= 64 * W {
            boards[width] = Board::new(width, hexagon);
            width += 1;
        }
        boards
    }

    const fn new(width: usize, hexagon: bool) -> Board<W> {
        let empty = Bits::EMPTY;
        let mut board = Board { width, hexagon, cells: empty, linked: [empty; 3], edge: [empty; 3] };
        let mut y = 0;
        while y < width {
            let mut x = 0;
            while x < width {
                if board.exists(x, y) {
                    let cell = y * width + x;
                    let (word, bit) = (cell / 64, 1 << (cell % 64));
                    board.cells.0[word] |= bit;
                    // Wrapping below 0 leads off the board.
                    let (left, below) = (x.wrapping_sub(1), y.wrapping_sub(1));
                    let back = [(left, y), (left, below), (x, below)];
                    // Each pair of neighbours has two common ones, and only one on the board's edge.
                    let beside = [[(x, y + 1), (left, below)], [(left, y), (x, below)], [(left, below), (x + 1, y)]];
                    let mut i = 0;
                    while i < 3 {
                        if board.exists(back[i].0, back[i].1) {
                            board.linked[i].0[word] |= bit;
                            let [(ax, ay), (bx, by)] = beside[i];
                            if !board.exists(ax, ay) || !board.exists(bx, by) {
                                board.edge[i].0[word] |= bit;
                            }
                        }
                        i += 1;
                    }
                }
                x += 1;
            }
            y += 1;
        }
        board
    }

    const fn exists(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.width && (!self.hexagon || x.abs_diff(y) < self.width.div_ceil(2))
    }

    /// The first column of a row and the one after its last.
    #[inline]
    fn row(&self, y: usize) -> (usize, usize) {
        let side = self.width.div_ceil(2);
        if self.hexagon { (y.saturating_sub(side - 1), (y + side).min(self.width)) } else { (0, self.width) }
    }

    /// How far back, in cells of the bounding rectangle, a direction leads.
    fn step(&self, direction: usize) -> usize {
        [1, self.width + 1, self.width][direction]
    }

    /// By how much Black wins, all cells that are not `black` being white. With `smallest` the lists are compared from
    /// the smallest group up.
    pub fn margin(&self, black: Bits<W>, smallest: bool) -> i32 {
        let same: [Bits<W>; 3] = std::array::from_fn(|i| self.linked[i] & !(black ^ black.up(self.step(i) as u32)));
        let fresh = self.cells & !(same[LEFT] | same[BELOW_LEFT] | same[BELOW]);
        let joins = same[LEFT] & same[BELOW] & !same[BELOW_LEFT];

        let mut groups = Groups { labels: [[0; 64]; W], root: [[0; 64]; W], size: [[0; 64]; W], count: 0 };
        groups.label(self, &same);
        joins.for_each(|point| groups.join(point.index() - 1, point.index() - self.width));
        groups.add_up();

        let mut touching = Touching { smaller: [[false; 64]; W], larger: [[false; 64]; W] };
        let mut touch = |cell: usize, direction: usize| {
            let (a, b) = (groups.of(cell), groups.of(cell - self.step(direction)));
            touching.note(a, b, groups.size.as_flattened());
        };
        (fresh & self.linked[BELOW_LEFT]).for_each(|point| touch(point.index(), BELOW_LEFT));
        for direction in [LEFT, BELOW_LEFT, BELOW] {
            (self.edge[direction] & !same[direction]).for_each(|point| touch(point.index(), direction));
        }

        let mut lists = [Vec::new(), Vec::new()];
        fresh.for_each(|point| {
            let label = groups.labels.as_flattened()[point.index()];
            let group = groups.root.as_flattened()[usize::from(label)];
            if group == label && touching.both(group.into()) {
                // Black's list is of white groups.
                let list = &mut lists[usize::from(black.contains(point.index()))];
                list.push(groups.size.as_flattened()[usize::from(group)]);
            }
        });
        compare(lists, smallest)
    }
}

/// The first difference between two lists of sizes, from the largest or the smallest on.
fn compare(mut lists: [Vec<u16>; 2], smallest: bool) -> i32 {
    for list in &mut lists {
        list.sort_unstable();
        if !smallest {
            list.reverse();
        }
    }
    let entry = |list: &Vec<u16>, i: usize| i32::from(list.get(i).copied().unwrap_or(0));
    let longest = lists[0].len().max(lists[1].len());
    (0..longest).map(|i| entry(&lists[0], i) - entry(&lists[1], i)).find(|difference| *difference != 0).unwrap_or(0)
}

/// The groups of a full board. A label names a part of a group; its root, the group.
struct Groups<const W: usize> {
    /// The label of each cell.
    labels: [[u16; 64]; W],
    /// The root of each label: the lowest label of its group.
    root: [[u16; 64]; W],
    /// The number of cells with each label; for roots, in the end, that of the group.
    size: [[u16; 64]; W],
    /// How many labels there are.
    count: usize,
}

impl<const W: usize> Groups<W> {
    /// Gives each cell the label of a cell before it that is in its group, or a new one.
    #[inline]
    fn label(&mut self, board: &Board<W>, same: &[Bits<W>; 3]) {
        let labels = self.labels.as_flattened_mut();
        let size = self.size.as_flattened_mut();
        let mut count = 0;
        // The labels of the row below, overwritten from the left.
        let mut row = [0u16; 32];
        for y in 0..board.width {
            let (from, to) = board.row(y);
            let start = y * board.width + from;
            let [same_left, same_below_left, same_below] = same.map(|set| set.word_from(start));
            let mut left = 0;
            let mut below_left = row[from.wrapping_sub(1) % 32];
            for (i, x) in (from..to).enumerate() {
                let is = |set: u64| set >> i & 1 != 0;
                let below = row[x % 32];
                let mut label = count as u16;
                label = if is(same_below) { below } else { label };
                label = if is(same_left) { left } else { label };
                label = if is(same_below_left) { below_left } else { label };
                count += usize::from(usize::from(label) == count);
                size[usize::from(label)] += 1;
                labels[start + i] = label;
                row[x % 32] = label;
                (left, below_left) = (label, below);
            }
        }
        self.count = count;
        for (label, root) in (0..).zip(&mut self.root.as_flattened_mut()[..count]) {
            *root = label;
        }
    }

    /// The root of a cell's group.
    #[inline]
    fn of(&self, cell: usize) -> usize {
        let label = self.labels.as_flattened()[cell];
        self.root.as_flattened()[usize::from(label)].into()
    }

    /// Makes the groups of two cells one.
    #[inline]
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a) as u16, self.of(b) as u16);
        let (low, high) = (a.min(b), a.max(b));
        for root in &mut self.root.as_flattened_mut()[..self.count] {
            *root = if *root == high { low } else { *root };
        }
    }

    /// Adds the sizes of all labels to those of their roots.
    #[inline]
    fn add_up(&mut self) {
        let size = self.size.as_flattened_mut();
        for (label, &root) in self.root.as_flattened()[..self.count].iter().enumerate() {
            if usize::from(root) != label {
                size[usize::from(root)] += size[label];
            }
        }
    }
}

/// Which groups, by root, touch a smaller one and which a larger one.
struct Touching<const W: usize> {
    smaller: [[bool; 64]; W],
    larger: [[bool; 64]; W],
}

impl<const W: usize> Touching<W> {
    /// Notes that two groups touch.
    #[inline]
    fn note(&mut self, a: usize, b: usize, size: &[u16]) {
        let (smaller, larger) = (self.smaller.as_flattened_mut(), self.larger.as_flattened_mut());
        smaller[a] |= size[b] < size[a];
        smaller[b] |= size[a] < size[b];
        larger[a] |= size[b] > size[a];
        larger[b] |= size[a] > size[b];
    }

    #[inline]
    fn both(&self, group: usize) -> bool {
        self.smaller.as_flattened()[group] && self.larger.as_flattened()[group]
    }
}
