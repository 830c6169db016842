//! What a player would like to see of a position: chains and their liberties, Bracket's bracketed groups, Cancer's
//! eyes, and what a move would change.
//!
//! All of it is worked out from the stones, slowly and obviously, for a client that draws it; the games themselves
//! keep faster forms.

use crate::board::{Geometry, Point, PointSet};
use crate::history::{AnyHistory, Change};
use crate::words::{Move, Stone};

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
pub fn groups(history: &dyn AnyHistory) -> Vec<Group> {
    let geometry = history.geometry();
    let mut groups: Vec<Group> = Vec::new();
    let mut seen = PointSet::EMPTY;
    for start in geometry.points() {
        let Some(stone) = history.stone(start).filter(|&stone| stone != Stone::Blocked) else { continue };
        if !seen.insert(start) {
            continue;
        }
        let mut points = vec![start];
        let mut liberties = PointSet::EMPTY;
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for neighbour in geometry.neighbours(point) {
                match history.stone(neighbour) {
                    None => _ = liberties.insert(neighbour),
                    Some(other) if other == stone && seen.insert(neighbour) => points.push(neighbour),
                    Some(_) => {}
                }
            }
        }
        points.sort();
        groups.push(Group { stone, points, liberties: liberties.iter().collect(), neighbours: Vec::new() });
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

/// The groups that stand between a smaller and a larger one of the other colour, as Bracket scores them; before the
/// board is full, as they stand.
pub fn bracketed(groups: &[Group]) -> impl Iterator<Item = &Group> {
    let size = |index: &usize| groups[*index].points.len();
    groups.iter().filter(move |group| {
        let own = group.points.len();
        group.neighbours.iter().any(|other| size(other) < own) && group.neighbours.iter().any(|other| size(other) > own)
    })
}

/// Cancer's eyes by the reading that the rule `eye` has in this game: with the stone that surrounds each.
pub fn eyes(history: &dyn AnyHistory) -> Vec<(Point, Stone)> {
    let geometry = history.geometry();
    let reading = history.setup().rule("eye");
    let groups = groups(history);
    let eye = |point: &Point| {
        let around = geometry.neighbours(*point);
        let stones: Option<Vec<Stone>> = around.iter().map(|&p| history.stone(p)).collect();
        let mut coloured: Vec<Stone> = stones?.into_iter().filter(|&stone| stone != Stone::Cancer).collect();
        let has_cancer = coloured.len() < around.len();
        coloured.dedup();
        let [colour] = coloured[..] else { return None };
        let touching = groups.iter().filter(|g| g.stone == colour && g.liberties.contains(point)).count();
        match reading {
            "strict" if has_cancer => None,
            "group" if touching != 1 => None,
            _ => Some((*point, colour)),
        }
    };
    geometry.points().filter(|&point| history.stone(point).is_none()).filter_map(|point| eye(&point)).collect()
}

/// The points that a legal move of the seat to move would change, the placed stone among them; `None` where it is
/// not legal.
pub fn effect(history: &dyn AnyHistory, mv: Move) -> Option<Vec<Change>> {
    let mut tried = history.boxed_clone();
    tried.play(history.to_move(), mv).ok()?;
    Some(tried.latest_changes())
}
