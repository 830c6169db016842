//! The drawing of games with chains and liberties.

use quintet_core::board::{Geometry, Point};
use quintet_core::groups::groups;
use quintet_core::position::Marks;
use quintet_core::types::Stone;

/// The name and the label of the drawing that [`liberties`] makes.
pub const LIBERTIES: (&str, &str) = ("groups", "Chains and Liberties");

/// Returns the number of liberties on each stone.
pub fn liberties(geometry: &Geometry, stone: &dyn Fn(Point) -> Option<Stone>) -> Vec<Marks> {
    let label = |count: usize, points: Vec<Point>| {
        Marks::Labels(points.into_iter().map(|point| (point, count.to_string())).collect())
    };
    groups(geometry, stone).into_iter().map(|group| label(group.liberties.len(), group.points)).collect()
}
