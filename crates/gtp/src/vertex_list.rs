//! Lists of vertices in GNU Go's order.

use std::cmp::Reverse;

use quintet_core::board::{Geometry, Point};
use quintet_core::types::Stone;

use crate::session::Session;

/// Returns points sorted row by row from the top, each row from the left.
pub fn in_reading_order(geometry: &Geometry, points: impl IntoIterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<Point> = points.into_iter().collect();
    points.sort_by_key(|&point| {
        let (x, y) = geometry.xy(point);
        (Reverse(y), x)
    });
    points
}

/// Returns the vertices of points with a stone on one line, in the session's notation.
pub fn vertices(session: &Session, points: impl IntoIterator<Item = Point>, stone: Option<Stone>) -> String {
    let game = session.game();
    let points = in_reading_order(game.geometry(), points);
    let names = points.into_iter().map(|point| session.notation().vertex(game, point, stone));
    names.collect::<Vec<_>>().join(" ")
}
