//! Points in SGF: two letters, the column from the left and the row from the top.

use quintet_core::board::{Geometry, Point, Vertex};

/// The letters of columns and rows.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Returns a point as two letters.
pub fn format(geometry: &Geometry, point: Point) -> String {
    let (x, y) = geometry.xy(point);
    [x, geometry.height() - 1 - y].map(|i| char::from(LETTERS[usize::from(i)])).iter().collect()
}

/// Returns whether a text is a pass: empty, `tt` on boards up to 19 × 19, the point diagonally off
/// the corner (`jj` on 9 × 9), or the word.
pub fn is_pass(geometry: &Geometry, text: &str) -> bool {
    let (width, height) = (u32::from(geometry.width()), u32::from(geometry.height()));
    let is_small = width <= 19 && height <= 19;
    let is_off_the_corner = parse(text) == Some((width, height));
    text.is_empty() || text == "tt" && is_small || is_off_the_corner || text.eq_ignore_ascii_case("pass")
}

/// Parses two letters as column from the left and row from the top, both from 0.
pub fn parse(text: &str) -> Option<(u32, u32)> {
    let &[column, row] = text.as_bytes() else { return None };
    let index = |letter| LETTERS.iter().position(|&l| l == letter).map(|i| i as u32);
    index(column).zip(index(row))
}

/// Parses a point of the board.
pub fn parse_point(geometry: &Geometry, text: &str) -> Option<Point> {
    geometry.point(parse_vertex(geometry, text)?)
}

/// Parses a point, or the rectangle between two corners: the points of the board in it.
pub fn parse_points(geometry: &Geometry, text: &str) -> Option<Vec<Point>> {
    let Some((from, to)) = text.split_once(':') else { return Some(vec![parse_point(geometry, text)?]) };
    let is_inside = |v: &Vertex| v.x < geometry.width().into() && v.y < geometry.height().into();
    let corner = |text| parse_vertex(geometry, text).filter(is_inside);
    let (from, to) = (corner(from)?, corner(to)?);
    let columns = from.x.min(to.x)..=from.x.max(to.x);
    let rows = from.y.min(to.y)..=from.y.max(to.y);
    let cells = rows.flat_map(|y| columns.clone().filter_map(move |x| geometry.at(x as i32, y as i32)));
    Some(cells.collect())
}

/// Parses a vertex, which need not be on the board: two letters, or as people write it (`R16`),
/// which early versions of SmartGo did.
pub fn parse_vertex(geometry: &Geometry, text: &str) -> Option<Vertex> {
    let Some((x, row)) = parse(text) else { return text.parse().ok() };
    // Rows below the bottom wrap around to rows that no board has.
    Some(Vertex { x, y: (u32::from(geometry.height()) - 1).wrapping_sub(row) })
}
