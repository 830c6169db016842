//! Points in SGF: two letters, the column from the left and the row from the top.

use quintet_core::board::{Geometry, Point, Vertex};

/// The letters of columns and rows.
const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Returns a point as two letters.
pub fn format(geometry: &Geometry, point: Point) -> String {
    let (x, y) = geometry.xy(point);
    [x, geometry.height() - 1 - y].map(|i| char::from(LETTERS[usize::from(i)])).iter().collect()
}

/// Parses two letters as column from the left and row from the top, both from 0.
pub fn parse(text: &str) -> Option<(u32, u32)> {
    let &[column, row] = text.as_bytes() else { return None };
    let index = |letter| LETTERS.iter().position(|&l| l == letter).map(|i| i as u32);
    index(column).zip(index(row))
}

/// Parses two letters as a vertex, which need not be on the board.
pub fn parse_vertex(geometry: &Geometry, text: &str) -> Option<Vertex> {
    let (x, row) = parse(text)?;
    // Rows below the bottom wrap around to rows that no board has.
    Some(Vertex { x, y: (u32::from(geometry.height()) - 1).wrapping_sub(row) })
}
