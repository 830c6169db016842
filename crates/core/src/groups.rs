//! Groups of connected stones with their liberties and neighbours.
//!
//! Everything is computed from the stones, slowly and simply, for drawings and for clients. The
//! games keep faster data structures of their own.

use crate::board::{Geometry, Point, PointSet};
use crate::types::Stone;

/// A group of connected stones of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The kind of stone.
    pub stone: Stone,
    /// The points, ascending.
    pub points: Vec<Point>,
    /// The liberties (empty points next to the group), ascending.
    pub liberties: Vec<Point>,
    /// The adjacent groups of other stones, as indices into the list of groups.
    pub neighbours: Vec<usize>,
}

/// Returns all groups of stones, ordered by their first points. Blocked points are not stones.
///
/// ```
/// use quintet_core::board::{Geometry, Point, Shape};
/// use quintet_core::groups::groups;
/// use quintet_core::types::Stone;
///
/// // A white stone between two black groups.
/// let board = [None, Some(Stone::White), Some(Stone::Black), None, None, None, Some(Stone::Black), None, None];
/// let found = groups(&Geometry::rectangle(Shape::Square, 3, 3), &|point: Point| board[point.index()]);
/// let liberties: Vec<usize> = found.iter().map(|group| group.liberties.len()).collect();
/// assert_eq!(liberties, [2, 1, 2]);
/// assert_eq!(found[0].neighbours, [1]);
/// ```
pub fn groups(geometry: &Geometry, stone: &dyn Fn(Point) -> Option<Stone>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut seen = PointSet::EMPTY;
    for start in geometry.points() {
        let Some(colour) = stone(start).filter(|&stone| stone != Stone::Blocked) else { continue };
        if !seen.insert(start) {
            continue;
        }
        let mut points = vec![start];
        let mut liberties = PointSet::EMPTY;
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for neighbour in geometry.neighbours(point) {
                match stone(neighbour) {
                    None => _ = liberties.insert(neighbour),
                    Some(other) if other == colour && seen.insert(neighbour) => points.push(neighbour),
                    Some(_) => {}
                }
            }
        }
        points.sort();
        groups.push(Group { stone: colour, points, liberties: liberties.iter().collect(), neighbours: Vec::new() });
    }
    link(geometry, &mut groups);
    groups
}

fn link(geometry: &Geometry, groups: &mut [Group]) {
    let cells = usize::from(geometry.width()) * usize::from(geometry.height());
    let mut owner = vec![None; cells];
    for (index, group) in groups.iter().enumerate() {
        group.points.iter().for_each(|point| owner[point.index()] = Some(index));
    }
    for (index, group) in groups.iter_mut().enumerate() {
        let touching = group.points.iter().flat_map(|&point| geometry.neighbours(point));
        group.neighbours = touching.filter_map(|point| owner[point.index()]).filter(|&other| other != index).collect();
        group.neighbours.sort();
        group.neighbours.dedup();
    }
}
