//! Coordinates of points in a picture. The distance between neighbours is one unit; y grows
//! downwards.

use std::f64::consts::{FRAC_1_SQRT_2, PI, TAU};

use quintet_core::board::{Geometry, Point, Shape, column_name};

/// The width of the frame beyond the outermost labels and cells.
pub const FRAME: f64 = 0.34;

/// The width of the frame beyond the centres of the cells of a ring.
pub const FRAME_OF_RING: f64 = 1.34;

/// The number of cells of a line in one row.
const CELLS_A_ROW: u16 = 26;

/// The coordinates of a board's points and labels.
#[derive(Debug)]
pub struct Layout {
    geometry: Geometry,
    /// Labels and their centres.
    pub labels: Vec<((f64, f64), String)>,
    /// The radius of stones.
    pub stone: f64,
    /// The radius of a ring of cells.
    pub radius: f64,
    /// The picture's left edge.
    pub left: f64,
    /// The picture's upper edge.
    pub top: f64,
    /// The picture's right edge.
    pub right: f64,
    /// The picture's lower edge, without the caption.
    pub bottom: f64,
}

impl Layout {
    /// Returns the layout of a board.
    pub fn new(geometry: &Geometry) -> Layout {
        let radius = match geometry.width() {
            0..3 => 0.8,
            n => 0.53 / (PI / f64::from(n)).sin(),
        };
        let stone = if geometry.shape() == Shape::Square { 0.46 } else { 0.4 };
        let mut layout = Layout {
            geometry: geometry.clone(),
            labels: Vec::new(),
            stone,
            radius,
            left: 0.0,
            top: 0.0,
            right: 0.0,
            bottom: 0.0,
        };
        layout.labels = layout.label();
        let all: Vec<_> = match geometry.shape() {
            Shape::Ring => [-radius, radius].into_iter().map(|x| ((x, x), FRAME_OF_RING + 0.1)).collect(),
            _ => layout.frame().into_iter().map(|place| (place, FRAME + 0.1)).collect(),
        };
        let least = |of: fn(&((f64, f64), f64)) -> f64| all.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&((f64, f64), f64)) -> f64| all.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        layout.left = least(|((x, _), room)| x - room);
        layout.top = least(|((_, y), room)| y - room);
        layout.right = most(|((x, _), room)| x + room);
        layout.bottom = most(|((_, y), room)| y + room);
        layout
    }

    /// Returns the corners of the convex hull of all cells and labels, around which the frame lies.
    pub fn frame(&self) -> Vec<(f64, f64)> {
        let shape = self.geometry.shape();
        let mut places: Vec<_> = self.geometry.points().flat_map(|point| corners(shape, self.centre(point))).collect();
        places.extend(self.labels.iter().map(|(place, _)| *place));
        if shape == Shape::Square {
            let (right, top) = (f64::from(self.geometry.width()) - 0.05, f64::from(self.geometry.height()) - 0.05);
            places.extend([(-0.95, -0.95), (right, -0.95), (-0.95, top), (right, top)].map(|(x, y)| self.place(x, y)));
        }
        convex_hull(places)
    }

    /// Returns the centre of a point.
    pub fn centre(&self, point: Point) -> (f64, f64) {
        let (x, y) = self.geometry.xy(point);
        self.place(f64::from(x), f64::from(y))
    }

    /// Returns the coordinates of column `x` and row `y`, which may lie outside the board.
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        match self.geometry.shape() {
            Shape::Square => (x, f64::from(self.geometry.height()) - 1.0 - y),
            Shape::Diamond => ((x - y) * FRAC_1_SQRT_2, -(x + y) * FRAC_1_SQRT_2),
            Shape::Hex => (x - y / 2.0, -y * 0.75_f64.sqrt()),
            Shape::Line => {
                let row = f64::from(CELLS_A_ROW);
                (x % row, (x / row).floor() * 2.0)
            }
            Shape::Ring => self.on_circle(x, self.radius),
        }
    }

    /// Returns the coordinates of the `i`-th cell of a ring, clockwise from the top.
    fn on_circle(&self, i: f64, radius: f64) -> (f64, f64) {
        let angle = TAU * i / f64::from(self.geometry.width());
        (radius * angle.sin(), -radius * angle.cos())
    }

    fn label(&self) -> Vec<((f64, f64), String)> {
        let (width, height) = (self.geometry.width(), self.geometry.height());
        let name = |x: u16| column_name(x.into());
        let row = |y: u16| (y + 1).to_string();
        let at = |x: f64, y: f64| self.place(x, y);
        let columns = 0..width;
        let rows = 0..height;
        let lowest = |x: u16| (0..height).find(|&y| self.geometry.at(x.into(), y.into()).is_some()).unwrap_or(0);
        let first = |y: u16| (0..width).find(|&x| self.geometry.at(x.into(), y.into()).is_some()).unwrap_or(0);
        match self.geometry.shape() {
            Shape::Square => {
                let sides = [-0.95, f64::from(height) - 0.05];
                let columns = columns.flat_map(|x| sides.map(|y| (at(x.into(), y), name(x))));
                let sides = [-0.95, f64::from(width) - 0.05];
                let rows = rows.flat_map(|y| sides.map(|x| (at(x, y.into()), row(y))));
                columns.chain(rows).collect()
            }
            Shape::Hex => {
                let columns = columns.map(|x| (at(x.into(), f64::from(lowest(x)) - 0.85), name(x)));
                columns.chain(rows.map(|y| (at(f64::from(first(y)) - 0.85, y.into()), row(y)))).collect()
            }
            Shape::Diamond => {
                let columns = columns.map(|x| (at(x.into(), -0.8), name(x)));
                columns.chain(rows.map(|y| (at(-0.8, y.into()), row(y)))).collect()
            }
            Shape::Line => {
                let below = |x: u16| (at(x.into(), 0.0).0, at(x.into(), 0.0).1 + 0.78);
                columns.map(|x| (below(x), format!("{}1", name(x)))).collect()
            }
            Shape::Ring => {
                let beside = |x: u16| self.on_circle(x.into(), self.radius + 0.88);
                columns.map(|x| (beside(x), format!("{}1", name(x)))).collect()
            }
        }
    }
}

/// Returns the corners of the cell around a place.
pub fn corners(shape: Shape, (x, y): (f64, f64)) -> Vec<(f64, f64)> {
    match shape {
        Shape::Hex => {
            let radius = 1.0 / 3.0_f64.sqrt();
            (0..6).map(|i| PI / 3.0 * f64::from(i)).map(|a| (x + radius * a.sin(), y - radius * a.cos())).collect()
        }
        Shape::Diamond => {
            let half = FRAC_1_SQRT_2;
            vec![(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
        }
        Shape::Square | Shape::Line | Shape::Ring => {
            vec![(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]
        }
    }
}

/// Returns the corners of the convex hull of some places, in order (Andrew's monotone chain).
fn convex_hull(mut places: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    places.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let half = |places: &mut dyn Iterator<Item = (f64, f64)>| {
        let mut hull: Vec<(f64, f64)> = Vec::new();
        for c in places {
            while let [.., a, b] = hull[..] {
                if (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) > 1e-9 {
                    break;
                }
                hull.pop();
            }
            hull.push(c);
        }
        hull.pop();
        hull
    };
    let mut hull = half(&mut places.iter().copied());
    hull.extend(half(&mut places.iter().rev().copied()));
    hull
}
