//! What can be drawn of games of chains and liberties.

use crate::board::{Geometry, Point};
use crate::game::Marks;
use crate::groups::groups;
use crate::words::Stone;

/// The word that asks for the drawing of [`liberties`], and its name.
pub const LIBERTIES: (&str, &str) = ("groups", "Chains and Liberties");

/// The number of liberties on each stone.
pub fn liberties(geometry: &Geometry, stone: impl Fn(Point) -> Option<Stone>) -> Vec<Marks> {
    let label = |count: usize, points: Vec<Point>| {
        Marks::Labels(points.into_iter().map(|point| (point, count.to_string())).collect())
    };
    groups(geometry, stone).into_iter().map(|group| label(group.liberties.len(), group.points)).collect()
}
