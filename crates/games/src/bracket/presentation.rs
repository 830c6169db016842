//! Explanations and drawings: the groups that are scored as the board stands, and the one that
//! decided.

use quintet_core::board::Geometry;
use quintet_core::groups::{Group, groups};
use quintet_core::position::{Decision, Marks, Position as _, Presentation, Tint};
use quintet_core::types::{Outcome, Seat};

use super::{Bracket, INFO};

impl<const W: usize> Presentation for Bracket<W> {
    fn decision(&self, geometry: &Geometry) -> Option<Decision> {
        Some(decision(&groups(geometry, &|point| self.stone(point)), self.smallest))
    }

    fn explain_outcome(&self, geometry: &Geometry, outcome: &Outcome) -> String {
        explain(&groups(geometry, &|point| self.stone(point)), self.smallest, outcome)
    }

    fn draw(&self, name: &str, geometry: &Geometry) -> Vec<Marks> {
        match name {
            "brackets" => draw_brackets(&groups(geometry, &|point| self.stone(point))),
            _ => Vec::new(),
        }
    }
}

/// Returns the first group in which the lists of both sides differ.
fn decision(groups: &[Group], smallest: bool) -> Decision {
    let [black, white] = Seat::BOTH.map(|seat| ordered(groups, seat, smallest));
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

fn explain(groups: &[Group], smallest: bool, outcome: &Outcome) -> String {
    let [black, white] = Seat::BOTH.map(|seat| {
        let sizes = ordered(groups, seat, smallest).into_iter().map(|group| group.points.len().to_string());
        let sizes = sizes.collect::<Vec<_>>().join(", ");
        if sizes.is_empty() { "none".to_owned() } else { sizes }
    });
    let comparison = match outcome.winner() {
        Some(_) => "The first difference decides.",
        None => "The lists are equal.",
    };
    format!(
        "The board is full. White groups between a smaller and a larger black one: {black}. Black groups between a \
         smaller and a larger white one: {white}. {comparison}"
    )
}

/// Labels each stone with the size of its group, and tints the groups that are scored.
fn draw_brackets(groups: &[Group]) -> Vec<Marks> {
    let sizes = groups.iter().map(|group| {
        let size = group.points.len().to_string();
        Marks::Labels(group.points.iter().map(|&point| (point, size.clone())).collect())
    });
    let tints = [(Seat::Black, Tint::Green), (Seat::White, Tint::Yellow)].map(|(seat, tint)| {
        let points = scored(groups, seat).into_iter().flat_map(|group| group.points.iter().copied());
        Marks::Tint(tint, points.collect())
    });
    sizes.chain(tints).collect()
}

/// Returns the groups that count for a side, in the order in which they are compared.
fn ordered(groups: &[Group], seat: Seat, smallest: bool) -> Vec<&Group> {
    let mut list = scored(groups, seat);
    list.sort_by_key(|group| group.points.len());
    if !smallest {
        list.reverse();
    }
    list
}

/// Returns the groups that count for a side as the board stands: the opponent's groups that touch
/// both a smaller and a larger group of its own.
fn scored(groups: &[Group], seat: Seat) -> Vec<&Group> {
    let stone = INFO.own_stone(seat.other());
    let size = |index: &usize| groups[*index].points.len();
    let is_bracketed = |group: &Group| {
        let own = group.points.len();
        group.neighbours.iter().any(|other| size(other) < own) && group.neighbours.iter().any(|other| size(other) > own)
    };
    groups.iter().filter(|group| group.stone == stone && is_bracketed(group)).collect()
}
