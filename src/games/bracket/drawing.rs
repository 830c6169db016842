//! What can be drawn of Bracket: which groups would be scored as the board stands.

use super::{Bracket, INFO};
use crate::board::Geometry;
use crate::game::{Game as _, Marks, Tint};
use crate::groups::{Group, groups};
use crate::words::Seat;

/// The size of each group, and those that would be scored tinted by whom they count for.
pub fn brackets<const W: usize>(position: &Bracket<W>, geometry: &Geometry) -> Vec<Marks> {
    let groups = groups(geometry, |point| position.stone(point));
    let sizes = groups.iter().map(|group| {
        let size = group.points.len().to_string();
        Marks::Labels(group.points.iter().map(|&point| (point, size.clone())).collect())
    });
    let tints = [(Seat::White, Tint::Green), (Seat::Black, Tint::Yellow)].map(|(seat, tint)| {
        let scored = bracketed(&groups).filter(|group| group.stone == INFO.own_stone(seat));
        Marks::Tint(tint, scored.flat_map(|group| group.points.iter().copied()).collect())
    });
    sizes.chain(tints).collect()
}

/// The groups that stand between a smaller and a larger one of the other colour, as the stones stand.
fn bracketed(groups: &[Group]) -> impl Iterator<Item = &Group> {
    let size = |index: &usize| groups[*index].points.len();
    groups.iter().filter(move |group| {
        let own = group.points.len();
        group.neighbours.iter().any(|other| size(other) < own) && group.neighbours.iter().any(|other| size(other) > own)
    })
}
