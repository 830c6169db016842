//! The shapes of boards: which cells of the bounding rectangle exist, and which of them are
//! adjacent.

use super::{MAX_POINTS, Point, PointSet, Vertex};

/// The adjacency of the cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A square grid: the neighbours are (x±1, y) and (x, y±1).
    Square,
    /// A square grid that is drawn standing on its corner `A1`; the neighbours are those of
    /// [`Shape::Square`].
    Diamond,
    /// A hexagonal tiling: the neighbours of [`Shape::Square`] and (x+1, y+1), (x−1, y−1).
    Hex,
    /// A row of cells whose last one is adjacent to the first.
    Ring,
    /// A row of cells.
    Line,
}

/// The geometry of a board: its shape, its size and the cells that exist.
///
/// ```
/// use quintet_core::board::{Geometry, Shape};
///
/// let hexagon = Geometry::hexagon(9);
/// assert_eq!(hexagon.len(), 61);
/// let corner = hexagon.point("A1".parse()?).unwrap();
/// assert_eq!(hexagon.neighbours(corner).len(), 3);
///
/// let ring = Geometry::rectangle(Shape::Ring, 11, 1);
/// let last = ring.point("L1".parse()?).unwrap();
/// assert!(ring.neighbours(last).contains(&ring.point("A1".parse()?).unwrap()));
/// # Ok::<(), quintet_core::board::ParseVertexError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    shape: Shape,
    width: u16,
    height: u16,
    cells: PointSet,
}

impl Geometry {
    /// Creates a board of all cells of a `width` × `height` rectangle.
    ///
    /// # Panics
    /// Panics if the board has no points or more than [`MAX_POINTS`].
    pub fn rectangle(shape: Shape, width: u16, height: u16) -> Geometry {
        let count = width * height;
        assert!(count >= 1 && usize::from(count) <= MAX_POINTS, "no board has {width} × {height} points");
        Geometry { shape, width, height, cells: (0..count).map(Point).collect() }
    }

    /// Creates a hexagon of side k in a hexagonal tiling: the points with |x−y| < k of a rhombus of
    /// `width` = 2k−1.
    pub fn hexagon(width: u16) -> Geometry {
        let side = width.div_ceil(2);
        let mut geometry = Geometry::rectangle(Shape::Hex, width, width);
        geometry.cells = geometry.cells.iter().filter(|p| (p.0 % width).abs_diff(p.0 / width) < side).collect();
        geometry
    }

    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of columns of the bounding rectangle.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Returns the number of rows of the bounding rectangle.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Returns the points that exist, in ascending order.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        self.cells.iter()
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.cells.count() as usize
    }

    /// Returns whether there are no points, which is never the case.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns whether the point exists on this board.
    pub fn contains(&self, point: Point) -> bool {
        point.index() < MAX_POINTS && self.cells.contains(point)
    }

    /// Returns the column and the row of a point, counted from 0.
    pub fn xy(&self, point: Point) -> (u16, u16) {
        (point.0 % self.width, point.0 / self.width)
    }

    /// Returns the point at column `x` and row `y`, if it exists.
    pub fn at(&self, x: i32, y: i32) -> Option<Point> {
        let inside = (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
        let point = inside.then(|| Point(y as u16 * self.width + x as u16))?;
        self.contains(point).then_some(point)
    }

    /// Returns the vertex that names a point.
    pub fn vertex(&self, point: Point) -> Vertex {
        let (x, y) = self.xy(point);
        Vertex { x: x.into(), y: y.into() }
    }

    /// Returns the point that a vertex names, if it exists on this board.
    pub fn point(&self, vertex: Vertex) -> Option<Point> {
        self.at(vertex.x.try_into().ok()?, vertex.y.try_into().ok()?)
    }

    /// Returns the symmetries of the board except the identity, each as the image of every cell of
    /// the bounding rectangle.
    ///
    /// Cells that do not exist are mapped to themselves. [`Shape::Diamond`] has the symmetries of a
    /// square.
    pub fn symmetries(&self) -> Vec<Vec<u16>> {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        let hex = self.shape == Shape::Hex;
        let is_step = |x: i32, y: i32| x.abs() + y.abs() == 1 || hex && x == y && x.abs() == 1;
        let entries = || -1..=1;
        let matrices = entries().flat_map(|a| entries().flat_map(move |b| entries().map(move |c| (a, b, c))));
        let matrices = matrices.flat_map(|(a, b, c)| entries().map(move |d| [a, b, c, d]));
        let keeps_steps = |&[a, b, c, d]: &[i32; 4]| {
            is_step(a, c) && is_step(b, d) && (a * d - b * c).abs() == 1 && (!hex || is_step(a + b, c + d))
        };
        let shifts = if self.shape == Shape::Ring { 0..width } else { 0..1 };
        let mut found: Vec<Vec<u16>> = Vec::new();
        for [a, b, c, d] in matrices.filter(keeps_steps) {
            for shift in shifts.clone() {
                // Relative to the centre, in half steps.
                let image = |point: Point| {
                    let (x, y) = self.xy(point);
                    let (x, y) = (2 * i32::from(x) - (width - 1), 2 * i32::from(y) - (height - 1));
                    let (x, y) = (a * x + b * y + width - 1, c * x + d * y + height - 1);
                    if x % 2 != 0 || y % 2 != 0 {
                        return None;
                    }
                    let x = if self.shape == Shape::Ring { (x / 2 + shift).rem_euclid(width) } else { x / 2 };
                    self.at(x, y / 2)
                };
                let mut images: Vec<u16> = (0..self.width * self.height).collect();
                let all = self.points().all(|point| image(point).map(|to| images[point.index()] = to.0).is_some());
                let is_identity = !images.iter().zip(0..).any(|(&to, from)| to != from);
                if all && !is_identity && !found.contains(&images) {
                    found.push(images);
                }
            }
        }
        found
    }

    /// Returns the points adjacent to a point, each once, in a fixed order.
    pub fn neighbours(&self, point: Point) -> Vec<Point> {
        let (x, y) = self.xy(point);
        let (x, y) = (i32::from(x), i32::from(y));
        let steps: &[(i32, i32)] = match self.shape {
            Shape::Square | Shape::Diamond => &[(1, 0), (0, 1), (-1, 0), (0, -1)],
            Shape::Hex => &[(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)],
            Shape::Ring | Shape::Line => &[(1, 0), (-1, 0)],
        };
        let mut neighbours = Vec::with_capacity(steps.len());
        for (dx, dy) in steps {
            let x = if self.shape == Shape::Ring { (x + dx).rem_euclid(i32::from(self.width)) } else { x + dx };
            if let Some(neighbour) = self.at(x, y + dy)
                && neighbour != point
                && !neighbours.contains(&neighbour)
            {
                neighbours.push(neighbour);
            }
        }
        neighbours
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexagon_of_width_nine_has_61_cells_and_six_corners() {
        let board = Geometry::hexagon(9);
        assert_eq!(board.len(), 61);
        let corners = board.points().filter(|&p| board.neighbours(p).len() == 3).count();
        assert_eq!(corners, 6);
    }

    #[test]
    fn small_rings_list_each_neighbour_once() {
        let counts = [1, 2, 3, 11].map(|n| Geometry::rectangle(Shape::Ring, n, 1).neighbours(Point(0)).len());
        assert_eq!(counts, [0, 1, 2, 2]);
    }

    #[test]
    fn symmetries_preserve_adjacency_and_have_the_expected_number() {
        let boards = [
            (Geometry::hexagon(5), 11),
            (Geometry::rectangle(Shape::Hex, 4, 4), 3),
            (Geometry::rectangle(Shape::Square, 4, 4), 7),
            (Geometry::rectangle(Shape::Square, 3, 5), 3),
            (Geometry::rectangle(Shape::Line, 6, 1), 1),
            (Geometry::rectangle(Shape::Ring, 7, 1), 13),
            (Geometry::rectangle(Shape::Ring, 1, 1), 0),
        ];
        for (board, count) in boards {
            let symmetries = board.symmetries();
            assert_eq!(symmetries.len(), count, "{board:?}");
            for images in symmetries {
                for p in board.points() {
                    let image = |p: Point| Point(images[p.index()]);
                    let moved: PointSet = board.neighbours(p).into_iter().map(image).collect();
                    assert_eq!(moved, board.neighbours(image(p)).into_iter().collect());
                }
            }
        }
    }

    #[test]
    fn adjacency_is_symmetric_on_every_shape() {
        let boards = [
            Geometry::hexagon(7),
            Geometry::rectangle(Shape::Hex, 4, 4),
            Geometry::rectangle(Shape::Square, 5, 3),
            Geometry::rectangle(Shape::Line, 6, 1),
            Geometry::rectangle(Shape::Ring, 6, 1),
        ];
        for board in boards {
            for p in board.points() {
                for q in board.neighbours(p) {
                    assert!(board.neighbours(q).contains(&p), "{p:?} {q:?} {board:?}");
                }
            }
        }
    }
}
