//! The cells of a hexagon or rhombus: numbers, rows as bits, neighbours and bridges.

use std::sync::OnceLock;

use quintet_core::board::{Bits, Geometry, Point, Shape};

/// A board without stones. Its cells are numbered from 0, row by row from the bottom, without gaps.
#[derive(Debug)]
pub struct HexBoard {
    /// The point of each cell.
    pub points: Vec<Point>,
    /// The cell at each point of the bounding rectangle, or [`HexBoard::NONE`].
    pub cells: Vec<u16>,
    /// The surroundings of each cell.
    pub around: Vec<Around>,
    /// The rows from the bottom.
    pub rows: Vec<Row>,
    /// For each cell the one below left; the next cell is the one below. If only one of the two
    /// exists, the entry still leads to it in this way.
    pub below_left: Vec<u16>,
}

/// The number of neighbours of a cell.
pub const RING: usize = 6;

/// The neighbours of a cell in a circle, and the cells at the other end of a bridge: `far[i]` lies
/// beyond `near[i]` and the next. [`HexBoard::NONE`] where there is no cell.
#[derive(Debug)]
pub struct Around {
    /// The six neighbours.
    pub near: [u16; RING],
    /// The six cells that share two neighbours with the cell.
    pub far: [u16; RING],
}

/// A row of a board. Its cells are bits, the leftmost the lowest.
#[derive(Debug)]
pub struct Row {
    /// The number of the first cell.
    pub first: usize,
    /// The column of the first cell.
    pub column: u32,
    /// All cells of the row.
    pub all: u64,
    /// The shift that moves the row below up so that the cells below left have the bits of this
    /// row's cells, and the cells below the next bits.
    pub shift: u32,
    /// The cells of the row below, shifted by that.
    pub below: u64,
    /// For left, below left and below, the cells whose neighbour there is the next one along the
    /// edge of the board.
    pub edge: [u64; 3],
}

impl PartialEq for HexBoard {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl HexBoard {
    /// A point that is not a cell.
    pub const NONE: u16 = u16::MAX;

    /// Returns the hexagon or rhombus of a width from 1 to 25. Each board is computed at its first
    /// use.
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
        let mut board = HexBoard {
            around: points.iter().map(|&point| Around::new(geometry, &cells, point)).collect(),
            below_left: Vec::new(),
            points,
            cells,
            rows: Vec::new(),
        };
        for y in 0..i32::from(width) {
            board.add_row(geometry, y);
        }
        board
    }

    fn add_row(&mut self, geometry: &Geometry, y: i32) {
        let exists = |x: i32, y: i32| geometry.at(x, y).is_some();
        let in_row = |y: i32| (0..i32::from(geometry.width())).filter(move |x| exists(*x, y));
        let (from, from_below) = (in_row(y).min().unwrap_or(0), in_row(y - 1).min().unwrap_or(0));
        let cell = |x: i32, y: i32| geometry.at(x, y).map(|point| self.cells[point.index()]);
        let all = (1 << in_row(y).count()) - 1;
        let shift = (from_below + 1 - from) as u32;
        let mut row = Row {
            first: self.below_left.len(),
            column: from as u32,
            all,
            shift,
            below: ((1 << in_row(y - 1).count()) - 1) << shift,
            edge: [0; 3],
        };
        let mut below_left = Vec::new();
        for x in in_row(y) {
            // Two neighbours have two common neighbours, unless they are next to each other on the
            // edge.
            let back = [(x - 1, y), (x - 1, y - 1), (x, y - 1)];
            let beside = [[(x, y + 1), (x - 1, y - 1)], [(x - 1, y), (x, y - 1)], [(x - 1, y - 1), (x + 1, y)]];
            for i in 0..3 {
                let on_edge = exists(back[i].0, back[i].1) && beside[i].iter().any(|&(x, y)| !exists(x, y));
                row.edge[i] |= u64::from(on_edge) << (x - from);
            }
            let found = cell(x - 1, y - 1).or_else(|| Some(cell(x, y - 1)?.wrapping_sub(1)));
            below_left.push(found.unwrap_or(0));
        }
        self.below_left.extend(below_left);
        self.rows.push(row);
    }

    /// Calls `visit` with the two empty cells of each bridge of `stones`. A bridge connects two
    /// stones that are not neighbours and share two empty neighbours: one of these is enough to
    /// connect them, as in Hex.
    #[inline(always)]
    pub fn bridges<const W: usize>(&self, stones: Bits<W>, empty: Bits<W>, mut visit: impl FnMut(usize, usize)) {
        // Rows with columns as bits, shifted up by one, so that there is room on both sides.
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

    /// Returns the cell below left of a cell.
    #[inline(always)]
    pub fn below_left(&self, cell: usize) -> usize {
        self.below_left[cell].into()
    }

    /// Returns the cell below a cell.
    #[inline(always)]
    pub fn below(&self, cell: usize) -> usize {
        self.below_left[cell].wrapping_add(1).into()
    }
}

impl Around {
    fn new(geometry: &Geometry, cells: &[u16], point: Point) -> Around {
        let (x, y) = geometry.xy(point);
        let (x, y) = (i32::from(x), i32::from(y));
        let ring = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
        let cell = |dx: i32, dy: i32| geometry.at(x + dx, y + dy).map_or(HexBoard::NONE, |p| cells[p.index()]);
        let beyond = |i: usize| {
            let (one, next) = (ring[i], ring[(i + 1) % RING]);
            cell(one.0 + next.0, one.1 + next.1)
        };
        Around { near: ring.map(|(dx, dy)| cell(dx, dy)), far: std::array::from_fn(beyond) }
    }
}
