//! The shapes of boards: which cells of the bounding rectangle exist, and which of them touch.

use super::{MAX_POINTS, Point, PointSet, Vertex};

/// How the cells of a board lie next to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A square grid: neighbours are (x±1, y) and (x, y±1).
    Square,
    /// A square grid standing on its corner `A1`: the same neighbours, drawn as a diamond.
    Diamond,
    /// A hexagonal tiling: the neighbours of the square grid and (x+1, y+1), (x−1, y−1).
    Hex,
    /// A circle of cells: the last is next to the first.
    Ring,
    /// A row of cells with two ends.
    Line,
}

/// A board without stones: its shape, its size and the cells that exist.
///
/// ```
/// use quintet::board::{Geometry, Shape};
///
/// let hexagon = Geometry::hexagon(9);
/// assert_eq!(hexagon.len(), 61);
/// let corner = hexagon.point("A1".parse()?).unwrap();
/// assert_eq!(hexagon.neighbours(corner).len(), 3);
///
/// let ring = Geometry::rectangle(Shape::Ring, 11, 1);
/// let last = ring.point("L1".parse()?).unwrap();
/// assert!(ring.neighbours(last).contains(&ring.point("A1".parse()?).unwrap()));
/// # Ok::<(), quintet::board::ParseVertexError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    shape: Shape,
    width: u16,
    height: u16,
    cells: PointSet,
}

impl Geometry {
    /// A full `width` × `height` board.
    ///
    /// # Panics
    /// If it has no point or more than [`MAX_POINTS`].
    pub fn rectangle(shape: Shape, width: u16, height: u16) -> Geometry {
        let count = width * height;
        assert!(count >= 1 && usize::from(count) <= MAX_POINTS, "no board has {width} × {height} points");
        Geometry { shape, width, height, cells: (0..count).map(Point).collect() }
    }

    /// The hexagon of odd width `width` = 2k−1 in a hex tiling, of side k: the points with |x−y| < k.
    pub fn hexagon(width: u16) -> Geometry {
        let side = width.div_ceil(2);
        let mut geometry = Geometry::rectangle(Shape::Hex, width, width);
        geometry.cells = geometry.cells.iter().filter(|p| (p.0 % width).abs_diff(p.0 / width) < side).collect();
        geometry
    }

    /// How its cells lie next to each other.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Columns of the bounding rectangle.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows of the bounding rectangle.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The points that exist, in ascending order.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        self.cells.iter()
    }

    /// How many points exist.
    pub fn len(&self) -> usize {
        self.cells.count() as usize
    }

    /// Whether there is no point at all; no board is so.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether the point is one of this board.
    pub fn contains(&self, point: Point) -> bool {
        point.index() < MAX_POINTS && self.cells.contains(point)
    }

    /// Column and row of a point, from 0.
    pub fn xy(&self, point: Point) -> (u16, u16) {
        (point.0 % self.width, point.0 / self.width)
    }

    /// The point at column `x` and row `y`, if the board has it.
    pub fn at(&self, x: i32, y: i32) -> Option<Point> {
        let inside = (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
        let point = inside.then(|| Point(y as u16 * self.width + x as u16))?;
        self.contains(point).then_some(point)
    }

    /// The name of a point.
    pub fn vertex(&self, point: Point) -> Vertex {
        let (x, y) = self.xy(point);
        Vertex { x: x.into(), y: y.into() }
    }

    /// The point that a vertex names, if it lies on this board.
    pub fn point(&self, vertex: Vertex) -> Option<Point> {
        self.at(vertex.x.try_into().ok()?, vertex.y.try_into().ok()?)
    }

    /// The symmetries of the board, each but the identity: for every cell of the bounding rectangle, where it goes.
    /// Cells that don't exist stay. A square standing on its corner has all those of a square.
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
                // About the middle, in halves of a step.
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
                let mut turn: Vec<u16> = (0..self.width * self.height).collect();
                let all = self.points().all(|point| image(point).map(|to| turn[point.index()] = to.0).is_some());
                let moves = turn.iter().zip(0..).any(|(&to, from)| to != from);
                if all && moves && !found.contains(&turn) {
                    found.push(turn);
                }
            }
        }
        found
    }

    /// The points next to a point, each once, in a fixed order.
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
    fn the_ring_closes_and_small_rings_name_each_neighbour_once() {
        let counts = [1, 2, 3, 11].map(|n| Geometry::rectangle(Shape::Ring, n, 1).neighbours(Point(0)).len());
        assert_eq!(counts, [0, 1, 2, 2]);
    }

    #[test]
    fn symmetries_keep_neighbours_and_are_as_many_as_geometry_says() {
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
            for turn in symmetries {
                for p in board.points() {
                    let image = |p: Point| Point(turn[p.index()]);
                    let moved: PointSet = board.neighbours(p).into_iter().map(image).collect();
                    assert_eq!(moved, board.neighbours(image(p)).into_iter().collect());
                }
            }
        }
    }

    #[test]
    fn neighbourhood_is_symmetric_on_every_shape() {
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
