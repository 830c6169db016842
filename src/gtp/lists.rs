//! Lists of points, as GNU Go orders them.

use super::session::Session;
use crate::board::{Geometry, Point};
use crate::words::Stone;

/// Points row by row from the top, each from the left.
pub fn in_reading_order(geometry: &Geometry, points: impl IntoIterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<Point> = points.into_iter().collect();
    points.sort_by_key(|&point| {
        let (x, y) = geometry.xy(point);
        (std::cmp::Reverse(y), x)
    });
    points
}

/// The vertices of points with a stone, as the session spells them, on one line.
pub fn vertices(session: &Session, points: impl IntoIterator<Item = Point>, stone: Option<Stone>) -> String {
    let history = session.history();
    let points = in_reading_order(history.geometry(), points);
    let names = points.into_iter().map(|point| session.spelling().vertex(history, point, stone));
    names.collect::<Vec<_>>().join(" ")
}
