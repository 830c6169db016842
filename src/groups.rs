//! Groups of connected stones, with their liberties and neighbours, worked out from the stones, slowly and obviously: for
//! what is drawn or told to a client. The games themselves keep faster forms.

use crate::board::{Geometry, Point, PointSet};
use crate::words::Stone;

/// Connected stones of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// What stands there.
    pub stone: Stone,
    /// The points, ascending.
    pub points: Vec<Point>,
    /// The empty points next to it, ascending.
    pub liberties: Vec<Point>,
    /// The groups of other stones next to it, as indices into the list of groups.
    pub neighbours: Vec<usize>,
}

/// All groups of stones, blocked points apart, by their first points.
///
/// ```
/// use quintet::games;
/// use quintet::groups::groups;
/// use quintet::record::position;
///
/// let (setup, diagram) = position::read("stoical 3 ko=stoical repetition=draw komi=0 .../xx./.o. b").unwrap();
/// let found = groups(&setup.geometry(), |point| diagram.stones[point.index()]);
/// let liberties: Vec<usize> = found.iter().map(|group| group.liberties.len()).collect();
/// assert_eq!(liberties, [2, 4]);
/// ```
pub fn groups(geometry: &Geometry, stone: impl Fn(Point) -> Option<Stone>) -> Vec<Group> {
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
