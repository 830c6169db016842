//! The theme of a fight, derived from its board, its right move and a line that proves it.

use quintet_core::board::{Geometry, Point};
use quintet_core::groups::{Group, groups};
use quintet_core::position::AnyPosition;
use quintet_core::types::{Move, Stone};

/// The theme of a fight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// Two eyes, or a connection.
    Life,
    /// A capturing race.
    Race,
    /// A seki: both live, and neither can attack.
    Seki,
    /// The vital point of an eye space.
    Nakade,
    /// A ko.
    Ko,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 5] = [Theme::Life, Theme::Race, Theme::Seki, Theme::Nakade, Theme::Ko];

    /// Returns the name in files.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Life => "life",
            Theme::Race => "race",
            Theme::Seki => "seki",
            Theme::Nakade => "nakade",
            Theme::Ko => "ko",
        }
    }
}

/// Returns the theme of a fight; the right move is the first of the line.
pub fn theme(geometry: &Geometry, region: &[bool], start: &dyn AnyPosition, line: &[Move]) -> Theme {
    let mut position = start.boxed_clone();
    let mut ko = false;
    for &mv in line {
        ko |= takes_a_ko(geometry, &*position, mv);
        position.advance(mv);
    }
    if ko {
        return Theme::Ko;
    }
    let neutral = |point: &Point| region[point.index()] && position.owner(*point).is_none();
    if geometry.points().any(|point| neutral(&point)) {
        return Theme::Seki;
    }
    let first = line.first().and_then(|mv| mv.point());
    if first.is_some_and(|point| is_inside_an_eye_space(geometry, start, point)) {
        return Theme::Nakade;
    }
    let inside = |group: &Group| group.points.iter().all(|point| region[point.index()]);
    let before = chains(geometry, start);
    let taken = |group: &Group| group.points.iter().any(|&point| position.stone(point) != Some(group.stone));
    let races = |group: &Group| {
        let against = |&next: &usize| inside(&before[next]);
        inside(group) && group.points.len() > 1 && taken(group) && group.neighbours.iter().any(against)
    };
    if before.iter().any(races) { Theme::Race } else { Theme::Life }
}

fn chains(geometry: &Geometry, position: &dyn AnyPosition) -> Vec<Group> {
    groups(geometry, &|point| position.stone(point))
}

/// Returns whether a move captures a single stone with one that could be recaptured at once.
fn takes_a_ko(geometry: &Geometry, position: &dyn AnyPosition, mv: Move) -> bool {
    let Some(point) = mv.point() else { return false };
    let count = |position: &dyn AnyPosition, stone: Option<Stone>| {
        geometry.points().filter(|&at| position.stone(at) == stone).count()
    };
    let mut next = position.boxed_clone();
    next.play_unchecked(mv);
    let stone = next.stone(point);
    let others = Some(if stone == Some(Stone::Black) { Stone::White } else { Stone::Black });
    let placed = chains(geometry, &*next).into_iter().find(|group| group.points == [point]);
    count(position, others) == count(&*next, others) + 1 && placed.is_some_and(|group| group.liberties.len() == 1)
}

/// Returns whether a point lies in a space of three to seven points, empty or with dead stones,
/// that is enclosed by the other colour.
fn is_inside_an_eye_space(geometry: &Geometry, position: &dyn AnyPosition, point: Point) -> bool {
    let others = Some(if position.to_move().sign() > 0.0 { Stone::White } else { Stone::Black });
    let mut space = vec![point];
    let mut at = 0;
    while let Some(&here) = space.get(at) {
        at += 1;
        let more = geometry.neighbours(here).into_iter().filter(|&next| position.stone(next) != others);
        let more: Vec<Point> = more.filter(|next| !space.contains(next)).collect();
        space.extend(more);
    }
    (3..=7).contains(&space.len())
}
