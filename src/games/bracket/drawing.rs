//! What can be drawn of Bracket: which groups would be scored as the board stands, and which one decided.

use super::{Bracket, INFO};
use crate::board::Geometry;
use crate::game::{Decision, Game as _, Marks, Tint};
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

/// The group that decided, as the stones stand: the first in which the lists differ.
pub fn decision<const W: usize>(position: &Bracket<W>, geometry: &Geometry) -> Decision {
    let groups = groups(geometry, |point| position.stone(point));
    // A seat's list has the other's groups.
    let list = |seat: Seat| {
        let stone = INFO.own_stone(seat.other());
        let mut list: Vec<&Group> = bracketed(&groups).filter(|group| group.stone == stone).collect();
        list.sort_by_key(|group| group.points.len());
        if !position.smallest {
            list.reverse();
        }
        list
    };
    let [black, white] = Seat::BOTH.map(list);
    let size = |list: &[&Group], i: usize| list.get(i).map_or(0, |group| group.points.len());
    let first = (0..black.len().max(white.len())).find(|&i| size(&black, i) != size(&white, i));
    match first {
        Some(i) => {
            let group = if size(&black, i) > size(&white, i) { black[i] } else { white[i] };
            let words = format!("{} group of {} bracketed", group.stone.name(), group.points.len());
            Decision { points: group.points.clone(), words }
        }
        None => {
            let words = if black.is_empty() { "no group bracketed" } else { "equal groups bracketed" };
            Decision { points: Vec::new(), words: words.to_owned() }
        }
    }
}

/// The groups that stand between a smaller and a larger one of the other colour, as the stones stand.
fn bracketed(groups: &[Group]) -> impl Iterator<Item = &Group> {
    let size = |index: &usize| groups[*index].points.len();
    groups.iter().filter(move |group| {
        let own = group.points.len();
        group.neighbours.iter().any(|other| size(other) < own) && group.neighbours.iter().any(|other| size(other) > own)
    })
}
