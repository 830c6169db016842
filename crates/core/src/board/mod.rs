//! Points, their names, sets of points and the shapes of boards, independent of any game.
//!
//! A [`Point`] is a cell of a `width` × `height` rectangle, numbered row by row from the bottom. A
//! [`Geometry`] defines which cells of the rectangle exist and which of them are adjacent.

mod bits;
mod geometry;
mod vertex;

pub use bits::{Bits, PointSet, hash};
pub use geometry::{Geometry, Shape};
pub use vertex::{ParseVertexError, Vertex, column_name};

/// The largest number of points a board can have (25 × 25).
pub const MAX_POINTS: usize = 625;

/// A cell of the board's bounding rectangle: `y * width + x`, with `A1` as 0.
///
/// ```
/// use quintet_core::board::{Geometry, Point, Shape};
///
/// let board = Geometry::rectangle(Shape::Square, 9, 7);
/// assert_eq!(board.vertex(Point(0)).to_string(), "A1");
/// assert_eq!(board.at(3, 4), Some(Point(4 * 9 + 3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(pub u16);

impl Point {
    /// Returns the point as an index into per-point tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Point> for usize {
    #[inline]
    fn from(point: Point) -> usize {
        point.index()
    }
}
