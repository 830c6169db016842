//! What a fight is about, by its board, its right move and a line that proves it.

use quintet::board::{Geometry, Point};
use quintet::game::Game;
use quintet::groups::{Group, groups};
use quintet::words::{Move, Stone};

/// What a fight is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// Whether stones get two eyes, or are connected.
    Life,
    /// Stones of both colours take each other's liberties.
    Race,
    /// Both stay, and neither may move.
    Seki,
    /// A point in the middle of the other's eye space.
    Nakade,
    /// A stone is taken that could be taken back but for the ko rule.
    Ko,
}

impl Theme {
    pub const ALL: [Theme; 5] = [Theme::Life, Theme::Race, Theme::Seki, Theme::Nakade, Theme::Ko];

    /// Its name in files.
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

/// The theme of a fight whose right move is the first of a line.
pub fn theme<G: Game>(geometry: &Geometry, region: &[bool], start: &G, line: &[Move]) -> Theme {
    let mut position = start.clone();
    let mut ko = false;
    for &mv in line {
        ko |= takes_a_ko(geometry, &position, mv);
        position.play_unchecked(mv);
        position.settle();
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

fn chains<G: Game>(geometry: &Geometry, position: &G) -> Vec<Group> {
    groups(geometry, |point| position.stone(point))
}

/// Whether a move takes a single stone with one that could be taken back at once.
fn takes_a_ko<G: Game>(geometry: &Geometry, position: &G, mv: Move) -> bool {
    let Some(point) = mv.point() else { return false };
    let count =
        |position: &G, stone: Option<Stone>| geometry.points().filter(|&at| position.stone(at) == stone).count();
    let mut next = position.clone();
    next.play_unchecked(mv);
    let stone = next.stone(point);
    let others = Some(if stone == Some(Stone::Black) { Stone::White } else { Stone::Black });
    let placed = chains(geometry, &next).into_iter().find(|group| group.points == [point]);
    count(position, others) == count(&next, others) + 1 && placed.is_some_and(|group| group.liberties.len() == 1)
}

/// Whether a point lies in a space of three to seven points that stones of the other colour enclose: empty ones, and stones that are
/// as good as taken.
fn is_inside_an_eye_space<G: Game>(geometry: &Geometry, position: &G, point: Point) -> bool {
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
